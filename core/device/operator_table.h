// SPDX-License-Identifier: GPL-3.0-or-later
// Operators by time, as a table: share, before and after, rate, what was predicted.
#pragma once

#include "core/device/operator_rows.h"
#include "core/table/column.h"

#include <memory>
#include <optional>

namespace edgewright::device {

struct OperatorRows {
    std::vector<OperatorRow> rows;
    std::vector<std::optional<double>> roof; // by row: the share of the device's roof that it reaches
};
table::Table operatorTable(std::shared_ptr<const OperatorRows> operators);

} // namespace edgewright::device
