// SPDX-License-Identifier: GPL-3.0-or-later
// A network measured on an NVIDIA GPU of this machine, with kernels of our own (core/gpu). A run is all from
// inputs to outputs that are here again.
#pragma once

#include "core/base/result.h"
#include "core/base/run_context.h"
#include "core/device/record/gpu_backends.h"
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

// Unsupported, saying what to install, where there is no driver, GPU or compiler for kernels.
Result<gpu::Programs> openThisGpu();

// Parameters of kernels that were searched for, for one of the variants.
struct TunedOnGpu {
    std::string variant; // its name; empty: none is tuned
    std::vector<gpu::TunedLaunch> launches;
};

// As measureWith(), for variants on one thread, with kernels that choose themselves: in float32, in 8 bits, and
// halvesVariant(). Halves that the GPU or the network cannot do go to Record::leftOut. Outputs are compared
// with this machine's of the same variant. Operators without a kernel run on this machine (RanBy), `doing` says
// why. Unsupported where outputs have elements that are no numbers and this machine's are, naming the operator
// that they come from.
Result<std::shared_ptr<const Record>> measureOnGpu(gpu::Programs& programs, const Task& task,
                                                   const RunContext& run = {}, const Listener& listener = {},
                                                   const TunedOnGpu& tuned = {});

} // namespace edgewright::device
