// SPDX-License-Identifier: GPL-3.0-or-later
// A member of a fused group that depends on constants alone, such as the DequantizeLinear of a weight: it runs
// once.
#pragma once

#include "core/exec/operands/group_operand.h"

#include <vector>

namespace edgewright::exec {

struct PreparedOperand {
    const ir::Node* node = nullptr; // of the body
    const ops::Operator* op = nullptr;
    std::int64_t opset = 1;
    std::vector<GroupOperand> operands;
    ir::Tensor result;                // output 0, once it was computed
    std::vector<const void*> sources; // where the elements of the operands were then

    // Computes `result` unless that was done with these very operands. True when it is another tensor now.
    Result<bool> update(ops::KernelContext& group);
};

} // namespace edgewright::exec
