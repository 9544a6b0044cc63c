// SPDX-License-Identifier: GPL-3.0-or-later
// Exact matrix products of 8-bit codes: sums of (a - zero) * (b - zero) in 32 bits, which wrap around.
#pragma once

#include "core/ops/parameter_space.h"
#include "core/ops/quantization/requantize.h"

#include <span>
#include <vector>

namespace edgewright::ops {

// numpy's matmul of two tensors of codes.
struct IntegerProduct {
    const ir::Tensor* a = nullptr;
    const ir::Tensor* b = nullptr;
    std::size_t bIndex = 0;  // the node's input that b is; packed once when it is constant
    bool transposeA = false; // of two axes
    bool transposeB = false;
    std::vector<std::int32_t> aZeros; // one, or one per row of a matrix
    std::vector<std::int32_t> bZeros; // one, or one per column
    const ir::Tensor* bias = nullptr; // int32, broadcasts to one matrix; or null
};

// Writes output 0: codes if asked for, else the sums as int32.
Result<void> multiplyCodes(KernelContext& context, const IntegerProduct& product,
                           const std::optional<Requantization>& codes);
// Multiplies once more what multiplyCodes() made codes of in the last run, where nothing but the elements of
// the left matrices, input 0, can differ. False: the node has to be looked at anew; nothing was written.
Result<bool> multiplyAgain(KernelContext& context);
// Writes output 0 as float32: sum * scales[j], then + bias[j], each rounded; one scale or one per column, a
// bias per column or none.
Result<void> multiplyCodesScaled(KernelContext& context, const IntegerProduct& product,
                                 std::span<const float> scales, std::span<const float> bias);

// Columns of the right matrix; 1 for a vector.
std::int64_t columnsOf(const ir::Tensor& b, bool transposed = false);
Result<ir::TensorType> inferProduct(const ir::TensorType& a, const ir::TensorType& b);

ParameterSpace integerProductParameters(const NodeWork& work); // of products of 8-bit codes

} // namespace edgewright::ops
