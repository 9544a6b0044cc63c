// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/training/class_loss.h"

#include "core/base/checked.h"
#include "core/base/propagate.h"
#include "core/ops/operands/operands.h"

#include <cmath>

namespace edgewright::ops {

namespace {

enum class Reduction { None, Sum, Mean };

Result<Reduction> reductionOf(const ir::Node& node) {
    const std::string name = node.stringOr("reduction", "mean");
    if (name == "none") return Reduction::None;
    if (name == "sum") return Reduction::Sum;
    if (name == "mean") return Reduction::Mean;
    return badInput("reduction is '" + name + "' where none, sum or mean is expected");
}

Error otherShapes(const std::string& scores, const std::string& labels) {
    return badInput("labels " + labels + " for scores " + scores +
                    " where [N, d...] for [N, C, d...] is expected");
}

} // namespace

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

Result<void> runClassLoss(KernelContext& context, const ClassScores& shape,
                          std::span<const float> logProbabilities, const ir::Tensor& labels) {
    ASSIGN_OR_RETURN(const auto reduction, reductionOf(context.node()));
    Result<ir::Tensor> weights = ir::Tensor();
    const bool weighted = context.node().hasInput(2);
    if (weighted) {
        ASSIGN_OR_RETURN(const auto given, floatOperand(context, 2));
        if (given->dims() != ir::Dims{shape.classes})
            return badInput("the weights are " + given->type().text() + " for " +
                            std::to_string(shape.classes) + " classes");
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
                return badInput("label " + std::to_string(label) + " is outside [0, " +
                                std::to_string(shape.classes - 1) + "]");
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

} // namespace edgewright::ops
