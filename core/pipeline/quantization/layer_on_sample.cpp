// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/quantization/layer_on_sample.h"

#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/exec/executor.h"

#include <algorithm>
#include <utility>

namespace edgewright::pipeline {

namespace {

// Empty for a tensor that no quantized operator reads or writes.
std::optional<quant::Range> calibratedRange(const Calibration& calibration, ValueId tensor,
                                            const QuantizeOptions& options) {
    const auto known = calibration.statistics->find(tensor);
    const quant::RangeMethod* method = quant::findRangeMethod(options.method);
    if (known == calibration.statistics->end() || !method || known->second.histogram().finite() == 0)
        return std::nullopt;
    return method->range(known->second, rangeOptions(options));
}

} // namespace

Result<std::shared_ptr<const LayerOnSample>> layerOnSample(std::shared_ptr<const Calibrated> model, NodeId node,
                                                           std::size_t sample, const RunContext& run) {
    const Typed& folded = *model->calibration.folded;
    const ir::Graph& graph = *folded.graph;
    std::vector<ProductLayer> layers = productLayers(folded, true);
    const auto found = std::ranges::find_if(layers, [node](const ProductLayer& layer) {
        return std::ranges::find(layer.origins, node) != layer.origins.end();
    });
    if (found == layers.end()) return badInput(say("this node is no Conv or Gemm with constant weights"));
    auto made = std::make_shared<LayerOnSample>();
    made->layer = std::move(*found);
    const std::size_t index = std::min(sample, model->samples->count() - 1);
    made->sample = model->samples->name(index);
    const ValueId input = made->layer.input;
    const RunContext quiet{run.stop, nullptr};
    ASSIGN_OR_RETURN(const auto feeds, model->samples->feeds(index, quiet));
    exec::RunOptions options;
    options.capture = {input};
    ASSIGN_OR_RETURN(auto executed, exec::run(graph, folded.opened->model->opsets, feeds, options, run));
    const auto captured = executed.captured.find(input);
    if (captured == executed.captured.end())
        return internalError("the input of '" + graph.node(made->layer.product).label() + "' was not captured");
    made->input = captured->second;
    ASSIGN_OR_RETURN(made->reference, quant::layerReference(graph, made->layer.product, made->input, quiet));
    made->model = std::move(model);
    return std::shared_ptr<const LayerOnSample>(std::move(made));
}

quant::StudyOptions studyOptions(const LayerOnSample& layer, const Int8Options& int8,
                                 const QuantizationSettings& quantization) {
    const Calibration& calibration = layer.model->calibration;
    const QuantizeOptions choosing = quantizeOptions(int8, quantization);
    quant::StudyOptions options = int8.study;
    if (!options.inputRange) options.inputRange = calibratedRange(calibration, layer.layer.input, choosing);
    if (!options.outputRange) options.outputRange = calibratedRange(calibration, layer.layer.output, choosing);
    if (layer.layer.hasActivation())
        options.limits = quant::Range{static_cast<float>(layer.layer.bounds.low),
                                      static_cast<float>(layer.layer.bounds.high)};
    return options;
}

Result<std::shared_ptr<const quant::LayerStudy>> studyLayer(const LayerOnSample& layer, const Int8Options& int8,
                                                            const QuantizationSettings& quantization,
                                                            const RunContext& run) {
    ASSIGN_OR_RETURN(auto study,
                     quant::studyLayer(layer.reference, studyOptions(layer, int8, quantization), run));
    study.source = layer.input;
    study.sample = layer.sample;
    return std::make_shared<const quant::LayerStudy>(std::move(study));
}

} // namespace edgewright::pipeline
