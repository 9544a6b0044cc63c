// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/benefits.h"

#include "core/base/propagate.h"
#include "core/pipeline/step_replay.h"

#include <optional>

namespace edgewright::pipeline {

StepBenefit& StepBenefit::operator+=(const StepBenefit& other) {
    launches += other.launches;
    trafficBytes += other.trafficBytes;
    liveBytes += other.liveBytes;
    seconds += other.seconds;
    return *this;
}

Result<Benefits> benefits(const fusion::History& history, const RunContext& run,
                          const cost::Processor& processor) {
    Benefits result;
    result.processor = processor.name;
    const fusion::Benefit before = fusion::runCost(history.base), after = fusion::runCost(history.graph);
    result.launchesBefore = before.launches;
    result.launchesAfter = after.launches;
    result.trafficBefore = before.trafficBytes;
    result.trafficAfter = after.trafficBytes;
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
        const Replayed replayed = replay(history, later ? *later : history.base, done, processor, result.steps);
        const std::vector<std::int64_t>& peaks = replayed.peaks;
        for (std::size_t i = done; i < replayed.end; ++i)
            result.steps[i].liveBytes = peaks[i - done] - peaks[i - done + 1];
        if (done == 0) {
            result.liveBefore = peaks.front();
            result.secondsBefore = replayed.secondsBefore;
        } else { // the step that changed the order
            StepBenefit& step = result.steps[done - 1];
            step.seconds = result.secondsAfter - replayed.secondsBefore;
            step.liveBytes = result.liveAfter - peaks.front();
        }
        result.liveAfter = peaks.back();
        result.secondsAfter = replayed.secondsAfter;
        if (replayed.end == history.steps.size()) break;
        ASSIGN_OR_RETURN(later, fusion::graphAt(history, replayed.end + 1));
        done = replayed.end + 1;
    }
    for (std::size_t i = 0; i < result.steps.size(); ++i) {
        result.byRule[history.steps[i].rule] += result.steps[i];
        result.total += result.steps[i];
    }
    return result;
}

} // namespace edgewright::pipeline
