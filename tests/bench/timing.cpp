// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/timing.h"

#include <algorithm>
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

OneCore::OneCore() {
    CPU_ZERO(&m_before);
    sched_getaffinity(0, sizeof m_before, &m_before);
    cpu_set_t here;
    CPU_ZERO(&here);
    CPU_SET(static_cast<std::size_t>(std::max(sched_getcpu(), 0)), &here);
    sched_setaffinity(0, sizeof here, &here);
}

OneCore::~OneCore() { sched_setaffinity(0, sizeof m_before, &m_before); }

double loadAverage() {
    double minute = 0;
    return getloadavg(&minute, 1) == 1 ? minute : -1;
}

} // namespace edgewright::bench
