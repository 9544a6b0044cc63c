// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/search/strategies.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <random>
#include <utility>

namespace edgewright::memory::search {

namespace {

std::vector<std::uint32_t> inverse(const std::vector<std::uint32_t>& order) {
    std::vector<std::uint32_t> ranks(order.size());
    for (std::uint32_t i = 0; i < order.size(); ++i)
        ranks[order[i]] = i;
    return ranks;
}

} // namespace

std::vector<std::uint32_t> ranks(const Problem& problem, const Instance& instance, Order order) {
    std::vector<std::array<double, 3>> keys;
    for (const Item& item : instance.items) {
        const Buffer& buffer = problem.buffers[item.buffer];
        const auto life = static_cast<double>(buffer.upper - buffer.lower);
        const auto size = static_cast<double>(item.size);
        Units crowd = 0;
        for (const Part& part : item.parts)
            for (std::uint32_t t = part.from; t < part.to; ++t)
                crowd = std::max(crowd, instance.live[t]);
        const auto crowded = static_cast<double>(crowd);
        const double area = life * size;
        if (order == Order::Lifetime) keys.push_back({life, area, crowded});
        if (order == Order::Area) keys.push_back({area, life, crowded});
        if (order == Order::Size) keys.push_back({size, life, crowded});
        if (order == Order::Crowded) keys.push_back({crowded, life, area});
    }
    std::vector<std::uint32_t> sorted(keys.size());
    std::iota(sorted.begin(), sorted.end(), 0u);
    std::ranges::stable_sort(sorted, [&](std::uint32_t a, std::uint32_t b) { return keys[a] > keys[b]; });
    return inverse(sorted);
}

std::vector<std::uint32_t> disturbed(std::vector<std::uint32_t> ranks, double share, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    std::vector<std::pair<double, std::uint32_t>> places;
    const auto count = static_cast<double>(ranks.size());
    for (std::uint32_t i = 0; i < ranks.size(); ++i) {
        const double chance = static_cast<double>(random() >> 11) * 0x1p-53;
        const double elsewhere = static_cast<double>(random() >> 11) * 0x1p-53 * count;
        places.emplace_back(chance < share ? elsewhere : static_cast<double>(ranks[i]), i);
    }
    std::ranges::sort(places);
    for (std::uint32_t i = 0; i < places.size(); ++i)
        ranks[places[i].second] = i;
    return ranks;
}

std::vector<Strategy> diveStrategies(const Problem& problem, const Instance& instance) {
    std::vector<Strategy> strategies;
    for (const Order order : {Order::Lifetime, Order::Area, Order::Size, Order::Crowded})
        strategies.push_back({Strategy::Column::LeastSlack, false, ranks(problem, instance, order)});
    return strategies;
}

std::vector<Strategy> portfolio(const Problem& problem, const Instance& instance) {
    using enum Strategy::Column;
    const auto lifetime = ranks(problem, instance, Order::Lifetime);
    const auto area = ranks(problem, instance, Order::Area);
    const auto size = ranks(problem, instance, Order::Size);
    const auto crowded = ranks(problem, instance, Order::Crowded);
    return {
        {FewestCandidates, true, lifetime}, {LeastSlack, false, lifetime},
        {FewestCandidates, false, area},    {FewestCandidates, true, size},
        {FewestCandidates, false, size},    {LeastSlack, false, area},
        {FewestCandidates, true, area},     {FewestCandidates, false, lifetime},
        {LeastSlack, true, area},           {FewestCandidates, true, crowded},
        {LeastSlack, false, crowded},       {LeastSlack, true, size},
    };
}

} // namespace edgewright::memory::search
