// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/machine_learning/scores.h"

#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/operands/attribute_lists.h"
#include "core/ops/operands/floats.h"

#include <algorithm>
#include <cmath>

namespace edgewright::ops {

namespace {

// S. Winitzki's approximation of the inverse error function (2008), which the standard's reference uses: exact
// to about 2e-3.
double inverseErf(double x) {
    constexpr double a = 0.147;
    const double log = std::log((1 - x) * (1 + x));
    const double half = 2 / (3.14159 * a) + 0.5 * log;
    return std::copysign(std::sqrt(std::sqrt(half * half - log / a) - half), x);
}

// With `skipZeros` a score of (about) 0 stays 0.
void softmax(std::span<double> scores, bool skipZeros) {
    if (scores.empty()) return;
    const double most = *std::ranges::max_element(scores);
    double sum = 0;
    for (double& score : scores) {
        const bool zero = skipZeros && std::abs(score) <= 1e-7;
        score = zero ? score * std::exp(-most) : std::exp(score - most);
        if (!zero) sum += score;
    }
    for (double& score : scores)
        score = sum > 0 ? score / sum : 0;
}

} // namespace

Result<PostTransform> postTransformOf(const ir::Node& node) {
    const std::string name = node.stringOr("post_transform", "NONE");
    if (name == "NONE") return PostTransform::None;
    if (name == "SOFTMAX") return PostTransform::Softmax;
    if (name == "LOGISTIC") return PostTransform::Logistic;
    if (name == "SOFTMAX_ZERO") return PostTransform::SoftmaxZero;
    if (name == "PROBIT") return PostTransform::Probit;
    return badInput(
        say("post_transform is '{1}' where NONE, SOFTMAX, LOGISTIC, SOFTMAX_ZERO or PROBIT is expected", name));
}

double logistic(double score) {
    const double positive = 1 / (1 + std::exp(-std::abs(score)));
    return score < 0 ? 1 - positive : positive;
}

void transformScores(PostTransform transform, std::span<double> scores) {
    switch (transform) {
    case PostTransform::None:
        break;
    case PostTransform::Softmax:
    case PostTransform::SoftmaxZero:
        softmax(scores, transform == PostTransform::SoftmaxZero);
        break;
    case PostTransform::Logistic:
        std::ranges::transform(scores, scores.begin(), logistic);
        break;
    case PostTransform::Probit:
        for (double& score : scores)
            score = std::sqrt(2.0) * inverseErf(2 * score - 1);
        break;
    }
}

std::vector<double> scoresOfTwo(PostTransform transform, double score, bool probability) {
    std::vector<double> both{probability ? 1 - score : -score, score};
    transformScores(transform, both);
    return both;
}

Result<ClassLabels> classLabelsOf(const ir::Node& node, std::string_view integers) {
    ClassLabels labels{stringList(node, "classlabels_strings"), {}};
    if (labels.strings.empty()) labels.integers = node.ints(integers);
    if (labels.count() == 0)
        return badInput(say("neither classlabels_strings nor {1} names a class", integers));
    return labels;
}

Result<void> setLabels(KernelContext& context, const ClassLabels& labels,
                       const std::vector<std::int64_t>& classes) {
    const ir::Dims dims{static_cast<std::int64_t>(classes.size())};
    const auto named = [&](const auto& list, auto none) {
        std::vector<decltype(none)> result;
        for (const std::int64_t each : classes)
            result.push_back(each < 0 ? none : list[static_cast<std::size_t>(each)]);
        return result;
    };
    if (labels.strings.empty()) return context.writeOutput(0, dims, named(labels.integers, std::int64_t(0)));
    std::int64_t bytes = 0;
    for (const std::int64_t each : classes)
        bytes +=
            each < 0 ? 0 : static_cast<std::int64_t>(labels.strings[static_cast<std::size_t>(each)].size());
    RETURN_IF_ERROR(context.scratch(bytes)); // which counts them
    context.setOutput(0, ir::Tensor::ofStrings(dims, named(labels.strings, std::string())));
    return {};
}

Result<void> setNumbers(KernelContext& context, std::size_t index, ir::DataType type, const ir::Dims& dims,
                        std::span<const double> values) {
    if (type == ir::DataType::Float64) {
        ASSIGN_OR_RETURN(auto out, context.output(index, type, dims));
        std::ranges::copy(values, out.as<double>().begin());
        return {};
    }
    ASSIGN_OR_RETURN(auto out, FloatOutput::make(context, index, type, dims));
    std::ranges::transform(values, out.data().begin(), [](double value) { return static_cast<float>(value); });
    out.finish();
    return {};
}

std::int64_t largest(std::span<const double> scores) {
    return std::ranges::max_element(scores) - scores.begin();
}

} // namespace edgewright::ops
