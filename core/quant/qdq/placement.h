// SPDX-License-Identifier: GPL-3.0-or-later
// Places for pairs of QuantizeLinear and DequantizeLinear in a graph of standard operators: where ONNX
// Runtime's static quantization places them, so that runtimes find integer kernels; but not around sums,
// concatenations and the like between operators in float32, for which codes would be made alone.
#pragma once

#include "core/base/result.h"
#include "core/ir/graph.h"

#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace edgewright::quant {

// A node that could have been quantized, and is not.
struct LeftInFloat {
    NodeId node;
    std::string reason; // "its weights are computed at run time"
};

struct Placement {
    std::vector<NodeId> nodes; // quantized, in the order of the graph
    std::set<NodeId>
        inLimits; // Relu, and Clip but behind Add, that go into the limits of the codes: no pair in front
    std::vector<ValueId> tensors; // that get a pair, each behind those that it depends on; no constants
    // Tensors whose codes were moved from another one, or are clipped to it, and have its scale and zero point.
    std::map<ValueId, ValueId> movedFrom;
    std::vector<LeftInFloat> left;

    // The part of `tensors` that needs a range: not moved, not fixed by their operator.
    std::vector<ValueId> toCalibrate(const ir::Graph& graph) const;
};

// The reason of a product to stay that follows from the type it computes in; empty: it is float32.
std::optional<std::string> reasonOfType(const ir::Graph& graph, const ir::Node& product);

// BadInput where all of `left` are: with each reason, how many nodes it holds for, and the first of them.
Error nothingToQuantize(const ir::Graph& graph, std::span<const LeftInFloat> left);

// `graph`: types inferred, in execution order. `inFloat`: labels of nodes that stay as they are.
Placement placementOf(const ir::Graph& graph, const std::set<std::string>& inFloat = {});

} // namespace edgewright::quant
