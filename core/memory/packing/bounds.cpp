// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/packing/bounds.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <set>
#include <utility>

namespace edgewright::memory {

std::int64_t alignedBound(const Problem& problem, std::vector<std::int64_t>* perStep) {
    std::int64_t unit = 0;
    bool divisible = true;
    for (const Buffer& buffer : problem.buffers)
        for (const Piece& piece : pieces(buffer))
            unit = std::gcd(unit, std::gcd(buffer.alignment, piece.begin));
    const std::int64_t plain = lowerBound(problem, perStep);
    if (unit <= 1) return plain;
    struct Event {
        std::int64_t time;
        bool birth;
        std::int64_t bytes, padding;
    };
    std::vector<Event> events;
    for (const Buffer& buffer : problem.buffers)
        for (const Piece& piece : pieces(buffer)) {
            const std::int64_t bytes = piece.end - piece.begin;
            const std::int64_t padding = (unit - bytes % unit) % unit;
            divisible = divisible && padding == 0;
            events.push_back({piece.lower, true, bytes, padding});
            events.push_back({piece.upper, false, bytes, padding});
        }
    if (divisible) return plain;
    std::ranges::sort(events, [](const Event& a, const Event& b) {
        return a.time != b.time ? a.time < b.time : a.birth < b.birth;
    });
    constexpr std::int64_t Largest = std::numeric_limits<std::int64_t>::max();
    __extension__ __int128 live = 0;
    std::int64_t most = plain;
    std::multiset<std::int64_t> paddings;
    for (std::size_t i = 0; i < events.size(); ++i) {
        const Event& event = events[i];
        if (event.birth) {
            live += event.bytes;
            live += event.padding;
            paddings.insert(event.padding);
        } else {
            live -= event.bytes;
            live -= event.padding;
            paddings.erase(paddings.find(event.padding));
        }
        const bool last = i + 1 == events.size() || events[i + 1].time != event.time;
        if (!last || paddings.empty()) continue;
        const auto taken = live - *paddings.rbegin();
        const std::int64_t bytes = taken > Largest ? Largest : static_cast<std::int64_t>(taken);
        most = std::max(most, bytes);
        if (!perStep) continue;
        // Something is alive here and dies later: there is another event.
        for (std::int64_t t = event.time; t < events[i + 1].time; ++t)
            (*perStep)[static_cast<std::size_t>(t)] = bytes;
    }
    return most;
}

Solution concluded(const Problem& problem, std::vector<std::int64_t> offsets, std::int64_t bound) {
    Solution solution;
    solution.offsets = std::move(offsets);
    for (std::size_t i = 0; i < problem.buffers.size(); ++i)
        solution.peak = std::max(solution.peak, solution.offsets[i] + problem.buffers[i].size);
    solution.lowerBound = std::max(bound, alignedBound(problem));
    if (problem.capacity && solution.lowerBound > *problem.capacity)
        solution.outcome = Outcome::Infeasible;
    else if (solution.peak == solution.lowerBound)
        solution.outcome = Outcome::Optimal;
    return solution;
}

} // namespace edgewright::memory
