// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/measure/timeline/timeline_parts.h"
#include "views/support/quantity.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace edgewright::views {

namespace {

struct TickUnit {
    double seconds;
    const char* name;
};
constexpr std::array<TickUnit, 4> TickUnits{{{1, "s"}, {1e-3, "ms"}, {1e-6, "µs"}, {1e-9, "ns"}}};

} // namespace

std::vector<TimeTick> timeTicks(double from, double to, int most) {
    std::vector<TimeTick> ticks;
    const double length = to - from;
    if (!(length > 0) || most < 1 || !std::isfinite(from) || !std::isfinite(length)) return ticks;
    const double decade = std::pow(10.0, std::floor(std::log10(length / most)));
    double step = 10 * decade;
    for (const double factor : {1.0, 2.0, 5.0})
        if (length / (factor * decade) <= most * (1 + 1e-9)) {
            step = factor * decade;
            break;
        }
    const auto unit = std::ranges::find_if(TickUnits.begin(), TickUnits.end() - 1,
                                           [&](const TickUnit& each) { return length >= each.seconds; });
    const int decimals = std::max(0, -static_cast<int>(std::floor(std::log10(step / unit->seconds) + 1e-9)));
    const double first = std::ceil(from / step - 1e-6);
    for (int i = 0; i <= most; ++i) { // counted: far from 0 a step may be less than the precision
        const double at = (first + i) * step;
        if (at > to + step * 1e-6) break;
        const double value = at == 0 ? 0.0 : at / unit->seconds; // no minus before zero
        ticks.push_back({at, fixedText(value, decimals) + QLatin1Char(' ') + QString::fromUtf8(unit->name)});
    }
    return ticks;
}

} // namespace edgewright::views
