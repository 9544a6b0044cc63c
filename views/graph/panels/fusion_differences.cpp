// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/panels/fusion_differences.h"

#include "views/graph/panels/provenance.h"
#include "views/support/operator_title.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

namespace edgewright::views {

namespace {

struct FusedOperators {
    std::vector<NodeId> members; // of the base graph, in their order
    NodeId node;                 // invalid: left out
};
using FusedByLabels = std::multimap<std::vector<std::string>, FusedOperators>; // labels, sorted

FusedByLabels fusedByLabels(const fusion::History& history) {
    FusedByLabels found;
    const Provenance provenance(history);
    const auto add = [&](std::vector<NodeId> members, NodeId node) {
        std::erase_if(members, [&](NodeId id) { return !history.base.contains(id); });
        if (members.empty()) return;
        std::vector<std::string> labels;
        for (const NodeId id : members)
            labels.push_back(history.base.node(id).label());
        std::ranges::sort(labels);
        found.emplace(std::move(labels), FusedOperators{std::move(members), node});
    };
    for (const Provenance::Group& group : provenance.groups())
        add(group.members, group.node);
    for (const NodeId id : history.base.order())
        if (provenance.descendantsOf(id).empty()) add({id}, {});
    return found;
}

} // namespace

std::vector<FusionDifference> fusionDifferences(const fusion::History& a, const fusion::History& b) {
    const FusedByLabels inA = fusedByLabels(a), inB = fusedByLabels(b);
    std::map<std::string, NodeId> labelled; // of B; the first of a label
    for (const NodeId id : b.base.order())
        labelled.emplace(b.base.node(id).label(), id);
    std::vector<std::pair<std::size_t, FusionDifference>> found; // by place in its graph
    const auto list = [&](const fusion::History& history, const FusedByLabels& own, const FusedByLabels& other,
                          bool ofB) {
        std::map<NodeId, std::size_t> place;
        for (const NodeId id : history.base.order())
            place.emplace(id, place.size());
        for (auto each = own.begin(); each != own.end(); ++each) {
            // Of equal labels as many have a partner as the other has.
            if (std::distance(own.lower_bound(each->first), each) <
                static_cast<std::ptrdiff_t>(other.count(each->first)))
                continue;
            const FusedOperators& fused = each->second;
            FusionDifference difference{ofB, operatorsText(history.base, fused.members), {}, {}};
            for (const NodeId id : fused.members) {
                const std::string& label = history.base.node(id).label();
                difference.nodes << QString::fromStdString(label);
                const auto partner = labelled.find(label);
                if (!difference.node.valid() && partner != labelled.end()) difference.node = partner->second;
            }
            if (ofB) difference.node = fused.node.valid() ? fused.node : fused.members.front();
            found.emplace_back(place.at(fused.members.front()), std::move(difference));
        }
    };
    list(a, inA, inB, false);
    list(b, inB, inA, true);
    std::ranges::stable_sort(found, {}, [](const auto& each) { return each.first; });
    std::vector<FusionDifference> differences;
    differences.reserve(found.size());
    for (auto& [place, difference] : found)
        differences.push_back(std::move(difference));
    return differences;
}

} // namespace edgewright::views
