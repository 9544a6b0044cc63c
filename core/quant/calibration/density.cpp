// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/calibration/density.h"

#include <algorithm>
#include <cmath>

namespace edgewright::quant {

namespace {

// `place` says where the index of a bin of the histogram goes.
template <typename Place>
Density densityOf(const Histogram& histogram, std::int64_t most, Place place) {
    Density density;
    if (histogram.finite() == histogram.zeros()) return density;
    const auto counts = histogram.counts();
    const std::int64_t from = histogram.firstIndex(), to = from + static_cast<std::int64_t>(counts.size()) - 1;
    int shift = 0;
    std::int64_t first = 0, last = 0;
    for (;; ++shift) {
        // Between 0 and the values there may be many empty bins. Bin -1 ends at 0, and bin 0 begins there.
        const std::int64_t a = place(from >> shift), b = place(to >> shift);
        first = std::min({std::int64_t(0), a, b});
        last = std::max({std::int64_t(-1), a, b});
        if (last - first < most) break;
    }
    density.width = std::ldexp(1.0, histogram.exponent() + shift);
    density.first = first;
    density.mass.assign(static_cast<std::size_t>(last - first + 1), 0.0);
    for (std::size_t i = 0; i < counts.size(); ++i) {
        const std::int64_t index = from + static_cast<std::int64_t>(i);
        const std::int64_t count = counts[i] - (index == 0 ? histogram.zeros() : 0);
        if (count > 0)
            density.mass[static_cast<std::size_t>(place(index >> shift) - first)] += static_cast<double>(count);
    }
    return density;
}

} // namespace

Density signedDensity(const Histogram& histogram, std::int64_t most) {
    return densityOf(histogram, most, [](std::int64_t index) { return index; });
}

Density magnitudeDensity(const Histogram& histogram, std::int64_t most) {
    // The mirror image of a bin is a bin, but for its edges.
    return densityOf(histogram, most, [](std::int64_t index) { return index < 0 ? -index - 1 : index; });
}

} // namespace edgewright::quant
