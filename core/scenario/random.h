// SPDX-License-Identifier: GPL-3.0-or-later
// Random numbers that are equal on every platform for equal seeds: xoshiro256** (Blackman and Vigna, 2018),
// whose state splitmix64 fills, and distributions made of it by additions, products, quotients and square roots
// alone, which IEEE 754 defines to the last bit. Functions of the mathematical library are not, and neither are
// the distributions of the standard library.
#pragma once

#include <array>
#include <cstdint>

namespace edgewright::scenario {

class Random {
public:
    // `stream` tells sequences of one seed apart: those of arrivals and of service times, model by model.
    explicit Random(std::uint64_t seed, std::uint64_t stream = 0);

    std::uint64_t next() {
        const std::uint64_t result = rotated(m_state[1] * 5, 7) * 9;
        const std::uint64_t shifted = m_state[1] << 17;
        m_state[2] ^= m_state[0];
        m_state[3] ^= m_state[1];
        m_state[1] ^= m_state[2];
        m_state[0] ^= m_state[3];
        m_state[2] ^= shifted;
        m_state[3] = rotated(m_state[3], 45);
        return result;
    }
    double unit() { return static_cast<double>(next() >> 11) * 0x1p-53; } // [0, 1)
    // 0 to end - 1, end > 0, below 2^32; no number is likelier than another by more than end / 2^64.
    std::uint64_t upTo(std::uint64_t end) {
        const std::uint64_t bits = next(), low = (bits & 0xffffffff) * end;
        return ((bits >> 32) * end + (low >> 32)) >> 32;
    }
    double exponential(); // of mean 1
    double normal();      // of mean 0 and deviation 1, by the polar method (Marsaglia and Bray, 1964)
    // With a mean of `shape`, which is above 0, and scale 1 (Marsaglia and Tsang, A Simple Method for
    // Generating Gamma Variables, 2000).
    double gamma(double shape);

private:
    static std::uint64_t rotated(std::uint64_t bits, int by) { return (bits << by) | (bits >> (64 - by)); }

    std::array<std::uint64_t, 4> m_state;
};

// The natural logarithm and the exponential function, within a few units of the last place, alike everywhere.
double portableLog(double number); // above 0, finite
double portableExp(double number); // -700 to 700

} // namespace edgewright::scenario
