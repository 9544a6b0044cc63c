// SPDX-License-Identifier: GPL-3.0-or-later
// Scores of classifiers and regressors: the transform at the end, and the labels of the classes.
#pragma once

#include "core/ops/operator.h"

#include <span>

namespace edgewright::ops {

enum class PostTransform { None, Softmax, Logistic, SoftmaxZero, Probit };

// Attribute post_transform, in words; BadInput for another one.
Result<PostTransform> postTransformOf(const ir::Node& node);
void transformScores(PostTransform transform, std::span<double> scores);

double logistic(double score);

// The one score s of two classes becomes two: (1 - s, s) where s is a probability, else (-s, s); then
// transformed.
std::vector<double> scoresOfTwo(PostTransform transform, double score, bool probability);

struct ClassLabels {
    std::vector<std::string> strings; // one of the two is empty
    std::vector<std::int64_t> integers;
    std::size_t count() const { return strings.empty() ? integers.size() : strings.size(); }
    ir::DataType type() const { return strings.empty() ? ir::DataType::Int64 : ir::DataType::String; }
};
// Labels from the attributes "classlabels_strings" and `integers`; BadInput when neither names a class.
Result<ClassLabels> classLabelsOf(const ir::Node& node, std::string_view integers);

// Writes label `classes[i]` of every row to output 0; -1 is "no class": 0 or the empty string.
Result<void> setLabels(KernelContext& context, const ClassLabels& labels,
                       const std::vector<std::int64_t>& classes);

// Output `index` with these values, rounded to `type`, which is floating.
Result<void> setNumbers(KernelContext& context, std::size_t index, ir::DataType type, const ir::Dims& dims,
                        std::span<const double> values);

// Position of the largest; the first of equals.
std::int64_t largest(std::span<const double> scores);

} // namespace edgewright::ops
