// SPDX-License-Identifier: GPL-3.0-or-later
// The consequences of a patch, before anything is changed. O(what the patch touches), not of the graph.
#pragma once

#include "core/fusion/engine/linked_graph.h"
#include "core/ir/patch.h"

#include <functional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace edgewright::fusion {

struct PatchPlan {
    std::unordered_map<ValueId, ValueId> to;        // redirected, chains followed
    std::unordered_map<ValueId, std::size_t> maker; // written by which of the added nodes
    std::unordered_set<NodeId> removed;
    std::vector<std::vector<ValueId>> captured; // by each of the added nodes
    NodeId behind;                              // the added nodes come behind this one; invalid: first of all
    std::vector<NodeId> window;                 // nodes whose order changes, in their new order; else empty

    ValueId follow(ValueId id) const;
};

// Ids that are free where the patch was found, and the nodes that were there.
struct PatchBase {
    std::uint32_t firstNode = 0, firstValue = 0;
    std::function<bool(NodeId)> contains;
};
// The fault of a patch that refers to what is not there, or changes nothing: "removes a node that is not in the
// graph". Empty: it can be looked at further.
std::string whyMalformed(const ir::Patch& patch, const PatchBase& base);

// All but `window`. `fault`: why the patch is illegal, empty when it is not. `types`: whether a redirection
// must keep the types that the graph has.
PatchPlan planOf(const LinkedGraph& now, const ir::Patch& patch, bool types, std::string& fault);

// Decides where the added nodes go. The reason, if they cannot go anywhere: "closes a cycle through Add_3". As
// ir::apply would, which puts the added nodes behind the last removed one and sorts (stably) what then reads
// too early: only the nodes between the first that reads too early and the last that writes too late can move.
std::string placeAdded(const LinkedGraph& now, const ir::Patch& patch, PatchPlan& plan);

} // namespace edgewright::fusion
