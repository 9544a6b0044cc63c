// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/explanations.h"

#include "core/base/say.h"
#include "core/device/record/record.h"
#include "core/table/number_text.h"

#include <algorithm>
#include <cmath>

namespace edgewright::experiment {

namespace {

using table::bytesText, table::percentText, table::ratioText;

constexpr double FewCalls = 0.1;       // a smaller share of calls saved is few
constexpr double DominantTensor = 0.5; // of the peak
constexpr double NotableHoles = 0.01;  // of the peak

bool hasFusion(const Outcome& outcome) { return isFused(outcome.choices.configuration); }
bool hasReuse(const Outcome& outcome) { return isReusing(outcome.choices.configuration); }

// "baseline in fp32", after the other choices that the cell does not share: "batch=1, baseline in fp32".
std::string nameBeside(const Outcome& base, const Outcome& cell) {
    std::string name;
    for (const Axis& axis : axes()) {
        const std::string& choice = base.choices.*axis.member;
        if (axis.member == &Choices::codes || axis.member == &Choices::configuration) continue;
        if (choice == cell.choices.*axis.member) continue;
        name += (choice.empty() ? say("{1} as is", axis.key) : choice) + ", ";
    }
    return name + sayIn("cell", "{1} in {2}", base.choices.configuration, base.choices.codes);
}

// For cells that no ratio relates; empty where one has no latency.
std::string apartText(const Outcome& base, const Outcome& cell) {
    const auto &before = base.numbers.milliseconds, &now = cell.numbers.milliseconds;
    if (!before || !now) return {};
    return say("{1}: {2}, beside {3} of {4}: no runs in turn relate them", cell.choices.text(),
               table::secondsText(*now / 1e3), table::secondsText(*before / 1e3), nameBeside(base, cell));
}

// "tiny: faster, 1.32 × as fast as baseline in fp32 (99.9 % of this run: 1.30 × to 1.35 ×)"; of times, a ratio
// below 1 is faster.
std::string speedText(const Relation& relation, bool isFaster, const std::string& name,
                      const std::string& than) {
    const std::string speed = ratioText(1 / relation.ratio);
    if (!relation.interval)
        return isFaster ? say("{1}: faster, {2} as fast as {3}", name, speed, than)
                        : say("{1}: slower, {2} as fast as {3}", name, speed, than);
    const std::string confidence = percentText(measure::ComparisonRules().confidence);
    const std::string low = ratioText(1 / relation.interval->high),
                      high = ratioText(1 / relation.interval->low);
    return isFaster ? say("{1}: faster, {2} as fast as {3} ({4} of this run: {5} to {6})", name, speed, than,
                          confidence, low, high)
                    : say("{1}: slower, {2} as fast as {3} ({4} of this run: {5} to {6})", name, speed, than,
                          confidence, low, high);
}

std::string headline(const Outcome& base, const Outcome& cell) {
    const std::string than = nameBeside(base, cell);
    const auto relation = relationOf(base, cell);
    if (!relation) return apartText(base, cell);
    const std::string name = cell.choices.text();
    switch (relation->verdict) {
    case measure::Verdict::Faster:
    case measure::Verdict::Slower:
        return speedText(*relation, relation->verdict == measure::Verdict::Faster, name, than);
    case measure::Verdict::Same:
        return say("{1}: no difference to {2} larger than {3}", name, than,
                   percentText(relation->interval ? measure::boundOf(*relation->interval)
                                                  : measure::ComparisonRules().sameWithin));
    case measure::Verdict::Undecided:
        break;
    }
    return say("{1}: the runs are too noisy to tell its latency from that of {2}", name, than);
}

double changeOf(std::int64_t before, std::int64_t now) {
    return static_cast<double>(now) / static_cast<double>(before) - 1;
}

// "−50.0 %"
std::string changeText(std::int64_t before, std::int64_t now) {
    return table::changeText(changeOf(before, now));
}

// `isAlone`: the cells differ in nothing else that adds calls or takes them away.
void explainCalls(const Numbers& before, const Numbers& now, bool isAlone, std::vector<std::string>& reasons) {
    if (!before.calls || !now.calls || *before.calls <= 0) return;
    if (*now.calls != *before.calls)
        reasons.push_back(say("{1} operator calls instead of {2} ({3})", Grouped{*now.calls},
                              Grouped{*before.calls}, changeText(*before.calls, *now.calls)));
    if (isAlone && changeOf(*before.calls, *now.calls) > -FewCalls)
        reasons.push_back(say("little can be fused: {1} of {2} operator calls are left", Grouped{*now.calls},
                              Grouped{*before.calls}));
}

void explainTraffic(const Numbers& before, const Numbers& now, std::vector<std::string>& reasons) {
    if (!before.trafficBytes || !now.trafficBytes || *before.trafficBytes <= 0) return;
    if (*now.trafficBytes == *before.trafficBytes) return;
    reasons.push_back(say("{1} written and read between operators instead of {2} ({3})",
                          bytesText(*now.trafficBytes), bytesText(*before.trafficBytes),
                          changeText(*before.trafficBytes, *now.trafficBytes)));
}

// Why a peak is no smaller.
std::string peakReason(const Numbers& now) {
    if (!now.peakBytes || *now.peakBytes <= 0) return {};
    const auto peak = static_cast<double>(*now.peakBytes);
    const double largest = static_cast<double>(now.largestBytes.value_or(0)) / peak;
    if (largest >= DominantTensor)
        return say("one tensor of {1} is {2} of the peak", bytesText(*now.largestBytes), percentText(largest));
    if (now.peakStep && now.steps && *now.steps > 1 && *now.peakStep == 0)
        return say("the peak is at the input, in the first of {1} steps", Grouped{*now.steps});
    if (now.lowerBoundBytes && *now.lowerBoundBytes >= *now.peakBytes)
        return say("the tensors that are alive at once need that much");
    return {};
}

// The steps from all tensors side by side to an arena: "1.28 MiB side by side, 812 KiB where some stand in the
// place of others, 192 KiB packed by lifetime".
std::string packingText(const Outcome& base, const Outcome& cell) {
    const std::string buffers = bytesText(*cell.numbers.sumBytes), packed = bytesText(*cell.numbers.peakBytes);
    // Fusion and codes make others.
    const bool areSameTensors =
        hasFusion(base) == hasFusion(cell) && !hasReuse(base) && base.choices.codes == cell.choices.codes &&
        base.choices.size == cell.choices.size && base.choices.model == cell.choices.model;
    if (areSameTensors && *base.numbers.peakBytes > *cell.numbers.sumBytes)
        return say(
            "tensors that are not alive at once share storage: {1} side by side, {2} where some stand in "
            "the place of others, {3} packed by lifetime",
            bytesText(*base.numbers.peakBytes), buffers, packed);
    return say("tensors that are not alive at once share storage: {1} of buffers side by side, {2} packed by "
               "lifetime",
               buffers, packed);
}

void explainPeak(const Outcome& base, const Outcome& cell, std::vector<std::string>& reasons) {
    const Numbers &before = base.numbers, &now = cell.numbers;
    if (!before.peakBytes || !now.peakBytes || *before.peakBytes <= 0) return;
    if (*now.peakBytes < *before.peakBytes) {
        std::string text = peakChangeText(before, now);
        if (hasReuse(cell) && now.sumBytes && *now.sumBytes > *now.peakBytes)
            text = say("{1}: {2}", text, packingText(base, cell));
        reasons.push_back(std::move(text));
    } else if (hasReuse(cell) || hasFusion(cell)) {
        const std::string why = peakReason(now), peak = bytesText(*now.peakBytes);
        const std::string text = *now.peakBytes == *before.peakBytes ? say("the peak stays at {1}", peak)
                                                                     : say("the peak rises to {1}", peak);
        reasons.push_back(why.empty() ? text : say("{1}: {2}", text, why));
    }
    if (!hasReuse(cell) || *now.peakBytes <= 0) return;
    const double holes =
        static_cast<double>(now.fragmentationBytes.value_or(0)) / static_cast<double>(*now.peakBytes);
    if (holes >= NotableHoles)
        reasons.push_back(say("{1} of the arena are holes at its fullest: tensors of other sizes and lifetimes "
                              "do not fit there",
                              percentText(holes)));
}

void explainAllocations(const Numbers& before, const Numbers& now, std::vector<std::string>& reasons) {
    if (!before.allocations || !now.allocations || *before.allocations <= *now.allocations) return;
    reasons.push_back(sayCount(Grouped{*now.allocations}, "{1} allocation instead of {2}",
                               "{1} allocations instead of {2}", Grouped{*before.allocations}));
}

void explainWeights(const Numbers& before, const Numbers& now, std::vector<std::string>& reasons) {
    if (!before.weightBytes || !now.weightBytes || *before.weightBytes <= 0) return;
    if (*before.weightBytes == *now.weightBytes) return;
    reasons.push_back(say("{1} of weights instead of {2} ({3})", bytesText(*now.weightBytes),
                          bytesText(*before.weightBytes), changeText(*before.weightBytes, *now.weightBytes)));
}

std::string accuracyText(const Numbers& numbers, const Accuracy& accuracy) {
    return say("{1} of {2} right ({3}, 95 %: {4} to {5})", Grouped{*numbers.right}, Grouped{*numbers.labelled},
               percentText(accuracy.share), percentText(accuracy.low), percentText(accuracy.high));
}

void explainAccuracy(const Numbers& before, const Numbers& now, std::vector<std::string>& reasons) {
    const auto was = accuracyOf(before), is = accuracyOf(now);
    if (!was || !is) return;
    if (*before.right == *now.right && *before.labelled == *now.labelled) {
        reasons.push_back(say("accuracy stays: {1}", accuracyText(now, *is)));
        return;
    }
    const bool overlap = was->low <= is->high && is->low <= was->high;
    const Grouped right{*before.right}, all{*before.labelled};
    reasons.push_back(overlap ? say("{1} instead of {2} of {3}; the intervals overlap: it may be chance",
                                    accuracyText(now, *is), right, all)
                              : say("{1} instead of {2} of {3}; the intervals do not overlap",
                                    accuracyText(now, *is), right, all));
}

std::string energyOf(const Outcome& outcome) {
    return table::numberText(*outcome.numbers.energy, unitOfEnergy(outcome));
}

// "predicted for gemmini: 63 977 cycles instead of 82 418 (−22.4 %)"
void explainPrediction(const Outcome& base, const Outcome& cell, std::vector<std::string>& reasons) {
    const Numbers &before = base.numbers, &now = cell.numbers;
    if (base.accelerator != cell.accelerator || base.choices.accelerator != cell.choices.accelerator) return;
    const std::string& place = cell.choices.accelerator;
    const bool isMeantToChange = hasFusion(base) != hasFusion(cell) || base.choices.codes != cell.choices.codes;
    if (before.cycles && now.cycles && *before.cycles > 0) {
        if (*now.cycles != *before.cycles)
            reasons.push_back(say("predicted for {1}: {2} cycles instead of {3} ({4})", place,
                                  Grouped{*now.cycles}, Grouped{*before.cycles},
                                  changeText(*before.cycles, *now.cycles)));
        else if (isMeantToChange)
            reasons.push_back(say("predicted for {1}: the cycles stay, {2}", place, Grouped{*now.cycles}));
    }
    if (before.energy && now.energy && *before.energy > 0 && *now.energy != *before.energy &&
        base.energyUnit == cell.energyUnit)
        reasons.push_back(say("predicted for {1}: {2} of energy instead of {3} ({4})", place, energyOf(cell),
                              energyOf(base), table::changeText(*now.energy / *before.energy - 1)));
    if (now.wordBytes && now.cycles && base.choices.codes != cell.choices.codes)
        reasons.push_back(
            say("predicted for {1}: both in words of {2}, so that this is not what narrower codes "
                "gain there",
                place, bytesText(*now.wordBytes)));
}

// Tells which part is computed in integers, and why no more.
void explainIntegers(const Outcome& cell, std::vector<std::string>& reasons) {
    const auto &all = cell.numbers.products, &integer = cell.numbers.integerProducts;
    if (!all || !integer || *integer >= *all) return;
    const std::string text = sayCount(Grouped{*all}, "{2} of {1} layer ran in integers",
                                      "{2} of {1} layers ran in integers", Grouped{*integer});
    reasons.push_back(cell.whyInFloat.empty() ? text : say("{1}: {2}", text, cell.whyInFloat));
}

// Tells what was meant to help, and did not. Of cells that differ in several ways nothing tells which one it
// is.
void explainNoGain(const Outcome& base, const Outcome& cell, std::vector<std::string>& reasons) {
    const auto relation = relationOf(base, cell);
    if (!relation || relation->verdict == measure::Verdict::Faster ||
        relation->verdict == measure::Verdict::Undecided)
        return;
    const Numbers &before = base.numbers, &now = cell.numbers;
    std::vector<std::string> differs;
    if (hasFusion(cell) != hasFusion(base)) differs.push_back(say("fusion"));
    if (hasReuse(cell) != hasReuse(base)) differs.push_back(say("reuse"));
    if (cell.choices.codes != base.choices.codes) differs.push_back(say("codes"));
    if (differs.size() > 1) {
        reasons.push_back(
            say("the two differ in {1}: which of them takes the time, cells tell that differ in one "
                "alone",
                sayList(differs)));
        return;
    }
    if (hasReuse(cell) && !hasReuse(base))
        reasons.push_back(
            say("reuse saves memory, not arithmetic: the same operators run on the same numbers"));
    if (hasFusion(cell) && !hasFusion(base) && before.calls && now.calls && *now.calls < *before.calls)
        reasons.push_back(
            relation->verdict == measure::Verdict::Same
                ? say("fewer calls make little difference: the time is spent within the operators")
                : say("fewer calls, and yet slower: the kernels of the fused groups take longer here than "
                      "those of their operators"));
    if (cell.choices.codes == Codes().key || base.choices.codes != Codes().key) return;
    if (now.integerProducts && now.products && *now.integerProducts < *now.products)
        reasons.push_back(say("integers are no quicker here: too few of the layers ran in them"));
    else
        reasons.push_back(
            say("integers are no quicker here: this machine's kernels gain nothing by them on these layers"));
}

} // namespace

std::string peakChangeText(const Numbers& before, const Numbers& now) {
    return say("{1} at the peak instead of {2} ({3})", bytesText(*now.peakBytes), bytesText(*before.peakBytes),
               changeText(*before.peakBytes, *now.peakBytes));
}

table::Answer explained(const Outcome& base, const Outcome& cell) {
    table::Answer answer;
    if (base.isFailed() || cell.isFailed()) return answer;
    answer.headline = headline(base, cell);
    const Numbers &before = base.numbers, &now = cell.numbers;
    const bool isSameCodes = base.choices.codes == cell.choices.codes;
    if (!isSameCodes) explainIntegers(cell, answer.reasons);
    if (hasFusion(cell) && !hasFusion(base)) explainCalls(before, now, isSameCodes, answer.reasons);
    explainTraffic(before, now, answer.reasons);
    explainPeak(base, cell, answer.reasons);
    explainAllocations(before, now, answer.reasons);
    if (!isSameCodes) explainWeights(before, now, answer.reasons);
    explainPrediction(base, cell, answer.reasons);
    explainAccuracy(before, now, answer.reasons);
    explainNoGain(base, cell, answer.reasons);
    if (!cell.whileMeasured.empty())
        answer.reasons.push_back(say("while it was measured {1}", device::loadTextAgain(cell.whileMeasured)));
    return answer;
}

std::vector<Explanation> explanations(const ResultRows& rows) {
    std::vector<Explanation> all;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (!rows[i].base) continue;
        table::Answer answer = explained(*rows[i].base, rows[i].outcome);
        if (!answer.headline.empty() || !answer.reasons.empty()) all.push_back({i, std::move(answer)});
    }
    return all;
}

} // namespace edgewright::experiment
