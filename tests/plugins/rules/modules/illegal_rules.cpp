// SPDX-License-Identifier: GPL-3.0-or-later
// Rules whose patches break the graph: a tensor without a producer, a cycle, ids that are not there.
#include "core/fusion/rule_plugin.h"

namespace {

using namespace edgewright;
using namespace edgewright::fusion;

Match orphan(const GraphView& view, NodeId id) {
    const ir::Node& node = view.graph.node(id);
    if (!node.is("Relu")) return NoMatch{};
    ir::PatchBuilder patch(view.graph);
    patch.remove(id);
    return Applied{patch.take(), {id}, node.label() + " is taken away"};
}

Match circle(const GraphView& view, NodeId id) {
    const ir::Node& node = view.graph.node(id);
    if (!node.is("Relu")) return NoMatch{};
    ir::PatchBuilder patch(view.graph);
    ir::Node again = node;
    again.inputs = {node.output(0)};
    patch.remove(id);
    patch.add(again);
    return Applied{patch.take(), {id}, node.label() + " reads itself"};
}

Match nowhere(const GraphView& view, NodeId id) {
    const ir::Node& node = view.graph.node(id);
    if (!node.is("Relu")) return NoMatch{};
    ir::Patch patch;
    patch.removed = {NodeId(4000000)};
    patch.redirected.emplace_back(ValueId(4000000), ValueId());
    return Applied{patch, {id}, "nothing is right here"};
}

const Rule orphanRule{"test_orphan", "Takes producers away", orphan, "Relu", ""};
const Rule circleRule{"test_circle", "Closes cycles", circle, "Relu", ""};
const Rule nowhereRule{"test_nowhere", "Names what is not there", nowhere, "Relu", ""};

} // namespace

EDGEWRIGHT_RULE_PLUGIN("illegal rules", &orphanRule, &circleRule, &nowhereRule)
