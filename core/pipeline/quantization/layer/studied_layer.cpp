// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/quantization/layer/studied_layer.h"

#include "core/quant/layer/layer_codes.h"

#include <algorithm>
#include <cmath>
#include <utility>

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

namespace {

// As ComparedTensor lays out the output of a convolution.
ir::Dims pictureDims(const quant::ConvShape& shape) {
    const std::int64_t inputs = shape.inChannels / shape.groups;
    std::int64_t positions = 1;
    for (const std::int64_t extent : shape.kernel)
        positions *= extent;
    if (positions == 1) return {1, shape.outChannels, inputs};
    if (inputs > 1) return {1, shape.outChannels, inputs, positions};
    return {1, shape.outChannels, positions / shape.kernel.back(), shape.kernel.back()};
}

} // namespace

std::shared_ptr<const ComparedTensor> comparedWeights(const StudiedLayer& layer) {
    const std::span<const float> weights = layer.weights();
    if (weights.empty()) return nullptr;
    const quant::LayerOperands& operands = layer.onSample->reference.operands;
    const ir::Dims dims = pictureDims(operands.shape);
    std::int64_t elements = 1;
    for (const std::int64_t extent : dims)
        elements *= extent;
    if (elements != static_cast<std::int64_t>(weights.size())) return nullptr;
    const quant::LayerCodes codes = quant::weightCodes(operands, layer.study->options);
    const std::size_t each = weights.size() / static_cast<std::size_t>(operands.shape.outChannels);
    std::vector<float> dequantized(weights.size()), error(weights.size());
    auto study = std::make_shared<quant::LayerStudy>();
    for (std::size_t i = 0; i < weights.size(); ++i) {
        dequantized[i] =
            quant::dequantize(codes.w[i], quant::ofChannel(codes.weights, static_cast<std::int64_t>(i / each)));
        error[i] = dequantized[i] - weights[i];
        study->outputs.low = std::min({study->outputs.low, weights[i], dequantized[i]});
        study->outputs.high = std::max({study->outputs.high, weights[i], dequantized[i]});
        study->maxAbsError = std::max(study->maxAbsError, std::abs(static_cast<double>(error[i])));
    }
    study->name = layer.study->name;
    study->op = "Conv"; // of one image whose channels are the layer's output channels
    study->reference = ir::Tensor::of<float>(dims, std::vector<float>(weights.begin(), weights.end()));
    study->dequantized = ir::Tensor::of<float>(dims, dequantized);
    study->error = ir::Tensor::of<float>(dims, error);
    study->weights = codes.weights;
    study->output = codes.weights.front();
    for (const quant::Params& params : codes.weights)
        if (params.scale > study->output.scale) study->output = params;
    return ComparedTensor::make(std::move(study), ComparedTensor::Kind::Weights);
}

} // namespace edgewright::pipeline
