// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/int8/layer/facts/worst_outputs.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace edgewright::views {

namespace {

constexpr double MinContribution = 0.1; // of the largest; smaller ones are left out

bool canTrace(const StudiedLayer& layer) {
    if (!layer.onSample) return false;
    const quant::LayerOperands& operands = layer.onSample->reference.operands;
    return operands.x.hasData() &&
           (layer.study->options.outputRange || layer.onSample->reference.output.hasData()) &&
           operands.x.elements() + static_cast<std::int64_t>(operands.weights.size()) <= MaxTracedOperands;
}

std::vector<ErrorContribution> mainContributions(const StudiedLayer& layer, std::int64_t element,
                                                 const RunContext& run) {
    const auto trace = quant::traceValue(layer.onSample->reference, layer.study->options, element, run);
    if (!trace) return {};
    std::vector<ErrorContribution> found = errorContributions(*trace);
    const double error = trace->total(), scale = static_cast<double>(trace->output.scale);
    const auto size = [](const ErrorContribution& each) { return std::abs(each.value); };
    // One of the other sign makes the error smaller: it explains nothing of it.
    std::erase_if(found, [&](const ErrorContribution& each) { return each.value * error <= 0; });
    std::ranges::stable_sort(found, std::greater{}, size);
    const double least = found.empty() ? 0 : MinContribution * size(found.front());
    std::erase_if(found, [&](const ErrorContribution& each) { return size(each) < least; });
    for (ErrorContribution& each : found)
        each.value /= scale;
    return found;
}

} // namespace

std::vector<WorstOutput> worstOutputs(const StudiedLayer& layer, const std::vector<std::int64_t>& elements,
                                      const RunContext& run) {
    const bool traced = canTrace(layer);
    std::vector<WorstOutput> made;
    for (const std::int64_t element : elements) {
        if (run.stopped()) break;
        made.push_back({element, traced ? mainContributions(layer, element, {run.stop, nullptr})
                                        : std::vector<ErrorContribution>()});
    }
    return made;
}

} // namespace edgewright::views
