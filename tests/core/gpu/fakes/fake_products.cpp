// SPDX-License-Identifier: GPL-3.0-or-later
// A libcublas.so that multiplies on the processor, by columns as cuBLAS does, each product in 0.08 ms of the
// fake GPU.
#include "core/gpu/driver/abi.h"
#include "tests/core/gpu/emulator/half.h"
#include "tests/core/gpu/fakes/passing_time.h"

#include <cstdint>

namespace edgewright::fake_products {

namespace {

using gpu::Address;
using gpu::Handle;

double at(Address matrix, int type, std::int64_t element) {
    if (type == gpu::RealFloat32) return reinterpret_cast<const float*>(matrix)[element];
    if (type == gpu::RealFloat16)
        return emulator::valueOfHalf(reinterpret_cast<const std::uint16_t*>(matrix)[element]);
    return reinterpret_cast<const std::int8_t*>(matrix)[element];
}

struct Matrix {
    Address address;
    int type, turned, row;
    double operator()(std::int64_t down, std::int64_t across) const {
        return at(address, type, turned ? down * row + across : across * row + down);
    }
};

int multiply(int m, int n, int k, const Matrix& a, const Matrix& b, Address c, int typeC, int rowC) {
    for (std::int64_t across = 0; across < n; ++across)
        for (std::int64_t down = 0; down < m; ++down) {
            double sum = 0;
            for (std::int64_t i = 0; i < k; ++i)
                sum += a(down, i) * b(i, across);
            if (typeC == gpu::RealFloat32)
                reinterpret_cast<float*>(c)[across * rowC + down] = static_cast<float>(sum);
            else
                reinterpret_cast<std::int32_t*>(c)[across * rowC + down] = static_cast<std::int32_t>(sum);
        }
    fakes::passTime(0.08);
    return gpu::Success;
}

} // namespace

} // namespace edgewright::fake_products

using namespace edgewright::fake_products;

#define EXPORT extern "C" [[gnu::visibility("default")]]

EXPORT int cublasCreate_v2(Handle* library) {
    static int handle = 0;
    *library = &handle;
    return 0;
}
EXPORT int cublasDestroy_v2(Handle) { return 0; }
EXPORT int cublasSgemm_v2(Handle, int turnA, int turnB, int m, int n, int k, const float*, Address a, int rowA,
                          Address b, int rowB, const float*, Address c, int rowC) {
    return multiply(m, n, k, {a, edgewright::gpu::RealFloat32, turnA, rowA},
                    {b, edgewright::gpu::RealFloat32, turnB, rowB}, c, edgewright::gpu::RealFloat32, rowC);
}
EXPORT int cublasGemmEx(Handle, int turnA, int turnB, int m, int n, int k, const void*, Address a, int typeA,
                        int rowA, Address b, int typeB, int rowB, const void*, Address c, int typeC, int rowC,
                        int, int) {
    return multiply(m, n, k, {a, typeA, turnA, rowA}, {b, typeB, turnB, rowB}, c, typeC, rowC);
}
