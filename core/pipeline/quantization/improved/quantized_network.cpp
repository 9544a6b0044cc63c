// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/quantization/improved/quantized_network.h"

#include "core/base/propagate.h"
#include "core/pipeline/quantization/improved/quantized_model.h"

#include <utility>

namespace edgewright::pipeline {

std::vector<NodeId> QuantizedNetwork::originsOf(const ir::Node& node) const {
    std::vector<NodeId> origins = ir::originsOf(node);
    // What is not of the model has ids above all of it.
    std::erase_if(origins, [this](NodeId each) { return !model->graph->contains(each); });
    return origins;
}

Result<std::shared_ptr<const QuantizedNetwork>> quantizedNetwork(std::shared_ptr<const Typed> typed,
                                                                 const Int8Options& int8,
                                                                 const QuantizationSettings& quantization,
                                                                 const RunContext& run) {
    ASSIGN_OR_RETURN(const auto calibrated, calibratedModel(typed, int8, quantization, run));
    const RunContext quiet{run.stop, nullptr};
    ASSIGN_OR_RETURN(const Improved improved,
                     quantizeImproved(*typed, calibrated->calibration, *calibrated->inputs,
                                      *calibrated->samples, improveOptions(int8, quantization), quiet));
    const Quantized& made = improved.quantized;
    auto network = std::make_shared<QuantizedNetwork>();
    ASSIGN_OR_RETURN(network->history, fuse(*made.typed, {}, quiet));
    network->model = std::move(typed);
    network->source = calibrated->source.name;
    network->samples = made.samples;
    network->isRandom = calibrated->source.isRandom();
    return std::shared_ptr<const QuantizedNetwork>(std::move(network));
}

} // namespace edgewright::pipeline
