// SPDX-License-Identifier: GPL-3.0-or-later
// Products of packed codes by vectors, and the table of everything integer.
#include "core/kernels/isa/integer/tile.h"

namespace edgewright::kernels::EDGEWRIGHT_ISA {

namespace {

void multiplyBlock(const IntegerBlock& block) { multiplyByVectors<RowsOfUnits>(block); }

} // namespace

extern const IntegerTiles integerTiles{.rows = Rows,
                                       .columns = Columns,
                                       .depth = Depth,
                                       .rowUnits = 1,
                                       .packRows = packRows,
                                       .packLine = packLine,
                                       .interleave = interleave,
                                       .packSegments = packSegments,
                                       .copyLines = copyLines,
                                       .transposeCodes = transposeCodes,
                                       .block = multiplyBlock,
                                       .plane = convolvePlane,
                                       .encode = encode,
                                       .decode = decode,
                                       .addCodes = addCodes,
                                       .multiplyCodes = multiplyCodes,
                                       .lookUp = lookUp,
                                       .softmaxCodes = softmaxCodes,
                                       .sumCodes = sumCodes};

} // namespace edgewright::kernels::EDGEWRIGHT_ISA
