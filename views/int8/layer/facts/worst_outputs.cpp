// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/int8/layer/facts/worst_outputs.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace edgewright::views {

namespace {

constexpr double MinPart = 0.1; // of the largest

bool canTrace(const StudiedLayer& layer) {
    if (!layer.onSample) return false;
    const quant::LayerOperands& operands = layer.onSample->reference.operands;
    return operands.x.hasData() &&
           (layer.study->options.outputRange || layer.onSample->reference.output.hasData()) &&
           operands.x.elements() + static_cast<std::int64_t>(operands.weights.size()) <= MaxTracedOperands;
}

std::vector<ErrorShare> tracedParts(const StudiedLayer& layer, std::int64_t element, const RunContext& run) {
    const auto trace = quant::traceValue(layer.onSample->reference, layer.study->options, element, run);
    if (!trace) return {};
    std::vector<ErrorShare> parts = errorShares(*trace);
    const double step = static_cast<double>(trace->output.scale), total = trace->total();
    std::erase_if(parts, [&](const ErrorShare& part) { return part.value * total <= 0; });
    std::ranges::stable_sort(parts, std::greater{},
                             [](const ErrorShare& part) { return std::abs(part.value); });
    const double least = parts.empty() ? 0 : MinPart * std::abs(parts.front().value);
    std::erase_if(parts, [&](const ErrorShare& part) { return std::abs(part.value) < least; });
    for (ErrorShare& part : parts)
        part.value /= step;
    return parts;
}

} // namespace

std::vector<WorstOutput> worstOutputs(const StudiedLayer& layer, const std::vector<std::int64_t>& elements,
                                      const RunContext& run) {
    const bool traced = canTrace(layer);
    std::vector<WorstOutput> made;
    for (const std::int64_t element : elements) {
        if (run.stopped()) break;
        made.push_back(
            {element, traced ? tracedParts(layer, element, {run.stop, nullptr}) : std::vector<ErrorShare>()});
    }
    return made;
}

} // namespace edgewright::views
