// SPDX-License-Identifier: GPL-3.0-or-later
// The graph that a variant of a task runs: whoever measures, plans or shows a variant asks here.
#pragma once

#include "core/base/result.h"
#include "core/base/run_context.h"
#include "core/device/this_machine.h"
#include "core/ir/graph.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace edgewright::device {

struct VariantGraph {
    std::shared_ptr<const ir::Graph> graph;         // as it is planned: fused or not, before it is lowered
    const ir::Opsets* opsets = nullptr;             // of the task
    std::shared_ptr<const fusion::History> history; // that made the graph; null: it is the original one
    std::shared_ptr<const pipeline::QuantizedNetwork> quantized; // that the graph is of; null: in float32
    std::shared_ptr<const pipeline::MemoryPlan> plan;            // that it runs in; null: without an arena
};

// Makes what the variants need and the task lacks: the quantized network, memory plans. Variants of a network
// that cannot be quantized or planned so go to Task::leftOut, with the reason; where no other is left, that is
// the error. `doing`: as Listener.
Result<void> complete(Task& task, const RunContext& run = {},
                      const std::function<void(const std::string&)>& doing = {});

// The graph for a task that is complete. BadInput, naming the variant, where it lacks something.
Result<VariantGraph> graphOf(const Task& task, const Variant& variant);

// Bytes of the constants that the nodes of a graph read, those in subgraphs and bodies included: what several
// share counts once. As a bundle of the graph holds them.
std::int64_t weightBytesOf(const ir::Graph& graph);

} // namespace edgewright::device
