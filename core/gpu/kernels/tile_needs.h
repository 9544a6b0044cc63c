// SPDX-License-Identifier: GPL-3.0-or-later
// The needs of the steps of the ladder of matrix products (gemm_ladder.cpp), by their parameters; those of its
// last step.
#pragma once

#include "core/gpu/kernel.h"

namespace edgewright::gpu {

Result<BlockNeeds> squareNeeds(const Values& values);       // SIDE, without shared memory
Result<BlockNeeds> sharedSquareNeeds(const Values& values); // with it
Result<BlockNeeds> columnTileNeeds(const Values& values);   // BM, BN, BK, ROWS
Result<BlockNeeds> registerTileNeeds(const Values& values); // and COLUMNS
Result<BlockNeeds> vectorLoadNeeds(const Values& values);   // the same, four numbers at once
Result<BlockNeeds> doubleBufferNeeds(const Values& values); // and two tiles
Result<BlockNeeds> warpTileNeeds(const Values& values);     // of warpTiles()

std::vector<Parameter> warpTiles(); // BM, BN, BK, WM, WN, DOWN

} // namespace edgewright::gpu
