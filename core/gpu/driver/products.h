// SPDX-License-Identifier: GPL-3.0-or-later
// cuBLAS, for comparison, where it is installed: libcublas.so of CUDA 13, 12 or 11; EDGEWRIGHT_CUBLAS names
// another file.
#pragma once

#include "core/base/result.h"
#include "core/gpu/driver/abi.h"
#include "core/gpu/kernel.h"

#include <memory>
#include <string>

namespace edgewright::gpu {

class Products {
public:
    // Behind Gpu::open(), on the same thread.
    static Result<Products> open(const std::string& library = {});

    const std::string& library() const { return m_library; }

    // Starts c[m][n] = a[m][k] b[k][n] (Float32), or a[m][k] b[n][k] with rows of `row` elements: halves with
    // sums in float32 (Float16), 8-bit integers with sums in 32 bits (Int8). Float32 is without TF32.
    Result<void> start(LibraryCall kind, std::int64_t m, std::int64_t n, std::int64_t k, std::int64_t row,
                       Address a, Address b, Address c) const;

private:
    ProductFunctions m_call;
    std::string m_library;
    std::shared_ptr<void> m_handle;
};

} // namespace edgewright::gpu
