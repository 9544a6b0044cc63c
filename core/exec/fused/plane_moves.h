// SPDX-License-Identifier: GPL-3.0-or-later
// A fused group that only moves elements (Concat, Transpose and new shapes, such as a channel shuffle) as one
// copy from the group's inputs to its result: no tensor between, and every run of elements is moved once.
#pragma once

#include "core/exec/operands/group_operand.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace edgewright::exec {

class PlaneMoves {
public:
    // Null when the group must run member by member: other operators, extents that are not known, elements that
    // do not lie in runs of at least 16 bytes, or axes that the copies would have to be cut at.
    static std::unique_ptr<PlaneMoves> make(const ir::Node& group);

    // True if this run's shapes are those that the copies were made for: a new shape may be an input of the
    // group.
    bool fits(const ops::KernelContext& context) const;
    // `context` is that of the group, which fits.
    Result<void> run(ops::KernelContext& context) const;

    // Nested loops from one input to the result; offsets and strides in elements.
    struct Loop {
        std::int64_t extent = 1, source = 1, target = 1;
    };
    struct Piece {
        std::size_t input = 0;
        std::int64_t source = 0, target = 0;
        std::vector<Loop> loops; // the last one is contiguous on both sides
    };

private:
    // A member whose second operand decides on its shape: the extents of Reshape, the axes of Squeeze,
    // Unsqueeze.
    struct ShapeOperand {
        GroupOperand operand;
        std::string op;
        ir::Dims from, to; // of the member
        bool agrees(const ir::Tensor& list) const;
    };

    ir::Dims m_dims;
    ir::DataType m_type = ir::DataType::Undefined;
    std::int64_t m_width = 0; // bytes of an element
    std::vector<ir::Dims> m_inputs;
    std::vector<Piece> m_pieces;
    std::vector<ShapeOperand> m_shapes;
};

} // namespace edgewright::exec
