// SPDX-License-Identifier: GPL-3.0-or-later
// The operand of a member of a fused group.
#pragma once

#include "core/ops/operator.h"

#include <optional>

namespace edgewright::exec {

// An input of the group, or a constant of its body; neither: omitted.
struct GroupOperand {
    std::optional<std::size_t> input;
    const ir::Tensor* constant = nullptr;

    const ir::Tensor* of(const ops::KernelContext& group) const {
        return input ? group.input(*input) : constant;
    }
    // True if it is the same tensor, or none, in every run.
    bool isConstant(const ops::KernelContext& group) const { return !input || group.isConstant(*input); }
};

} // namespace edgewright::exec
