// SPDX-License-Identifier: GPL-3.0-or-later
// Spaces with many local minima.
#pragma once

#include "core/cost/search/space.h"

#include <cmath>
#include <limits>

namespace edgewright::test {

// A bowl with ripples on each axis; the least value is 1, if it is admitted. A seventh of the points is not,
// nor is a corner; some of the rest turn out not to fit.
inline cost::search::Space ruggedSpace(int axes, int choices, int salt) {
    using cost::search::Choice;
    cost::search::Space space;
    for (int axis = 0; axis < axes; ++axis)
        space.axes.push_back({"axis" + std::to_string(axis), choices});
    space.admits = [=](std::span<const Choice> at) {
        int sum = 0;
        for (const Choice choice : at)
            sum += choice;
        return sum % 7 != 3 && sum <= axes * choices * 3 / 4;
    };
    space.evaluate = [=](std::span<const Choice> at) {
        if ((at[0] * 3 + at[1] * 5) % 11 == 4) return std::numeric_limits<double>::infinity();
        double value = 1;
        for (std::size_t axis = 0; axis < at.size(); ++axis) {
            const double off = at[axis] - ((salt * 7 + int(axis) * 5) % (choices - 2) + 1);
            value += 0.05 * off * off + 0.6 * (1 - std::cos(off * 2.1));
        }
        return value;
    };
    return space;
}

} // namespace edgewright::test
