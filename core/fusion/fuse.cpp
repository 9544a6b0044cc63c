// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fusion/fuse.h"

#include "core/fusion/workspace.h"
#include "core/ir/order.h"
#include "core/ir/verify.h"

#include <algorithm>
#include <set>

namespace edgewright::fusion {

namespace {

constexpr std::size_t PollEvery = 64; // nodes between two looks at RunContext::stopped

std::vector<std::string> labels(const ir::Graph& graph, const std::vector<NodeId>& nodes) {
    std::vector<std::string> result;
    for (const NodeId id : nodes)
        result.push_back(graph.node(id).label());
    return result;
}

// What patches cannot work on. Defects inside subgraphs, missing data and clashing names do not matter here.
std::optional<Error> whyUnsound(const ir::Graph& graph, const ir::Order& order) {
    if (!order.cyclic.empty())
        return badInput("fusion needs an execution order, and node '" +
                        graph.node(order.cyclic.front()).label() + "' depends on its own output");
    for (const Diagnostic& found : ir::verify(graph)) {
        const bool ofThisGraph = found.value.valid() || found.code == "invalid-id";
        const bool matters =
            found.code == "missing-input" || found.code == "two-producers" || found.code == "invalid-id";
        if (ofThisGraph && matters) return badInput("fusion needs a sound graph, and " + found.message);
    }
    return std::nullopt;
}

class Engine {
public:
    Engine(ir::Graph graph, const ir::Opsets& opsets, const Options& options, const RunContext& run)
        : m_work(std::move(graph)), m_opsets(opsets), m_options(options), m_run(run) {
        for (const Rule* rule : rules())
            if (!options.without.contains(rule->name)) m_rules.push_back(rule);
    }

    // Every rule starts only when the ones before it have nothing left to do.
    Result<void> toFixedPoint() {
        const std::size_t most = 8 * m_work.graph().nodeCount() + 64;
        std::size_t at = 0;
        while (at < m_rules.size() && m_steps.size() < m_options.patchLimit) {
            const auto applied = sweep(*m_rules[at]);
            if (!applied) return applied.error();
            at = *applied > 0 ? 0 : at + 1;
            m_run.report(static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(m_rules.size()));
            if (m_steps.size() > most) return internalError("fusion rules undo each other");
        }
        return {};
    }

    Result<std::vector<Refusal>> refusals() const {
        std::vector<Refusal> result;
        const ir::Connections connections(m_work.graph());
        const GraphView view{m_work.graph(), connections, m_opsets};
        for (const Rule* rule : m_rules) {
            std::set<NodeId> seen;
            std::size_t count = 0;
            for (const NodeId id : m_work.graph().order()) {
                if (++count % PollEvery == 0 && m_run.stopped()) return cancelled();
                Match match = rule->match(view, id);
                auto* refused = std::get_if<Refused>(&match);
                if (!refused || !seen.insert(refused->nodes.empty() ? id : refused->nodes.front()).second)
                    continue;
                Refusal refusal;
                refusal.rule = rule->name;
                refusal.names = labels(m_work.graph(), refused->nodes);
                refusal.nodes = std::move(refused->nodes);
                refusal.tensors = std::move(refused->tensors);
                refusal.reason = std::move(refused->reason);
                result.push_back(std::move(refusal));
            }
        }
        return result;
    }

    ir::Graph takeGraph() { return m_work.take(); }
    std::vector<Step> takeSteps() { return std::move(m_steps); }

private:
    // Finds all places where the rule applies in the graph as it is, then applies those that do not overlap.
    Result<std::size_t> sweep(const Rule& rule) {
        std::vector<Applied> found;
        {
            const ir::Connections connections(m_work.graph());
            const GraphView view{m_work.graph(), connections, m_opsets};
            std::size_t count = 0;
            for (const NodeId id : m_work.graph().order()) {
                if (++count % PollEvery == 0 && m_run.stopped()) return cancelled();
                Match match = rule.match(view, id);
                if (auto* applied = std::get_if<Applied>(&match)) found.push_back(std::move(*applied));
            }
        }
        if (found.empty()) return std::size_t(0);
#ifndef NDEBUG
        const std::size_t defects = ir::verify(m_work.graph()).size();
#endif
        std::size_t applied = 0;
        m_work.begin();
        for (Applied& each : found) {
            if (m_steps.size() >= m_options.patchLimit) break;
            std::vector<std::string> names = labelsIfPresent(each.nodes);
            nameRewritten(each.patch);
            if (!m_work.apply(each.patch, each.nodes)) continue;
            ++applied;
            Step step;
            step.rule = rule.name;
            step.nodes = std::move(each.nodes);
            for (const ir::Node& node : each.patch.added)
                step.made.push_back(node.id);
            step.reason = std::move(each.reason);
            step.patch = std::move(each.patch);
            step.names = std::move(names);
            m_steps.push_back(std::move(step));
        }
        if (const auto finished = m_work.finish(); !finished)
            return Error(finished.error()).within("fusion rule " + std::string(rule.name));
#ifndef NDEBUG
        if (const auto after = ir::verify(m_work.graph()); after.size() > defects)
            return internalError("fusion rule " + std::string(rule.name) + ": " + after.back().message);
#endif
        return applied;
    }

    // A rewritten node without a name goes on under the label that people know it by.
    void nameRewritten(ir::Patch& patch) const {
        for (ir::Node& added : patch.added) {
            if (!added.name.empty()) continue;
            for (const NodeId removed : patch.removed)
                if (m_work.graph().contains(removed) && m_work.graph().node(removed).op == added.op) {
                    added.name = m_work.graph().node(removed).label();
                    break;
                }
        }
    }
    std::vector<std::string> labelsIfPresent(const std::vector<NodeId>& nodes) const {
        const bool present = std::ranges::all_of(nodes, [&](NodeId id) { return m_work.graph().contains(id); });
        return present ? labels(m_work.graph(), nodes) : std::vector<std::string>();
    }

    Workspace m_work;
    const ir::Opsets& m_opsets;
    const Options& m_options;
    const RunContext& m_run;
    std::vector<const Rule*> m_rules;
    std::vector<Step> m_steps;
};

} // namespace

Result<History> fuse(const ir::Graph& graph, const ir::Opsets& opsets, const Options& options,
                     const RunContext& run) {
    ir::Order order = ir::executionOrder(graph);
    if (auto error = whyUnsound(graph, order)) return std::move(*error);
    History history;
    history.base = graph;
    history.base.setOrder(std::move(order.nodes));

    Engine engine(history.base, opsets, options, run);
    if (const auto done = engine.toFixedPoint(); !done) return done.error();
    auto refusals = engine.refusals();
    if (!refusals) return refusals.error();
    history.refusals = std::move(refusals).value();
    history.steps = engine.takeSteps();
    history.graph = engine.takeGraph();
    return history;
}

} // namespace edgewright::fusion
