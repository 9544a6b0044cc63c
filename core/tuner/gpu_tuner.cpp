// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tuner/gpu_tuner.h"

#include "core/base/propagate.h"
#include "core/base/quoted.h"
#include "core/base/say.h"

#include <algorithm>
#include <limits>

namespace edgewright::tuner {

using cost::search::Point;

namespace {

// Seconds of a trial; infinite where it failed or is wrong.
double valueOf(const gpu::KernelResult& result) {
    return result.isRight() && result.seconds.count > 0 ? result.seconds.median
                                                        : std::numeric_limits<double>::infinity();
}

// The best of the trials, measured again beside each other.
Result<std::vector<gpu::KernelResult>> finalistsOf(const GpuTuned& tuned, gpu::Programs& programs,
                                                   const GpuTuneOptions& options, const RunContext& run) {
    std::vector<const gpu::KernelResult*> best;
    for (const gpu::KernelResult& each : tuned.trials)
        if (valueOf(each) < std::numeric_limits<double>::infinity()) best.push_back(&each);
    std::ranges::stable_sort(best, {}, [](const gpu::KernelResult* each) { return valueOf(*each); });
    best.resize(std::min(best.size(), options.finalists));
    gpu::GpuEffort effort = options.effort;
    effort.samples *= std::max<std::size_t>(1, options.finalists);
    std::vector<gpu::KernelResult> finalists;
    for (const gpu::KernelResult* each : best) {
        ASSIGN_OR_RETURN(
            gpu::KernelResult again,
            gpu::measureKernel(programs, nullptr, {each->kernel, each->sizes, each->values}, effort, run));
        if (again.isRight()) finalists.push_back(std::move(again));
    }
    std::ranges::stable_sort(finalists, {}, valueOf);
    return finalists;
}

} // namespace

Result<GpuTuned> tuneOnGpu(gpu::Programs& programs, std::vector<const gpu::Kernel*> kernels,
                           const gpu::Sizes& sizes, const GpuTuneOptions& options, const RunContext& run) {
    const auto* const strategy = cost::search::findStrategy(options.strategy);
    if (!strategy) return badInput(say("there is no strategy {1}", inQuotes(options.strategy)));
    const gpu::Multiprocessor& sm = programs.gpu()->info().sm;
    ASSIGN_OR_RETURN(const GpuSpace kinds, GpuSpace::of(std::move(kernels)));
    GpuTuned tuned;
    tuned.refusals = kinds.refusals(sm);
    cost::search::Space space = kinds.space(sm);
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
    if (auto searched = task.advance(options.trials, run);
        !searched && (searched.error().code != ErrorCode::Cancelled || tuned.trials.empty()))
        return searched.error();
    tuned.triedAll = task.result().proved;
    ASSIGN_OR_RETURN(tuned.finalists, finalistsOf(tuned, programs, options, {}));
    return tuned;
}

} // namespace edgewright::tuner
