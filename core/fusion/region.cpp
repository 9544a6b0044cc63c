// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fusion/region.h"

#include "core/fusion/matching.h"

#include <algorithm>
#include <unordered_set>

namespace edgewright::fusion {

namespace {

bool holds(const std::vector<NodeId>& nodes, NodeId id) { return std::ranges::find(nodes, id) != nodes.end(); }

struct Front {
    std::vector<NodeId> readers;  // outside, each once
    std::vector<ValueId> tensors; // what readers[i] reads
    ValueId graphOutput;
};

Front frontOf(const GraphView& view, const std::vector<NodeId>& members) {
    Front front;
    for (const NodeId member : members)
        for (const ValueId output : view.graph.node(member).outputs) {
            if (!output.valid()) continue;
            if (view.graph.isOutput(output)) front.graphOutput = output;
            for (const NodeId reader : view.connections.consumers(output))
                if (!holds(members, reader) && !holds(front.readers, reader)) {
                    front.readers.push_back(reader);
                    front.tensors.push_back(output);
                }
        }
    return front;
}

// Index of the reader that runs first: adding in execution order never passes the meeting point.
std::size_t earliest(const GraphView& view, const std::vector<NodeId>& readers) {
    const auto place = [&](NodeId id) { return view.connections.rank(id); };
    return static_cast<std::size_t>(std::ranges::min_element(readers, {}, place) - readers.begin());
}

} // namespace

bool reduces(const ir::Node& node) {
    return patternOf(node) == ops::Pattern::Reduction || node.is("GlobalAveragePool") ||
           node.is("GlobalMaxPool") || node.is("GlobalLpPool");
}

bool readsElementByElement(const GraphView& view, const ir::Node& group, const std::vector<NodeId>& members) {
    if (group.domain != ir::FusedDomain || !group.body) return false;
    const ir::Graph& body = *group.body;
    std::unordered_set<ValueId> fromMembers;
    for (std::size_t i = 0; i < group.inputs.size() && i < body.inputs.size(); ++i)
        if (const ir::Node* producer = view.producer(group.inputs[i]); producer && holds(members, producer->id))
            fromMembers.insert(body.inputs[i]);
    return std::ranges::all_of(body.order(), [&](NodeId id) {
        const ir::Node& node = body.node(id);
        const bool reads =
            std::ranges::any_of(node.inputs, [&](ValueId input) { return fromMembers.contains(input); });
        return !reads || patternOf(node) <= ops::Pattern::Injective || reduces(node) ||
               ops::categoryOf(node) == ops::Category::Normalisation;
    });
}

std::size_t memberCount(const ir::Node& node) {
    return node.domain == ir::FusedDomain && node.body ? node.body->nodeCount() : 1;
}

Region growRegion(const GraphView& view, NodeId root, const Accept& accept) {
    Region region;
    std::vector<NodeId> members{root};
    std::size_t count = memberCount(view.graph.node(root));
    const auto end = [&](std::string obstacle, ValueId tensor) {
        region.members = {root};
        region.obstacle = std::move(obstacle);
        region.tensor = tensor;
        return region;
    };
    for (;;) {
        const Front front = frontOf(view, members);
        if (front.graphOutput.valid())
            return end(described(view, front.graphOutput) + ", '" + view.graph.value(front.graphOutput).name +
                           "', is a graph output",
                       front.graphOutput);
        if (front.readers.empty()) return end({}, {});
        const std::size_t next = earliest(view, front.readers);
        const ir::Node& reader = view.graph.node(front.readers[next]);
        const bool last = front.readers.size() == 1;
        const bool captures = !std::ranges::count(reader.inputs, front.tensors[next]);
        if (captures || !accept(reader, members, last))
            return end(described(view, front.tensors[next]) + " is also read by " + reader.label(),
                       front.tensors[next]);
        count += memberCount(reader);
        if (count > MaxMembers)
            return end("with " + reader.label() + " the group would hold more than " +
                           std::to_string(MaxMembers) + " operators",
                       front.tensors[next]);
        members.push_back(reader.id);
        if (last) {
            region.members = std::move(members);
            return region;
        }
    }
}

Region growChain(const GraphView& view, NodeId root, const Accept& accept) {
    Region chain = growRegion(view, root, accept);
    if (!chain.grown()) return chain;
    std::size_t count = 0;
    for (const NodeId member : chain.members)
        count += memberCount(view.graph.node(member));
    for (;;) {
        const NodeId end = chain.members.back();
        const Region next = growRegion(view, end, accept);
        for (const NodeId member : next.members)
            if (member != end) count += memberCount(view.graph.node(member));
        if (!next.grown() || count > MaxMembers) return chain;
        chain.members.insert(chain.members.end(), next.members.begin() + 1, next.members.end());
    }
}

} // namespace edgewright::fusion
