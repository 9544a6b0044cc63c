// SPDX-License-Identifier: GPL-3.0-or-later
// The rules by which a result counts as the reference's.
#pragma once

#include "core/exec/compare.h"
#include "core/ir/graph.h"

#include <string>

namespace edgewright::exec {

// Elements: |a - b| <= floor + limit |b| for each element, with 1e-7 and 1e-3 the rule of the ONNX backend
// tests for single operators; integers, Booleans and strings must be equal, or within `floor`. Where a
// reference of higher precision has elements of about zero beside large ones, ||a - b|| <= 1e-7 ||b|| will do,
// which is what one rounding to float32 makes. Norm: ||a - b|| <= limit ||b||, for whole models, where errors
// of many operators add up; or no element is further off than `floor`, where the outputs are probabilities
// about zero: ONNX Runtime's logistic function is up to 1.7e-7 off, and 0 below -18.
struct Tolerance {
    enum class Rule { Elements, Norm };
    Rule rule = Rule::Norm;
    double limit = 1e-4;
    double floor = 2e-7;

    // `coarsest` is the floating-point type with the largest rounding that the values went through.
    // 1e-3; for bfloat16 2^-7, one step of it.
    static Tolerance elements(ir::DataType coarsest = ir::DataType::Float32);
    // At least 8 roundings to `coarsest`: 0.0039 of float16, 0.031 of bfloat16.
    static Tolerance norm(double limit, ir::DataType coarsest = ir::DataType::Float32);
    // Norm: 1e-4, or 1e-3 and 16 roundings where more than 100 operators depend on each other in a row. `graph`
    // has inferred types.
    static Tolerance ofModel(const ir::Graph& graph, ir::DataType coarsest = ir::DataType::Float32);
    // "0.0039 ||reference||, or 2e-07 in each element".
    std::string text() const;
};

// The largest relative error of one rounding to this type: 2^-11 of float16, 2^-8 of bfloat16, 2^-24 of all
// other types.
double unitRoundoff(ir::DataType type);

// `type` is that of the reference. Both must be of the same type and shape, and finite in the same places.
bool agrees(const Difference& difference, ir::DataType type, const Tolerance& tolerance);

// The number of operators that depend on each other in a row, those left out that follow from constants and
// shapes alone.
int depthOf(const ir::Graph& graph);

} // namespace edgewright::exec
