// SPDX-License-Identifier: GPL-3.0-or-later
// From the lowest to the highest value seen: nothing is clipped, one outlier makes all steps coarser. O(1).
// Source: ONNX Runtime, quantization/calibrate.py, MinMaxCalibrater.
#include "core/base/translatable.h"
#include "core/quant/calibration/range_method.h"

namespace edgewright::quant::min_max_method {

namespace {

Range range(const TensorStatistics& statistics, const RangeOptions& options) {
    return aroundZero(statistics.histogram().seen(), options.symmetric);
}

} // namespace

extern const RangeMethod entry{"min_max", TRANSLATABLE("Setting", "From the lowest to the highest value"),
                               range, TRANSLATABLE("Setting", "min max")};

} // namespace edgewright::quant::min_max_method
