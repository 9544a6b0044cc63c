// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/layers.h"

namespace edgewright::layout {

// By element: what it is joined to and stands exactly above or below of has the same number, less than count().
std::vector<std::uint32_t> straightBlocks(const Layers& layers);

// Straight lines make staircases of deep graphs: everything goes into a strip not much wider than the widest
// row, blocks that do not fit there bend. Keeps every separation.
void narrow(Layers& layers);

// Moves what stands exactly one above the other as a whole towards the median of what it is joined to, as far
// as its neighbours leave room: edges get shorter and straighter, nothing overlaps. Elements with a seed stay.
// O(E) for each of a few rounds.
void straighten(Layers& layers);

// Elements with a seed go back to it, the others make room; where seeds leave too little, rows give way with
// the least squares of moves.
void returnToSeeds(Layers& layers);

} // namespace edgewright::layout
