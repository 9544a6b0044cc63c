// SPDX-License-Identifier: GPL-3.0-or-later
// The width that the accumulator of a layer needs: what its products and sums can reach at worst, and what they
// reached.
#pragma once

#include "core/base/result.h"
#include "core/quant/arithmetic/conv_int8.h"

#include <cstdint>
#include <string>
#include <vector>

namespace edgewright::quant {

// Widths are those of two's complement numbers, sign included. The worst case takes, for each weight by its
// sign, the input code that adds most: with inputs from xLow to xHigh (zero point taken off),
//   high = sum over w > 0 of w * xHigh + sum over w < 0 of w * xLow,
//   low  = sum over w > 0 of w * xLow + sum over w < 0 of w * xHigh,
// and the bias on top. Codes hold the zero point, so that no partial sum in any order leaves low..high before
// the bias, nor what the bias adds to both. Where the kernel adds codes in pairs
// (Accumulation::SaturatingPairs), what their sums reach before zero points are taken off counts, too; that
// bounds them where weight zero points are 0. (Without the weights: 2^15 * terms, which bounds for all weights;
// e.g. Colbert et al., A2Q, ICCV 2023.)
struct BitGrowth {
    int productBits = 0;                      // of any one product
    std::int64_t terms = 0;                   // products of one output
    std::int64_t worstLow = 0, worstHigh = 0; // of all output channels; 0 is in it
    int worstBits = 0;                        // that hold both
    std::vector<int> channelBits;             // the same by output channel
    int measuredBits = 0;                     // that the partial sums of the inputs at hand needed
    int recommendedBits = 0;                  // 16, 24, 32, 48 or 64: the least that holds the worst case
    std::string reason;                       // for it, in words
    // The same without the bias, and of the bias codes alone: those are steps of input scale times weight
    // scale, so that a channel with a tiny scale has a long one whatever its products need.
    int sumBits = 0, biasBits = 0;

    bool isOfBias() const { return biasBits > sumBits; } // the bias decides worstBits
};

// The bit growth of a convolution that convInt8 accepts, with input codes within `x`; `measuredBits` is its
// accumulatorBitsNeeded. BadInput for a shape or counts that do not fit together, or sums that leave 64 bits.
Result<BitGrowth> bitGrowth(const ConvArguments& arguments, Codes x, int measuredBits);

} // namespace edgewright::quant
