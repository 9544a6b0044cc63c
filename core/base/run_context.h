// SPDX-License-Identifier: GPL-3.0-or-later
// The caller's side of long work: the request to stop, and the progress that the work reports.
#pragma once

#include <atomic>
#include <cstdint>
#include <stop_token>
#include <utility>

namespace edgewright {

// One atomic cell, written by the worker, sampled by the owner: a million updates cost nothing.
class Progress {
public:
    void set(std::uint32_t done, std::uint32_t total) {
        m_packed.store((std::uint64_t(total) << 32) | done, std::memory_order_relaxed);
    }
    std::pair<std::uint32_t, std::uint32_t> get() const {
        const std::uint64_t packed = m_packed.load(std::memory_order_relaxed);
        return {static_cast<std::uint32_t>(packed), static_cast<std::uint32_t>(packed >> 32)};
    }

private:
    std::atomic<std::uint64_t> m_packed{0};
};

// Cheap to copy. Work polls `stopped()` at least every few milliseconds and returns cancelled().
struct RunContext {
    std::stop_token stop;
    Progress* progress = nullptr;

    bool stopped() const { return stop.stop_requested(); }
    void report(std::uint32_t done, std::uint32_t total) const {
        if (progress) progress->set(done, total);
    }
};

} // namespace edgewright
