// SPDX-License-Identifier: GPL-3.0-or-later
// CPU time in milliseconds, for programs that measure: what others do on the machine does not count.
#pragma once

#include <ctime>

namespace edgewright::test {

inline double millisecondsOf(clockid_t clock) {
    timespec now{};
    clock_gettime(clock, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

inline double threadMilliseconds() { return millisecondsOf(CLOCK_THREAD_CPUTIME_ID); }   // of this thread
inline double processMilliseconds() { return millisecondsOf(CLOCK_PROCESS_CPUTIME_ID); } // of all threads

} // namespace edgewright::test
