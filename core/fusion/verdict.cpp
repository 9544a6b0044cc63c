// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fusion/verdict.h"

#include <algorithm>
#include <set>

namespace edgewright::fusion {

namespace {

bool anyOf(const std::vector<NodeId>& nodes, const std::set<NodeId>& wanted) {
    return std::ranges::any_of(nodes, [&](NodeId id) { return wanted.contains(id); });
}

} // namespace

Finding findingOf(const History& history, NodeId node) {
    Finding finding;
    std::set<NodeId> related{node}; // in both graphs
    const std::vector<NodeId> kin =
        history.graph.contains(node) ? history.originsOf(node) : history.descendantsOf(node);
    related.insert(kin.begin(), kin.end());

    // As the steps go on: what the node of the base graph has become, and what is still to become part of the
    // node of the final one.
    std::set<NodeId> now =
        history.base.contains(node) ? std::set{node} : std::set<NodeId>(kin.begin(), kin.end());
    for (const Step& step : history.steps) {
        const bool inside = !step.site.inside.empty(); // its patch has ids of a subgraph
        if (inside ? anyOf(step.nodes, now) : anyOf(step.patch.removed, now) || anyOf(step.nodes, now)) {
            finding.steps.push_back(&step);
            if (inside) continue;
            for (const NodeId removed : step.patch.removed)
                now.erase(removed);
            now.insert(step.made.begin(), step.made.end());
        }
    }
    for (const Step& step : history.possible)
        if (anyOf(step.nodes, related)) finding.possible.push_back(&step);
    bool isLeft = false;
    for (const bool leaves : {true, false})
        for (const Refusal& refusal : history.refusals) {
            if (!anyOf(refusal.nodes, related)) continue;
            // By hand the ids are those of the base graph, and nothing was made.
            const bool isLeftBy = !refusal.isFused && related.contains(refusal.nodes[refusal.firstUnfused]);
            if (isLeftBy != leaves) continue;
            isLeft |= isLeftBy;
            finding.refusals.push_back(&refusal);
        }
    if (isLeft)
        finding.verdict = Verdict::NotFused;
    else if (!finding.steps.empty())
        finding.verdict = finding.refusals.empty() ? Verdict::Fused : Verdict::FusedOtherwise;
    return finding;
}

std::vector<NodeId> otherReaders(const History& history, const Refusal& refusal) {
    std::vector<NodeId> readers;
    if (refusal.tensors.empty() || refusal.neededOpset > 0) return readers;
    for (const NodeId id : history.graph.order()) {
        if (std::ranges::find(refusal.nodes, id) != refusal.nodes.end()) continue;
        const ir::Node& node = history.graph.node(id);
        if (std::ranges::any_of(refusal.tensors, [&](ValueId tensor) {
                return std::ranges::find(node.inputs, tensor) != node.inputs.end();
            }))
            readers.push_back(id);
    }
    return readers;
}

} // namespace edgewright::fusion
