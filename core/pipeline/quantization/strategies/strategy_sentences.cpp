// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/say.h"
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

std::string decibels(double value) { return decibelText(value, 2); }

std::string withCommas(const std::vector<std::string>& names) {
    std::string text;
    for (const std::string& name : names)
        text = text.empty() ? name : sayIn("list", "{1}, {2}", text, name);
    return text;
}

// Which of two is better, and how often.
std::string winsText(const StrategyPairs& pairs, const std::string& first, const std::string& second) {
    const std::size_t all = pairs.pairs, better = pairs.better, worse = pairs.worse;
    if (better + worse == 0)
        return all == 1
                   ? say("{1} cannot be told apart from {2} in the one pair of rows", first, second)
                   : say("{1} cannot be told apart from {2} in any of {3} pairs of rows", first, second, all);
    if (better == all)
        return all == 1 ? say("{1} beat {2} in the one pair of rows", first, second)
                        : say("{1} beat {2} in all {3} pairs of rows", first, second, all);
    if (worse == all)
        return all == 1 ? say("{1} lose to {2} in the one pair of rows", first, second)
                        : say("{1} lose to {2} in all {3} pairs of rows", first, second, all);
    if (better == worse)
        return say("neither {1} nor {2} are better: of all {3} pairs of rows each win {4}", first, second, all,
                   better);
    if (worse == 0)
        return say("{1} beat {2} in {3} of {4} pairs of rows and lose in none", first, second, better, all);
    if (better < worse)
        return say("{1} beat {2} in only {3} of {4} pairs of rows and lose in {5}", first, second, better, all,
                   worse);
    return say("{1} beat {2} in {3} of {4} pairs of rows and lose in {5}", first, second, better, all, worse);
}

std::string overLayersText(const StrategyPairs& pairs) {
    if (!pairs.first.meanLayerSqnrDb || !pairs.second.meanLayerSqnrDb) return {};
    const std::string is = decibels(*pairs.first.meanLayerSqnrDb),
                      other = decibels(*pairs.second.meanLayerSqnrDb);
    if (pairs.betterLayers != pairs.pairs)
        return say("Over the layers it is {1} against {2} on average, and higher in {3} of {4} pairs.", is,
                   other, pairs.betterLayers, pairs.pairs);
    if (pairs.pairs == 1)
        return say("Over the layers it is {1} against {2} on average, and higher in the one pair of rows.", is,
                   other);
    return say("Over the layers it is {1} against {2} on average, and higher in all {3} pairs of rows.", is,
               other, pairs.pairs);
}

// Which of two is better, how often, and on one pair by how much; `rest`: what both rows of it have.
std::string pairsText(const StrategyPairs& pairs, const std::string& first, const std::string& second,
                      const std::string& rest) {
    std::string wins = winsText(pairs, first, second);
    if (const std::size_t told = pairs.better + pairs.worse; told > 0 && told < pairs.pairs)
        wins = say("{1}, the rest cannot be told apart", wins);
    // The mean is named as the head of its column is.
    return together(say("By the SQNR, mean of samples, {1}; with {2} it is {3} against {4}.", wins, rest,
                        decibels(pairs.first.meanSqnrDb), decibels(pairs.second.meanSqnrDb)),
                    overLayersText(pairs));
}

std::string leavesText(double weights, const std::optional<double>& output) {
    return output ? say("its weights {1} and its output {2}", decibels(weights), decibels(*output))
                  : say("its weights {1}", decibels(weights));
}

