// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/ops/operands/operands.h"
#include "core/ops/training/class_loss.h"

namespace edgewright::ops::negative_log_likelihood_loss {

namespace {

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto scores, floatOperand(context, 0));
    ASSIGN_OR_RETURN(const auto labels, operand(context, 1));
    ASSIGN_OR_RETURN(const auto shape, classScores(*scores, *labels));
    ASSIGN_OR_RETURN(const auto values, asFloat32(context, *scores));
    return runClassLoss(context, shape, values.as<float>(), *labels);
}

} // namespace

extern const Operator entry{
    .name = "NegativeLogLikelihoodLoss",
    .category = Category::Pooling,
    .infer = inferClassLoss,
    .run = run,
    .since = 12,
};

} // namespace edgewright::ops::negative_log_likelihood_loss
