// SPDX-License-Identifier: GPL-3.0-or-later
// Launches of kernels that operators of a network are made of, for any shape: the catalogue measures the same
// ones. Values are those of the kernel's parameters; empty, as they are declared.
#pragma once

#include "core/gpu/kernel.h"

#include <array>

namespace edgewright::gpu {

// Windows over one plane, in elements.
struct PlaneWindow {
    std::int64_t height = 1, width = 1, outHeight = 1, outWidth = 1;
    std::int64_t kernelHeight = 1, kernelWidth = 1, strideDown = 1, strideAcross = 1;
    std::int64_t dilationDown = 1, dilationAcross = 1;
    std::int64_t padTop = 0, padLeft = 0, padBottom = 0, padRight = 0;
    std::int64_t outPlane() const { return outHeight * outWidth; }
    std::int64_t taps() const { return kernelHeight * kernelWidth; }
};

// The fate of a result while it is in a register: plus bias[channel], plus residual[element], then a
// function.
struct Ending {
    int function = -1; // kernels::Unary; -1: none
    float alpha = 0, beta = 0;
    Operand bias = Nothing{}, residual = Nothing{};
};

// y[batch][groups filters] of x[batch][groups channels] and w[groups filters][channels].
Launch convolutionLaunch(const PlaneWindow& window, std::int64_t batch, std::int64_t groups,
                         std::int64_t channels, std::int64_t filters, const Ending& ending, const Operand& x,
                         const Operand& w, const Operand& y, Values values = {});
// y[batch][channels] of x[batch][channels] and w[channels].
Launch depthwiseLaunch(const PlaneWindow& window, std::int64_t batch, std::int64_t channels,
                       const Ending& ending, const Operand& x, const Operand& w, const Operand& y,
                       Values values = {});
// columns[channels taps][outPlane] of one image.
Launch unfoldLaunch(const PlaneWindow& window, std::int64_t channels, const Operand& x, const Operand& columns,
                    int threads = 256);
Launch poolLaunch(const PlaneWindow& window, std::int64_t planes, bool isAverage, bool countsPads,
                  const Operand& x, const Operand& y, Values values = {});

// c[m][n] = a[m][k] b[k][n] by the last step of the ladder.
Launch productLaunch(std::int64_t m, std::int64_t n, std::int64_t k, const Operand& a, const Operand& b,
                     const Operand& c, Values values = {});
// The same with what follows it; channels are rows, or columns.
Launch endedProductLaunch(std::int64_t m, std::int64_t n, std::int64_t k, bool ofColumns, const Ending& ending,
                          const Operand& a, const Operand& b, const Operand& c, Values values = {});

// Halves on tensor cores: matrices are rows of halfRow(columns) halves, with zeros behind their columns, so
// that they are read by 16 bytes.
constexpr std::int64_t halfRow(std::int64_t columns) { return (columns + 7) / 8 * 8; }
struct MatrixSteps {
    std::int64_t row, column; // from one to the next, in elements
};
// y[rows][columns] as halves of x[row * steps.row + column * steps.column].
Launch halvesLaunch(std::int64_t rows, std::int64_t columns, const MatrixSteps& steps, const Operand& x,
                    const Operand& y, Values values = {});
// rows[outPlane][channels taps] as halves: the windows of one image.
Launch unfoldHalvesLaunch(const PlaneWindow& window, std::int64_t channels, const Operand& x,
                          const Operand& rows);
// c[m][n] = a[m][k] b[n][k], summed in float32, with what follows it.
Launch halfProductLaunch(std::int64_t m, std::int64_t n, std::int64_t k, bool ofColumns, const Ending& ending,
                         const Operand& a, const Operand& b, const Operand& c, Values values = {});

Launch softmaxLaunch(std::int64_t rows, std::int64_t columns, const Operand& x, const Operand& y,
                     Values values = {});
Launch rowMeanLaunch(std::int64_t rows, std::int64_t columns, const Operand& x, const Operand& y,
                     Values values = {});
Launch layerNormLaunch(std::int64_t rows, std::int64_t columns, float epsilon, const Operand& x,
                       const Operand& scale, const Operand& shift, const Operand& y, Values values = {});

// Extents of the result, outermost first, and how far one step along each goes in an operand: 0 repeats it.
struct Steps4 {
    std::array<std::int64_t, 4> extents{1, 1, 1, 1}, a{}, b{};
    std::int64_t count() const { return extents[0] * extents[1] * extents[2] * extents[3]; }
};
// y = function(a pair b); `pair` is kernels::Binary, -1: there is no b.
Launch elementsLaunch(const Steps4& steps, int pair, int function, float alpha, float beta, const Operand& a,
                      const Operand& b, const Operand& y, Values values = {});

Launch transposeLaunch(std::int64_t rows, std::int64_t columns, const Operand& x, const Operand& y,
                       Values values = {});
// y with these extents, outermost first, and the steps of each in x. Elements are of `type`: 4 bytes or 1.
Launch permuteLaunch(const std::array<std::int64_t, 5>& extents, const std::array<std::int64_t, 5>& steps,
                     const Operand& x, const Operand& y, Type type = Type::Float32, Values values = {});

// `columns` numbers of each of `rows` rows, from place `fromAt` of x, in rows of fromRow, to y likewise.
struct RowParts {
    std::int64_t rows = 1, columns = 1, fromRow = 1, fromAt = 0, intoRow = 1, intoAt = 0;
};
Launch placeLaunch(const RowParts& parts, const Operand& x, const Operand& y, Type type = Type::Float32,
                   Values values = {});

} // namespace edgewright::gpu
