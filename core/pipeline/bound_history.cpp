// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/bound_history.h"

#include "core/base/propagate.h"
#include "core/fusion/engine/benefit.h"
#include "core/fusion/traffic.h"

#include <algorithm>
#include <utility>

namespace edgewright::pipeline {

namespace {

// Types and bodies as the final graph has them; nodes that later steps took away keep theirs.
void bind(ir::Patch& patch, const ir::Graph& last) {
    for (ir::Value& value : patch.values)
        if (last.contains(value.id)) value.type = last.value(value.id).type;
    for (ir::Node& node : patch.added)
        if (last.contains(node.id)) node.body = last.node(node.id).body;
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

Result<fusion::History> withExtents(const fusion::History& history, const ops::Bindings& bindings,
                                    const RunContext& run) {
    fusion::History bound = history;
    bound.base = ops::inferTypes(history.base, history.opsets, bindings, run).graph;
    bound.graph = ops::inferTypes(history.graph, history.opsets, bindings, run).graph;
    ir::Graph graph = bound.base;
    std::int64_t rest = fusion::trafficBytes(bound.base) - fusion::trafficBytes(bound.graph);
    for (fusion::Step& step : bound.steps) {
        if (run.stopped()) return cancelled();
        bind(step.patch, bound.graph);
        if (!step.patch.inside) {
            const ir::Connections connections(graph);
            step.benefit = fusion::benefitOf(graph, connections, step.patch);
            rest -= step.benefit.trafficBytes;
        }
        ASSIGN_OR_RETURN(graph, ir::apply(graph, step.patch));
    }
    shareRest(bound, rest);
    return bound;
}

} // namespace edgewright::pipeline
