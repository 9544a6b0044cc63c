// SPDX-License-Identifier: GPL-3.0-or-later
// The measures that points of a design space are judged by.
#pragma once

#include <string_view>

namespace edgewright::cost {

struct DesignPoint; // explore.h

// Less is better. Product: of energy and seconds.
enum class Measure { Cycles, Seconds, Energy, Area, Product, Count };
std::string_view nameOf(Measure measure); // "cycles", "energy x delay"
// In the unit of its member of DesignPoint.
double valueOf(const DesignPoint& point, Measure measure);

} // namespace edgewright::cost
