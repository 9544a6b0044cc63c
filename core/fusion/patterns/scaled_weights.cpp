// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fusion/patterns/scaled_weights.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace edgewright::fusion {

namespace {

// How elements of one type are read and rounded, and how the bits of a number that is not finite look.
struct Float32 {
    using Stored = float;
    static double read(float x) { return static_cast<double>(x); }
    static float round(double x) { return static_cast<float>(x); }
    static bool infinite(float x) { return (std::bit_cast<std::uint32_t>(x) & 0x7f800000u) == 0x7f800000u; }
};
struct Float64 {
    using Stored = double;
    static double read(double x) { return x; }
    static double round(double x) { return x; }
    static bool infinite(double x) { return !std::isfinite(x); }
};
struct Float16 {
    using Stored = std::uint16_t;
    static double read(std::uint16_t x) { return static_cast<double>(ir::halfToFloat(x)); }
    static std::uint16_t round(double x) { return ir::floatToHalf(static_cast<float>(x)); }
    static bool infinite(std::uint16_t x) { return (x & 0x7c00u) == 0x7c00u; }
};
struct BFloat16 {
    using Stored = std::uint16_t;
    static double read(std::uint16_t x) { return static_cast<double>(ir::bfloat16ToFloat(x)); }
    static std::uint16_t round(double x) { return ir::floatToBfloat16(static_cast<float>(x)); }
    static bool infinite(std::uint16_t x) { return (x & 0x7f80u) == 0x7f80u; }
};

void withType(ir::DataType type, const auto& body) {
    switch (type) {
    case ir::DataType::Float64:
        return body(Float64());
    case ir::DataType::Float16:
        return body(Float16());
    case ir::DataType::BFloat16:
        return body(BFloat16());
    default:
        return body(Float32());
    }
}

struct Extents {
    explicit Extents(const ir::Tensor& weights)
        : rows(weights.dims()[0]), columns(weights.dims()[1]),
          inner(weights.elements() == 0 ? 0 : weights.elements() / rows / columns) {}
    std::int64_t rowsPerGroup(std::int64_t group) const { return std::max<std::int64_t>(rows / group, 1); }

    std::int64_t rows;
    std::int64_t columns;
    std::int64_t inner; // elements behind each pair of row and column
};

// How many of the products are not finite.
template <typename Type>
std::size_t scaleRun(const typename Type::Stored* in, typename Type::Stored* out, std::int64_t count,
                     double factor) {
    std::size_t bad = 0;
    for (std::int64_t k = 0; k < count; ++k) {
        out[k] = Type::round(factor * Type::read(in[k]));
        bad += Type::infinite(out[k]) ? 1 : 0;
    }
    return bad;
}

template <typename Type>
std::size_t scaleEach(const typename Type::Stored* in, typename Type::Stored* out, std::int64_t count,
                      const double* factors) {
    std::size_t bad = 0;
    for (std::int64_t k = 0; k < count; ++k) {
        out[k] = Type::round(factors[k] * Type::read(in[k]));
        bad += Type::infinite(out[k]) ? 1 : 0;
    }
    return bad;
}

template <typename Type>
bool scaleAll(const ir::Tensor& weights, const WeightAxis& axis, const double* factors, ir::Tensor& result) {
    const Extents extents(weights);
    const auto* in = weights.as<typename Type::Stored>().data();
    auto* out = result.as<typename Type::Stored>().data();
    const std::int64_t row = extents.columns * extents.inner;
    const std::int64_t rowsPerGroup = extents.rowsPerGroup(axis.group);
    std::size_t bad = 0;
    for (std::int64_t i = 0; i < extents.rows; ++i, in += row, out += row) {
        if (axis.first) {
            bad += scaleRun<Type>(in, out, row, factors[i]);
            continue;
        }
        const double* here = factors + i / rowsPerGroup * extents.columns;
        if (extents.inner == 1)
            bad += scaleEach<Type>(in, out, row, here);
        else
            for (std::int64_t j = 0; j < extents.columns; ++j)
                bad += scaleRun<Type>(in + j * extents.inner, out + j * extents.inner, extents.inner, here[j]);
    }
    return bad == 0;
}

} // namespace

