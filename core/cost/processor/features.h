// SPDX-License-Identifier: GPL-3.0-or-later
// Counts of what an operator does (feature_counts.h), from its graph.
#pragma once

#include "core/cost/processor/feature_counts.h"
#include "core/ir/graph.h"

#include <cstdint>

namespace edgewright::cost {

// The sizes of a processor that decide how things count.
struct Blocking {
    std::int64_t rows = 14, columns = 32;           // of a tile of a matrix product
    std::int64_t nearBytes = std::int64_t(1) << 20; // of a tensor that a core's own cache holds
};

// The features of one run of `node` by our kernels, which choose an algorithm for each convolution
// (ops/convolution); types must have been inferred. Zero for what only views. Of loops whose length is not
// known one turn counts. Nothing for nodes of unknown operators, of which no time is predicted.
Features featuresOf(const ir::Graph& graph, const ir::Node& node, const Blocking& blocking = {});

} // namespace edgewright::cost
