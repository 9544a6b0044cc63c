// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/scalesim/write_buffer.h"

#include "core/base/checked.h"

#include <algorithm>

namespace edgewright::cost {

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
