// SPDX-License-Identifier: GPL-3.0-or-later
// Source: T. Chen et al., TVM; src/relay/transforms/fuse_ops.cc describes patterns, post-dominator tree and
// phases.
#include "tests/core/fusion/published_groups.h"

#include "core/fusion/matching.h"

#include <algorithm>
#include <map>

namespace edgewright::fusion::test {

namespace {

enum Kind { ElementWise, Broadcast, Injective, Reduction, OutFusable, Opaque };
constexpr std::size_t None = SIZE_MAX;
constexpr std::size_t MaxOperators = 256;

Kind kindOf(const ir::Node& node) {
    switch (patternOf(node)) {
    case ops::Pattern::ElementWise:
        return ElementWise;
    case ops::Pattern::Broadcast:
        return Broadcast;
    case ops::Pattern::Injective:
        return Injective;
    case ops::Pattern::Reduction:
        return Reduction;
    case ops::Pattern::OutFusable:
        return OutFusable;
    default:
        return Opaque;
    }
}

class Grouping {
public:
    Grouping(const ir::Graph& graph, const ir::Opsets& opsets) : m_graph(graph) {
        const ir::Connections connections(graph);
        const GraphView view{graph, connections, opsets};
        const auto& order = graph.order();
        std::map<NodeId, std::size_t> place;
        for (std::size_t i = 0; i < order.size(); ++i)
            place[order[i]] = i;
        m_nodes.resize(order.size());
        for (std::size_t i = 0; i < order.size(); ++i) {
            Entry& entry = m_nodes[i];
            const ir::Node& node = graph.node(order[i]);
            entry.kind = kindOf(node);
            entry.groupKind = entry.kind;
            entry.root = i;
            for (const ValueId output : node.outputs) {
                if (!output.valid()) continue;
                entry.leaves = entry.leaves || graph.isOutput(output) || capturedBy(view, output);
                for (const NodeId id : connections.consumers(output)) {
                    const ir::Node& reader = graph.node(id);
                    Kind kind = kindOf(reader);
                    const bool same = sameShape(graph.value(output).type, graph.value(reader.output(0)).type);
                    if (kind == Broadcast && same) kind = ElementWise;
                    entry.readers.push_back({place.at(id), kind});
                }
            }
            entry.leaves = entry.leaves || entry.readers.empty();
        }
        findPostDominators();
    }

    std::vector<std::vector<NodeId>> groups() {
        for (const int phase : {0, 1})
            for (std::size_t i = 0; i < m_nodes.size(); ++i)
                consider(i, phase);
        std::map<std::size_t, std::vector<NodeId>> members;
        for (std::size_t i = 0; i < m_nodes.size(); ++i)
            members[rootOf(i)].push_back(m_graph.order()[i]);
        std::vector<std::vector<NodeId>> result;
        for (auto& [root, group] : members)
            result.push_back(std::move(group));
        return result;
    }

private:
    struct Edge {
        std::size_t to;
        Kind kind;
    };
    struct Entry {
        Kind kind = Opaque, groupKind = Opaque;
        std::vector<Edge> readers;
        bool leaves = false; // read from outside
        std::size_t parent = None;
        std::size_t depth = 1;
        Kind onTheWay = Opaque; // worst kind up to the parent
        std::size_t root = 0;   // union-find
        std::size_t count = 1;
    };

    void findPostDominators() {
        for (std::size_t i = m_nodes.size(); i-- > 0;) {
            Entry& entry = m_nodes[i];
            if (entry.leaves) continue;
            Kind worst = ElementWise;
            std::size_t meeting = entry.readers.front().to;
            for (const Edge& edge : entry.readers) {
                worst = std::max(worst, edge.kind);
                meeting = meet(meeting, edge.to, worst);
                if (meeting == None) break;
            }
            if (meeting == None) continue;
            entry.parent = meeting;
            entry.onTheWay = worst;
            entry.depth = m_nodes[meeting].depth + 1;
        }
    }
    std::size_t meet(std::size_t a, std::size_t b, Kind& worst) const {
        while (a != b) {
            if (a == None || b == None) return None;
            std::size_t& deeper = m_nodes[a].depth < m_nodes[b].depth ? b : a;
            worst = std::max(worst, m_nodes[deeper].onTheWay);
            deeper = m_nodes[deeper].parent;
        }
        return a;
    }

    std::size_t rootOf(std::size_t i) const {
        while (m_nodes[i].root != i)
            i = m_nodes[i].root;
        return i;
    }
    void merge(std::size_t child, std::size_t into) {
        child = rootOf(child);
        into = rootOf(into);
        if (child == into) return;
        m_nodes[child].root = into;
        m_nodes[into].count += m_nodes[child].count;
        if (m_nodes[child].groupKind >= OutFusable) m_nodes[into].groupKind = m_nodes[child].groupKind;
    }
    // All nodes from `from` (left out) to `to`.
    std::vector<std::size_t> between(std::size_t from, std::size_t to) const {
        std::vector<std::size_t> found, open{from};
        while (!open.empty()) {
            const std::size_t i = open.back();
            open.pop_back();
            for (const Edge& edge : m_nodes[i].readers)
                if (std::ranges::find(found, edge.to) == found.end()) {
                    found.push_back(edge.to);
                    if (edge.to != to) open.push_back(edge.to);
                }
        }
        return found;
    }
    template <typename Condition>
    void fuseIf(std::size_t i, const Condition& allowed) {
        const std::size_t sink = m_nodes[i].parent;
        const std::vector<std::size_t> path = between(i, sink);
        std::size_t count = m_nodes[rootOf(i)].count;
        for (const std::size_t each : path) {
            if (!allowed(m_nodes[rootOf(each)].groupKind, each == sink)) return;
            if (rootOf(each) != rootOf(i)) count += m_nodes[rootOf(each)].count;
        }
        if (count > MaxOperators) return;
        merge(i, sink);
        for (const std::size_t each : path)
            merge(each, sink);
    }
    void consider(std::size_t i, int phase) {
        const Entry& entry = m_nodes[i];
        if (entry.groupKind == Opaque || entry.parent == None || rootOf(i) == rootOf(entry.parent)) return;
        if (entry.groupKind == OutFusable) {
            if (phase == 0 && entry.onTheWay == ElementWise)
                fuseIf(i, [](Kind kind, bool) { return kind <= Broadcast; });
        } else if (entry.groupKind <= Broadcast) {
            if (entry.onTheWay <= Injective || entry.onTheWay == Reduction)
                fuseIf(i,
                       [](Kind kind, bool last) { return kind <= Injective || (last && kind <= OutFusable); });
        } else if (entry.groupKind == Injective && phase == 1) {
            fuseIf(i, [](Kind kind, bool) { return kind <= Injective; });
        }
    }

    const ir::Graph& m_graph;
    std::vector<Entry> m_nodes;
};

} // namespace

std::vector<std::vector<NodeId>> publishedGroups(const ir::Graph& graph, const ir::Opsets& opsets) {
    return Grouping(graph, opsets).groups();
}

} // namespace edgewright::fusion::test
