// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/arithmetic/bit_growth.h"

#include "core/base/checked.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/quant/arithmetic/accumulator.h"
#include "core/quant/arithmetic/conv_shape.h"

#include <algorithm>
#include <array>

namespace edgewright::quant {

namespace {

constexpr std::array Widths{16, 24, 32, 48, 64};
constexpr std::int64_t LargestDifference = 65535; // of a code and its zero point

struct Extent {
    std::int64_t low = 0, high = 0;

    void add(const Extent& other) {
        low += other.low;
        high += other.high;
    }
    void hold(const Extent& other) {
        low = std::min(low, other.low);
        high = std::max(high, other.high);
    }
};

// What the product of one weight and any input adds to a sum.
Extent productOf(std::int64_t weight, const Extent& input) {
    return weight >= 0 ? Extent{weight * input.low, weight * input.high}
                       : Extent{weight * input.high, weight * input.low};
}

std::string bitsText(int bits) { return sayCount(bits, "{1} bit", "{1} bits"); }

std::string reasonFor(const BitGrowth& growth) {
    std::string reason =
        say("{1} hold every sum that these weights can give (from {2} to {3}, {4})",
            bitsText(growth.recommendedBits), growth.worstLow, growth.worstHigh, bitsText(growth.worstBits));
    const auto at = std::ranges::find(Widths, growth.recommendedBits);
    if (at != Widths.begin()) reason = say("{1}; {2} do not", reason, bitsText(*(at - 1)));
    // What was measured may fit a narrower one, which other inputs may leave.
    const auto least = std::ranges::find_if(Widths, [&](int bits) { return bits >= growth.measuredBits; });
    if (least < at)
        reason = say("{1}, though the measured inputs needed {2} and fit {3}", reason,
                     bitsText(growth.measuredBits), bitsText(*least));
    return reason;
}

} // namespace

Result<BitGrowth> bitGrowth(const ConvArguments& arguments, Codes x, int measuredBits) {
    ASSIGN_OR_RETURN(const auto sizes, checkConvShape(arguments.shape));
    const auto channels = static_cast<std::size_t>(arguments.shape.outChannels);
    if (arguments.w.size() != static_cast<std::size_t>(sizes.weights) ||
        (arguments.wZero.size() != 1 && arguments.wZero.size() != channels) ||
        (!arguments.bias.empty() && arguments.bias.size() != channels))
        return badInput(say("bit growth: weights, zero points or biases do not fit the shape"));
    if (x.lowest > x.highest || x.highest - arguments.xZero > LargestDifference ||
        arguments.xZero - x.lowest > LargestDifference)
        return badInput(
            say("bit growth: input codes {1}..{2} with zero point {3}", x.lowest, x.highest, arguments.xZero));
    if (!checkedMul(LargestDifference * LargestDifference * 2, sizes.depth))
        return badInput(say("bit growth: {1} terms overflow 64 bits", sizes.depth));

    BitGrowth growth;
    growth.terms = sizes.depth;
    growth.measuredBits = measuredBits;
    Extent input{x.lowest - arguments.xZero, x.highest - arguments.xZero};
    input.hold({}); // padding is the zero point
    const bool inPairs = addsInPairs(arguments);
    const Extent codes{std::min(x.lowest, 0), std::max(x.highest, 0)}; // of any prefix of the terms
    Extent product, worst, sums, biases;
    for (std::size_t channel = 0; channel < channels; ++channel) {
        const std::int64_t zero = ofChannel(arguments.wZero, static_cast<std::int64_t>(channel));
        Extent sum, raw; // raw: of codes as they are
        for (const std::int16_t code : arguments.w.subspan(channel * static_cast<std::size_t>(sizes.depth),
                                                           static_cast<std::size_t>(sizes.depth))) {
            const Extent one = productOf(code - zero, input), ofCodes = productOf(code, codes);
            product.hold(inPairs ? ofCodes : one);
            sum.add(one);
            raw.add(ofCodes);
        }
        Extent reached = sum;
        if (inPairs) reached.hold(raw); // before the zero points are taken off
        sums.hold(reached);
        const std::int64_t bias = arguments.bias.empty() ? 0 : arguments.bias[channel];
        biases.hold({bias, bias});
        sum.add({bias, bias});
        reached.hold(sum);
        growth.channelBits.push_back(signedBits(reached.low, reached.high));
        worst.hold(reached);
    }
    growth.productBits = signedBits(product.low, product.high);
    growth.worstLow = worst.low;
    growth.worstHigh = worst.high;
    growth.worstBits = signedBits(worst.low, worst.high);
    growth.sumBits = signedBits(sums.low, sums.high);
    growth.biasBits = signedBits(biases.low, biases.high);
    growth.recommendedBits = *std::ranges::find_if(Widths, [&](int bits) { return bits >= growth.worstBits; });
    growth.reason = reasonFor(growth);
    return growth;
}

} // namespace edgewright::quant
