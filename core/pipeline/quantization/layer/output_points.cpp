// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/quantization/layer/output_points.h"

#include <algorithm>
#include <cmath>

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

} // namespace edgewright::pipeline
