// SPDX-License-Identifier: GPL-3.0-or-later
// Nodes and values that depend on constants alone.
#pragma once

#include "core/ir/graph.h"

#include <vector>

namespace edgewright::ir {

struct Constants {
    std::vector<bool> values; // by value: an initializer, or computed from constants alone
    std::vector<bool> nodes;  // by node: computes constants from constants, and no output of the graph
};

// `known`, by value: those of an enclosing graph that are constants there. May be shorter than the graph has
// values. Random operators without inputs are no constants; Constant is one.
Constants constantsOf(const Graph& graph, std::vector<bool> known = {});

} // namespace edgewright::ir
