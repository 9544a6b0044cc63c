// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fusion/fuse.h"

#include "core/fusion/engine/workspace.h"

#include <map>
#include <memory>
#include <set>

namespace edgewright::fusion {

namespace {

// Replaces those of `from` that are in `nodes` by all of `to`.
void exchange(std::set<NodeId>& nodes, const std::vector<NodeId>& from, const std::vector<NodeId>& to) {
    std::size_t found = 0;
    for (const NodeId id : from)
        found += nodes.erase(id);
    if (found > 0) nodes.insert(to.begin(), to.end());
}

} // namespace

// Steps in a subgraph are left out: their ids are those of another graph.

std::vector<NodeId> History::originsOf(NodeId node) const {
    std::set<NodeId> nodes{node};
    for (auto step = steps.rbegin(); step != steps.rend(); ++step)
        if (step->site.inside.empty()) exchange(nodes, step->made, step->patch.removed);
    return {nodes.begin(), nodes.end()};
}

std::vector<NodeId> History::descendantsOf(NodeId node) const {
    std::set<NodeId> nodes{node};
    for (const Step& step : steps)
        if (step.site.inside.empty()) exchange(nodes, step.patch.removed, step.made);
    return {nodes.begin(), nodes.end()};
}

namespace {

// A graph with those of its subgraphs that patches change.
class Replay {
public:
    explicit Replay(ir::Graph graph) : m_work(std::move(graph)) {}

    bool apply(const ir::Patch& patch, int depth = 0) {
        if (!patch.inside) {
            close();
            m_work.begin();
            ir::Patch copy = patch;
            m_changed = true;
            return m_work.apply(copy, {}) == Workspace::Outcome::Applied;
        }
        const ir::PatchInside& inside = *patch.inside;
        auto& inner = m_inner[{inside.node, inside.attribute}];
        if (!inner) {
            const auto graph =
                m_work.has(inside.node) ? m_work.graph().node(inside.node).graph(inside.attribute) : nullptr;
            if (!graph || depth >= MaxSubgraphDepth) return false;
            inner = std::make_unique<Replay>(*graph);
        }
        return inner->apply(inside.patch, depth + 1);
    }

    ir::Graph take() {
        close();
        if (m_changed) m_work.finish();
        return m_work.take();
    }

private:
    static constexpr int MaxSubgraphDepth = 64;

    void close() {
        for (auto& [place, inner] : m_inner) {
            m_work.setSubgraph(place.first, place.second, std::make_shared<const ir::Graph>(inner->take()));
            m_changed = true;
        }
        m_inner.clear();
    }

    Workspace m_work;
    std::map<std::pair<NodeId, std::string>, std::unique_ptr<Replay>> m_inner;
    bool m_changed = false;
};

} // namespace

Result<ir::Graph> graphAt(const History& history, std::size_t steps) {
    Replay replay(history.base);
    for (std::size_t i = 0; i < std::min(steps, history.steps.size()); ++i)
        if (!replay.apply(history.steps[i].patch))
            return internalError("step " + std::to_string(i + 1) +
                                 " of the history does not apply to its graph");
    return replay.take();
}

} // namespace edgewright::fusion
