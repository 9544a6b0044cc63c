// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/quantization/calibrated.h"

#include "core/base/propagate.h"

#include <algorithm>
#include <utility>

namespace edgewright::pipeline {

namespace {

constexpr std::size_t MaxRandom = 4; // more of them tell no more

// Inputs that nothing beside the model is better than.
dataset::DataSource randomInputs(const Int8Options& int8, const QuantizationSettings& quantization) {
    return dataset::randomSource(std::min(std::max<std::size_t>(quantization.samples, 1), MaxRandom),
                                 int8.seed);
}

Result<std::shared_ptr<const dataset::SampleSet>>
samplesOf(const dataset::DataSource& source, const Typed& typed, std::size_t limit, const RunContext& run) {
    ASSIGN_OR_RETURN(auto set, dataset::read(source, *typed.graph, limit, {}, run));
    return std::make_shared<const dataset::SampleSet>(std::move(set));
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

Result<EvaluationSamples> evaluationSamples(const Typed& typed, const Int8Options& int8,
                                            const QuantizationSettings& quantization, const RunContext& run) {
    const RunContext quiet{run.stop, nullptr};
    EvaluationSamples made;
    ASSIGN_OR_RETURN(made.source, dataset::evaluationSource(typed.opened->file, *typed.graph,
                                                            {quantization.source, quantization.evaluation},
                                                            randomInputs(int8, quantization), quiet));
    ASSIGN_OR_RETURN(made.samples, samplesOf(made.source, typed, quantization.evaluationSamples, quiet));
    return made;
}

Result<std::shared_ptr<const Calibrated>> calibratedModel(std::shared_ptr<const Typed> typed,
                                                          const Int8Options& int8,
                                                          const QuantizationSettings& quantization,
                                                          const RunContext& run) {
    auto made = std::make_shared<Calibrated>();
    made->typed = std::move(typed);
    const RunContext quiet{run.stop, nullptr};
    const std::filesystem::path& file = made->typed->opened->file;
    const ir::Graph& graph = *made->typed->graph;
    if (quantization.source.empty()) {
        ASSIGN_OR_RETURN(made->source, dataset::bestSource(file, graph, dataset::Use::Calibration,
                                                           randomInputs(int8, quantization), quiet));
    } else {
        ASSIGN_OR_RETURN(made->source, dataset::sourceAt(quantization.source));
    }
    ASSIGN_OR_RETURN(made->inputs, samplesOf(made->source, *made->typed, quantization.samples, quiet));
    ASSIGN_OR_RETURN(EvaluationSamples compared, evaluationSamples(*made->typed, int8, quantization, run));
    made->comparedOn = std::move(compared.source);
    made->samples = std::move(compared.samples);
    ASSIGN_OR_RETURN(made->calibration,
                     calibrate(*made->typed, *made->inputs, quantizeOptions(int8, quantization), run));
    return std::shared_ptr<const Calibrated>(std::move(made));
}

} // namespace edgewright::pipeline
