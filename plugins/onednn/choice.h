// SPDX-License-Identifier: GPL-3.0-or-later
// The choice of the way of computing a convolution that pays, from its shape alone: the same shape always gives
// the same numbers.
#pragma once

#include "core/kernels/backend_interface.h"

namespace edgewright::onednn {

enum class Way {
    None,   // the program's own kernel is expected to be quicker
    Planes, // row-major in and out: a matrix product
    Rows,   // the channels of a pixel side by side (NHWC), transposed on the way in and out
    Blocks, // row-major in, out in blocks of channels, transposed on the way out: for few input channels
};

// The rules, with what was measured, are in README.md. `avx512`: whether oneDNN uses it, and with it the
// program's own kernels. `always`: never None.
Way wayFor(const kernels::BackendConvolution& shape, bool avx512, bool always);

} // namespace edgewright::onednn
