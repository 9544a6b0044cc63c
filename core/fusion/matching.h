// SPDX-License-Identifier: GPL-3.0-or-later
// Conditions that many rules have in common: who else reads a value, what is known of it, what a node
// may join.
#pragma once

#include "core/fusion/rule.h"
#include "core/ir/known_tensor.h"
#include "core/ops/operator.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace edgewright::fusion {

// "Add_15", "Add_15 and Mul_16", "Add_15, Mul_16 and 3 more".
std::string listed(const ir::Graph& graph, const std::vector<NodeId>& nodes);
// "the output of Conv_12", or "'x'" for a value that no node writes.
std::string described(const GraphView& view, ValueId value);

// The reason why `value` cannot be swallowed by `reader`: it is a graph output or has other readers. Empty:
// nothing is in the way.
std::optional<std::string> whyNotPrivate(const GraphView& view, ValueId value, NodeId reader);
// True where nothing is: without the sentence.
bool isPrivate(const GraphView& view, ValueId value, NodeId reader);
// The first node that reads `value` from inside its subgraphs: such a read cannot be redirected.
std::optional<NodeId> capturedBy(const GraphView& view, ValueId value);

using ir::knownTensor;
inline const ir::Tensor* knownTensor(const GraphView& view, ValueId value) {
    return ir::knownTensor(view.graph, value);
}
// The same, converted, for floating-point values.
std::optional<std::vector<double>> knownFloats(const GraphView& view, ValueId value);
std::optional<double> knownScalar(const GraphView& view, ValueId value);
// The same for integers.
std::optional<std::vector<std::int64_t>> knownInts(const GraphView& view, ValueId value);
// "the variance of BatchNormalization_3 is computed at run time by Mul_2", "... is a graph input", "... has no
// data", with a `subject` as say("the variance of {1}", ...).
std::string notConstant(const GraphView& view, const std::string& subject, ValueId value);

// A tensor of this floating-point type with elements rounded from double (through float for the halves).
// Empty when an element is not finite in that type.
std::optional<ir::Tensor> roundedTensor(ir::DataType type, const ir::Dims& dims,
                                        const std::function<double(std::int64_t)>& element);

const ir::TensorType& typeOf(const ir::Graph& graph, ValueId value);
inline const ir::TensorType& typeOf(const GraphView& view, ValueId value) { return typeOf(view.graph, value); }
// The shape of a constant operand of Add, Sub, Mul, Div or Pow as the general rule of broadcasting needs it:
// before opset 7 the attribute `axis` may put the second operand elsewhere than at the end of the first one.
// Rules that ask which axis of the other operand an extent meets must ask this. Empty when it cannot be told.
std::optional<ir::Dims> alignedDims(const GraphView& view, const ir::Node& node, std::size_t input);
// Both shapes are known, up to named extents, and equal.
bool sameShape(const ir::TensorType& a, const ir::TensorType& b);
// The shapes cannot be equal: another rank, or other extents on some axis. Open extents are given the benefit
// of doubt.
bool shapesClash(const ir::TensorType& a, const ir::TensorType& b);

// The weakest pattern that the node keeps: a group has the strictest one of its members; control flow, unknown
// operators and sources are opaque; an inference batch norm is one-to-one, resizing and Range compute each
// element from its place, and behind operators that no loop is known for (Softmax, LSTM, Attention)
// element-wise ones may follow.
ops::Pattern patternOf(const ir::Node& node);
bool isElementWise(const ir::Node& node); // ElementWise or Broadcast
bool isInferenceBatchNorm(const ir::Node& node);

} // namespace edgewright::fusion
