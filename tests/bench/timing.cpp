// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/timing.h"

#include <algorithm>
#include <cmath>

namespace edgewright::bench {

Sample sampleOf(const Stopwatch& watch, int threads) {
    const Sample sample = watch.elapsed();
    return threads > 1 ? Sample{sample.wall, sample.wall} : sample;
}

bool isDisturbed(const Sample& timing) { return timing.wall > 1.05 * timing.cpu; }

void Fastest::add(const Sample& run) {
    const bool better = isDisturbed(run) == wasDisturbed() ? run.cpu < m_best.cpu : wasDisturbed();
    if (empty() || better) m_best = run;
    ++m_samples;
    if (isDisturbed(run)) ++m_disturbed;
}

double geometricMean(std::span<const double> numbers) {
    if (numbers.empty()) return 0;
    double logarithms = 0;
    for (const double number : numbers)
        logarithms += std::log(number);
    return std::exp(logarithms / static_cast<double>(numbers.size()));
}

OneCore::OneCore() {
    CPU_ZERO(&m_before);
    sched_getaffinity(0, sizeof m_before, &m_before);
    cpu_set_t here;
    CPU_ZERO(&here);
    CPU_SET(static_cast<std::size_t>(std::max(sched_getcpu(), 0)), &here);
    sched_setaffinity(0, sizeof here, &here);
}

OneCore::~OneCore() { sched_setaffinity(0, sizeof m_before, &m_before); }

} // namespace edgewright::bench
