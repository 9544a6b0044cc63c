// SPDX-License-Identifier: GPL-3.0-or-later
// The fastest of several kernels for GPUs with all their parameters, for one shape, by trials on a GPU. A trial
// whose result is not the reference's is never chosen.
#pragma once

#include "core/cost/search/task.h"
#include "core/gpu/bench/measure.h"
#include "core/tuner/gpu_space.h"

#include <optional>
#include <string>
#include <vector>

namespace edgewright::tuner {

struct GpuTuneOptions {
    std::int64_t trials = 60;
    // Names in core/cost/search; an empty cost model is the default.
    std::string strategy = std::string(cost::search::DefaultStrategy);
    std::string costModel = {};
    std::uint64_t seed = 1;
    gpu::GpuEffort effort = {}; // of a trial
    std::size_t finalists = 5;  // measured once more, that many times the samples of a trial
};

struct GpuTuned {
    std::vector<gpu::KernelResult> trials;    // as they came, those that failed included
    std::vector<gpu::KernelResult> finalists; // the best of them, the fastest first, on new samples
    std::vector<GpuSpace::Refusal> refusals;  // points that were not tried, as no block of them fits
    bool triedAll = false;                    // every admitted point

    // Null: none was right.
    const gpu::KernelResult* best() const { return finalists.empty() ? nullptr : &finalists.front(); }
};

// `kernels` as GpuSpace::of() takes them. BadInput for an unknown strategy or cost model. Stopped: with what
// was tried until then, if something was; else Cancelled.
Result<GpuTuned> tuneOnGpu(gpu::Programs& programs, std::vector<const gpu::Kernel*> kernels,
                           const gpu::Sizes& sizes, const GpuTuneOptions& options, const RunContext& run = {});

} // namespace edgewright::tuner
