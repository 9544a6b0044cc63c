// SPDX-License-Identifier: GPL-3.0-or-later
// One layer of a calibrated model on one sample: what it computes in float32, for one study in integers after
// the other.
#pragma once

#include "core/pipeline/quantization/calibrated.h"
#include "core/pipeline/quantization/folded_model.h"
#include "core/quant/layer/layer_study.h"

#include <memory>
#include <string>

namespace edgewright::pipeline {

struct LayerOnSample {
    std::shared_ptr<const Calibrated> model;
    ProductLayer layer; // of the folded graph
    quant::LayerReference reference;
    ir::Tensor input;   // of the layer
    std::string sample; // "test.npy[0]"
};

// `node`: of the graph that was given, any one that the layer stands for. `sample`: of Calibrated::samples; the
// last one where there are fewer. BadInput where no layer stands for the node; errors of the run and of
// quant::layerReference.
Result<std::shared_ptr<const LayerOnSample>> layerOnSample(std::shared_ptr<const Calibrated> model, NodeId node,
                                                           std::size_t sample, const RunContext& run = {});

// The options of that study: with the calibrated ranges, unless `int8` has others, and the limits of the
// layer's activation. Of `quantization` what chooses ranges.
quant::StudyOptions studyOptions(const LayerOnSample& layer, const Int8Options& int8,
                                 const QuantizationSettings& quantization);
// Errors: of quant::studyLayer.
Result<std::shared_ptr<const quant::LayerStudy>> studyLayer(const LayerOnSample& layer, const Int8Options& int8,
                                                            const QuantizationSettings& quantization,
                                                            const RunContext& run = {});

} // namespace edgewright::pipeline
