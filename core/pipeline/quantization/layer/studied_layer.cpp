// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/quantization/layer/studied_layer.h"

namespace edgewright::pipeline {

std::span<const float> StudiedLayer::weights() const {
    if (!onSample) return {};
    const quant::LayerOperands& operands = onSample->reference.operands;
    const std::span<const float> all = operands.weights;
    const std::int64_t channels = operands.shape.outChannels;
    const bool fits =
        channels == output->channels() && !all.empty() && all.size() % static_cast<std::size_t>(channels) == 0;
    return fits ? all : std::span<const float>();
}

std::span<const float> StudiedLayer::weightsOf(std::int64_t channel) const {
    const std::span<const float> all = weights();
    if (all.empty() || channel < 0 || channel >= output->channels()) return {};
    const std::size_t each = all.size() / static_cast<std::size_t>(output->channels());
    return all.subspan(static_cast<std::size_t>(channel) * each, each);
}

const quant::TensorStatistics* StudiedLayer::statistics(ValueId tensor) const {
    if (!onSample || !onSample->model || !onSample->model->calibration.statistics) return nullptr;
    const CalibrationStatistics& all = *onSample->model->calibration.statistics;
    const auto found = all.find(tensor);
    return found == all.end() || found->second.histogram().finite() == 0 ? nullptr : &found->second;
}

quant::RangeOptions StudiedLayer::rangeOptions() const {
    return pipeline::rangeOptions(quantizeOptions({.study = study->options}, quantization));
}

std::shared_ptr<const StudiedLayer> studiedLayer(const Analysis& now, const Settings& settings) {
    auto made = std::make_shared<StudiedLayer>();
    made->study = now.int8;
    made->output = ComparedTensor::make(now.int8);
    if (!made->output) return nullptr;
    made->quantization = settings.quantization;
    if (now.layerOnSample && now.layerOnSample->layer.product == now.int8->node)
        made->onSample = now.layerOnSample;
    return made;
}

} // namespace edgewright::pipeline
