// SPDX-License-Identifier: GPL-3.0-or-later
// The kernels of one instruction set: plain functions over plain memory. Each part has a header of its own and
// one file in core/kernels/isa.
#pragma once

#include "core/kernels/depthwise.h"
#include "core/kernels/direct.h"
#include "core/kernels/elementwise.h"
#include "core/kernels/gemm_tiles.h"
#include "core/kernels/integer_tiles.h"
#include "core/kernels/packed_rows.h"
#include "core/kernels/peak_loops.h"
#include "core/kernels/plane_pool.h"
#include "core/kernels/stream_loops.h"
#include "core/kernels/winograd.h"

namespace edgewright::kernels {

struct Table {
    int lanes;                     // floats in a vector
    const GemmTiles* gemm;         // the first of `tiles`, which is taken where nobody chooses
    const GemmTiles* const* tiles; // of several extents
    int tileCount;
    const DepthwiseKernels* depthwise;
    const DirectKernels* direct;
    const WinogradKernels* winograd;
    const ElementwiseKernels* elementwise;
    const PlanePoolKernels* pool;
    const IntegerTiles* integer;
    const PackedRowKernels* packed;
    const PeakLoops* peak;
    const StreamLoops* stream;
};

} // namespace edgewright::kernels
