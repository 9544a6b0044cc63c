// SPDX-License-Identifier: GPL-3.0-or-later
// Our models of accelerators beside what was published of them.
#pragma once

#include "core/base/result.h"
#include "core/table/column.h"

#include <optional>
#include <string>
#include <vector>

namespace edgewright::cost::published {

struct CheckedPoint {
    std::string accelerator, point, unit;
    double measured = 0, predicted = 0; // in `unit`
    std::optional<double> margin; // that |error()| stays within; none where the model leaves out what matters
    std::string note;             // ... and what that is
    bool isRegular = true;        // false: the source says that the machine does something else there

    double error() const { return predicted / measured - 1; }
};

// Gemmini in RTL with its stock tiler, TPU v1, Eyeriss on AlexNet.
Result<std::vector<CheckedPoint>> checkedAgainst();
table::Table checkedTable(std::vector<CheckedPoint> points);

} // namespace edgewright::cost::published
