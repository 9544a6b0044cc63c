// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/bench/sampler.h"

#include "core/base/propagate.h"

#include <algorithm>

namespace edgewright::gpu {

Result<Sampler> Sampler::of(Gpu& gpu, std::size_t copies, const GpuEffort& effort, Start start) {
    constexpr double MaxRuns = 200;
    Sampler sampler(gpu, copies, std::move(start));
    double once = 0;
    for (std::size_t i = 0; i < effort.warmups + 1; ++i) {
        ASSIGN_OR_RETURN(once, sampler.seconds(1));
    }
    sampler.m_runs = effort.runs;
    if (effort.runs > 0) return sampler;
    sampler.m_runs = static_cast<std::size_t>(
        once > 0 ? std::clamp(effort.sampleSeconds / once + 0.5, 1.0, MaxRuns) : MaxRuns);
    return sampler;
}

Result<double> Sampler::seconds(std::size_t runs) {
    return m_gpu->seconds([&]() -> Result<void> {
        for (std::size_t i = 0; i < runs; ++i)
            RETURN_IF_ERROR(m_start(m_next++ % m_copies));
        return {};
    });
}

Result<double> Sampler::sample() {
    ASSIGN_OR_RETURN(const double all, seconds(m_runs));
    return all / static_cast<double>(m_runs);
}

Result<std::vector<double>> Sampler::samples(const GpuEffort& effort, const RunContext& run) {
    std::vector<double> samples;
    for (std::size_t i = 0; i < effort.samples; ++i) {
        if (run.stopped()) return cancelled();
        ASSIGN_OR_RETURN(samples.emplace_back(), sample());
    }
    return samples;
}

} // namespace edgewright::gpu
