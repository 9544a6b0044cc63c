// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/explanations.h"

#include "core/base/digit_groups.h"
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

// "1.32 × as fast"; of times, below 1 is faster.
std::string speedText(double ratio) { return ratioText(1 / ratio) + " as fast"; }

// "baseline in fp32", after the other choices that the cell does not share: "batch=1, baseline in fp32".
std::string nameBeside(const Outcome& base, const Outcome& cell) {
    std::string name;
    for (const Axis& axis : axes()) {
        const std::string& choice = base.choices.*axis.member;
        if (axis.member == &Choices::codes || axis.member == &Choices::configuration) continue;
        if (choice == cell.choices.*axis.member) continue;
        name += (choice.empty() ? std::string(axis.key) + " as is" : choice) + ", ";
    }
    return name + base.choices.configuration + " in " + base.choices.codes;
}

// For cells that no ratio relates; empty where one has no latency.
std::string apartText(const Outcome& base, const Outcome& cell) {
    const auto &before = base.numbers.milliseconds, &now = cell.numbers.milliseconds;
    if (!before || !now) return {};
    return cell.choices.text() + ": " + table::secondsText(*now / 1e3) + ", beside " +
           table::secondsText(*before / 1e3) + " of " + nameBeside(base, cell) +
           ": no runs in turn relate them";
}

std::string headline(const Outcome& base, const Outcome& cell) {
    const std::string than = nameBeside(base, cell);
    const auto relation = relationOf(base, cell);
    if (!relation) return apartText(base, cell);
    const std::string text = cell.choices.text() + ": ";
    const std::string times =
        speedText(relation->ratio) + " as " + than +
        (relation->interval ? " (" + percentText(measure::ComparisonRules().confidence) +
                                  " of this run: " + ratioText(1 / relation->interval->high) + " to " +
                                  ratioText(1 / relation->interval->low) + ")"
                            : std::string());
    switch (relation->verdict) {
    case measure::Verdict::Faster:
        return text + "faster, " + times;
    case measure::Verdict::Slower:
        return text + "slower, " + times;
    case measure::Verdict::Same:
        return text + "no difference to " + than + " larger than " +
               percentText(relation->interval ? measure::boundOf(*relation->interval)
                                              : measure::ComparisonRules().sameWithin);
    case measure::Verdict::Undecided:
        break;
    }
    return text + "the runs are too noisy to tell its latency from that of " + than;
}

// "48 operator calls instead of 96 (−50.0 %)"
std::string changedText(const std::string& now, const std::string& what, const std::string& before,
                        double share) {
    return now + " " + what + " instead of " + before + " (" + table::changeText(share) + ")";
}

std::string wholeNumber(std::int64_t number) { return inGroups(std::to_string(number)); }

double changeOf(std::int64_t before, std::int64_t now) {
    return static_cast<double>(now) / static_cast<double>(before) - 1;
}

// `isAlone`: the cells differ in nothing else that adds calls or takes them away.
void explainCalls(const Numbers& before, const Numbers& now, bool isAlone, std::vector<std::string>& reasons) {
    if (!before.calls || !now.calls || *before.calls <= 0) return;
    const double change = changeOf(*before.calls, *now.calls);
    if (*now.calls != *before.calls)
        reasons.push_back(
            changedText(wholeNumber(*now.calls), "operator calls", wholeNumber(*before.calls), change));
    if (isAlone && change > -FewCalls)
        reasons.push_back("little can be fused: " + wholeNumber(*now.calls) + " of " +
                          wholeNumber(*before.calls) + " operator calls are left");
}

void explainTraffic(const Numbers& before, const Numbers& now, std::vector<std::string>& reasons) {
    if (!before.trafficBytes || !now.trafficBytes || *before.trafficBytes <= 0) return;
    if (*now.trafficBytes == *before.trafficBytes) return;
    reasons.push_back(changedText(bytesText(*now.trafficBytes), "written and read between operators",
                                  bytesText(*before.trafficBytes),
                                  changeOf(*before.trafficBytes, *now.trafficBytes)));
}

