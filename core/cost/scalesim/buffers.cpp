// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/scalesim/buffers.h"

#include "core/base/checked.h"

#include <algorithm>

namespace edgewright::cost {

ReadBuffer::ReadBuffer(const PrefetchStream& stream, std::int64_t kiloBytes, std::int64_t bandwidth,
                       ScaleSimVersion version)
    : m_stream(stream), m_version(version) {
    const std::int64_t total = kiloBytes * 1024;
    const std::int64_t active = ceilDiv(total, 2);
    const std::int64_t prefetch = total - active;
    m_setWords = ceilDiv(total, 100);
    m_sets = stream.words() / m_setWords + 1; // the last set may be empty
    m_active = std::min(m_sets, ceilDiv(active, m_setWords));
    m_prefetch = std::min(m_sets - m_active, ceilDiv(prefetch, m_setWords));
    m_moveCycles = ceilDiv(prefetch, bandwidth) + 1;
    m_moveWords = ceilDiv(prefetch, bandwidth) * bandwidth;
    m_fillCycles = std::min(ceilDiv(active, bandwidth), ceilDiv(stream.paddedWords(), bandwidth));
    m_reads = m_fillCycles * bandwidth;
    if (fits()) return;
    m_ranges.reserve(stream.segments().size());
    for (const PrefetchStream::Segment& segment : stream.segments()) {
        if (segment.count == 0) {
            m_ranges.push_back({1, 0});
            continue;
        }
        m_ranges.push_back({segment.first / m_setWords, (segment.first + segment.count - 1) / m_setWords});
    }
}

std::int64_t ReadBuffer::move(std::int64_t moves, std::int64_t now) {
    m_start = (m_start + moves % m_sets * m_prefetch) % m_sets;
    m_reads += moves * m_moveWords;
    if (m_version == ScaleSimVersion::V2) {
        m_last += moves * m_moveCycles;
        return std::max<std::int64_t>(0, m_last - now);
    }
    std::int64_t waited = 0;
    const auto once = [&] {
        m_last += m_moveCycles;
        // SCALE-Sim v3 adds a positive wait twice and lets a negative one shorten the next.
        const std::int64_t wait = m_last - (now + waited);
        waited += wait > 0 ? 2 * wait : wait;
    };
    // A wait w > 0 is followed by moveCycles - w, a wait w <= 0 by moveCycles: from the third move on, two
    // moves wait for 2 * moveCycles and end where they began.
    if (moves > 4) {
        once();
        once();
        const std::int64_t pairs = (moves - 2) / 2;
        m_last += pairs * 2 * m_moveCycles;
        waited += pairs * 2 * m_moveCycles;
        moves -= 2 + 2 * pairs;
    }
    for (; moves > 0; --moves)
        once();
    return waited;
}

std::int64_t ReadBuffer::serveElements(std::int64_t segment, std::int64_t cycle) {
    const std::int64_t count = m_stream.segments()[static_cast<std::size_t>(segment)].count;
    std::int64_t offset = 1; // hit latency
    for (std::int64_t i = 0; i < count; ++i) {
        std::int64_t moves = INT64_MAX; // until the nearest place of the word is held
        const auto held = [&](std::int64_t position) {
            const std::int64_t set = position / m_setWords;
            const std::int64_t ahead = set - m_start + (set < m_start ? m_sets : 0);
            if (ahead < m_active) return true;
            moves = std::min(moves, ceilDiv(ahead - m_active + 1, m_prefetch));
            return false;
        };
        if (!m_stream.anyPlace(segment, i, m_hint, held)) offset += move(moves, cycle + offset);
    }
    return offset - 1;
}

void WriteBuffer::store(std::int64_t words) {
    m_free -= words;
    m_open += words;
    m_closed += m_open / m_bandwidth;
    m_open %= m_bandwidth;
}

void WriteBuffer::closeLine() {
    if (m_open == 0) return;
    m_partials.push_back({m_closed, m_open});
    ++m_closed;
    m_open = 0;
}

std::int64_t WriteBuffer::drain(std::int64_t cycle) {
    const std::int64_t lines = std::min(ceilDiv(m_half, m_bandwidth), m_closed - m_drained);
    if (lines == 0) return 0;
    m_drained += lines;
    // As in SCALE-Sim only the last line counts by its words; a partial line before it counts as full.
    std::int64_t words = lines * m_bandwidth;
    while (!m_partials.empty() && m_partials.front().line < m_drained) {
        if (m_partials.front().line == m_drained - 1) words -= m_bandwidth - m_partials.front().words;
        m_partials.pop_front();
    }
    m_free += words;
    m_writes += words;
    if (!m_firstWrite) m_firstWrite = cycle;
    m_drainEnd = cycle + lines - 1;
    m_lastWrite = std::max(m_lastWrite, m_drainEnd);
    return lines;
}

std::int64_t WriteBuffer::accept(std::int64_t words, std::int64_t cycle) {
    std::int64_t now = cycle;
    while (words > 0) {
        const bool draining = now < m_drainEnd;
        // Nothing happens while words remain free; then every stored word is looked at.
        const std::int64_t quiet = std::clamp<std::int64_t>(draining ? m_free - 1 : m_free - m_half, 0, words);
        store(quiet);
        words -= quiet;
        if (words == 0) break;
        store(1);
        --words;
        if (draining) {
            now = m_drainEnd;
        } else {
            closeLine();
            drain(now);
        }
    }
    return now - cycle;
}

std::int64_t WriteBuffer::finish(std::int64_t cycle) {
    closeLine();
    while (const std::int64_t lines = drain(cycle))
        cycle += lines;
    return m_writes;
}

} // namespace edgewright::cost
