// SPDX-License-Identifier: GPL-3.0-or-later
// A graph on codes as the same graph in float: what integers cost a model that comes quantized.
#pragma once

#include "core/base/result.h"
#include "core/ir/graph.h"

#include <cstddef>

namespace edgewright::quant {

struct DequantizedGraph {
    ir::Graph graph;           // without types for what is new; values of the graph before keep their ids
    std::size_t roundings = 0; // QuantizeLinear of computed values that nothing rounds any more
    std::size_t operators = 0; // on codes, that compute in float now
    bool isChanged() const { return roundings + operators > 0; }
};

// Nothing is rounded any more: pairs of QuantizeLinear and DequantizeLinear are gone, what moves codes moves
// floats, and QLinear operators, QGemm and products on codes that are chosen at run time are those of float.
// Weights are what their codes stand for. 8-bit codes that begin at 0 keep their limits, which a Relu or Clip
// was left out for. `graph`: types inferred, in execution order. Subgraphs stay as they are. Unsupported,
// naming the node, where one computes on codes in another way.
Result<DequantizedGraph> dequantizedGraph(const ir::Graph& graph);

} // namespace edgewright::quant
