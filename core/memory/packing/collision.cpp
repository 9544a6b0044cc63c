// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/packing/collision.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <tuple>

namespace edgewright::memory {

// Walks through time over what is alive, by address: while nothing overlaps, only neighbours can begin to.
std::optional<std::pair<Box, Box>> firstCollision(const std::vector<Box>& boxes) {
    struct Event {
        std::int64_t time;
        bool birth;
        std::size_t box;
    };
    std::vector<Event> events;
    events.reserve(2 * boxes.size());
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        events.push_back({boxes[i].lower, true, i});
        events.push_back({boxes[i].upper, false, i});
    }
    std::ranges::sort(events, [](const Event& a, const Event& b) {
        return std::tuple(a.time, a.birth, a.box) < std::tuple(b.time, b.birth, b.box);
    });
    std::map<std::int64_t, std::size_t> alive; // by first address
    for (const Event& event : events) {
        const Box& box = boxes[event.box];
        if (!event.birth) {
            alive.erase(box.begin);
            continue;
        }
        const auto above = alive.lower_bound(box.begin);
        if (above != alive.end() && above->first < box.end) return std::pair(boxes[above->second], box);
        if (above != alive.begin() && boxes[std::prev(above)->second].end > box.begin)
            return std::pair(boxes[std::prev(above)->second], box);
        alive.emplace_hint(above, box.begin, event.box);
    }
    return std::nullopt;
}

} // namespace edgewright::memory
