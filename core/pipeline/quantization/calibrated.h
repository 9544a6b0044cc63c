// SPDX-License-Identifier: GPL-3.0-or-later
// A model with what it was calibrated on and what it is compared on: where everything about it in integers
// begins.
#pragma once

#include "core/dataset/sample_set.h"
#include "core/pipeline/quantization/quantize.h"

#include <memory>

namespace edgewright::pipeline {

struct Calibrated {
    std::shared_ptr<const Typed> typed; // that was given, whose inputs the samples are for
    Calibration calibration;
    dataset::DataSource source, comparedOn;
    // The samples of these two sources.
    std::shared_ptr<const dataset::SampleSet> inputs, samples;
};

// `int8` and `quantization` as options of quantize().
QuantizeOptions quantizeOptions(const Int8Options& int8, const QuantizationSettings& quantization);

// Runs the folded model on the best inputs that lie beside it or on QuantizationSettings::source, on random
// ones where there are none. Samples to compare on are those of dataset::evaluationSource. Errors: of
// dataset::read, dataset::sourceAt and calibrate.
Result<std::shared_ptr<const Calibrated>> calibratedModel(std::shared_ptr<const Typed> typed,
                                                          const Int8Options& int8,
                                                          const QuantizationSettings& quantization,
                                                          const RunContext& run = {});

// The samples that `typed` is compared on, as above.
struct EvaluationSamples {
    dataset::DataSource source;
    std::shared_ptr<const dataset::SampleSet> samples;
};
Result<EvaluationSamples> evaluationSamples(const Typed& typed, const Int8Options& int8,
                                            const QuantizationSettings& quantization,
                                            const RunContext& run = {});

} // namespace edgewright::pipeline
