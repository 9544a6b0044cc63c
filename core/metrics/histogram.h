// SPDX-License-Identifier: GPL-3.0-or-later
// Values counted by the bounds that they are below, as histograms of Prometheus are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace edgewright::metrics {

struct Histogram {
    std::vector<double> bounds;        // ascending; a value that equals one is below it
    std::vector<std::uint64_t> counts; // for each bound of values above the one before; last: above all bounds
    double sum = 0;

    Histogram() : counts(1) {}
    explicit Histogram(std::span<const double> of)
        : bounds(of.begin(), of.end()), counts(bounds.size() + 1, 0) {}

    void add(double value, std::uint64_t times = 1); // one that is not finite is left out
    std::uint64_t count() const;
};

// Seconds from 100 µs to 100 s, six in a decade: a quantile that is read between two of them is at most 1.67
// times too large or too small.
std::span<const double> latencyBounds();
// 1, 2, 3, 4, 6, 8, 12, ... 1024
std::span<const double> batchBounds();

} // namespace edgewright::metrics
