// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/comparison.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace edgewright::measure {

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
    if (const auto known = medianInterval(ratios))
        result.interval = {std::exp(known->low), std::exp(known->high)};
    const auto sure = medianInterval(ratios, rules.confidence);
    if (!sure) return result;
    const double low = std::exp(sure->low), high = std::exp(sure->high);
    result.bound = std::max(1 - low, high - 1);
    if (high < 1 - rules.resolution)
        result.verdict = Verdict::Faster;
    else if (low > 1 + rules.resolution)
        result.verdict = Verdict::Slower;
    else if (result.bound <= rules.sameWithin)
        result.verdict = Verdict::Same;
    return result;
}

} // namespace edgewright::measure
