// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/operands/floats.h"
#include "core/ops/operands/operands.h"
#include "core/ops/random/random.h"

#include <algorithm>

namespace edgewright::ops::dropout {

namespace {

// Before opset 10 the mask has the type of the data.
ir::DataType maskType(std::int64_t opset, ir::DataType data) { return opset >= 10 ? ir::DataType::Bool : data; }

Result<void> infer(InferContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    ir::TensorType mask = *in;
    mask.dtype = maskType(context.opset(), mask.dtype);
    context.setOutput(0, *in);
    context.setOutput(1, std::move(mask));
    return {};
}

// The share of elements that training drops: 0 for inference. Nodes before opset 12 come from exported models,
// which say by an attribute that they were trained, or by nothing that they are not: they never drop.
Result<double> ratioOf(const KernelContext& context) {
    const auto scalar = [&](std::size_t index, double fallback) -> Result<double> {
        if (!context.node().hasInput(index)) return fallback;
        ASSIGN_OR_RETURN(const auto tensor, operand(context, index));
        const ir::DataType type = tensor->dtype();
        if (tensor->elements() != 1 || !(ir::isFloating(type) || type == ir::DataType::Bool))
            return badInput(say("input {1} is {2} where one number is expected", index, tensor->type().text()));
        return ir::elementAsDouble(*tensor, 0);
    };
    const auto training = context.opset() < 12 ? Result<double>(0.0) : scalar(2, 0.0);
    if (!training || *training == 0) return training;
    const auto ratio = scalar(1, 0.5);
    if (ratio && !(*ratio >= 0 && *ratio < 1))
        return badInput(say("ratio is {1} where a number in [0, 1) is expected", std::to_string(*ratio)));
    return ratio;
}

// y = x * mask / (1 - ratio), where each element of the mask is 1 with probability 1 - ratio.
Result<void> drop(KernelContext& context, const ir::Tensor& in, double ratio, std::span<std::uint8_t> mask) {
    ASSIGN_OR_RETURN(const auto values, asFloat32(context, in));
    ASSIGN_OR_RETURN(auto out, FloatOutput::make(context, 0, in.dtype(), in.dims()));
    Random random = randomOf(context.node());
    const auto scale = static_cast<float>(1 / (1 - ratio));
    const auto from = values.as<float>();
    for (std::size_t i = 0; i < mask.size(); ++i) {
        if (i % 65536 == 0 && context.run().stopped()) return cancelled();
        mask[i] = random.uniform() >= ratio ? 1 : 0;
        out.data()[i] = mask[i] != 0 ? from[i] * scale : 0.0f;
    }
    out.finish();
    return {};
}

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    ASSIGN_OR_RETURN(const auto ratio, ratioOf(context));
    if (ratio == 0) context.setOutput(0, *in);
    const bool wanted = context.wantsOutput(1);
    if (ratio == 0 && !wanted) return {};
    const ir::DataType type = maskType(context.opset(), in->dtype());
    ir::Tensor mask;
    if (wanted && type == ir::DataType::Bool) {
        ASSIGN_OR_RETURN(mask, context.output(1, type, in->dims()));
    } else {
        ASSIGN_OR_RETURN(mask, context.scratchTensor(ir::DataType::Bool, in->dims()));
    }
    std::ranges::fill(mask.as<std::uint8_t>(), std::uint8_t(1));
    if (ratio != 0)
        return drop(context, *in, ratio, mask.as<std::uint8_t>()); // only with opset 12: the mask is bool
    if (type == ir::DataType::Bool) return {};
    ASSIGN_OR_RETURN(auto out, FloatOutput::make(context, 1, type, in->dims()));
    std::ranges::fill(out.data(), 1.0f);
    out.finish();
    return {};
}

} // namespace

extern const Operator entry{
    .name = "Dropout",
    .category = Category::DataMovement,
    .pattern = Pattern::ElementWise,
    .infer = infer,
    .run = run,
    .randomness = Randomness::InTraining,
    .isView = true,
    .keepsHalf = true,
};

} // namespace edgewright::ops::dropout
