// SPDX-License-Identifier: GPL-3.0-or-later
// Tables that nothing was measured for: the seconds of each point are computed, so that the best is known.
#pragma once

#include "tests/bench/tuning_table.h"

namespace edgewright::bench {

// The space of a product with a tile and three blocks, 1 ms at best: each parameter costs by the square of its
// distance from where it is best, in steps; blocks that together leave a cache cost up to half as much again; a
// ripple of 3 % is on top. Equal seeds give equal tables.
TuningTable madeUp(std::uint64_t seed);

} // namespace edgewright::bench
