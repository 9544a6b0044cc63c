// SPDX-License-Identifier: GPL-3.0-or-later
// Percentiles of latencies, and how well so few samples know them; MLPerf's rule for when a run was long
// enough.
#pragma once

#include "core/measure/statistics.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>

namespace edgewright::scenario {

// P(Bin(trials, chance) <= most); 0 for most < 0. Sums terms from the largest one on, to 1e-12.
double binomialCdf(std::int64_t most, std::int64_t trials, double chance);

// The interval of ranks l < u, from 1, that holds the quantile of the distribution, whatever that is, with at
// least `confidence`: P(Bin(n, share) < l) and P(Bin(n, share) >= u) are at most (1 - confidence) / 2 each
// (David and Nagaraja, Order Statistics, 7.1). Nothing where `count` is too small: below 6, 36, 72, 368, 3688
// samples of the 50th, 90th, 95th, 99th, 99.9th percentile at 0.95. Samples are taken to be independent: those
// of one run of a queue are not, see batchMeans().
struct Ranks {
    std::size_t low = 0, high = 0;
};
std::optional<Ranks> quantileRanks(std::size_t count, double share, double confidence = 0.95);
// The fewest samples that have such an interval, and that have an upper bound alone, at `confidence`.
std::size_t samplesForInterval(double share, double confidence = 0.95);
std::size_t samplesForUpperBound(double share, double confidence = 0.95);

struct QuantileEstimate {
    double value = 0; // between two samples, as measure::quantile() has it; 0 of none
    std::optional<measure::Interval> interval;
    std::size_t missing = 0; // samples until there is an interval; 0: there is

    std::string text(const std::string& known) const; // `known`, or "needs 12 more"
};
QuantileEstimate quantileEstimate(std::span<const double> sorted, double share, double confidence = 0.95);

// The quantile of one run, whose numbers, such as latencies in the order of their ends, come from a queue and
// are correlated: those above a quantile are in a row. As many as count like independent ones are fewer by
//
//     f = L · s² / (p (1 − p))
//
// s²: the variance of the share at or below the quantile, p, over 20 stretches of L numbers; where f is no more
// than independent ones come to by chance in one of 20 cases, 1.59, it is 1. The ranks of quantileRanks() are
// √f times as far from the middle (Heidelberger and Lewis, Quantile Estimation in Dependent Sequences,
// Operations Research 32, 1984). Beyond the first or the last number there is no interval, and `missing` says
// how many more of the same kind there have to be.
QuantileEstimate quantileOfRun(std::span<const double> inOrder, double share, double confidence = 0.95);

// MLPerf's early stopping: with `late` of `queries` above the bound, the bound is met by the share when
// P(Bin(queries, 1 - share) <= late) <= 1 - confidence (mlcommons/inference_policies, "Early Stopping").
bool passesEarly(std::int64_t late, std::int64_t queries, double share, double confidence = 0.99);
// The fewest queries that pass with so many late ones: of the 99th percentile 459 with none, 662 with one.
std::int64_t queriesToPass(std::int64_t late, double share, double confidence = 0.99);
// The value that MLPerf reports for a percentile: with t the largest number of late queries that these pass
// with, the largest sample but t - 1. Nothing, and how many are missing, where t would be 0.
struct EarlyEstimate {
    std::optional<double> value;
    std::int64_t allowed = 0; // t
    std::int64_t missing = 0;
};
EarlyEstimate earlyEstimate(std::span<const double> sorted, double share, double confidence = 0.99);

// The mean of correlated numbers, such as latencies of one run in the order of their ends: those of `batches`
// stretches of equal length are nearly independent where a stretch is longer than the longest busy period
// (Law, Statistical Analysis of Simulation Output Data, Operations Research 31, 1983). What does not fill a
// stretch is left out. Nothing of fewer numbers than batches.
struct BatchMeans {
    double mean = 0, error = 0; // error: one standard error of the mean
    std::size_t batches = 0;
};
std::optional<BatchMeans> batchMeans(std::span<const double> inOrder, std::size_t batches = 20);

} // namespace edgewright::scenario
