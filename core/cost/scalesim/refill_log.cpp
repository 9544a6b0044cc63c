// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/scalesim/refill_log.h"

#include "core/base/checked.h"
#include "core/cost/limits.h"

#include <algorithm>

namespace edgewright::cost {

namespace {

constexpr std::int64_t FirstBandwidth = 10; // whatever the layer needs

} // namespace

RefillLog::RefillLog(const Demand& demand, std::int64_t kiloBytes)
    : m_demand(demand), m_setWords(kiloBytes * 1024 / 100), m_half(refillWords(kiloBytes)),
      m_first(demand.firstLine()) {}

bool RefillLog::expect(std::int64_t refills) {
    m_full = m_full || refills > RefillLimit - m_refills;
    return !m_full;
}

void RefillLog::refill(std::int64_t pass, std::int64_t word) {
    const std::int64_t line = m_demand.lineOf(pass, word);
    if (m_refills > 0) m_widest = std::max(m_widest, forWords(m_half));
    // Requests for the first half end two cycles before the array asks for its first word.
    m_cycles = m_refills > 0 ? line - m_last : line - m_first + 2;
    m_last = line;
    ++m_refills;
}

// Several refills in one line leave no time at all; SCALE-Sim divides by zero there.
std::int64_t RefillLog::forWords(std::int64_t words) const {
    return ceilDiv(words, std::max<std::int64_t>(1, m_cycles));
}

RefillLog::Fetches RefillLog::finish(std::int64_t words, std::int64_t lastLine) const {
    if (!m_full && m_refills == 0)
        return {-ceilDiv(ceilDiv(words, m_setWords) * m_setWords, FirstBandwidth), -1, FirstBandwidth,
                m_demand.exact()};
    const std::int64_t start = m_first - ceilDiv(m_half, FirstBandwidth);
    if (m_full) return {start, lastLine, std::max(m_widest, ceilDiv(words, lastLine - start + 1)), false};
    const std::int64_t rest = ceilDiv(words - m_refills * m_half, m_setWords) * m_setWords;
    return {start, m_last + 1, std::max(m_widest, forWords(rest)), m_demand.exact()};
}

} // namespace edgewright::cost
