// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/wired_networks.h"

#include <algorithm>
#include <random>
#include <set>

namespace edgewright::test {

WiredNetwork wattsStrogatz(std::uint32_t inner, std::uint32_t neighbours, double rewiring, std::uint32_t seed) {
    std::mt19937 random(seed);
    const auto anyNode = [&] { return static_cast<std::uint32_t>(random() % inner); };
    const auto chance = [&] { return static_cast<double>(random()) / 4294967296.0; };
    std::set<std::pair<std::uint32_t, std::uint32_t>> links; // of the ring, smaller node first
    const auto link = [](std::uint32_t a, std::uint32_t b) {
        return std::pair(std::min(a, b), std::max(a, b));
    };
    for (std::uint32_t i = 0; i < inner; ++i)
        for (std::uint32_t d = 1; d <= neighbours / 2; ++d)
            links.insert(link(i, (i + d) % inner));
    for (std::uint32_t d = 1; d <= neighbours / 2; ++d)
        for (std::uint32_t i = 0; i < inner; ++i) {
            const auto old = link(i, (i + d) % inner);
            if (chance() >= rewiring || !links.contains(old)) continue;
            std::uint32_t other = anyNode();
            for (int tries = 0; tries < 100 && (other == i || links.contains(link(i, other))); ++tries)
                other = anyNode();
            if (other == i || links.contains(link(i, other))) continue;
            links.erase(old);
            links.insert(link(i, other));
        }

    WiredNetwork network;
    std::vector<bool> reads(inner, false), isRead(inner, false);
    for (const auto& [from, to] : links) {
        network.edges.emplace_back(from + 1, to + 1);
        reads[to] = isRead[from] = true;
    }
    for (std::uint32_t i = 0; i < inner; ++i) {
        if (!reads[i]) network.edges.emplace_back(0, i + 1);
        if (!isRead[i]) network.edges.emplace_back(i + 1, inner + 1);
    }
    std::ranges::sort(network.edges);
    for (std::uint32_t i = 0; i < inner + 2; ++i)
        network.sizes.push_back(std::int64_t(1) << (random() % 4));
    return network;
}

} // namespace edgewright::test
