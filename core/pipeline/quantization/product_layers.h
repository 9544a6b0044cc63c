// SPDX-License-Identifier: GPL-3.0-or-later
// The layers of a graph as hardware computes them: a product with constant weights, and the Relu or Clip that
// alone reads it in the limits of its output.
#pragma once

#include "core/fusion/patterns/clip_bounds.h"
#include "core/pipeline/study.h"

#include <vector>

namespace edgewright::pipeline {

struct ProductLayer {
    NodeId product;              // Conv, Gemm or MatMul, or a group that begins with one
    NodeId activation;           // Relu or Clip with constant bounds; invalid: none
    fusion::Bounds bounds{0, 0}; // of the activation
    ValueId input, output;       // of product and activation together
    std::vector<NodeId> origins; // nodes of the model's own graph that it stands for, in ascending order

    bool hasActivation() const { return activation.valid(); }
};

// In execution order. `withActivations` false: every product alone.
std::vector<ProductLayer> productLayers(const Typed& typed, bool withActivations);

// The nodes that `node` stands for (ir::Node::origins); itself where no rule made it.
std::vector<NodeId> originsOf(const ir::Node& node);

} // namespace edgewright::pipeline