std::optional<ir::Tensor> scaledWeights(const ir::Tensor& weights, const WeightAxis& axis,
                                        const std::vector<double>& factors) {
    if (!ir::isFloating(weights.dtype()) || weights.dims().size() < 2) return std::nullopt;
    if (static_cast<std::int64_t>(factors.size()) != axis.channels(weights.dims())) return std::nullopt;
    if (std::ranges::all_of(factors, [](double factor) { return factor == 1.0; })) return weights;
    auto made = ir::Tensor::unfilled(weights.dtype(), weights.dims());
    if (!made) return std::nullopt;
    std::optional<ir::Tensor> result = *std::move(made);
    if (weights.elements() == 0) return result;
    bool finite = true;
    withType(weights.dtype(),
             [&](auto type) { finite = scaleAll<decltype(type)>(weights, axis, factors.data(), *result); });
    return finite ? result : std::nullopt;
}

void addWeighted(const ir::Tensor& weights, const WeightAxis& inputs, const std::vector<double>& factors,
                 const WeightAxis& outputs, std::vector<double>& sums) {
    if (weights.elements() == 0) return;
    const Extents extents(weights);
    const auto placeOf = [&](const WeightAxis& axis, std::int64_t i) {
        return axis.first ? i : i / extents.rowsPerGroup(axis.group) * extents.columns;
    };
    withType(weights.dtype(), [&](auto type) {
        using Type = decltype(type);
        const auto* in = weights.as<typename Type::Stored>().data();
        for (std::int64_t i = 0; i < extents.rows; ++i, in += extents.columns * extents.inner) {
            const double* factor = factors.data() + placeOf(inputs, i);
            double* sum = sums.data() + placeOf(outputs, i);
            if (extents.inner == 1 && inputs.first) { // a matrix: the compiler makes vectors of this
                for (std::int64_t j = 0; j < extents.columns; ++j)
                    sum[j] += factor[0] * Type::read(in[j]);
                continue;
            }
            for (std::int64_t j = 0; j < extents.columns; ++j) {
                const double here = factor[inputs.first ? 0 : j];
                double total = sum[inputs.first ? j : 0];
                for (std::int64_t k = 0; k < extents.inner; ++k)
                    total += here * Type::read(in[j * extents.inner + k]);
                sum[inputs.first ? j : 0] = total;
            }
        }
    });
}

bool losesPrecision(const ir::Tensor& weights, const ir::Tensor& scaled) {
    if (weights.dtype() != ir::DataType::Float16 || weights.elements() != scaled.elements()) return false;
    const auto normal = [](std::uint16_t bits) { return (bits & 0x7c00u) != 0; };
    const auto before = weights.as<std::uint16_t>();
    const auto after = scaled.as<std::uint16_t>();
    for (std::size_t i = 0; i < before.size(); ++i)
        if (normal(before[i]) && !normal(after[i])) return true;
    return false;
}

// A subnormal weight is off by up to 2^-25, which is 2^-11 of a normal one: as much as any rounding to half.
bool losesPrecision(const ir::Tensor& weights, const ir::Tensor& scaled, const WeightAxis& axis,
                    const std::vector<double>& factors) {
    constexpr std::uint16_t SmallestNormal = 0x0400; // 2^-14
    if (weights.dtype() != ir::DataType::Float16 || weights.elements() != scaled.elements()) return false;
    if (weights.elements() == 0) return false;
    const Extents extents(weights);
    std::vector<std::uint16_t> before(factors.size(), 0), after(factors.size(), 0); // largest magnitudes
    const std::uint16_t* in = weights.as<std::uint16_t>().data();
    const std::uint16_t* out = scaled.as<std::uint16_t>().data();
    const auto grow = [](std::uint16_t& largest, std::uint16_t bits) {
        largest = std::max(largest, static_cast<std::uint16_t>(bits & 0x7fffu));
    };
    for (std::int64_t i = 0; i < extents.rows; ++i)
        for (std::int64_t j = 0; j < extents.columns; ++j) {
            const auto channel = static_cast<std::size_t>(
                axis.first ? i : i / extents.rowsPerGroup(axis.group) * extents.columns + j);
            for (std::int64_t k = 0; k < extents.inner; ++k) {
                grow(before[channel], *in++);
                grow(after[channel], *out++);
            }
        }
    for (std::size_t c = 0; c < factors.size(); ++c)
        if (factors[c] != 0 && before[c] >= SmallestNormal && after[c] < SmallestNormal) return true;
    return false;
}

} // namespace edgewright::fusion
