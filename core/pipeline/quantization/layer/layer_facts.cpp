// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/quantization/layer/layer_facts.h"

#include "core/pipeline/quantization/layer/studied_layer.h"
#include <utility>

namespace edgewright::pipeline {

namespace {

double clampedInputs(const quant::LayerStudy& study, const RunContext& run) {
    const ir::Tensor& source = study.source;
    if (source.dtype() != ir::DataType::Float32 || !source.hasData() || source.elements() < 1) return 0;
    const CodeReach reach = codeReach(study.input, study.options.activationScheme);
    return static_cast<double>(countBeyond(source.as<float>(), reach, run)) /
           static_cast<double>(source.elements());
}

} // namespace

Result<std::shared_ptr<const LayerFacts>> layerFacts(std::shared_ptr<const StudiedLayer> layer,
                                                     const RunContext& run) {
    auto made = std::make_shared<LayerFacts>();
    made->errors = channelErrors(*layer->output, run);
    made->points = outputPoints(*layer->output, run);
    made->clampedInputs = clampedInputs(*layer->study, run);
    made->scales = channelScales(*layer);
    made->weights = comparedWeights(*layer);
    for (const LayerTensor tensor : AllLayerTensors) {
        if (run.stopped()) return cancelled();
        made->histograms[static_cast<std::size_t>(tensor)] = valueHistogram(*layer, tensor);
    }
    made->worst = worstOutputs(*layer, made->errors.worst, run);
    if (run.stopped()) return cancelled();
    made->layer = std::move(layer);
    return std::shared_ptr<const LayerFacts>(std::move(made));
}

} // namespace edgewright::pipeline
