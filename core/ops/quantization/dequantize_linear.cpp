// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/kernels/isa.h"
#include "core/kernels/table.h"
#include "core/ops/operands/floats.h"
#include "core/ops/operands/operands.h"
#include "core/ops/operands/packed.h"
#include "core/ops/quantization/code_parameters.h"
#include "core/ops/quantization/codes.h"

#include <array>

namespace edgewright::ops::dequantize_linear {

namespace {

// float32, or from opset 19 on the type of the scale, or what output_dtype asks for (opset 23).
template <typename Context>
Result<ir::DataType> typeOf(const Context& context, ir::DataType scale) {
    const std::int64_t number = context.node().intOr("output_dtype", 0);
    if (number == 0) return scale == ir::DataType::Undefined ? ir::DataType::Float32 : scale;
    const auto type = ir::dataTypeFromOnnx(number);
    if (!type) return badInput(say("output_dtype names no element type"));
    return *type;
}

Result<void> infer(InferContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    ASSIGN_OR_RETURN(const auto scale, operand(context, 1));
    ASSIGN_OR_RETURN(const auto type, typeOf(context, scale->dtype));
    context.setOutput(0, in->withDtype(type));
    return {};
}

void decode(const KernelContext& context, const ir::Tensor& codes, const CodeParameters& by, float* to) {
    const std::uint8_t flip = flipOf(codes.dtype());
    const auto* from = reinterpret_cast<const std::uint8_t*>(codes.bytes().data());
    by.forEachRun(context, codes.elements(), [&](std::int64_t at, std::int64_t count, std::size_t parameter) {
        kernels::table().integer->decode(from + at, count, flip, by.zeros[parameter] + flip,
                                         by.scales[parameter], to + at);
    });
}

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    if (const auto kept = KeptCoding::of(context); kept && kept->codes == in->dtype()) {
        ASSIGN_OR_RETURN(auto out, context.output(0, ir::DataType::Float32, in->dims()));
        decode(context, *in, kept->parameters, out.as<float>().data());
        return {};
    }
    ASSIGN_OR_RETURN(const auto scale, operand(context, 1));
    ASSIGN_OR_RETURN(const auto type, typeOf(context, scale->dtype()));
    const ir::Tensor& codes = *in;
    const bool isFloat = ir::isSmallFloat(codes.dtype());
    if (!isFloat && !ir::isInteger(codes.dtype()))
        return unsupported(say("codes of type {1} are not supported", ir::dataTypeName(codes.dtype())));
    ASSIGN_OR_RETURN(const auto parameters, CodeParameters::of(context, codes.dims()));
    ASSIGN_OR_RETURN(auto out, FloatOutput::make(context, 0, type, codes.dims()));
    float* to = out.data().data();
    if (isFloat) {
        ASSIGN_OR_RETURN(const auto values, asFloat32(context, codes));
        const float* from = values.as<float>().data();
        parameters.forEach(
            [&](std::size_t at, std::size_t parameter) { to[at] = from[at] * parameters.scales[parameter]; });
        out.finish();
        return {};
    }
    if (ir::bitWidth(codes.dtype()) == 8 && parameters.hasRuns()) {
        if (type == ir::DataType::Float32) KeptCoding::keep(context, codes.dtype(), parameters);
        decode(context, codes, parameters, to);
        out.finish();
        return {};
    }
    const auto decodeEach = [&](auto codeAt) {
        parameters.forEach([&](std::size_t at, std::size_t parameter) {
            const auto difference = static_cast<std::int64_t>(codeAt(at)) - parameters.zeros[parameter];
            to[at] = static_cast<float>(difference) * parameters.scales[parameter];
        });
        out.finish();
        return Result<void>();
    };
    if (const int width = ir::bitWidth(codes.dtype()); width < 8) {
        const bool isSigned = codes.dtype() == ir::DataType::Int4 || codes.dtype() == ir::DataType::Int2;
        const int sign = isSigned ? 1 << (width - 1) : 0;
        return decodeEach([=, from = codes.bytes().data()](std::size_t at) {
            return (static_cast<int>(packedAt(from, at, width)) ^ sign) - sign;
        });
    }
    if (codes.dtype() == ir::DataType::Int32)
        return decodeEach([from = codes.as<std::int32_t>().data()](std::size_t at) { return from[at]; });
    return withCodeType(codes.dtype(), [&]<typename T>(std::type_identity<T>) -> Result<void> {
        return decodeEach([from = codes.as<T>().data()](std::size_t at) { return from[at]; });
    });
}

constexpr Operator row(std::string_view domain, std::int64_t since) {
    return {.domain = domain,
            .name = "DequantizeLinear",
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

} // namespace edgewright::ops::dequantize_linear
