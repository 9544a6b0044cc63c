// SPDX-License-Identifier: GPL-3.0-or-later
// Reductions along the last axes with the element-wise operators around them, as steps that go over one row at
// a time: LayerNorm, RMSNorm, Softmax and their like spelled out, with what is before and behind.
//
//   ReduceMean -> Sub -> Mul -> ReduceMean -> Add -> Sqrt -> Div -> Mul -> Add
//
//   sum(x) / n; sum of (x - mean)^2 / n; two steps on one number per row; one pass that writes the result
#pragma once

#include "core/exec/operands/group_operand.h"
#include "core/ir/graph.h"
#include "core/kernels/elementwise.h"

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace edgewright::exec {

struct RowProgram {
    enum class Task {
        Unary,
        Binary,
        Sum,          // of the row a, divided by `divisor`
        SumOfSquares, // of a - b, divided by `divisor`; b may be missing
        Maximum,
        InverseRoot, // 1 / sqrt(a + alpha)
        Softmax,
        Normalise // (a - b) * c * d + e, or (a - b) / c ... when `divides`; all but a and c may be missing
    };
    // The operand of a step: the result of another one, a tensor from outside, or nothing.
    struct Source {
        enum class Kind { None, Step, Tensor } kind = Kind::None;
        std::size_t index = 0;
        explicit operator bool() const { return kind != Kind::None; }
        friend bool operator==(const Source&, const Source&) = default;
    };
    struct Step {
        Task task = Task::Unary;
        kernels::Unary unary = kernels::Unary::Abs;
        kernels::Binary pair = kernels::Binary::Add;
        float alpha = 0, beta = 0;
        double divisor = 1;
        bool divides = false;
        Source a, b, c, d, e;
        bool whole = true;                 // a number for each element of the row; else one for the row
        std::optional<std::size_t> output; // of the group
        std::size_t buffer = 0;            // among those of its kind, where it is no output

        std::array<Source*, 5> sources() { return {&a, &b, &c, &d, &e}; }
        std::array<const Source*, 5> sources() const { return {&a, &b, &c, &d, &e}; }
    };
    // An operand of the group, which broadcasts to the rows.
    struct Tensor {
        GroupOperand operand;
        ir::Dims dims;      // of the operand
        bool whole = false; // has the row's elements; else one number for each row
        // Elements from row to row; empty when they are not the same everywhere: then `outer` has those of each
        // axis.
        std::optional<std::int64_t> rowStride;
        std::vector<std::int64_t> outer;
    };

    // Empty when the body has anything but such members on float32 of known extents, or no reduction.
    static std::optional<RowProgram> make(const ir::Graph& body, const ir::Opsets& opsets);

    static bool worksOnRows(const ir::Node& node);

    // True if a source is a number for each element of the row.
    bool isWhole(const Source& source) const {
        return source.kind == Source::Kind::Step ? steps[source.index].whole : tensors[source.index].whole;
    }

    ir::Dims outerDims; // of the rows
    std::int64_t rows = 0;
    std::int64_t columns = 0; // elements of a row, at least 2
    std::vector<Step> steps;  // in order
    std::vector<Tensor> tensors;
    std::vector<ir::Dims> outputs; // extents
    std::size_t wholeBuffers = 0, singleBuffers = 0;
};

// Fewer passes over each row, and buffers for what is left: called by make.
void simplify(RowProgram& program);
void assignBuffers(RowProgram& program);

} // namespace edgewright::exec
