// SPDX-License-Identifier: GPL-3.0-or-later
// A read SRAM with limited DRAM bandwidth (SCALE-Sim's USER mode): a window over the prefetch order that is
// moved on whenever a word is asked for that lies outside.
#pragma once

#include "core/cost/scalesim/prefetch_stream.h"
#include "core/cost/scalesim/setup.h"

namespace edgewright::cost {

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

} // namespace edgewright::cost
