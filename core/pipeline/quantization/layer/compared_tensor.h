// SPDX-License-Identifier: GPL-3.0-or-later
// A tensor of a layer in float32, in integers, and the error between them, element by element.
#pragma once

#include "core/quant/layer/layer_study.h"

#include <cstdint>
#include <memory>
#include <span>

namespace edgewright::pipeline {

class ComparedTensor {
public:
    enum class Kind { Outputs, Weights };
    // Null when the study holds no float32 tensors of one shape.
    static std::shared_ptr<const ComparedTensor> make(std::shared_ptr<const quant::LayerStudy> study,
                                                      Kind kind = Kind::Outputs);

    const quant::LayerStudy& study() const { return *m_study; }
    Kind kind() const { return m_kind; }
    const ir::Dims& dims() const { return m_study->reference.dims(); }
    std::int64_t channels() const { return m_channels; }
    bool isConvolution() const { return m_convolution; } // channels are axis 1; otherwise the last axis
    std::int64_t channelOf(std::int64_t index) const { return index / m_positions % m_channels; }

    float reference(std::int64_t index) const { return m_reference[static_cast<std::size_t>(index)]; }
    float dequantized(std::int64_t index) const { return m_dequantized[static_cast<std::size_t>(index)]; }
    float error(std::int64_t index) const { return m_error[static_cast<std::size_t>(index)] * m_perUnit; }
    double largestError() const { return m_study->maxAbsError * static_cast<double>(m_perUnit); }
    // The same with errors in steps of the output's codes instead of its unit.
    std::shared_ptr<const ComparedTensor> inSteps() const;
    bool isInSteps() const { return m_isInSteps; }
    double low() const { return static_cast<double>(m_study->outputs.low); } // range of both outputs
    double high() const { return m_high; }

private:
    ComparedTensor() = default;

    std::shared_ptr<const quant::LayerStudy> m_study; // keeps the spans alive
    std::span<const float> m_reference, m_dequantized, m_error;
    std::int64_t m_channels = 1, m_positions = 1; // of an image of a convolution; else features are neighbours
    bool m_convolution = false, m_isInSteps = false;
    double m_high = 1;
    float m_perUnit = 1; // that errors are told in
    Kind m_kind = Kind::Outputs;
};

} // namespace edgewright::pipeline
