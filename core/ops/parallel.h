// SPDX-License-Identifier: GPL-3.0-or-later
// Splits a kernel's independent tasks among as many threads as the caller allows.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <thread>
#include <vector>

namespace edgewright::ops {

// Threads worth starting for this much work (any unit of about a nanosecond): starting one costs about 20 us.
inline int usefulThreads(int allowed, std::int64_t work, std::int64_t tasks) {
    const std::int64_t useful = 1 + work / 200'000;
    return static_cast<int>(
        std::max<std::int64_t>(1, std::min({std::int64_t(allowed), useful, tasks, std::int64_t(64)})));
}

// body(task, worker) for every task in [0, tasks), worker in [0, threads). The body must not throw.
template <typename Body>
void parallelFor(int threads, std::int64_t tasks, Body body) {
    std::atomic<std::int64_t> next{0};
    const auto work = [&](int worker) {
        for (std::int64_t task = next++; task < tasks; task = next++)
            body(task, worker);
    };
    std::vector<std::jthread> others;
    for (int worker = 1; worker < threads; ++worker)
        others.emplace_back(work, worker);
    work(0);
}

} // namespace edgewright::ops
