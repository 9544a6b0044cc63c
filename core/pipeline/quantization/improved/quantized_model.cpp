// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/quantization/improved/quantized_model.h"

#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/pipeline/quantization/folded_model.h"
#include "core/pipeline/quantization/sentence_parts.h"
#include "core/pipeline/quantization/told_apart.h"
#include "core/quant/qdq/operator_role.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace edgewright::pipeline {

namespace {

class Improving {
public:
    Improving(const Typed& typed, Calibration calibration, const dataset::SampleSet& inputs,
              const dataset::SampleSet& samples, const ImproveOptions& options, const RunContext& run)
        : m_given(typed), m_calibrationSet(inputs), m_samples(samples), m_options(options),
          m_quantize(options.quantize), m_run(run), m_calibration(std::move(calibration)) {}

    Result<Improved> improve() {
        RETURN_IF_ERROR(checkFloatLayers(m_calibration, m_quantize, m_options.floatLayers));
        RETURN_IF_ERROR(quantizeAgain());
        if (!m_options.any()) return std::move(m_result);
        RETURN_IF_ERROR(note("none"));
        if (m_options.equalize) {
            RETURN_IF_ERROR(equalizeModel());
            RETURN_IF_ERROR(note("equalize"));
        }
        if (m_options.floatLayers > 0) {
            RETURN_IF_ERROR(leaveInFloat());
            RETURN_IF_ERROR(note("float_layers"));
        }
        if (m_options.correctBias) {
            RETURN_IF_ERROR(correctBiases());
            RETURN_IF_ERROR(note("correct_bias"));
        }
        return std::move(m_result);
    }

private:
    Result<void> quantizeAgain() {
        ASSIGN_OR_RETURN(m_result.quantized, quantized(m_calibration, m_quantize, m_run));
        return {};
    }

    Result<ModelChange> changeTo(const ir::Graph& graph, const ir::Opsets& opsets) const {
        return modelChange(*m_given.graph, m_given.opened->model->opsets, graph, opsets,
                           labelledFeeds(m_samples, m_run), m_run);
    }

    Result<void> note(const char* name) {
        ASSIGN_OR_RETURN(const auto integer, integerOperators(*m_result.quantized.typed, m_run));
        ASSIGN_OR_RETURN(auto change, changeTo(integer.graph, integer.opsets));
        m_result.effects.push_back({name, std::move(change)});
        return {};
    }

    Result<void> equalizeModel() {
        ASSIGN_OR_RETURN(auto equalized, equalizeCalibrated(m_calibration, feedsOf(m_calibrationSet, m_run),
                                                            m_options.equalization, m_quantize, m_run));
        m_result.equalized = std::move(equalized.details.pairs);
        m_result.notEqualized = std::move(equalized.details.left);
        m_result.replacedClips = std::move(equalized.details.replacedClips);
        m_calibration = std::move(equalized.calibration);
        const Typed& changed = *m_calibration.folded;
        ASSIGN_OR_RETURN(m_result.floatChange, changeTo(*changed.graph, changed.opened->model->opsets));
        return quantizeAgain();
    }

    Result<void> leaveInFloat() {
        ASSIGN_OR_RETURN(auto chosen, layersForFloat(
                                          m_calibration, m_quantize, m_result.quantized, m_options.floatLayers,
                                          [&] { return labelledFeeds(m_samples, m_run); }, m_run));
        m_result.sensitivity = std::move(chosen.gains);
        m_result.floatLayers = std::move(chosen.names);
        m_result.wantedFloatLayers = m_options.floatLayers;
        m_quantize.inFloat.insert(m_result.floatLayers.begin(), m_result.floatLayers.end());
        return quantizeAgain();
    }

    Result<void> correctBiases() {
        const auto inputs = [&] { return feedsOf(m_calibrationSet, {m_run.stop, nullptr}); };
        ASSIGN_OR_RETURN(auto correction, correctBias(m_result.quantized, inputs, m_options.biasErrors, m_run));
        m_result.quantized = std::move(correction.quantized);
        m_result.corrected = std::move(correction.layers);
        m_result.notCorrected = std::move(correction.left);
        return {};
    }

