// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/quantization/improved/quantized_model.h"

#include "core/base/propagate.h"

#include <utility>

namespace edgewright::pipeline {

ImproveOptions improveOptions(const Int8Options& int8, const QuantizationSettings& quantization) {
    ImproveOptions options;
    options.quantize = quantizeOptions(int8, quantization);
    options.equalize = quantization.equalize;
    options.floatLayers = quantization.floatLayers;
    options.correctBias = quantization.correctBias;
    return options;
}

Result<std::shared_ptr<const QuantizedModel>> quantizedModel(std::shared_ptr<const Calibrated> model,
                                                             const Int8Options& int8,
                                                             const QuantizationSettings& quantization,
                                                             const RunContext& run) {
    auto made = std::make_shared<QuantizedModel>();
    ASSIGN_OR_RETURN(made->improved,
                     quantizeImproved(*model->typed, model->calibration, *model->inputs, *model->samples,
                                      improveOptions(int8, quantization), run));
    ASSIGN_OR_RETURN(made->report,
                     quantizedReport(made->improved.quantized, labelledFeeds(*model->samples, run),
                                     model->samples->count(), run));
    made->model = std::move(model);
    made->int8 = int8;
    made->quantization = quantization;
    return std::shared_ptr<const QuantizedModel>(std::move(made));
}

} // namespace edgewright::pipeline
