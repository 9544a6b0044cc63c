// SPDX-License-Identifier: GPL-3.0-or-later
// The presets by the rules of Mode::Physical, which is what they are costed with, beside what was published of
// the machines that they are like.
#pragma once

#include "core/cost/published/checked_against.h"

namespace edgewright::cost::published {

// CheckedPoint::accelerator is the preset's name. `margin` is empty throughout: nothing was fitted to these.
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
