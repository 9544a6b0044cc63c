// SPDX-License-Identifier: GPL-3.0-or-later
// The sources of the values of a graph, as far as they decide how closely two runtimes can agree on them.
#pragma once

#include "core/ir/graph.h"

#include <string>
#include <vector>

namespace edgewright::pipeline {

struct Provenance {
    std::string
        drawnBy; // "RandomNormal 'noise'": the numbers are another runtime's own; empty: nothing is drawn
    // Float16 or BFloat16 where a value of that type was computed on the way, else Float32.
    ir::DataType coarsest = ir::DataType::Float32;
};

// "follows from RandomNormal 'noise', which draws numbers of its own".
std::string whyNotCompared(const std::string& drawnBy);

// By value. `graph` has inferred types. The operators of a function count each for its output; one in a
// subgraph counts for all outputs of the node that holds it.
std::vector<Provenance> provenanceOf(const ir::Graph& graph);

} // namespace edgewright::pipeline
