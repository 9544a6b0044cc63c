// SPDX-License-Identifier: GPL-3.0-or-later
// Regions: from a node to where all paths from it meet again (its immediate post-dominator).
//
// clang-format off
//        root
//       /    \      two paths from it
//   Sigmoid   |
//       \    /      meet again
//        Mul
// clang-format on
//
// Every reader of a node inside is inside, except those of the last one. Such a region is convex: no path
// leaves it before its end, so nothing that it reads from outside can depend on a member.
#pragma once

#include "core/fusion/rule.h"

#include <functional>
#include <string>
#include <vector>

namespace edgewright::fusion {

// Nodes that one group may hold, those of inlined groups counted one by one.
inline constexpr std::size_t MaxMembers = 256;

struct Region {
    std::vector<NodeId> members; // in execution order, root first; only the root when there is no region
    // The reason why growth ended: an output of a member is a graph output, or a reader was not accepted, or
    // the size limit. Empty when nothing reads on.
    std::string obstacle;
    ValueId tensor; // of the obstacle
    bool grown() const { return members.size() > 1; }
};

// Says whether `reader` may join `members`.
using Accept = std::function<bool(const ir::Node& reader, const std::vector<NodeId>& members, bool last)>;

// The smallest region from `root` on. `last` tells `accept` whether all paths meet in that reader.
Region growRegion(const GraphView& view, NodeId root, const Accept& accept);
// Goes on from the end of each region for as long as it grows: a whole chain at once.
Region growChain(const GraphView& view, NodeId root, const Accept& accept);

// The reason why a region is only its root, told of the first reader that `joins`; NoMatch where nothing is in
// the way or no reader does.
Match whyNotGrown(const GraphView& view, const ir::Node& root, const Region& region,
                  const std::function<bool(const ir::Node& reader)>& joins);

std::vector<NodeId> inOrder(const GraphView& view, std::vector<NodeId> members);

// Adds to `members` what runs before them and only they read, when it moves or maps single elements: splitting
// into heads, a scale, a mask. The bias of a projection stays with its matrix product, where it costs nothing.
void absorbInputs(const GraphView& view, std::vector<NodeId>& members);

// Makes one number of many, and may compute each of them as it reads it: a reduction, or a pool over the whole
// image.
bool reduces(const ir::Node& node);

// A normalisation that works on whole rows of one tensor, each on its own: Softmax, LayerNormalization.
bool normalisesRows(const ir::Node& node);

// `reader` is such a normalisation, or a group that reads what the members write in operators that need one
// element of it for each element of theirs, or one row for each row: its convolution or matrix product does
// not. So the members can run where they are read.
bool readsElementByElement(const GraphView& view, const ir::Node& reader, const std::vector<NodeId>& members);

// Number of operators that a node stands for: the size of a group's body, else 1.
std::size_t memberCount(const ir::Node& node);

} // namespace edgewright::fusion
