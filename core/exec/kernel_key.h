// SPDX-License-Identifier: GPL-3.0-or-later
// A kernel on shapes, in one line: what is tuned once for all nodes alike, of any network.
//
//   Conv{group=1,pads=1 1 1 1,strides=1 1}+Relu(float32 1x64x56x56,float32 64x64x3x3=,float32 64=)
//
// A group has its members in their order, with their attributes. Behind a constant stands "=". How members are
// connected is not told: it changes no shapes that parameters depend on.
#pragma once

#include "core/ir/node.h"
#include "core/ir/tensor_type.h"

#include <functional>
#include <string>

namespace edgewright::exec {

struct KeyOperand {
    ir::TensorType type; // without a data type: omitted
    bool isConstant = false;
};

std::string kernelKey(const ir::Node& node, const std::function<KeyOperand(std::size_t)>& input);

// The same for a node of a graph with inferred types; empty where a shape is not known.
std::string kernelKey(const ir::Graph& graph, const ir::Node& node);

} // namespace edgewright::exec