    const Typed& m_given;
    const dataset::SampleSet& m_calibrationSet;
    const dataset::SampleSet& m_samples;
    const ImproveOptions& m_options;
    QuantizeOptions m_quantize;
    const RunContext& m_run;
    Calibration m_calibration;
    Improved m_result;
};

} // namespace

Result<EqualizedModel> equalizeCalibrated(const Calibration& calibration, const NextFeeds& inputs,
                                          const quant::EqualizeOptions& equalization,
                                          const QuantizeOptions& options, const RunContext& run) {
    const Typed& folded = *calibration.folded;
    EqualizedModel equalized;
    ASSIGN_OR_RETURN(equalized.details,
                     quant::equalize(*withOpenDimensions(folded, run)->graph, equalization, run));
    const auto changed =
        withGraph(folded, std::move(equalized.details.graph), folded.opened->model->opsets, run);
    equalized.details.graph = {};
    QuantizeOptions asItIs = options; // it is folded
    asItIs.folds = false;
    ASSIGN_OR_RETURN(equalized.calibration, calibrate(*changed, inputs, asItIs, run));
    equalized.calibration.given = calibration.given;
    return equalized;
}

Result<void> checkFloatLayers(const Calibration& calibration, const QuantizeOptions& options,
                              std::size_t floatLayers) {
    if (floatLayers == 0) return {};
    const auto open = withOpenDimensions(*calibration.folded);
    const ir::Graph& graph = *open->graph;
    const std::size_t layers = static_cast<std::size_t>(
        std::ranges::count_if(quant::placementOf(graph, options.inFloat).nodes, [&](NodeId id) {
            return quant::roleOf(graph.node(id)) == quant::Role::Product;
        }));
    if (floatLayers <= layers) return {};
    return badInput(
        sayCount(Grouped{static_cast<std::int64_t>(floatLayers)},
                 "{1} layer is to stay in float32; expected at most {2}, as many as the model has "
                 "that can be quantized",
                 "{1} layers are to stay in float32; expected at most {2}, as many as the model has "
                 "that can be quantized",
                 layers));
}

Result<ChosenLayers> layersForFloat(const Calibration& calibration, const QuantizeOptions& options,
                                    const Quantized& made, std::size_t floatLayers,
                                    const std::function<NextLabelledFeeds()>& samples, const RunContext& run) {
    RETURN_IF_ERROR(checkFloatLayers(calibration, options, floatLayers));
    SensitivityOptions gains;
    gains.costs = false;
    gains.without = [&](const std::string& layer) {
        QuantizeOptions others = options;
        others.inFloat.insert(layer);
        return quantized(calibration, others, {run.stop, nullptr});
    };
    ChosenLayers chosen;
    ASSIGN_OR_RETURN(chosen.gains, sensitivity(made, samples, gains, run));
    for (const std::size_t place : chosen.gains.bestFirst()) {
        const LayerSensitivity& layer = chosen.gains.layers[place];
        if (chosen.names.size() < floatLayers && chosen.gains.gains(layer)) chosen.names.push_back(layer.name);
    }
    return chosen;
}

Result<Improved> quantizeImproved(const Typed& typed, const dataset::SampleSet& calibration,
                                  const dataset::SampleSet& samples, const ImproveOptions& options,
                                  const RunContext& run) {
    ASSIGN_OR_RETURN(const auto calibrated, calibrate(typed, calibration, options.quantize, run));
    return quantizeImproved(typed, calibrated, calibration, samples, options, run);
}

Result<Improved> quantizeImproved(const Typed& typed, const Calibration& calibration,
                                  const dataset::SampleSet& inputs, const dataset::SampleSet& samples,
                                  const ImproveOptions& options, const RunContext& run) {
    return Improving(typed, calibration, inputs, samples, options, run).improve();
}

ImproveOptions improveOptions(const Int8Options& int8, const QuantizationSettings& quantization) {
    ImproveOptions options;
    options.quantize = quantizeOptions(int8, quantization);
    options.equalize = quantization.equalize;
    options.floatLayers = quantization.floatLayers;
    options.correctBias = quantization.correctBias;
    return options;
}

