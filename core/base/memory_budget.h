// SPDX-License-Identifier: GPL-3.0-or-later
// Bytes that one piece of work may take in all: a few bytes of a file can ask for any number of them.
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <limits>
#include <string>

namespace edgewright {

// Not for several threads at once. Bytes are >= 0; sums stop at the largest number.
class MemoryBudget {
public:
    explicit MemoryBudget(std::int64_t limitBytes) : m_limit(limitBytes) {}

    // Before something large is made: false, and nothing is taken, when it does not fit.
    [[nodiscard]] bool take(std::int64_t bytes) {
        if (bytes > left()) return false;
        m_used += bytes;
        return true;
    }
    // After something small was made: may go beyond the limit, which exceeded() tells.
    void add(std::int64_t bytes) { m_used = sum(bytes); }
    void release(std::int64_t bytes) { m_used -= bytes; }
    void extend(std::int64_t bytes) { // the limit
        m_limit = bytes > Most - m_limit ? Most : m_limit + bytes;
    }

    bool exceeded() const { return m_used > m_limit; }
    std::int64_t used() const { return m_used; }
    std::int64_t limit() const { return m_limit; }
    std::int64_t left() const { return m_limit > m_used ? m_limit - m_used : 0; }
    // The reason why `bytes` more cannot be had.
    Error refusal(const std::string& what, std::int64_t bytes = 0) const {
        return outOfMemory(what, sum(bytes), m_limit);
    }

private:
    static constexpr std::int64_t Most = std::numeric_limits<std::int64_t>::max();
    std::int64_t sum(std::int64_t bytes) const { return bytes > Most - m_used ? Most : m_used + bytes; }

    std::int64_t m_limit;
    std::int64_t m_used = 0;
};

} // namespace edgewright
