// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tuner/gpu_tuner.h"

#include "core/base/propagate.h"
#include "core/base/quoted.h"
#include "core/base/say.h"
#include "core/measure/stopwatch.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

namespace edgewright::tuner {

using cost::search::Point;

namespace {

// Seconds of a trial; infinite where it failed or is wrong.
double valueOf(const gpu::KernelResult& result) {
    return result.isRight() && result.seconds.count > 0 ? result.seconds.median
                                                        : std::numeric_limits<double>::infinity();
}

// Kernels that do not take these sizes, with the reason. An error: none of them does.
Result<void> leaveOutOthers(std::vector<const gpu::Kernel*>& kernels, const gpu::Sizes& sizes,
                            std::vector<GpuSpace::Refusal>& refusals) {
    for (auto each = kernels.begin(); each != kernels.end();) {
        ASSIGN_OR_RETURN(gpu::Values declared, gpu::valuesOf(**each));
        const auto work = gpu::workOf(**each, sizes, declared);
        if (!work && (work.error().code != ErrorCode::Unsupported || kernels.size() == 1)) return work.error();
        if (!work) refusals.push_back({{*each, std::move(declared)}, work.error().message});
        each = work ? each + 1 : kernels.erase(each);
    }
    return {};
}

// The default and the best of the trials, measured again beside each other.
Result<void> decide(GpuTuned& tuned, const gpu::Wanted& usual, gpu::Programs& programs,
                    const GpuTuneOptions& options) {
    std::vector<const gpu::KernelResult*> best;
    for (const gpu::KernelResult& each : tuned.trials)
        if (std::isfinite(valueOf(each)) && !(each.kernel == usual.kernel && each.values == usual.values))
            best.push_back(&each);
    std::ranges::stable_sort(best, {}, [](const gpu::KernelResult* each) { return valueOf(*each); });
    best.resize(std::min(best.size(), options.finalists));
    std::vector<gpu::Wanted> wanted{usual};
    for (const gpu::KernelResult* each : best)
        wanted.push_back({each->kernel, each->sizes, each->values});
    gpu::GpuEffort effort = options.effort;
    effort.samples *= std::max<std::size_t>(1, options.finalists);
    ASSIGN_OR_RETURN(std::vector<gpu::InTurn> measured, gpu::measureInTurn(programs, wanted, effort));
    std::vector<std::vector<double>> samples;
    for (gpu::InTurn& each : measured) {
        if (each.samples.empty()) continue;
        tuned.finalists.push_back(std::move(each.result));
        samples.push_back(std::move(each.samples));
    }
    if (samples.size() > 1) tuned.decision = decided(samples.front(), std::span(samples).subspan(1));
    return {};
}

} // namespace

const gpu::KernelResult* GpuTuned::best() const {
    if (finalists.empty()) return nullptr;
    return &finalists[decision.winner ? 1 + *decision.winner : 0];
}

Result<GpuTuned> tuneOnGpu(gpu::Programs& programs, std::vector<const gpu::Kernel*> kernels,
                           const gpu::Sizes& sizes, const GpuTuneOptions& options, const RunContext& run) {
    const auto* const strategy = cost::search::findStrategy(options.strategy);
    if (!strategy) return badInput(say("there is no strategy {1}", inQuotes(options.strategy)));
    const gpu::Multiprocessor& sm = programs.gpu()->info().sm;
    RETURN_IF_ERROR(GpuSpace::of(kernels)); // they do the same
    GpuTuned tuned;
    RETURN_IF_ERROR(leaveOutOthers(kernels, sizes, tuned.refusals));
    ASSIGN_OR_RETURN(const GpuSpace kinds, GpuSpace::of(std::move(kernels)));
    std::ranges::move(kinds.refusals(sm), std::back_inserter(tuned.refusals));
    cost::search::Space space = kinds.space(sm);
    GpuChoice usual = kinds.at(space.first.front());
    if (!options.usual.empty()) usual.values = options.usual;
    space.evaluateTogether = [&](std::span<const Point> points,
                                 const RunContext& context) -> Result<std::vector<double>> {
        std::vector<double> seconds;
        for (const Point& point : points) {
            const GpuChoice choice = kinds.at(point);
            ASSIGN_OR_RETURN(gpu::KernelResult result,
                             gpu::measureKernel(programs, nullptr, {choice.kernel, sizes, choice.values},
                                                options.effort, context));
            seconds.push_back(valueOf(result));
            tuned.trials.push_back(std::move(result));
        }
        return seconds;
    };
    ASSIGN_OR_RETURN(auto task,
                     cost::search::SearchTask::start(std::move(space), *strategy,
                                                     {.seed = options.seed, .costModel = options.costModel}));
    constexpr std::int64_t AtOnce = 16; // trials, before the time is looked at
    const measure::Stopwatch watch;
    for (std::int64_t left = options.trials; left > 0 && !task.over() && watch.elapsed().wall < options.seconds;
         left -= AtOnce) {
        const auto searched = task.advance(std::min(left, AtOnce), run);
        if (searched) continue;
        if (searched.error().code != ErrorCode::Cancelled || tuned.trials.empty()) return searched.error();
        break;
    }
    tuned.triedAll = task.result().proved;
    RETURN_IF_ERROR(decide(tuned, {usual.kernel, sizes, usual.values}, programs, options));
    return tuned;
}

} // namespace edgewright::tuner
