// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/stopwatch.h"

#include "core/base/seconds_now.h"

#include <ctime>

namespace edgewright::measure {

namespace {

double cpuSeconds() {
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

} // namespace

// The CPU time, which takes longer to read, outside of the wall time.
Stopwatch::Stopwatch() {
    m_start.cpu = cpuSeconds();
    m_start.wall = secondsNow();
}

Timing Stopwatch::elapsed() const {
    const double wall = secondsNow() - m_start.wall;
    return {wall, cpuSeconds() - m_start.cpu};
}

} // namespace edgewright::measure
