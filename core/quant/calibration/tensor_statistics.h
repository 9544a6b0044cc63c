// SPDX-License-Identifier: GPL-3.0-or-later
// Statistics of one tensor over a set of inputs.
#pragma once

#include "core/quant/calibration/histogram.h"

#include <cstdint>
#include <span>

namespace edgewright::quant {

class TensorStatistics {
public:
    // Share of a new batch in the moving range: ONNX Runtime's averaging constant (calibrate.py).
    static constexpr double Momentum = 0.01;

    void add(std::span<const float> batch); // what the tensor holds for one input

    const Histogram& histogram() const { return m_histogram; }
    std::int64_t elements() const { return m_elements; } // those that are not finite included
    std::int64_t batches() const { return m_batches; }
    // Lowest and highest of a batch, averaged: that of the first one, then moved by Momentum towards each
    // further one. Batches without a finite value leave it as it is.
    Range movingRange() const { return {static_cast<float>(m_low), static_cast<float>(m_high)}; }

private:
    Histogram m_histogram;
    std::int64_t m_elements = 0, m_batches = 0;
    double m_low = 0, m_high = 0;
};

} // namespace edgewright::quant
