// SPDX-License-Identifier: GPL-3.0-or-later
// Random packing problems whose smallest peak is known, because they are cut from a full rectangle.
#pragma once

#include "core/memory/packing/problem.h"

#include <cstdint>

namespace edgewright::test {

enum class Packing {
    Guillotine, // one straight cut after the other
    Pinwheel,   // four rectangles around a fifth, over and over: no straight cut
    Refilled,   // random rectangles, the holes between them filled with the largest that fit
    Slack,      // a guillotine packing whose buffers lost some bytes, but for those of one step
};

struct KnownPacking {
    memory::Problem problem;        // in random order, about `count` buffers
    std::vector<std::int64_t> plan; // offsets of a plan with that peak
    std::int64_t peak = 0;          // the smallest possible: equal to the lower bound
};

// Equal arguments give equal problems. `steps` time steps, a peak of `height` bytes.
KnownPacking knownPacking(Packing kind, std::size_t count, std::int64_t steps, std::int64_t height,
                          std::uint64_t seed);

} // namespace edgewright::test
