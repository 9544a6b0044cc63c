// SPDX-License-Identifier: GPL-3.0-or-later
// Random points of a space, and points near another one.
#pragma once

#include "core/cost/search/space.h"

#include <random>

namespace edgewright::cost::search {

// Equal on every platform for equal seeds, unlike the distributions of the standard library.
class Random {
public:
    explicit Random(std::uint64_t seed) : m_engine(seed) {}
    std::int64_t upTo(std::int64_t end) { // 0 to end - 1; end > 0
        return static_cast<std::int64_t>(m_engine() % static_cast<std::uint64_t>(end));
    }
    double unit() { return static_cast<double>(m_engine() >> 11) * 0x1p-53; } // [0, 1)
    bool chance(double probability) { return unit() < probability; }

private:
    std::mt19937_64 m_engine;
};

// Every point of the space can come, admitted or not.
void drawAny(const Space& space, Random& random, Point& into);
// Admitted; false if none was found in so many tries.
bool draw(const Space& space, Random& random, Point& into, int tries = 4096);
// A step from `from` to an admitted point other than it: one or two axes to choices nearby, or one extent
// against another. False if none was found; `into` is of no use then.
bool step(const Space& space, Random& random, std::span<const Choice> from, Point& into, int tries = 64);
// Each axis from one of two parents, with the rules of some where it is not admitted otherwise. False where it
// is not; `into` is of no use then.
bool cross(const Space& space, Random& random, std::span<const Choice> first, std::span<const Choice> second,
           Point& into);

} // namespace edgewright::cost::search