std::string spreadText(const GranularityFinding& finding) {
    const ChannelSpread& widest = *finding.widest;
    const std::string name = shortName(widest.name), ratio = table::fixed(widest.ratio, 1);
    const std::string text =
        widest.ratio < FewTimes
            ? say("Channels are most unlike in {1}: the largest weight of channel {2} is only {3} times that "
                  "of the "
                  "median channel.",
                  name, widest.channel, ratio)
            : say("Channels are most unlike in {1}: the largest weight of channel {2} is {3} times that of the "
                  "median channel.",
                  name, widest.channel, ratio);
    if (!finding.weightSqnrPerTensorDb || !finding.weightSqnrPerChannelDb) return text;
    return together(text, say("One scale for all of them leaves {1}; one for each leaves {2}.",
                              leavesText(*finding.weightSqnrPerTensorDb, finding.layerSqnrPerTensorDb),
                              leavesText(*finding.weightSqnrPerChannelDb, finding.layerSqnrPerChannelDb)));
}

std::string granularityText(const GranularityFinding& finding) {
    const Strategy& shown = finding.pairs.first.strategy;
    return pairsText(finding.pairs, say("weights per channel"), say("weights per tensor"),
                     say("{1} activations, {2}", activationsName(shown.symmetric), methodTitle(shown.method)));
}

std::string symmetryText(const SymmetryFinding& finding) {
    const Strategy& shown = finding.pairs.first.strategy;
    return pairsText(finding.pairs, say("asymmetric uint8 activations"), say("symmetric int8 ones"),
                     say("weights {1}, {2}", weightsName(shown.weights), methodTitle(shown.method)));
}

std::string signText(const SymmetryFinding& finding) {
    const Grouped all = grouped(finding.activations);
    if (finding.neverNegative == 0)
        return sayCount(
            all,
            "Each of the {1} tensor with codes has negative values, so that symmetric int8 wastes no "
            "half of its codes.",
            "Each of the {1} tensors with codes has negative values, so that symmetric int8 wastes no "
            "half of its codes.");
    const double share = static_cast<double>(finding.neverNegative) / static_cast<double>(finding.activations);
    return sayCount(
        all,
        "{2} of the {1} tensor with codes ({3}) were never negative in the calibration: there symmetric "
        "int8 leaves the codes below 0 unused, half of all it has.",
        "{2} of the {1} tensors with codes ({3}) were never negative in the calibration: there symmetric "
        "int8 leaves the codes below 0 unused, half of all it has.",
        finding.neverNegative, percentText(share, 0));
}

std::string answersOfMethodsText(const MethodFinding& finding) {
    const StrategyOutcome &best = finding.methods.front(), &last = finding.methods.back();
    const std::string of = say("{1}, {2}", weightsName(finding.weights), activationsName(finding.symmetric));
    if (best.tops.labelled == 0 && best.tops.unclassed > 0)
        return say("Methods to choose ranges ({1}) are compared by the SQNR alone: the output names no class.",
                   of);
    if (finding.lead == 0)
        return say("Methods to choose ranges ({1}) do not differ in their answers: {2} with each of {3}.", of,
                   answersText(best.tops), finding.methods.size());
    const std::string extremes =
        say("{1} with {2}, {3} with {4}", answersText(best.tops), methodTitle(best.strategy.method),
            answersText(last.tops), methodTitle(last.strategy.method));
    if (finding.isNoise)
        return sayCount(
            grouped(finding.lead),
            "Methods to choose ranges ({2}) differ in their answers by no more than noise, {1} sample of "
            "{3}: {4}.",
            "Methods to choose ranges ({2}) differ in their answers by no more than noise, {1} samples of "
            "{3}: {4}.",
            of, finding.answers, extremes);
    const auto shares = std::ranges::count_if(finding.methods, [&](const StrategyOutcome& each) {
        return rightAnswers(each.tops) == rightAnswers(best.tops);
    });
    if (shares == 1) return say("Methods to choose ranges ({1}) matter: {2}.", of, extremes);
    return say("Methods to choose ranges ({1}) matter: {2}; {3} methods have the most.", of, extremes,
               Grouped{shares});
}

