// SPDX-License-Identifier: GPL-3.0-or-later
// Launches of kernels on 8-bit codes. Products multiply bytes with a sign: codes without one get their top bit
// flipped, and their zero point is less by 128 then (kernels::IntegerTiles). All sums are exact.
#pragma once

#include "core/gpu/kernels/launches.h"

namespace edgewright::gpu {

enum class CodeResult {
    Codes, // of the sum times a scale
    Sums,  // int32
    Floats // the sum times a scale
};

// The fate of a sum of products: plus terms[channel], less factors[channel] * places[other index], then as
// `result` says.
struct CodeEnding {
    CodeResult result = CodeResult::Codes;
    Operand terms = Nothing{}, factors = Nothing{}; // int32, by channel
    Operand places = Nothing{};                     // int32, where `factors` is: sums of the other side's codes
    Operand scales = Nothing{};                     // float32, by channel; nothing: 1
    float low = 0, high = 0;                        // of codes, less the zero point
    std::int32_t zero = 0;
};

// Rows of matrices are that long, with zeros behind their columns, so that they are read by 16 bytes.
constexpr std::int64_t codeRow(std::int64_t columns) { return (columns + 15) / 16 * 16; }
// y[rows][columns] = x[row * steps.row + column * steps.column] ^ flip.
Launch codesLaunch(std::int64_t rows, std::int64_t columns, const MatrixSteps& steps, int flip,
                   const Operand& x, const Operand& y, Values values = {});
// rows[outPlane][channels taps]: the windows of one image, with `pad`, which has a sign, beyond its edges.
Launch unfoldCodesLaunch(const PlaneWindow& window, std::int64_t channels, int flip, int pad, const Operand& x,
                         const Operand& rows);
// y[row] = constant + factor * the sum of a row of codes with a sign.
Launch codeSumsLaunch(std::int64_t rows, std::int64_t columns, std::int32_t constant, std::int32_t factor,
                      const Operand& x, const Operand& y);
// c[m][n] = a[m][k] b[n][k]; channels are rows, or columns.
Launch codeProductLaunch(std::int64_t m, std::int64_t n, std::int64_t k, bool ofColumns,
                         const CodeEnding& ending, const Operand& a, const Operand& b, const Operand& c,
                         Values values = {});
// y[batch][groups filters] of x[batch][groups channels], with its zero point as it has a sign, and of weights
// with a sign and zero points by filter, or nothing. `ending` has no factors.
struct CodeInput {
    int flip = 0, zero = 0;
    Operand codes = Nothing{};
};
Launch codeConvolutionLaunch(const PlaneWindow& window, std::int64_t batch, std::int64_t groups,
                             std::int64_t channels, std::int64_t filters, const CodeEnding& ending,
                             const CodeInput& x, const Operand& w, const Operand& wZeros, const Operand& y,
                             Values values = {});

// A tensor whose elements share scale and zero point by `inner` neighbours, of which there are `extent` in
// turn.
struct CodeRuns {
    std::int64_t count = 1, extent = 1, inner = 1;
};
// Codes from `low` to `high`; scales are float32, zero points int32, `extent` of each.
Launch quantizeLaunch(const CodeRuns& runs, int low, int high, const Operand& x, const Operand& scales,
                      const Operand& zeros, const Operand& y, Values values = {});
enum class CodeSource { Unsigned, Signed, Int32 };
Launch dequantizeLaunch(const CodeRuns& runs, CodeSource source, const Operand& x, const Operand& scales,
                        const Operand& zeros, const Operand& y, Values values = {});

// Codes of `left` a + constant + `right` b, or of left (a - aZero)(b - bZero) + constant, each step rounded,
// from `low` to `high`: the zero point of the result is part of `constant`.
struct CodePair {
    bool multiplies = false;
    int aZero = 0, bZero = 0;
    float left = 1, right = 1, constant = 0;
    int low = 0, high = 0;
};
Launch codePairLaunch(const Steps4& steps, const CodePair& pair, CodeSource source, const Operand& a,
                      const Operand& b, const Operand& y, Values values = {});

// The largest code of each window, or that of the mean. Largest takes no more than `low` and `high`.
enum class CodePooling {
    Largest,
    Mean,    // of numbers, summed as float32 one after the other
    WholeSum // the code of the exact sum, less zero points, times xScale
};
struct CodePool {
    CodePooling pooling = CodePooling::Largest;
    bool countsPads = false;
    int xZero = 0, zero = 0, low = 0, high = 0;
    float xScale = 1, yScale = 1;
};
Launch codePoolLaunch(const PlaneWindow& window, std::int64_t planes, const CodePool& pool, CodeSource source,
                      const Operand& x, const Operand& y, Values values = {});

// y[i] = table[x[i]], of 256 codes or numbers.
Launch codeTableLaunch(std::int64_t count, CodeResult result, const Operand& x, const Operand& table,
                       const Operand& y, Values values = {});

} // namespace edgewright::gpu
