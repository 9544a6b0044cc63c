// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/quantization/layer/output_facts.h"

#include "core/quant/layer/value_trace.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace edgewright::pipeline {

namespace {

constexpr std::size_t ReachStretch = 1 << 16; // values between two looks at run.stopped()

} // namespace

CodeReach codeReach(const quant::Params& params, const quant::Scheme& activations) {
    const quant::Codes codes = quant::codesOf(activations.type);
    return {static_cast<double>(quant::dequantize(codes.lowest, params)),
            static_cast<double>(quant::dequantize(codes.highest, params)), static_cast<double>(params.scale)};
}

std::int64_t countBeyond(std::span<const float> values, const CodeReach& reach, const RunContext& run) {
    std::int64_t count = 0;
    for (std::size_t at = 0; at < values.size() && !run.stopped(); at += ReachStretch)
        count += std::ranges::count_if(values.subspan(at, std::min(ReachStretch, values.size() - at)),
                                       [&](float value) { return reach.isBeyond(static_cast<double>(value)); });
    return count;
}

namespace {

// Multiples of the golden ratio's fraction fall evenly into 0..1 (Weyl, 1916).
constexpr double GoldenFraction = 0.6180339887498949;

} // namespace

OutputPoints outputPoints(const ComparedTensor& tensor, const RunContext& run) {
    const quant::LayerStudy& study = tensor.study();
    OutputPoints made;
    made.reach = codeReach(study.output, study.options.activationScheme);
    made.outputs = study.reference.elements();
    made.clamped = countBeyond(study.reference.as<float>(), made.reach, run);
    const std::int64_t count = std::min(made.outputs, OutputPoints::MaxPoints);
    const double stretch =
        static_cast<double>(made.outputs) / static_cast<double>(std::max<std::int64_t>(count, 1));
    for (std::int64_t i = 0; i < count; ++i) {
        const double turn = static_cast<double>(i) * GoldenFraction;
        const double at =
            count < made.outputs ? static_cast<double>(i) + turn - std::floor(turn) : static_cast<double>(i);
        made.elements.push_back(std::min(static_cast<std::int64_t>(at * stretch), made.outputs - 1));
    }
    return made;
}

namespace {

constexpr double MinContribution = 0.1; // of the largest; smaller ones are left out

bool canTrace(const StudiedLayer& layer) {
    if (!layer.onSample) return false;
    const quant::LayerOperands& operands = layer.onSample->reference.operands;
    return operands.x.hasData() &&
           (layer.study->options.outputRange || layer.onSample->reference.output.hasData()) &&
           operands.x.elements() + static_cast<std::int64_t>(operands.weights.size()) <= MaxTracedOperands;
}

std::vector<WorstOutput::Contribution> mainContributions(const StudiedLayer& layer, std::int64_t element,
                                                         const RunContext& run) {
    const auto trace = quant::traceValue(layer.onSample->reference, layer.study->options, element, run);
    if (!trace) return {};
    const double step = static_cast<double>(trace->output.scale), total = trace->total();
    const auto values = trace->error.inOrder();
    std::vector<WorstOutput::Contribution> parts;
    for (std::size_t place = 0; place < values.size(); ++place)
        if (values[place] * total > 0) parts.push_back({place, values[place] / step});
    const auto size = [](const WorstOutput::Contribution& part) { return std::abs(part.steps); };
    std::ranges::stable_sort(parts, std::greater{}, size);
    const double least = parts.empty() ? 0 : MinContribution * size(parts.front());
    std::erase_if(parts, [&](const WorstOutput::Contribution& part) { return size(part) < least; });
    return parts;
}

} // namespace

std::vector<WorstOutput> worstOutputs(const StudiedLayer& layer, const std::vector<std::int64_t>& elements,
                                      const RunContext& run) {
    const bool traced = canTrace(layer);
    std::vector<WorstOutput> made;
    for (const std::int64_t element : elements) {
        if (run.stopped()) break;
        made.push_back({element, {}});
        if (traced) made.back().contributions = mainContributions(layer, element, {run.stop, nullptr});
    }
    return made;
}

} // namespace edgewright::pipeline
