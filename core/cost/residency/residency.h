// SPDX-License-Identifier: GPL-3.0-or-later
// Activations that stay on chip between layers, in an SRAM that layers share, by the rules of Mode::Physical.
//
// An activation takes its room from the layer that makes it to the last one that reads it, both included, as in
// the memory plan. What stays is neither written to DRAM nor read from it; tiles come from that SRAM and go
// there, which takes no time and costs its energy. Inputs of the network come from DRAM, and its outputs go
// there. Without room for all, those stay that save the most DRAM traffic for each byte and layer that they
// take room for.
//
// Where no room is said (Accelerator::residentKb), it is part of the SRAM for inputs, which tiles lack then: what
// all activations take, up to half of it, or nothing, whichever costs less. Some of them alone would leave tiles
// so little that a higher bandwidth costs energy.
#pragma once

#include "core/base/run_context.h"
#include "core/cost/accelerator.h"
#include "core/cost/workload.h"

#include <span>
#include <vector>

namespace edgewright::cost {

struct Residency {
    Workload workload;            // its layers move what does not stay
    Accelerator accelerator;      // with the SRAM that activations stay in
    std::size_t staying = 0;      // activations
    std::int64_t staysFromKb = 0; // the most that all of them take at once; 0: there are none
};

// By room: one where it is said; else nothing stays, and, where all fit half of the SRAM for inputs, all. In
// Mode::ScaleSim nothing stays.
std::vector<Residency> residenciesOf(const Workload& workload, const Accelerator& accelerator);

// The place of the best of them by what a workload takes with each, infinite where it does not run. For
// Objective::Cycles, of those within SpeedSlack of the fewest cycles the one with the least energy x cycles. Of
// equals the first.
struct ResidencyCost {
    double cycles = 0, energy = 0;
};
std::size_t bestResidency(std::span<const ResidencyCost> costs, Objective objective);

// The best of residenciesOf(), which estimate() takes. Adopted tilings do not change which: it is that of the
// tiles that are chosen.
Residency residencyOf(const Workload& workload, const Accelerator& accelerator, const RunContext& run = {});

} // namespace edgewright::cost
