// SPDX-License-Identifier: GPL-3.0-or-later
// Parts of a graph that run again, or piece by piece.
#pragma once

#include "core/exec/executor.h"
#include "core/exec/program.h"

#include <functional>
#include <set>
#include <unordered_map>
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

// A graph run piece by piece for several samples at once: what a tensor needs runs once for each sample,
// although constants further on change in between.
class StepThrough {
public:
    // The limit of what is kept between the pieces, for all samples; more is an OutOfMemory error.
    static constexpr std::int64_t LimitBytes = std::int64_t(2) << 30;

    // Keeps the feeds of every sample.
    Result<void> addSample(ir::Feeds feeds);
    std::size_t samples() const { return m_samples.size(); }

    // True if that is possible: no operator has a body of its own.
    static bool suits(const ir::Graph& graph);

    // Runs what `node` still lacks, and the node; `see` gets the output of each sample. The node itself counts
    // as not run: its constants may be others when a later piece needs it. `graph`: in execution order, with
    // the nodes and values of the calls before.
    Result<void> upTo(const ir::Graph& graph, const ir::Opsets& opsets, NodeId node,
                      const std::function<void(const ir::Tensor&)>& see, const RunContext& run = {});

private:
    struct Sample {
        ir::Feeds feeds;
        std::unordered_map<ValueId, ir::Tensor> live; // written by nodes that are done, read by others
    };

    std::set<NodeId> neededFor(const ir::Graph& graph, const ir::Connections& connections, NodeId node) const;

    std::vector<Sample> m_samples;
    std::set<NodeId> m_done;
    std::int64_t m_keptBytes = 0;
};

} // namespace edgewright::pipeline
