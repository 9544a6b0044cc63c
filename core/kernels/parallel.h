// SPDX-License-Identifier: GPL-3.0-or-later
// Splits a kernel's independent tasks among as many threads as the caller allows. The helping threads are made
// once and wait.
#pragma once

#include <algorithm>
#include <cstdint>

namespace edgewright::kernels {

// In a build that looks for races, small loops are divided, too, and each thread that a loop asks for gets a
// task.
#ifdef EDGEWRIGHT_EVERY_THREAD_WORKS
inline constexpr bool EveryThreadWorks = true;
#else
inline constexpr bool EveryThreadWorks = false; // who wakes too late finds nothing left to do
#endif

// Work that a thread is worth its while for, where both processors share a cache: to hand it some costs one or
// two microseconds while a network runs; in units of about a nanosecond.
inline constexpr std::int64_t WorkPerThread = EveryThreadWorks ? 1 : 10'000;

inline constexpr int MaxThreads = 64; // of one loop

// The same for the helpers of this thread: more where they share no cache with it. How far they are is measured
// every tenth of a second, as threads move.
std::int64_t workPerThread();

// Nanoseconds in which a cache line goes from this thread to its first helper and back, as of the last time that
// it was measured; 0: never.
std::int64_t helperRoundTrip();

// Threads worth waking for this much work.
inline int usefulThreads(int allowed, std::int64_t work, std::int64_t tasks) {
    if (allowed <= 1 || tasks <= 1 || work < WorkPerThread) return 1;
    const std::int64_t useful = 1 + work / (EveryThreadWorks ? WorkPerThread : workPerThread());
    return static_cast<int>(
        std::max<std::int64_t>(1, std::min({std::int64_t(allowed), useful, tasks, std::int64_t(MaxThreads)})));
}

// The length of the pieces that `total` is cut into: even ones, a multiple of `unit`, of at most `limit` unless
// one unit is more, and so many of them that all threads get as many where that does not cut more finely than
// units. `sets`: how often it is cut, all pieces together being the tasks.
inline std::int64_t evenPiece(int threads, std::int64_t total, std::int64_t limit, std::int64_t unit = 1,
                              std::int64_t sets = 1) {
    constexpr std::int64_t Enough = 8; // pieces of a thread, of which one more or less does not matter
    const std::int64_t units = std::max<std::int64_t>(1, (total + unit - 1) / unit);
    const std::int64_t most = std::max<std::int64_t>(1, limit / unit); // units
    std::int64_t pieces = (units + most - 1) / most;
    if (pieces * sets < Enough * threads)
        while (pieces < units && pieces * sets % threads != 0)
            ++pieces;
    return (units + pieces - 1) / pieces * unit;
}

// Calls call(body, task, worker) for every task in [0, tasks), worker in [0, threads). One caller at a time
// gets the helping threads; any other, and a call from inside a task, does all of its tasks itself.
void runParallel(int threads, std::int64_t tasks, void (*call)(const void*, std::int64_t, int),
                 const void* body);

// body(task, worker); must not throw.
template <typename Body>
void parallelFor(int threads, std::int64_t tasks, const Body& body) {
    if (threads <= 1 || tasks <= 1) {
        for (std::int64_t task = 0; task < tasks; ++task)
            body(task, 0);
        return;
    }
    runParallel(
        threads, tasks,
        [](const void* self, std::int64_t task, int worker) {
            (*static_cast<const Body*>(self))(task, worker);
        },
        &body);
}

} // namespace edgewright::kernels
