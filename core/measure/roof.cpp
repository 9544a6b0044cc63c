// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/roof.h"

#include "core/base/say.h"

#include <algorithm>

namespace edgewright::measure {

double LevelBandwidth::best() const { return std::max({read, copy, triad}); }

std::optional<std::string> levelFault(std::span<const LevelBandwidth> inner, const LevelBandwidth& level) {
    if (level.level.empty()) return say("a level with a name");
    if (std::ranges::find(inner, level.level, &LevelBandwidth::level) != inner.end())
        return say("each level once");
    if (!inner.empty() &&
        (inner.back().capacity == 0 || (level.capacity > 0 && level.capacity < inner.back().capacity)))
        return say("levels from the core outwards, what has no capacity (memory) last");
    return std::nullopt;
}

const LevelBandwidth* ThreadRoof::level(std::string_view name) const {
    const auto found = std::ranges::find(levels, name, &LevelBandwidth::level);
    return found != levels.end() ? &*found : nullptr;
}

const LevelBandwidth* ThreadRoof::levelHolding(std::int64_t bytes) const {
    for (const LevelBandwidth& each : levels)
        if (each.capacity == 0 || bytes <= each.capacity) return &each;
    return levels.empty() ? nullptr : &levels.back();
}

const ThreadRoof* Roof::on(int count) const {
    const auto found = std::ranges::find(threads, count, &ThreadRoof::threads);
    return found != threads.end() ? &*found : nullptr;
}

bool ThreadRoof::isInOrder() const {
    if (levels.size() > MaxLevels) return false;
    for (std::size_t i = 0; i < levels.size(); ++i)
        if (levelFault(std::span(levels).first(i), levels[i])) return false;
    return true;
}

bool Roof::isInOrder() const {
    for (std::size_t i = 0; i < threads.size(); ++i)
        if (!threads[i].isInOrder() || (i > 0 && threads[i].threads <= threads[i - 1].threads)) return false;
    for (std::size_t i = 1; i < curve.size(); ++i)
        if (curve[i].bytes <= curve[i - 1].bytes) return false;
    return true;
}

} // namespace edgewright::measure
