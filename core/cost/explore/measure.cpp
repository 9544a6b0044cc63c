// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/explore/measure.h"

#include "core/cost/explore/explore.h"

#include <array>

namespace edgewright::cost {

std::string_view nameOf(Measure measure) {
    constexpr std::array<std::string_view, static_cast<std::size_t>(Measure::Count)> Names{
        "cycles", "seconds", "energy", "area", "energy x delay"};
    return Names[static_cast<std::size_t>(measure)];
}

double valueOf(const DesignPoint& point, Measure measure) {
    switch (measure) {
    case Measure::Seconds:
        return point.seconds;
    case Measure::Energy:
        return point.energy;
    case Measure::Area:
        return point.area;
    case Measure::Product:
        return point.energy * point.seconds;
    case Measure::Cycles:
    case Measure::Count:
        break;
    }
    return point.cycles;
}

} // namespace edgewright::cost
