// SPDX-License-Identifier: GPL-3.0-or-later
// Stored weights of a model: parameters that nothing reads, and tensors that are equal.
#pragma once

#include "core/base/run_context.h"
#include "core/ir/graph.h"

#include <cstddef>
#include <cstdint>
#include <string>

namespace edgewright::pipeline {

struct ParameterUse {
    std::int64_t unused = 0, unusedBytes = 0; // of initializers that no node and no output of the graph reads
    std::size_t tensors = 0;                  // initializers that are read
    std::size_t copies = 0;                   // of them, those with type and bytes of an earlier one
    std::size_t originals = 0;                // initializers that there are copies of
    std::string original;                     // name of the first of those
    std::int64_t copiedBytes = 0;             // of the copies
};
// Initializers of subgraphs are included; strings are not compared. Reads a few bytes of every tensor, all
// bytes only of those that agree in them. What was found so far when the run is stopped.
ParameterUse parameterUse(const ir::Graph& graph, const RunContext& run = {});

} // namespace edgewright::pipeline
