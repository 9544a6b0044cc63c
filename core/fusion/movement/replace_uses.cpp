// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fusion/movement/replace_uses.h"

#include "core/base/say.h"
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
            return refuse(say("{1} is read inside a subgraph of {2}", described(view, y),
                              view.graph.node(*reader).label()),
                          y);
        patch.redirect(y, x);
        return Applied{patch.take(), nodes, std::move(reason)};
    }
    const std::string name = "'" + view.graph.value(y).name + "'";
    const ir::Node* producer = view.producer(x);
    if (!producer)
        return refuse(say("without {1} the graph output {2} would be '{3}', which no operator writes",
                          node.label(), name, view.graph.value(x).name),
                      y);
    if (view.graph.isOutput(x))
        return refuse(say("both ends of {1} are graph outputs: {2} and '{3}'", node.label(), name,
                          view.graph.value(x).name),
                      y);
    if (const auto reader = capturedBy(view, x))
        return refuse(
            say("{1} is read inside a subgraph of {2}", described(view, x), view.graph.node(*reader).label()),
            x);
    ir::Node renamed = *producer;
    renamed.origins.clear();
    std::ranges::replace(renamed.outputs, x, y);
    patch.remove(producer->id);
    patch.redirect(x, y);
    patch.add(std::move(renamed));
    if (std::ranges::find(nodes, producer->id) == nodes.end()) nodes.push_back(producer->id);
    return Applied{patch.take(), nodes, say("{1}; {2} writes {3} itself", reason, producer->label(), name)};
}

} // namespace edgewright::fusion
