// SPDX-License-Identifier: GPL-3.0-or-later
// A measured roof as the description of an accelerator, so that what this machine does lies on the same
// roofline as what is predicted for others.
#pragma once

#include "core/cost/accelerator.h"
#include "core/device/roof/roof.h"

#include <optional>
#include <string>

namespace edgewright::device {

struct MeasuredAccelerator {
    std::string name;              // "AMD EPYC, 2 threads, int8"
    cost::Accelerator accelerator; // its cost::roofline is the measured one, in cycles
    // A cycle is a unit of time here, no tick of a clock: MAC/s over this are MACs per cycle.
    double cyclesPerSecond = 0;
};

// As many processing elements, and bytes per cycle from DRAM, as give the peak and LevelBandwidth::best of
// memory (else of the outermost level), within 1 % each: a cycle is the shortest whole number of nanoseconds
// that they do so for, or the best one up to 1000. SRAM is the last cache, a third for each operand; the vector
// unit has a lane for each MAC. Only the roof is that of this machine: cycles of layers are those of a systolic
// array below it. Nothing where that peak or bandwidth was not measured.
std::optional<MeasuredAccelerator> acceleratorOf(const Roof& roof, int threads, Arithmetic arithmetic);

// {"name", "source": "measured", "cycles_per_second", ...}: what `edgewright-cli cost --accelerator` reads.
std::string acceleratorJson(const MeasuredAccelerator& measured);

} // namespace edgewright::device
