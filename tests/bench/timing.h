// SPDX-License-Identifier: GPL-3.0-or-later
// Clocks.
#pragma once

#include "tests/bench/statistics.h"

#include <sched.h>

namespace edgewright::bench {

// Runs from its construction; thread CPU time is that of the thread that reads it.
class Stopwatch {
public:
    Stopwatch();
    Sample elapsed() const;

private:
    double m_cpu, m_wall;
};

template <typename Body>
Sample timed(const Body& body) {
    const Stopwatch watch;
    body();
    return watch.elapsed();
}

// Keeps this thread, and the programs it starts meanwhile, on the core it runs on: the cores of a shared
// machine do not keep the same pace.
class OneCore {
public:
    OneCore();
    ~OneCore();
    OneCore(const OneCore&) = delete;
    OneCore& operator=(const OneCore&) = delete;

private:
    cpu_set_t m_before;
};

// Of the last minute; -1 where the system does not say.
double loadAverage();

} // namespace edgewright::bench
