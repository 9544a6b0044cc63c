// SPDX-License-Identifier: GPL-3.0-or-later
// Batch normalization of one channel as a factor and an offset.
#pragma once

#include <cmath>

namespace edgewright::ops {

// factor * x + offset = scale * (x - mean) / sqrt(variance + epsilon) + shift. Ioffe and Szegedy, "Batch
// normalization", ICML 2015, with the statistics of inference.
struct ChannelAffine {
    double factor = 1, offset = 0;
};
inline ChannelAffine channelAffine(double scale, double shift, double mean, double variance, double epsilon) {
    const double factor = scale / std::sqrt(variance + epsilon);
    return {factor, shift - mean * factor};
}

} // namespace edgewright::ops
