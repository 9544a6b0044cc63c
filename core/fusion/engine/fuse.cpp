// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fusion/fuse.h"

#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/fusion/engine/engine.h"
#include "core/fusion/traffic.h"
#include "core/fusion/upgrade/upgrade.h"
#include "core/ir/order.h"
#include "core/ir/storage/machine_memory.h"
#include "core/ir/storage/mapped_file.h"
#include "core/ir/verify.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace edgewright::fusion {

namespace {

// What patches cannot work on. Defects inside subgraphs, missing data and clashing names do not matter here.
std::optional<Error> whyUnsound(const ir::Graph& graph, const ir::Order& order) {
    if (!order.cyclic.empty())
        return badInput(say("fusion needs an execution order, and node '{1}' depends on its own output",
                            graph.node(order.cyclic.front()).label()));
    for (const Diagnostic& found : ir::verify(graph)) {
        const bool ofThisGraph = found.value.valid() || found.code == "invalid-id";
        const bool matters =
            found.code == "missing-input" || found.code == "two-producers" || found.code == "invalid-id";
        if (ofThisGraph && matters) return badInput(say("fusion needs a sound graph, and {1}", found.message));
    }
    return std::nullopt;
}

Result<History> fuseOnce(const ir::Graph& base, const ir::Opsets& opsets, const Options& options,
                         const RunContext& run, const Strategy& strategy) {
    RewriteState state(base, opsets, options, run, strategy);
    Engine engine(state, base);
    engine.applyUserGroups(options.userGroups);
    for (bool first = true;; first = false) {
        const std::size_t before = state.steps.size();
        RETURN_IF_ERROR(engine.runToFixpoint());
        state.refusals = state.refusedUserGroups;
        state.possible.clear();
        ASSIGN_OR_RETURN(const auto again, engine.report());
        if (run.stopped()) return cancelled();
        // A rule that reads more of the graph than was recorded is matched again here at the latest.
        if (!again || state.full() || (state.steps.size() == before && !first)) break;
    }
    History history;
    history.graph = engine.take();
    history.steps = std::move(state.steps);
    history.refusals = std::move(state.refusals);
    history.possible = std::move(state.possible);
    history.faults = std::move(state.faults);
    return history;
}

std::tuple<std::int64_t, std::size_t> costOf(const History& history) {
    return {trafficBytes(history.graph), computeNodes(history.graph)};
}

// Strategies tried besides the rules' order: choosing by what groups save, and every rule that makes groups
// before the others that do.
std::vector<Strategy> alternatives(const ir::Graph& base, const History& byOrder) {
    constexpr std::size_t MaxReorderedNodes = 2000; // nodes; each order costs as much as fusing does
    std::vector<Strategy> strategies{{true}};
    if (base.nodeCount() > MaxReorderedNodes) return strategies;
    std::string first;
    for (const Rule* rule : rules()) {
        const bool groups = std::ranges::any_of(byOrder.steps, [&](const Step& step) {
            return step.rule == rule->name && makesGroups(step.patch);
        });
        if (!groups) continue;
        if (first.empty())
            first = rule->name;
        else
            strategies.push_back({false, std::string(rule->name), first});
    }
    return strategies;
}

// In the rules' order, or with Options::leastTraffic by the strategy that leaves the least traffic.
Result<History> fuseBase(const ir::Graph& base, const ir::Opsets& opsets, const Options& options,
                         const RunContext& run) {
    if (!options.leastTraffic) return fuseOnce(base, opsets, options, run, {});
    Options whole = options;
    whole.patchLimit = SIZE_MAX;
    Strategy best;
    auto history = fuseOnce(base, opsets, whole, run, best);
    if (!history) return history;
    for (const Strategy& strategy : alternatives(base, *history)) {
        auto other = fuseOnce(base, opsets, whole, run, strategy);
        if (!other) return other;
        if (costOf(*other) >= costOf(*history)) continue;
        best = strategy;
        history = std::move(other);
    }
    if (history->steps.size() <= options.patchLimit) return history;
    return fuseOnce(base, opsets, options, run, best);
}

// With the opset raised as far as something was made that needs it. Empty: nothing was.
Result<std::optional<History>> fuseRaised(const ir::Graph& base, const ir::Opsets& opsets,
                                          const Options& options, const RunContext& run) {
    std::int64_t limit = options.opsetLimit;
    Options whole = options;
    whole.patchLimit = SIZE_MAX; // how far to raise does not depend on where one stops
    for (bool final = false;; final = true) {
        if (limit <= ir::opsetOf(opsets)) return std::optional<History>();
        ASSIGN_OR_RETURN(auto raised, upgradeOpset(base, opsets, limit, run));
        if (ir::opsetOf(raised.opsets) <= ir::opsetOf(opsets)) return std::optional<History>();
        ASSIGN_OR_RETURN(auto history, fuseBase(raised.graph, raised.opsets, final ? options : whole, run));
        const std::int64_t needed = opsetNeeded(history.graph, raised.graph);
        const bool fits = needed == ir::opsetOf(raised.opsets) && options.patchLimit == SIZE_MAX;
        if (final || fits) {
            history.base = std::move(raised.graph);
            history.opsets = std::move(raised.opsets);
            return std::optional(std::move(history));
        }
        limit = std::min(limit, needed);
    }
}

// To the oldest opset that runtimes load; why not, where a node keeps it.
Result<Diagnostics> makeLoadable(ir::Graph& base, ir::Opsets& opsets, const RunContext& run) {
    const bool standard = opsets.empty() || opsets.contains("");
    if (!standard || ir::opsetOf(opsets) >= OldestLoadedOpset) return Diagnostics();
    ASSIGN_OR_RETURN(auto raised, upgradeOpset(base, opsets, OldestLoadedOpset, run));
    if (ir::opsetOf(raised.opsets) == OldestLoadedOpset) {
        base = std::move(raised.graph);
        opsets = std::move(raised.opsets);
        return Diagnostics();
    }
    for (Diagnostic& each : raised.diagnostics) {
        each.severity = Severity::Warning;
        each.message = say("the model stays at opset {1}, which runtimes do not load: {2}", ir::opsetOf(opsets),
                           each.message);
    }
    return std::move(raised.diagnostics);
}

Result<History> fuseSound(const ir::Graph& graph, ir::Opsets opsets, const Options& options,
                          const RunContext& run) {
    ir::Order order = ir::executionOrder(graph);
    if (auto error = whyUnsound(graph, order)) return std::move(*error);
    ir::Graph base = graph;
    base.setOrder(std::move(order.nodes));
    ASSIGN_OR_RETURN(auto kept, makeLoadable(base, opsets, run));
    ASSIGN_OR_RETURN(auto raised, fuseRaised(base, opsets, options, run));
    auto history = raised ? Result<History>(*std::move(raised)) : fuseBase(base, opsets, options, run);
    if (!history) return history;
    if (!raised) {
        history->base = std::move(base);
        history->opsets = std::move(opsets);
    }
    std::ranges::move(kept, std::back_inserter(history->faults));
    return history;
}

} // namespace

Result<History> fuse(const ir::Graph& graph, const ir::Opsets& opsets, const Options& options,
                     const RunContext& run) {
    auto history =
        ir::withinMachineMemory(say("fusing"), [&] { return fuseSound(graph, opsets, options, run); });
    RETURN_IF_ERROR(ir::mappedFilesIntact());
    return history;
}

} // namespace edgewright::fusion
