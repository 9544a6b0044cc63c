// SPDX-License-Identifier: GPL-3.0-or-later
// Weighted sums of the features of a row, as scores of classes or as targets.
#include "core/base/checked.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/machine_learning/features.h"
#include "core/ops/machine_learning/held_numbers.h"
#include "core/ops/machine_learning/scores.h"
#include "core/ops/machine_learning/support_vectors.h"

#include <array>

namespace edgewright::ops::linear_models {

namespace {

// How many scores the weights give, and how many the output has: one score for two classes becomes two.
struct Counts {
    std::size_t scores = 0;
    std::size_t outputs = 0;
};

Counts countsOf(const ir::Node& node, const ClassLabels& labels) {
    const auto offsets = node.floats("intercepts");
    const std::size_t scores = offsets.empty() ? labels.count() : offsets.size();
    return {scores, scores == 1 && labels.count() == 2 ? 2 : scores};
}

Result<void> inferClassifier(InferContext& context) {
    ASSIGN_OR_RETURN(const auto rows, inferRows(context));
    ASSIGN_OR_RETURN(const auto labels, classLabelsOf(context.node(), "classlabels_ints"));
    const Counts counts = countsOf(context.node(), labels);
    context.setOutput(0, {labels.type(), std::vector<ir::Dim>{rows}});
    context.setOutput(1, {ir::DataType::Float32,
                          std::vector<ir::Dim>{rows, ir::Dim(static_cast<std::int64_t>(counts.outputs))}});
    return {};
}

Result<void> runClassifier(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto rows, featureRows(context));
    ASSIGN_OR_RETURN(const auto labels, classLabelsOf(context.node(), "classlabels_ints"));
    const Counts counts = countsOf(context.node(), labels);
    ASSIGN_OR_RETURN(const auto weights, vectorList(context.node(), "coefficients", counts.scores));
    ASSIGN_OR_RETURN(const auto post, postTransformOf(context.node()));
    if (static_cast<std::int64_t>(weights.length) != rows.features ||
        (counts.scores > 1 && counts.scores != labels.count()))
        return badInput(
            say("coefficients for {1} classes of {2} features do not fit {3} labels and rows of {4}",
                counts.scores, weights.length, labels.count(), rows.features));
    const auto offsets = context.node().floats("intercepts");
    ASSIGN_OR_RETURN(auto out, context.output(1, ir::DataType::Float32,
                                              {rows.rows, static_cast<std::int64_t>(counts.outputs)}));
    float* result = out.as<float>().data();
    std::vector<std::int64_t> chosen;
    for (std::int64_t row = 0; row < rows.rows; ++row) {
        if (context.run().stopped()) return cancelled();
        std::vector<double> scores(counts.scores);
        for (std::size_t i = 0; i < scores.size(); ++i)
            scores[i] = VectorKernel()(rows.row(row), weights.at(i)) +
                        (offsets.empty() ? 0.0 : static_cast<double>(offsets[i]));
        if (counts.outputs != counts.scores) {
            chosen.push_back(scores[0] > 0 ? 1 : 0);
            scores = scoresOfTwo(post, scores[0], post == PostTransform::None);
        } else {
            chosen.push_back(largest(scores));
            transformScores(post, scores);
        }
        for (const double score : scores)
            *result++ = static_cast<float>(score);
    }
    return setLabels(context, labels, chosen);
}

Result<MatrixProducts> productsClassifier(const ir::Node& node, Types inputs, Types) {
    ASSIGN_OR_RETURN(const auto labels, classLabelsOf(node, "classlabels_ints"));
    return rowProduct(inputs, static_cast<std::int64_t>(countsOf(node, labels).scores));
}

Result<void> inferRegressor(InferContext& context) {
    ASSIGN_OR_RETURN(const auto rows, inferRows(context));
    const std::int64_t targets = context.node().intOr("targets", 1);
    if (targets < 1) return badInput(say("targets is {1}", targets));
    context.setOutput(0, {ir::DataType::Float32, std::vector<ir::Dim>{rows, ir::Dim(targets)}});
    return {};
}

Result<void> runRegressor(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto rows, featureRows(context));
    const std::int64_t targets = context.node().intOr("targets", 1);
    ASSIGN_OR_RETURN(const auto weights,
                     vectorList(context.node(), "coefficients",
                                static_cast<std::size_t>(std::max<std::int64_t>(0, targets))));
    ASSIGN_OR_RETURN(const auto post, postTransformOf(context.node()));
    const auto offsets = context.node().floats("intercepts");
    if (static_cast<std::int64_t>(weights.length) != rows.features ||
        (!offsets.empty() && static_cast<std::int64_t>(offsets.size()) != targets))
        return badInput(
            say("coefficients and intercepts do not fit {1} targets of {2} features", targets, rows.features));
    const auto count = checkedMul(rows.rows, targets);
    if (!count) return badInput(say("the output has too many elements"));
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

Result<MatrixProducts> productsRegressor(const ir::Node& node, Types inputs, Types) {
    return rowProduct(inputs, node.intOr("targets", 1));
}

HeldNumbers heldNumbers(const ir::Node& node) { return numbersIn(node, {"coefficients", "intercepts"}); }

constexpr Operator row(std::string_view name, InferFunction infer, ProductsFunction products, RunFunction run) {
    return {.domain = "ai.onnx.ml",
            .name = name,
            .category = Category::Compute,
            .infer = infer,
            .products = products,
            .run = run,
            .heldNumbers = heldNumbers};
}

constexpr std::array Rows{
    row("LinearClassifier", inferClassifier, productsClassifier, runClassifier),
    row("LinearRegressor", inferRegressor, productsRegressor, runRegressor),
};

} // namespace

extern const std::span<const Operator> entries = Rows;

} // namespace edgewright::ops::linear_models
