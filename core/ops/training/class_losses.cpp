// SPDX-License-Identifier: GPL-3.0-or-later
// The loss of a classification, given the logarithms of the class probabilities or the scores before them.
#include "core/base/checked.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/operands/floats.h"
#include "core/ops/operands/operands.h"
#include "core/ops/operands/parallel.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace edgewright::ops::class_losses {

namespace {

// Scores [N, C, inner], labels [N, inner], both row-major.
struct ClassScores {
    std::int64_t batch = 1, classes = 1, inner = 1;
};

enum class Reduction { None, Sum, Mean };

Result<Reduction> reductionOf(const ir::Node& node) {
    const std::string name = node.stringOr("reduction", "mean");
    if (name == "none") return Reduction::None;
    if (name == "sum") return Reduction::Sum;
    if (name == "mean") return Reduction::Mean;
    return badInput(say("reduction is '{1}' where none, sum or mean is expected", name));
}

Error otherShapes(const std::string& scores, const std::string& labels) {
    return badInput(
        say("labels {1} for scores {2} where [N, d...] for [N, C, d...] is expected", labels, scores));
}

// Output 0 for scores [N, C, d...] in input 0 and labels [N, d...] in input 1: as the labels, or a scalar, by
// the attribute `reduction`.
Result<void> inferClassLoss(InferContext& context) {
    ASSIGN_OR_RETURN(const auto scores, operand(context, 0));
    ASSIGN_OR_RETURN(const auto labels, operand(context, 1));
    ASSIGN_OR_RETURN(const auto reduction, reductionOf(context.node()));
    if (scores->shape && labels->shape && scores->shape->size() != labels->shape->size() + 1)
        return otherShapes(scores->text(), labels->text());
    ir::TensorType type(scores->dtype);
    if (reduction == Reduction::None)
        type.shape = labels->shape;
    else
        type.shape.emplace();
    context.setOutput(0, std::move(type));
    return {};
}

// BadInput when shapes of scores and labels do not fit each other.
Result<ClassScores> classScores(const ir::Tensor& scores, const ir::Tensor& labels) {
    ir::Dims expected = scores.dims();
    if (expected.size() < 2) return otherShapes(scores.type().text(), labels.type().text());
    ClassScores shape;
    shape.batch = expected[0];
    shape.classes = expected[1];
    expected.erase(expected.begin() + 1);
    const auto inner = checkedProduct(std::span(expected).subspan(1));
    if (labels.dims() != expected || !inner || !ir::isInteger(labels.dtype()))
        return otherShapes(scores.type().text(), labels.type().text());
    shape.inner = *inner;
    return shape;
}

// Output 0 = -weight[label] * logProbabilities[label], summed or averaged as `reduction` says; input 2 holds
// the weights of the classes, 1 each without it. Labels that equal `ignore_index` count nothing.
Result<void> runClassLoss(KernelContext& context, const ClassScores& shape,
                          std::span<const float> logProbabilities, const ir::Tensor& labels) {
    ASSIGN_OR_RETURN(const auto reduction, reductionOf(context.node()));
    Result<ir::Tensor> weights = ir::Tensor();
    const bool weighted = context.node().hasInput(2);
    if (weighted) {
        ASSIGN_OR_RETURN(const auto given, floatOperand(context, 2));
        if (given->dims() != ir::Dims{shape.classes})
            return badInput(say("the weights are {1} for {2} classes", given->type().text(), shape.classes));
        weights = asFloat32(context, *given);
        if (!weights) return std::move(weights).error();
    }
    const bool some = reduction != Reduction::None;
    ASSIGN_OR_RETURN(
        auto out, FloatOutput::make(context, 0, context.input(0)->dtype(), some ? ir::Dims() : labels.dims()));
    const bool ignores = context.node().find("ignore_index") != nullptr;
    const std::int64_t ignored = context.node().intOr("ignore_index", 0);
    double sum = 0, weightSum = 0;
    for (std::int64_t at = 0; at < labels.elements(); ++at) {
        if (at % 65536 == 0 && context.run().stopped()) return cancelled();
        const std::int64_t label = ir::elementAsInt64(labels, at);
        float loss = 0;
        if (!ignores || label != ignored) {
            if (label < 0 || label >= shape.classes)
                return badInput(say("label {1} is outside [0, {2}]", label, shape.classes - 1));
            const float weight =
                weighted ? std::as_const(*weights).as<float>()[static_cast<std::size_t>(label)] : 1.0f;
            const std::int64_t position =
                (at / shape.inner * shape.classes + label) * shape.inner + at % shape.inner;
            loss = -weight * logProbabilities[static_cast<std::size_t>(position)];
            sum += static_cast<double>(loss);
            weightSum += static_cast<double>(weight);
        }
        if (!some) out.data()[static_cast<std::size_t>(at)] = loss;
    }
    if (some) out.data()[0] = static_cast<float>(reduction == Reduction::Sum ? sum : sum / weightSum);
    out.finish();
    return {};
}

Result<void> runLikelihood(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto scores, floatOperand(context, 0));
    ASSIGN_OR_RETURN(const auto labels, operand(context, 1));
    ASSIGN_OR_RETURN(const auto shape, classScores(*scores, *labels));
    ASSIGN_OR_RETURN(const auto values, asFloat32(context, *scores));
    return runClassLoss(context, shape, values.as<float>(), *labels);
}

