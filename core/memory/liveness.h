// SPDX-License-Identifier: GPL-3.0-or-later
// From a graph in execution order to the packing problem of its activations.
#pragma once

#include "core/base/diagnostic.h"
#include "core/base/result.h"
#include "core/ir/arena_plan.h"
#include "core/ir/graph.h"
#include "core/memory/problem.h"

#include <string>
#include <vector>

namespace edgewright::memory {

struct LivenessOptions {
    std::int64_t alignment = 64; // bytes
    // Views (Reshape, Flatten, Squeeze, Unsqueeze, Identity, Dropout) share their input's buffer; an
    // element-wise operator overwrites an input that dies there, where sizes agree.
    bool inPlace = true;
};

// One decision to share storage, with its reason, so that it can be listed.
struct Sharing {
    ValueId value;  // lives in the buffer of ...
    ValueId source; // ... this one
    NodeId node;
    std::string reason;
};

struct Liveness {
    Problem problem;
    std::vector<NodeId> steps; // step -> node, execution order; what is known beforehand does not run
    std::vector<std::vector<ValueId>> values; // by BufferId; the first one gives the buffer its name
    std::vector<NodeId> producer;             // by BufferId; invalid for graph inputs
    std::vector<Sharing> sharings;
    Diagnostics skipped; // values without a full shape: not planned
};

// Activations, graph inputs and outputs; weights are not planned. Graph inputs live from step 0, graph outputs
// until the end. Values whose elements are known beforehand (constants, folded) take no space.
Liveness liveness(const ir::Graph& graph, const LivenessOptions& options = {});

// The plan as the executor takes it.
ir::ArenaPlan arenaPlan(const Liveness& liveness, const Solution& solution);

} // namespace edgewright::memory
