// SPDX-License-Identifier: GPL-3.0-or-later
// The nodes that a patch adds, as a graph of their own, to infer its types without those of the rest.
#pragma once

#include "core/ir/graph.h"
#include "core/ir/patch.h"

namespace edgewright::fusion {

// The added nodes alone, in order, with ids from 0 on. Values keep their ids; those that the nodes do not write
// are inputs or constants, those that they do not name are empty. `patch` is against `graph`.
ir::Graph excerpt(const ir::Graph& graph, const ir::Patch& patch);

} // namespace edgewright::fusion
