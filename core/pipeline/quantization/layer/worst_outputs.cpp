// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/quantization/layer/worst_outputs.h"

#include "core/quant/layer/value_trace.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace edgewright::pipeline {

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
