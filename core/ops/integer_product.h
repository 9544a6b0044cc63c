// SPDX-License-Identifier: GPL-3.0-or-later
// Exact products of 8-bit codes: sums of (x - zero) * (w - zero) in 32 bits, which wrap around.
#pragma once

#include "core/ops/operator.h"
#include "core/ops/window.h"

#include <vector>

namespace edgewright::ops {

// code - zero point of an 8-bit tensor, within [-255, 255]. `block` neighbouring elements share a zero point;
// zeros[i / block % zeros.size()] is that of element i. Unsupported for other types, BadInput for a zero point
// that is no code of the tensor's type.
Result<std::vector<std::int16_t>> centred(const ir::Tensor& codes, const std::vector<std::int32_t>& zeros,
                                          std::int64_t block = 1);

// out[i * outStrideA + j * outStrideB] = sum over k of a[i, k] * b[j, k]; both row-major with `depth` columns.
void multiplyRows(const std::int16_t* a, std::int64_t rowsA, const std::int16_t* b, std::int64_t rowsB,
                  std::int64_t depth, std::int32_t* out, std::int64_t outStrideA, std::int64_t outStrideB);

// The accumulators of a convolution, [N, outChannels, out...]. Weight input `weight` is [O, C / group,
// kernel...]; zero points: one for the input, one or O for the weight.
struct IntegerConvolution {
    ir::Dims dims;
    std::int64_t plane = 0; // output positions per channel
    std::vector<std::int32_t> sums;
};
Result<IntegerConvolution> convolveCodes(const KernelContext& context, const ir::Tensor& x,
                                         const ir::Tensor& weight, std::int32_t xZero,
                                         const std::vector<std::int32_t>& weightZeros);
// Its output shape, for inference.
Result<ir::TensorType> inferConvolution(const ir::Node& node, const ir::TensorType& x,
                                        const ir::TensorType& weight);
std::int64_t convolutionMacs(const ir::TensorType& weight, const ir::TensorType& out);

// The accumulators of numpy's matmul. Zero points: one or one per row of `a`, one or one per column of `b`.
struct IntegerProduct {
    ir::Dims dims;
    std::int64_t rows = 0;    // of one matrix
    std::int64_t columns = 0; // likewise
    std::vector<std::int32_t> sums;
};
Result<IntegerProduct> multiplyCodes(const KernelContext& context, const ir::Tensor& a, const ir::Tensor& b,
                                     const std::vector<std::int32_t>& aZeros,
                                     const std::vector<std::int32_t>& bZeros);
Result<ir::TensorType> inferProduct(const ir::TensorType& a, const ir::TensorType& b);
// Operator::macs of every integer matrix product whose input 0 is the left matrix.
std::int64_t productMacs(const ir::Node& node, std::span<const ir::TensorType> inputs,
                         std::span<const ir::TensorType> outputs);

} // namespace edgewright::ops
