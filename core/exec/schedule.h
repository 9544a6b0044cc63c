// SPDX-License-Identifier: GPL-3.0-or-later
// The nodes of a graph that must run, their order, and the step after which each value may be freed.
#pragma once

#include "core/base/result.h"
#include "core/exec/concat_slices.h"
#include "core/exec/fused/code_map.h"
#include "core/exec/fused/fused_kernel.h"
#include "core/exec/fused/plane_moves.h"
#include "core/exec/fused/row_kernel.h"
#include "core/exec/generated_node.h"
#include "core/exec/storage.h"
#include "core/ir/graph.h"
#include "core/ops/operator.h"

#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace edgewright::exec {

struct Schedule {
    struct Step {
        NodeId node;
        std::vector<ValueId> reads; // distinct, captures of its subgraphs included
        std::vector<ValueId> freed; // after it: read or written by it, and never read again
        std::vector<ValueId>
            handedOver; // to a body: inputs that neither it nor a subgraph reads in another way
        const ops::Operator* op = nullptr;  // null for a node with a body, and for an unknown operator
        std::int64_t opset = 1;             // of the node's domain
        bool inPlace = false;               // element-wise: may write over an input that nobody else reads
        std::unique_ptr<CodeMap> map;       // of a group that is a function of a code
        std::unique_ptr<FusedKernel> fused; // of a group that runs as one kernel
        std::unique_ptr<PlaneMoves> moves;  // of a group that only moves elements
        std::unique_ptr<RowKernel> rows;    // of a group that goes over rows
        std::unique_ptr<Schedule> body;     // of any other group or function, made when it first runs
        std::shared_ptr<const ir::Graph> members; // what `body` schedules
        std::unique_ptr<GeneratedNode> generated; // once a generated kernel ran
        std::shared_ptr<void> state;              // what the kernel keeps from run to run
        std::string key;                          // kernelKey() when it first ran; empty: nobody asked
        // Memory of the last run's lists, both empty; taken by the next one.
        std::vector<const ir::Tensor*> inputs;
        std::vector<Block> results;

        // Lets go of all that the program's own kernel keeps from run to run; it is made again when it runs.
        void forgetOwn() {
            state.reset();
            body.reset();
            if (fused) fused->forget();
        }
    };
    static constexpr std::uint32_t NoStep = std::numeric_limits<std::uint32_t>::max();
    std::vector<Step> steps;
    std::vector<std::uint32_t> lastReader;           // per value: place of the last step that reads it
    std::vector<bool> kept;                          // per value: an output or captured, never freed
    std::vector<ValueId> keptIds;                    // the same
    std::unordered_map<ValueId, ConcatSlice> slices; // what is written where a Concat of its group wants it
    std::vector<Block> values; // memory of the last frame's values, all empty; taken by the next one
};

// Only what outputs and `captures` need; nodes whose wanted elements are already folded are left out.
Result<Schedule> schedule(const ir::Graph& graph, const ir::Opsets& opsets, std::span<const ValueId> captures);

// "node 'Gather_7' (Gather)"
std::string nameOf(const ir::Node& node);

} // namespace edgewright::exec
