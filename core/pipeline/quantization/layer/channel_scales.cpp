// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/quantization/layer/channel_scales.h"

#include "core/pipeline/quantization/channel_widths.h"

#include <algorithm>

namespace edgewright::pipeline {

namespace {

// paramsFor() takes 1 for weights that are too small for a step: no width of theirs.
double scaleFor(quant::Range range, const quant::Scheme& scheme) {
    const double scale = static_cast<double>(quant::paramsFor(range, scheme).scale);
    const double reach =
        std::max(static_cast<double>(range.high), 0.0) - std::min(static_cast<double>(range.low), 0.0);
    return scale > reach ? 0 : scale;
}

} // namespace

std::optional<ChannelScales> channelScales(const StudiedLayer& layer) {
    const std::span<const float> weights = layer.weights();
    const quant::StudyOptions& options = layer.study->options;
    const auto count = static_cast<std::size_t>(layer.output->channels());
    const std::vector<quant::Params>& params = layer.study->weights;
    if (weights.empty() || (params.size() != 1 && params.size() != count)) return std::nullopt;
    ChannelScales made;
    made.perChannel = options.weights == quant::Granularity::PerChannel;
    made.codes = quant::codesOf(options.weightScheme);
    made.whole = scaleFor(quant::rangeOf(weights), options.weightScheme);
    const quant::Rounder rounder(options.rounding == quant::Rounding::Stochastic ? quant::Rounding::HalfEven
                                                                                 : options.rounding);
    std::vector<double> widths;
    for (std::size_t i = 0; i < count; ++i) {
        const auto channel = static_cast<std::int64_t>(i);
        ChannelScale& one = made.channels.emplace_back();
        one.range = quant::rangeOf(layer.weightsOf(channel));
        one.scale = scaleFor(one.range, options.weightScheme);
        const quant::Params& used = quant::ofChannel(params, channel);
        one.lowest = quant::quantize(one.range.low, used, made.codes, rounder);
        one.highest = quant::quantize(one.range.high, used, made.codes, rounder);
        if (one.scale > 0) widths.push_back(one.scale);
        if (one.scale > made.channels[made.widest].scale) made.widest = i;
    }
    made.median = medianOf(std::move(widths));
    return made;
}

} // namespace edgewright::pipeline
