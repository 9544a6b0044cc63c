// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/statistics.h"

#include "core/base/say.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

namespace edgewright::measure {

double quantile(std::span<const double> sorted, double share) {
    const double at = std::clamp(share, 0.0, 1.0) * static_cast<double>(sorted.size() - 1);
    const auto below = static_cast<std::size_t>(at);
    const std::size_t above = std::min(below + 1, sorted.size() - 1);
    return sorted[below] + (at - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

std::optional<Interval> medianInterval(std::span<const double> sorted, double confidence) {
    const std::size_t n = sorted.size();
    const double allowed = (1 - confidence) / 2;
    // P(Bin(n, 1/2) = k), from k = 0 on; by logarithms, as 2^-n is 0 for large n.
    const auto count = static_cast<double>(n);
    double below = 0; // P(Bin < rank)
    std::size_t rank = 0;
    while (rank < (n + 1) / 2) {
        const auto k = static_cast<double>(rank);
        below += std::exp(std::lgamma(count + 1) - std::lgamma(k + 1) - std::lgamma(count - k + 1) -
                          count * std::log(2.0));
        if (below > allowed) break;
        ++rank;
    }
    if (rank == 0) return std::nullopt;
    return Interval{sorted[rank - 1], sorted[n - rank]};
}

namespace {

// A quantile of Student's distribution: of few degrees of freedom from a table, else from that of the normal
// distribution by its first three terms (Abramowitz and Stegun 26.7.5).
struct StudentQuantile {
    std::array<double, 10> few;
    double normal;

    double operator()(std::size_t freedom) const {
        if (freedom <= few.size()) return few[freedom - 1];
        const double square = normal * normal;
        const auto n = static_cast<double>(freedom);
        return normal * (1 + (square + 1) / (4 * n) + ((5 * square + 16) * square + 3) / (96 * n * n) +
                         (((3 * square + 19) * square + 17) * square - 15) / (384 * n * n * n));
    }
};

// At 99.95 %: both tails beyond it are what ComparisonRules leave.
static_assert(ComparisonRules().confidence == 0.999);
constexpr StudentQuantile ComparisonQuantile{
    {636.6192, 31.5991, 12.9240, 8.6103, 6.8688, 5.9588, 5.4079, 5.0413, 4.7809, 4.5869}, 3.290527};
// At 90 %: 8 of 10 lie within both tails.
constexpr StudentQuantile NextQuantile{
    {3.0777, 1.8856, 1.6377, 1.5332, 1.4759, 1.4398, 1.4149, 1.3968, 1.3830, 1.3722}, 1.281552};

double meanOf(std::span<const double> numbers) {
    return std::accumulate(numbers.begin(), numbers.end(), 0.0) / static_cast<double>(numbers.size());
}

// Of what `numbers`, two or more, are draws of.
double varianceOf(std::span<const double> numbers, double mean) {
    double squares = 0;
    for (const double number : numbers)
        squares += (number - mean) * (number - mean);
    return squares / static_cast<double>(numbers.size() - 1);
}

} // namespace

MeanInterval meanInterval(std::span<const double> numbers) {
    MeanInterval interval;
    interval.count = numbers.size();
    if (numbers.empty()) return interval;
    interval.mean = meanOf(numbers);
    if (numbers.size() < 2) return interval;
    interval.half = ComparisonQuantile(numbers.size() - 1) *
                    std::sqrt(varianceOf(numbers, interval.mean) / static_cast<double>(numbers.size()));
    return interval;
}

std::optional<Interval> nextInterval(std::span<const double> numbers) {
    if (numbers.size() < 2) return std::nullopt;
    const double mean = meanOf(numbers);
    const double half = NextQuantile(numbers.size() - 1) *
                        std::sqrt(varianceOf(numbers, mean) * (1 + 1 / static_cast<double>(numbers.size())));
    return Interval{mean - half, mean + half};
}

Interval shareInterval(std::size_t count, std::size_t all) {
    if (all == 0) return {0, 1};
    constexpr double Deviations = 1.96; // of the normal distribution, for 95 %
    const double n = static_cast<double>(all), share = static_cast<double>(count) / n;
    const double square = Deviations * Deviations / n;
    const double middle = (share + square / 2) / (1 + square);
    const double half = Deviations * std::sqrt(share * (1 - share) / n + square / (4 * n)) / (1 + square);
    return {count == 0 ? 0 : middle - half, count == all ? 1 : middle + half};
}

bool isMajority(std::size_t more, std::size_t less, double confidence) {
    std::vector<double> signs(less, -1.0);
    signs.resize(less + more, 1.0);
    const auto interval = medianInterval(signs, confidence);
    return interval && interval->low > 0;
}

double Summary::uncertainty() const {
    return interval && median > 0 ? (interval->high - interval->low) / 2 / median
                                  : std::numeric_limits<double>::infinity();
}

Summary summaryOf(std::span<const double> samples) {
    Summary summary;
    summary.count = samples.size();
    if (samples.empty()) return summary;
    std::vector<double> sorted(samples.begin(), samples.end());
    std::ranges::sort(sorted);
    summary.min = sorted.front();
    summary.max = sorted.back();
    summary.mean = meanOf(sorted);
    summary.median = quantile(sorted, 0.5);
    summary.p95 = quantile(sorted, 0.95);
    summary.p99 = quantile(sorted, 0.99);
    summary.interval = medianInterval(sorted);
    if (summary.median > 0) summary.spread = (quantile(sorted, 0.75) - quantile(sorted, 0.25)) / summary.median;
    return summary;
}

std::string pairedTerms() {
    return say(
        "A difference in pairs of runs is the one to cite: the two of a pair took turns, so that what changed "
        "on the machine meanwhile is in both. Medians of all runs are those of each by itself, and may differ "
        "by more, or less.");
}

double boundOf(const Interval& interval) { return std::max(1 - interval.low, interval.high - 1); }

const char* nameOf(Verdict verdict) {
    switch (verdict) {
    case Verdict::Faster:
        return "faster";
    case Verdict::Slower:
        return "slower";
    case Verdict::Same:
        return "same";
    case Verdict::Undecided:
        break;
    }
    return "undecided";
}

Verdict verdictOn(const Interval& interval, const ComparisonRules& rules) {
    if (interval.high < 1 - rules.resolution) return Verdict::Faster;
    if (interval.low > 1 + rules.resolution) return Verdict::Slower;
    return boundOf(interval) <= rules.sameWithin ? Verdict::Same : Verdict::Undecided;
}

Comparison compare(std::span<const double> first, std::span<const double> second,
                   const ComparisonRules& rules) {
    constexpr double Infinity = std::numeric_limits<double>::infinity();
    std::vector<double> ratios; // logarithms
    for (std::size_t block = 0; block < std::min(first.size(), second.size()); ++block)
        if (first[block] > 0 && second[block] > 0) ratios.push_back(std::log(second[block] / first[block]));
    std::ranges::sort(ratios);
    Comparison result;
    result.blocks = ratios.size();
    result.interval = {0, Infinity};
    result.bound = Infinity;
    if (ratios.empty()) return result;
    result.ratio = std::exp(quantile(ratios, 0.5));
    const auto sure = medianInterval(ratios, rules.confidence);
    if (!sure) return result;
    result.interval = {std::exp(sure->low), std::exp(sure->high)};
    result.bound = boundOf(result.interval);
    result.verdict = verdictOn(result.interval, rules);
    return result;
}

} // namespace edgewright::measure
