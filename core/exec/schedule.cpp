// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/schedule.h"

#include "core/base/say.h"
#include "core/ir/order.h"

#include <algorithm>

namespace edgewright::exec {

namespace {

std::vector<ValueId> readsOf(const ir::Graph& graph, const ir::Node& node) {
    std::vector<ValueId> reads = ir::capturedValues(node);
    reads.insert(reads.end(), node.inputs.begin(), node.inputs.end());
    std::erase_if(reads, [&](ValueId id) { return !id.valid() || !graph.contains(id); });
    std::ranges::sort(reads);
    reads.erase(std::unique(reads.begin(), reads.end()), reads.end());
    return reads;
}

bool isElementWise(const ops::Operator& op) {
    const bool kind = op.category == ops::Category::ElementWise || op.category == ops::Category::Activation;
    return kind && (op.pattern == ops::Pattern::ElementWise || op.pattern == ops::Pattern::Broadcast);
}

Schedule::Step stepOf(const ir::Graph& graph, const ir::Node& node, const ir::Opsets& opsets) {
    Schedule::Step step;
    step.node = node.id;
    step.reads = readsOf(graph, node);
    step.opset = ir::opsetOf(opsets, node.domain);
    if (node.body) {
        const std::vector<ValueId> captured = ir::capturedValues(node);
        for (const ValueId id : node.inputs)
            if (id.valid() && std::ranges::count(node.inputs, id) == 1 &&
                std::ranges::find(captured, id) == captured.end())
                step.handedOver.push_back(id);
        step.map = CodeMap::make(node, opsets);
        step.inPlace = step.map && step.map->keepsWidth();
        if (step.map) return step;
        step.fused = FusedKernel::make(node, opsets);
        if (!step.fused) step.moves = PlaneMoves::make(node);
        if (!step.fused && !step.moves) step.rows = RowKernel::make(node, opsets);
    } else {
        step.op = ops::find(node.domain, node.op);
        step.inPlace = step.op && isElementWise(*step.op);
    }
    return step;
}

} // namespace

std::string nameOf(const ir::Node& node) { return say("node '{1}' ({2})", node.label(), node.op); }

Result<Schedule> schedule(const ir::Graph& graph, const ir::Opsets& opsets, std::span<const ValueId> captures) {
    Schedule result;
    result.lastReader.resize(graph.valueCount(), Schedule::NoStep);
    result.kept.resize(graph.valueCount(), false);

    const ir::Connections connections(graph);
    std::vector<bool> wanted(graph.valueCount(), false);
    std::vector<bool> needed(graph.nextNode().index(), false);
    std::vector<ValueId> open;
    const auto want = [&](ValueId id) {
        if (!id.valid() || !graph.contains(id) || wanted[id.index()]) return;
        wanted[id.index()] = true;
        open.push_back(id);
    };
    std::vector<ValueId> roots = graph.outputs;
    roots.insert(roots.end(), captures.begin(), captures.end());
    for (const ValueId id : roots) {
        if (!id.valid() || !graph.contains(id))
            return badInput(say("a value that the graph does not have was asked for"));
        if (!result.kept[id.index()]) result.keptIds.push_back(id);
        result.kept[id.index()] = true;
        want(id);
    }
    std::size_t neededCount = 0;
    while (!open.empty()) {
        const ValueId id = open.back();
        open.pop_back();
        if (graph.value(id).known() || graph.value(id).outer || graph.isInput(id)) continue;
        const auto producer = connections.producer(id);
        if (!producer || needed[producer->index()]) continue;
        needed[producer->index()] = true;
        ++neededCount;
        for (const ValueId read : readsOf(graph, graph.node(*producer)))
            want(read);
    }

    const ir::Order order = ir::executionOrder(graph);
    for (const NodeId id : order.cyclic)
        if (needed[id.index()])
            return badInput(say("{1} is on a cycle or behind one: it can never run", nameOf(graph.node(id))));
    result.steps.reserve(neededCount);
    for (const NodeId id : order.nodes) {
        if (!needed[id.index()]) continue;
        const auto place = static_cast<std::uint32_t>(result.steps.size());
        const Schedule::Step& step = result.steps.emplace_back(stepOf(graph, graph.node(id), opsets));
        for (const ValueId read : step.reads)
            result.lastReader[read.index()] = place;
    }
    std::vector<bool> written(graph.valueCount(), false);
    for (const Schedule::Step& step : result.steps)
        for (const ValueId id : graph.node(step.node).outputs)
            if (id.valid() && graph.contains(id)) written[id.index()] = true;
    for (std::uint32_t i = 0; i < result.steps.size(); ++i) {
        Schedule::Step& step = result.steps[i];
        const auto freeIfDead = [&](ValueId id, std::uint32_t last) {
            if (result.lastReader[id.index()] == last && !result.kept[id.index()]) step.freed.push_back(id);
        };
        for (const ValueId id : step.reads)
            if (written[id.index()] || graph.isInput(id)) freeIfDead(id, i);
        for (const ValueId id : graph.node(step.node).outputs)
            if (id.valid() && graph.contains(id)) freeIfDead(id, Schedule::NoStep);
    }
    return result;
}

} // namespace edgewright::exec
