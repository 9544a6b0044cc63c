// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/prepared_task.h"

#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/device/variant_graph.h"
#include "core/memory/liveness.h"

#include <algorithm>

namespace edgewright::device {

namespace {

// What another value than the model's is fed for becomes a constant of the graph.
std::shared_ptr<const ir::Graph> withFeeds(std::shared_ptr<const ir::Graph> graph, const ir::Feeds& feeds) {
    std::shared_ptr<ir::Graph> changed;
    for (const auto& [id, tensor] : feeds)
        if (graph->contains(id) && !graph->isInput(id)) {
            if (!changed) changed = std::make_shared<ir::Graph>(*graph);
            changed->value(id).constant = tensor;
        }
    return changed ? changed : graph;
}

class Preparing {
public:
    Preparing(const Task& task, const RunContext& run) : m_task(task), m_run(run) {}

    Result<PreparedTask> prepare() && {
        for (const ValueId id : m_task.typed->graph->inputs) {
            const auto given = m_task.feeds.find(id);
            if (given == m_task.feeds.end())
                return badInput(say("input '{1}' has no value", m_task.typed->graph->value(id).name));
            m_prepared.bundle.inputs.push_back(given->second);
        }
        for (const Variant& variant : m_task.variants) {
            auto program = programOf(variant);
            if (!program) return std::move(program).error();
            m_prepared.order.variants.push_back({variant.name, *program, variant});
        }
        m_prepared.order.effort = m_task.effort;
        m_prepared.order.profiledRuns = m_task.profiledRuns;
        m_prepared.order.memoryLimitBytes = m_task.memoryLimitBytes;
        m_prepared.order.compares = m_task.compares;
        m_prepared.order.processors = m_task.processors;
        return std::move(m_prepared);
    }

private:
    // Its number in the bundle.
    Result<std::uint32_t> programOf(const Variant& variant) {
        ASSIGN_OR_RETURN(const VariantGraph made, graphOf(m_task, variant));
        std::shared_ptr<const ir::Graph> graph = made.graph;
        if (made.plan) {
            graph = {made.plan, &made.plan->graph()};
            m_prepared.plans.push_back(made.plan);
        }
        const Ran ran{graph.get(), made.plan.get(), made.history.get(), made.quantized.get()};
        const auto same = std::ranges::find_if(
            m_prepared.ran, [&](const Ran& each) { return each.graph == ran.graph && each.plan == ran.plan; });
        const auto earlier = static_cast<std::size_t>(same - m_prepared.ran.begin());
        m_prepared.ran.push_back(ran);
        if (earlier + 1 < m_prepared.ran.size()) return m_prepared.order.variants[earlier].program;
        if (graph->inputs != m_task.typed->graph->inputs)
            return internalError("variant '" + variant.name + "' has other inputs than the model");
        bundle::Program program{variant.name, withFeeds(graph, m_task.feeds), *made.opsets, nullptr};
        if (ran.plan)
            program.arena = std::make_shared<const ir::ArenaPlan>(
                memory::arenaPlan(ran.plan->liveness, ran.plan->solution));
        if (m_task.compares) {
            exec::RunOptions options;
            options.memoryLimitBytes = m_task.memoryLimitBytes;
            ASSIGN_OR_RETURN(auto ranHere,
                             exec::run(*graph, *made.opsets, m_task.feeds, options, {m_run.stop, nullptr}));
            program.expected = std::move(ranHere.outputs);
        }
        m_prepared.bundle.programs.push_back(std::move(program));
        return static_cast<std::uint32_t>(m_prepared.bundle.programs.size() - 1);
    }

    const Task& m_task;
    const RunContext& m_run;
    PreparedTask m_prepared;
};

} // namespace

Result<PreparedTask> prepared(const Task& task, const RunContext& run) {
    return Preparing(task, run).prepare();
}

} // namespace edgewright::device
