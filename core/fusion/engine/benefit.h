// SPDX-License-Identifier: GPL-3.0-or-later
// The savings of a patch.
#pragma once

#include "core/fusion/traffic.h"
#include "core/ir/patch.h"

namespace edgewright::fusion {

// runCost() of the graph as it is less that of the graph behind the patch. `patch` is against `graph`, whose
// connections these are, and legal. O(removed, added and redirected nodes).
Benefit benefitOf(const ir::Graph& graph, const ir::Connections& connections, const ir::Patch& patch);

} // namespace edgewright::fusion
