// SPDX-License-Identifier: GPL-3.0-or-later
// Runs a node at inference time when its inputs are known and its outputs are small.
#pragma once

#include "core/ops/operator.h"

#include <optional>

namespace edgewright::ops {

struct FoldLimits {
    std::int64_t inputElements = 1'000'000;
    std::int64_t outputElements = 4096; // all outputs together
    std::int64_t macs = 100'000'000;
    std::int64_t memoryBytes = std::int64_t(32) << 20; // what the operator makes, outputs and its own scratch
};

// The node's outputs (by position; unwritten ones have no data), or nothing when the node is not worth folding,
// draws random numbers, or fails. `inputs`: null where omitted. `outputs`: as inferred so far.
std::optional<std::vector<ir::Tensor>> fold(const Operator& op, const ir::Node& node, std::int64_t opset,
                                            std::span<const ir::Tensor* const> inputs,
                                            std::span<const ir::TensorType> outputs, const RunContext& run,
                                            const FoldLimits& limits = {});

} // namespace edgewright::ops
