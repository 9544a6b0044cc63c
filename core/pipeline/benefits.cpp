// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/benefits.h"

#include "core/pipeline/step_replay.h"

#include <optional>

namespace edgewright::pipeline {

Result<Benefits> benefits(const fusion::History& history, const Device& device, const RunContext& run) {
    Benefits result;
    for (const fusion::Step& step : history.steps)
        result.steps.push_back({step.benefit.launches, step.benefit.trafficBytes, 0, 0});
    for (std::size_t i = 0; i < history.graph.valueCount(); ++i)
        if (const ir::Value& value = history.graph.value(ValueId(i));
            value.type.isTensor() && !value.type.bytes())
            ++result.unsized;
    std::size_t done = 0;
    std::optional<ir::Graph> later; // where the order had to change, the graph from there on
    while (true) {
        if (run.stopped()) return cancelled();
        Replay replay(history, later ? *later : history.base, done, device);
        const double secondsAtStart = replay.seconds();
        const std::int64_t launchesAtStart = replay.launches();
        const std::size_t end = replay.run(result.steps);
        const std::vector<std::int64_t> peaks = replay.peaks();
        for (std::size_t i = done; i < end; ++i)
            result.steps[i].peakBytes = peaks[i - done] - peaks[i - done + 1];
        if (done == 0) {
            result.peakBefore = peaks.front();
            result.secondsBefore = secondsAtStart;
            result.launchesBefore = launchesAtStart;
        } else { // the step that changed the order
            StepBenefit& step = result.steps[done - 1];
            step.seconds = result.secondsAfter - secondsAtStart;
            step.peakBytes = result.peakAfter - peaks.front();
        }
        result.peakAfter = peaks.back();
        result.secondsAfter = replay.seconds();
        result.launchesAfter = replay.launches();
        if (end == history.steps.size()) break;
        auto graph = fusion::graphAt(history, end + 1);
        if (!graph) return std::move(graph).error();
        later = *std::move(graph);
        done = end + 1;
    }
    for (const StepBenefit& step : result.steps) {
        result.total.launches += step.launches;
        result.total.trafficBytes += step.trafficBytes;
        result.total.peakBytes += step.peakBytes;
        result.total.seconds += step.seconds;
    }
    return result;
}

} // namespace edgewright::pipeline
