// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/explore/tied_best.h"

#include <algorithm>
#include <tuple>

namespace edgewright::cost {

namespace {

// Of points that are tied the first one is taken.
auto tieOrder(const DesignPoint& point, Measure measure) {
    return std::tuple(point.area, valueOf(point, measure), point.seconds, point.energy, point.index);
}

} // namespace

void TiedBest::add(const DesignPoint& point) {
    const double value = valueOf(point, m_measure);
    const auto isOut = [&](const DesignPoint& each) {
        return valueOf(each, m_measure) >= m_least * Noticeable;
    };
    if (value > m_least && isOut(point)) return;
    // Wherever `other` is tied, so is `one`, and is taken before it.
    const auto isBefore = [&](const DesignPoint& one, const DesignPoint& other) {
        return valueOf(one, m_measure) <= valueOf(other, m_measure) &&
               tieOrder(one, m_measure) < tieOrder(other, m_measure);
    };
    if (std::ranges::any_of(m_tied, [&](const DesignPoint& each) { return isBefore(each, point); })) return;
    m_least = std::min(m_least, value);
    std::erase_if(m_tied, [&](const DesignPoint& each) {
        return isBefore(point, each) || (valueOf(each, m_measure) > m_least && isOut(each));
    });
    m_tied.push_back(point);
}

const DesignPoint& TiedBest::best() const {
    return *std::ranges::min_element(m_tied, {},
                                     [&](const DesignPoint& each) { return tieOrder(each, m_measure); });
}

} // namespace edgewright::cost
