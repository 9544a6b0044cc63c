// SPDX-License-Identifier: GPL-3.0-or-later
// The figures of another runtime as a table.
#pragma once

#include "core/runtimes/output_reader.h"
#include "core/table/column.h"

namespace edgewright::runtimes {

// One row for each statistic, then each sample, then each operator.
table::Table reportTable(const RuntimeReport& report);

} // namespace edgewright::runtimes
