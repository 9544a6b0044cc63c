// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/history/benefits.h"

#include "core/base/propagate.h"
#include "core/fusion/engine/benefit.h"
#include "core/fusion/engine/excerpt.h"
#include "core/fusion/traffic.h"
#include "core/pipeline/history/step_replay.h"

#include <algorithm>
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
    result.processor = processor;
    result.untimed = ops::workOf(history.base).uncounted;
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

namespace {

// Types of what the patch adds, as they follow from those of `graph`, which it is against.
void inferAdded(ir::Patch& patch, const ir::Graph& graph, const ir::Opsets& opsets,
                const ir::Bindings& bindings) {
    if (patch.added.empty()) return;
    const ops::Inferred inferred = ops::inferTypes(fusion::excerpt(graph, patch), opsets, bindings);
    for (ir::Value& value : patch.values)
        if (const ir::TensorType& type = inferred.graph.value(value.id).type; type.isTensor() && type.dims())
            value.type = type;
    for (std::size_t i = 0; i < patch.added.size(); ++i)
        patch.added[i].body = inferred.graph.node(NodeId(i)).body;
}

// Values that only a part of the steps knows are nowhere in the last graph: they have their types from those.
void completeTypes(ir::Graph& last, const ir::Graph& replayed) {
    for (std::size_t i = 0; i < last.valueCount(); ++i)
        if (ir::Value& value = last.value(ValueId(i)); !value.type.dims())
            value.type = replayed.value(ValueId(i)).type;
}

// What patches within subgraphs save is not known patch by patch: they share what is left of the whole, by the
// launches that each saves.
void shareRest(fusion::History& history, std::int64_t rest) {
    std::int64_t weight = 0;
    for (const fusion::Step& step : history.steps)
        if (step.patch.inside) weight += std::max<std::int64_t>(1, step.benefit.launches);
    for (fusion::Step& step : history.steps) {
        if (!step.patch.inside) continue;
        const std::int64_t own = std::max<std::int64_t>(1, step.benefit.launches);
        step.benefit.trafficBytes = static_cast<std::int64_t>(
            static_cast<double>(rest) * static_cast<double>(own) / static_cast<double>(weight));
        rest -= step.benefit.trafficBytes;
        weight -= own;
    }
}

} // namespace

Result<fusion::History> withExtents(const fusion::History& history, const ir::Bindings& bindings,
                                    const RunContext& run) {
    fusion::History bound = history;
    bound.base = ops::inferTypes(history.base, history.opsets, bindings, run).graph;
    bound.graph = ops::inferTypes(history.graph, history.opsets, bindings, run).graph;
    ir::Graph graph = bound.base;
    std::int64_t rest = fusion::trafficBytes(bound.base) - fusion::trafficBytes(bound.graph);
    for (fusion::Step& step : bound.steps) {
        if (run.stopped()) return cancelled();
        inferAdded(step.patch, graph, history.opsets, bindings);
        if (!step.patch.inside) {
            const ir::Connections connections(graph);
            step.benefit = fusion::benefitOf(graph, connections, step.patch);
            rest -= step.benefit.trafficBytes;
        }
        ASSIGN_OR_RETURN(graph, ir::apply(graph, step.patch));
    }
    completeTypes(bound.graph, graph);
    shareRest(bound, rest);
    return bound;
}

} // namespace edgewright::pipeline
