// SPDX-License-Identifier: GPL-3.0-or-later
// Every term of one output, in the order of summation.
#pragma once

#include "core/quant/layer/value_trace.h"
#include "core/table/column.h"

#include <memory>

namespace edgewright::views {

table::Table termTable(std::shared_ptr<const quant::ValueTrace> trace); // null: no rows

} // namespace edgewright::views
