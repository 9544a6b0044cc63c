// SPDX-License-Identifier: GPL-3.0-or-later
// Names of other frameworks for operators of ONNX.
#pragma once

#include "core/ir/graph.h"

#include <span>
#include <string_view>

namespace edgewright::trace {

// An operator as its framework calls it, and the kinds of nodes that an exporter writes for it, in order.
struct Spelling {
    std::string_view name;
    std::span<const std::string_view> kinds;
};

// Null: no operator that has a node. Of PyTorch the operators of its dispatcher, "aten::conv2d", also
// with more behind a comma.
const Spelling* torchSpelling(std::string_view name);
// The operators of a function that TVM made, "tvmgen_default_fused_nn_conv2d_add": that of its first one.
const Spelling* tvmSpelling(std::string_view name);

// "Linear" of a product with weights, "MatMul" of one without, "Add" only where neither side is a weight; else
// the operator of the node, those of one kind under one name. Empty: a node that frameworks have no call for.
std::string_view kindOf(const ir::Graph& graph, const ir::Node& node);
// An operator of ONNX that stands for a kind, for its colour: "Gemm" of "Linear".
std::string_view operatorOf(std::string_view kind);

} // namespace edgewright::trace
