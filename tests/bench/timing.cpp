// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/timing.h"

#include <cstdlib>
#include <ctime>

namespace edgewright::bench {

namespace {

double now(clockid_t clock) {
    timespec time{};
    clock_gettime(clock, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

} // namespace

// The outer clock is started first and read last: wall is never less than cpu by the order of reading.
Stopwatch::Stopwatch() : m_cpu(0), m_wall(now(CLOCK_MONOTONIC)) { m_cpu = now(CLOCK_THREAD_CPUTIME_ID); }

Sample Stopwatch::elapsed() const {
    Sample sample;
    sample.cpu = now(CLOCK_THREAD_CPUTIME_ID) - m_cpu;
    sample.wall = now(CLOCK_MONOTONIC) - m_wall;
    return sample;
}

double loadAverage() {
    double minute = 0;
    return getloadavg(&minute, 1) == 1 ? minute : -1;
}

} // namespace edgewright::bench
