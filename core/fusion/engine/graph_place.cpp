// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fusion/engine/graph_place.h"

#include <algorithm>

namespace edgewright::fusion {

GraphPlace GraphPlace::within(const ir::Node& node, const std::string& attribute) const {
    GraphPlace inner = *this;
    const NodeId origin = node.origins.size() == 1 ? node.origins.front() : node.id;
    inner.path.emplace_back(node.id, attribute);
    inner.inside += (inside.empty() ? "" : "/") + std::to_string(origin.index()) + "/" + attribute;
    inner.prefix += attribute + "/";
    return inner;
}

Site GraphPlace::siteOf(const ir::Graph& graph, std::string_view rule, const std::vector<NodeId>& nodes) const {
    Site site;
    site.rule = rule;
    site.inside = inside;
    for (const NodeId id : nodes) {
        if (!graph.contains(id)) continue;
        const auto& origins = graph.node(id).origins;
        if (origins.empty()) site.nodes.push_back(id);
        site.nodes.insert(site.nodes.end(), origins.begin(), origins.end());
    }
    std::ranges::sort(site.nodes);
    site.nodes.erase(std::unique(site.nodes.begin(), site.nodes.end()), site.nodes.end());
    return site;
}

std::vector<std::string> GraphPlace::namesOf(const ir::Graph& graph, const std::vector<NodeId>& nodes) const {
    std::vector<std::string> names;
    for (const NodeId id : nodes)
        names.push_back(graph.contains(id) ? prefix + graph.node(id).label() : std::string());
    return names;
}

Step GraphPlace::stepOf(Found& found, std::vector<std::string> names) const {
    Step step;
    step.names = std::move(names);
    step.rule = found.site.rule;
    if (path.empty()) {
        step.nodes = std::move(found.applied.nodes);
        for (const ir::Node& node : found.applied.patch.added)
            step.made.push_back(node.id);
    } else {
        step.nodes = {path.front().first};
    }
    step.reason = std::move(found.applied.reason);
    step.patch = std::move(found.applied.patch);
    for (auto around = path.rbegin(); around != path.rend(); ++around) {
        ir::Patch outer;
        outer.inside = std::make_shared<const ir::PatchInside>(
            ir::PatchInside{around->first, around->second, std::move(step.patch)});
        step.patch = std::move(outer);
    }
    step.site = found.site;
    step.benefit = found.benefit;
    return step;
}

bool isGroup(const ir::Node& node) { return node.domain == ir::FusedDomain && node.body; }

bool makesGroups(const ir::Patch& patch) {
    return !patch.added.empty() && patch.redirected.empty() && std::ranges::all_of(patch.added, isGroup);
}

void nameRewritten(const ir::Graph& graph, ir::Patch& patch) {
    for (ir::Node& added : patch.added) {
        if (!added.name.empty()) continue;
        for (const NodeId removed : patch.removed)
            if (graph.contains(removed) && graph.node(removed).op == added.op) {
                added.name = graph.node(removed).label();
                break;
            }
    }
}

} // namespace edgewright::fusion
