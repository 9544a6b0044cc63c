// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/machine_learning/tree_votes.h"

#include "core/base/propagate.h"
#include "core/ops/machine_learning/scores.h"
#include "core/ops/operands/node_state.h"
#include "core/ops/operands/operands.h"

#include <array>

namespace edgewright::ops::tree_ensemble {

namespace {

Result<void> infer(InferContext& context) {
    ASSIGN_OR_RETURN(const auto rows, inferRows(context));
    ASSIGN_OR_RETURN(const auto targets, targetCount(context.node()));
    ir::TensorType type(context.input(0)->dtype);
    if (context.input(0)->shape) type.shape = std::vector<ir::Dim>{rows, ir::Dim(targets)};
    context.setOutput(0, std::move(type));
    return {};
}

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto rows, featureRows(context));
    ASSIGN_OR_RETURN(const auto trees, preparedState<TreeEnsemble>(context, treesByPosition));
    const std::int64_t how = context.node().intOr("aggregate_function", 1);
    const std::int64_t post = context.node().intOr("post_transform", 0);
    if (how < 0 || how > 3 || post < 0 || post > 4)
        return badInput("aggregate_function is " + std::to_string(how) + " and post_transform " +
                        std::to_string(post) + " where 0 to 3 and 0 to 4 are expected");
    constexpr std::array transforms{PostTransform::None, PostTransform::Softmax, PostTransform::Logistic,
                                    PostTransform::SoftmaxZero, PostTransform::Probit};
    const std::int64_t targets = trees->targets;
    const auto count = checkedMul(rows.rows, targets);
    if (!count || *count > std::int64_t(1) << 32) return badInput("the output has too many elements");
    std::vector<double> result(static_cast<std::size_t>(*count));
    auto done = forEachScoredRow(context, *trees, static_cast<Aggregate>(how), rows,
                                 [&](std::int64_t row, std::span<double> scores, auto) {
                                     transformScores(transforms[static_cast<std::size_t>(post)], scores);
                                     std::ranges::copy(scores, result.begin() + row * targets);
                                 });
    if (!done) return done;
    return setNumbers(context, 0, context.input(0)->dtype(), {rows.rows, targets}, result);
}

} // namespace

extern const Operator entry{
    .domain = "ai.onnx.ml",
    .name = "TreeEnsemble",
    .category = Category::Compute,
    .infer = infer,
    .run = run,
};

} // namespace edgewright::ops::tree_ensemble
