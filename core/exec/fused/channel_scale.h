// SPDX-License-Identifier: GPL-3.0-or-later
// Batch normalization inside a fused group.
#pragma once

#include "core/exec/operands/group_operand.h"

#include <array>
#include <cstdint>
#include <vector>

namespace edgewright::exec {

// A batch normalization as two instructions: times a factor, plus an offset, for each channel.
struct ChannelScale {
    std::array<GroupOperand, 4> parameters; // scale, B, mean, variance
    double epsilon = 0;
    std::size_t tensor = 0; // of the tape: the factors; the next one: the offsets
    std::vector<float> factors, offsets;
    bool constant = false; // computed of parameters that are the same in every run

    Result<void> update(const ops::KernelContext& context);
};

// An inference-time batch normalization of channels, over a tensor of shape `dims`.
bool isChannelScale(const ir::Graph& body, const ir::Node& node, std::int64_t opset, const ir::Dims& dims);

} // namespace edgewright::exec
