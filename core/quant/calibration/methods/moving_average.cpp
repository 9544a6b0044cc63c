// SPDX-License-Identifier: GPL-3.0-or-later
// Lowest and highest of each input, averaged with the weight TensorStatistics::Momentum for the newest: an
// outlier of a single input counts for little. Depends on the order of the inputs. O(1). Source: Jacob et al.,
// "Quantization and Training of Neural Networks for Efficient Integer-Arithmetic-Only Inference", arXiv
// 1712.05877, section 3.1; momentum and first value as in ONNX Runtime, MinMaxCalibrater with moving_average.
#include "core/base/translatable.h"
#include "core/quant/calibration/range_method.h"

namespace edgewright::quant::moving_average_method {

namespace {

Range range(const TensorStatistics& statistics, const RangeOptions& options) {
    return aroundZero(statistics.movingRange(), options.symmetric);
}

} // namespace

extern const RangeMethod entry{
    "moving_average", TRANSLATABLE("Setting", "Lowest and highest of each input, averaged over the inputs"),
    range, TRANSLATABLE("Setting", "moving average")};

} // namespace edgewright::quant::moving_average_method
