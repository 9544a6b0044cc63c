// SPDX-License-Identifier: GPL-3.0-or-later
// The loss of a classification, given the logarithms of the class probabilities: what NegativeLogLikelihoodLoss
// and SoftmaxCrossEntropyLoss share.
#pragma once

#include "core/ops/operands/floats.h"

namespace edgewright::ops {

// Output 0 for scores [N, C, d...] in input 0 and labels [N, d...] in input 1: as the labels, or a scalar, by
// the attribute `reduction`.
Result<void> inferClassLoss(InferContext& context);

// Scores [N, C, inner], labels [N, inner], both row-major.
struct ClassScores {
    std::int64_t batch = 1, classes = 1, inner = 1;
};
// BadInput when shapes of scores and labels do not fit each other.
Result<ClassScores> classScores(const ir::Tensor& scores, const ir::Tensor& labels);

// Output 0 = -weight[label] * logProbabilities[label], summed or averaged as `reduction` says; input 2 holds
// the weights of the classes, 1 each without it. Labels that equal `ignore_index` count nothing.
Result<void> runClassLoss(KernelContext& context, const ClassScores& shape,
                          std::span<const float> logProbabilities, const ir::Tensor& labels);

} // namespace edgewright::ops
