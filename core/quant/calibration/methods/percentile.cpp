// SPDX-License-Identifier: GPL-3.0-or-later
// The range that leaves out the outermost values, as ONNX Runtime's static quantizer chooses it: 2048 bins of one
// width, from -t to t where t is the largest magnitude, or of the magnitudes where the range is symmetric. An
// end is the lower edge of the first bin up to which the wanted share of the values lies: (100 - percentile) / 2
// per cent for the lower end, all but as many for the upper one; symmetric: `percentile` per cent. No end lies
// outside of what was seen. The values are those of the histogram, whose bins are finer: each counts where its
// middle lies, so an end may be one of the 2048 bins away from ONNX Runtime's.
// 100 per cent is the whole range; there ONNX Runtime cuts the upper end at the lower edge of the last bin.
// O(bins). Source: ONNX Runtime, quantization/calibrate.py, PercentileCalibrater with its defaults.
#include "core/quant/calibration/range_method.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace edgewright::quant::percentile_method {

namespace {

constexpr std::size_t Bins = 2048;

// Values in `Bins` bins from `low` to `high`.
struct Counts {
    double low, high; // low < high
    std::array<double, Bins> counts{};

    double edge(std::size_t bin) const {
        return low + (high - low) * static_cast<double>(bin) / static_cast<double>(Bins);
    }
    void add(double value, double count) {
        const double at = std::floor((value - low) / (high - low) * static_cast<double>(Bins));
        counts[static_cast<std::size_t>(std::clamp(at, 0.0, static_cast<double>(Bins - 1)))] += count;
    }
    // The first bin up to which `wanted` values lie.
    std::size_t reaching(double wanted) const {
        double sum = 0;
        for (std::size_t bin = 0; bin + 1 < Bins; ++bin)
            if ((sum += counts[bin]) >= wanted) return bin;
        return Bins - 1;
    }
};

Counts countsOf(const Histogram& histogram, double low, double high, bool areMagnitudes) {
    Counts made{low, high};
    const Range seen = histogram.seen();
    for (std::size_t bin = 0; bin < histogram.counts().size(); ++bin) {
        const double middle = std::clamp((histogram.edge(bin) + histogram.edge(bin + 1)) / 2,
                                         static_cast<double>(seen.low), static_cast<double>(seen.high));
        made.add(areMagnitudes ? std::fabs(middle) : middle, static_cast<double>(histogram.counts()[bin]));
    }
    return made;
}

Range range(const TensorStatistics& statistics, const RangeOptions& options) {
    const Histogram& histogram = statistics.histogram();
    const Range seen = histogram.seen();
    const double low = static_cast<double>(seen.low), high = static_cast<double>(seen.high);
    const double most = std::max(std::fabs(low), std::fabs(high));
    const double outside = (100 - std::clamp(options.percentile, 0.0, 100.0)) / 100;
    const double least = low > 0 ? low : high < 0 ? -high : 0; // of the magnitudes
    if (most == 0 || outside == 0 || (options.symmetric && least == most))
        return aroundZero(seen, options.symmetric);
    const auto values = static_cast<double>(histogram.finite());
    if (options.symmetric) {
        const Counts counts = countsOf(histogram, least, most, true);
        return aroundZero({0, static_cast<float>(counts.edge(counts.reaching((1 - outside) * values)))}, true);
    }
    const Counts counts = countsOf(histogram, -most, most, false);
    const double lower = counts.edge(counts.reaching(outside / 2 * values));
    const double upper = counts.edge(counts.reaching((1 - outside / 2) * values));
    return aroundZero({static_cast<float>(std::max(lower, low)), static_cast<float>(std::min(upper, high))},
                      false);
}

} // namespace

extern const RangeMethod entry{"percentile", "Without the outermost values, a share of all that is chosen, as ONNX "
                                             "Runtime does it: of 2048 bins",
                               range};

} // namespace edgewright::quant::percentile_method
