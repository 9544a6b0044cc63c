// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/graph_state.h"

#include "views/session/measurements.h"
#include "views/support/fusion_edits.h"

#include <algorithm>

namespace edgewright::views {

namespace {

constexpr std::size_t MaxNodesForRefusedHulls = 4000; // nodes: other hulls make another scene

} // namespace

std::shared_ptr<const void> GraphState::source() const {
    if (analysis && analysis->opened) return analysis->opened;
    return model;
}

std::size_t GraphState::searchedDepth() const {
    std::size_t depth = places.size();
    while (depth > 0 && !places[depth - 1].isGroup)
        --depth;
    return depth;
}

QString GraphState::modelName() const {
    return analysis && analysis->opened ? QString::fromStdString(analysis->opened->file.filename().string())
                                        : QCoreApplication::translate("edgewright::views::GraphState", "Model");
}

std::set<NodeId> GraphState::baseNodesOf(const std::set<NodeId>& nodes) const {
    if (!presented) return nodes;
    std::set<NodeId> base;
    for (const NodeId node : nodes)
        for (const NodeId origin : presented->provenance->originsOf(node))
            if (presented->history->base.contains(origin)) base.insert(origin);
    return base;
}

NodeId GraphState::selectedNode(const Selection& selection) const {
    if (!inside()) return selection.current().node;
    return selection.graphInside() == shownGraph() ? selection.inside().node : NodeId();
}

std::vector<HullSpec> GraphState::hulls(NodeId selected) const {
    std::vector<HullSpec> all = presented->hulls;
    if (!selected.valid() || !isCurrent() || !presented->atEnd() ||
        model->nodeCount() > MaxNodesForRefusedHulls)
        return all;
    const std::set<NodeId> after = presented->provenance->sidesOf(selected).after;
    for (const fusion::Refusal& refusal : history()->refusals) {
        if (refusal.nodes.size() < 2 || refusal.isFused || !refusal.inside.empty()) continue;
        const NodeId first = refusal.nodes.front();
        if (first != selected && after.count(first) == 0) continue;
        const std::set<NodeId> members = baseNodesOf({refusal.nodes.begin(), refusal.nodes.end()});
        HullSpec hull;
        hull.members.assign(members.begin(), members.end());
        hull.style = HullSpec::Style::Refused;
        hull.tag = ruleTitle(refusal.rule);
        if (std::ranges::none_of(all, [&](const HullSpec& other) {
                return other.style == hull.style && other.members == hull.members;
            }))
            all.push_back(std::move(hull));
    }
    return all;
}

std::shared_ptr<const device::Record> currentRecord(const ViewContext& context) {
    const device::Run* run = context.measurements ? context.measurements->current() : nullptr;
    return run ? run->record : nullptr;
}

std::map<std::string, std::shared_ptr<const device::Record>> recordsElsewhere(const ViewContext& context) {
    std::map<std::string, std::shared_ptr<const device::Record>> records;
    if (!context.measurements) return records;
    for (const device::Run& run : context.measurements->runs()) // the newest last
        if (const std::string device = context.measurements->deviceOf(run);
            !device.empty() && context.measurements->isCurrent(run) && !run.record->variants.empty())
            records[device] = run.record;
    return records;
}

} // namespace edgewright::views
