// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/code_parameters.h"
#include "core/ops/codes.h"
#include "core/ops/floats.h"
#include "core/ops/operands.h"

#include <algorithm>
#include <optional>

namespace edgewright::ops {

namespace {

// uint8 without a zero point; output_dtype (opset 21) may ask for another one.
template <typename Context>
Result<ir::DataType> typeOf(const Context& context, std::optional<ir::DataType> zeroPoint) {
    if (zeroPoint && *zeroPoint != ir::DataType::Undefined) return *zeroPoint;
    const std::int64_t number = context.node().intOr("output_dtype", 0);
    if (number == 0) return ir::DataType::UInt8;
    const auto type =
        number > 0 && number < 256 ? ir::dataTypeFromOnnx(static_cast<int>(number)) : std::nullopt;
    if (!type) return badInput("output_dtype names no element type");
    return *type;
}

Result<void> infer(InferContext& context) {
    const auto in = operand(context, 0);
    if (!in) return in.error();
    const ir::TensorType* zero = context.input(2);
    const auto type = typeOf(context, zero ? std::optional(zero->dtype) : std::nullopt);
    if (!type) return type.error();
    ir::TensorType out = **in;
    out.dtype = *type;
    context.setOutput(0, std::move(out));
    return {};
}

Result<void> run(KernelContext& context) {
    const auto in = operand(context, 0);
    if (!in) return in.error();
    const ir::Tensor* zero = context.inputCount() > 2 ? context.input(2) : nullptr;
    const auto type = typeOf(context, zero ? std::optional(zero->dtype()) : std::nullopt);
    if (!type) return type.error();
    const auto range = codeRange(*type);
    if (!range) return range.error();
    const auto parameters = CodeParameters::of(context, (*in)->dims());
    if (!parameters) return parameters.error();
    const auto values = asFloat32(**in);
    if (!values) return values.error();
    const auto from = values->as<float>();
    const auto code = [&](std::size_t at, std::size_t parameter) {
        return toCode(from[at] / parameters->scales[parameter], parameters->zeros[parameter], *range);
    };
    auto out = context.output(0, *type, (*in)->dims());
    if (!out) return std::move(out).error();
    if (ir::bitWidth(*type) == 4) {
        std::ranges::fill(out->mutableBytes(), std::byte{0});
        parameters->forEach([&](std::size_t at, std::size_t parameter) {
            const auto bits = static_cast<unsigned>(code(at, parameter)) & 15u;
            out->mutableBytes()[at / 2] |= static_cast<std::byte>(at % 2 ? bits << 4 : bits);
        });
        return {};
    }
    return withCodeType(*type, [&]<typename T>(std::type_identity<T>) -> Result<void> {
        T* to = out->template as<T>().data();
        parameters->forEach(
            [&](std::size_t at, std::size_t parameter) { to[at] = static_cast<T>(code(at, parameter)); });
        return {};
    });
}

} // namespace

extern const Operator quantize_linear;
const Operator quantize_linear{
    .domain = "",
    .name = "QuantizeLinear",
    .category = Category::Quantization,
    .pattern = Pattern::ElementWise,
    .infer = infer,
    .run = run,
};

} // namespace edgewright::ops
