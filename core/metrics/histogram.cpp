// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/histogram.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace edgewright::metrics {

namespace {

constexpr std::array LatencyBounds{1e-4, 1.5e-4, 2e-4, 3e-4, 5e-4, 7e-4, //
                                   1e-3, 1.5e-3, 2e-3, 3e-3, 5e-3, 7e-3, //
                                   1e-2, 1.5e-2, 2e-2, 3e-2, 5e-2, 7e-2, //
                                   1e-1, 1.5e-1, 2e-1, 3e-1, 5e-1, 7e-1, //
                                   1.0,  1.5,    2.0,  3.0,  5.0,  7.0,  //
                                   10.0, 15.0,   20.0, 30.0, 50.0, 70.0, 100.0};
constexpr std::array BatchBounds{1.0,  2.0,  3.0,  4.0,   6.0,   8.0,   12.0,  16.0,  24.0,  32.0,
                                 48.0, 64.0, 96.0, 128.0, 192.0, 256.0, 384.0, 512.0, 768.0, 1024.0};

} // namespace

void Histogram::add(double value, std::uint64_t times) {
    if (!std::isfinite(value)) return;
    counts[static_cast<std::size_t>(std::ranges::lower_bound(bounds, value) - bounds.begin())] += times;
    sum += value * static_cast<double>(times);
}

std::uint64_t Histogram::count() const {
    return std::accumulate(counts.begin(), counts.end(), std::uint64_t(0));
}

std::span<const double> latencyBounds() { return LatencyBounds; }
std::span<const double> batchBounds() { return BatchBounds; }

} // namespace edgewright::metrics
