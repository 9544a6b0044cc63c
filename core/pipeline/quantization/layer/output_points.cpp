// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/quantization/layer/output_points.h"

#include <algorithm>
#include <cmath>

namespace edgewright::pipeline {

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
