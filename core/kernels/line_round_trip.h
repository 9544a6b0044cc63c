// SPDX-License-Identifier: GPL-3.0-or-later
// The distance of two processors: the time in which a cache line goes from one to the other and back.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>

namespace edgewright::kernels {

// Nanoseconds, of processors that share a cache of the last level: some 40 to 130.
inline constexpr std::int64_t NearRoundTrip = 110;
// True of processors that share none: some 250 to 600 ns. What one of them wrote then costs the other as much
// as computing it again.
constexpr bool isFarRoundTrip(double nanoseconds) {
    return nanoseconds >= 2 * static_cast<double>(NearRoundTrip);
}

class LineRoundTrip {
public:
    // Two threads call one each; both return soon, also where the other never comes.
    void ask();    // the one that measures
    void answer(); // the other one

    // Behind ask(): the shortest of some means; nothing: nobody answered in time.
    std::optional<std::chrono::nanoseconds> time() const { return m_time; }

private:
    alignas(64) std::atomic<std::uint32_t> m_asked{0};
    alignas(64) std::atomic<std::uint32_t> m_answered{0};
    alignas(64) std::atomic<bool> m_isOver{false};
    std::optional<std::chrono::nanoseconds> m_time;
};

} // namespace edgewright::kernels
