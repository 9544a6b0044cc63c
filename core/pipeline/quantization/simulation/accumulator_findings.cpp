// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/quantization/simulation/accumulator_findings.h"

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

std::string bitsText(const Int8Accumulator& accumulator) { return std::to_string(accumulator.bits) + " bits"; }

// With the layers, where they are known: those of the widest width that sums left.
std::string overflowText(const AccumulatorFindings& findings, const AccumulatorOutcome& outcome) {
    std::string text =
        outcome.overflows == 0
            ? countText(outcome.aloneOverflows, "output overflows", "outputs overflow") +
                  ", and only where a layer has its float32 input"
            : countText(outcome.overflows, "output overflows", "outputs overflow") + " in " +
                  countText(static_cast<std::int64_t>(outcome.overflowingLayers), "layer", "layers");
    const std::vector<std::string>& overflowing = findings.firstOverflowLayers;
    if (overflowing.empty() || outcome.accumulator != findings.firstOverflow->accumulator) return text;
    std::string layers;
    for (const std::string& name :
         shortNames(std::span(overflowing).first(std::min(overflowing.size(), LayersToName))))
        layers += (layers.empty() ? "" : ", ") + name;
    return text + " (" + layers + (overflowing.size() > LayersToName ? ", ...)" : ")");
}

std::string resultText(const AccumulatorOutcome& outcome) {
    return decibelText(outcome.outputSqnrDb, 2) + " at " + outcome.weakest + ", " + answersText(outcome.tops);
}

// Where a width without overflow is, no wider one changes anything.
std::string narrowestText(const AccumulatorFindings& findings) {
    if (!findings.narrowestSafe) return "Every width tried overflowed.";
    return "Of the widths tried, " + std::to_string(*findings.narrowestSafe) +
           " bits is the narrowest without overflow" +
           (*findings.narrowestSafe < findings.worstBits ? " on these samples alone: " : ", on any input: ") +
           resultText(findings.widest) + ".";
}

// Beside what was seen stands what no input can exceed.
std::string growthText(const AccumulatorFindings& findings) {
    const auto names = shortNames(std::array{findings.measuredLayer, findings.worstLayer});
    return "On " +
           (findings.samples == 1
                ? std::string("this sample")
                : "these " + countText(static_cast<std::int64_t>(findings.samples), "sample", "samples")) +
           (findings.calibratedOnSamples ? ", which the ranges are from, too," : "") + " sums needed up to " +
           std::to_string(findings.measuredBits) + " bits (" + names[0] + "); no input needs more than " +
           std::to_string(findings.worstBits) + " (" + names[1] + "), for which " +
           std::to_string(findings.recommendedBits) + " are recommended.";
}

// While the bias of a layer, not its sums of products, needs the most bits.
std::string biasText(const AccumulatorFindings& findings) {
    const auto names = shortNames(std::array{findings.measuredLayer, findings.worstLayer});
    return "In " + names[1] + " the bias decides: its codes take " + std::to_string(findings.worstBiasBits) +
           " bits, the sums of products " + std::to_string(findings.worstSumBits) +
           "; a channel with a tiny scale of its weights has a long bias.";
}

std::string widestText(const AccumulatorFindings& findings) {
    return "At " + bitsText(findings.widest.accumulator) +
           " saturating, wrapping and exact sums are the same: nothing overflows" +
           (findings.worstBits <= findings.widest.accumulator.bits
                ? ", whatever the input."
                : " on these samples, but with other inputs it may.");
}

std::string saturatingText(const std::optional<AccumulatorOutcome>& outcome) {
    return outcome ? "; saturating: " + resultText(*outcome) : "";
}

std::string firstOverflowText(const AccumulatorFindings& findings) {
    const AccumulatorOutcome& first = *findings.firstOverflow;
    const std::string bits = first.accumulator.bits == findings.widest.accumulator.bits
                                 ? "Even at " + bitsText(first.accumulator) + ", the widest accumulator tried, "
                                 : "At " + bitsText(first.accumulator) + " ";
    return bits + overflowText(findings, first) + "; wrapping: " + resultText(first) +
           saturatingText(findings.firstSaturating) + ".";
}

std::string wrapping16Text(const AccumulatorFindings& findings) {
    const AccumulatorOutcome& narrow = *findings.wrapping16;
    if (!narrow.overflowed())
        return std::string("Wrapping at 16 bits changes nothing: no sum of the model leaves them on ") +
               (findings.worstBits <= narrow.accumulator.bits ? "any input."
                                                              : "these samples, but other inputs may.");
    const std::size_t before = rightAnswers(findings.widest.tops), after = rightAnswers(narrow.tops);
    const std::string against = ": " + overflowText(findings, narrow) + "; " + resultText(narrow) +
                                ", against " + resultText(findings.widest) + " at " +
                                bitsText(findings.widest.accumulator) + saturatingText(findings.saturating16) +
                                ".";
    const bool areClasses = findings.widest.tops.labelled > 0 || findings.widest.tops.unclassed == 0;
    if (before > 0 && after * 2 <= before) return "Wrapping at 16 bits is a catastrophe" + against;
    if (after < before) return "Wrapping at 16 bits costs answers" + against;
    if (areClasses && before == 0)
        return "No answer is right at the widest width either; wrapping at 16 bits" + against;
    if (narrow.outputSqnrDb < SqnrOfRuin && findings.widest.outputSqnrDb >= SqnrOfRuin)
        return (areClasses ? "Wrapping at 16 bits ruins the output, though it costs no answer on these samples"
                           : "Wrapping at 16 bits ruins the output") +
               against;
    return (areClasses ? "Wrapping at 16 bits costs no answer on these samples"
                       : "Wrapping at 16 bits leaves the output usable") +
           against;
}

std::string contradictionText(const AccumulatorFindings::Contradiction& found) {
    const char* better = found.saturatingHasBetterLayers ? "saturating" : "wrapping";
    const AccumulatorOutcome& fewer = found.saturatingHasBetterLayers ? found.saturating : found.wrapping;
    const AccumulatorOutcome& more = found.saturatingHasBetterLayers ? found.wrapping : found.saturating;
    return "A layer's SQNR does not decide: at " + bitsText(fewer.accumulator) + " " + better +
           " has the higher SQNR in " +
           countText(static_cast<std::int64_t>(found.betterLayers), "layer", "layers") +
           " (and the lower one in " + std::to_string(found.worseLayers) + "), by most in " +
           shortName(found.layer) + " (saturating " + decibelText(found.saturatingSqnrDb, 2) + ", wrapping " +
           decibelText(found.wrappingSqnrDb, 2) + "), and yet the worse answers: " + answersText(fewer.tops) +
           ", against " + answersText(more.tops) + ".";
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
