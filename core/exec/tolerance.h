// SPDX-License-Identifier: GPL-3.0-or-later
// When a result counts as the reference's.
#pragma once

#include "core/exec/compare.h"
#include "core/ir/graph.h"

namespace edgewright::exec {

// Elements: |a - b| <= 1e-7 + 1e-3 |b| for each element, the rule of the ONNX backend tests for single
// operators; integers, Booleans and strings must be equal. Where a reference of higher precision has elements
// of about zero beside large ones, ||a - b|| <= 1e-7 ||b|| will do, which is what one rounding to float32
// makes. Norm: ||a - b|| <= limit ||b||, for whole models, where errors of many operators add up; or no element
// is further off than 2e-7, where the outputs are probabilities about zero: ONNX Runtime's logistic function is
// up to 1.7e-7 off, and 0 below -18.
struct Tolerance {
    enum class Rule { Elements, Norm };
    Rule rule = Rule::Norm;
    double limit = 1e-4; // Elements: always 1e-3

    static Tolerance elements() { return {Rule::Elements, 1e-3}; }
    static Tolerance norm(double limit) { return {Rule::Norm, limit}; }
    // Norm: 1e-4, or 1e-3 where more than 100 operators depend on each other in a row. `graph` has inferred
    // types.
    static Tolerance ofModel(const ir::Graph& graph);
};

// `type` is that of the reference. Both must be of the same type and shape, and finite in the same places.
bool agrees(const Difference& difference, ir::DataType type, const Tolerance& tolerance);

// How many operators of the graph depend on each other in a row, those left out that follow from constants and
// shapes alone.
int depthOf(const ir::Graph& graph);

} // namespace edgewright::exec
