// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/arithmetic/conv_int8.h"

#include "core/base/checked.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/quant/arithmetic/conv_kernel.h"
#include "core/quant/arithmetic/conv_shape.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <new>
#include <string>

namespace edgewright::quant {

namespace {

// Terms whose pairs, of at most 2^15 each, stay within int32.
constexpr std::int64_t MaxShortPairs = std::int64_t(1) << 16;

Result<void> checkScales(const ConvArguments& arguments) {
    const auto usable = [](float scale) { return std::isfinite(scale) && scale > 0; };
    if (!usable(arguments.xScale) || !usable(arguments.yScale) ||
        !std::ranges::all_of(arguments.wScale, usable))
        return badInput(say("integer convolution: scales must be finite and positive"));
    return {};
}

// Codes that AVX2 multiplies in pairs: uint8 and int8.
Result<void> checkPairs(const ConvArguments& arguments) {
    const auto within = [](auto low, auto high) {
        return [low, high](std::int32_t code) { return code >= low && code <= high; };
    };
    if (!std::ranges::all_of(arguments.x, within(0, 255)) || !within(0, 255)(arguments.xZero))
        return badInput(say("integer convolution: pairs that saturate have inputs of 0 to 255"));
    if (!std::ranges::all_of(arguments.w, within(-128, 127)))
        return badInput(say("integer convolution: pairs that saturate have weights of -128 to 127"));
    return {};
}

Result<void> checkArguments(const ConvArguments& arguments, const ConvSizes& sizes) {
    const auto channels = static_cast<std::size_t>(arguments.shape.outChannels);
    const auto code = [](std::int32_t value) { return value >= -32768 && value <= 32767; };
    if (arguments.x.size() != static_cast<std::size_t>(sizes.inputs))
        return badInput(say("integer convolution: {1} inputs, expected {2}", arguments.x.size(), sizes.inputs));
    if (arguments.w.size() != static_cast<std::size_t>(sizes.weights))
        return badInput(
            say("integer convolution: {1} weights, expected {2}", arguments.w.size(), sizes.weights));
    if (!arguments.bias.empty() && arguments.bias.size() != channels)
        return badInput(say("integer convolution: {1} biases, expected {2}", arguments.bias.size(),
                            arguments.shape.outChannels));
    if (arguments.wScale.size() != 1 && arguments.wScale.size() != channels)
        return badInput(say("integer convolution: {1} weight scales, expected {2}", arguments.wScale.size(),
                            arguments.shape.outChannels));
    if (arguments.wZero.size() != 1 && arguments.wZero.size() != channels)
        return badInput(say("integer convolution: {1} weight zero points, expected {2}", arguments.wZero.size(),
                            arguments.shape.outChannels));
    if (!code(arguments.xZero) || !code(arguments.yZero) || !std::ranges::all_of(arguments.wZero, code))
        return badInput(say("integer convolution: zero points must lie in -32768..32767"));
    if (!code(arguments.yMin) || !code(arguments.yMax) || arguments.yMin > arguments.yMax)
        return badInput(say("integer convolution: output codes {1}..{2} are no range within -32768..32767",
                            arguments.yMin, arguments.yMax));
    if (arguments.accumulatorBits < 8 || arguments.accumulatorBits > 32)
        return badInput(say("integer convolution: an accumulator of {1} bits, expected 8 to 32",
                            arguments.accumulatorBits));
    if (arguments.accumulation == Accumulation::SaturatingPairs) {
        RETURN_IF_ERROR(checkPairs(arguments));
    }
    return checkScales(arguments);
}

std::int64_t largestInput(const ConvArguments& arguments) {
    std::int64_t largest = 0;
    for (const std::int16_t code : arguments.x)
        largest = std::max<std::int64_t>(largest, std::abs(code - arguments.xZero));
    return largest;
}

std::int64_t largestWeight(const ConvArguments& arguments, const ConvSizes& sizes) {
    std::int64_t largest = 0;
    for (std::int64_t channel = 0; channel < arguments.shape.outChannels; ++channel) {
        const std::int32_t zero = ofChannel(arguments.wZero, channel);
        for (const std::int16_t code : arguments.w.subspan(static_cast<std::size_t>(channel * sizes.depth),
                                                           static_cast<std::size_t>(sizes.depth)))
            largest = std::max<std::int64_t>(largest, std::abs(code - zero));
    }
    return largest;
}

} // namespace

bool addsInPairs(const ConvArguments& arguments) {
    const ConvShape& shape = arguments.shape;
    const bool isDepthwise = shape.groups == shape.inChannels && shape.groups == shape.outChannels;
    return arguments.accumulation == Accumulation::SaturatingPairs && !isDepthwise;
}

Result<ConvOutput> convInt8(const ConvArguments& arguments, const RunContext& run) {
    ASSIGN_OR_RETURN(const auto sizes, checkConvShape(arguments.shape));
    RETURN_IF_ERROR(checkArguments(arguments, sizes));

    // Codes differ by less than 2^16 from their zero points, so the product of two stays below 2^32.
    const std::int64_t x = largestInput(arguments);
    const std::int64_t w = largestWeight(arguments, sizes);
    const auto worst = checkedMul(x * w, sizes.depth);
    if (!worst) return badInput(say("integer convolution: {1} terms overflow 64 bits", sizes.depth));
    const bool narrow = std::max(x, w) <= std::numeric_limits<std::int16_t>::max() &&
                        *worst <= std::numeric_limits<std::int32_t>::max();
    const bool pairs = addsInPairs(arguments);
    try {
        if (pairs && sizes.depth <= MaxShortPairs)
            return ConvKernel<std::int16_t, std::int32_t, Accumulation::SaturatingPairs>(arguments, sizes)
                .run(run);
        if (pairs)
            return ConvKernel<std::int16_t, std::int64_t, Accumulation::SaturatingPairs>(arguments, sizes)
                .run(run);
        if (narrow)
            return ConvKernel<std::int16_t, std::int32_t, Accumulation::Exact>(arguments, sizes).run(run);
        return ConvKernel<std::int32_t, std::int64_t, Accumulation::Exact>(arguments, sizes).run(run);
    } catch (const std::bad_alloc&) {
        return unsupported(say("integer convolution: not enough memory for {1} outputs", sizes.outputs));
    }
}

} // namespace edgewright::quant
