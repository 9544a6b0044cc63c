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

Int8Sums::Int8Sums(Int8Accumulator accumulator, Int8Model described, std::vector<ValueId> tensors,
                   const ir::Graph& graph)
    : m_accumulator(accumulator), m_model(std::move(described)), m_tensors(std::move(tensors)),
      m_own(m_tensors.size()), m_accumulated(m_tensors.size()), m_change(graph, graph.outputs.size()),
      m_alone(m_tensors.size(), m_change) {}

void Int8Sums::addLayer(std::size_t layer, const quant::LayerStudy& study, const quant::IntegerOutput& output,
                        const ir::Tensor& wanted) {
    Int8Layer& told = m_model.layers[layer];
    told.macs = study.macs;
    told.accumulatorBitsNeeded = std::max(told.accumulatorBitsNeeded, output.accumulatorBitsNeeded);
    told.overflows += output.overflows;
    told.weightSqnrDb = study.weightSqnrDb;
    m_own[layer].setStep(static_cast<double>(study.output.scale));
    m_own[layer].add(output.dequantized, wanted);
}

void Int8Sums::addWhole(const LabelledFeeds& sample, const WholeRun& whole, const exec::RunResult& reference) {
    for (std::size_t i = 0; i < m_tensors.size(); ++i) {
        m_accumulated[i].add(whole.tensors.at(m_tensors[i]), reference.captured.at(m_tensors[i]));
        Int8Layer& told = m_model.layers[i];
        told.accumulatedBitsNeeded = std::max(told.accumulatedBitsNeeded, whole.sums[i].bitsNeeded);
        told.accumulatedOverflows += whole.sums[i].overflows;
    }
    m_change.add(sample.label, reference.outputs, whole.outputs);
    Int8Sample told;
    told.name = sample.name.empty() ? std::to_string(m_model.tops.size()) : sample.name;
    told.label = sample.label;
    told.fp32Top = topOf(reference.outputs, told.label.has_value());
    told.int8Top = topOf(whole.outputs, told.label.has_value());
    m_model.tops.push_back(std::move(told));
}

Int8Model Int8Sums::take() {
    for (std::size_t i = 0; i < m_tensors.size(); ++i) {
        Int8Layer& layer = m_model.layers[i];
        layer.sqnrDb = m_own[i].sqnrDb();
        layer.spread = m_own[i].spread();
        layer.cosine = m_own[i].cosine();
        layer.maxAbsError = m_own[i].maxAbsError();
        layer.meanAbsError = m_own[i].meanAbsError();
        layer.withinOneStep = m_own[i].withinOneStep();
        layer.accumulatedSqnrDb = m_accumulated[i].sqnrDb();
        const ModelChange alone = m_alone[i].change();
        layer.outputSqnrDb = alone.outputSqnrDb();
        layer.weakestOutput = alone.weakestName();
    }
    m_model.outputs = m_change.change().outputs;
    m_model.counts = countTops(m_model.tops);
    return std::move(m_model);
}

} // namespace edgewright::pipeline
