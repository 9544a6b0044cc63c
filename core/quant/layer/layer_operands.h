// SPDX-License-Identifier: GPL-3.0-or-later
// A Conv, Gemm or MatMul node brought into one form: a convolution with float32 weights and bias.
#pragma once

#include "core/base/result.h"
#include "core/ir/graph.h"
#include "core/quant/arithmetic/conv_int8.h"

#include <optional>
#include <vector>

namespace edgewright::quant {

// The node that does the arithmetic, alone or as first member of a group, with its constants. Points into the
// graph.
struct Layer {
    const ir::Node* node = nullptr;
    const ir::Tensor* weights = nullptr;
    const ir::Tensor* bias = nullptr; // null: none
};

// Empty when the node is no Conv, Gemm or MatMul with constant weights (and bias), nor a group that starts with
// one. Weights of Gemm and MatMul are one matrix, with one bias for each column.
std::optional<Layer> findLayer(const ir::Graph& graph, const ir::Node& node);

struct LayerOperands {
    ConvShape shape;            // Gemm and MatMul: every row is an image of inChannels x 1
    ir::Tensor x;               // float32 in the shape's layout
    std::vector<float> weights; // [outChannels, inChannels/groups, kernel...]; Gemm's alpha is in them
    std::vector<float> bias;    // [outChannels], or empty; Gemm's beta is in it
    ir::Dims outputDims;
};

// Everything the layer needs to run on this input. BadInput when the input does not fit the weights or an
// attribute is wrong; Unsupported for a Gemm whose C differs from row to row.
Result<LayerOperands> layerOperands(const Layer& layer, const ir::Tensor& input);

} // namespace edgewright::quant
