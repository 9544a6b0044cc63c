// SPDX-License-Identifier: GPL-3.0-or-later
// A histogram of values, counted as they pass by, in bounded memory.
#pragma once

#include "core/quant/arithmetic/params.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace edgewright::quant {

// Bin i holds the values x with floor(x / width) = firstIndex() + i. The width is a power of two, the least one
// with which the values seen need at most `MaxBins` bins, so at least half as many lie between the lowest and
// the highest. Where a later value lies outside, neighbours are merged, which loses no count: the histogram is
// a function of the values alone, whatever their order and however they were divided into batches.
class Histogram {
public:
    static constexpr std::int64_t MaxBins = 4096; // 32 KiB

    void add(std::span<const float> values);

    // The number of finite values; the others are in no bin.
    std::int64_t finite() const { return m_finite; }
    std::int64_t zeros() const { return m_zeros; } // exactly 0: they are in their bin, too
    std::int64_t nans() const { return m_nans; }
    std::int64_t infinities() const { return m_infinities; }
    Range seen() const { return m_finite > 0 ? Range{m_low, m_high} : Range{}; } // exact; need not hold 0

    std::span<const std::int64_t> counts() const { return m_counts; } // empty before the first finite value
    int exponent() const { return m_exponent; }                       // the width is 2^exponent
    std::int64_t firstIndex() const { return m_first; }
    double width() const;
    double edge(std::size_t bin) const; // the lower edge of a bin; of counts().size(): the end of the last

    friend bool operator==(const Histogram&, const Histogram&) = default;

private:
    void widen(float low, float high);

    std::vector<std::int64_t> m_counts;
    std::int64_t m_first = 0;
    int m_exponent = 0;
    std::int64_t m_finite = 0, m_zeros = 0, m_nans = 0, m_infinities = 0;
    float m_low = std::numeric_limits<float>::infinity(), m_high = -std::numeric_limits<float>::infinity();
};

} // namespace edgewright::quant
