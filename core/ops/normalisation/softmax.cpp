// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/isa.h"
#include "core/kernels/table.h"
#include "core/ops/normalisation/softmax_fibres.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace edgewright::ops::softmax {

namespace {

constexpr std::int64_t Columns = 512; // fibres that run side by side

// The fibres of one column block, whose elements lie `inner` apart.
void sideBySide(const float* in, float* out, std::int64_t extent, std::int64_t inner, std::int64_t count) {
    using kernels::Binary;
    const kernels::ElementwiseKernels& kernel = *kernels::table().elementwise;
    const auto binary = [&](Binary which) { return kernel.binary[static_cast<int>(which)]; };
    const auto exponential = kernel.unary[static_cast<int>(kernels::Unary::Exp)];
    std::array<float, Columns> highest;
    std::array<float, Columns> sums{};
    std::copy_n(in, count, highest.data());
    for (std::int64_t i = 1; i < extent; ++i)
        binary(Binary::Max)(highest.data(), 1, in + i * inner, 1, highest.data(), count);
    for (std::int64_t i = 0; i < extent; ++i) {
        float* row = out + i * inner;
        binary(Binary::Sub)(in + i * inner, 1, highest.data(), 1, row, count);
        exponential(row, row, count, 0, 0);
        binary(Binary::Add)(sums.data(), 1, row, 1, sums.data(), count);
    }
    for (std::int64_t i = 0; i < extent; ++i)
        binary(Binary::Div)(out + i * inner, 1, sums.data(), 1, out + i * inner, count);
}

constexpr std::int64_t FewElements = 16;

// Rows of few elements: many of them side by side.
void shortRows(const float* in, float* out, std::int64_t extent, std::int64_t rows) {
    const kernels::ElementwiseKernels& kernel = *kernels::table().elementwise;
    std::array<float, static_cast<std::size_t>(FewElements * Columns)> columns;
    for (std::int64_t row = 0; row < rows; row += Columns) {
        const std::int64_t count = std::min(Columns, rows - row);
        kernel.transpose(in + row * extent, extent, columns.data(), count, count, extent);
        sideBySide(columns.data(), columns.data(), extent, count, count);
        kernel.transpose(columns.data(), count, out + row * extent, extent, extent, count);
    }
}

void softmaxRows(const float* in, float* out, const Fibres& fibres, std::int64_t first, std::int64_t last) {
    const kernels::ElementwiseKernels& kernel = *kernels::table().elementwise;
    const std::int64_t extent = fibres.extent;
    if (fibres.inner == 1 && extent <= FewElements)
        return shortRows(in + first * extent, out + first * extent, extent, last - first);
    for (std::int64_t o = first; o < last; ++o) {
        const float* from = in + o * extent * fibres.inner;
        float* to = out + o * extent * fibres.inner;
        if (fibres.inner == 1) {
            const float sum = kernel.expMinus(from, kernel.maximum(from, extent), to, extent);
            kernel.scaleShift(to, 1 / sum, 0, to, extent);
        } else {
            for (std::int64_t n = 0; n < fibres.inner; n += Columns)
                sideBySide(from + n, to + n, extent, fibres.inner, std::min(Columns, fibres.inner - n));
        }
    }
}

void softmaxDoubles(const double* in, double* out, std::int64_t extent, std::int64_t stride) {
    double highest = in[0];
    for (std::int64_t i = 1; i < extent; ++i)
        highest = std::max(highest, in[i * stride]);
    double sum = 0;
    for (std::int64_t i = 0; i < extent; ++i)
        sum += out[i * stride] = std::exp(in[i * stride] - highest);
    for (std::int64_t i = 0; i < extent; ++i)
        out[i * stride] /= sum;
}

Result<void> run(KernelContext& context) { return runSoftmax(context, softmaxRows, softmaxDoubles); }

} // namespace

extern const Operator entry{
    .name = "Softmax",
    .category = Category::Normalisation,
    .infer = inferSoftmax,
    .run = run,
};

} // namespace edgewright::ops::softmax
