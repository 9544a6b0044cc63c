// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/accelerator/dse/coordinate_axis.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace edgewright::views {

std::string CoordinateAxis::name() const {
    return std::string(varied ? cost::nameOf(varied->axis) : cost::nameOf(measured.measure));
}

double CoordinateAxis::shareOf(const pipeline::Explored& explored, std::size_t place) const {
    const cost::DesignPoint& point = explored.points[place];
    if (!varied) return std::clamp(measured.scale.share(cost::valueOf(point, measured.measure)), 0.0, 1.0);
    return shareOfSlot(varied->values.slotOf(explored.space().placeOf(point.index)));
}

double CoordinateAxis::shareOfSlot(std::size_t slot) const {
    const std::size_t count = varied->values.count();
    return count < 2 ? 0.5 : static_cast<double>(slot) / static_cast<double>(count - 1);
}

AxisInterval CoordinateAxis::between(double low, double high) const {
    if (!varied) {
        const double bottom = measured.scale.low(), span = measured.scale.high() / bottom;
        return {low <= 0 ? 0 : bottom * std::pow(span, low),
                high >= 1 ? std::numeric_limits<double>::max() : bottom * std::pow(span, high)};
    }
    const cost::Direction& values = varied->values;
    const auto last = static_cast<double>(values.count() - 1);
    double first = std::ceil(low * last - 1e-9), end = std::floor(high * last + 1e-9);
    if (first > end) first = end = std::round((low + high) / 2 * last);
    return {values.value(static_cast<std::size_t>(first)), values.value(static_cast<std::size_t>(end))};
}

std::optional<std::pair<double, double>> CoordinateAxis::sharesOf(const AxisInterval& interval) const {
    if (!varied)
        return std::pair(std::clamp(measured.scale.share(interval.low), 0.0, 1.0),
                         std::clamp(measured.scale.share(interval.high), 0.0, 1.0));
    double low = 1, high = 0;
    for (std::size_t slot = 0; slot < varied->values.count(); ++slot) {
        if (!interval.contains(varied->values.value(slot))) continue;
        low = std::min(low, shareOfSlot(slot));
        high = std::max(high, shareOfSlot(slot));
    }
    return low > high ? std::nullopt : std::optional(std::pair(low, high));
}

} // namespace edgewright::views
