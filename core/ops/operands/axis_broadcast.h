// SPDX-License-Identifier: GPL-3.0-or-later
// Broadcasting as it was before opset 7: the second operand lies at the axis that the node names, not at the
// end.
#pragma once

#include "core/base/say.h"
#include "core/ops/operands/axes.h"

namespace edgewright::ops {

// The second operand's shape with extents of 1 behind it, so that the general rule puts it where the attributes
// `broadcast` and `axis` say. `Extent` is ir::Dim or std::int64_t.
template <typename Extent>
Result<std::vector<Extent>> placedAtAxis(const ir::Node& node, std::int64_t opset, std::size_t firstRank,
                                         std::vector<Extent> second) {
    if (opset >= 7 || node.intOr("broadcast", 0) == 0 || !node.find("axis")) return second;
    const auto rank = static_cast<std::int64_t>(firstRank);
    const std::int64_t given = node.intOr("axis", 0);
    const std::int64_t axis = given < 0 ? given + rank : given;
    if (axis < 0 || axis > rank || static_cast<std::int64_t>(second.size()) > rank - axis)
        return badInput(say("a second input with {1} axes does not lie at axis {2} of a first one with {3}",
                            second.size(), given, rank));
    second.resize(static_cast<std::size_t>(rank - axis), Extent(1));
    return second;
}

} // namespace edgewright::ops
