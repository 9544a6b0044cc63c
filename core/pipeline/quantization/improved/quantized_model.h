// SPDX-License-Identifier: GPL-3.0-or-later
// A model quantized with remedies against the loss of accuracy, each with what it brought.
#pragma once

#include "core/dataset/sample_set.h"
#include "core/pipeline/quantization/calibrated.h"
#include "core/pipeline/quantization/model_change.h"
#include "core/pipeline/quantization/quantize.h"
#include "core/pipeline/quantization/quantized_report.h"
#include "core/pipeline/quantization/remedies/correct_bias.h"
#include "core/pipeline/quantization/remedies/sensitivity.h"
#include "core/quant/improve/equalize.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace edgewright::pipeline {

struct ImproveOptions {
    QuantizeOptions quantize;
    bool equalize = false; // quant/improve/equalize.h
    quant::EqualizeOptions equalization;
    std::size_t floatLayers = 0; // at most so many that gain alone stay in float32 (Sensitivity::gains)
    bool correctBias = false;    // correct_bias.h
    BiasErrors biasErrors = BiasErrors::Accumulated;
    bool any() const { return equalize || floatLayers > 0 || correctBias; }
};

// The folded model of a calibration equalized, and calibrated again.
struct EqualizedModel {
    Calibration calibration;
    quant::Equalized details; // without the graph, which is in `calibration`
};
Result<EqualizedModel> equalizeCalibrated(const Calibration& calibration, const NextFeeds& inputs,
                                          const quant::EqualizeOptions& equalization,
                                          const QuantizeOptions& options, const RunContext& run = {});

// The model in integers against the one that was given, with the remedies up to this one.
struct RemedyEffect {
    std::string name; // "none", "equalize", "float_layers", "correct_bias"
    ModelChange change;
};

struct Improved {
    Quantized quantized;
    std::vector<RemedyEffect> effects; // in the order of application, "none" first; empty without remedies
    // The effects of the remedies that were asked for.
    std::vector<quant::EqualizedPair> equalized;
    std::vector<quant::NotEqualized> notEqualized;
    std::vector<std::string> replacedClips;
    ModelChange floatChange;                // the equalized model in float32, against the one that was given
    std::optional<Sensitivity> sensitivity; // gains alone, before any of floatLayers
    std::size_t wantedFloatLayers = 0;      // ImproveOptions::floatLayers
    std::vector<std::string> floatLayers; // names of those that stay in float32, the one that gains most first
    std::vector<CorrectedLayer> corrected;
    std::vector<NotCorrected> notCorrected;
};

// Ranges and biases come from `calibration`, effects and sensitivity from `samples`; both as of `typed`'s
// graph.
Result<Improved> quantizeImproved(const Typed& typed, const dataset::SampleSet& calibration,
                                  const dataset::SampleSet& samples, const ImproveOptions& options,
                                  const RunContext& run = {});

// BadInput where more layers are to stay in float32 than `options` quantize.
Result<void> checkFloatLayers(const Calibration& calibration, const QuantizeOptions& options,
                              std::size_t floatLayers);

// The same from a calibration of `typed` on these inputs by options.quantize; remedies that change the graph
// calibrate again.
Result<Improved> quantizeImproved(const Typed& typed, const Calibration& calibration,
                                  const dataset::SampleSet& inputs, const dataset::SampleSet& samples,
                                  const ImproveOptions& options, const RunContext& run = {});

// A whole model in integers with everything that is told of it: how it was quantized, and what that did.
struct QuantizedModel {
    std::shared_ptr<const Calibrated> model;
    Int8Options int8; // that it was made with
    QuantizationSettings quantization;
    Improved improved;
    QuantizedReport report; // of improved.quantized, on Calibrated::samples
};

// `int8` and `quantization` as options, remedies and all.
ImproveOptions improveOptions(const Int8Options& int8, const QuantizationSettings& quantization);

// The same with one layer more in float32, by its name. Errors: of quantized and correctBias.
Result<Quantized> withLayerInFloat(const QuantizedModel& model, const std::string& layer,
                                   const RunContext& run = {});

// Names of at most so many layers of `made`, the one that gains most in float32 first and none that does not
// gain (Sensitivity::gains), and the gains of all of them.
// `calibration`, `options`: that it was made with. Errors: of checkFloatLayers and sensitivity.
struct ChosenLayers {
    std::vector<std::string> names;
    Sensitivity gains;
};
Result<ChosenLayers> layersForFloat(const Calibration& calibration, const QuantizeOptions& options,
                                    const Quantized& made, std::size_t floatLayers,
                                    const std::function<NextLabelledFeeds()>& samples,
                                    const RunContext& run = {});

// For each of these layers: "conv1 stays in float32: alone there it takes the output from 22.1 dB to 22.6 dB";
// at last, where they are fewer than wanted, why.
std::vector<std::string> floatLayerSentences(const Improved& improved);

// "with these layers in float32 the output has 25.3 dB, less than the 30.5 dB before"; empty: it is not worse.
std::string worseInFloatText(const Improved& improved);

// Two models in integers on the same samples: true where one of them is better beyond chance (told_apart.h).
struct PairVerdict {
    bool right = false, agreed = false, sqnr = false;
    std::size_t samples = 0;
};
// Empty where their samples are not the same.
std::optional<PairVerdict> toldApart(const QuantizedModel& first, const QuantizedModel& second);

// As `int8` and `quantization` say. Errors: of quantizeImproved and quantizedReport.
Result<std::shared_ptr<const QuantizedModel>> quantizedModel(std::shared_ptr<const Calibrated> model,
                                                             const Int8Options& int8,
                                                             const QuantizationSettings& quantization,
                                                             const RunContext& run = {});

} // namespace edgewright::pipeline
