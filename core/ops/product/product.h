// SPDX-License-Identifier: GPL-3.0-or-later
// The matrix product of Gemm, MatMul and the recurrent operators.
#pragma once

#include <cstdint>

namespace edgewright::ops {

// A row-major matrix, perhaps read transposed: element (i, j) is data[i * stride + j], or data[j * stride + i].
template <typename T>
struct MatrixView {
    const T* data = nullptr;
    std::int64_t stride = 0;
    bool transposed = false;
};

// out (m x n, rows `outStride` apart) = a (m x k) * b (k x n); `add` adds to what `out` holds. Integers wrap.
// T is float, double, int32_t, uint32_t, int64_t or uint64_t. `scratch`: multiplyScratch() floats, 64-byte
// aligned.
template <typename T>
void multiply(const MatrixView<T>& a, const MatrixView<T>& b, std::int64_t m, std::int64_t n, std::int64_t k,
              T* out, std::int64_t outStride, float* scratch, bool add = false);

// Enough for every product of at most `m` rows; a multiple of 64 bytes. None but float needs any.
template <typename T>
std::int64_t multiplyScratch(std::int64_t m, std::int64_t n, std::int64_t k);

} // namespace edgewright::ops
