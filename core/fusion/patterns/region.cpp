// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fusion/patterns/region.h"

#include "core/base/say.h"
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

// The bias of a projection stays with its matrix product, where it costs nothing.
bool followsAnchor(const GraphView& view, const ir::Node& node) {
    return std::ranges::any_of(node.inputs, [&](ValueId input) {
        const ir::Node* producer = input.valid() ? view.producer(input) : nullptr;
        return producer && patternOf(*producer) == ops::Pattern::OutFusable && isPrivate(view, input, node.id);
    });
}

bool readByMembers(const GraphView& view, const ir::Node& node, const std::vector<NodeId>& members) {
    return std::ranges::all_of(node.outputs, [&](ValueId output) {
        if (!output.valid()) return true;
        if (view.graph.isOutput(output) || capturedBy(view, output)) return false;
        return std::ranges::all_of(view.connections.consumers(output),
                                   [&](NodeId reader) { return holds(members, reader); });
    });
}

} // namespace

Match whyNotGrown(const GraphView& view, const ir::Node& root, const Region& region,
                  const std::function<bool(const ir::Node& reader)>& joins) {
    if (region.obstacle.empty()) return NoMatch{};
    for (const NodeId reader : view.connections.consumers(root.output(0)))
        if (joins(view.graph.node(reader))) {
            auto shared = whyNotPrivate(view, root.output(0), reader);
            return Refused{{root.id, reader},
                           {shared ? root.output(0) : region.tensor},
                           shared ? *shared : region.obstacle};
        }
    return NoMatch{};
}

std::vector<NodeId> inOrder(const GraphView& view, std::vector<NodeId> members) {
    std::ranges::sort(members, {}, [&](NodeId id) { return view.connections.rank(id); });
    return members;
}

void absorbInputs(const GraphView& view, std::vector<NodeId>& members) {
    for (std::size_t i = 0; i < members.size() && members.size() < MaxMembers; ++i)
        for (const ValueId input : view.graph.node(members[i]).inputs) {
            const ir::Node* producer = input.valid() ? view.producer(input) : nullptr;
            if (!producer || holds(members, producer->id) || patternOf(*producer) > ops::Pattern::Injective)
                continue;
            if (memberCount(*producer) != 1 || !readByMembers(view, *producer, members)) continue;
            if (isElementWise(*producer) && followsAnchor(view, *producer)) continue;
            members.push_back(producer->id);
            i = static_cast<std::size_t>(-1); // an earlier member may have been its only other reader
            break;
        }
}

bool reduces(const ir::Node& node) {
    return patternOf(node) == ops::Pattern::Reduction || node.is("GlobalAveragePool") ||
           node.is("GlobalMaxPool") || node.is("GlobalLpPool");
}

bool normalisesRows(const ir::Node& node) {
    return node.domain.empty() && node.op != "LRN" && ops::categoryOf(node) == ops::Category::Normalisation &&
           patternOf(node) == ops::Pattern::OutFusable;
}

bool readsElementByElement(const GraphView& view, const ir::Node& reader, const std::vector<NodeId>& members) {
    if (normalisesRows(reader)) return true;
    if (reader.domain != ir::FusedDomain || !reader.body) return false;
    const ir::Graph& body = *reader.body;
    std::unordered_set<ValueId> fromMembers;
    for (std::size_t i = 0; i < reader.inputs.size() && i < body.inputs.size(); ++i)
        if (const ir::Node* producer = view.producer(reader.inputs[i]);
            producer && holds(members, producer->id))
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
            return end(say("{1}, '{2}', is a graph output", described(view, front.graphOutput),
                           view.graph.value(front.graphOutput).name),
                       front.graphOutput);
        if (front.readers.empty()) return end({}, {});
        const std::size_t next = earliest(view, front.readers);
        const ir::Node& reader = view.graph.node(front.readers[next]);
        const bool last = front.readers.size() == 1;
        const bool captures = !std::ranges::count(reader.inputs, front.tensors[next]);
        if (captures || !accept(reader, members, last))
            return end(say("{1} is also read by {2}", described(view, front.tensors[next]), reader.label()),
                       front.tensors[next]);
        count += memberCount(reader);
        if (count > MaxMembers)
            return end(say("with {1} the group would hold more than {2} operators", reader.label(), MaxMembers),
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
