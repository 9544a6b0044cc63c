// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/quantization/simulation/simulated_layer.h"

#include "core/base/propagate.h"

#include <algorithm>
#include <cmath>

namespace edgewright::pipeline {

namespace {

// A bound as the nearest code has it; infinity stays.
float codedBound(double bound, float scale) {
    if (!std::isfinite(bound)) return static_cast<float>(bound);
    return static_cast<float>(std::nearbyint(bound / static_cast<double>(scale))) * scale;
}

void clamp(ir::Tensor& tensor, float low, float high) {
    for (float& value : tensor.as<float>())
        value = std::clamp(value, low, high);
}

Result<void> widen(std::optional<quant::Range>& range, const ir::Tensor& tensor) {
    ASSIGN_OR_RETURN(const auto floats, ir::toFloat32(tensor));
    const quant::Range seen = quant::rangeOf(floats.as<float>());
    range = range ? quant::Range{std::min(range->low, seen.low), std::max(range->high, seen.high)} : seen;
    return {};
}

} // namespace

Result<void> SimulatedLayer::calibrate(const ir::Tensor& input, const ir::Tensor& output) {
    RETURN_IF_ERROR(widen(m_input, input));
    return widen(m_output, output);
}

quant::StudyOptions SimulatedLayer::optionsFor(Int8Accumulator accumulator) const {
    quant::StudyOptions options = m_study;
    options.accumulatorBits = accumulator.bits;
    options.overflow = accumulator.overflow;
    options.inputRange = m_input;
    options.outputRange = m_output;
    return options;
}

// What is behind the product, in integers at the codes of its bounds.
void SimulatedLayer::clampCoded(ir::Tensor& dequantized) const {
    if (!m_place.hasActivation() || !m_output) return;
    const float scale = quant::paramsFor(*m_output, m_study.activationScheme).scale;
    clamp(dequantized, codedBound(m_place.bounds.low, scale), codedBound(m_place.bounds.high, scale));
}

Result<quant::LayerReference> SimulatedLayer::reference(const ir::Tensor& input, const RunContext& run) const {
    return quant::layerReference(*m_graph, m_place.product, input, run);
}

Result<quant::LayerStudy> SimulatedLayer::study(quant::LayerReference& reference, Int8Accumulator accumulator,
                                                const RunContext& run) const {
    ASSIGN_OR_RETURN(auto studied, quant::studyLayer(reference, optionsFor(accumulator), run));
    if (m_place.hasActivation())
        clamp(reference.output, static_cast<float>(m_place.bounds.low),
              static_cast<float>(m_place.bounds.high));
    clampCoded(studied.dequantized);
    return studied;
}

Result<quant::IntegerOutput> SimulatedLayer::inIntegers(const quant::LayerReference& reference,
                                                        Int8Accumulator accumulator,
                                                        const RunContext& run) const {
    ASSIGN_OR_RETURN(auto output, quant::integerOutput(reference, optionsFor(accumulator), run));
    clampCoded(output.dequantized);
    return output;
}

Result<quant::IntegerOutput> SimulatedLayer::inIntegers(const ir::Tensor& input, Int8Accumulator accumulator,
                                                        const RunContext& run) const {
    ASSIGN_OR_RETURN(auto output,
                     quant::integerOutput(*m_graph, m_place.product, input, optionsFor(accumulator), run));
    clampCoded(output.dequantized);
    return output;
}

} // namespace edgewright::pipeline
