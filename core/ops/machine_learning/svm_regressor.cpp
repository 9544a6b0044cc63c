// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/machine_learning/features.h"
#include "core/ops/machine_learning/scores.h"
#include "core/ops/machine_learning/support_vectors.h"
#include "core/ops/operands/attribute_lists.h"

namespace edgewright::ops::svm_regressor {

namespace {

Result<void> infer(InferContext& context) {
    ASSIGN_OR_RETURN(const auto rows, inferRows(context));
    context.setOutput(0, {ir::DataType::Float32, std::vector<ir::Dim>{rows, ir::Dim(1)}});
    return {};
}

// Without support vectors the coefficients are one weight per feature.
Result<void> run(KernelContext& context) {
    const ir::Node& node = context.node();
    ASSIGN_OR_RETURN(const auto rows, featureRows(context));
    ASSIGN_OR_RETURN(const auto post, postTransformOf(node));
    ASSIGN_OR_RETURN(auto kernel, vectorKernelOf(node));
    const std::int64_t count = node.intOr("n_supports", 0);
    const bool linear = count <= 0;
    if (linear) kernel.kind = VectorKernel::Kind::Linear;
    ASSIGN_OR_RETURN(const auto vectors,
                     linear ? vectorList(node, "coefficients", 1)
                            : vectorList(node, "support_vectors", static_cast<std::size_t>(count)));
    const auto weights = numberList(node, "coefficients");
    const auto rho = numberList(node, "rho");
    if (static_cast<std::int64_t>(vectors.length) != rows.features || rho.empty() ||
        (!linear && static_cast<std::int64_t>(weights.size()) != count))
        return badInput(
            say("coefficients, support_vectors and rho do not fit {1} support vectors of {2} features", count,
                rows.features));
    const bool oneClass = node.intOr("one_class", 0) != 0;
    ASSIGN_OR_RETURN(auto out, context.output(0, ir::DataType::Float32, {rows.rows, 1}));
    for (std::int64_t row = 0; row < rows.rows; ++row) {
        if (context.run().stopped()) return cancelled();
        double score = rho.front();
        if (linear)
            score += kernel(rows.row(row), vectors.at(0));
        else
            for (std::size_t i = 0; i < weights.size(); ++i)
                score += weights[i] * kernel(rows.row(row), vectors.at(i));
        if (oneClass)
            score = score > 0 ? 1 : -1;
        else
            transformScores(post, std::span(&score, 1));
        out.as<float>()[static_cast<std::size_t>(row)] = static_cast<float>(score);
    }
    return {};
}

Result<MatrixProducts> products(const ir::Node& node, Types inputs, Types) {
    const std::int64_t count = node.intOr("n_supports", 0);
    return count <= 0 ? rowProduct(inputs, 1) : vectorProducts(inputs, count, 1);
}

} // namespace

extern const Operator entry{
    .domain = "ai.onnx.ml",
    .name = "SVMRegressor",
    .category = Category::Compute,
    .infer = infer,
    .products = products,
    .run = run,
    .heldNumbers = supportVectorNumbers,
};

} // namespace edgewright::ops::svm_regressor
