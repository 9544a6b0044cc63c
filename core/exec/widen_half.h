// SPDX-License-Identifier: GPL-3.0-or-later
// Float32 between the operators of a graph that is declared in float16 or bfloat16.
//
//   x: f16 -> Conv -> c: f16 -> Relu -> y: f16     becomes
//   x: f16 -> Cast -> Conv -> c: f32 -> Relu -> f32 -> Cast -> y: f16
//
// This is how processors without half arithmetic run such models (ONNX Runtime's CPU provider among them): each
// operator computes in float32 anyway, and rounding its result only to widen it again for the next one loses
// digits.
#pragma once

#include "core/base/result.h"
#include "core/ir/graph.h"

namespace edgewright::exec {

// True if values of the top graph have a half type.
bool hasHalves(const ir::Graph& graph);

// `graph` must have inferred types. Inputs, outputs and what subgraphs read keep their types and ids. A node
// that can do the same in float32 reads and writes float32: type inference must say of it that float32 in place
// of the half types gives float32 in place of the half types. What asks for a type (Cast), quantizes or draws
// random numbers, has subgraphs or is a function stays as it is, with Casts around it, and so does Dropout; a
// Cast to a half type so keeps its rounding. Fused groups are widened inside. Constants are converted once,
// here. Nodes and values keep their ids; Casts get new ones. Fails when memory for the constants cannot be had.
Result<ir::Graph> upcastHalves(const ir::Graph& graph, const ir::Opsets& opsets);

} // namespace edgewright::exec
