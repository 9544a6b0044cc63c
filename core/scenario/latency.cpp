// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/latency.h"

#include "core/base/say.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace edgewright::scenario {

namespace {

double binomialTerm(std::int64_t count, std::int64_t trials, double chance) {
    const auto n = static_cast<double>(trials), k = static_cast<double>(count);
    return std::exp(std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1) + k * std::log(chance) +
                    (n - k) * std::log1p(-chance));
}

// The sum of terms from `first` on, upwards or downwards, where they fall.
double binomialTail(std::int64_t first, int step, std::int64_t trials, double chance) {
    constexpr double Negligible = 1e-16;
    double term = binomialTerm(first, trials, chance), sum = 0;
    const double odds = chance / (1 - chance);
    for (std::int64_t k = first; k >= 0 && k <= trials; k += step) {
        sum += term;
        if (term < sum * Negligible) break;
        const auto up = static_cast<double>(trials - k), here = static_cast<double>(k);
        term *= step > 0 ? odds * up / (here + 1) : here / (odds * (up + 1));
    }
    return sum;
}

// The least number that `holds` is true for, which it is for all above; at least `first`.
template <typename Holds>
std::int64_t leastFor(std::int64_t first, const Holds& holds) {
    std::int64_t below = first - 1, enough = std::max<std::int64_t>(first, 1);
    while (!holds(enough)) {
        below = enough;
        enough *= 2;
    }
    while (enough - below > 1) {
        const std::int64_t middle = below + (enough - below) / 2;
        (holds(middle) ? enough : below) = middle;
    }
    return enough;
}

} // namespace

double binomialCdf(std::int64_t most, std::int64_t trials, double chance) {
    if (most < 0) return 0;
    if (most >= trials || chance <= 0) return 1;
    if (chance >= 1) return 0;
    const bool isBelowMean = static_cast<double>(most) < static_cast<double>(trials) * chance;
    const double sum =
        isBelowMean ? binomialTail(most, -1, trials, chance) : 1 - binomialTail(most + 1, 1, trials, chance);
    return std::clamp(sum, 0.0, 1.0);
}

std::optional<Ranks> quantileRanks(std::size_t count, double share, double confidence) {
    const auto n = static_cast<std::int64_t>(count);
    const double tail = (1 - confidence) / 2;
    // Above the lowest rank that is too high: P(Bin < l) = cdf(l - 1) <= tail; P(Bin >= u) = 1 - cdf(u - 1).
    const std::int64_t tooHigh =
        leastFor(1, [&](std::int64_t rank) { return rank > n || binomialCdf(rank - 1, n, share) > tail; });
    const std::int64_t high =
        leastFor(1, [&](std::int64_t rank) { return rank > n || binomialCdf(rank - 1, n, share) >= 1 - tail; });
    if (tooHigh <= 1 || high > n) return std::nullopt;
    return Ranks{static_cast<std::size_t>(tooHigh - 1), static_cast<std::size_t>(high)};
}

std::size_t samplesForInterval(double share, double confidence) {
    const double tail = (1 - confidence) / 2;
    return static_cast<std::size_t>(leastFor(1, [&](std::int64_t n) {
        const auto count = static_cast<double>(n);
        return std::pow(share, count) <= tail && std::pow(1 - share, count) <= tail;
    }));
}

std::size_t samplesForUpperBound(double share, double confidence) {
    return static_cast<std::size_t>(
        leastFor(1, [&](std::int64_t n) { return std::pow(share, static_cast<double>(n)) <= 1 - confidence; }));
}

std::string QuantileEstimate::text(const std::string& known) const {
    if (missing == 0) return known;
    return sayCount(missing, "needs {1} more", "needs {1} more");
}

QuantileEstimate quantileEstimate(std::span<const double> sorted, double share, double confidence) {
    QuantileEstimate estimate;
    if (!sorted.empty()) estimate.value = measure::quantile(sorted, share);
    const std::size_t needed = samplesForInterval(share, confidence);
    if (sorted.size() < needed) {
        estimate.missing = needed - sorted.size();
    } else if (const auto ranks = quantileRanks(sorted.size(), share, confidence)) {
        estimate.interval = measure::Interval{sorted[ranks->low - 1], sorted[ranks->high - 1]};
    }
    return estimate;
}

