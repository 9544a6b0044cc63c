// SPDX-License-Identifier: GPL-3.0-or-later
// The independent judge of graphs: shares nothing with the code that builds or rewrites them.
//
// Invariants, cited by their code in the diagnostics:
//   missing-input      every value a node reads, and every graph output, is a graph input, a constant, captured
//                      from the enclosing graph, or written by some node
//   two-producers      no value is written twice, and no graph input or constant is written at all
//   duplicate-name     no two values of a graph share a name
//   cycle              no node depends on its own output
//   constant-bytes     a constant has as many bytes as its type and shape ask for
//   missing-data       a constant has its bytes
//   empty-operator     every node names an operator
//   invalid-id         every id that a node holds exists in the graph
#pragma once

#include "core/base/diagnostic.h"
#include "core/ir/graph.h"

namespace edgewright::ir {

// Every violation, subgraphs and bodies included. Empty means: sound.
Diagnostics verify(const Graph& graph);

} // namespace edgewright::ir
