// SPDX-License-Identifier: GPL-3.0-or-later
// Loops that do nothing but arithmetic in registers, to find what a processor can do at most.
#pragma once

#include <cstdint>

namespace edgewright::kernels {

// Independent sums, so many that none waits for itself: too few are slow, and so are more than there are
// registers.
struct PeakLoop {
    int accumulators; // vectors
    double macs;      // multiply-accumulates of one turn
    // Reads and writes 64 floats at `memory`.
    void (*run)(std::int64_t turns, float* memory);
};

struct PeakLoops {
    const PeakLoop* multiplyAdd; // of float32
    int multiplyAdds;
    const PeakLoop* dot; // of 8-bit codes, summed in 32 bits, as the integer kernels do it
    int dots;
};

} // namespace edgewright::kernels
