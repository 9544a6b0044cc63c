// SPDX-License-Identifier: GPL-3.0-or-later
// Irregularly wired networks as in Xie et al., "Exploring Randomly Wired Neural Networks for Image Recognition"
// (arXiv 1904.01569): a Watts-Strogatz graph whose edges go from smaller to larger nodes, one node before all
// sources and one behind all sinks.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace edgewright::test {

struct WiredNetwork {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> edges; // (from, to), from < to, sorted, no doubles
    std::vector<std::int64_t> sizes;                            // by node, of what it writes: 1, 2, 4 or 8
};

// WS(inner, neighbours, rewiring) with inner + 2 nodes; the same seed gives the same network everywhere.
WiredNetwork wattsStrogatz(std::uint32_t inner, std::uint32_t neighbours, double rewiring, std::uint32_t seed);

} // namespace edgewright::test
