// SPDX-License-Identifier: GPL-3.0-or-later
// The agreement of predictions with measurements.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace edgewright::cost::mapped {

struct Pair {
    double predicted = 0, measured = 0; // > 0
    double logRatio() const;            // of predicted to measured, natural
};

struct Agreement {
    std::size_t count = 0;
    double medianError = 0, meanError = 0; // of |logRatio()|
    double rankCorrelation = 0;     // Spearman's, ties sharing their mean rank; 0 where there is no spread
    std::vector<std::size_t> worst; // indices of all pairs, by falling |logRatio()|
};

// Spearman's of as many numbers, ties sharing their mean rank; 0 where there is no spread.
double rankCorrelation(std::span<const double> a, std::span<const double> b);

Agreement agreement(std::span<const Pair> pairs);

} // namespace edgewright::cost::mapped
