// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/seven_loops.h"

#include <algorithm>
#include <cmath>

namespace edgewright::bench {

std::vector<std::uint8_t> convolvePlainly(const PlainConvolution& c, const std::vector<std::uint8_t>& x,
                                          const std::vector<std::int8_t>& weights) {
    const std::int64_t channels = c.in / c.group, perGroup = c.out / c.group, pad = (c.kernel - 1) / 2;
    std::vector<std::uint8_t> y(static_cast<std::size_t>(c.out * c.outHeight() * c.outWidth()));
    const std::uint8_t* const from = x.data();
    const std::int8_t* const filter = weights.data();
    std::uint8_t* to = y.data();
    for (std::int64_t group = 0; group < c.group; ++group)
        for (std::int64_t each = 0; each < perGroup; ++each)
            for (std::int64_t row = 0; row < c.outHeight(); ++row)
                for (std::int64_t column = 0; column < c.outWidth(); ++column) {
                    std::int32_t sum = 0;
                    for (std::int64_t channel = 0; channel < channels; ++channel)
                        for (std::int64_t i = 0; i < c.kernel; ++i)
                            for (std::int64_t j = 0; j < c.kernel; ++j) {
                                const std::int64_t h = row * c.stride + i - pad,
                                                   w = column * c.stride + j - pad;
                                if (h < 0 || h >= c.height || w < 0 || w >= c.width) continue;
                                const std::int64_t plane = group * channels + channel;
                                const std::int64_t filterPlane = (group * perGroup + each) * channels + channel;
                                sum += (from[(plane * c.height + h) * c.width + w] - c.xZero) *
                                       filter[(filterPlane * c.kernel + i) * c.kernel + j];
                            }
                    const float value =
                        std::clamp(static_cast<float>(sum) * c.scale, static_cast<float>(-c.yZero),
                                   static_cast<float>(255 - c.yZero));
                    *to++ =
                        static_cast<std::uint8_t>(static_cast<std::int32_t>(std::nearbyint(value)) + c.yZero);
                }
    return y;
}

} // namespace edgewright::bench
