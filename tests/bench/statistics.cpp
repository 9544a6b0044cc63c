// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/statistics.h"

#include <cmath>

namespace edgewright::bench {

void Fastest::add(const Sample& sample) {
    const bool better = sample.disturbed() == m_best.disturbed() ? sample.cpu < m_best.cpu : m_best.disturbed();
    if (empty() || better) m_best = sample;
    ++m_samples;
    if (sample.disturbed()) ++m_disturbed;
}

double geometricMean(std::span<const double> numbers) {
    if (numbers.empty()) return 0;
    double logarithms = 0;
    for (const double number : numbers)
        logarithms += std::log(number);
    return std::exp(logarithms / static_cast<double>(numbers.size()));
}

} // namespace edgewright::bench
