// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/calibration/histogram.h"

#include <algorithm>
#include <cmath>

namespace edgewright::quant {

namespace {

constexpr int MinExponent = -149; // of a float's last bit
constexpr int MaxIndexBits = 40;  // where all values are nearly the same, their bins still have small numbers

// Both factors are exact: width and value have few bits.
std::int64_t indexOf(float value, double perWidth) {
    return static_cast<std::int64_t>(std::floor(static_cast<double>(value) * perWidth));
}

int exponentFor(float low, float high) {
    const double most = std::max(std::fabs(static_cast<double>(low)), std::fabs(static_cast<double>(high)));
    if (most == 0) return MinExponent;
    int exponent = std::max(MinExponent, std::ilogb(most) - MaxIndexBits);
    // With half that width, more than 2 * MaxBins - 1 bins would be needed.
    const double span = static_cast<double>(high) - static_cast<double>(low);
    if (span > 0) exponent = std::max(exponent, std::ilogb(span) - 12);
    const auto bins = [&] {
        const double perWidth = std::ldexp(1.0, -exponent);
        return indexOf(high, perWidth) - indexOf(low, perWidth) + 1;
    };
    static_assert(Histogram::MaxBins == 1 << 12);
    while (bins() > Histogram::MaxBins)
        ++exponent;
    return exponent;
}

} // namespace

double Histogram::width() const { return std::ldexp(1.0, m_exponent); }

double Histogram::edge(std::size_t bin) const {
    return std::ldexp(static_cast<double>(m_first + static_cast<std::int64_t>(bin)), m_exponent);
}

void Histogram::widen(float low, float high) {
    const float lowest = std::min(m_low, low), highest = std::max(m_high, high);
    if (lowest == m_low && highest == m_high) return;
    const int exponent = exponentFor(lowest, highest);
    const double perWidth = std::ldexp(1.0, -exponent);
    const std::int64_t first = indexOf(lowest, perWidth);
    std::vector<std::int64_t> counts(static_cast<std::size_t>(indexOf(highest, perWidth) - first + 1), 0);
    // Shifting rounds down, as dividing the index by two again and again would.
    const int shift = std::clamp(exponent - m_exponent, 0, 63);
    for (std::size_t i = 0; i < m_counts.size(); ++i) {
        const std::int64_t index = (m_first + static_cast<std::int64_t>(i)) >> shift;
        counts[static_cast<std::size_t>(index - first)] += m_counts[i];
    }
    m_counts = std::move(counts);
    m_first = first;
    m_exponent = exponent;
    m_low = lowest;
    m_high = highest;
}

void Histogram::add(std::span<const float> values) {
    float low = std::numeric_limits<float>::infinity(), high = -std::numeric_limits<float>::infinity();
    std::int64_t finite = 0;
    for (const float value : values) {
        if (!std::isfinite(value)) {
            ++(std::isnan(value) ? m_nans : m_infinities);
            continue;
        }
        ++finite;
        low = std::min(low, value);
        high = std::max(high, value);
    }
    if (finite == 0) return;
    // Of the two zeros, the range has the one without a sign, whichever came first.
    widen(low + 0.0f, high + 0.0f);
    m_finite += finite;
    const double perWidth = std::ldexp(1.0, -m_exponent);
    for (const float value : values) {
        if (!std::isfinite(value)) continue;
        m_zeros += value == 0;
        ++m_counts[static_cast<std::size_t>(indexOf(value, perWidth) - m_first)];
    }
}

} // namespace edgewright::quant
