// SPDX-License-Identifier: GPL-3.0-or-later
// Irregularly wired networks as scheduling problems. For tests that link edgewright_memory.
#pragma once

#include "core/memory/scheduler.h"
#include "tests/support/wired_networks.h"

#include <string>

namespace edgewright::test {

// A node is an operator with one result of its own; the last one's outlives the network.
inline memory::ScheduleProblem scheduleProblem(const WiredNetwork& network) {
    memory::ScheduleProblem problem;
    for (std::uint32_t i = 0; i < network.sizes.size(); ++i) {
        const std::string name = std::to_string(i);
        problem.storages.push_back({name, network.sizes[i], false, i + 1 == network.sizes.size()});
        problem.operators.push_back({name, {}, {}, {i}, {}, 0});
    }
    for (const auto& [from, to] : network.edges) {
        problem.operators[to].after.push_back(from);
        problem.operators[to].reads.push_back(from);
    }
    return problem;
}

} // namespace edgewright::test
