// SPDX-License-Identifier: GPL-3.0-or-later
// What of a graph must run, in which order, and when each value may be freed.
#pragma once

#include "core/base/result.h"
#include "core/ir/graph.h"

#include <span>
#include <string>
#include <vector>

namespace edgewright::exec {

struct Schedule {
    struct Step {
        NodeId node;
        std::vector<ValueId> reads; // distinct, captures of its subgraphs included
    };
    std::vector<Step> steps;
    std::vector<std::uint32_t> readers; // per value: how many steps read it
    std::vector<bool> kept;             // per value: an output or captured, never freed
};

// Only what outputs and `captures` need; nodes whose wanted elements are already folded are left out.
Result<Schedule> schedule(const ir::Graph& graph, std::span<const ValueId> captures);

// "node 'Gather_7' (Gather)"
std::string nameOf(const ir::Node& node);

} // namespace edgewright::exec
