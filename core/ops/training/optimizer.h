// SPDX-License-Identifier: GPL-3.0-or-later
// The operators of ai.onnx.preview.training that take one step of training: inputs are the learning rate, the
// number of steps so far, and for each of n tensors X its gradient and its states; outputs are the new X and
// states.
#pragma once

#include "core/ops/operator.h"

#include <array>

namespace edgewright::ops {

// Elements of the tensors that belong together: X, its gradient, and up to two states.
struct TrainingStep {
    double rate = 0;
    std::int64_t count = 0; // steps so far
};
struct TrainingElement {
    float x = 0, gradient = 0;
    std::array<float, 2> state{};
};

// Output k * n + i is what input 2 + i (k = 0: X) or the state k of tensor i becomes.
Result<void> inferOptimizer(InferContext& context, std::size_t states);

// Checks the operands and calls update(i) = {new x, -, new states}.
Result<void>
runOptimizer(KernelContext& context, std::size_t states,
             const std::function<TrainingElement(const TrainingStep&, const TrainingElement&)>& update);

} // namespace edgewright::ops
