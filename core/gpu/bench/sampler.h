// SPDX-License-Identifier: GPL-3.0-or-later
// Samples of one thing on a GPU, by its events: a sample has several runs, over copies of arrays in turns.
#pragma once

#include "core/gpu/bench/measure.h"

namespace edgewright::gpu {

class Sampler {
public:
    using Start = std::function<Result<void>(std::size_t copy)>; // one run, on that copy of the arrays

    // Warm, with as many runs in a sample as the effort says.
    static Result<Sampler> of(Gpu& gpu, std::size_t copies, const GpuEffort& effort, Start start);
    Result<double> sample(); // seconds of a run
    // As many as the effort says. Cancelled when stopped.
    Result<std::vector<double>> samples(const GpuEffort& effort, const RunContext& run);

private:
    Sampler(Gpu& gpu, std::size_t copies, Start start)
        : m_gpu(&gpu), m_copies(copies), m_start(std::move(start)) {}
    Result<double> seconds(std::size_t runs);

    Gpu* m_gpu;
    std::size_t m_copies, m_next = 0, m_runs = 1;
    Start m_start;
};

} // namespace edgewright::gpu
