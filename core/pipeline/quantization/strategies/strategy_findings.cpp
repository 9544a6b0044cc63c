// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/quantization/strategies/strategy_findings.h"

#include "core/pipeline/quantization/sentence_parts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <tuple>

namespace edgewright::pipeline {

namespace {

StrategyOutcome strategyOutcome(const StrategyRow& row) {
    const WeakestOutput weakest = row.change.weakest();
    return {row.strategy,         weakest.sqnrDb, row.meanLayerSqnrDb,      row.change.tops,
            row.weightBytesAfter, weakest.name,   row.change.othersSqnrDb()};
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
        pairs.better += row.outputSqnrDb() > second->outputSqnrDb();
        pairs.worse += row.outputSqnrDb() < second->outputSqnrDb();
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
    for (const StrategyRow& row : plain)
        if (row.strategy.weights == finding.weights && row.strategy.symmetric == finding.symmetric)
            finding.methods.push_back(strategyOutcome(row));
    if (finding.methods.size() < 2) return std::nullopt;
    std::ranges::stable_sort(finding.methods, std::greater(), [](const StrategyOutcome& each) {
        return std::pair(rightAnswers(each.tops), each.outputSqnrDb);
    });
    finding.bySqnr = finding.methods;
    std::ranges::stable_sort(finding.bySqnr, std::greater(), &StrategyOutcome::outputSqnrDb);
    const TopCounts& most = finding.methods.front().tops;
    finding.answers = answersInAll(most);
    finding.lead = rightAnswers(most) - rightAnswers(finding.methods.back().tops);
    const double count = static_cast<double>(finding.answers);
    const double share = count == 0 ? 0 : static_cast<double>(rightAnswers(most)) / count;
    finding.standardError = std::sqrt(count * share * (1 - share));
    return finding;
}

// What the recommendation looks at, the larger the better.
std::array<double, 4> criteriaOf(const StrategyRow& row) {
    const TopCounts& tops = row.change.tops;
    return {static_cast<double>(tops.int8Right), static_cast<double>(tops.agreed), row.outputSqnrDb(),
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

bool Recommendation::isUsable() const {
    const TopCounts& tops = outcome.tops;
    const std::size_t before = tops.labelled > 0 ? tops.fp32Right : tops.samples;
    if (!(outcome.othersSqnrDb >= UsableSqnr)) return false;
    return outcome.outputSqnrDb >= UsableSqnr ||
           (before >= UsableAnswers &&
            static_cast<double>(rightAnswers(tops)) >= UsableShare * static_cast<double>(before));
}

bool MethodFinding::isNoise() const { return lead <= 1 || static_cast<double>(lead) <= standardError; }

std::optional<Recommendation> recommended(const std::vector<StrategyRow>& rows) {
    if (rows.empty()) return std::nullopt;
    constexpr std::array<double, 4> Tolerances{0, 0, Recommendation::SqnrTolerance, 0};
    std::vector<std::size_t> left(rows.size());
    std::iota(left.begin(), left.end(), std::size_t(0));
    const auto isUsable = [&](std::size_t row) {
        return rows[row].change.othersSqnrDb() >= Recommendation::UsableSqnr;
    };
    if (std::ranges::any_of(left, isUsable)) std::erase_if(left, std::not_fn(isUsable));
    const std::size_t usable = left.size();
    std::array<std::size_t, 4> counts{};
    std::array<double, 4> leads{};
    for (std::size_t i = 0; i < Tolerances.size(); ++i) {
        const auto criterion = [&](std::size_t row) { return criteriaOf(rows[row])[i]; };
        const double most = criterion(*std::ranges::max_element(left, {}, criterion));
        leads[i] = std::numeric_limits<double>::infinity();
        for (const std::size_t row : left)
            if (criterion(row) < most) leads[i] = std::min(leads[i], most - criterion(row));
        std::erase_if(left, [&](std::size_t row) { return criterion(row) < most - Tolerances[i]; });
        counts[i] = left.size();
    }
    Recommendation found;
    found.row = *std::ranges::max_element(left, {}, [&](std::size_t row) { return rows[row].outputSqnrDb(); });
    found.outcome = strategyOutcome(rows[found.row]);
    const auto answers = [](double lead) { return std::isfinite(lead) ? static_cast<std::size_t>(lead) : 0; };
    found.leadRight = answers(leads[0]);
    found.leadAgreed = answers(leads[1]);
    found.rows = rows.size();
    found.usable = usable;
    std::tie(found.mostRight, found.mostAgreed, found.bestSqnr, found.fewest) = std::tuple_cat(counts);
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
    findings.granularity = granularityFinding(comparison);
    findings.symmetry = symmetryFinding(comparison);
    findings.method = methodFinding(comparison);
    findings.recommendation = recommendationOf(comparison);
    findings.tried = comparison.rows.size();
    findings.wanted = comparison.wanted;
    return findings;
}

} // namespace edgewright::pipeline
