// SPDX-License-Identifier: GPL-3.0-or-later
// A network as the actions of a run on a GPU: launches, copies, and operators that this machine computes. Needs
// no GPU.
#pragma once

#include "core/base/result.h"
#include "core/gpu/layers/layer.h"
#include "core/ir/graph.h"

#include <string>
#include <vector>

namespace edgewright::gpu {

enum class ActionKind {
    Launches, // of one operator
    OnHost,   // an operator that no kernel does
    ToGpu,    // a value
    ToHost    // a value
};

struct Action {
    ActionKind kind = ActionKind::Launches;
    NodeId node;             // that runs; of a copy the one that it is for, invalid for an output
    ValueId value = {};      // that is copied
    std::size_t layer = 0;   // of launches, in NetworkPlan::layers
    std::string reason = {}; // for which no kernel does it
};

struct NetworkPlan {
    std::vector<Action> actions; // in order
    std::vector<Layer> layers;
    std::size_t count(ActionKind kind) const;
};

// The nodes that outputs depend on; what is known before a run is no action. BadInput for a graph with a
// circle.
Result<NetworkPlan> networkPlan(const ir::Graph& graph, const ir::Opsets& opsets, const LayerTarget& target);

} // namespace edgewright::gpu
