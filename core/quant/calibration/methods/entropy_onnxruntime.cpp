// SPDX-License-Identifier: GPL-3.0-or-later
// The entropy calibration of ONNX Runtime with its defaults: 128 bins from -t to t, where t is the largest
// magnitude, as many quantized levels, ranges of 2 * i bins around 0 for i from levels / 2 to bins / 2. With as
// many bins as levels that is one range, all of the bins, whatever its divergence: what was seen. O(1). Source:
// ONNX Runtime, quantization/calibrate.py, EntropyCalibrater and HistogramCollector.get_entropy_threshold.
#include "core/base/translatable.h"
#include "core/quant/calibration/range_method.h"

namespace edgewright::quant::entropy_onnxruntime_method {

namespace {

constexpr int Bins = 128, Levels = 128;
static_assert(Bins / 2 - Levels / 2 + 1 == 1, "more than one range is a search, which is not written here");

Range range(const TensorStatistics& statistics, const RangeOptions& options) {
    return aroundZero(statistics.histogram().seen(), options.symmetric);
}

} // namespace

extern const RangeMethod entry{
    "entropy_onnxruntime",
    TRANSLATABLE("Setting", "Kullback-Leibler divergence as in ONNX Runtime: 128 bins, 128 quantized levels, "
                            "of which the whole range is the only one that is tried: the same as min_max"),
    range, TRANSLATABLE("Setting", "entropy (ONNX Runtime, 128 bins)")};

} // namespace edgewright::quant::entropy_onnxruntime_method
