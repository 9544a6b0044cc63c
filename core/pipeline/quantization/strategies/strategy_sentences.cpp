// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/quantization/error_sums.h"
#include "core/pipeline/quantization/sentence_parts.h"
#include "core/pipeline/quantization/strategies/strategy_findings.h"
#include "core/pipeline/quantization/told_apart.h"
#include "core/table/number_text.h"

#include <algorithm>
#include <cmath>

namespace edgewright::pipeline {

namespace {

constexpr double FewTimes = 2;               // times the median channel, up to which channels are much alike
constexpr std::size_t MaxStrategiesTold = 3; // by name

constexpr const char* ByMean = "By the SQNR, mean of samples, "; // the head of its column

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
    std::string text = ByMean;
    if (pairs.better + pairs.worse == 0)
        text += first + " cannot be told apart from " + second + " in " +
                (pairs.pairs == 1 ? all : "any of " + std::to_string(pairs.pairs) + " pairs of rows");
    else if (pairs.better == pairs.pairs)
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
    if (const std::size_t told = pairs.better + pairs.worse; told > 0 && told < pairs.pairs)
        text += ", the rest cannot be told apart";
    text += "; with " + rest + " it is " + decibels(pairs.first.meanSqnrDb) + " against " +
            decibels(pairs.second.meanSqnrDb) + ".";
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
    if (finding.isNoise)
        return "Methods to choose ranges" + of + " differ in their answers by no more than noise, " +
               numberOf(finding.lead, "sample", "samples") + " of " + std::to_string(finding.answers) + ": " +
               extremes + ".";
    const auto shares = std::ranges::count_if(finding.methods, [&](const StrategyOutcome& each) {
        return rightAnswers(each.tops) == rightAnswers(best.tops);
    });
    return "Methods to choose ranges" + of + " matter: " + extremes +
           (shares > 1 ? "; " + countText(shares, "method has", "methods have") + " the most." : ".");
}

std::string sqnrOfMethodsText(const MethodFinding& finding) {
    const StrategyOutcome &best = finding.bySqnr.front(), &last = finding.bySqnr.back();
    const auto told = [](const StrategyOutcome& each) {
        return methodTitle(each.strategy.method) + " with " + decibels(each.meanSqnrDb);
    };
    const auto leaders = static_cast<std::size_t>(std::ranges::count(finding.isAlike, true));
    if (leaders == finding.bySqnr.size())
        return ByMean + ("methods cannot be told apart: the first is " + told(best)) + ", the last " +
               told(last) + ".";
    std::string text = ByMean;
    if (leaders == 1) {
        text += methodTitle(best.strategy.method) + " leads with " + decibels(best.meanSqnrDb);
        if (finding.bySqnr.size() > 2)
            text += ", " + methodTitle(finding.bySqnr[1].strategy.method) + " follows with " +
                    decibels(finding.bySqnr[1].meanSqnrDb);
    } else {
        std::string names;
        for (std::size_t i = 0; i < finding.bySqnr.size(); ++i)
            if (finding.isAlike[i])
                names += (names.empty() ? "" : ", ") + methodTitle(finding.bySqnr[i].strategy.method);
        text += names + " lead and cannot be told apart, the first with " + decibels(best.meanSqnrDb);
    }
    return text + ", " + methodTitle(last.strategy.method) + " is last with " + decibels(last.meanSqnrDb) + ".";
}

std::string reasonText(const Recommendation& found) {
    if (found.rows == 1) return "It is the only one.";
    std::string text;
    std::size_t left = found.rows;
    const auto narrowed = [&](std::size_t to, const std::string& has, bool isNoisy = true) {
        const bool isFirst = text.empty();
        if (to == 1 && left > 1)
            text += (isFirst ? "It alone has " : " Of these it alone has ") + has +
                    (isNoisy ? ", beyond noise." : ".");
        else if (to < left)
            text += (isFirst ? "" : " ") + ofCount(to, left) + (isFirst ? " have " : " of these have ") + has +
                    (isNoisy ? ", within noise." : ".");
        left = to;
    };
    narrowed(found.usable,
             decibelText(Recommendation::UsableSqnr, 0) +
                 " or more in every output and part of every sample, or most of its answers",
             false);
    narrowed(found.mostRight, "the most right answers");
    narrowed(found.mostAgreed, "the most answers as in float32");
    narrowed(found.bestSqnr, "the highest SQNR");
    return text;
}

// "“per channel, ...” (0.19 ± 0.50 dB)": how far the chosen one leads it.
std::string leadText(const AlikeStrategy& each) {
    std::string text = "“" + each.name + "”";
    if (std::isfinite(each.lead.half))
        text += " (" + table::fixed(each.lead.mean, 2) + " ± " + decibels(each.lead.half) + ")";
    return text;
}

// Nothing where one alone is left.
std::string alikeText(const Recommendation& found) {
    if (found.alike.empty()) return {};
    const std::size_t all = found.alike.size(), told = all <= MaxStrategiesTold ? all : MaxStrategiesTold - 1;
    std::string names;
    for (std::size_t i = 0; i < told; ++i)
        names += (i == 0 ? "" : i + 1 == all ? " and " : ", ") + leadText(found.alike[i]);
    if (told < all) names += " and " + std::to_string(all - told) + " more";
    return "On " + numberOf(found.outcome.tops.samples, "sample", "samples") +
           " it cannot be told apart with " + table::percentText(PairConfidence) + " confidence from " + names +
           ".";
}

// The criterion among those that are not told apart; nothing where one alone is left.
std::string choiceText(const Recommendation& found) {
    if (found.alike.empty()) return {};
    if (found.isCheaper)
        return "Of those alike it is chosen for fewer bytes of weights, since it is shown to be as good as the "
               "best: within " +
               decibelText(EquivalentDb, 0) + ", or with at most " + percentText(EquivalentShare, 0) +
               " of the answers lost.";
    const std::string best = "Of those alike it is chosen for the highest SQNR, the mean over the samples.";
    if (found.cheaper == 0) return best;
    return best + " " + numberOf(found.outcome.tops.samples, "sample", "samples") +
           (found.outcome.tops.samples == 1 ? " does" : " do") + " not decide between it and " +
           numberOf(found.cheaper, "strategy", "strategies") + " with fewer bytes of weights.";
}

// Which to choose; where none is to be chosen, why not and what then.
table::Answer recommendationAnswer(const Recommendation& found, const std::optional<UnlikeInputs>& unlike) {
    const StrategyOutcome& best = found.outcome;
    const std::string name = best.strategy.name(), output = best.outputText();
    if (!found.isUsable()) {
        table::Answer none{"None of these is usable: the best, " + name + ", has " + answersText(best.tops) +
                               intervalText(best.tops) + " and " + output + ".",
                           {"Keep layers in float32, or take other samples for the calibration."},
                           {}};
        if (unlike)
            none.conditions.insert(none.conditions.begin(), "The likely cause: " + unlike->text() + ".");
        return none;
    }
    if (!found.isAdvice())
        return {(best.tops.samples == 1
                     ? "One sample is too few to choose by: on it "
                     : std::to_string(best.tops.samples) + " samples are too few to choose by: on them ") +
                    name + " is the best, with " + answersText(best.tops) + " and " + output + ".",
                {},
                {}};
    std::string also = "Its weights take " + countText(best.weightBytes, "byte", "bytes");
    if (best.tops.labelled > 0)
        also += "; " + ofCount(best.tops.agreed, best.tops.samples) + " answers are as in float32";
    table::Answer answer{"Choose " + name + ": " + answersText(best.tops) + intervalText(best.tops) + ", " +
                             best.meanText() + ".",
                         {also + "."},
                         {}};
    if (const std::string alike = alikeText(found); !alike.empty()) answer.conditions.push_back(alike);
    for (const std::string& reason : {reasonText(found), choiceText(found)})
        if (!reason.empty()) answer.reasons.push_back(reason);
    return answer;
}

} // namespace

// "-39.60 dB at y in sample face_1, 11.50 dB at y over all 2 samples": with the sample where it is that which
// is not usable.
std::string StrategyOutcome::outputText() const {
    const std::string over = decibels(outputSqnrDb) + " at " + weakest;
    if (worst.empty() || worstSqnrDb >= Recommendation::UsableSqnr) return over;
    return worst + ", " + over + " over all " + std::to_string(tops.samples) + " samples";
}

std::string StrategyOutcome::meanText() const {
    const bool isWorstTold = !worst.empty() && worstSqnrDb < Recommendation::UsableSqnr;
    return (isWorstTold ? worst + ", " : std::string()) + decibels(meanSqnrDb) +
           (hasOneOutput ? " at the output" : " at the weakest output of each") + ", mean of samples";
}

table::Answer answerOf(const StrategyFindings& findings) {
    table::Answer answer;
    if (findings.recommendation)
        answer = recommendationAnswer(*findings.recommendation, findings.unlike);
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
