// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/scalesim/read_buffer.h"

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

} // namespace edgewright::cost
