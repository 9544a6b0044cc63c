// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/isa.h"
#include "core/kernels/table.h"
#include "core/ops/normalisation/softmax_fibres.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace edgewright::ops::log_softmax {

namespace {

constexpr std::int64_t Columns = 512; // fibres that run side by side

// The fibres of one column block, whose elements lie `inner` apart.
void sideBySide(const float* in, float* out, std::int64_t extent, std::int64_t inner, std::int64_t count) {
    using kernels::Binary;
    const kernels::ElementwiseKernels& kernel = *kernels::table().elementwise;
    const auto binary = [&](Binary which) { return kernel.binary[static_cast<int>(which)]; };
    const auto unary = [&](kernels::Unary which) { return kernel.unary[static_cast<int>(which)]; };
    std::array<float, Columns> highest;
    std::array<float, Columns> sums{};
    std::array<float, Columns> row;
    std::copy_n(in, count, highest.data());
    for (std::int64_t i = 1; i < extent; ++i)
        binary(Binary::Max)(highest.data(), 1, in + i * inner, 1, highest.data(), count);
    for (std::int64_t i = 0; i < extent; ++i) {
        binary(Binary::Sub)(in + i * inner, 1, highest.data(), 1, out + i * inner, count);
        unary(kernels::Unary::Exp)(out + i * inner, row.data(), count, 0, 0);
        binary(Binary::Add)(sums.data(), 1, row.data(), 1, sums.data(), count);
    }
    unary(kernels::Unary::Log)(sums.data(), sums.data(), count, 0, 0);
    for (std::int64_t i = 0; i < extent; ++i)
        binary(Binary::Sub)(out + i * inner, 1, sums.data(), 1, out + i * inner, count);
}

void logSoftmaxRow(const float* in, float* out, std::int64_t extent) {
    const kernels::ElementwiseKernels& kernel = *kernels::table().elementwise;
    const float highest = kernel.maximum(in, extent);
    std::array<float, Columns> block; // of exponentials that nobody needs but their sum
    double sum = 0;
    for (std::int64_t i = 0; i < extent; i += Columns)
        sum +=
            static_cast<double>(kernel.expMinus(in + i, highest, block.data(), std::min(Columns, extent - i)));
    // Two steps: highest + log(sum) would be rounded to the digits of the larger one.
    kernel.scaleShift(in, 1, -highest, out, extent);
    kernel.scaleShift(out, 1, -static_cast<float>(std::log(sum)), out, extent);
}

void logSoftmaxRows(const float* in, float* out, const Fibres& fibres, std::int64_t first, std::int64_t last) {
    const std::int64_t block = fibres.extent * fibres.inner;
    for (std::int64_t o = first; o < last; ++o)
        if (fibres.inner == 1)
            logSoftmaxRow(in + o * block, out + o * block, fibres.extent);
        else
            for (std::int64_t n = 0; n < fibres.inner; n += Columns)
                sideBySide(in + o * block + n, out + o * block + n, fibres.extent, fibres.inner,
                           std::min(Columns, fibres.inner - n));
}

void logSoftmaxDoubles(const double* in, double* out, std::int64_t extent, std::int64_t stride) {
    double highest = in[0];
    for (std::int64_t i = 1; i < extent; ++i)
        highest = std::max(highest, in[i * stride]);
    double sum = 0;
    for (std::int64_t i = 0; i < extent; ++i)
        sum += std::exp(in[i * stride] - highest);
    const double logarithm = std::log(sum);
    for (std::int64_t i = 0; i < extent; ++i)
        out[i * stride] = in[i * stride] - highest - logarithm;
}

Result<void> run(KernelContext& context) { return runSoftmax(context, logSoftmaxRows, logSoftmaxDoubles); }

} // namespace

extern const Operator entry{
    .name = "LogSoftmax",
    .category = Category::Normalisation,
    .infer = inferSoftmax,
    .run = run,
};

} // namespace edgewright::ops::log_softmax
