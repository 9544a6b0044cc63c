// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/table.h"

#include "core/kernels/isa/vector.h"

namespace edgewright::kernels::EDGEWRIGHT_ISA {

extern const GemmTiles gemmTiles;
extern const DepthwiseKernels depthwiseKernels;
extern const ElementwiseKernels elementwiseKernels;
extern const PlanePoolKernels planePoolKernels;
extern const IntegerTiles integerTiles;

extern const Table table;
const Table table{Lanes, &gemmTiles, &depthwiseKernels, &elementwiseKernels, &planePoolKernels, &integerTiles};

} // namespace edgewright::kernels::EDGEWRIGHT_ISA
