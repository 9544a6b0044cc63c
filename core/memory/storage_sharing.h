// SPDX-License-Identifier: GPL-3.0-or-later
// Operators that need no bytes of their own: what never runs, and what may put its output where an input lies,
// as far as the node alone tells.
#pragma once

#include "core/ir/known_beforehand.h"

#include <vector>

namespace edgewright::memory {

// Inputs, in order of preference, that the node may overwrite with its only output once nobody reads them any
// more. Every element of the output depends on the element at the same place of such an input and on none
// beside it.
std::vector<ValueId> overwritable(const ir::Graph& graph, const ir::Node& node);

} // namespace edgewright::memory
