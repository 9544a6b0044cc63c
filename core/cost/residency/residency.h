// SPDX-License-Identifier: GPL-3.0-or-later
// Activations that stay on chip between layers, in an SRAM that layers share, by the rules of Mode::Physical.
//
// An activation takes its room from the layer that makes it to the last one that reads it, both included, as in
// the memory plan. What stays is neither written to DRAM nor read from it; tiles come from that SRAM and go
// there, which takes no time and costs its energy. Inputs of the network come from DRAM, and its outputs go
// there. Without room for all, those stay that save the most DRAM traffic for each byte and layer that they
// take room for.
#pragma once

#include "core/cost/accelerator.h"
#include "core/cost/workload.h"

namespace edgewright::cost {

struct Residency {
    Workload workload;            // its layers move what does not stay
    Accelerator accelerator;      // with the SRAM that activations stay in
    std::size_t staying = 0;      // activations
    std::int64_t staysFromKb = 0; // the most that all of them take at once; 0: there are none
};

// Accelerator::residentKb; where that is empty, the SRAM for inputs is shared between tiles and activations if
// all of them fit its half. In Mode::ScaleSim nothing stays.
Residency residencyOf(const Workload& workload, const Accelerator& accelerator);

} // namespace edgewright::cost