std::string sqnrOfMethodsText(const MethodFinding& finding) {
    const StrategyOutcome &best = finding.bySqnr.front(), &last = finding.bySqnr.back();
    const auto title = [](const StrategyOutcome& each) { return methodTitle(each.strategy.method); };
    const std::string most = decibels(best.meanSqnrDb), least = decibels(last.meanSqnrDb);
    const auto leaders = static_cast<std::size_t>(std::ranges::count(finding.isAlike, true));
    if (leaders == finding.bySqnr.size())
        return say(
            "By the SQNR, mean of samples, methods cannot be told apart: the first is {1} with {2}, the last "
            "{3} with {4}.",
            title(best), most, title(last), least);
    if (leaders == 1 && finding.bySqnr.size() > 2)
        return say(
            "By the SQNR, mean of samples, {1} leads with {2}, {3} follows with {4}, {5} is last with {6}.",
            title(best), most, title(finding.bySqnr[1]), decibels(finding.bySqnr[1].meanSqnrDb), title(last),
            least);
    if (leaders == 1)
        return say("By the SQNR, mean of samples, {1} leads with {2}, {3} is last with {4}.", title(best), most,
                   title(last), least);
    std::vector<std::string> names;
    for (std::size_t i = 0; i < finding.bySqnr.size(); ++i)
        if (finding.isAlike[i]) names.push_back(title(finding.bySqnr[i]));
    return say(
        "By the SQNR, mean of samples, {1} lead and cannot be told apart, the first with {2}, {3} is last with "
        "{4}.",
        withCommas(names), most, title(last), least);
}

std::string aloneText(const std::string& has, bool isFirst, bool isNoisy) {
    if (!isNoisy) return say("It alone has {1}.", has);
    return isFirst ? say("It alone has {1}, beyond noise.", has)
                   : say("Of these it alone has {1}, beyond noise.", has);
}

std::string someText(std::size_t to, std::size_t left, const std::string& has, bool isFirst, bool isNoisy) {
    if (!isNoisy) return say("{1} of {2} have {3}.", to, left, has);
    return isFirst ? say("{1} of {2} have {3}, within noise.", to, left, has)
                   : say("{1} of {2} of these have {3}, within noise.", to, left, has);
}

std::string reasonText(const Recommendation& found) {
    if (found.rows == 1) return say("It is the only one.");
    std::string text;
    std::size_t left = found.rows;
    // The first criterion is the only one without noise.
    const auto narrowed = [&](std::size_t to, const std::string& has, bool isNoisy = true) {
        if (to == 1 && left > 1)
            text = together(text, aloneText(has, text.empty(), isNoisy));
        else if (to < left)
            text = together(text, someText(to, left, has, text.empty(), isNoisy));
        left = to;
    };
    narrowed(found.usable,
             say("{1} or more in every output and part of every sample, or most of its answers",
                 decibelText(Recommendation::UsableSqnr, 0)),
             false);
    narrowed(found.mostRight, say("the most right answers"));
    narrowed(found.mostAgreed, say("the most answers as in float32"));
    narrowed(found.bestSqnr, say("the highest SQNR"));
    return text;
}

// "“per channel, ...” (0.19 ± 0.50 dB)": how far the chosen one leads it.
std::string leadText(const AlikeStrategy& each) {
    std::string text = "“" + each.strategy.name() + "”";
    if (std::isfinite(each.lead.half))
        text += " (" + table::fixed(each.lead.mean, 2) + " ± " + decibels(each.lead.half) + ")";
    return text;
}

// Nothing where one alone is left.
std::string alikeText(const Recommendation& found) {
    if (found.alike.empty()) return {};
    const std::size_t all = found.alike.size(), told = all <= MaxStrategiesTold ? all : MaxStrategiesTold - 1;
    std::vector<std::string> names;
    for (std::size_t i = 0; i < told; ++i)
        names.push_back(leadText(found.alike[i]));
    return sayCount(grouped(found.outcome.tops.samples),
                    "On {1} sample it cannot be told apart with {2} confidence from {3}.",
                    "On {1} samples it cannot be told apart with {2} confidence from {3}.",
                    table::percentText(PairConfidence),
                    told == all ? sayList(names) : say("{1} and {2} more", withCommas(names), all - told));
}

