// SPDX-License-Identifier: GPL-3.0-or-later
// The check that what a patch adds computes the kinds of tensors that its surroundings expect. For rules from
// elsewhere.
#pragma once

#include "core/ir/graph.h"
#include "core/ir/patch.h"

#include <string>

namespace edgewright::fusion {

// Infers the types of what the added nodes write. What contradicts the types that the graph has for those
// values, or what an operator does not accept; empty when nothing does. `patch` refers to nothing that does not
// exist.
std::string whyTypesClash(const ir::Graph& graph, const ir::Opsets& opsets, const ir::Patch& patch);

} // namespace edgewright::fusion
