// SPDX-License-Identifier: GPL-3.0-or-later
// The arithmetic and the times of a network's operators, the latter from profiled runs of it.
#pragma once

#include "core/device/record/record.h"
#include "core/exec/executor.h"
#include "core/fusion/fuse.h"
#include "core/ir/graph.h"
#include "core/pipeline/memory/memory_plan.h"
#include "core/pipeline/quantization/improved/quantized_network.h"

#include <cstdint>
#include <vector>

namespace edgewright::device {

// The arithmetic of most of the MACs of `node` and what it holds; Float32 where there are none.
Arithmetic arithmeticOf(const ir::Graph& graph, const ir::Node& node);

// An operator that ran.
struct Ran {
    const ir::Graph* graph = nullptr;
    const pipeline::MemoryPlan* plan = nullptr;            // that it ran in: `graph` is lowered; null: none
    const fusion::History* history = nullptr;              // that made the graph; null: it is the original one
    const pipeline::QuantizedNetwork* quantized = nullptr; // that the graph is of; null: in float32
};

// A quantile of each operator over the runs, which all have the same operators in the same order.
std::vector<OperatorTime> operatorTimes(const Ran& ran, const std::vector<std::vector<exec::NodeTiming>>& runs,
                                        double quantile = 0.5);

} // namespace edgewright::device
