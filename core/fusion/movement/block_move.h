// SPDX-License-Identifier: GPL-3.0-or-later
// Reshape -> Transpose -> Reshape with known extents: how pixels and channels are exchanged.
#pragma once

#include "core/fusion/patterns/composing.h"

#include <optional>

namespace edgewright::fusion {

struct BlockMove {
    ValueId x;
    ir::Dims from;  // of x
    ir::Dims split; // behind the first reshape
    std::vector<std::int64_t> order;
    ir::Dims to;               // of the result
    std::vector<NodeId> nodes; // last first
};

// The block move whose last reshape is `last`; extents that differ only by name are not known, so batch may be
// 0.
std::optional<BlockMove> blockMoveAt(const GraphView& view, const ir::Node& last);

} // namespace edgewright::fusion
