// SPDX-License-Identifier: GPL-3.0-or-later
// The double-buffered ofmap SRAM: takes words from the array, packs them into lines of `bandwidth` words,
// drains half of itself whenever that half is full.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>

namespace edgewright::cost {

class WriteBuffer {
public:
    WriteBuffer(std::int64_t kiloBytes, std::int64_t bandwidth)
        : m_bandwidth(bandwidth), m_half(kiloBytes * 512), m_free(kiloBytes * 1024) {}

    // Words of one cycle; returns the cycles that the array waits.
    std::int64_t accept(std::int64_t words, std::int64_t cycle);
    // Drains the rest from `cycle` on and returns all words written to DRAM.
    std::int64_t finish(std::int64_t cycle);
    // Cycles of the first and the last write to DRAM, and of the last one of the drain that began last: the
    // rest leaves while a drain before may still be busy.
    std::int64_t firstWrite() const { return m_firstWrite.value_or(0); }
    std::int64_t lastWrite() const { return m_lastWrite; }
    std::int64_t lastDrainEnd() const { return m_drainEnd; }

private:
    void store(std::int64_t words);
    void closeLine();
    std::int64_t drain(std::int64_t cycle); // lines drained

    // A line that was closed before it was full.
    struct Partial {
        std::int64_t line = 0;
        std::int64_t words = 0;
    };
    std::int64_t m_bandwidth;
    std::int64_t m_half;                      // words
    std::int64_t m_free;                      // words
    std::int64_t m_drainEnd = 0;              // cycle
    std::int64_t m_open = 0;                  // words in the line that is being filled
    std::int64_t m_closed = 0, m_drained = 0; // lines
    std::deque<Partial> m_partials;
    std::int64_t m_writes = 0;
    std::optional<std::int64_t> m_firstWrite;
    std::int64_t m_lastWrite = 0;
};

} // namespace edgewright::cost
