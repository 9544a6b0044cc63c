// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/tuning_score.h"

#include <algorithm>
#include <cmath>

namespace edgewright::bench {

RandomSearch::RandomSearch(std::vector<double> values) : m_sorted(std::move(values)) {
    std::ranges::sort(m_sorted);
    double largest = m_sorted.front();
    for (double& each : m_sorted)
        std::isfinite(each) ? largest = each : each = largest;
}

double RandomSearch::median() const {
    const std::size_t half = m_sorted.size() / 2;
    return m_sorted.size() % 2 == 1 ? m_sorted[half] : (m_sorted[half - 1] + m_sorted[half]) / 2;
}

double RandomSearch::noneOf(std::size_t points, std::int64_t trials) const {
    const auto all = static_cast<std::int64_t>(m_sorted.size());
    double chance = 1;
    for (std::int64_t i = 0; i < static_cast<std::int64_t>(points) && chance > 0; ++i)
        chance *=
            static_cast<double>(std::max<std::int64_t>(all - trials - i, 0)) / static_cast<double>(all - i);
    return chance;
}

double RandomSearch::expected(std::int64_t trials) const {
    const auto all = static_cast<std::int64_t>(m_sorted.size());
    double sum = 0, none = 1; // of the points so far
    for (std::int64_t i = 0; i < all && none > 0; ++i) {
        const double left = std::max(static_cast<double>(all - trials - i), 0.0) / static_cast<double>(all - i);
        sum += m_sorted[static_cast<std::size_t>(i)] * none * (1 - left);
        none *= left;
    }
    return sum;
}

std::int64_t RandomSearch::budget(double share) const {
    const double wanted = median() - share * (median() - optimum());
    std::int64_t low = 1, high = static_cast<std::int64_t>(m_sorted.size());
    while (low < high) {
        const std::int64_t middle = low + (high - low) / 2;
        if (expected(middle) <= wanted)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

std::int64_t RandomSearch::medianTrialsTo(double wanted) const {
    const auto good = static_cast<std::size_t>(std::ranges::upper_bound(m_sorted, wanted) - m_sorted.begin());
    std::int64_t trials = 1;
    while (noneOf(good, trials) > 0.5)
        ++trials;
    return trials;
}

double score(const RandomSearch& random, std::span<const std::vector<double>> bests, std::int64_t budget) {
    double sum = 0;
    std::int64_t counted = 0;
    for (std::int64_t trial = 1; trial <= budget; ++trial) {
        const double base = random.expected(trial);
        if (!(base > random.optimum())) continue;
        double mean = 0;
        for (const std::vector<double>& best : bests) {
            const std::size_t at = std::min(static_cast<std::size_t>(trial), best.size()) - 1;
            mean += std::min(best[at], random.largest()) / static_cast<double>(bests.size());
        }
        sum += (base - mean) / (base - random.optimum());
        ++counted;
    }
    return counted > 0 ? sum / static_cast<double>(counted) : 0;
}

} // namespace edgewright::bench