Result<Quantized> withLayerInFloat(const QuantizedModel& model, const std::string& layer,
                                   const RunContext& run) {
    const Quantized& made = model.improved.quantized;
    const Calibration calibration{model.model->calibration.given, made.folded, made.statistics, made.samples};
    QuantizeOptions options = quantizeOptions(model.int8, model.quantization);
    options.inFloat.insert(model.improved.floatLayers.begin(), model.improved.floatLayers.end());
    options.inFloat.insert(layer);
    ASSIGN_OR_RETURN(auto changed, quantized(calibration, options, run));
    if (!model.quantization.correctBias) return changed;
    const auto inputs = [&] { return feedsOf(*model.model->inputs, {run.stop, nullptr}); };
    ASSIGN_OR_RETURN(auto correction, correctBias(changed, inputs, ImproveOptions().biasErrors, run));
    return std::move(correction.quantized);
}

std::vector<std::string> floatLayerSentences(const Improved& improved) {
    std::vector<std::string> sentences;
    if (!improved.sensitivity) return sentences;
    const Sensitivity& known = *improved.sensitivity;
    const auto at = [](const WeakestOutput& output) { return decibelText(output.sqnrDb, 1) + output.behind(); };
    const WeakestOutput before = known.inIntegers.weakest();
    for (const std::string& name : improved.floatLayers) {
        const auto layer = std::ranges::find(known.layers, name, &LayerSensitivity::name);
        if (layer == known.layers.end() || !known.knowsGains()) {
            sentences.push_back(say("{1} stays in float32", name));
            continue;
        }
        const std::string was = at(before), is = at(layer->inFloat.weakest());
        sentences.push_back(
            before.name.empty()
                ? say("{1} stays in float32: alone there it takes the output from {2} to {3}", name, was, is)
                : say("{1} stays in float32: alone there it takes the weakest output from {2} to {3}", name,
                      was, is));
    }
    if (improved.floatLayers.size() >= improved.wantedFloatLayers) return sentences;
    const std::string why =
        known.knowsGains()
            ? sayCount(Grouped{static_cast<std::int64_t>(known.samples)},
                       "alone there none gains {2} or more that can be told from chance on {1} sample",
                       "alone there none gains {2} or more that can be told from chance on {1} samples",
                       decibelText(Sensitivity::MinGain, 1))
            : say("the model has one, and nothing else is in integers");
    sentences.push_back(improved.floatLayers.empty() ? say("no layer stays in float32: {1}", why)
                                                     : say("no other layer stays in float32: {1}", why));
    return sentences;
}

std::string worseInFloatText(const Improved& improved) {
    const auto effect = std::ranges::find(improved.effects, "float_layers", &RemedyEffect::name);
    if (effect == improved.effects.end() || effect == improved.effects.begin()) return {};
    const WeakestOutput before = std::prev(effect)->change.weakest(), after = effect->change.weakest();
    if (!(after.sqnrDb < before.sqnrDb)) return {};
    return say("with these layers in float32 {1} has {2}, less than the {3}{4} before", after.place(),
               decibelText(after.sqnrDb, 1), decibelText(before.sqnrDb, 1), before.behind());
}

std::optional<PairVerdict> toldApart(const QuantizedModel& first, const QuantizedModel& second) {
    const bool areSame =
        first.model->comparedOn.hasInputsOf(second.model->comparedOn) &&
        std::ranges::equal(first.report.tops, second.report.tops, [](const Int8Sample& a, const Int8Sample& b) {
            return a.name == b.name && a.label == b.label;
        });
    if (!areSame) return std::nullopt;
    const ModelChange a = first.report.change(), b = second.report.change();
    const auto eitherWay = [&](auto isBetter) { return isBetter(a, b) || isBetter(b, a); };
    const auto isCloser = [](const ModelChange& one, const ModelChange& other) {
        return sqnrLead(one, other).isAboveZero();
    };
    return PairVerdict{eitherWay(isMoreOftenRight), eitherWay(isMoreOftenAgreed), eitherWay(isCloser),
                       first.report.tops.size()};
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
