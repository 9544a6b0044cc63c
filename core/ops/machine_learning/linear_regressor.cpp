// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/checked.h"
#include "core/base/propagate.h"
#include "core/ops/machine_learning/features.h"
#include "core/ops/machine_learning/scores.h"
#include "core/ops/machine_learning/support_vectors.h"

namespace edgewright::ops::linear_regressor {

namespace {

Result<void> infer(InferContext& context) {
    ASSIGN_OR_RETURN(const auto rows, inferRows(context));
    const std::int64_t targets = context.node().intOr("targets", 1);
    if (targets < 1) return badInput("targets is " + std::to_string(targets));
    context.setOutput(0, {ir::DataType::Float32, std::vector<ir::Dim>{rows, ir::Dim(targets)}});
    return {};
}

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto rows, featureRows(context));
    const std::int64_t targets = context.node().intOr("targets", 1);
    ASSIGN_OR_RETURN(const auto weights,
                     vectorList(context.node(), "coefficients",
                                static_cast<std::size_t>(std::max<std::int64_t>(0, targets))));
    ASSIGN_OR_RETURN(const auto post, postTransformOf(context.node()));
    const auto offsets = context.node().floats("intercepts");
    if (static_cast<std::int64_t>(weights.length) != rows.features ||
        (!offsets.empty() && static_cast<std::int64_t>(offsets.size()) != targets))
        return badInput("coefficients and intercepts do not fit " + std::to_string(targets) + " targets of " +
                        std::to_string(rows.features) + " features");
    const auto count = checkedMul(rows.rows, targets);
    if (!count) return badInput("the output has too many elements");
    ASSIGN_OR_RETURN(auto out, context.output(0, ir::DataType::Float32, {rows.rows, targets}));
    float* result = out.as<float>().data();
    std::vector<double> scores(static_cast<std::size_t>(targets));
    for (std::int64_t row = 0; row < rows.rows; ++row) {
        if (context.run().stopped()) return cancelled();
        for (std::size_t i = 0; i < scores.size(); ++i)
            scores[i] = VectorKernel()(rows.row(row), weights.at(i)) +
                        (offsets.empty() ? 0.0 : static_cast<double>(offsets[i]));
        transformScores(post, scores);
        for (const double score : scores)
            *result++ = static_cast<float>(score);
    }
    return {};
}

Result<MatrixProducts> products(const ir::Node& node, Types inputs, Types) {
    return rowProduct(inputs, node.intOr("targets", 1));
}

} // namespace

extern const Operator entry{
    .domain = "ai.onnx.ml",
    .name = "LinearRegressor",
    .category = Category::Compute,
    .infer = infer,
    .products = products,
    .run = run,
};

} // namespace edgewright::ops::linear_regressor
