// SPDX-License-Identifier: GPL-3.0-or-later
// Threads for the loops of one caller (parallel.h), beside those that all callers share: two programs that run
// at once split their loops at the same time, each on processors of its own.
#pragma once

#include <memory>
#include <span>

#include <pthread.h>

namespace edgewright::kernels {

// The thread runs on this logical processor alone from now on. 0, or the error of the system.
int pinThread(pthread_t thread, int processor);

class OwnThreads {
public:
    // Counting the caller; 1 to MaxThreads (parallel.h). The others are made at once, and end with this.
    explicit OwnThreads(int threads);
    ~OwnThreads();
    OwnThreads(const OwnThreads&) = delete;
    OwnThreads& operator=(const OwnThreads&) = delete;

    // The calling thread splits its loops among these from now on, until it ends, which is before these do. A
    // loop that asks for more threads than there are gets no others.
    void use();
    // `caller`, which uses them, on processors[0], the others on the next ones: as many as there are threads.
    // While no loop runs. 0, or the error of the system.
    int pin(pthread_t caller, std::span<const int> processors);
    // Nothing comes for a while: threads that look for the next loop sleep at once, so that others may have
    // their processors.
    void rest();

private:
    struct Loops;
    std::unique_ptr<Loops> m_loops;
};

} // namespace edgewright::kernels
