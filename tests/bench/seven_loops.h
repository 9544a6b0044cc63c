// SPDX-License-Identifier: GPL-3.0-or-later
// An integer convolution as its definition is written down, without a thought to speed.
#pragma once

#include <cstdint>
#include <vector>

namespace edgewright::bench {

// A convolution of one image [in, height, width], unsigned codes, with a square kernel, padding that keeps the
// extent at stride 1, and signed weights [out, in / group, kernel, kernel] without zero point. Codes of sums as
// QLinearConv says.
struct PlainConvolution {
    std::int64_t in = 1, out = 1, group = 1, kernel = 1, stride = 1, height = 1, width = 1;
    std::int32_t xZero = 0, yZero = 0;
    float scale = 1; // of sums

    std::int64_t outHeight() const { return (height - 1) / stride + 1; }
    std::int64_t outWidth() const { return (width - 1) / stride + 1; }
};

std::vector<std::uint8_t> convolvePlainly(const PlainConvolution& conv, const std::vector<std::uint8_t>& x,
                                          const std::vector<std::int8_t>& weights);

} // namespace edgewright::bench
