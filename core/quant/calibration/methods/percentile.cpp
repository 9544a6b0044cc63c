// SPDX-License-Identifier: GPL-3.0-or-later
// The range that leaves out the outermost values: 100 - percentile per cent of them, half of that at each end,
// or all of it by magnitude where the range is symmetric. Within a bin, values are taken to be spread evenly.
// O(bins). Source: ONNX Runtime, quantization/calibrate.py, PercentileCalibrater, which has 2048 bins and no
// interpolation; McKinstry et al., "Discovering Low-Precision Networks Close to Full-Precision Networks for
// Efficient Embedded Inference", arXiv 1809.04191, section 3.
#include "core/base/translatable.h"
#include "core/quant/calibration/range_method.h"

#include <algorithm>
#include <cmath>

namespace edgewright::quant::percentile_method {

namespace {

// What `left` values lie beyond, counted from above where `upper`. `mass(i)`: of the bins from the outermost
// on, whose outer edge `edge(i)` is and whose inner one `edge(i + 1)`.
template <typename Mass, typename Edge>
double threshold(std::size_t bins, double left, Mass mass, Edge edge) {
    for (std::size_t i = 0; i < bins; ++i) {
        const double here = mass(i);
        if (here > left) return edge(i) + (edge(i + 1) - edge(i)) * (left / here);
        left -= here;
    }
    return edge(bins);
}

Range range(const TensorStatistics& statistics, const RangeOptions& options) {
    const Histogram& histogram = statistics.histogram();
    const auto counts = histogram.counts();
    const std::size_t bins = counts.size();
    const Range seen = histogram.seen();
    if (bins == 0) return {};
    const double outside =
        static_cast<double>(histogram.finite()) * (100 - std::clamp(options.percentile, 0.0, 100.0)) / 100;
    // The outermost bins end at the outermost values.
    const auto edge = [&](std::size_t bin) {
        return std::clamp(histogram.edge(bin), static_cast<double>(seen.low), static_cast<double>(seen.high));
    };
    const auto count = [&](std::size_t bin) { return static_cast<double>(counts[bin]); };
    if (!options.symmetric) {
        const double low = threshold(bins, outside / 2, count, edge);
        const double high = threshold(
            bins, outside / 2, [&](std::size_t i) { return count(bins - 1 - i); },
            [&](std::size_t i) { return edge(bins - i); });
        return aroundZero({static_cast<float>(std::min(low, high)), static_cast<float>(std::max(low, high))},
                          false);
    }
    // By magnitude: bins of either sign are as wide, and the mirror image of one is another.
    const std::int64_t first = histogram.firstIndex(), last = first + static_cast<std::int64_t>(bins) - 1;
    const std::int64_t nearest = first > 0 ? first : last < 0 ? -last - 1 : 0;
    const std::int64_t farthest = std::max(last, -first - 1);
    const auto at = [&](std::int64_t index) {
        return index < first || index > last ? 0.0 : count(static_cast<std::size_t>(index - first));
    };
    const double most =
        std::max(std::fabs(static_cast<double>(seen.low)), std::fabs(static_cast<double>(seen.high)));
    const double magnitude = threshold(
        static_cast<std::size_t>(farthest - nearest + 1), outside,
        [&](std::size_t i) {
            const std::int64_t index = farthest - static_cast<std::int64_t>(i);
            return at(index) + at(-index - 1);
        },
        [&](std::size_t i) {
            return std::min(std::ldexp(static_cast<double>(farthest + 1 - static_cast<std::int64_t>(i)),
                                       histogram.exponent()),
                            most);
        });
    return aroundZero({0, static_cast<float>(magnitude)}, true);
}

} // namespace

extern const RangeMethod entry{
    "percentile", TRANSLATABLE("Setting", "Without the outermost values, a share of all that is chosen"), range,
    TRANSLATABLE("Setting", "percentile")};

} // namespace edgewright::quant::percentile_method
