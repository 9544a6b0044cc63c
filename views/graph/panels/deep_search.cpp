// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/panels/deep_search.h"

#include "core/base/propagate.h"

#include <utility>

namespace edgewright::views {

namespace {

constexpr std::size_t MaxSearchedDepth = 64;

class DeepSearch {
public:
    DeepSearch(const NodeQuery& query, const RunContext& run) : m_query(query), m_run(run) {}

    // Whether anything was found in it. `place`: of the graph, the same in a graph and in what fusion made of
    // it.
    Result<bool> visit(const std::shared_ptr<const ir::Graph>& graph, const std::shared_ptr<const Way>& way,
                       const QString& place) {
        if (way->size() > MaxSearchedDepth) return false;
        if (!m_visited.insert(graph.get()).second) return m_found.marked.contains(graph.get());
        ASSIGN_OR_RETURN(const Found found, m_query.find(*graph, m_run));
        for (const NodeId id : found.hits)
            if (m_known.emplace(place, id).second)
                m_found.hits.push_back({way, id, QString::fromStdString(graph->node(id).label())});
        std::set<NodeId> marked(found.all.begin(), found.all.end());
        for (const NodeId id : graph->order()) {
            const ir::Node& node = graph->node(id);
            for (const Inside& inside : insidesOf(node)) {
                if (inside.isGroup) continue;
                auto inner = std::make_shared<Way>(*way);
                inner->push_back({QString::fromStdString(node.label()), inside});
                ASSIGN_OR_RETURN(const bool any,
                                 visit(inside.graph, inner,
                                       place + QString::number(id.index()) + u'/' + inside.name + u'/'));
                if (any) marked.insert(id);
            }
        }
        const bool any = !marked.empty();
        if (any) m_found.marked[graph.get()] = std::move(marked);
        return any;
    }
    DeepFound take() { return std::move(m_found); }

private:
    const NodeQuery& m_query;
    const RunContext& m_run;
    DeepFound m_found;
    std::set<const ir::Graph*> m_visited;
    std::set<std::pair<QString, NodeId>> m_known;
};

} // namespace

QString DeepHit::text() const {
    QString text;
    for (const WayStep& step : *way)
        text += step.label + QStringLiteral(" › ") + step.inside.name + QStringLiteral(" › ");
    return text + label;
}

std::set<NodeId> DeepFound::markedIn(const ir::Graph* graph) const {
    const auto found = marked.find(graph);
    return found == marked.end() ? std::set<NodeId>() : found->second;
}

Result<DeepFound> findEverywhere(const NodeQuery& query,
                                 const std::vector<std::shared_ptr<const ir::Graph>>& graphs,
                                 const RunContext& run) {
    const NodeQuery meant = query.meantFor(graphs);
    DeepSearch search(meant, run);
    for (const auto& graph : graphs)
        RETURN_IF_ERROR(search.visit(graph, std::make_shared<const Way>(), {}));
    return search.take();
}

} // namespace edgewright::views
