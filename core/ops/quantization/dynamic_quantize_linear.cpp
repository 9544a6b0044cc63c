// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/ops/operands/floats.h"
#include "core/ops/operands/operands.h"
#include "core/ops/quantization/dynamic_coding.h"

namespace edgewright::ops::dynamic_quantize_linear {

namespace {

Result<void> infer(InferContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    context.setOutput(0, in->withDtype(ir::DataType::UInt8));
    context.setOutput(1, {ir::DataType::Float32, ir::Dims{}});
    context.setOutput(2, {ir::DataType::UInt8, ir::Dims{}});
    return {};
}

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto in, floatOperand(context, 0));
    ASSIGN_OR_RETURN(const auto values, asFloat32(context, *in));
    const auto from = values.as<float>();
    const DynamicCoding coding = dynamicCoding(from);
    ASSIGN_OR_RETURN(auto codes, context.output(0, ir::DataType::UInt8, in->dims()));
    coding.encode(from, codes.as<std::uint8_t>());
    ASSIGN_OR_RETURN(auto scale, context.output(1, ir::DataType::Float32, {}));
    scale.as<float>()[0] = coding.scale;
    ASSIGN_OR_RETURN(auto zero, context.output(2, ir::DataType::UInt8, {}));
    zero.as<std::uint8_t>()[0] = coding.zero;
    return {};
}

} // namespace

extern const Operator entry{
    .name = "DynamicQuantizeLinear",
    .category = Category::Quantization,
    .infer = infer,
    .run = run,
    .since = 11,
};

} // namespace edgewright::ops::dynamic_quantize_linear
