// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/schedulers/segments.h"

#include <algorithm>

namespace edgewright::memory {

std::vector<std::size_t> cuts(const FlatSchedule& flat) {
    const std::size_t count = flat.count();
    // Operator i divides all others when everything before it leads to it and it leads to everything behind it:
    // each earlier one has a successor up to i, each later one a predecessor from i on.
    const auto end = static_cast<std::int64_t>(count);
    std::vector<std::int64_t> leadsTo(count + 1, 0); // the farthest first successor of the operators before i
    std::vector<std::int64_t> comesFrom(count + 1, end); // the earliest last predecessor of those from i on
    for (std::size_t i = 0; i < count; ++i) {
        const auto after = flat.after[i];
        const std::int64_t first = after.empty() ? end : *std::min_element(after.begin(), after.end());
        leadsTo[i + 1] = std::max(leadsTo[i], first);
    }
    for (std::size_t i = count; i-- > 0;) {
        const auto before = flat.before[i];
        const std::int64_t last =
            before.empty() ? std::int64_t(-1) : *std::max_element(before.begin(), before.end());
        comesFrom[i] = std::min(comesFrom[i + 1], last);
    }
    std::vector<std::size_t> result{0};
    for (std::size_t i = 0; i < count; ++i) {
        const auto place = static_cast<std::int64_t>(i);
        if (leadsTo[i] > place || comesFrom[i + 1] < place) continue;
        if (result.back() != i) result.push_back(i);
        result.push_back(i + 1);
    }
    if (result.back() != count) result.push_back(count);
    return result;
}

std::vector<std::int64_t> stepBytes(const FlatSchedule& flat, const Order& order) {
    Walk walk(flat);
    std::vector<std::int64_t> bytes;
    for (const std::uint32_t op : order) {
        bytes.push_back(walk.cost(op));
        walk.run(op);
    }
    return bytes;
}

namespace {

// The order with a better one of [begin, end) inside; empty when there is none below `below`.
Order betterWindow(const FlatSchedule& flat, const Order& order, std::size_t begin, std::size_t end,
                   std::int64_t enough, std::int64_t below, SearchLimits& limits, const RunContext& run) {
    // The operators of a segment are numbered as they stand in the order.
    const FlatSchedule window = segmentOf(flat, order, begin, end);
    SearchLimits here = limits;
    here.states = std::min<std::int64_t>(limits.states, 10'000);
    const SearchResult found = searchDownSets(window, enough, below, here, run);
    limits.states -= found.states + static_cast<std::int64_t>(order.size() / 16); // counting takes time, too
    if (found.order.empty()) return {};
    Order better = order;
    for (std::size_t i = 0; i < found.order.size(); ++i)
        better[begin + i] = order[begin + found.order[i]];
    return better;
}

} // namespace

Order improveWindows(const FlatSchedule& flat, Order order, std::int64_t enough, const SearchLimits& limits,
                     const RunContext& run) {
    SearchLimits left = limits; // all windows together
    for (;;) {
        const std::vector<std::int64_t> bytes = stepBytes(flat, order);
        const auto worst = std::max_element(bytes.begin(), bytes.end());
        if (worst == bytes.end() || *worst <= enough) return order;
        const auto at = static_cast<std::size_t>(worst - bytes.begin());
        bool better = false;
        for (std::size_t width = 8; !better && width <= 64; width = width * 2) {
            // Around the step, before it, behind it.
            for (const std::size_t before : {width / 2, width - 1, std::size_t(0)}) {
                if (left.states <= 0 || run.stopped() || std::chrono::steady_clock::now() > left.deadline)
                    return order;
                const std::size_t begin = at > before ? at - before : 0;
                const std::size_t end = std::min(begin + width, order.size());
                Order changed = betterWindow(flat, order, begin, end, enough, *worst, left, run);
                if (changed.empty()) continue;
                order = std::move(changed);
                better = true;
                break;
            }
            if (width >= order.size()) break;
        }
        if (!better) return order;
    }
}

} // namespace edgewright::memory
