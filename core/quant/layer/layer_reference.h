// SPDX-License-Identifier: GPL-3.0-or-later
// The FP32 result of a layer on one input. It depends on no option of a study, so that whoever tries one
// option after the other keeps it.
#pragma once

#include "core/base/result.h"
#include "core/base/run_context.h"
#include "core/ir/graph.h"
#include "core/quant/layer/layer_operands.h"

#include <cstdint>
#include <string>

namespace edgewright::quant {

struct LayerReference {
    NodeId node;
    std::string name, op;
    std::int64_t macs = 0;
    LayerOperands operands; // its input among them
    ir::Tensor output;      // of the Conv, Gemm or MatMul, before any activation fused behind it; finite
};

// True for nodes of which findLayer() makes a layer: Conv with constant weights, Gemm and MatMul with a matrix
// of them, and groups whose first member is one.
bool canStudy(const ir::Graph& graph, const ir::Node& node);

// `input` is the layer's FP32 input tensor; the output is summed in double. Errors name the layer: BadInput for
// an input or attribute that does not fit, or results that are not finite; Unsupported for a node that canStudy
// refuses; Cancelled.
Result<LayerReference> layerReference(const ir::Graph& graph, NodeId node, const ir::Tensor& input,
                                      const RunContext& run = {});
// The same without its output, which stays empty: for who only computes in integers.
Result<LayerReference> layerWithoutOutput(const ir::Graph& graph, NodeId node, const ir::Tensor& input);

} // namespace edgewright::quant
