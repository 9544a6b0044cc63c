// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/scheme.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace edgewright::quant {

namespace {

constexpr float LargestFloat = std::numeric_limits<float>::max();
constexpr double MaxBiasCode = 2147483647;

float finiteEnd(float end) { return std::isnan(end) ? 0.0f : std::clamp(end, -LargestFloat, LargestFloat); }

// In float32 where it has such a number.
double widthOf(float low, float high) {
    const float width = high - low;
    return std::isfinite(width) ? static_cast<double>(width)
                                : static_cast<double>(high) - static_cast<double>(low);
}

} // namespace

double nextPowerOfTwo(double step) {
    int exponent = 0;
    const double fraction = std::frexp(step, &exponent); // 0.5 <= fraction < 1
    return std::ldexp(1.0, fraction == 0.5 ? exponent - 1 : exponent);
}

Limits usualLimits(CodeType type, bool symmetric) {
    return symmetric && (type == CodeType::Int8 || type == CodeType::Int16) ? Limits::Restricted : Limits::Full;
}

int bitsOf(CodeType type) {
    switch (type) {
    case CodeType::Int4:
        return 4;
    case CodeType::Int8:
    case CodeType::UInt8:
        return 8;
    case CodeType::Int16:
        return 16;
    }
    return 0;
}

Codes codesOf(CodeType type) {
    const std::int32_t count = 1 << bitsOf(type);
    return type == CodeType::UInt8 ? Codes{0, count - 1} : Codes{-count / 2, count / 2 - 1};
}

Codes codesOf(const Scheme& scheme) {
    Codes codes = codesOf(scheme.type);
    switch (scheme.limits) {
    case Limits::Full:
        break;
    case Limits::Restricted:
        ++codes.lowest;
        break;
    case Limits::Reduced:
        codes.lowest /= 2;
        // Of four bits there are too few to give the highest one away.
        codes.highest =
            scheme.type == CodeType::Int8 || scheme.type == CodeType::Int16 ? -codes.lowest : codes.highest / 2;
        break;
    }
    return codes;
}

Params paramsFor(Range range, const Scheme& scheme) {
    float low = std::min(finiteEnd(range.low), 0.0f);
    float high = std::max(finiteEnd(range.high), 0.0f);
    if (scheme.symmetric) {
        high = std::max(-low, high);
        low = -high;
    }
    const Codes codes = codesOf(scheme);
    double step = widthOf(low, high) / static_cast<double>(codes.highest - codes.lowest);
    if (step < static_cast<double>(std::numeric_limits<float>::min()))
        return {1.0f, std::clamp(0, codes.lowest, codes.highest)};
    if (scheme.powerOfTwo) step = nextPowerOfTwo(step);
    const double middle = static_cast<double>(codes.lowest + codes.highest) / 2;
    const double zero = std::nearbyint(
        scheme.symmetric ? middle : static_cast<double>(codes.lowest) - static_cast<double>(low) / step);
    const auto lowest = static_cast<double>(codes.lowest), highest = static_cast<double>(codes.highest);
    return {static_cast<float>(step), static_cast<std::int32_t>(std::clamp(zero, lowest, highest))};
}

std::size_t raiseForBias(std::vector<Params>& weights, std::span<const float> bias, float inputScale,
                         std::size_t depth, const Scheme& weightScheme, const Scheme& activationScheme) {
    const auto widest = [](const Scheme& scheme) { // difference of two codes
        const Codes codes = codesOf(scheme.type);
        return static_cast<double>(codes.highest - codes.lowest);
    };
    const double products = widest(activationScheme) * widest(weightScheme) * static_cast<double>(depth);
    const double most = std::max(MaxBiasCode / 2, MaxBiasCode - 1 - products);
    std::size_t raised = 0;
    for (std::size_t i = 0; i < bias.size(); ++i) {
        Params& own = weights[weights.size() == bias.size() ? i : 0];
        const double least = std::abs(static_cast<double>(bias[i])) / most / static_cast<double>(inputScale);
        if (static_cast<double>(own.scale) >= least) continue;
        own.scale = weightScheme.powerOfTwo
                        ? static_cast<float>(nextPowerOfTwo(least))
                        : std::nextafter(static_cast<float>(least), std::numeric_limits<float>::infinity());
        ++raised;
    }
    return raised;
}

} // namespace edgewright::quant
