// SPDX-License-Identifier: GPL-3.0-or-later
// Exact convolutions of 8-bit codes: sums of (x - zero) * (w - zero) in 32 bits, which wrap around.
#pragma once

#include "core/ops/convolution/window.h"
#include "core/ops/parameter_space.h"
#include "core/ops/quantization/requantize.h"

#include <span>
#include <vector>

namespace edgewright::ops {

struct IntegerConvolution {
    const ir::Tensor* x = nullptr;      // [N, C, in...]
    const ir::Tensor* weight = nullptr; // [O, C / group, kernel...]
    std::size_t weightIndex = 0;        // the node's input that the weight is; packed once when it is constant
    std::int32_t xZero = 0;             // also what padding holds
    std::vector<std::int32_t> weightZeros; // one, or one per output channel
    std::span<const std::int32_t> bias;    // one per output channel, or none
};

// Writes output 0 [N, O, out...]: codes if asked for (one multiplier or one per channel), else the sums as
// int32.
Result<void> convolveCodes(KernelContext& context, const IntegerConvolution& conv,
                           const std::optional<Requantization>& codes);

// Convolves once more what convolveCodes() made codes of in the last run, where nothing but the elements of the
// node's input 0 can differ. False: the node has to be looked at anew; nothing was written.
Result<bool> convolveAgain(KernelContext& context);

// Its output shape, for inference.
Result<ir::TensorType> inferConvolution(const ir::Node& node, const ir::TensorType& x,
                                        const ir::TensorType& weight);

// The choices of its kernel; the weights are input `weight`.
ParameterSpace integerConvolutionParameters(const NodeWork& work, std::size_t weight);
template <std::size_t Weight>
ParameterSpace integerConvolutionParameters(const NodeWork& work) {
    return integerConvolutionParameters(work, Weight);
}

} // namespace edgewright::ops
