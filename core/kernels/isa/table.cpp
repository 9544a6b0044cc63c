// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/table.h"

#include "core/kernels/isa/vector.h"

namespace edgewright::kernels::EDGEWRIGHT_ISA {

extern const GemmTiles* const gemmTiles[GemmTileCount];
extern const DepthwiseKernels depthwiseKernels;
extern const DirectKernels directKernels;
extern const WinogradKernels winogradKernels;
extern const ElementwiseKernels elementwiseKernels;
extern const PlanePoolKernels planePoolKernels;
extern const IntegerTiles integerTiles;
extern const PackedRowKernels packedRowKernels;
extern const PeakLoops peakLoops;
extern const StreamLoops streamLoops;

extern const Table table{Lanes,
                         gemmTiles[0],
                         gemmTiles,
                         GemmTileCount,
                         &depthwiseKernels,
                         &directKernels,
                         &winogradKernels,
                         &elementwiseKernels,
                         &planePoolKernels,
                         &integerTiles,
                         &packedRowKernels,
                         &peakLoops,
                         &streamLoops};

} // namespace edgewright::kernels::EDGEWRIGHT_ISA
