// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/search/history.h"

#include <algorithm>

namespace edgewright::cost::search {

namespace {

constexpr int Draws = 1024;                     // at random, before the scan
constexpr PointId ScanLimit = PointId(1) << 24; // points of one scan
constexpr PointId PointsBetweenPolls = PointId(1) << 14;

} // namespace

std::vector<PointId> firstUnknown(const Space& space, const History& history, std::int64_t limit) {
    std::vector<PointId> found;
    const auto add = [&](const Point& point) {
        if (std::ssize(found) == limit || !admits(space, point)) return;
        const PointId id = idOf(space, point);
        if (!history.knows(id) && !std::ranges::count(found, id)) found.push_back(id);
    };
    std::ranges::for_each(space.first, add);
    if (space.hints && found.empty() && !history.trials().empty()) std::ranges::for_each(space.hints(), add);
    return found;
}

std::optional<PointId> Unknown::next(const History& history, std::span<const PointId> others, Random& random,
                                     const RunContext& run) {
    const auto isUnknown = [&](PointId id) { return !history.knows(id) && !std::ranges::count(others, id); };
    m_exhausted = false;
    // In a space that is nearly used up a draw mostly hits what is known.
    const int draws = history.trials().size() + others.size() >= m_points / 2 ? 16 : Draws;
    for (int i = 0; i < draws; ++i) {
        if (!draw(m_space, random, m_point, 1)) continue;
        if (const PointId id = idOf(m_space, m_point); isUnknown(id)) return id;
    }
    bool isPrefix = true; // of points that nobody will ask for again
    for (PointId id = m_from, scanned = 0; id < m_points; ++id, ++scanned) {
        if (scanned == ScanLimit || (scanned % PointsBetweenPolls == 0 && run.stopped())) return std::nullopt;
        decode(m_space, id, m_point);
        if (!history.knows(id) && admits(m_space, m_point)) {
            if (isUnknown(id)) return id;
            isPrefix = false;
        }
        if (isPrefix) m_from = id + 1;
    }
    m_exhausted = true;
    return std::nullopt;
}

} // namespace edgewright::cost::search
