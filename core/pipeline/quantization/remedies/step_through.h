// SPDX-License-Identifier: GPL-3.0-or-later
// A graph run piece by piece for several samples at once: what a tensor needs runs once for each sample,
// although constants further on change in between.
#pragma once

#include "core/exec/executor.h"

#include <functional>
#include <set>
#include <unordered_map>
#include <vector>

namespace edgewright::pipeline {

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
