// SPDX-License-Identifier: GPL-3.0-or-later
// A model as a target for integers would see it: batch norms and scales in the weights, nothing but standard
// operators, and the layers of these.
#pragma once

#include "core/fusion/patterns/clip_bounds.h"
#include "core/pipeline/study.h"

#include <vector>

namespace edgewright::pipeline {

// `typed` with the dimensions open that its file leaves open: what is changed and written. Bindings are there
// to run it, and nothing that follows from one may get into a file. Nodes and values have the ids of `typed`.
std::shared_ptr<const Typed> withOpenDimensions(const Typed& typed, const RunContext& run = {});

// By the rules that neither make groups nor change quantized values, and hold whatever extents open dimensions
// have; `folds` false: by none, so that the graph stays as it is. The opset is raised to `leastOpset` where it
// is lower. Inputs and outputs keep their ids, and so does every node that no rule touched; others say in
// `origins` what they stand for. Unsupported, naming the operator, where one keeps the model below
// `leastOpset`.
Result<std::shared_ptr<const Typed>> foldedModel(const Typed& typed, bool folds, std::int64_t leastOpset = 0,
                                                 const RunContext& run = {});

// Another graph of the same model, whose open dimensions get the bindings of `typed`.
std::shared_ptr<const Typed> withGraph(const Typed& typed, ir::Graph graph, ir::Opsets opsets,
                                       const RunContext& run = {});

// A layer of a graph as hardware computes it: a product with constant weights, and the Relu or Clip that alone
// reads it in the limits of its output.
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

} // namespace edgewright::pipeline
