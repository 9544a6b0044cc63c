// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/quantization/layer/code_reach.h"

#include <algorithm>

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

} // namespace edgewright::pipeline
