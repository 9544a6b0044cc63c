// SPDX-License-Identifier: GPL-3.0-or-later
// Times, by the least of many runs.
#pragma once

#include "core/measure/stopwatch.h"

#include <sched.h>

#include <span>

namespace edgewright::bench {

using measure::Stopwatch;
using Sample = measure::Timing;

// The sample of a watch after work of so many threads. Of several, who wait for each other, what counts is the
// time that passed.
Sample sampleOf(const Stopwatch& watch, int threads);

// Something else had the processor meanwhile, and perhaps emptied the caches.
bool isDisturbed(const Sample& timing);

// The run with the least time of computing. One that was disturbed counts only while there is no other: its
// caches were emptied, and on a virtual machine its clock may have stood still with it.
class Fastest {
public:
    void add(const Sample& run);
    bool empty() const { return m_samples == 0; }
    const Sample& best() const { return m_best; }
    double milliseconds() const { return m_best.cpu * 1e3; }
    int samples() const { return m_samples; }
    int disturbed() const { return m_disturbed; }
    bool wasDisturbed() const { return isDisturbed(m_best); } // every time

private:
    Sample m_best;
    int m_samples = 0, m_disturbed = 0;
};

// The number of runs of something before its minimum is believed.
struct Patience {
    double seconds = 0.3; // at least so long,
    int runs = 10;        // and at least so often;
    double limit = 3;     // after so long three runs are enough

    bool enough(double spent, int done) const {
        return done >= 3 && (spent >= limit || (spent >= seconds && done >= runs));
    }
};

// The mean of positive numbers; 0 when there are none.
double geometricMean(std::span<const double> numbers);

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

} // namespace edgewright::bench
