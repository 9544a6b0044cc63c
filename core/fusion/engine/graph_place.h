// SPDX-License-Identifier: GPL-3.0-or-later
// The place of a graph within the model, and the history's words for things in it.
#pragma once

#include "core/fusion/fuse.h"

#include <string>
#include <utility>
#include <vector>

namespace edgewright::fusion {

// A match that may become a step.
struct Found {
    std::size_t rule = 0;
    NodeId at;
    Applied applied;
    Site site;
    Benefit benefit;
};

struct GraphPlace {
    // From the outermost graph to this one: nodes, and their attributes that hold the next graph.
    std::vector<std::pair<NodeId, std::string>> path = {};
    std::string inside = {}; // Site::inside
    std::string prefix = {}; // of names: "then_branch/"

    GraphPlace within(const ir::Node& node, const std::string& attribute) const;
    NodeId outermost() const { return path.empty() ? NodeId() : path.front().first; }

    // `graph` is the one here.
    Site siteOf(const ir::Graph& graph, std::string_view rule, const std::vector<NodeId>& nodes) const;
    std::vector<std::string> namesOf(const ir::Graph& graph, const std::vector<NodeId>& nodes) const;
    // Moves from `found`. `names`: of its nodes, as they were before the patch.
    Step stepOf(Found& found, std::vector<std::string> names) const;
};

bool isGroup(const ir::Node& node);
// The patch makes one group or several, and does nothing else.
bool makesGroups(const ir::Patch& patch);
// A rewritten node without a name goes on under the label that people know it by.
void nameRewritten(const ir::Graph& graph, ir::Patch& patch);

} // namespace edgewright::fusion
