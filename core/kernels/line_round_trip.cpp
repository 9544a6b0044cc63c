// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/line_round_trip.h"

#include <algorithm>

namespace edgewright::kernels {

void LineRoundTrip::ask() {
    using Clock = std::chrono::steady_clock;
    constexpr std::uint32_t Means = 4, Trips = 8; // of each mean
    constexpr int LooksPerClock = 64;
    constexpr std::chrono::microseconds Patience{50};
    const auto limit = Clock::now() + Patience;
    auto begin = Clock::now();
    for (std::uint32_t trip = 1; trip <= (Means + 1) * Trips; ++trip) {
        m_asked.store(trip, std::memory_order_release);
        for (int looks = 1; m_answered.load(std::memory_order_acquire) != trip; ++looks)
            if (looks % LooksPerClock == 0 && Clock::now() > limit) {
                m_isOver = true;
                return;
            }
        if (trip % Trips != 0) continue;
        const auto end = Clock::now();
        const auto mean = std::chrono::duration_cast<std::chrono::nanoseconds>(end - begin) / Trips;
        if (trip > Trips) m_time = std::min(mean, m_time.value_or(mean)); // the first one waits for the other
        begin = end;
    }
    m_isOver = true;
}

void LineRoundTrip::answer() {
    std::uint32_t seen = 0;
    while (!m_isOver.load(std::memory_order_relaxed)) {
        const std::uint32_t asked = m_asked.load(std::memory_order_acquire);
        if (asked == seen) continue;
        seen = asked;
        m_answered.store(seen, std::memory_order_release);
    }
}

} // namespace edgewright::kernels
