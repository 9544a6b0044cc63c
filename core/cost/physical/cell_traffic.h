// SPDX-License-Identifier: GPL-3.0-or-later
// Traffic of the registers of an array, by dataflow. Each MAC reads its two operands and its partial sum
// from the registers of its cell. What streams comes from the neighbour, or the edge: a hop for each MAC. What
// stays came over the cells above it, once; where the outputs stay, sums are written in place and leave over
// the cells below.
//          reads   written in place   hops of each MAC        and hops of
//     os   all     the sum            inputs and weights      sums, out
//     ws   all     -                  inputs and sums         weights, in
//     is   all     -                  weights and sums        inputs, in
#pragma once

#include "core/cost/energy/energy_table.h"
#include "core/cost/systolic.h"

namespace edgewright::cost {

// A layer on the array, repetitions included.
struct CellWork {
    double macs = 0;
    double passed = 0;   // MACs, and as many of cells between them that hold nothing (packed groups)
    double rowsUsed = 1; // of a column, mean over folds
    double staying = 0;  // elements that are brought to stay; os: sums that are taken out
};

// Bytes.
struct CellTraffic {
    double reads = 0, writes = 0, hops = 0;
};
CellTraffic cellTraffic(const CellWork& work, const Accelerator& accelerator);

// With accesses to SRAM as the energy that they take at the nominal clock, and bytes to and from DRAM. All but
// DRAM has the voltage of the accelerator's clock.
Energy energyOf(const CellWork& work, double sram, double dramBytes, const Accelerator& accelerator,
                const EnergyTable& table);

// Bytes of the registers of one cell: two operands and a sum, and what stays twice where folds overlap.
double cellRegisterBytes(const Accelerator& accelerator);

} // namespace edgewright::cost
