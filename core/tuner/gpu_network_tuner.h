// SPDX-License-Identifier: GPL-3.0-or-later
// The kernels of a network on a GPU with their parameters searched, one after the other; what was decided as
// lines of a log (core/tune), and read back from one.
#pragma once

#include "core/gpu/network/launch_tasks.h"
#include "core/table/column.h"
#include "core/tune/log.h"
#include "core/tuner/gpu_tuner.h"
#include "core/tuner/search_options.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace edgewright::tuner {

struct GpuTunedTask {
    gpu::LaunchTask task;
    std::string label; // of its first node
    GpuTuned tuned;
    std::string problem; // not empty: none of it ran

    bool isFaster() const { return tuned.decision.winner.has_value(); } // beyond doubt
    double usualSeconds() const;                                        // of one call; 0: none ran
    double bestSeconds() const;
    const gpu::Values& values() const; // of the winner, or the default's
};

struct GpuNetworkTuned {
    std::vector<GpuTunedTask> tasks; // those that were begun
    bool wasStopped = false;

    // The network's calls of these kernels, all together.
    double usualSeconds() const;
    double bestSeconds() const;
};

struct GpuTuneListener {
    std::function<void(const tune::Trial&)> logged = {}; // trials of a kernel and what was decided, as it is
    std::function<void(const std::string&)> doing = {};
};

// Trials and seconds of `search` are shared by the kernels; each is decided on when its own are over. Stopped:
// with the kernels that were begun, if there are some; else Cancelled.
Result<GpuNetworkTuned> tuneNetworkOnGpu(gpu::Programs& programs, const ir::Graph& graph,
                                         const std::vector<gpu::LaunchTask>& tasks, const SearchOptions& search,
                                         const gpu::GpuEffort& effort, const GpuTuneListener& listener,
                                         const RunContext& run = {});

std::string logTask(const gpu::LaunchShape& shape); // "gemm_ended 64 x 3136 x 576"
// The last decision on each kernel on GPUs of this kind ("sm_90"), those whose default stayed left out.
// BadInput where the log has none, or names parameters that no kernel has.
Result<std::vector<gpu::TunedLaunch>> tunedOnGpuFrom(const tune::TuneLog& log, const std::string& isa);

table::Table gpuTuneTable(std::shared_ptr<const GpuNetworkTuned> result);

} // namespace edgewright::tuner
