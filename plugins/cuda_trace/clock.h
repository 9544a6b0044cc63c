// SPDX-License-Identifier: GPL-3.0-or-later
// The clock of the trace: CLOCK_MONOTONIC, in nanoseconds.
#pragma once

#include <cstdint>

#include <ctime>

namespace edgewright::cuda_trace {

inline std::int64_t nanosecondsOf(clockid_t clock) {
    timespec time{};
    ::clock_gettime(clock, &time);
    return std::int64_t(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
}

inline std::uint64_t now() { return static_cast<std::uint64_t>(nanosecondsOf(CLOCK_MONOTONIC)); }

// Nanoseconds to add to `other` for the trace's clock: `other` is read between two readings of that, the
// tightest of ten.
template <class Other>
std::int64_t offsetOf(Other&& other) {
    std::int64_t offset = 0;
    std::uint64_t narrowest = ~std::uint64_t(0);
    for (int i = 0; i < 10; ++i) {
        const std::uint64_t before = now();
        const auto there = static_cast<std::int64_t>(other());
        const std::uint64_t after = now();
        if (after - before >= narrowest) continue;
        narrowest = after - before;
        offset = static_cast<std::int64_t>(before + narrowest / 2) - there;
    }
    return offset;
}

} // namespace edgewright::cuda_trace
