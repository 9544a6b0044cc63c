// SPDX-License-Identifier: GPL-3.0-or-later
// The fastest of several kernels for GPUs with all their parameters, for one shape, by trials on a GPU. A trial
// whose result is not the reference's is never chosen. The default, the last one of the kernels, stays unless
// another is faster beyond doubt on new samples, taken in turn.
#pragma once

#include "core/cost/search/task.h"
#include "core/gpu/bench/measure.h"
#include "core/tuner/gpu_space.h"
#include "core/tuner/tuner.h"

#include <optional>
#include <string>
#include <vector>

namespace edgewright::tuner {

struct GpuTuneOptions {
    std::int64_t trials = 60;
    double seconds = 7 * 86400.0; // the search ends after so long, and is decided on
    gpu::Values usual = {};       // of the default, the last of the kernels; empty: as it is declared
    // Names in core/cost/search; an empty cost model is the default.
    std::string strategy = std::string(cost::search::DefaultStrategy);
    std::string costModel = {};
    std::uint64_t seed = 1;
    gpu::GpuEffort effort = {}; // of a trial
    std::size_t finalists = 5;  // beside the default, measured in turn, that many times the samples of a trial
};

struct GpuTuned {
    std::vector<gpu::KernelResult> trials; // as they came, those that failed included
    // On new samples those that were right: the default, then the best of the trials in their order.
    std::vector<gpu::KernelResult> finalists;
    Decision decision; // among them, over the first one: the default, unless that is not right here
    // Not tried: points of which no block fits, and kernels that do not take the sizes.
    std::vector<GpuSpace::Refusal> refusals;
    bool triedAll = false; // every admitted point

    const gpu::KernelResult* best() const; // null: none was right
};

// `kernels` as GpuSpace::of() takes them; those that do not take `sizes` are left out, with the reason.
// BadInput for an unknown strategy or cost model. Stopped: with what was tried until then, if something was;
// else Cancelled.
Result<GpuTuned> tuneOnGpu(gpu::Programs& programs, std::vector<const gpu::Kernel*> kernels,
                           const gpu::Sizes& sizes, const GpuTuneOptions& options, const RunContext& run = {});

} // namespace edgewright::tuner
