// SPDX-License-Identifier: GPL-3.0-or-later
// The outputs of a graph when one of its tensors is another one: only what depends on that tensor runs again.
#pragma once

#include "core/exec/program.h"

#include <set>
#include <vector>

namespace edgewright::pipeline {

// Inputs, and what its subgraphs read from around them.
std::vector<ValueId> valuesReadBy(const ir::Node& node);

class RestOfGraph {
public:
    // `graph`: lowered (exec::lower), in execution order; it and `opsets` must outlive this. `tensors`: values
    // that nodes write, one of which is another one in each run.
    RestOfGraph(const ir::Graph& graph, const ir::Opsets& opsets, std::vector<ValueId> tensors);

    // The values that a run of the whole graph must capture for outputs().
    const std::set<ValueId>& needed() const { return m_needed; }

    // The graph's outputs where tensor `at` is `tensor`. `known`: needed(), from a run on the same feeds.
    Result<std::vector<ir::Tensor>> outputs(std::size_t at, const ir::Tensor& tensor, const ir::Feeds& feeds,
                                            const std::unordered_map<ValueId, ir::Tensor>& known,
                                            int threads = 1, const RunContext& run = {});

private:
    const std::vector<ValueId> m_tensors;
    exec::Program m_program;
    const ir::Tensor m_nothing = ir::Tensor::scalar<float>(0);
    std::set<ValueId> m_needed;
    std::vector<std::vector<bool>> m_dependent; // by place in `tensors`, by node
};

} // namespace edgewright::pipeline
