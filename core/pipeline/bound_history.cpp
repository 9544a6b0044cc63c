// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/bound_history.h"

#include "core/base/propagate.h"
#include "core/fusion/engine/benefit.h"
#include "core/fusion/engine/excerpt.h"
#include "core/fusion/traffic.h"

#include <algorithm>
#include <utility>

namespace edgewright::pipeline {

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
