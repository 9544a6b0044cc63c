// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/quantization/simulation/int8_sums.h"

#include <algorithm>

namespace edgewright::pipeline {

Int8Sums::Int8Sums(Int8Accumulator accumulator, Int8Model described, std::vector<ValueId> tensors,
                   std::vector<std::string> outputs)
    : m_accumulator(accumulator), m_model(std::move(described)), m_tensors(std::move(tensors)),
      m_names(std::move(outputs)), m_own(m_tensors.size()), m_accumulated(m_tensors.size()),
      m_alone(m_tensors.size()), m_outputs(m_names.size()) {}

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
    for (std::size_t i = 0; i < m_outputs.size(); ++i)
        m_outputs[i].add(whole.outputs[i], reference.outputs[i]);
    Int8Sample told;
    told.name = sample.name.empty() ? std::to_string(m_model.tops.size()) : sample.name;
    told.label = sample.label;
    told.fp32Top = topOf(reference.outputs);
    told.int8Top = topOf(whole.outputs);
    m_model.tops.push_back(std::move(told));
}

Int8Model Int8Sums::take() {
    for (std::size_t i = 0; i < m_tensors.size(); ++i) {
        Int8Layer& layer = m_model.layers[i];
        layer.sqnrDb = m_own[i].sqnrDb();
        layer.cosine = m_own[i].cosine();
        layer.maxAbsError = m_own[i].maxAbsError();
        layer.meanAbsError = m_own[i].meanAbsError();
        layer.withinOneStep = m_own[i].withinOneStep();
        layer.accumulatedSqnrDb = m_accumulated[i].sqnrDb();
        layer.outputSqnrDb = m_alone[i].sqnrDb();
    }
    for (std::size_t i = 0; i < m_outputs.size(); ++i)
        m_model.outputs.push_back({m_names[i], m_outputs[i].sqnrDb(), m_outputs[i].maxAbsError()});
    m_model.counts = countTops(m_model.tops);
    return std::move(m_model);
}

} // namespace edgewright::pipeline
