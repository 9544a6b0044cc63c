// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/cast_elements.h"

#include "core/ops/element_type.h"
#include "core/ops/floats.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <locale>
#include <sstream>

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

bool isNibble(DataType type) { return type == DataType::Int4 || type == DataType::UInt4; }

// Numbers other than halves and nibbles; bool reads as uint8_t.
template <typename F>
Result<void> withStored(DataType type, F&& body) {
    return withElementType(type == DataType::Bool ? DataType::UInt8 : type, std::forward<F>(body));
}

// `in` as a tensor of a type that withStored accepts.
Result<ir::Tensor> widened(const ir::Tensor& in) {
    if (isHalf(in.dtype())) return asFloat32(in);
    if (!isNibble(in.dtype())) return in;
    auto wide = ir::Tensor::allocate(DataType::Int8, in.dims());
    if (!wide) return wide;
    for (std::int64_t i = 0; i < in.elements(); ++i)
        wide->as<std::int8_t>()[static_cast<std::size_t>(i)] =
            static_cast<std::int8_t>(ir::elementAsInt64(in, i));
    return wide;
}

Result<void> toNibbles(KernelContext& context, const ir::Tensor& in, DataType type) {
    auto out = context.output(0, type, in.dims());
    if (!out) return std::move(out).error();
    std::ranges::fill(out->mutableBytes(), std::byte{0});
    for (std::int64_t i = 0; i < in.elements(); ++i) {
        const auto bits = static_cast<std::uint8_t>(ir::elementAsInt64(in, i) & 15);
        out->mutableBytes()[static_cast<std::size_t>(i / 2)] |= std::byte(i % 2 ? bits << 4 : bits);
    }
    return {};
}

Result<void> fromStrings(KernelContext& context, const ir::Tensor& in, DataType type) {
    auto numbers = ir::Tensor::allocate(DataType::Float64, in.dims());
    if (!numbers) return std::move(numbers).error();
    std::size_t at = 0;
    for (const std::string& text : in.strings()) {
        char* end = nullptr;
        numbers->as<double>()[at++] = std::strtod(text.c_str(), &end);
        if (text.empty() || end != text.c_str() + text.size())
            return badInput("'" + text + "' is not a number");
    }
    return castInto(context, *numbers, type);
}

Result<void> toStrings(KernelContext& context, const ir::Tensor& in) {
    std::vector<std::string> texts;
    for (std::int64_t i = 0; i < in.elements(); ++i) {
        if (!ir::isFloating(in.dtype())) {
            texts.push_back(std::to_string(ir::elementAsInt64(in, i)));
            continue;
        }
        const double value = ir::elementAsDouble(in, i);
        if (!std::isfinite(value)) {
            texts.emplace_back(std::isnan(value) ? "NaN" : value > 0 ? "INF" : "-INF");
            continue;
        }
        std::ostringstream stream;
        stream.imbue(std::locale::classic());
        stream.precision(in.dtype() == DataType::Float64 ? 17 : 8);
        stream << value;
        texts.push_back(stream.str());
    }
    context.setOutput(0, ir::Tensor::ofStrings(in.dims(), std::move(texts)));
    return {};
}

} // namespace

Result<void> castInto(KernelContext& context, const ir::Tensor& in, DataType type) {
    if (type == in.dtype()) {
        context.setOutput(0, in);
        return {};
    }
    if (in.dtype() == DataType::String) return fromStrings(context, in, type);
    const auto source = widened(in);
    if (!source) return source.error();
    if (isNibble(type)) return toNibbles(context, *source, type);
    return withStored(source->dtype(), [&]<typename From>(std::type_identity<From>) -> Result<void> {
        const auto from = source->template as<From>();
        if (type == DataType::String) return toStrings(context, *source);
        if (isHalf(type)) {
            auto out = FloatOutput::make(context, 0, type, in.dims());
            if (!out) return std::move(out).error();
            std::ranges::transform(from, out->data().begin(), convert<float, From>);
            out->finish();
            return {};
        }
        return withStored(type, [&]<typename To>(std::type_identity<To>) -> Result<void> {
            auto out = context.output(0, type, in.dims());
            if (!out) return std::move(out).error();
            auto to = out->template as<To>();
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
