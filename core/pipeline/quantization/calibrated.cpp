// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/quantization/calibrated.h"

#include "core/base/propagate.h"

#include <algorithm>
#include <utility>

namespace edgewright::pipeline {

namespace {

constexpr std::size_t MaxRandom = 4; // more of them tell no more

Result<dataset::DataSource> sourceFor(const Typed& typed, const Int8Options& int8,
                                      const QuantizationSettings& quantization, dataset::Use use,
                                      const RunContext& run) {
    if (!quantization.source.empty()) return dataset::sourceAt(quantization.source, use);
    const auto random = std::min(std::max<std::size_t>(quantization.samples, 1), MaxRandom);
    return dataset::bestSource(typed.opened->file, *typed.graph, use, dataset::randomSource(random, int8.seed),
                               {run.stop, nullptr});
}

} // namespace

QuantizeOptions quantizeOptions(const Int8Options& int8, const QuantizationSettings& quantization) {
    QuantizeOptions options;
    options.codes.weights = int8.study.weights;
    options.codes.weightScheme = int8.study.weightScheme;
    options.codes.activationScheme = int8.study.activationScheme;
    options.codes.rounding = int8.study.rounding;
    options.codes.roundingSeed = int8.study.roundingSeed;
    options.folds = quantization.folds;
    options.method = quantization.method;
    options.ranges.percentile = quantization.percentile;
    return options;
}

Result<std::shared_ptr<const Calibrated>> calibratedModel(std::shared_ptr<const Typed> typed,
                                                          const Int8Options& int8,
                                                          const QuantizationSettings& quantization,
                                                          const RunContext& run) {
    auto made = std::make_shared<Calibrated>();
    made->typed = std::move(typed);
    const RunContext quiet{run.stop, nullptr};
    const auto read =
        [&](const dataset::DataSource& source) -> Result<std::shared_ptr<const dataset::SampleSet>> {
        ASSIGN_OR_RETURN(auto set, dataset::read(source, *made->typed->graph, quantization.samples, {}, quiet));
        return std::make_shared<const dataset::SampleSet>(std::move(set));
    };
    ASSIGN_OR_RETURN(made->source, sourceFor(*made->typed, int8, quantization, dataset::Use::Calibration, run));
    ASSIGN_OR_RETURN(made->inputs, read(made->source));
    ASSIGN_OR_RETURN(made->comparedOn,
                     sourceFor(*made->typed, int8, quantization, dataset::Use::Accuracy, run));
    ASSIGN_OR_RETURN(made->samples, read(made->comparedOn));
    ASSIGN_OR_RETURN(made->calibration,
                     calibrate(*made->typed, *made->inputs, quantizeOptions(int8, quantization), run));
    return std::shared_ptr<const Calibrated>(std::move(made));
}

} // namespace edgewright::pipeline
