// SPDX-License-Identifier: GPL-3.0-or-later
// A graph as one group, as fusion makes it.
#pragma once

#include "core/ir/graph.h"

#include <memory>
#include <utility>

namespace edgewright::test {

// A graph of one node with that body, whose inputs and outputs are the graph's own.
inline ir::Graph asOneGroup(const ir::Graph& body) {
    ir::Graph graph;
    for (const ValueId id : body.inputs)
        graph.inputs.push_back(graph.addValue(ir::Value(body.value(id))));
    for (const ValueId id : body.outputs)
        graph.outputs.push_back(graph.addValue(ir::Value(body.value(id))));
    ir::Node node;
    node.domain = ir::FusedDomain;
    node.op = "Group";
    node.inputs = graph.inputs;
    node.outputs = graph.outputs;
    node.body = std::make_shared<const ir::Graph>(body);
    graph.addNode(std::move(node));
    return graph;
}

} // namespace edgewright::test
