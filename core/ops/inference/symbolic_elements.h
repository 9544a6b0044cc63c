// SPDX-License-Identifier: GPL-3.0-or-later
// Elements of small tensors that are known as symbols only: Shape -> Gather -> Mul -> Concat of open extents.
#pragma once

#include "core/ops/operator.h"

#include <optional>
#include <span>
#include <vector>

namespace edgewright::ops {

using Elements = std::vector<ir::Dim>; // row-major; negative numbers as ir::integerDim spells them

// More elements than this are not followed.
inline constexpr std::int64_t MaxSymbolicElements = 256;

// One input of a node: its elements are known as numbers, as symbols, or not at all. All null: omitted.
struct SymbolicInput {
    const ir::TensorType* type = nullptr;
    const ir::Tensor* value = nullptr;
    const Elements* elements = nullptr;
};

// A small tensor of numbers as symbols; elements that are no whole numbers are unknown Dims.
std::optional<Elements> toElements(const ir::Tensor& tensor);
// The tensor, when every element is a number that an integer or bool `type` with these extents can hold.
std::optional<ir::Tensor> toTensor(const ir::TensorType& type, const Elements& elements);

// The elements of each output that follow from inputs known as symbols: by moving them (Gather, Slice, Concat,
// ...) or by integer arithmetic (Add, Mul, Equal, ReduceProd, ...). Empty where nothing follows. `outputs`: as
// inferred so far.
std::vector<std::optional<Elements>> symbolicOutputs(const Operator& op, const ir::Node& node,
                                                     std::int64_t opset, std::span<const SymbolicInput> inputs,
                                                     std::span<const ir::TensorType> outputs,
                                                     const RunContext& run);

} // namespace edgewright::ops