// Output 1, when wanted: log softmax of the scores over axis 1.
Result<void> inferCrossEntropy(InferContext& context) {
    RETURN_IF_ERROR(inferClassLoss(context));
    context.setOutput(1, *context.input(0));
    return {};
}

void logSoftmax(const ClassScores& shape, const float* in, float* out) {
    for (std::int64_t i = 0; i < shape.inner; ++i) {
        float most = in[i];
        for (std::int64_t c = 1; c < shape.classes; ++c)
            most = std::max(most, in[c * shape.inner + i]);
        double sum = 0;
        for (std::int64_t c = 0; c < shape.classes; ++c)
            sum += static_cast<double>(std::exp(in[c * shape.inner + i] - most));
        const auto logSum = static_cast<float>(std::log(sum));
        for (std::int64_t c = 0; c < shape.classes; ++c)
            out[c * shape.inner + i] = in[c * shape.inner + i] - most - logSum;
    }
}

Result<void> runCrossEntropy(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto scores, floatOperand(context, 0));
    ASSIGN_OR_RETURN(const auto labels, operand(context, 1));
    ASSIGN_OR_RETURN(const auto shape, classScores(*scores, *labels));
    ASSIGN_OR_RETURN(const auto values, asFloat32(context, *scores));
    ASSIGN_OR_RETURN(auto found, context.scratchTensor(ir::DataType::Float32, values.dims()));
    const auto logs = found.as<float>();
    if (!logs.empty()) {
        const std::int64_t each = shape.classes * shape.inner;
        parallelFor(usefulThreads(context.threads(), values.elements() * 8, shape.batch), shape.batch,
                    [&](std::int64_t n, int) {
                        if (!context.run().stopped())
                            logSoftmax(shape, values.as<float>().data() + n * each, logs.data() + n * each);
                    });
        if (context.run().stopped()) return cancelled();
    }
    RETURN_IF_ERROR(runClassLoss(context, shape, logs, *labels));
    if (!context.wantsOutput(1)) return {};
    ASSIGN_OR_RETURN(auto out, FloatOutput::make(context, 1, scores->dtype(), values.dims()));
    std::ranges::copy(logs, out.data().begin());
    out.finish();
    return {};
}

constexpr Operator row(std::string_view name, InferFunction infer, RunFunction run) {
    return {.name = name, .category = Category::Pooling, .infer = infer, .run = run, .since = 12};
}

constexpr std::array Rows{
    row("NegativeLogLikelihoodLoss", inferClassLoss, runLikelihood),
    row("SoftmaxCrossEntropyLoss", inferCrossEntropy, runCrossEntropy),
};

} // namespace

extern const std::span<const Operator> entries = Rows;

} // namespace edgewright::ops::class_losses
