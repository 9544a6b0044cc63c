// SPDX-License-Identifier: GPL-3.0-or-later
// Something done again and again, on a thread that does nothing else.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <stop_token>

namespace edgewright {

// Calls `beat` after each interval, until it returns false or `end` is requested, which ends the wait at once.
template <typename Beat>
void beatUntil(const std::stop_token& end, std::chrono::milliseconds interval, const Beat& beat) {
    std::mutex mutex;
    std::condition_variable_any wake;
    std::unique_lock waiting(mutex);
    while (!wake.wait_for(waiting, end, interval, [] { return false; }) && !end.stop_requested())
        if (!beat()) return;
}

} // namespace edgewright
