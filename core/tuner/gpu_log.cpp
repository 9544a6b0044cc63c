// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tuner/gpu_log.h"

#include "core/base/propagate.h"
#include "core/base/quoted.h"
#include "core/base/say.h"
#include "core/tuner/tuned_log.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <map>
#include <optional>
#include <set>

namespace edgewright::tuner {

namespace {

std::vector<tune::Knob> knobsOfGpu(const gpu::Values& values) {
    std::vector<tune::Knob> knobs;
    for (const auto& [name, value] : values)
        knobs.push_back({std::string(name), gpu::numberOf(values, name)});
    return knobs;
}

tune::Trial trialOf(const gpu::LaunchShape& shape, const gpu::Values& values) {
    tune::Trial trial;
    trial.task = logTask(shape);
    trial.knobs = knobsOfGpu(values);
    trial.unixTime = std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
    return trial;
}

// "gemm_ended 64 x 3136 x 576"; nothing: another task.
std::optional<gpu::LaunchShape> shapeOf(const std::string& task) {
    const std::size_t end = std::min(task.find(' '), task.size());
    gpu::LaunchShape shape{gpu::findKernel(task.substr(0, end)), {}};
    if (!shape.kernel) return std::nullopt;
    for (std::size_t at = end + 1; at < task.size();) {
        std::int64_t size = 0;
        const auto read = std::from_chars(task.data() + at, task.data() + task.size(), size);
        if (read.ec != std::errc()) return std::nullopt;
        shape.sizes.push_back(size);
        at = static_cast<std::size_t>(read.ptr - task.data()) + 3; // " x "
    }
    if (logTask(shape) != task || shape.sizes.size() != shape.kernel->sizeNames.size()) return std::nullopt;
    return shape;
}

Result<gpu::Values> valuesOf(const gpu::Kernel& kernel, const tune::Trial& trial) {
    std::vector<std::string> told;
    for (const tune::Knob& knob : trial.knobs)
        told.push_back(knob.name + "=" + tune::textOf(knob.value));
    auto values = gpu::valuesOf(kernel, told);
    if (!values) return std::move(values).error().within(say("task {1}", inQuotes(trial.task)));
    return values;
}

} // namespace

std::string logTask(const gpu::LaunchShape& shape) {
    return std::string(shape.kernel->name) + ' ' + gpu::textOf(shape.sizes);
}

tune::Trial loggedTrial(const gpu::KernelResult& result) {
    tune::Trial trial = trialOf({result.kernel, result.sizes}, result.values);
    if (!result.problem.empty() || result.seconds.count == 0)
        trial.state = tune::TrialState::NotRun;
    else if (!result.isRight())
        trial.state = tune::TrialState::Wrong;
    if (trial.state == tune::TrialState::Correct) trial.seconds = {result.seconds.median};
    return trial;
}

tune::Trial loggedDecision(const GpuTunedTask& tuned) {
    tune::Trial trial = trialOf(tuned.task.shape, tuned.values());
    trial.seconds = {tuned.bestSeconds()};
    tellDecision(trial, tuned.isFaster() ? tuned.tuned.decision.comparison.ratio : 1.0, tuned.usualSeconds());
    return trial;
}

Result<std::vector<gpu::TunedLaunch>> tunedOnGpuFrom(const tune::TuneLog& log, const std::string& isa) {
    std::map<std::string, gpu::TunedLaunch> last; // by task
    std::set<std::string> others;
    bool isAny = false;
    for (const tune::Trial& trial : log.trials) {
        if (!isDecision(trial)) continue;
        const std::string& of = log.sessionOf(trial).isa;
        const auto shape = shapeOf(trial.task);
        if (of != isa || !shape) {
            others.insert(of);
            continue;
        }
        isAny = true;
        ASSIGN_OR_RETURN(gpu::Values values, valuesOf(*shape->kernel, trial));
        if (decidedRatioOf(trial) < 1)
            last.insert_or_assign(trial.task, gpu::TunedLaunch{*shape, std::move(values)});
        else
            last.erase(trial.task);
    }
    if (!isAny) {
        std::string known;
        for (const std::string& each : others)
            known += (known.empty() ? "" : ", ") + each;
        return known.empty() ? badInput(say("nothing was decided for {1}: the log has no decisions", isa))
                             : badInput(say("nothing was decided for {1}, but for {2}", isa, known));
    }
    std::vector<gpu::TunedLaunch> tuned;
    for (auto& [task, launch] : last)
        tuned.push_back(std::move(launch));
    return tuned;
}

} // namespace edgewright::tuner