namespace {

// f of quantileOfRun().
double inflationOf(std::span<const double> inOrder, double quantile) {
    constexpr std::size_t Stretches = 20;
    constexpr double ByChance = 1.59; // 95 % of chi² / 19, 19 degrees of freedom
    std::vector<double> below;
    for (const double each : inOrder)
        below.push_back(each <= quantile ? 1 : 0);
    const auto means = batchMeans(below, Stretches);
    if (!means || means->mean >= 1) return 1;
    const double ofStretches = means->error * means->error * static_cast<double>(Stretches); // s²
    const auto length = static_cast<double>(inOrder.size() / Stretches);
    const double inflation = length * ofStretches / (means->mean * (1 - means->mean));
    return inflation > ByChance ? inflation : 1;
}

} // namespace

QuantileEstimate quantileOfRun(std::span<const double> inOrder, double share, double confidence) {
    std::vector<double> sorted(inOrder.begin(), inOrder.end());
    std::ranges::sort(sorted);
    QuantileEstimate estimate = quantileEstimate(sorted, share, confidence);
    if (!estimate.interval) return estimate;
    const double inflation = inflationOf(inOrder, estimate.value);
    const auto ranks = quantileRanks(sorted.size(), share, confidence);
    const auto count = static_cast<double>(sorted.size());
    const double middle = count * share, wider = std::sqrt(inflation);
    const double low = middle - wider * (middle - static_cast<double>(ranks->low)),
                 high = middle + wider * (static_cast<double>(ranks->high) - middle);
    if (std::floor(low) >= 1 && std::ceil(high) <= count) {
        estimate.interval = measure::Interval{sorted[static_cast<std::size_t>(low) - 1],
                                              sorted[static_cast<std::size_t>(std::ceil(high)) - 1]};
        return estimate;
    }
    const double needed = inflation * static_cast<double>(samplesForInterval(share, confidence));
    estimate.interval.reset();
    estimate.missing = static_cast<std::size_t>(std::max(std::ceil(needed - count), 1.0));
    return estimate;
}

bool passesEarly(std::int64_t late, std::int64_t queries, double share, double confidence) {
    return queries > 0 && late < queries && binomialCdf(late, queries, 1 - share) <= 1 - confidence;
}

std::int64_t queriesToPass(std::int64_t late, double share, double confidence) {
    return leastFor(late + 1,
                    [&](std::int64_t queries) { return passesEarly(late, queries, share, confidence); });
}

EarlyEstimate earlyEstimate(std::span<const double> sorted, double share, double confidence) {
    const auto queries = static_cast<std::int64_t>(sorted.size());
    EarlyEstimate estimate;
    const std::int64_t needed = queriesToPass(1, share, confidence);
    if (queries < needed) {
        estimate.missing = needed - queries;
        return estimate;
    }
    const std::int64_t tooMany =
        leastFor(1, [&](std::int64_t late) { return !passesEarly(late, queries, share, confidence); });
    estimate.allowed = tooMany - 1;
    estimate.value = sorted[static_cast<std::size_t>(queries - estimate.allowed)];
    return estimate;
}

std::optional<BatchMeans> batchMeans(std::span<const double> inOrder, std::size_t batches) {
    if (batches < 2 || inOrder.size() < batches) return std::nullopt;
    const std::size_t length = inOrder.size() / batches;
    std::vector<double> means;
    for (std::size_t i = 0; i < batches; ++i) {
        const auto stretch = inOrder.subspan(i * length, length);
        means.push_back(std::accumulate(stretch.begin(), stretch.end(), 0.0) / static_cast<double>(length));
    }
    BatchMeans result;
    result.batches = batches;
    const auto count = static_cast<double>(batches);
    result.mean = std::accumulate(means.begin(), means.end(), 0.0) / count;
    double squares = 0;
    for (const double each : means)
        squares += (each - result.mean) * (each - result.mean);
    result.error = std::sqrt(squares / (count - 1) / count);
    return result;
}

} // namespace edgewright::scenario
