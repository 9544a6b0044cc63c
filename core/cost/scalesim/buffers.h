// SPDX-License-Identifier: GPL-3.0-or-later
// The SRAMs with limited DRAM bandwidth (SCALE-Sim's USER mode).
#pragma once

#include "core/cost/scalesim/prefetch_stream.h"
#include "core/cost/scalesim/setup.h"

#include <cstdint>
#include <deque>
#include <optional>

namespace edgewright::cost {

// A read SRAM: a window over the prefetch order that is moved on whenever a word is asked for that lies
// outside.
class ReadBuffer {
public:
    ReadBuffer(const PrefetchStream& stream, std::int64_t kiloBytes, std::int64_t bandwidth,
               ScaleSimVersion version);

    bool fits() const { return m_sets <= m_active; }
    // Cycles that the array waits for this segment in cycle `cycle`; may be negative, see serveElements.
    std::int64_t serve(std::int64_t segment, std::int64_t cycle) {
        if (segment < 0 || fits()) return 0;
        const Range range = m_ranges[static_cast<std::size_t>(segment)];
        if (range.first > range.last) return 0;
        const std::int64_t from = range.first - m_start + (range.first < m_start ? m_sets : 0);
        if (from + (range.last - range.first) < m_active) return 0;
        return serveElements(segment, cycle);
    }
    std::int64_t dramReads() const { return m_reads; }
    // Cycles of the first and the last word from DRAM: the buffer is filled before cycle 0.
    std::int64_t firstRead() const { return -m_fillCycles; }
    std::int64_t lastRead() const { return m_last; }

private:
    std::int64_t serveElements(std::int64_t segment, std::int64_t cycle);
    // Moves the window at cycle `now` and returns the cycles waited.
    std::int64_t move(std::int64_t moves, std::int64_t now);

    struct Range { // sets that hold a segment; first > last for an empty one
        std::int64_t first = 0, last = 0;
    };
    const PrefetchStream& m_stream;
    const ScaleSimVersion m_version;
    std::int64_t m_setWords = 0;
    std::int64_t m_sets = 0;                   // into which the stream is cut
    std::int64_t m_active = 0, m_prefetch = 0; // sets held, sets replaced by one move
    std::int64_t m_start = 0;                  // first set held
    std::int64_t m_moveCycles = 0, m_moveWords = 0;
    std::int64_t m_fillCycles = 0;
    std::int64_t m_last = -1; // cycle in which the last move has arrived
    std::int64_t m_reads = 0;
    std::int64_t m_hint = 0;
    std::vector<Range> m_ranges;
};

// The double-buffered ofmap SRAM: takes words from the array, packs them into lines of `bandwidth` words,
// drains half of itself whenever that half is full.
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
