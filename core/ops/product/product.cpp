// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/product/product.h"

#include "core/base/checked.h"
#include "core/kernels/gemm.h"

#include <Eigen/Core>

#include <algorithm>
#include <type_traits>

namespace edgewright::ops {

namespace {

template <typename T>
using Matrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
template <typename T>
using ConstMap = Eigen::Map<const Matrix<T>, 0, Eigen::OuterStride<>>;
template <typename T>
using MutableMap = Eigen::Map<Matrix<T>, 0, Eigen::OuterStride<>>;

void multiplySingle(const MatrixView<float>& a, const MatrixView<float>& b, std::int64_t m, std::int64_t n,
                    std::int64_t k, float* out, std::int64_t outStride, float* scratch, bool add) {
    kernels::Gemm gemm;
    gemm.a = {a.data, a.stride, a.transposed, nullptr};
    gemm.b = {b.data, b.stride, b.transposed, nullptr};
    gemm.m = m, gemm.n = n, gemm.k = k;
    gemm.c = out, gemm.cStride = outStride;
    gemm.add = add;
    kernels::gemm(gemm, 1, scratch);
}

template <typename T>
void multiplyFloat(const MatrixView<T>& a, const MatrixView<T>& b, std::int64_t m, std::int64_t n,
                   std::int64_t k, T* out, std::int64_t outStride) {
    MutableMap<T> result(out, m, n, Eigen::OuterStride<>(outStride));
    const ConstMap<T> left(a.data, a.transposed ? k : m, a.transposed ? m : k, Eigen::OuterStride<>(a.stride));
    const ConstMap<T> right(b.data, b.transposed ? n : k, b.transposed ? k : n, Eigen::OuterStride<>(b.stride));
    if (a.transposed && b.transposed)
        result.noalias() += left.transpose() * right.transpose();
    else if (a.transposed)
        result.noalias() += left.transpose() * right;
    else if (b.transposed)
        result.noalias() += left * right.transpose();
    else
        result.noalias() += left * right;
}

template <typename T>
void multiplyInteger(const MatrixView<T>& a, const MatrixView<T>& b, std::int64_t m, std::int64_t n,
                     std::int64_t k, T* out, std::int64_t outStride) {
    using U = std::make_unsigned_t<T>;
    for (std::int64_t i = 0; i < m; ++i)
        for (std::int64_t p = 0; p < k; ++p) {
            const U factor = static_cast<U>(a.transposed ? a.data[p * a.stride + i] : a.data[i * a.stride + p]);
            T* row = out + i * outStride;
            for (std::int64_t j = 0; j < n; ++j) {
                const U x = static_cast<U>(b.transposed ? b.data[j * b.stride + p] : b.data[p * b.stride + j]);
                row[j] = static_cast<T>(static_cast<U>(row[j]) + factor * x);
            }
        }
}

} // namespace

template <typename T>
void multiply(const MatrixView<T>& a, const MatrixView<T>& b, std::int64_t m, std::int64_t n, std::int64_t k,
              T* out, std::int64_t outStride, [[maybe_unused]] float* scratch, bool add) {
    if (!add && (!std::is_same_v<T, float> || k == 0))
        for (std::int64_t i = 0; i < m; ++i)
            std::fill(out + i * outStride, out + i * outStride + n, T{});
    if (m == 0 || n == 0 || k == 0) return;
    if constexpr (std::is_same_v<T, float>)
        multiplySingle(a, b, m, n, k, out, outStride, scratch, add);
    else if constexpr (std::is_floating_point_v<T>)
        multiplyFloat(a, b, m, n, k, out, outStride);
    else
        multiplyInteger(a, b, m, n, k, out, outStride);
}

// Fewer rows make wider blocks of B: the widest are those of a single one.
template <typename T>
std::int64_t multiplyScratch(std::int64_t m, std::int64_t n, std::int64_t k) {
    if (!std::is_same_v<T, float> || m <= 0 || n <= 0 || k <= 0) return 0;
    constexpr std::int64_t Line = 16; // floats
    const kernels::GemmBlocking widest = kernels::gemmBlocking(1, n, k);
    const std::int64_t packed = ceilDiv(kernels::packedRowsFloats(m, k), Line) +
                                ceilDiv(kernels::packedColumnsFloats(widest.k, widest.n), Line);
    return packed * Line;
}

#define EDGEWRIGHT_MULTIPLY(T)                                                                                 \
    template void multiply<T>(const MatrixView<T>&, const MatrixView<T>&, std::int64_t, std::int64_t,          \
                              std::int64_t, T*, std::int64_t, float*, bool);                                   \
    template std::int64_t multiplyScratch<T>(std::int64_t, std::int64_t, std::int64_t);
EDGEWRIGHT_MULTIPLY(float)
EDGEWRIGHT_MULTIPLY(double)
EDGEWRIGHT_MULTIPLY(std::int32_t)
EDGEWRIGHT_MULTIPLY(std::uint32_t)
EDGEWRIGHT_MULTIPLY(std::int64_t)
EDGEWRIGHT_MULTIPLY(std::uint64_t)
#undef EDGEWRIGHT_MULTIPLY

} // namespace edgewright::ops
