// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/quantization/layer/compared_weights.h"

#include "core/quant/layer_codes.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace edgewright::pipeline {

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
