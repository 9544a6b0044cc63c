// SPDX-License-Identifier: GPL-3.0-or-later
// Which operators may put their output where an input lies, as far as the node alone tells.
#pragma once

#include "core/ir/graph.h"

#include <vector>

namespace edgewright::memory {

// The output is its first input under another name or shape: both can be the same bytes, however long either
// lives.
bool isView(const ir::Node& node);

// Inputs, in order of preference, that the node may overwrite with its only output once nobody reads them any
// more. Every element of the output depends on the element at the same place of such an input and on none
// beside it.
std::vector<ValueId> overwritable(const ir::Graph& graph, const ir::Node& node);

} // namespace edgewright::memory
