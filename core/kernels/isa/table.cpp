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

namespace {

Table tableWith(const IntegerTiles& integer, const PeakLoops& peak) {
    return {Lanes,
            gemmTiles[0],
            gemmTiles,
            GemmTileCount,
            &depthwiseKernels,
            &directKernels,
            &winogradKernels,
            &elementwiseKernels,
            &planePoolKernels,
            &integer,
            &packedRowKernels,
            &peak,
            &streamLoops};
}

} // namespace

extern const Table table;
const Table table = tableWith(integerTiles, peakLoops);

#if defined(__AVX512VNNI__)
extern const IntegerTiles amxIntegerTiles;
extern const PeakLoops amxPeakLoops;

extern const Table amxTable;
const Table amxTable = tableWith(amxIntegerTiles, amxPeakLoops);
#endif

} // namespace edgewright::kernels::EDGEWRIGHT_ISA
