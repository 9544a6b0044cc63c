// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/costs/exploration.h"

#include <algorithm>

namespace edgewright::pipeline {

std::optional<std::size_t> Explored::placeOf(std::uint64_t index) const {
    const auto found = std::ranges::lower_bound(points, index, {}, &cost::DesignPoint::index);
    if (found == points.end() || found->index != index) return std::nullopt;
    return static_cast<std::size_t>(found - points.begin());
}

std::optional<std::size_t> Explored::placeOf(const cost::Accelerator& accelerator) const {
    const auto index = space().indexOf(accelerator);
    const auto place = index ? placeOf(*index) : std::nullopt;
    return place && points[*place].isPossible() ? place : std::nullopt;
}

std::int64_t Explored::alongFront(std::int64_t from, bool isBack) const {
    if (front.empty()) return -1;
    const auto at = std::ranges::find(front, static_cast<std::size_t>(from));
    if (from < 0 || at == front.end()) return static_cast<std::int64_t>(front.front());
    if (isBack ? at == front.begin() : at + 1 == front.end()) return -1;
    return static_cast<std::int64_t>(isBack ? *(at - 1) : *(at + 1));
}

} // namespace edgewright::pipeline
