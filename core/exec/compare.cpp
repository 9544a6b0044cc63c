// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/compare.h"

#include "core/base/same_bytes.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace edgewright::exec {

namespace {

constexpr double Infinity = std::numeric_limits<double>::infinity();

Difference infinite(std::int64_t where, bool sameShape) {
    Difference result;
    result.maxAbs = result.maxRel = result.relNorm = result.backendRatio = Infinity;
    result.where = where;
    result.sameShape = sameShape;
    result.isIdentical = false;
    return result;
}

// ||a - b|| / ||b|| of what is finite on both sides, whose largest magnitudes are `error` and `magnitude`.
double scaledNorm(const ir::Tensor& actual, const ir::Tensor& reference, double error, double magnitude) {
    if (error == 0) return 0;
    if (magnitude == 0) return Infinity;
    double squares = 0, referenceSquares = 0;
    for (std::int64_t i = 0; i < reference.elements(); ++i) {
        const double a = elementAsDouble(actual, i), b = elementAsDouble(reference, i);
        if (!std::isfinite(a) || !std::isfinite(b)) continue;
        squares += std::pow(a / error - b / error, 2);
        referenceSquares += std::pow(b / magnitude, 2);
    }
    const double norm = std::sqrt(squares / referenceSquares) * (error / magnitude);
    return std::min(norm, std::numeric_limits<double>::max());
}

template <typename T>
auto elementsOf(const ir::Tensor& tensor) {
    return [elements = tensor.as<T>()](std::int64_t i) {
        return static_cast<double>(elements[static_cast<std::size_t>(i)]);
    };
}

struct Sums {
    Difference difference; // without relNorm
    double squares = 0, referenceSquares = 0, largest = 0;
    std::int64_t firstNonFinite = -1;
};

// Tuners compare the outputs of every trial: a million elements cost about as much as computing them.
Sums sumsOf(std::int64_t count, const auto& actual, const auto& reference) {
    constexpr double BelowOne = 1 - 1e-9; // more than a product's and a quotient's rounding
    Sums sums;
    for (std::int64_t i = 0; i < count; ++i) {
        const double magnitude = std::abs(reference(i));
        if (std::isfinite(magnitude)) sums.largest = std::max(sums.largest, magnitude);
    }
    const double floor = std::max(1e-6 * sums.largest, std::numeric_limits<double>::min());
    Difference& result = sums.difference;
    for (std::int64_t i = 0; i < count; ++i) {
        const double a = actual(i), b = reference(i);
        if (!std::isfinite(a) || !std::isfinite(b)) {
            if (a == b || (std::isnan(a) && std::isnan(b))) continue;
            ++result.nonFinite;
            if (sums.firstNonFinite < 0) sums.firstNonFinite = i;
            continue;
        }
        sums.referenceSquares += b * b;
        const double error = std::abs(a - b);
        if (error == 0) continue;
        sums.squares += error * error;
        if (error > result.maxAbs) {
            result.maxAbs = error;
            result.where = i;
        }
        // A division is for those that may become the largest.
        const double relative = std::max(std::abs(b), floor);
        if (error >= BelowOne * result.maxRel * relative)
            result.maxRel = std::max(result.maxRel, error / relative);
        const double allowed = BackendAbsolute + BackendRelative * std::abs(b);
        if (error >= BelowOne * result.backendRatio * allowed)
            result.backendRatio = std::max(result.backendRatio, error / allowed);
    }
    return sums;
}

Difference compareStrings(const ir::Tensor& actual, const ir::Tensor& reference) {
    const auto [a, b] = std::ranges::mismatch(actual.strings(), reference.strings());
    if (a == actual.strings().end()) return {};
    return infinite(a - actual.strings().begin(), true);
}

Difference compareItems(const ir::Tensor& actual, const ir::Tensor& reference) {
    if (actual.container() != reference.container() || actual.items().size() != reference.items().size())
        return infinite(-1, false);
    Difference result;
    for (std::size_t i = 0; i < actual.items().size(); ++i) {
        const Difference item = compare(actual.items()[i], reference.items()[i]);
        if (!item.sameShape) return infinite(static_cast<std::int64_t>(i), false);
        if (item.maxAbs > result.maxAbs) result.where = static_cast<std::int64_t>(i);
        result.maxAbs = std::max(result.maxAbs, item.maxAbs);
        result.maxRel = std::max(result.maxRel, item.maxRel);
        result.relNorm = std::max(result.relNorm, item.relNorm);
        result.backendRatio = std::max(result.backendRatio, item.backendRatio);
        result.nonFinite += item.nonFinite;
        result.isIdentical = result.isIdentical && item.isIdentical;
    }
    return result;
}

} // namespace

// An element that is finite on one side only (or infinite with another sign) makes every measure infinite: no
// error bound can accept it.
Difference compare(const ir::Tensor& actual, const ir::Tensor& reference) {
    if (!actual.isTensor() || !reference.isTensor()) return compareItems(actual, reference);
    const bool strings = actual.dtype() == ir::DataType::String;
    if (actual.dims() != reference.dims() || !actual.hasData() || !reference.hasData() ||
        strings != (reference.dtype() == ir::DataType::String))
        return infinite(-1, false);
    if (strings) return compareStrings(actual, reference);

    if (actual.dtype() == reference.dtype() && areSameBytes(actual.bytes(), reference.bytes())) return {};
    const bool floats = actual.dtype() == ir::DataType::Float32 && reference.dtype() == ir::DataType::Float32;
    Sums sums = floats ? sumsOf(reference.elements(), elementsOf<float>(actual), elementsOf<float>(reference))
                       : sumsOf(
                             reference.elements(), [&](std::int64_t i) { return elementAsDouble(actual, i); },
                             [&](std::int64_t i) { return elementAsDouble(reference, i); });
    Difference& result = sums.difference;
    result.isIdentical = false;
    if (result.nonFinite > 0) {
        const std::int64_t nonFinite = result.nonFinite;
        result = infinite(sums.firstNonFinite, true);
        result.nonFinite = nonFinite;
        return result;
    }
    // Squares of float64 leave the range of double where the values do not.
    const auto isExact = [](double sum, double term) { return std::isfinite(sum) && (sum > 0 || term == 0); };
    if (!isExact(sums.squares, result.maxAbs) || !isExact(sums.referenceSquares, sums.largest))
        result.relNorm = scaledNorm(actual, reference, result.maxAbs, sums.largest);
    else if (sums.squares > 0)
        result.relNorm = sums.referenceSquares > 0 ? std::sqrt(sums.squares / sums.referenceSquares) : Infinity;
    return result;
}

} // namespace edgewright::exec
