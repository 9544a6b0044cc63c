// SPDX-License-Identifier: GPL-3.0-or-later
// Marks of a time axis, from seconds to nanoseconds.
#pragma once

#include <QString>

#include <vector>

namespace edgewright::views {

struct TimeTick {
    double at = 0; // seconds
    QString text;  // "2.5 ms"
};

// Multiples of 1, 2 or 5 times a power of ten within [from, to], at most `most`, in the unit of the whole.
std::vector<TimeTick> timeTicks(double from, double to, int most);

} // namespace edgewright::views
