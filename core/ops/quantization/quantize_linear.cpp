// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/kernels/isa.h"
#include "core/kernels/table.h"
#include "core/ops/elementwise/cast_elements.h"
#include "core/ops/operands/floats.h"
#include "core/ops/operands/operands.h"
#include "core/ops/operands/packed.h"
#include "core/ops/quantization/code_parameters.h"
#include "core/ops/quantization/codes.h"

#include <algorithm>
#include <array>
#include <optional>

namespace edgewright::ops::quantize_linear {

namespace {

// uint8 without a zero point; output_dtype (opset 21) may ask for another one.
template <typename Context>
Result<ir::DataType> typeOf(const Context& context, std::optional<ir::DataType> zeroPoint) {
    if (zeroPoint && *zeroPoint != ir::DataType::Undefined) return *zeroPoint;
    const std::int64_t number = context.node().intOr("output_dtype", 0);
    if (number == 0) return ir::DataType::UInt8;
    const auto type = ir::dataTypeFromOnnx(number);
    if (!type) return badInput(say("output_dtype names no element type"));
    return *type;
}

Result<void> infer(InferContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    const ir::TensorType* zero = context.input(2);
    ASSIGN_OR_RETURN(const auto type, typeOf(context, zero ? std::optional(zero->dtype) : std::nullopt));
    context.setOutput(0, in->withDtype(type));
    return {};
}

// Where the division is rounded: two operands of one half type are divided in it, and the attribute precision
// (opset 23) may ask for one.
Result<ir::DataType> precisionOf(const KernelContext& context, ir::DataType in) {
    const std::int64_t number = context.node().intOr("precision", 0);
    if (number == 0) {
        const auto scale = operand(context, 1);
        return scale && (*scale)->dtype() == in ? in : ir::DataType::Float32;
    }
    const auto type = ir::dataTypeFromOnnx(number);
    if (!type || !ir::isFloating(*type)) return badInput(say("precision names no floating-point type"));
    return *type;
}

// Float32 as 8-bit codes.
Result<void> encode(KernelContext& context, const ir::Tensor& in, ir::DataType type, const CodeParameters& by) {
    ASSIGN_OR_RETURN(const auto range, codeRange(type));
    ASSIGN_OR_RETURN(auto out, context.output(0, type, in.dims()));
    auto* to = reinterpret_cast<std::uint8_t*>(out.mutableBytes().data());
    const float* from = in.as<float>().data();
    by.forEachRun(context, in.elements(), [&](std::int64_t at, std::int64_t count, std::size_t parameter) {
        const std::int32_t zero = by.zeros[parameter];
        kernels::IntegerTarget target;
        target.codes = to + at;
        target.low = static_cast<float>(range.low - zero);
        target.high = static_cast<float>(range.high - zero);
        target.zero = zero;
        kernels::table().integer->encode(from + at, count, by.scales[parameter], target);
    });
    return {};
}

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    if (in->dtype() == ir::DataType::Float32)
        if (const auto kept = KeptCoding::of(context))
            return encode(context, *in, kept->codes, kept->parameters);
    const ir::Tensor* zero = context.inputCount() > 2 ? context.input(2) : nullptr;
    ASSIGN_OR_RETURN(const auto type, typeOf(context, zero ? std::optional(zero->dtype()) : std::nullopt));
    const bool isFloat = ir::isSmallFloat(type);
    ASSIGN_OR_RETURN(const auto range, isFloat ? Result<CodeRange>(CodeRange()) : codeRange(type));
    ASSIGN_OR_RETURN(const auto rounding, roundingOf(context.node()));
    ASSIGN_OR_RETURN(const auto precision, precisionOf(context, in->dtype()));
    ASSIGN_OR_RETURN(const auto parameters, CodeParameters::of(context, in->dims()));
    ASSIGN_OR_RETURN(const auto values, asFloat32(context, *in));
    const int width = ir::bitWidth(type);
    const bool rounds = precision == ir::DataType::Float16 || precision == ir::DataType::BFloat16;
    if (!isFloat && width == 8 && !rounds && parameters.hasRuns()) {
        if (in->dtype() == ir::DataType::Float32) KeptCoding::keep(context, type, parameters);
        return encode(context, values, type, parameters);
    }

    const float* from = values.as<float>().data();
    ASSIGN_OR_RETURN(auto out, context.output(0, type, in->dims()));
    const auto quotient = [&](std::size_t at, std::size_t parameter) {
        return roundedTo(from[at] / parameters.scales[parameter], precision);
    };
    const auto code = [&](std::size_t at, std::size_t parameter) {
        return toCode(quotient(at, parameter), parameters.zeros[parameter], range);
    };
    if (!isFloat && width >= 8)
        return withCodeType(type, [&]<typename T>(std::type_identity<T>) -> Result<void> {
            T* to = out.template as<T>().data();
            parameters.forEach(
                [&](std::size_t at, std::size_t parameter) { to[at] = static_cast<T>(code(at, parameter)); });
            return {};
        });
    std::byte* to = out.mutableBytes().data();
    std::ranges::fill(out.mutableBytes(), std::byte{0});
    parameters.forEach([&](std::size_t at, std::size_t parameter) {
        const auto bits = isFloat ? unsigned(ir::floatToSmallFloat(type, quotient(at, parameter), rounding))
                                  : static_cast<unsigned>(code(at, parameter));
        if (width == 8)
            to[at] = static_cast<std::byte>(bits);
        else
            setPacked(to, at, width, bits);
    });
    return {};
}

constexpr Operator row(std::string_view domain, std::int64_t since) {
    return {.domain = domain,
            .name = "QuantizeLinear",
            .category = Category::Quantization,
            .pattern = Pattern::ElementWise,
            .infer = infer,
            .run = run,
            .keepsHalf = true,
            .since = since};
}

// That of com.microsoft had 16 and 4 bits before the standard.
constexpr std::array Rows{row("", 10), row("com.microsoft", 1)};

} // namespace

extern const std::span<const Operator> entries = Rows;

} // namespace edgewright::ops::quantize_linear
