// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fusion/movement/replace_uses.h"

#include "core/fusion/matching.h"

#include <algorithm>

namespace edgewright::fusion {

Match replaceAllUsesWith(const GraphView& view, NodeId id, ValueId x, std::string reason,
                         std::vector<NodeId> others) {
    const ir::Node& node = view.graph.node(id);
    const ValueId y = node.output(0);
    std::vector<NodeId> nodes{id};
    for (const NodeId other : others)
        if (std::ranges::find(nodes, other) == nodes.end()) nodes.push_back(other);
    const auto refuse = [&](std::string why, ValueId tensor) {
        return Refused{nodes, {tensor}, std::move(why)};
    };

    ir::PatchBuilder patch(view.graph);
    patch.remove(id);
    if (!view.graph.isOutput(y)) {
        if (const auto reader = capturedBy(view, y))
            return refuse("the output of " + node.label() + " is read inside a subgraph of " +
                              view.graph.node(*reader).label(),
                          y);
        patch.redirect(y, x);
        return Applied{patch.take(), nodes, std::move(reason)};
    }
    const std::string name = "'" + view.graph.value(y).name + "'";
    const ir::Node* producer = view.producer(x);
    if (!producer)
        return refuse("without " + node.label() + " the graph output " + name + " would be '" +
                          view.graph.value(x).name + "', which no operator writes",
                      y);
    if (view.graph.isOutput(x))
        return refuse("both ends of " + node.label() + " are graph outputs: " + name + " and '" +
                          view.graph.value(x).name + "'",
                      y);
    if (const auto reader = capturedBy(view, x))
        return refuse(described(view, x) + " is read inside a subgraph of " + view.graph.node(*reader).label(),
                      x);
    ir::Node renamed = *producer;
    renamed.origins.clear();
    std::ranges::replace(renamed.outputs, x, y);
    patch.remove(producer->id);
    patch.redirect(x, y);
    patch.add(std::move(renamed));
    if (std::ranges::find(nodes, producer->id) == nodes.end()) nodes.push_back(producer->id);
    return Applied{patch.take(), nodes, reason + "; " + producer->label() + " writes " + name + " itself"};
}

} // namespace edgewright::fusion
