// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/quantization/layer/value_histogram.h"

#include <algorithm>
#include <cmath>

namespace edgewright::pipeline {

namespace {

constexpr double BinsPerRoot = 1.5; // of the number of values: fewer of them in more bins are noise
constexpr double MinBins = 16;

// Neighbours are merged until there are few enough bins.
void takeBins(ValueHistogram& made, const quant::Histogram& from) {
    const std::span<const std::int64_t> counts = from.counts();
    const auto most =
        static_cast<std::int64_t>(std::clamp(BinsPerRoot * std::sqrt(static_cast<double>(from.finite())),
                                             MinBins, static_cast<double>(ValueHistogram::MaxBins)));
    int shift = 0;
    const std::int64_t last = from.firstIndex() + static_cast<std::int64_t>(counts.size()) - 1;
    while ((last >> shift) - (from.firstIndex() >> shift) >= most)
        ++shift;
    made.width = from.width() * static_cast<double>(std::int64_t{1} << shift);
    made.first = from.firstIndex() >> shift;
    made.counts.assign(static_cast<std::size_t>((last >> shift) - made.first + 1), 0);
    for (std::size_t i = 0; i < counts.size(); ++i) {
        const std::int64_t index = (from.firstIndex() + static_cast<std::int64_t>(i)) >> shift;
        made.counts[static_cast<std::size_t>(index - made.first)] += counts[i];
    }
    made.values = from.finite();
    made.zeros = from.zeros();
    made.seen = from.seen();
}

void countOutside(ValueHistogram& made, const quant::Histogram& from) {
    const double low = static_cast<double>(made.range.low), high = static_cast<double>(made.range.high);
    double below = 0, above = 0;
    for (std::size_t i = 0; i < from.counts().size(); ++i) {
        // No value lies in the parts of the outer bins that nothing was seen of.
        const double begin = std::max(from.edge(i), static_cast<double>(from.seen().low));
        const double end = std::min(from.edge(i + 1), static_cast<double>(from.seen().high));
        const auto count = static_cast<double>(from.counts()[i]);
        if (end <= begin) { // one number
            below += begin < low ? count : 0;
            above += begin > high ? count : 0;
            continue;
        }
        below += count * std::clamp((low - begin) / (end - begin), 0.0, 1.0);
        above += count * std::clamp((end - high) / (end - begin), 0.0, 1.0);
    }
    made.below = below / static_cast<double>(made.values);
    made.above = above / static_cast<double>(made.values);
}

void takeMethods(ValueHistogram& made, const quant::TensorStatistics& statistics, const StudiedLayer& layer) {
    const quant::RangeOptions options = layer.rangeOptions();
    for (const quant::RangeMethod* method : quant::rangeMethods()) {
        const quant::Range range = method->range(statistics, options);
        made.methods.push_back({std::string(method->name), range,
                                method->name == layer.quantization.method && range == made.range});
    }
}

ValueHistogram binned(ValueHistogram made, const quant::Histogram& from) {
    takeBins(made, from);
    countOutside(made, from);
    return made;
}

std::optional<ValueHistogram> ofActivations(const StudiedLayer& layer, LayerTensor tensor) {
    const quant::LayerStudy& study = *layer.study;
    const bool isInput = tensor == LayerTensor::Input;
    const ir::Tensor& here = isInput ? study.source : study.reference;
    const auto& chosen = isInput ? study.options.inputRange : study.options.outputRange;
    const quant::TensorStatistics* calibrated = nullptr;
    if (layer.onSample)
        calibrated = layer.statistics(isInput ? layer.onSample->layer.input : layer.onSample->layer.output);
    quant::TensorStatistics own;
    if (!calibrated || !chosen) {
        if (!here.hasData() || here.dtype() != ir::DataType::Float32) return std::nullopt;
        own.add(here.as<float>());
    }
    const quant::TensorStatistics& counted = calibrated ? *calibrated : own;
    if (counted.histogram().finite() == 0) return std::nullopt;
    ValueHistogram made;
    made.tensor = tensor;
    made.samples = calibrated ? static_cast<std::size_t>(calibrated->batches()) : 0;
    made.range = chosen ? *chosen : own.histogram().seen();
    made.params = isInput ? study.input : study.output;
    made.codes = quant::codesOf(study.options.activationScheme.type);
    if (calibrated) takeMethods(made, *calibrated, layer);
    return binned(std::move(made), counted.histogram());
}

std::optional<ValueHistogram> ofWeights(const StudiedLayer& layer, std::optional<std::int64_t> channel) {
    const std::span<const float> weights = channel ? layer.weightsOf(*channel) : layer.weights();
    const quant::LayerStudy& study = *layer.study;
    quant::Histogram histogram;
    histogram.add(weights);
    const std::vector<quant::Params>& params = study.weights;
    const bool whole = params.size() == 1;
    if (histogram.finite() == 0 ||
        !(whole || params.size() == static_cast<std::size_t>(layer.output->channels())))
        return std::nullopt;
    ValueHistogram made;
    made.tensor = LayerTensor::Weights;
    made.channel = channel;
    made.range = quant::aroundZero(whole ? quant::rangeOf(layer.weights()) : histogram.seen(),
                                   study.options.weightScheme.symmetric);
    if (whole || channel) made.params = quant::ofChannel(params, channel.value_or(0));
    made.codes = quant::codesOf(study.options.weightScheme);
    return binned(std::move(made), histogram);
}

} // namespace

std::optional<ValueHistogram> valueHistogram(const StudiedLayer& layer, LayerTensor tensor,
                                             std::optional<std::int64_t> channel) {
    return tensor == LayerTensor::Weights ? ofWeights(layer, channel) : ofActivations(layer, tensor);
}

} // namespace edgewright::pipeline
