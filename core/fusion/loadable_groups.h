// SPDX-License-Identifier: GPL-3.0-or-later
// A fused graph as other runtimes load it from a file.
#pragma once

#include "core/ir/graph.h"

namespace edgewright::fusion {

// Groups become functions of a model (onnx::exportModel), and runtimes refuse functions without inputs, or with
// an operator that the opset which they import does not define, though they run it in a graph
// (LayerNormalization before opset 17). Such groups stand as their operators; the rest of `graph` and of its
// subgraphs is as it was.
ir::Graph withLoadableGroups(const ir::Graph& graph, const ir::Opsets& opsets);

// The graphs in attributes of operators that nobody here knows, in `fused` and its subgraphs, as they are in
// `original`, which `fused` was made of: inferred types of those rest on guesses about their inputs.
void keepForeignSubgraphs(ir::Graph& fused, const ir::Graph& original);

} // namespace edgewright::fusion
