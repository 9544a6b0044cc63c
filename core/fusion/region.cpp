// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fusion/region.h"

#include "core/fusion/matching.h"

#include <algorithm>

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
std::size_t earliest(const ir::Graph& graph, const std::vector<NodeId>& readers) {
    if (readers.size() == 1) return 0;
    for (const NodeId id : graph.order())
        if (const auto it = std::ranges::find(readers, id); it != readers.end())
            return static_cast<std::size_t>(it - readers.begin());
    return 0;
}

} // namespace

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
        const std::size_t next = earliest(view.graph, front.readers);
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
