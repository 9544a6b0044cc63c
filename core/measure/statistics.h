// SPDX-License-Identifier: GPL-3.0-or-later
// Statistics of samples of a time, without any assumption on their distribution.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace edgewright::measure {

struct Interval {
    double low = 0, high = 0;
};

// A quantile of `sorted` numbers, at least one; between two samples linearly (type 7 of Hyndman and Fan, 1996).
double quantile(std::span<const double> sorted, double share);

// The ranks l and n + 1 − l with the largest l for which 2·P(Bin(n, 1/2) < l) <= 1 − confidence: the interval
// holds the median of the distribution with at least that confidence, whatever it is (David and Nagaraja, Order
// Statistics, 7.1). Nothing where n is too small: 6 samples for 0.95, 11 for 0.999.
std::optional<Interval> medianInterval(std::span<const double> sorted, double confidence = 0.95);

struct Summary {
    std::size_t count = 0;
    double min = 0, median = 0, mean = 0, p95 = 0, p99 = 0, max = 0;
    std::optional<Interval> interval; // of the median, 95 %
    double spread = 0;                // (third − first quartile) / median

    // Half of the interval's width over the median; infinite without an interval.
    double uncertainty() const;
};
Summary summaryOf(std::span<const double> samples); // in any order

} // namespace edgewright::measure
