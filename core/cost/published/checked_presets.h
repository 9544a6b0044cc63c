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
    std::string note;             // ... and what that is: TRANSLATABLE("Word", ...)
    bool isRegular = true;        // false: the source says that the machine does something else there

    double error() const { return predicted / measured - 1; }
};

// Gemmini in RTL with its stock tiler, TPU v1, Eyeriss on AlexNet.
Result<std::vector<CheckedPoint>> checkedAgainst();
table::Table checkedTable(std::vector<CheckedPoint> points);

// The presets by the rules of Mode::Physical, which is what they are costed with, beside the machines that they
// are like. CheckedPoint::accelerator is the preset's name. `margin` is empty throughout: nothing was fitted to
// these.
Result<std::vector<CheckedPoint>> checkedPresets();

struct CheckedRange {
    std::size_t points = 0;
    double least = 0, most = 0; // error()
    std::string source;         // "Gemmini in RTL (products)"
    std::string leftOut;        // what explains most of the difference
};
// The range of the regular points of one preset; nothing: no measurement of such a machine is known to us.
std::optional<CheckedRange> checkedRange(const std::string& preset);

} // namespace edgewright::cost::published