// The criterion among those that are not told apart; nothing where one alone is left.
std::string choiceText(const Recommendation& found) {
    if (found.alike.empty()) return {};
    if (found.isCheaper)
        return say(
            "Of those alike it is chosen for fewer bytes of weights, since it is shown to be as good as the "
            "best: within {1}, or with at most {2} of the answers lost.",
            decibelText(EquivalentDb, 0), percentText(EquivalentShare, 0));
    const std::string best =
        say("Of those alike it is chosen for the highest SQNR, the mean over the samples.");
    if (found.cheaper == 0) return best;
    return together(best, sayCount(grouped(found.outcome.tops.samples),
                                   "{1} sample does not decide between it and {2} with fewer bytes of weights.",
                                   "{1} samples do not decide between it and {2} with fewer bytes of weights.",
                                   sayCount(grouped(found.cheaper), "{1} strategy", "{1} strategies")));
}

// Which to choose; where none is to be chosen, why not and what then.
table::Answer recommendationAnswer(const Recommendation& found, const std::optional<UnlikeInputs>& unlike) {
    const StrategyOutcome& best = found.outcome;
    const std::string name = best.strategy.name(), output = best.outputText();
    if (!found.isUsable()) {
        table::Answer none{say("None of these is usable: the best, {1}, has {2}{3} and {4}.", name,
                               answersText(best.tops), intervalText(best.tops), output),
                           {say("Keep layers in float32, or take other samples for the calibration.")},
                           {}};
        if (unlike)
            none.conditions.insert(none.conditions.begin(), say("The likely cause: {1}.", unlike->text()));
        return none;
    }
    if (!found.isAdvice())
        return {best.tops.samples == 1
                    ? say("One sample is too few to choose by: on it {1} is the best, with {2} and {3}.", name,
                          answersText(best.tops), output)
                    : say("{1} samples are too few to choose by: on them {2} is the best, with {3} and {4}.",
                          best.tops.samples, name, answersText(best.tops), output),
                {},
                {}};
    const Grouped bytes{best.weightBytes};
    const std::string also =
        best.tops.labelled > 0
            ? sayCount(bytes, "Its weights take {1} byte; {2} of {3} answers are as in float32.",
                       "Its weights take {1} bytes; {2} of {3} answers are as in float32.", best.tops.agreed,
                       best.tops.samples)
            : sayCount(bytes, "Its weights take {1} byte.", "Its weights take {1} bytes.");
    table::Answer answer{
        say("Choose {1}: {2}{3}, {4}.", name, answersText(best.tops), intervalText(best.tops), best.meanText()),
        {also},
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
    const std::string over = sayIn("SQNR", "{1} at {2}", decibels(outputSqnrDb), weakest);
    if (worst.empty() || worstSqnrDb >= Recommendation::UsableSqnr) return over;
    return say("{1}, {2} over all {3} samples", worst, over, tops.samples);
}

std::string StrategyOutcome::meanText() const {
    const bool isWorstTold = !worst.empty() && worstSqnrDb < Recommendation::UsableSqnr;
    const std::string mean =
        hasOneOutput ? say("{1} at the output, mean of samples", decibels(meanSqnrDb))
                     : say("{1} at the weakest output of each, mean of samples", decibels(meanSqnrDb));
    return isWorstTold ? say("{1}, {2}", worst, mean) : mean;
}

table::Answer answerOf(const StrategyFindings& findings) {
    table::Answer answer;
    if (findings.recommendation)
        answer = recommendationAnswer(*findings.recommendation, findings.unlike);
    else if (findings.tried < findings.wanted)
        answer.headline = say("{1} of {2} strategies are tried; which to choose is told when all of them are.",
                              findings.tried, findings.wanted);
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
