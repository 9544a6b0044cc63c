// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/operands/floats.h"
#include "core/ops/operands/operands.h"
#include "core/ops/quantization/dynamic_coding.h"

namespace edgewright::ops::dynamic_quantize_linear {

namespace {

Result<void> infer(InferContext& context) {
    const auto in = operand(context, 0);
    if (!in) return in.error();
    ir::TensorType codes = **in;
    codes.dtype = ir::DataType::UInt8;
    context.setOutput(0, std::move(codes));
    context.setOutput(1, {ir::DataType::Float32, ir::Dims{}});
    context.setOutput(2, {ir::DataType::UInt8, ir::Dims{}});
    return {};
}

Result<void> run(KernelContext& context) {
    const auto in = floatOperand(context, 0);
    if (!in) return in.error();
    const auto values = asFloat32(**in);
    if (!values) return values.error();
    const auto from = values->as<float>();
    const DynamicCoding coding = dynamicCoding(from);
    auto codes = context.output(0, ir::DataType::UInt8, (*in)->dims());
    if (!codes) return std::move(codes).error();
    coding.encode(from, codes->as<std::uint8_t>());
    auto scale = context.output(1, ir::DataType::Float32, {});
    if (!scale) return std::move(scale).error();
    scale->as<float>()[0] = coding.scale;
    auto zero = context.output(2, ir::DataType::UInt8, {});
    if (!zero) return std::move(zero).error();
    zero->as<std::uint8_t>()[0] = coding.zero;
    return {};
}

} // namespace

extern const Operator entry;
const Operator entry{
    .domain = "",
    .name = "DynamicQuantizeLinear",
    .category = Category::Quantization,
    .pattern = Pattern::Opaque,
    .infer = infer,
    .run = run,
    .since = 11,
};

} // namespace edgewright::ops::dynamic_quantize_linear