// Why a peak is no smaller.
std::string peakReason(const Numbers& now) {
    if (!now.peakBytes || *now.peakBytes <= 0) return {};
    const auto peak = static_cast<double>(*now.peakBytes);
    const double largest = static_cast<double>(now.largestBytes.value_or(0)) / peak;
    if (largest >= DominantTensor)
        return "one tensor of " + bytesText(*now.largestBytes) + " is " + percentText(largest) + " of the peak";
    if (now.peakStep && now.steps && *now.steps > 1 && *now.peakStep == 0)
        return "the peak is at the input, in the first of " + wholeNumber(*now.steps) + " steps";
    if (now.lowerBoundBytes && *now.lowerBoundBytes >= *now.peakBytes)
        return "the tensors that are alive at once need that much";
    return {};
}

// The steps from all tensors side by side to an arena: "1.28 MiB side by side, 812 KiB where some stand in the
// place of others, 192 KiB packed by lifetime".
std::string packingText(const Outcome& base, const Outcome& cell) {
    const std::string buffers = bytesText(*cell.numbers.sumBytes),
                      packed = ", " + bytesText(*cell.numbers.peakBytes) + " packed by lifetime";
    // Fusion and codes make others.
    const bool areSameTensors =
        hasFusion(base) == hasFusion(cell) && !hasReuse(base) && base.choices.codes == cell.choices.codes &&
        base.choices.size == cell.choices.size && base.choices.model == cell.choices.model;
    const std::string shared = "tensors that are not alive at once share storage: ";
    if (areSameTensors && *base.numbers.peakBytes > *cell.numbers.sumBytes)
        return shared + bytesText(*base.numbers.peakBytes) + " side by side, " + buffers +
               " where some stand in the place of others" + packed;
    return shared + buffers + " of buffers side by side" + packed;
}

void explainPeak(const Outcome& base, const Outcome& cell, std::vector<std::string>& reasons) {
    const Numbers &before = base.numbers, &now = cell.numbers;
    if (!before.peakBytes || !now.peakBytes || *before.peakBytes <= 0) return;
    if (*now.peakBytes < *before.peakBytes) {
        std::string text = peakChangeText(before, now);
        if (hasReuse(cell) && now.sumBytes && *now.sumBytes > *now.peakBytes)
            text += ": " + packingText(base, cell);
        reasons.push_back(std::move(text));
    } else if (hasReuse(cell) || hasFusion(cell)) {
        const std::string why = peakReason(now);
        reasons.push_back((*now.peakBytes == *before.peakBytes ? "the peak stays at " : "the peak rises to ") +
                          bytesText(*now.peakBytes) + (why.empty() ? "" : ": " + why));
    }
    if (!hasReuse(cell) || *now.peakBytes <= 0) return;
    const double holes =
        static_cast<double>(now.fragmentationBytes.value_or(0)) / static_cast<double>(*now.peakBytes);
    if (holes >= NotableHoles)
        reasons.push_back(percentText(holes) +
                          " of the arena are holes at its fullest: tensors of other sizes and "
                          "lifetimes do not fit there");
}

void explainAllocations(const Numbers& before, const Numbers& now, std::vector<std::string>& reasons) {
    if (!before.allocations || !now.allocations || *before.allocations <= *now.allocations) return;
    reasons.push_back(wholeNumber(*now.allocations) + (*now.allocations == 1 ? " allocation" : " allocations") +
                      " instead of " + wholeNumber(*before.allocations));
}

void explainWeights(const Numbers& before, const Numbers& now, std::vector<std::string>& reasons) {
    if (!before.weightBytes || !now.weightBytes || *before.weightBytes <= 0) return;
    if (*before.weightBytes == *now.weightBytes) return;
    reasons.push_back(changedText(bytesText(*now.weightBytes), "of weights", bytesText(*before.weightBytes),
                                  changeOf(*before.weightBytes, *now.weightBytes)));
}

std::string accuracyText(const Numbers& numbers, const Accuracy& accuracy) {
    return wholeNumber(*numbers.right) + " of " + wholeNumber(*numbers.labelled) + " right (" +
           percentText(accuracy.share) + ", 95 %: " + percentText(accuracy.low) + " to " +
           percentText(accuracy.high) + ")";
}

void explainAccuracy(const Numbers& before, const Numbers& now, std::vector<std::string>& reasons) {
    const auto was = accuracyOf(before), is = accuracyOf(now);
    if (!was || !is) return;
    if (*before.right == *now.right && *before.labelled == *now.labelled) {
        reasons.push_back("accuracy stays: " + accuracyText(now, *is));
        return;
    }
    const bool overlap = was->low <= is->high && is->low <= was->high;
    reasons.push_back(
        accuracyText(now, *is) + " instead of " + wholeNumber(*before.right) + " of " +
        wholeNumber(*before.labelled) +
        (overlap ? "; the intervals overlap: it may be chance" : "; the intervals do not overlap"));
}

