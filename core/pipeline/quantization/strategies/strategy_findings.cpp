// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/quantization/strategies/strategy_findings.h"

#include "core/base/say.h"
#include "core/pipeline/quantization/sentence_parts.h"
#include "core/pipeline/quantization/told_apart.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <utility>

namespace edgewright::pipeline {

namespace {

// Without what only a row has.
StrategyOutcome outcomeOf(const ModelChange& change) {
    const WeakestOutput weakest = change.weakest();
    StrategyOutcome outcome;
    outcome.outputSqnrDb = outcome.worstSqnrDb = weakest.sqnrDb;
    outcome.meanSqnrDb = meanComparedDb(change);
    outcome.tops = change.tops;
    outcome.weakest = weakest.place();
    outcome.hasOneOutput = weakest.name.empty();
    outcome.worstOthersSqnrDb = change.othersSqnrDb();
    for (const SampleChange& sample : change.samples) {
        outcome.worstSqnrDb = std::min(outcome.worstSqnrDb, sample.sqnrDb);
        outcome.worstOthersSqnrDb = std::min(outcome.worstOthersSqnrDb, sample.othersSqnrDb);
    }
    const SampleChange* worst = change.worstSample();
    if (worst && worst->sqnrDb < weakest.sqnrDb) outcome.worst = change.worstSampleText();
    return outcome;
}

StrategyOutcome strategyOutcome(const StrategyRow& row) {
    StrategyOutcome outcome = outcomeOf(row.change);
    outcome.strategy = row.strategy;
    outcome.meanLayerSqnrDb = row.meanLayerSqnrDb;
    outcome.weightBytes = row.weightBytesAfter;
    return outcome;
}

// The row with this strategy; null: there is none.
const StrategyRow* rowWith(const std::vector<StrategyRow>& rows, const Strategy& strategy) {
    const auto found = std::ranges::find(rows, strategy, &StrategyRow::strategy);
    return found == rows.end() ? nullptr : &*found;
}

struct ShownPair {
    const StrategyRow* first = nullptr;
    const StrategyRow* second = nullptr;
};

// `isFirst(strategy)`, and `other(strategy)`: what its pair has instead.
template <typename IsFirst, typename Other>
StrategyPairs pairsOf(const std::vector<StrategyRow>& rows, IsFirst isFirst, Other other, ShownPair& shown) {
    StrategyPairs pairs;
    int mostUsual = -1;
    for (const StrategyRow& row : rows) {
        const Strategy& strategy = row.strategy;
        if (strategy.remedy != Remedy::None || !isFirst(strategy)) continue;
        const StrategyRow* second = rowWith(rows, other(strategy));
        if (!second) continue;
        ++pairs.pairs;
        pairs.better += sqnrLead(row.change, second->change).isAboveZero();
        pairs.worse += sqnrLead(second->change, row.change).isAboveZero();
        if (row.meanLayerSqnrDb && second->meanLayerSqnrDb) {
            pairs.betterLayers += *row.meanLayerSqnrDb > *second->meanLayerSqnrDb;
            pairs.worseLayers += *row.meanLayerSqnrDb < *second->meanLayerSqnrDb;
        }
        const int usual = (strategy.method == quant::DefaultRangeMethod ? 4 : 0) +
                          (strategy.weights == quant::Granularity::PerChannel ? 2 : 0) +
                          (strategy.symmetric ? 0 : 1);
        if (usual <= mostUsual) continue;
        mostUsual = usual;
        shown = {&row, second};
    }
    if (shown.first) {
        pairs.first = strategyOutcome(*shown.first);
        pairs.second = strategyOutcome(*shown.second);
    }
    return pairs;
}

const StrategyLayer* layerOf(const StrategyRow& row, NodeId product) {
    const auto found = std::ranges::find(row.layers, product, &StrategyLayer::product);
    return found == row.layers.end() ? nullptr : &*found;
}

std::optional<GranularityFinding> granularityFinding(const StrategyComparison& comparison) {
    GranularityFinding finding;
    ShownPair shown;
    finding.pairs = pairsOf(
        comparison.rows,
        [](const Strategy& strategy) { return strategy.weights == quant::Granularity::PerChannel; },
        [](Strategy strategy) {
            strategy.weights = quant::Granularity::PerTensor;
            return strategy;
        },
        shown);
    if (!shown.first) return std::nullopt;
    if (!comparison.widest) return finding;
    const StrategyLayer* perChannel = layerOf(*shown.first, comparison.widest->product);
    const StrategyLayer* perTensor = layerOf(*shown.second, comparison.widest->product);
    if (!perChannel || !perTensor) return finding;
    finding.widest = comparison.widest;
    finding.weightSqnrPerChannelDb = perChannel->weightSqnrDb;
    finding.weightSqnrPerTensorDb = perTensor->weightSqnrDb;
    finding.layerSqnrPerChannelDb = perChannel->sqnrDb;
    finding.layerSqnrPerTensorDb = perTensor->sqnrDb;
    return finding;
}

std::optional<SymmetryFinding> symmetryFinding(const StrategyComparison& comparison) {
    SymmetryFinding finding;
    ShownPair shown;
    finding.pairs = pairsOf(
        comparison.rows, [](const Strategy& strategy) { return !strategy.symmetric; },
        [](Strategy strategy) {
            strategy.symmetric = true;
            return strategy;
        },
        shown);
    if (!shown.first) return std::nullopt;
    finding.activations = comparison.activations;
    finding.neverNegative = comparison.neverNegative;
    return finding;
}

std::optional<MethodFinding> methodFinding(const StrategyComparison& comparison) {
    std::vector<StrategyRow> plain;
    std::ranges::copy_if(comparison.rows, std::back_inserter(plain),
                         [](const StrategyRow& row) { return row.strategy.remedy == Remedy::None; });
    const auto best = recommended(plain);
    if (!best) return std::nullopt;
    MethodFinding finding;
    finding.weights = best->outcome.strategy.weights;
    finding.symmetric = best->outcome.strategy.symmetric;
    std::erase_if(plain, [&](const StrategyRow& row) {
        return row.strategy.weights != finding.weights || row.strategy.symmetric != finding.symmetric;
    });
    if (plain.size() < 2) return std::nullopt;
    // By what the lead is told from: the first is the one that recommended() compares with, too.
    std::ranges::stable_sort(plain, std::greater(),
                             [](const StrategyRow& row) { return meanComparedDb(row.change); });
    for (const StrategyRow& row : plain) {
        finding.bySqnr.push_back(strategyOutcome(row));
        finding.isAlike.push_back(!sqnrLead(plain.front().change, row.change).isAboveZero());
    }
    std::ranges::stable_sort(plain, std::greater(),
                             [](const StrategyRow& row) { return rightAnswers(row.change.tops); });
    for (const StrategyRow& row : plain)
        finding.methods.push_back(strategyOutcome(row));
    const ModelChange &most = plain.front().change, &least = plain.back().change;
    finding.answers = answersInAll(most.tops);
    finding.lead = rightAnswers(most.tops) - rightAnswers(least.tops);
    finding.isNoise =
        !(most.tops.labelled > 0 ? isMoreOftenRight(most, least) : isMoreOftenAgreed(most, least));
    return finding;
}

// The criteria of paretoRows(), the larger the better.
std::array<double, 6> criteriaOf(const StrategyRow& row) {
    const TopCounts& tops = row.change.tops;
    return {strategyOutcome(row).isUsable() ? 1.0 : 0.0,
            static_cast<double>(tops.int8Right),
            static_cast<double>(tops.agreed),
            row.outputSqnrDb(),
            meanComparedDb(row.change),
            -static_cast<double>(row.weightBytesAfter)};
}

bool dominates(const StrategyRow& a, const StrategyRow& b) {
    const auto ofA = criteriaOf(a), ofB = criteriaOf(b);
    bool isBetter = false;
    for (std::size_t i = 0; i < ofA.size(); ++i) {
        if (!(ofA[i] >= ofB[i])) return false;
        isBetter = isBetter || ofA[i] > ofB[i];
    }
    return isBetter;
}

} // namespace

bool StrategyOutcome::isUsable() const {
    const std::size_t before = tops.labelled > 0 ? tops.fp32Right : tops.samples;
    if (!(worstOthersSqnrDb >= Recommendation::UsableSqnr)) return false;
    return worstSqnrDb >= Recommendation::UsableSqnr ||
           (before >= Recommendation::UsableAnswers &&
            static_cast<double>(rightAnswers(tops)) >=
                Recommendation::UsableShare * static_cast<double>(before));
}

std::string unusableText(const ModelChange& change, const std::optional<UnlikeInputs>& unlike) {
    const StrategyOutcome outcome = outcomeOf(change);
    if (outcome.isUsable()) return {};
    if (!unlike) return say("not usable: {1}", outcome.outputText());
    return say("not usable: {1}; the likely cause: {2}", outcome.outputText(), unlike->text());
}

namespace {

// Of rows that are not told apart: see Recommendation. `left`: one or more.
std::size_t chosenOf(const std::vector<StrategyRow>& rows, const std::vector<std::size_t>& left) {
    const auto goodness = [&](std::size_t row) {
        return std::pair(meanComparedDb(rows[row].change), rows[row].meanLayerSqnrDb.value_or(-MaxComparedDb));
    };
    const std::size_t best = *std::ranges::max_element(left, {}, goodness);
    std::size_t chosen = best;
    for (const std::size_t row : left) {
        if (rows[row].weightBytesAfter >= rows[best].weightBytesAfter ||
            !isEquivalent(rows[best].change, rows[row].change))
            continue;
        const auto bytes = rows[row].weightBytesAfter, fewest = rows[chosen].weightBytesAfter;
        if (bytes < fewest || (bytes == fewest && goodness(row) > goodness(chosen))) chosen = row;
    }
    return chosen;
}

// The row, or one that is as good in all and better in something: on the front of paretoRows().
std::size_t onFront(const std::vector<StrategyRow>& rows, std::size_t row) {
    while (true) {
        const auto better =
            std::ranges::find_if(rows, [&](const StrategyRow& other) { return dominates(other, rows[row]); });
        if (better == rows.end()) return row;
        row = static_cast<std::size_t>(better - rows.begin());
    }
}

// The largest difference that the interval leaves open.
double openTo(const measure::MeanInterval& lead) { return std::abs(lead.mean) + lead.half; }

} // namespace

std::optional<Recommendation> recommended(const std::vector<StrategyRow>& rows) {
    if (rows.empty()) return std::nullopt;
    std::vector<std::size_t> left(rows.size());
    std::iota(left.begin(), left.end(), std::size_t(0));
    const auto isUsable = [&](std::size_t row) { return strategyOutcome(rows[row]).isUsable(); };
    if (std::ranges::any_of(left, isUsable)) std::erase_if(left, std::not_fn(isUsable));
    Recommendation found;
    found.rows = rows.size();
    found.usable = left.size();
    // Without those that the one with the most of it is better than.
    const auto narrow = [&](auto measureOf, auto isBetter) {
        const auto of = [&](std::size_t row) { return measureOf(rows[row].change); };
        const ModelChange& best = rows[*std::ranges::max_element(left, {}, of)].change;
        std::erase_if(left, [&](std::size_t row) { return isBetter(best, rows[row].change); });
        return left.size();
    };
    found.mostRight = narrow([](const ModelChange& change) { return change.tops.int8Right; }, isMoreOftenRight);
    found.mostAgreed = narrow([](const ModelChange& change) { return change.tops.agreed; }, isMoreOftenAgreed);
    found.bestSqnr = narrow(meanComparedDb, [](const ModelChange& best, const ModelChange& other) {
        return sqnrLead(best, other).isAboveZero();
    });
    found.row = onFront(rows, chosenOf(rows, left));
    found.outcome = strategyOutcome(rows[found.row]);
    if (!found.isAdvice()) {
        const auto worstOf = [&](std::size_t row) { return strategyOutcome(rows[row]).worstSqnrDb; };
        found.row = *std::ranges::max_element(left, {}, worstOf);
        found.outcome = strategyOutcome(rows[found.row]);
        return found;
    }
    const StrategyRow& chosen = rows[found.row];
    for (const std::size_t row : left) {
        if (row == found.row) continue;
        const StrategyRow& other = rows[row];
        found.alike.push_back({row, other.made, sqnrLead(chosen.change, other.change)});
        found.cheaper += other.weightBytesAfter < chosen.weightBytesAfter;
        found.isCheaper |= other.weightBytesAfter > chosen.weightBytesAfter &&
                           meanComparedDb(other.change) >= meanComparedDb(chosen.change) &&
                           isEquivalent(other.change, chosen.change);
    }
    std::ranges::stable_sort(found.alike, std::greater(),
                             [](const AlikeStrategy& each) { return openTo(each.lead); });
    return found;
}

std::optional<Recommendation> recommendationOf(const StrategyComparison& comparison) {
    return comparison.rows.size() < comparison.wanted ? std::nullopt : recommended(comparison.rows);
}

std::vector<std::size_t> paretoRows(const std::vector<StrategyRow>& rows) {
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < rows.size(); ++i)
        if (std::ranges::none_of(rows, [&](const StrategyRow& other) { return dominates(other, rows[i]); }))
            places.push_back(i);
    return places;
}

StrategyFindings findingsOf(const StrategyComparison& comparison) {
    StrategyFindings findings;
    findings.samples = comparison.samples;
    findings.unlike = comparison.unlike;
    findings.granularity = granularityFinding(comparison);
    findings.symmetry = symmetryFinding(comparison);
    findings.method = methodFinding(comparison);
    findings.recommendation = recommendationOf(comparison);
    findings.tried = comparison.rows.size();
    findings.wanted = comparison.wanted;
    return findings;
}

} // namespace edgewright::pipeline
