// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/ops/machine_learning/scores.h"
#include "core/ops/machine_learning/tree_votes.h"
#include "core/ops/operands/attribute_lists.h"
#include "core/ops/operands/node_state.h"

namespace edgewright::ops::tree_ensemble_regressor {

namespace {

Result<void> infer(InferContext& context) {
    ASSIGN_OR_RETURN(const auto rows, inferRows(context));
    ASSIGN_OR_RETURN(const auto targets, targetCount(context.node()));
    context.setOutput(0, {ir::DataType::Float32, std::vector<ir::Dim>{rows, ir::Dim(targets)}});
    return {};
}

Result<Aggregate> aggregateOf(const ir::Node& node) {
    const std::string name = node.stringOr("aggregate_function", "SUM");
    if (name == "SUM") return Aggregate::Sum;
    if (name == "AVERAGE") return Aggregate::Average;
    if (name == "MIN") return Aggregate::Min;
    if (name == "MAX") return Aggregate::Max;
    return badInput("aggregate_function is '" + name + "' where AVERAGE, SUM, MIN or MAX is expected");
}

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto rows, featureRows(context));
    ASSIGN_OR_RETURN(const auto targets, targetCount(context.node()));
    ASSIGN_OR_RETURN(const auto trees, preparedState<TreeEnsemble>(context, [&](const ir::Node& node) {
                         return treesByNumber(node, "target", targets);
                     }));
    ASSIGN_OR_RETURN(const auto how, aggregateOf(context.node()));
    ASSIGN_OR_RETURN(const auto post, postTransformOf(context.node()));
    const auto base = numberList(context.node(), "base_values");
    if (!base.empty() && static_cast<std::int64_t>(base.size()) != targets)
        return badInput("base_values has " + std::to_string(base.size()) + " entries where " +
                        std::to_string(targets) + " are expected");
    ASSIGN_OR_RETURN(auto out, context.output(0, ir::DataType::Float32, {rows.rows, targets}));
    float* result = out.as<float>().data();
    return forEachScoredRow(context, *trees, how, rows, [&](std::int64_t row, std::span<double> scores, auto) {
        for (std::size_t i = 0; i < base.size(); ++i)
            scores[i] += base[i];
        transformScores(post, scores);
        for (std::size_t i = 0; i < scores.size(); ++i)
            result[row * targets + static_cast<std::int64_t>(i)] = static_cast<float>(scores[i]);
    });
}

} // namespace

extern const Operator entry{
    .domain = "ai.onnx.ml",
    .name = "TreeEnsembleRegressor",
    .category = Category::Compute,
    .infer = infer,
    .run = run,
};

} // namespace edgewright::ops::tree_ensemble_regressor
