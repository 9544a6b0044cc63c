// SPDX-License-Identifier: GPL-3.0-or-later
// The role of an operator in quantization.
#pragma once

#include "core/ir/graph.h"
#include "core/quant/arithmetic/params.h"

#include <cstddef>
#include <optional>

namespace edgewright::quant {

enum class Role {
    None,      // stays in float32
    Product,   // of activations and weights, with an int32 bias: Conv, ConvTranspose, Gemm, MatMul
    Computing, // on codes, with parameters of its own: Add, Mul, Concat, AveragePool, Sigmoid, ...
    Clip,      // Relu and Clip: in the limits of the codes before it
    Moving,    // moves codes, whose parameters stay: MaxPool, Reshape, Transpose, ...
};

// By operator and attributes alone.
Role roleOf(const ir::Node& node);

// The number of leading inputs that are activations: the others say where or how. 0: all of them.
std::size_t activationInputs(const ir::Node& node);

// The range of the outputs, whatever was seen (Softmax, Sigmoid: 0 to 1); empty: as calibrated.
std::optional<Range> fixedRange(const ir::Node& node);

// The axis of a product's weights that its output channels run along.
std::int64_t channelAxis(const ir::Node& product, std::size_t weightsRank);

} // namespace edgewright::quant
