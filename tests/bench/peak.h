// SPDX-License-Identifier: GPL-3.0-or-later
// Loops that do nothing but arithmetic in registers, to find what a processor can do at most. isa/peak.cpp is
// compiled once for each instruction set and includes only this.
#pragma once

#include <cstdint>

namespace edgewright::bench {

struct PeakLoop {
    int accumulators;
    double operations; // of one turn; a multiplication and an addition are two
    // Reads and writes 64 floats at `memory`.
    void (*run)(std::int64_t turns, float* memory);
};

struct PeakLoops {
    const PeakLoop* multiplyAdd; // of float32
    int multiplyAdds;
    const PeakLoop*
        dot;  // of codes of 8 bits, summed in 32 bits, by the exact instructions that the kernels use
    int dots; // 0 where no such instruction is known
};

} // namespace edgewright::bench
