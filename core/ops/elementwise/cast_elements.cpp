// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/elementwise/cast_elements.h"

#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/operands/element_type.h"
#include "core/ops/operands/floats.h"
#include "core/ops/operands/number_text.h"
#include "core/ops/operands/packed.h"

#include <algorithm>
#include <limits>

namespace edgewright::ops {

namespace {

using ir::DataType;

template <typename To, typename From>
To convert(From value) {
    if constexpr (std::is_integral_v<To> && std::is_floating_point_v<From>) {
        if (value != value) return To(0);
        // The bounds as From may round up to a power of two, hence the comparison from the other side.
        if (value <= static_cast<From>(std::numeric_limits<To>::lowest()))
            return std::numeric_limits<To>::lowest();
        if (value >= static_cast<From>(std::numeric_limits<To>::max())) return std::numeric_limits<To>::max();
        return static_cast<To>(value);
    } else {
        return static_cast<To>(value);
    }
}

bool isPackedInteger(DataType type) { return ir::isInteger(type) && ir::bitWidth(type) < 8; }

// Numbers other than halves and smaller; bool reads as uint8_t.
template <typename F>
Result<void> withStored(DataType type, F&& body) {
    return withElementType(type == DataType::Bool ? DataType::UInt8 : type, std::forward<F>(body));
}

// `in` as a tensor of a type that withStored accepts.
Result<ir::Tensor> widened(KernelContext& context, const ir::Tensor& in) {
    if (isHalf(in.dtype()) || ir::isSmallFloat(in.dtype())) return asFloat32(context, in);
    if (!isPackedInteger(in.dtype())) return in;
    auto wide = context.scratchTensor(DataType::Int8, in.dims());
    if (!wide) return wide;
    for (std::int64_t i = 0; i < in.elements(); ++i)
        wide->as<std::int8_t>()[static_cast<std::size_t>(i)] =
            static_cast<std::int8_t>(ir::elementAsInt64(in, i));
    return wide;
}

// bitsOf(i): element i in the low bits.
template <typename F>
Result<void> makeBits(KernelContext& context, const ir::Dims& dims, DataType type, F bitsOf) {
    ASSIGN_OR_RETURN(auto out, context.output(0, type, dims));
    const int width = ir::bitWidth(type);
    std::byte* bytes = out.mutableBytes().data();
    std::ranges::fill(out.mutableBytes(), std::byte{0});
    for (std::int64_t i = 0; i < out.elements(); ++i) {
        const auto at = static_cast<std::size_t>(i);
        const auto bits = static_cast<unsigned>(bitsOf(i)) & 0xffu;
        if (width == 8)
            bytes[at] = static_cast<std::byte>(bits);
        else
            setPacked(bytes, at, width, bits);
    }
    return {};
}

Result<void> fromStrings(KernelContext& context, const ir::Tensor& in, DataType type) {
    const bool integers = ir::isInteger(type);
    ASSIGN_OR_RETURN(auto numbers, context.allocate(integers ? DataType::Int64 : DataType::Float64, in.dims()));
    std::size_t at = 0;
    for (const std::string& text : in.strings()) {
        const auto whole = integers ? parseInteger(text) : std::nullopt;
        const auto number = whole ? std::nullopt : parseNumber(text);
        if (!whole && !number) return badInput(say("'{1}' is not a number", text));
        if (integers)
            numbers.as<std::int64_t>()[at++] = whole ? *whole : convert<std::int64_t>(*number);
        else
            numbers.as<double>()[at++] = *number;
    }
    return castInto(context, numbers, type);
}

Result<void> toStrings(KernelContext& context, const ir::Tensor& in) {
    std::vector<std::string> texts;
    texts.reserve(static_cast<std::size_t>(in.elements()));
    for (std::int64_t i = 0; i < in.elements(); ++i)
        texts.push_back(numberText(in, i));
    context.setOutput(0, ir::Tensor::ofStrings(in.dims(), std::move(texts)));
    return {};
}

} // namespace

Result<ir::SmallFloatRounding> roundingOf(const ir::Node& node) {
    ir::SmallFloatRounding rounding;
    rounding.saturate = node.intOr("saturate", 1) != 0;
    const std::string mode = node.stringOr("round_mode", "up");
    if (mode == "down")
        rounding.power = ir::PowerRounding::Down;
    else if (mode == "nearest")
        rounding.power = ir::PowerRounding::Nearest;
    else if (mode != "up")
        return badInput(say("round_mode is '{1}' where up, down or nearest is expected", mode));
    return rounding;
}

Result<void> castInto(KernelContext& context, const ir::Tensor& in, DataType type,
                      const ir::SmallFloatRounding& rounding) {
    if (type == in.dtype()) {
        context.setOutput(0, in);
        return {};
    }
    if (in.dtype() == DataType::String) return fromStrings(context, in, type);
    const bool complex = in.dtype() == DataType::Complex64 || in.dtype() == DataType::Complex128;
    if (type == DataType::String && !complex) return toStrings(context, in);
    ASSIGN_OR_RETURN(const auto source, widened(context, in));
    if (isPackedInteger(type) && !complex)
        return makeBits(context, in.dims(), type,
                        [&](std::int64_t i) { return ir::elementAsInt64(source, i); });
    return withStored(source.dtype(), [&]<typename From>(std::type_identity<From>) -> Result<void> {
        const auto from = source.template as<From>();
        if (ir::isSmallFloat(type))
            return makeBits(context, in.dims(), type, [&](std::int64_t i) {
                return ir::floatToSmallFloat(type, convert<float>(from[static_cast<std::size_t>(i)]), rounding);
            });
        if (isHalf(type)) {
            ASSIGN_OR_RETURN(auto out, FloatOutput::make(context, 0, type, in.dims()));
            std::ranges::transform(from, out.data().begin(), convert<float, From>);
            out.finish();
            return {};
        }
        return withStored(type, [&]<typename To>(std::type_identity<To>) -> Result<void> {
            ASSIGN_OR_RETURN(auto out, context.output(0, type, in.dims()));
            auto to = out.template as<To>();
            if (type == DataType::Bool)
                std::ranges::transform(from, to.begin(),
                                       [](From value) { return To(value != From(0) ? 1 : 0); });
            else
                std::ranges::transform(from, to.begin(), convert<To, From>);
            return {};
        });
    });
}

} // namespace edgewright::ops
