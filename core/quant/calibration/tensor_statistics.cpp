// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/calibration/tensor_statistics.h"

namespace edgewright::quant {

void TensorStatistics::add(std::span<const float> batch) {
    const std::int64_t known = m_histogram.finite();
    m_histogram.add(batch);
    m_elements += static_cast<std::int64_t>(batch.size());
    ++m_batches;
    if (m_histogram.finite() == known) return;
    const Range range = rangeOf(batch);
    const double share = known == 0 ? 1.0 : Momentum;
    m_low += share * (static_cast<double>(range.low) - m_low);
    m_high += share * (static_cast<double>(range.high) - m_high);
}

} // namespace edgewright::quant
