// SPDX-License-Identifier: GPL-3.0-or-later
// A network measured on an NVIDIA GPU of this machine, with kernels of our own (core/gpu). A run is all from
// inputs to outputs that are here again.
#pragma once

#include "core/base/result.h"
#include "core/base/run_context.h"
#include "core/device/this_machine.h"
#include "core/gpu/bench/programs.h"
#include "core/gpu/network/launch_tasks.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace edgewright::device {

// The name that stands for the first GPU of this machine, where no host has it.
inline constexpr std::string_view ThisGpu = "gpu";

inline constexpr std::string_view GpuBackend = "gpu"; // of variants that ran there, with kernels of our own

// Unsupported, saying what to install, where there is no driver, GPU or compiler for kernels.
Result<gpu::Programs> openThisGpu();

// Parameters of kernels that were searched for, for one of the variants.
struct TunedOnGpu {
    std::string variant; // its name; empty: none is tuned
    std::vector<gpu::TunedLaunch> launches;
};

// As measureWith(), for variants in float32 on one thread, with kernels that choose themselves; those in 8 bits
// go to Record::leftOut. Outputs are compared with this machine's. Operators without a kernel run on this
// machine (RanBy), `doing` says why. Unsupported where outputs have elements that are no numbers and this
// machine's are, naming the operator that they come from.
Result<std::shared_ptr<const Record>> measureOnGpu(gpu::Programs& programs, const Task& task,
                                                   const RunContext& run = {}, const Listener& listener = {},
                                                   const TunedOnGpu& tuned = {});

} // namespace edgewright::device
