// SPDX-License-Identifier: GPL-3.0-or-later
// Products of packed codes by vectors, and the table of everything integer.
#include "core/kernels/isa/integer/tile.h"

namespace edgewright::kernels::EDGEWRIGHT_ISA {

namespace {

void multiplyBlock(const IntegerBlock& block) { multiplyByVectors<RowsOfUnits>(block); }

} // namespace

extern const IntegerTiles integerTiles = integerTilesOf(Rows, 1, packRows, multiplyBlock);

} // namespace edgewright::kernels::EDGEWRIGHT_ISA
