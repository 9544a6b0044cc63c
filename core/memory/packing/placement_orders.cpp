// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/packing/placement_orders.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

namespace edgewright::memory {

namespace {

// The largest breadth that each buffer sees in its life: placing buffers by it, then by step, then by size,
// visits them as "for each step by breadth, for each buffer alive in it" does.
struct Rank {
    std::int64_t breadth = 0;
    std::int64_t step = 0; // the first step of that breadth
};

Rank higher(const Rank& a, const Rank& b) {
    if (a.breadth != b.breadth) return a.breadth > b.breadth ? a : b;
    return a.step <= b.step ? a : b;
}

std::vector<Rank> ranks(const Problem& problem) {
    // Breadth changes only where some piece of a buffer begins or ends.
    std::vector<std::int64_t> times;
    for (const Buffer& buffer : problem.buffers) {
        times.push_back(buffer.lower);
        times.push_back(buffer.upper);
        for (const Gap& gap : buffer.gaps) {
            times.push_back(gap.lower);
            times.push_back(gap.upper);
        }
    }
    std::ranges::sort(times);
    times.erase(std::unique(times.begin(), times.end()), times.end());
    const auto at = [&](std::int64_t time) {
        return static_cast<std::size_t>(std::ranges::lower_bound(times, time) - times.begin());
    };
    std::vector<std::int64_t> breadth(times.size() + 1, 0);
    for (const Buffer& buffer : problem.buffers)
        for (const Piece& piece : pieces(buffer)) {
            breadth[at(piece.lower)] += piece.end - piece.begin;
            breadth[at(piece.upper)] -= piece.end - piece.begin;
        }
    // highest[k][i]: of the 2^k times from i on.
    std::vector<std::vector<Rank>> highest(1);
    std::int64_t live = 0;
    for (std::size_t i = 0; i < times.size(); ++i)
        highest[0].push_back({live += breadth[i], times[i]});
    for (std::size_t width = 1; 2 * width <= times.size(); width *= 2) {
        const std::vector<Rank>& half = highest.back();
        std::vector<Rank> next;
        for (std::size_t i = 0; i + 2 * width <= times.size(); ++i)
            next.push_back(higher(half[i], half[i + width]));
        highest.push_back(std::move(next));
    }

    std::vector<Rank> result;
    result.reserve(problem.buffers.size());
    for (const Buffer& buffer : problem.buffers) {
        const std::size_t from = at(buffer.lower);
        const std::size_t to = at(buffer.upper);
        const auto level = static_cast<std::size_t>(std::bit_width(to - from) - 1);
        result.push_back(higher(highest[level][from], highest[level][to - (std::size_t(1) << level)]));
    }
    return result;
}

// The buffers by descending keys; of equals the one that is born first.
template <typename Key>
std::vector<std::size_t> sorted(const Problem& problem, const Key& key) {
    std::vector<decltype(key(std::size_t(0)))> keys;
    keys.reserve(problem.buffers.size());
    for (std::size_t i = 0; i < problem.buffers.size(); ++i)
        keys.push_back(key(i));
    std::vector<std::size_t> order(problem.buffers.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
        return keys[a] != keys[b] ? keys[a] > keys[b] : problem.buffers[a].lower < problem.buffers[b].lower;
    });
    return order;
}

} // namespace

std::vector<std::size_t> bySize(const Problem& problem) {
    return sorted(problem, [&](std::size_t i) { return problem.buffers[i].size; });
}

std::vector<std::size_t> byLifetime(const Problem& problem) {
    return sorted(problem, [&](std::size_t i) {
        const Buffer& buffer = problem.buffers[i];
        return std::pair(buffer.upper - buffer.lower, buffer.size);
    });
}

std::vector<std::size_t> byConflicts(const Problem& problem) {
    std::vector<std::int64_t> births, deaths;
    for (const Buffer& buffer : problem.buffers) {
        births.push_back(buffer.lower);
        deaths.push_back(buffer.upper);
    }
    std::ranges::sort(births);
    std::ranges::sort(deaths);
    return sorted(problem, [&](std::size_t i) {
        const Buffer& buffer = problem.buffers[i];
        const auto born = std::ranges::lower_bound(births, buffer.upper) - births.begin();
        const auto dead = std::ranges::upper_bound(deaths, buffer.lower) - deaths.begin();
        return std::pair(born - dead, buffer.size);
    });
}

std::vector<std::size_t> byBreadth(const Problem& problem) {
    const std::vector<Rank> rank = ranks(problem);
    std::vector<std::size_t> order(problem.buffers.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
        if (rank[a].breadth != rank[b].breadth) return rank[a].breadth > rank[b].breadth;
        if (rank[a].step != rank[b].step) return rank[a].step < rank[b].step;
        return problem.buffers[a].size > problem.buffers[b].size;
    });
    return order;
}

} // namespace edgewright::memory
