// SPDX-License-Identifier: GPL-3.0-or-later
// The parameters of one kernel that can be tuned. 0, and Automatic, leave each to the kernel's own rule; one
// that does not fit the shapes is rounded to what does, so that no choice makes a result wrong.
#pragma once

#include "core/kernels/convolution_algorithm.h"

#include <cstdint>
#include <string>
#include <vector>

namespace edgewright::kernels {

// C = A B in blocks: A is m x k, B is k x n. Of products of 8-bit codes, and of their convolutions as products,
// n and m alone.
struct GemmParameters {
    std::int64_t tile = 0; // 1 + place in Table::tiles: the extents of the tile that stays in registers
    std::int64_t k = 0;    // rows of B in work
    std::int64_t n = 0;    // columns of B in work
    std::int64_t m = 0;    // rows of C that a task computes
    friend bool operator==(const GemmParameters&, const GemmParameters&) = default;
};

struct KernelParameters {
    ConvolutionAlgorithm algorithm = ConvolutionAlgorithm::Automatic; // of a convolution, where it can
    GemmParameters gemm; // of products, and of convolutions by Im2col
    // A task goes through so many: rows of outputs of a direct convolution, rows of tiles of Winograd's, planes
    // of a depthwise one, queries of an attention.
    std::int64_t strip = 0;
    std::int64_t channels = 0; // of output that Winograd's transforms back at a time
    std::int64_t threads = 0;  // at most; 0: all that the run has
    friend bool operator==(const KernelParameters&, const KernelParameters&) = default;
};

// The parameters that were chosen for a kernel on shapes (exec::kernelKey).
struct TunedKernel {
    std::string key;
    KernelParameters parameters;
    friend bool operator==(const TunedKernel&, const TunedKernel&) = default;
};

} // namespace edgewright::kernels
