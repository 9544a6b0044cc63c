// SPDX-License-Identifier: GPL-3.0-or-later
// What repeated samples of a time come to.
#pragma once

#include <span>

namespace edgewright::bench {

// Of one run, in seconds: the time that its thread was computing, and the time that passed.
struct Sample {
    double cpu = 0;
    double wall = 0;

    // Something else had the processor meanwhile, and perhaps emptied the caches.
    bool disturbed() const { return wall > 1.05 * cpu; }
};

// The sample with the least time of computing. One that was disturbed counts only while there is no other: its
// caches were emptied, and on a virtual machine the clock of its thread may have stood still with it.
class Fastest {
public:
    void add(const Sample& sample);
    bool empty() const { return m_samples == 0; }
    const Sample& best() const { return m_best; }
    double milliseconds() const { return m_best.cpu * 1e3; }
    int samples() const { return m_samples; }
    int disturbed() const { return m_disturbed; }

private:
    Sample m_best;
    int m_samples = 0, m_disturbed = 0;
};

// How often something is run before its minimum is believed.
struct Patience {
    double seconds = 0.3; // at least so long,
    int runs = 10;        // and at least so often;
    double limit = 3;     // after so long three runs are enough

    bool enough(double spent, int done) const {
        return done >= 3 && (spent >= limit || (spent >= seconds && done >= runs));
    }
};

// Of positive numbers; 0 when there are none.
double geometricMean(std::span<const double> numbers);

} // namespace edgewright::bench
