// SPDX-License-Identifier: GPL-3.0-or-later
// A roof that follows from what networks took on a machine, where none was measured.
#pragma once

#include "core/device/calibration.h"
#include "core/device/roof/roof.h"

#include <string>

namespace edgewright::device {

// One thread. The peak is the fastest kind of MAC that the processor was fitted with, or `fastest` (MACs per
// second that an operator had there, Winograd's counted as defined) where that is more; bandwidths are those of
// tensors that fit a core's own cache ("cache") and of larger ones ("beyond 1 MiB", from an outer cache or
// memory, as the networks found them): what our kernels reach there, which is no bandwidth of memory, and below
// what the machine can do. What the fit does not know is 0, or missing. No kernels, no curve.
Roof fittedRoof(const Calibrated& calibrated, const measure::Machine& machine, const std::string& isa,
                double fastest = 0);
// The largest of all operators of one-core variants, in MACs per second; 0: none has MACs.
double fastestMacs(const Record& record);

} // namespace edgewright::device
