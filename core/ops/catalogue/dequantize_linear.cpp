// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/code_parameters.h"
#include "core/ops/codes.h"
#include "core/ops/floats.h"
#include "core/ops/operands.h"

namespace edgewright::ops {

namespace {

// float32, or from opset 19 on the type of the scale, or what output_dtype asks for (opset 23).
template <typename Context>
Result<ir::DataType> typeOf(const Context& context, ir::DataType scale) {
    const std::int64_t number = context.node().intOr("output_dtype", 0);
    if (number == 0) return scale == ir::DataType::Undefined ? ir::DataType::Float32 : scale;
    const auto type =
        number > 0 && number < 256 ? ir::dataTypeFromOnnx(static_cast<int>(number)) : std::nullopt;
    if (!type) return badInput("output_dtype names no element type");
    return *type;
}

Result<void> infer(InferContext& context) {
    const auto in = operand(context, 0);
    if (!in) return in.error();
    const auto scale = operand(context, 1);
    if (!scale) return scale.error();
    const auto type = typeOf(context, (*scale)->dtype);
    if (!type) return type.error();
    ir::TensorType out = **in;
    out.dtype = *type;
    context.setOutput(0, std::move(out));
    return {};
}

Result<void> run(KernelContext& context) {
    const auto in = operand(context, 0);
    if (!in) return in.error();
    const auto scale = operand(context, 1);
    if (!scale) return scale.error();
    const auto type = typeOf(context, (*scale)->dtype());
    if (!type) return type.error();
    if (!ir::isInteger((*in)->dtype()))
        return unsupported("codes of type " + std::string(ir::dataTypeName((*in)->dtype())) +
                           " are not supported");
    const auto parameters = CodeParameters::of(context, (*in)->dims());
    if (!parameters) return parameters.error();
    auto out = FloatOutput::make(context, 0, *type, (*in)->dims());
    if (!out) return std::move(out).error();
    float* to = out->data().data();
    const auto decode = [&](auto codeAt) {
        parameters->forEach([&](std::size_t at, std::size_t parameter) {
            const auto difference = static_cast<std::int64_t>(codeAt(at)) - parameters->zeros[parameter];
            to[at] = static_cast<float>(difference) * parameters->scales[parameter];
        });
        out->finish();
        return Result<void>();
    };
    const ir::Tensor& codes = **in;
    if (ir::bitWidth(codes.dtype()) == 4 && ir::isInteger(codes.dtype()))
        return decode([&](std::size_t at) { return ir::elementAsInt64(codes, static_cast<std::int64_t>(at)); });
    if (codes.dtype() == ir::DataType::Int32)
        return decode([from = codes.as<std::int32_t>().data()](std::size_t at) { return from[at]; });
    return withCodeType(codes.dtype(), [&]<typename T>(std::type_identity<T>) -> Result<void> {
        return decode([from = codes.as<T>().data()](std::size_t at) { return from[at]; });
    });
}

} // namespace

extern const Operator dequantize_linear;
const Operator dequantize_linear{
    .domain = "",
    .name = "DequantizeLinear",
    .category = Category::Quantization,
    .pattern = Pattern::ElementWise,
    .infer = infer,
    .run = run,
};

} // namespace edgewright::ops
