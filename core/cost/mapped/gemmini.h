// SPDX-License-Identifier: GPL-3.0-or-later
// Cycles of Gemmini, a 16 x 16 weight-stationary int8 array behind a scratchpad and an accumulator, with the
// tiles that a loop nest gives it (Genc et al., "Gemmini", DAC 2021; measured by Hong et al., "DOSA", MICRO
// 2023).
//
// Every iteration of the loops in DRAM loads its tiles of input and weights, computes and, once sums are
// complete, stores its tile of output. Loads and stores share one port to memory; they run beside the computing
// of the iteration before. With E, L and S for the cycles that one iteration computes, loads and stores:
//   cycles = start + L + E + S + (iterations - 1) * ((L + S)^3 + E^3)^(1/3)
// The root is a maximum with its edge rounded: neither side always has work for the other.
#pragma once

#include "core/cost/mapped/mapped_layer.h"

namespace edgewright::cost::mapped {

inline constexpr std::int64_t ArrayEdge = 16; // rows and columns of the array

struct Cache {
    double bytes;
    double ways;
};

// Fields of type double are cycles. They are fitted to 120 layers measured on an FPGA (robust
// regression on the logarithm); with whole layers left out of the fit the median error is 4.0 % (mean 8.4 %),
// with whole SRAM configurations left out 4.1 % (7.8 %).
struct GemminiConstants {
    double weights = 16;    // of shifting a tile of weights into the array: one row a cycle. Not fitted.
    double operation = 7.1; // of issuing a preload and a compute, which handle up to 16 rows of input
    double request =
        0.56;           // of a request to memory: up to 64 bytes of input or weights, 16 of output, in one line
    double beat = 1.16; // of 16 bytes on the bus
    double outside = 2.9; // of a line that is not in the level-2 cache
    double dram = 7.0;    // ... and more of one that is not in the last-level cache
    double start = 257;   // of the first commands and the first answer of memory
    double written = 2;   // lines that move for a written one that misses: filled, written back. Not fitted.
    Cache level2{1 << 20, 8}, lastLevel{1 << 22, 8}; // unpublished; chosen by the same error
};

// One iteration.
struct GemminiIteration {
    double compute = 0, load = 0, store = 0; // cycles; of stores the mean over all iterations
};
GemminiIteration gemminiIteration(const MappedLayer& layer, const GemminiConstants& constants = {});

// The cycles of a layer that check() accepted. At least 1.
double gemminiCycles(const MappedLayer& layer, const GemminiConstants& constants = {});

// Cycles that the array takes for `operations` of up to 16 rows, `rows` in all, on one tile of weights.
double gemminiWeightTile(double rows, double operations, const GemminiConstants& constants);
// (a^3 + b^3)^(1/3)
double roundedMaximum(double a, double b);

} // namespace edgewright::cost::mapped
