// SPDX-License-Identifier: GPL-3.0-or-later
// The findings about a model, as a table.
#pragma once

#include "core/base/diagnostic.h"
#include "core/table/column.h"

namespace edgewright::table {

Word wordOf(Severity severity); // "error", "Error"
Table diagnosticTable(Diagnostics rows);

} // namespace edgewright::table
