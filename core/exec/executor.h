// SPDX-License-Identifier: GPL-3.0-or-later
// Runs a graph in FP32 on this machine, node by node.
#pragma once

#include "core/base/result.h"
#include "core/base/run_context.h"
#include "core/ir/arena_plan.h"
#include "core/ir/feeds/feeds.h"
#include "core/ir/graph.h"
#include "core/kernels/generated_kernel.h"
#include "core/kernels/kernel_choice.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

namespace edgewright::exec {

// The time of a node, with freeing what it read last: the times of all nodes add up to that of the loop over
// them.
struct NodeTiming {
    NodeId node;
    double microseconds = 0;
    double start = 0; // microseconds since the first node began
};

// The scratch memory that a node, with all inside it, needed at once while it ran.
struct NodeScratch {
    NodeId node;
    std::int64_t bytes = 0; // each piece rounded up to 64
};

struct RunOptions : kernels::KernelChoice {
    // Inputs (copied there) and intermediates live at their planned offsets in one arena; values that the plan
    // does not list are allocated, such inputs stay where they are. A slot is used when its size is the
    // value's, or, of ArenaPlan::atMost, no smaller. Two values may share one when the first dies at the
    // element-wise node that writes the second: those kernels read each element before they write it. A view
    // whose slot lies where its bytes are already, and so a Slice, a Split, a part of a Concat, moves nothing;
    // any other is copied. What operators need for themselves has its slots, too, and is allocated where those
    // are missing or too small; likewise the values of what runs inside of nodes. The arena counts in full in
    // valueBytes, and as one allocation. A plan that is wrong gives wrong results.
    const ir::ArenaPlan* arena = nullptr;
    // The kernels that `generated` names; without one of them the run fails. Nodes of the top graph run by
    // them.
    std::shared_ptr<const kernels::LoadedKernels> loaded = {};
    // Before each node, everything in the arena that holds no live value is filled with a pattern; afterwards
    // the pattern and all live values that the node does not write must be unchanged, or the run fails and
    // names the node.
    bool guardArena = false;
    std::int64_t memoryLimitBytes = ir::MaxRunBytes; // of peakBytes
    std::int64_t loopTripLimit = 1'000'000;
    // Round after each operator of the top graph to the float16 or bfloat16 that its outputs are declared as.
    // The default keeps float32 between them (widen_half.h), which is what other runtimes do on a processor;
    // outputs and captured values have their declared types either way. With an arena, whose slots have the
    // declared sizes, with `replace` and where a half initializer is fed, every run rounds.
    bool roundHalves = false;
    // Read the clock after each node, which makes a network of many small operators some percent slower.
    // Without it RunResult::timings are zeros.
    bool timeNodes = false;
    // Keep these values in RunResult::captured (in addition to the outputs).
    std::vector<ValueId> capture;
    // Called instead of the node's own kernel when it returns true-ish outputs; for INT8 simulation of single
    // layers. Gets the node and its inputs (null = omitted); an empty optional means: run the kernel as usual.
    // Nodes of the top graph only: ids inside bodies are those of another graph.
    std::function<std::optional<Result<std::vector<ir::Tensor>>>(const ir::Node&,
                                                                 std::span<const ir::Tensor* const>)>
        replace;
};

struct RunResult {
    std::vector<ir::Tensor> outputs; // in the order of graph.outputs
    std::unordered_map<ValueId, ir::Tensor> captured;
    std::vector<NodeTiming> timings;            // in execution order, top graph only
    std::chrono::duration<double> inputCopy{0}; // that copying inputs into the arena took
    // The memory of the run: the largest sum of intermediates and what operators needed for themselves at once,
    // whose memory the program keeps for its next run, and preparedBytes. Inputs, weights and the graph itself
    // are not counted. The least memoryLimitBytes that the run passes.
    std::int64_t peakBytes = 0;
    std::int64_t valueBytes = 0; // the largest sum of intermediates alone, which is what a plan is about
    // Bytes that kernels have made of weights (packed matrices, weights as float32) and keep for later runs of
    // the program. A plan has no place for it: like the weights, it stays beside the arena.
    std::int64_t preparedBytes = 0;
    std::int64_t arenaReach = 0;      // one past the highest byte of the arena that a value was put at
    std::int64_t allocations = 0;     // of intermediates
    std::vector<NodeScratch> scratch; // in execution order, top graph only; of those that needed any
    std::int64_t operatorCalls = 0;   // one per node of the top graph: a fused group counts once

    std::int64_t scratchBytes() const { // the most that one node needed
        std::int64_t most = 0;
        for (const NodeScratch& each : scratch)
            most = std::max(most, each.bytes);
        return most;
    }
};

// `graph` should have inferred types (ops::inferTypes). Intermediates are freed after their last reader.
// Errors name node and operator: "node 'Gather_7' (Gather): index 12 is outside [-10, 9]".
Result<RunResult> run(const ir::Graph& graph, const ir::Opsets& opsets, const ir::Feeds& feeds,
                      const RunOptions& options, const RunContext& context = {});

} // namespace edgewright::exec
