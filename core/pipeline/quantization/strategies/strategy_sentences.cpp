// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/quantization/error_sums.h"
#include "core/pipeline/quantization/sentence_parts.h"
#include "core/pipeline/quantization/strategies/strategy_findings.h"
#include "core/table/number_text.h"

#include <algorithm>

namespace edgewright::pipeline {

namespace {

constexpr double FewTimes = 2; // times the median channel, up to which channels are much alike

std::string decibels(double value) { return decibelText(value, 2); }

std::string ofCount(std::size_t some, std::size_t all) {
    return std::to_string(some) + " of " + std::to_string(all);
}

std::string numberOf(std::size_t count, const char* one, const char* more) {
    return countText(static_cast<std::int64_t>(count), one, more);
}

// Which of two is better, how often, and on one pair by how much; `rest`: what both rows of it have.
std::string pairsText(const StrategyPairs& pairs, const std::string& first, const std::string& second,
                      const std::string& rest) {
    const std::string all =
        pairs.pairs == 1 ? "the one pair of rows" : "all " + std::to_string(pairs.pairs) + " pairs of rows";
    std::string text = "By the SQNR of the output ";
    if (pairs.better == pairs.pairs)
        text += first + " beat " + second + " in " + all;
    else if (pairs.worse == pairs.pairs)
        text += first + " lose to " + second + " in " + all;
    else if (pairs.better == pairs.worse)
        text += "neither " + first + " nor " + second + " are better: of " + all + " each win " +
                std::to_string(pairs.better);
    else
        text += first + " beat " + second + " in " + (pairs.better < pairs.worse ? "only " : "") +
                ofCount(pairs.better, pairs.pairs) + " pairs of rows and lose in " +
                (pairs.worse == 0 ? "none" : std::to_string(pairs.worse));
    text += "; with " + rest + " it is " + decibels(pairs.first.outputSqnrDb) + " against " +
            decibels(pairs.second.outputSqnrDb) + ".";
    if (pairs.first.meanLayerSqnrDb && pairs.second.meanLayerSqnrDb)
        text +=
            " Over the layers it is " + decibels(*pairs.first.meanLayerSqnrDb) + " against " +
            decibels(*pairs.second.meanLayerSqnrDb) + " on average, and higher in " +
            (pairs.betterLayers == pairs.pairs ? all : ofCount(pairs.betterLayers, pairs.pairs) + " pairs") +
            ".";
    return text;
}

std::string spreadText(const GranularityFinding& finding) {
    const ChannelSpread& widest = *finding.widest;
    std::string text = "Channels are most unlike in " + shortName(widest.name) +
                       ": the largest weight of channel " + std::to_string(widest.channel) + " is " +
                       (widest.ratio < FewTimes ? "only " : "") + table::fixed(widest.ratio, 1) +
                       " times that of the median channel.";
    const auto both = [](const std::optional<double>& weights, const std::optional<double>& output) {
        return "its weights " + decibels(*weights) + (output ? " and its output " + decibels(*output) : "");
    };
    if (finding.weightSqnrPerTensorDb && finding.weightSqnrPerChannelDb)
        text += " One scale for all of them leaves " +
                both(finding.weightSqnrPerTensorDb, finding.layerSqnrPerTensorDb) + "; one for each leaves " +
                both(finding.weightSqnrPerChannelDb, finding.layerSqnrPerChannelDb) + ".";
    return text;
}

std::string granularityText(const GranularityFinding& finding) {
    const Strategy& shown = finding.pairs.first.strategy;
    return pairsText(finding.pairs, "weights per channel", "weights per tensor",
                     activationsName(shown.symmetric) + " activations, " + methodTitle(shown.method));
}

std::string symmetryText(const SymmetryFinding& finding) {
    const Strategy& shown = finding.pairs.first.strategy;
    return pairsText(finding.pairs, "asymmetric uint8 activations", "symmetric int8 ones",
                     "weights " + weightsName(shown.weights) + ", " + methodTitle(shown.method));
}

std::string signText(const SymmetryFinding& finding) {
    if (finding.neverNegative == 0)
        return "Each of the " + numberOf(finding.activations, "tensor", "tensors") +
               " with codes has negative values, so that symmetric int8 wastes no half of its codes.";
    const double share = static_cast<double>(finding.neverNegative) / static_cast<double>(finding.activations);
    return std::to_string(finding.neverNegative) + " of the " +
           numberOf(finding.activations, "tensor", "tensors") + " with codes (" + percentText(share, 0) +
           ") were never negative in the calibration: there symmetric int8 leaves the codes below 0 unused, "
           "half of all it has.";
}

std::string answersOfMethodsText(const MethodFinding& finding) {
    const StrategyOutcome &best = finding.methods.front(), &last = finding.methods.back();
    const std::string of =
        " (" + weightsName(finding.weights) + ", " + activationsName(finding.symmetric) + ")";
    if (best.tops.labelled == 0 && best.tops.unclassed > 0)
        return "Methods to choose ranges" + of + " are compared by the SQNR alone: the output names no class.";
    if (finding.lead == 0)
        return "Methods to choose ranges" + of + " do not differ in their answers: " + answersText(best.tops) +
               " with each of " + std::to_string(finding.methods.size()) + ".";
    const std::string extremes = answersText(best.tops) + " with " + methodTitle(best.strategy.method) + ", " +
                                 answersText(last.tops) + " with " + methodTitle(last.strategy.method);
    const std::string error =
        " (standard error of such a count: " + table::fixed(finding.standardError, 1) + ")";
    if (finding.isNoise())
        return "Methods to choose ranges" + of + " differ in their answers by no more than noise, " +
               (finding.lead == 1 ? "one sample of " + std::to_string(finding.answers)
                                  : numberOf(finding.lead, "sample", "samples") + error) +
               ": " + extremes + ".";
    const auto shares = std::ranges::count_if(finding.methods, [&](const StrategyOutcome& each) {
        return rightAnswers(each.tops) == rightAnswers(best.tops);
    });
    return "Methods to choose ranges" + of + " matter: " + extremes + error +
           (shares > 1 ? "; " + countText(shares, "method has", "methods have") + " the most." : ".");
}

std::string sqnrOfMethodsText(const MethodFinding& finding) {
    const StrategyOutcome &best = finding.bySqnr.front(), &last = finding.bySqnr.back();
    const auto isNear = [&](const StrategyOutcome& each) {
        return each.outputSqnrDb == best.outputSqnrDb ||
               best.outputSqnrDb - each.outputSqnrDb <= Recommendation::SqnrTolerance;
    };
    if (isNear(last))
        return "The SQNR of the output is the same with all methods, within " +
               decibelText(Recommendation::SqnrTolerance, 1) + " of " + decibels(best.outputSqnrDb) + ".";
    std::string leaders;
    for (const StrategyOutcome& each : finding.bySqnr)
        if (isNear(each)) leaders += (leaders.empty() ? "" : ", ") + methodTitle(each.strategy.method);
    std::string text = "By the SQNR of the output " + leaders +
                       (isNear(finding.bySqnr[1]) ? " lead with " : " leads with ") +
                       decibels(best.outputSqnrDb);
    if (finding.bySqnr.size() > 2 && !isNear(finding.bySqnr[1]))
        text += ", " + methodTitle(finding.bySqnr[1].strategy.method) + " follows with " +
                decibels(finding.bySqnr[1].outputSqnrDb);
    return text + ", " + methodTitle(last.strategy.method) + " is last with " + decibels(last.outputSqnrDb) +
           ".";
}

std::string reasonText(const Recommendation& found) {
    if (found.rows == 1) return "It is the only one.";
    std::string text;
    std::size_t left = found.rows;
    // True where it decides.
    const auto narrowed = [&](std::size_t to, const std::string& has, const std::string& have) {
        const bool isFirst = text.empty();
        if (to == 1)
            text += std::string(isFirst ? "It alone has " : " Of these it alone has ") + has + ".";
        else if (to < left)
            text += (isFirst ? "" : " ") + ofCount(to, left) + (isFirst ? " have " : " of these have ") + have +
                    ".";
        left = to;
        return to == 1;
    };
    const std::string right = "the most right answers", agreed = "the most answers as in float32",
                      bytes = "the fewest bytes of weights",
                      tolerance = decibelText(Recommendation::SqnrTolerance, 1);
    const auto answers = [&](std::size_t to, const std::string& most, std::size_t lead) {
        const std::string by = most + (lead == 1 ? ", by one sample" : "");
        return narrowed(to, by, by);
    };
    const std::string usable = decibelText(Recommendation::UsableSqnr, 0) + " or more in every output and part";
    if (narrowed(found.usable, usable, usable) || answers(found.mostRight, right, found.leadRight) ||
        answers(found.mostAgreed, agreed, found.leadAgreed) ||
        narrowed(found.bestSqnr, "the highest SQNR, by more than " + tolerance,
                 "an SQNR within " + tolerance + " of the highest") ||
        narrowed(found.fewest, bytes, bytes))
        return text;
    return text + (text.empty() ? "" : " ") + "Among equals it has the highest SQNR.";
}

std::string outputText(const StrategyOutcome& outcome) {
    return " at " + (outcome.weakest.empty() ? "the output" : outcome.weakest);
}

// Which to choose; where none is to be chosen, why not and what then.
table::Answer recommendationAnswer(const Recommendation& found) {
    const StrategyOutcome& best = found.outcome;
    const std::string name = best.strategy.name(), output = decibels(best.outputSqnrDb) + outputText(best);
    if (!found.isUsable())
        return {"None of these is usable: the best, " + name + ", has " + answersText(best.tops) +
                    intervalText(best.tops) + " and " + output + ".",
                {"Keep layers in float32, or take other samples for the calibration."},
                {}};
    if (!found.isAdvice())
        return {"One sample is too few to choose by: on it " + name + " is the best, with " +
                    answersText(best.tops) + " and " + output + ".",
                {},
                {}};
    std::string also = "Its weights take " + countText(best.weightBytes, "byte", "bytes");
    if (best.tops.labelled > 0)
        also += "; " + ofCount(best.tops.agreed, best.tops.samples) + " answers are as in float32";
    return {"Choose " + name + ": " + answersText(best.tops) + intervalText(best.tops) + ", " + output + ".",
            {also + "."},
            {reasonText(found)}};
}

} // namespace

table::Answer answerOf(const StrategyFindings& findings) {
    table::Answer answer;
    if (findings.recommendation)
        answer = recommendationAnswer(*findings.recommendation);
    else if (findings.tried < findings.wanted)
        answer.headline = std::to_string(findings.tried) + " of " + std::to_string(findings.wanted) +
                          " strategies are tried; which to choose is told when all of them are.";
    std::vector<std::string>& reasons = answer.reasons;
    if (findings.granularity) {
        reasons.push_back(granularityText(*findings.granularity));
        if (findings.granularity->widest) reasons.push_back(spreadText(*findings.granularity));
    }
    if (findings.symmetry) {
        reasons.push_back(symmetryText(*findings.symmetry));
        if (findings.symmetry->activations > 0) reasons.push_back(signText(*findings.symmetry));
    }
    if (findings.method) {
        reasons.push_back(answersOfMethodsText(*findings.method));
        reasons.push_back(sqnrOfMethodsText(*findings.method));
    }
    return answer;
}

} // namespace edgewright::pipeline
