// SPDX-License-Identifier: GPL-3.0-or-later
// Operators on 8-bit codes, as far as they are known beforehand: scales, zero points, and weights as kernels
// multiply them.
#pragma once

#include "core/gpu/layers/layer_context.h"

#include <span>
#include <vector>

namespace edgewright::gpu {

// The top bit of codes without a sign, which flips; as much less is their zero point then.
inline int flipOf(ir::DataType type) { return type == ir::DataType::UInt8 ? 0x80 : 0; }

struct CodeBounds {
    int low, high;
};
inline CodeBounds boundsOf(ir::DataType type) {
    return type == ir::DataType::UInt8 ? CodeBounds{0, 255} : CodeBounds{-128, 127};
}

// As kernels read codes of that type.
inline CodeSource sourceOf(ir::DataType type) {
    return type == ir::DataType::Int32   ? CodeSource::Int32
           : type == ir::DataType::UInt8 ? CodeSource::Unsigned
                                         : CodeSource::Signed;
}

// One number for each of `count`, of a constant of one or of so many. Unsupported, with the reason, for others.
Result<std::vector<float>> scalesOf(const LayerContext& context, std::size_t input, std::int64_t count = 1);
// The same; 0 where it is left out, and codes of `type`.
Result<std::vector<int>> zerosOf(const LayerContext& context, std::size_t input, ir::DataType type,
                                 std::int64_t count = 1);

// The scale and the zero point of a tensor.
struct Coding {
    float scale = 1;
    int zero = 0;
};
Result<Coding> codingOf(const LayerContext& context, std::size_t scale, std::size_t zero, ir::DataType type);

Operand wholeWeight(LayerContext& context, std::span<const int> numbers); // int32
Operand wholeWeight(LayerContext& context, std::int64_t count, int number);

// A constant matrix [rows][columns] of codes that products have on one side.
struct CodeMatrix {
    std::int64_t rows = 0, columns = 0;
    std::vector<int> codes, zeros; // with a sign; a zero point for each row
    bool hasZeros() const;
};
// A constant input whose rows are channels, or whose columns are; zero points are those of input `zeros`.
Result<CodeMatrix> codeMatrixOf(const LayerContext& context, std::size_t input, std::size_t zeros,
                                std::int64_t rows, std::int64_t columns, bool isTurned = false);
Operand codeWeight(LayerContext& context, const CodeMatrix& matrix, std::int64_t row); // rows of so many codes
// By row: bias, if any, less what the zero point of the other side adds to its sums.
std::vector<int> termsOf(const CodeMatrix& matrix, int otherZero, std::span<const int> bias);

// An int32 constant of `count` elements; empty: it is left out.
Result<std::vector<int>> biasOf(const LayerContext& context, std::size_t input, std::int64_t count);

// The end of a sum in codes of the result's type: `multipliers` by channel, zero point input `zero`.
Result<void> endInCodes(LayerContext& context, CodeEnding& ending, std::vector<float> multipliers,
                        std::size_t zero);

} // namespace edgewright::gpu
