// SPDX-License-Identifier: GPL-3.0-or-later
// Groups: several nodes as one, with a body of standard operators (domain ir::FusedDomain).
#pragma once

#include "core/fusion/rule.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace edgewright::fusion {

// Patch that replaces `members` (in execution order, a convex set) by one group node. Its inputs are the values
// the members read from outside (constants included, in order of first use), its outputs those read outside.
// Members that are groups themselves are inlined. The op is the members' ops joined ("ConvAddRelu"), the name
// that of the first member plus the others' ops. `function`: what they compute, where that has a name
// ("Attention"); else that of the only group among them that has one. It is the name of the body.
ir::Patch groupPatch(const GraphView& view, const std::vector<NodeId>& members, std::string_view function = {});

// Values that `members` write and others read, or the model returns; in the order of the members.
std::vector<ValueId> leaving(const GraphView& view, const std::vector<NodeId>& members);

// The reason why `members` cannot become one node: some path leaves them and comes back, and the reason names
// the first node on it. Empty: they are convex.
std::optional<std::string> whyNotConvex(const GraphView& view, const std::vector<NodeId>& members);

} // namespace edgewright::fusion
