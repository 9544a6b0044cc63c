// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/gap_fit.h"

#include <algorithm>
#include <limits>

namespace edgewright::memory {

GapFit::GapFit(const Problem& problem, Gap gap)
    : m_problem(problem), m_gap(gap), m_placed(problem.buffers.size()) {
    m_solution.offsets.assign(problem.buffers.size(), 0);
}

std::int64_t GapFit::find(const Buffer& buffer) const {
    std::int64_t cursor = 0; // everything below is taken while `buffer` lives, or was too narrow
    std::int64_t best = -1;
    std::int64_t bestRoom = std::numeric_limits<std::int64_t>::max();
    for (const std::uint32_t id : m_byOffset) {
        const Buffer& other = m_problem.buffers[id];
        if (other.upper <= buffer.lower || buffer.upper <= other.lower) continue;
        const std::int64_t begin = m_solution.offsets[id];
        const std::int64_t at = alignUp(cursor, buffer.alignment);
        if (at <= begin && begin - at >= buffer.size) {
            if (m_gap == Gap::Lowest) return at;
            if (begin - cursor < bestRoom) {
                best = at;
                bestRoom = begin - cursor;
            }
        }
        cursor = std::max(cursor, begin + other.size);
    }
    return best >= 0 ? best : alignUp(cursor, buffer.alignment);
}

void GapFit::place(std::size_t index) {
    const Buffer& buffer = m_problem.buffers[index];
    const std::int64_t offset = buffer.fixedOffset ? *buffer.fixedOffset : buffer.size == 0 ? 0 : find(buffer);
    m_placed[index] = true;
    m_solution.offsets[index] = offset;
    m_solution.peak = std::max(m_solution.peak, offset + buffer.size);
    if (buffer.size == 0) return;
    const auto position = std::ranges::upper_bound(m_byOffset, offset, {},
                                                   [this](std::uint32_t id) { return m_solution.offsets[id]; });
    m_byOffset.insert(position, static_cast<std::uint32_t>(index));
}

Result<Solution> placeInOrder(const Problem& problem, const std::vector<std::size_t>& order, Gap gap,
                              const RunContext& run) {
    GapFit fit(problem, gap);
    for (std::size_t i = 0; i < problem.buffers.size(); ++i)
        if (problem.buffers[i].fixedOffset) fit.place(i);
    const auto total = static_cast<std::uint32_t>(order.size());
    for (std::uint32_t i = 0; i < total; ++i) {
        if (i % 32 == 0) {
            if (run.stopped()) return cancelled();
            run.report(i, total);
        }
        if (!fit.placed(order[i])) fit.place(order[i]);
    }
    run.report(total, total);
    return std::move(fit).take();
}

} // namespace edgewright::memory