std::string energyOf(const Outcome& outcome) {
    return table::numberText(*outcome.numbers.energy, unitOfEnergy(outcome));
}

// "predicted for gemmini: 63 977 cycles instead of 82 418 (−22.4 %)"
void explainPrediction(const Outcome& base, const Outcome& cell, std::vector<std::string>& reasons) {
    const Numbers &before = base.numbers, &now = cell.numbers;
    if (base.accelerator != cell.accelerator || base.choices.accelerator != cell.choices.accelerator) return;
    const std::string place = "predicted for " + cell.choices.accelerator + ": ";
    const bool isMeantToChange = hasFusion(base) != hasFusion(cell) || base.choices.codes != cell.choices.codes;
    if (before.cycles && now.cycles && *before.cycles > 0) {
        if (*now.cycles != *before.cycles)
            reasons.push_back(place + changedText(wholeNumber(*now.cycles), "cycles",
                                                  wholeNumber(*before.cycles),
                                                  changeOf(*before.cycles, *now.cycles)));
        else if (isMeantToChange)
            reasons.push_back(place + "the cycles stay, " + wholeNumber(*now.cycles));
    }
    if (before.energy && now.energy && *before.energy > 0 && *now.energy != *before.energy &&
        base.energyUnit == cell.energyUnit)
        reasons.push_back(
            place + changedText(energyOf(cell), "of energy", energyOf(base), *now.energy / *before.energy - 1));
    if (now.wordBytes && now.cycles && base.choices.codes != cell.choices.codes)
        reasons.push_back(place + "both in words of " + bytesText(*now.wordBytes) +
                          ", so that this is not what narrower codes gain there");
}

// Tells which part is computed in integers, and why no more.
void explainIntegers(const Outcome& cell, std::vector<std::string>& reasons) {
    const auto &all = cell.numbers.products, &integer = cell.numbers.integerProducts;
    if (!all || !integer || *integer >= *all) return;
    reasons.push_back(wholeNumber(*integer) + " of " + wholeNumber(*all) + (*all == 1 ? " layer" : " layers") +
                      " ran in integers" + (cell.whyInFloat.empty() ? "" : ": " + cell.whyInFloat));
}

// "fusion, reuse and codes": in which the cells differ.
std::string listOf(const std::vector<std::string>& words) {
    std::string text;
    for (std::size_t i = 0; i < words.size(); ++i)
        text += (i == 0 ? "" : i + 1 < words.size() ? ", " : " and ") + words[i];
    return text;
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
    if (hasFusion(cell) != hasFusion(base)) differs.emplace_back("fusion");
    if (hasReuse(cell) != hasReuse(base)) differs.emplace_back("reuse");
    if (cell.choices.codes != base.choices.codes) differs.emplace_back("codes");
    if (differs.size() > 1) {
        reasons.push_back("the two differ in " + listOf(differs) +
                          ": which of them takes the time, cells tell that differ in one alone");
        return;
    }
    if (hasReuse(cell) && !hasReuse(base))
        reasons.push_back("reuse saves memory, not arithmetic: the same operators run on the same numbers");
    if (hasFusion(cell) && !hasFusion(base) && before.calls && now.calls && *now.calls < *before.calls)
        reasons.push_back(
            relation->verdict == measure::Verdict::Same
                ? "fewer calls make little difference: the time is spent within the operators"
                : "fewer calls, and yet slower: the kernels of the fused groups take longer here than "
                  "those of their operators");
    if (cell.choices.codes == Codes().key || base.choices.codes != Codes().key) return;
    if (now.integerProducts && now.products && *now.integerProducts < *now.products)
        reasons.push_back("integers are no quicker here: too few of the layers ran in them");
    else
        reasons.push_back(
            "integers are no quicker here: this machine's kernels gain nothing by them on these layers");
}

} // namespace

std::string peakChangeText(const Numbers& before, const Numbers& now) {
    return changedText(bytesText(*now.peakBytes), "at the peak", bytesText(*before.peakBytes),
                       changeOf(*before.peakBytes, *now.peakBytes));
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
    if (!cell.whileMeasured.empty()) answer.reasons.push_back("while it was measured " + cell.whileMeasured);
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
