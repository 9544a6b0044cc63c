// SPDX-License-Identifier: GPL-3.0-or-later
// The members of a fused group that a launch before them does while its result is in a register.
#pragma once

#include "core/gpu/layers/layer_rule.h"

#include <functional>
#include <vector>

namespace edgewright::gpu {

struct FoundEnding {
    Ending ending;
    ValueId result;               // of the last member
    std::vector<NodeId> absorbed; // members that are part of the launch now
};

// Behind `node` of a group's body: bias, sum, function, in that order, as far as they go on from one to the
// next and as the rule takes them. `isThere`: a value that has been computed before.
Result<FoundEnding> endingOf(const ir::Graph& body, const ir::Connections& links, const ir::Node& node,
                             std::int64_t opset, Takes takes, const std::function<bool(ValueId)>& isThere,
                             const std::function<Result<BufferPart>(ValueId)>& partOf);

} // namespace edgewright::gpu
