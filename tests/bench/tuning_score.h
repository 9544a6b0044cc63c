// SPDX-License-Identifier: GPL-3.0-or-later
// The worth of a search, beside random search on the same values, which is computed. Source: Willemsen et al.,
// "A methodology for comparing optimization algorithms for auto-tuning", FGCS 159 (2024), as used in arXiv
// 2509.26300: P(t) = (S(t) - F(t)) / (S(t) - S_opt), with S(t) the value that random search is expected to have
// after t trials, F(t) the mean over the searches, and S_opt the least value; 0 is random search, 1 the
// optimum.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace edgewright::bench {

// Points that are drawn one after the other, none twice, until all are.
class RandomSearch {
public:
    // At least one, in any order; infinity (it failed) counts as the largest finite one.
    explicit RandomSearch(std::vector<double> values);

    double optimum() const { return m_sorted.front(); }
    double median() const;
    double largest() const { return m_sorted.back(); }
    double expected(std::int64_t trials) const; // the least of so many, from 1
    // Trials until it is expected to have come so much of the way from the median to the optimum.
    std::int64_t budget(double share = 0.95) const;
    // The trials of which half of all searches need more: to a value of at most `wanted`, which one has.
    std::int64_t medianTrialsTo(double wanted) const;

private:
    double noneOf(std::size_t points, std::int64_t trials) const; // chance that so many trials hit none of them

    std::vector<double> m_sorted;
};

// P, averaged over trials 1 to `budget`, of searches with their best values after each trial.
double score(const RandomSearch& random, std::span<const std::vector<double>> bests, std::int64_t budget);

} // namespace edgewright::bench
