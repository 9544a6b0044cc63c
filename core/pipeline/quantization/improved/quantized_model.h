// SPDX-License-Identifier: GPL-3.0-or-later
// A whole model in integers with everything that is told of it: how it was quantized, and what that did.
#pragma once

#include "core/pipeline/quantization/calibrated.h"
#include "core/pipeline/quantization/improved/quantize_improved.h"
#include "core/pipeline/quantization/quantized_report.h"

#include <memory>

namespace edgewright::pipeline {

struct QuantizedModel {
    std::shared_ptr<const Calibrated> model;
    Int8Options int8; // that it was made with
    QuantizationSettings quantization;
    Improved improved;
    QuantizedReport report; // of improved.quantized, on Calibrated::samples
};

// `int8` and `quantization` as options, remedies and all.
ImproveOptions improveOptions(const Int8Options& int8, const QuantizationSettings& quantization);

// As `int8` and `quantization` say. Errors: of quantizeImproved and quantizedReport.
Result<std::shared_ptr<const QuantizedModel>> quantizedModel(std::shared_ptr<const Calibrated> model,
                                                             const Int8Options& int8,
                                                             const QuantizationSettings& quantization,
                                                             const RunContext& run = {});

} // namespace edgewright::pipeline
