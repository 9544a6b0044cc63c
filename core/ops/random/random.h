// SPDX-License-Identifier: GPL-3.0-or-later
// Random numbers that are the same on every machine: the Mersenne Twister MT19937 (Matsumoto and Nishimura, ACM
// TOMACS 8(1), 1998), seeded with one 32-bit number, two outputs per number in [0, 1) with 53 bits. That is
// what NumPy's RandomState(seed).random_sample() gives.
#pragma once

#include "core/ir/node.h"

#include <cstdint>
#include <random>

namespace edgewright::ops {

class Random {
public:
    explicit Random(std::uint32_t seed) : m_engine(seed) {}
    double uniform();        // in [0, 1)
    double normal();         // mean 0, deviation 1
    std::uint32_t integer(); // any 32 bits

private:
    std::mt19937 m_engine;
    double m_spare = 0; // the second of a pair of normal numbers
    bool m_hasSpare = false;
};

// Seeded with the node's attribute `seed`: an integer, or a float of integral value, in [0, 2^32) as it is,
// other numbers by their bits. Without the attribute the seed comes from the node's id, so that each node has
// numbers of its own, the same in every run.
Random randomOf(const ir::Node& node);

} // namespace edgewright::ops
