// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/quantization/layer/channel_facts.h"

#include "core/pipeline/quantization/channel_widths.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <utility>

namespace edgewright::pipeline {

namespace {

constexpr std::int64_t ErrorStretch = 1 << 16;              // elements between two looks at run.stopped()
constexpr double TimesTheMean = 2;                          // times the mean share
constexpr double WorthTheName = 0.2, MajorityOfError = 0.5; // of the squared error

} // namespace

ChannelErrors channelErrors(const ComparedTensor& tensor, const RunContext& run) {
    ChannelErrors found;
    const std::int64_t count = tensor.study().error.elements();
    found.shares.assign(static_cast<std::size_t>(tensor.channels()), 0.0);
    using Found = std::pair<float, std::int64_t>; // its size negated, its place: the worst is the least
    std::vector<Found> worst;
    for (std::int64_t i = 0; i < count; ++i) {
        if (i % ErrorStretch == 0 && run.stopped()) return found;
        const float error = tensor.error(i);
        found.shares[static_cast<std::size_t>(tensor.channelOf(i))] +=
            static_cast<double>(error) * static_cast<double>(error);
        const Found here{-std::fabs(error), i};
        if (error == 0 || (worst.size() == MaxWorstElements && !(here < worst.back()))) continue;
        worst.insert(std::ranges::upper_bound(worst, here), here);
        if (worst.size() > MaxWorstElements) worst.pop_back();
    }
    for (const auto& [size, element] : worst)
        found.worst.push_back(element);
    if (const double all = std::accumulate(found.shares.begin(), found.shares.end(), 0.0); all > 0)
        for (double& share : found.shares)
            share /= all;
    found.order.resize(found.shares.size());
    std::iota(found.order.begin(), found.order.end(), 0);
    std::ranges::stable_sort(found.order, std::greater{}, [&](std::int64_t channel) {
        return found.shares[static_cast<std::size_t>(channel)];
    });
    return found;
}

Concentration concentration(const ChannelErrors& errors) {
    Concentration named;
    const double mean = 1.0 / static_cast<double>(std::max<std::size_t>(errors.shares.size(), 1));
    for (const std::int64_t channel : errors.order) {
        const double share = errors.shares[static_cast<std::size_t>(channel)];
        if (named.channels.size() == MaxNamedChannels || named.share >= MajorityOfError ||
            share < TimesTheMean * mean)
            break;
        named.channels.push_back(channel);
        named.share += share;
    }
    return named.share >= WorthTheName ? named : Concentration();
}

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
