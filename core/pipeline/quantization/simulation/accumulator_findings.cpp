// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/quantization/simulation/accumulator_findings.h"

#include "core/base/say.h"
#include "core/pipeline/quantization/error_sums.h"
#include "core/pipeline/quantization/sentence_parts.h"
#include "core/pipeline/quantization/told_apart.h"

#include <algorithm>
#include <array>

namespace edgewright::pipeline {

namespace {

constexpr std::size_t LayersToName = 3;
constexpr double LeadToTell = 3;  // dB between two modes in one layer
constexpr double SqnrOfRuin = 10; // dB at the output: the noise has a third of the signal's amplitude

AccumulatorOutcome accumulatorOutcome(const AccumulatorRow& row) {
    AccumulatorOutcome outcome{row.accumulator,        row.overflows,      0,
                               row.overflowing.size(), row.outputSqnrDb(), row.model.counts,
                               row.weakest().place()};
    for (const Int8Layer& layer : row.model.layers)
        outcome.aloneOverflows += layer.overflows;
    return outcome;
}

// Rows of one width, the widest first.
struct Width {
    const AccumulatorRow* saturating = nullptr;
    const AccumulatorRow* wrapping = nullptr;

    int bits() const { return saturating->accumulator.bits; }
    bool overflowed() const {
        return accumulatorOutcome(*saturating).overflowed() || accumulatorOutcome(*wrapping).overflowed();
    }
};

std::vector<Width> widthsOf(const AccumulatorExperiment& experiment) {
    std::vector<Width> widths;
    for (const AccumulatorRow& row : experiment.rows)
        if (row.accumulator.overflow == quant::Overflow::Saturate)
            widths.push_back({&row, experiment.row({row.accumulator.bits, quant::Overflow::Wrap})});
    std::erase_if(widths, [](const Width& width) { return width.wrapping == nullptr; });
    std::ranges::sort(widths, std::greater(), &Width::bits);
    return widths;
}

bool isRightSample(const Int8Sample& sample) {
    return sample.label ? sample.int8Top == *sample.label
                        : sample.fp32Top >= 0 && sample.int8Top == sample.fp32Top;
}

// One is right more often than the other.
bool areAnswersToldApart(const Int8Model& first, const Int8Model& second) {
    constexpr double Confidence = 0.95; // two modes of one width, and none is the best of many
    return isMoreOften(first.tops, second.tops, isRightSample, Confidence) ||
           isMoreOften(second.tops, first.tops, isRightSample, Confidence);
}

// `answers`: right ones at the widest width. Two modes of which neither has half of them are both of no use.
std::optional<AccumulatorFindings::Contradiction> contradictionAt(const Width& width, std::size_t answers) {
    const std::size_t saturating = rightAnswers(width.saturating->model.counts),
                      wrapping = rightAnswers(width.wrapping->model.counts);
    if (saturating == wrapping || std::max(saturating, wrapping) * 2 < answers ||
        !areAnswersToldApart(width.saturating->model, width.wrapping->model))
        return std::nullopt;
    AccumulatorFindings::Contradiction found;
    found.saturating = accumulatorOutcome(*width.saturating);
    found.wrapping = accumulatorOutcome(*width.wrapping);
    found.saturatingHasBetterLayers = saturating < wrapping;
    double most = 0;
    for (std::size_t i = 0; i < width.saturating->model.layers.size(); ++i) {
        const Int8Layer& layer = width.saturating->model.layers[i];
        const double ofWrapping = width.wrapping->model.layers[i].sqnrDb;
        const double lead = found.saturatingHasBetterLayers ? layer.sqnrDb - ofWrapping
                                                            : ofWrapping - layer.sqnrDb; // NaN: both infinite
        found.betterLayers += lead > 0;
        found.worseLayers += lead < 0;
        if (!(lead > most)) continue;
        most = lead;
        found.layer = layer.name;
        found.saturatingSqnrDb = layer.sqnrDb;
        found.wrappingSqnrDb = ofWrapping;
    }
    if (most < LeadToTell) return std::nullopt;
    return found;
}

void addGrowth(AccumulatorFindings& findings, const AccumulatorExperiment& experiment,
               const AccumulatorRow& widest) {
    const auto raise = [](int& most, std::string& layer, int bits, const std::string& name) {
        if (bits <= most) return;
        most = bits;
        layer = name;
    };
    for (std::size_t i = 0; i < experiment.layers.size(); ++i) {
        const LayerGrowth& layer = experiment.layers[i];
        raise(findings.measuredBits, findings.measuredLayer, layer.growth.measuredBits, layer.name);
        raise(findings.measuredBits, findings.measuredLayer, widest.model.layers[i].accumulatedBitsNeeded,
              layer.name);
        if (layer.growth.worstBits > findings.worstBits) {
            findings.worstSumBits = layer.growth.sumBits;
            findings.worstBiasBits = layer.growth.biasBits;
            findings.isOfBias = layer.growth.isOfBias();
        }
        raise(findings.worstBits, findings.worstLayer, layer.growth.worstBits, layer.name);
        findings.recommendedBits = std::max(findings.recommendedBits, layer.growth.recommendedBits);
    }
}

std::string layersText(std::size_t layers) { return sayCount(grouped(layers), "{1} layer", "{1} layers"); }

// With the layers, where they are known: those of the widest width that sums left.
std::string overflowText(const AccumulatorFindings& findings, const AccumulatorOutcome& outcome) {
    std::string text = outcome.overflows == 0
                           ? sayCount(Grouped{outcome.aloneOverflows},
                                      "{1} output overflows, and only where a layer has its float32 input",
                                      "{1} outputs overflow, and only where a layer has its float32 input")
                           : sayCount(Grouped{outcome.overflows}, "{1} output overflows in {2}",
                                      "{1} outputs overflow in {2}", layersText(outcome.overflowingLayers));
    const std::vector<std::string>& overflowing = findings.firstOverflowLayers;
    if (overflowing.empty() || outcome.accumulator != findings.firstOverflow->accumulator) return text;
    std::string layers;
    for (const std::string& name :
         shortNames(std::span(overflowing).first(std::min(overflowing.size(), LayersToName))))
        layers += (layers.empty() ? "" : ", ") + name;
    return text + " (" + layers + (overflowing.size() > LayersToName ? ", ...)" : ")");
}

std::string resultText(const AccumulatorOutcome& outcome) {
    return say("{1} at {2}, {3}", decibelText(outcome.outputSqnrDb, 2), outcome.weakest,
               answersText(outcome.tops));
}

// Where a width without overflow is, no wider one changes anything.
std::string narrowestText(const AccumulatorFindings& findings) {
    if (!findings.narrowestSafe) return say("Every width tried overflowed.");
    if (*findings.narrowestSafe < findings.worstBits)
        return say(
            "Of the widths tried, {1} bits is the narrowest without overflow on these samples alone: {2}.",
            *findings.narrowestSafe, resultText(findings.widest));
    return say("Of the widths tried, {1} bits is the narrowest without overflow, on any input: {2}.",
               *findings.narrowestSafe, resultText(findings.widest));
}

std::string onSamplesText(const AccumulatorFindings& findings) {
    const Grouped samples = grouped(findings.samples);
    if (findings.calibratedOnSamples)
        return findings.samples == 1 ? say("On this sample, which the ranges are from, too,")
                                     : say("On these {1} samples, which the ranges are from, too,", samples);
    return findings.samples == 1 ? say("On this sample") : say("On these {1} samples", samples);
}

// Beside what was seen stands what no input can exceed.
std::string growthText(const AccumulatorFindings& findings) {
    const auto names = shortNames(std::array{findings.measuredLayer, findings.worstLayer});
    return say("{1} sums needed up to {2} bits ({3}); no input needs more than {4} ({5}), for which {6} are "
               "recommended.",
               onSamplesText(findings), findings.measuredBits, names[0], findings.worstBits, names[1],
               findings.recommendedBits);
}

// While the bias of a layer, not its sums of products, needs the most bits.
std::string biasText(const AccumulatorFindings& findings) {
    const auto names = shortNames(std::array{findings.measuredLayer, findings.worstLayer});
    return say(
        "In {1} the bias decides: its codes take {2} bits, the sums of products {3}; a channel with a tiny "
        "scale of its weights has a long bias.",
        names[1], findings.worstBiasBits, findings.worstSumBits);
}

std::string widestText(const AccumulatorFindings& findings) {
    const int bits = findings.widest.accumulator.bits;
    if (findings.worstBits <= bits)
        return say(
            "At {1} bits saturating, wrapping and exact sums are the same: nothing overflows, whatever the "
            "input.",
            bits);
    return say(
        "At {1} bits saturating, wrapping and exact sums are the same: nothing overflows on these samples, "
        "but with other inputs it may.",
        bits);
}

std::string firstOverflowText(const AccumulatorFindings& findings) {
    const AccumulatorOutcome& first = *findings.firstOverflow;
    const int bits = first.accumulator.bits;
    const std::string overflow = overflowText(findings, first);
    const std::string text = bits == findings.widest.accumulator.bits
                                 ? say("Even at {1} bits, the widest accumulator tried, {2}", bits, overflow)
                                 : say("At {1} bits {2}", bits, overflow);
    if (!findings.firstSaturating) return say("{1}; wrapping: {2}.", text, resultText(first));
    return say("{1}; wrapping: {2}; saturating: {3}.", text, resultText(first),
               resultText(*findings.firstSaturating));
}

std::string harmAt16Text(const AccumulatorFindings& findings) {
    const AccumulatorOutcome& narrow = *findings.wrapping16;
    const std::size_t before = rightAnswers(findings.widest.tops), after = rightAnswers(narrow.tops);
    const bool areClasses = findings.widest.tops.labelled > 0 || findings.widest.tops.unclassed == 0;
    if (before > 0 && after * 2 <= before) return say("Wrapping at 16 bits is a catastrophe");
    if (after < before) return say("Wrapping at 16 bits costs answers");
    if (areClasses && before == 0)
        return say("No answer is right at the widest width either; wrapping at 16 bits");
    if (narrow.outputSqnrDb < SqnrOfRuin && findings.widest.outputSqnrDb >= SqnrOfRuin)
        return areClasses
                   ? say("Wrapping at 16 bits ruins the output, though it costs no answer on these samples")
                   : say("Wrapping at 16 bits ruins the output");
    return areClasses ? say("Wrapping at 16 bits costs no answer on these samples")
                      : say("Wrapping at 16 bits leaves the output usable");
}

std::string wrapping16Text(const AccumulatorFindings& findings) {
    const AccumulatorOutcome& narrow = *findings.wrapping16;
    if (!narrow.overflowed())
        return findings.worstBits <= narrow.accumulator.bits
                   ? say("Wrapping at 16 bits changes nothing: no sum of the model leaves them on any input.")
                   : say("Wrapping at 16 bits changes nothing: no sum of the model leaves them on these "
                         "samples, "
                         "but other inputs may.");
    const std::string harm = harmAt16Text(findings), overflow = overflowText(findings, narrow),
                      is = resultText(narrow), widest = resultText(findings.widest);
    const int bits = findings.widest.accumulator.bits;
    if (!findings.saturating16)
        return say("{1}: {2}; {3}, against {4} at {5} bits.", harm, overflow, is, widest, bits);
    return say("{1}: {2}; {3}, against {4} at {5} bits; saturating: {6}.", harm, overflow, is, widest, bits,
               resultText(*findings.saturating16));
}

std::string contradictionText(const AccumulatorFindings::Contradiction& found) {
    const bool saturates = found.saturatingHasBetterLayers;
    const AccumulatorOutcome& fewer = saturates ? found.saturating : found.wrapping;
    const AccumulatorOutcome& more = saturates ? found.wrapping : found.saturating;
    const int bits = fewer.accumulator.bits;
    const std::string better = layersText(found.betterLayers), most = shortName(found.layer),
                      saturating = decibelText(found.saturatingSqnrDb, 2),
                      wrapping = decibelText(found.wrappingSqnrDb, 2);
    if (saturates)
        return say(
            "A layer's SQNR does not decide: at {1} bits saturating has the higher SQNR in {2} (and the lower "
            "one in {3}), by most in {4} (saturating {5}, wrapping {6}), and yet the worse answers: {7}, "
            "against {8}.",
            bits, better, found.worseLayers, most, saturating, wrapping, answersText(fewer.tops),
            answersText(more.tops));
    return say(
        "A layer's SQNR does not decide: at {1} bits wrapping has the higher SQNR in {2} (and the lower one "
        "in {3}), by most in {4} (saturating {5}, wrapping {6}), and yet the worse answers: {7}, against "
        "{8}.",
        bits, better, found.worseLayers, most, saturating, wrapping, answersText(fewer.tops),
        answersText(more.tops));
}

} // namespace

AccumulatorFindings findingsOf(const AccumulatorExperiment& experiment) {
    AccumulatorFindings findings;
    findings.samples = experiment.samples;
    findings.calibratedOnSamples = experiment.calibratedOnSamples;
    findings.layers = experiment.layers.size();
    const std::vector<Width> widths = widthsOf(experiment);
    if (widths.empty()) return findings;
    const Width& widest = widths.front();
    findings.widest = accumulatorOutcome(*widest.saturating);
    findings.isWidestExact = !widest.overflowed();
    addGrowth(findings, experiment, *widest.saturating);
    const std::size_t answers = rightAnswers(findings.widest.tops);
    for (const Width& width : widths) {
        if (!width.overflowed()) {
            findings.narrowestSafe = width.bits();
        } else if (!findings.firstOverflow) {
            findings.firstOverflow = accumulatorOutcome(*width.wrapping);
            findings.firstSaturating = accumulatorOutcome(*width.saturating);
            for (const std::size_t i : width.wrapping->overflowing)
                findings.firstOverflowLayers.push_back(experiment.layers[i].name);
        }
        if (!findings.contradiction) findings.contradiction = contradictionAt(width, answers);
    }
    if (const AccumulatorRow* row = experiment.row({16, quant::Overflow::Wrap}))
        findings.wrapping16 = accumulatorOutcome(*row);
    if (const AccumulatorRow* row = experiment.row({16, quant::Overflow::Saturate}))
        findings.saturating16 = accumulatorOutcome(*row);
    return findings;
}

table::Answer answerOf(const AccumulatorFindings& findings) {
    if (findings.layers == 0) return {};
    table::Answer answer{narrowestText(findings), {growthText(findings)}, {}};
    std::vector<std::string>& reasons = answer.reasons;
    if (findings.isOfBias) reasons.push_back(biasText(findings));
    if (findings.isWidestExact) reasons.push_back(widestText(findings));
    const bool isFirstTold = findings.firstOverflow && findings.wrapping16 &&
                             findings.firstOverflow->accumulator == findings.wrapping16->accumulator;
    if (findings.firstOverflow && !isFirstTold) reasons.push_back(firstOverflowText(findings));
    if (findings.wrapping16) reasons.push_back(wrapping16Text(findings));
    if (findings.contradiction) reasons.push_back(contradictionText(*findings.contradiction));
    return answer;
}

} // namespace edgewright::pipeline
