// SPDX-License-Identifier: GPL-3.0-or-later
// The offset of each value in one block of memory. Planners make it, the executor runs inside it.
#pragma once

#include "core/base/ids.h"

#include <cstdint>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace edgewright::ir {

struct ArenaPlan {
    struct Slot {
        std::int64_t offset = 0; // bytes from the start of the arena
        std::int64_t size = 0;   // bytes
    };
    std::int64_t arenaBytes = 0;
    std::unordered_map<ValueId, Slot> places = {}; // values that are not listed are allocated on their own
    std::unordered_map<NodeId, Slot> scratch =
        {}; // what operators need for themselves while they run; likewise
    // For each graph inside of a node, while it runs there: the subgraphs in the order of the attributes
    // (forEachSubgraph), or the node's body. Their ids are those of that graph, their offsets those of the
    // whole arena. What such a graph is given is copied to its place, so that it may be handed what it gave.
    std::unordered_map<NodeId, std::vector<ArenaPlan>> bodies = {};
    std::int64_t firstByte = 0; // of an inner plan, which has the bytes [firstByte, firstByte + arenaBytes)
    // Values whose extents the data decide: a run has no more of them than the place, in which nothing else
    // lies. A bundle does not keep it: they lie beside the arena there.
    std::unordered_set<ValueId> atMost = {};
};

} // namespace edgewright::ir
