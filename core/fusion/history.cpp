// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fusion/fuse.h"

#include <algorithm>
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

std::vector<NodeId> History::originsOf(NodeId node) const {
    std::set<NodeId> nodes{node};
    for (auto step = steps.rbegin(); step != steps.rend(); ++step)
        exchange(nodes, step->made, step->patch.removed);
    return {nodes.begin(), nodes.end()};
}

std::vector<NodeId> History::heirsOf(NodeId node) const {
    std::set<NodeId> nodes{node};
    for (const Step& step : steps)
        exchange(nodes, step.patch.removed, step.made);
    return {nodes.begin(), nodes.end()};
}

} // namespace edgewright::fusion
