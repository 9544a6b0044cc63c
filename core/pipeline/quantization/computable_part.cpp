// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/quantization/computable_part.h"

#include "core/base/propagate.h"
#include "core/base/quoted.h"
#include "core/base/say.h"
#include "core/ir/order.h"
#include "core/ops/operator.h"
#include "core/pipeline/quantization/folded_model.h"

#include <algorithm>
#include <set>

namespace edgewright::pipeline {

namespace {

// The values that a node reads, in its subgraphs, too.
std::vector<ValueId> readsOf(const ir::Node& node) {
    std::vector<ValueId> reads = ir::capturedValues(node);
    for (const ValueId input : node.inputs)
        if (input.valid()) reads.push_back(input);
    return reads;
}

constexpr std::size_t MaxNamed = 3;

std::string with(const std::string& text, const std::string& more) {
    return text.empty() ? more : say("{1}; {2}", text, more);
}

std::string namedObstacles(const ir::Graph& graph, const std::vector<ComputablePart::Obstacle>& obstacles) {
    std::string text;
    for (std::size_t i = 0; i < std::min(obstacles.size(), MaxNamed); ++i)
        text = with(text, say("{1} cannot run here: {2}", inQuotes(graph.node(obstacles[i].node).label()),
                              obstacles[i].reason));
    if (obstacles.size() > MaxNamed) text = say("{1}; nor can {2} more", text, obstacles.size() - MaxNamed);
    return text;
}

std::set<NodeId> leftOut(const ComputablePart& part) {
    std::set<NodeId> nodes(part.behind.begin(), part.behind.end());
    for (const ComputablePart::Obstacle& each : part.obstacles)
        nodes.insert(each.node);
    return nodes;
}

ir::Graph partOf(ir::Graph graph, const ComputablePart& part, const std::set<ValueId>& missing) {
    const std::set<NodeId> without = leftOut(part);
    std::vector<NodeId> kept;
    std::set<ValueId> written, wanted(graph.outputs.begin(), graph.outputs.end());
    for (const NodeId id : graph.order()) {
        if (without.contains(id)) continue;
        kept.push_back(id);
        written.insert(graph.node(id).outputs.begin(), graph.node(id).outputs.end());
    }
    std::erase_if(graph.outputs, [&](ValueId output) { return missing.contains(output); });
    for (const NodeId id : graph.order())
        if (without.contains(id))
            for (const ValueId read : readsOf(graph.node(id)))
                if (written.contains(read) && wanted.insert(read).second) graph.outputs.push_back(read);
    graph.keepOnly(std::move(kept));
    return graph;
}

} // namespace

std::string obstaclesText(const ir::Graph& graph) {
    std::vector<ComputablePart::Obstacle> obstacles;
    for (const NodeId id : graph.order())
        if (std::string reason = ops::obstacleOf(graph.node(id)); !reason.empty())
            obstacles.push_back({id, std::move(reason)});
    return namedObstacles(graph, obstacles);
}

std::string ComputablePart::text(const Typed& whole) const {
    if (isWhole()) return {};
    const auto nameOf = [&](NodeId node) { return inQuotes(whole.graph->node(node).label()); };
    const auto valueOf = [&](ValueId output) { return inQuotes(whole.graph->value(output).name); };
    const auto list = [](const auto& all, const auto& name) {
        std::string names;
        for (std::size_t i = 0; i < std::min(all.size(), MaxNamed); ++i)
            names += (i == 0 ? "" : ", ") + name(all[i]);
        return all.size() > MaxNamed ? say("{1} and {2} more", names, all.size() - MaxNamed) : names;
    };
    std::string text = namedObstacles(*whole.graph, obstacles);
    if (!behind.empty()) text = with(text, say("left out with it: {1}", list(behind, nameOf)));
    if (!outputs.empty()) text = with(text, say("outputs that are not computed: {1}", list(outputs, valueOf)));
    return text;
}

Result<ComputablePart> computablePart(std::shared_ptr<const Typed> whole, const RunContext& run) {
    ComputablePart part;
    const ir::Graph& graph = *whole->graph;
    std::set<ValueId> missing; // no value without the nodes that are left out
    bool computes = false;
    for (const NodeId id : ir::executionOrder(graph).nodes) {
        const ir::Node& node = graph.node(id);
        const std::string reason = ops::obstacleOf(node);
        const auto reads = readsOf(node);
        if (!reason.empty())
            part.obstacles.push_back({id, reason});
        else if (std::ranges::any_of(reads, [&](ValueId read) { return missing.contains(read); }))
            part.behind.push_back(id);
        else {
            computes = true;
            continue;
        }
        for (const ValueId output : node.outputs)
            if (output.valid()) missing.insert(output);
    }
    if (part.isWhole()) {
        part.typed = std::move(whole);
        return part;
    }
    if (!computes) {
        const ComputablePart::Obstacle& first = part.obstacles.front();
        return unsupported(say("node {1} ({2}): {3}", inQuotes(graph.node(first.node).label()),
                               graph.node(first.node).op, first.reason));
    }
    for (const ValueId output : graph.outputs)
        if (missing.contains(output)) part.outputs.push_back(output);
    const ir::Model& model = *whole->opened->model;
    part.typed = withGraph(*whole, partOf(model.graph, part, missing), model.opsets, run);
    return part;
}

Result<ir::Graph> withRest(const Typed& whole, const ComputablePart& part, ir::Graph changed,
                           const ir::Opsets& opsets) {
    if (part.isWhole()) return changed;
    const ir::Model& model = *whole.opened->model;
    const std::set<NodeId> without = leftOut(part);
    for (const NodeId id : model.graph.order()) {
        if (!without.contains(id)) continue;
        ir::Node node = model.graph.node(id);
        if (node.domain.empty() && ir::opsetOf(opsets) != model.opset())
            return unsupported(say("{1} is left as it is, and means something else at opset {2}, to which the "
                                   "rest was raised from {3}; expected a model of that opset",
                                   inQuotes(node.label()), ir::opsetOf(opsets), model.opset()));
        for (const ValueId read : readsOf(node))
            if (const ir::Value& given = model.graph.value(read);
                given.constant && !changed.value(read).constant)
                changed.value(read).constant = given.constant;
        changed.addNode(std::move(node));
    }
    changed.outputs = model.graph.outputs;
    changed.setOrder(ir::executionOrder(changed).nodes);
    return changed;
}

} // namespace edgewright::pipeline
