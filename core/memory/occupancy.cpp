// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/occupancy.h"

#include <algorithm>
#include <bit>

namespace edgewright::memory {

namespace {

void insert(Spans& spans, Span added) {
    const auto first = std::ranges::lower_bound(spans, added.begin, {}, &Span::end);
    auto last = first;
    while (last != spans.end() && last->begin <= added.end) {
        added.begin = std::min(added.begin, last->begin);
        added.end = std::max(added.end, last->end);
        ++last;
    }
    if (first == last) {
        spans.insert(first, added);
        return;
    }
    *first = added;
    spans.erase(first + 1, last);
}

} // namespace

Occupancy::Occupancy(const Problem& problem) {
    for (const Buffer& buffer : problem.buffers)
        for (const Piece& piece : pieces(buffer)) {
            m_times.push_back(piece.lower);
            m_times.push_back(piece.upper);
        }
    std::ranges::sort(m_times);
    m_times.erase(std::unique(m_times.begin(), m_times.end()), m_times.end());
    m_columns = std::bit_ceil(std::max<std::size_t>(m_times.size(), 1));
    m_nodes.resize(2 * m_columns);
}

std::size_t Occupancy::column(std::int64_t step) const {
    return static_cast<std::size_t>(std::ranges::lower_bound(m_times, step) - m_times.begin());
}

// visit(node, covered): from the root to the largest nodes that [lower, upper) covers.
template <typename Visit>
void Occupancy::descend(std::size_t node, std::size_t from, std::size_t to, std::size_t lower,
                        std::size_t upper, const Visit& visit) const {
    if (upper <= from || to <= lower) return;
    const bool covered = lower <= from && to <= upper;
    visit(node, covered);
    if (covered) return;
    const std::size_t middle = from + (to - from) / 2;
    descend(2 * node, from, middle, lower, upper, visit);
    descend(2 * node + 1, middle, to, lower, upper, visit);
}

void Occupancy::take(const Piece& piece, std::int64_t offset) {
    const Span span{offset + piece.begin, offset + piece.end};
    descend(1, 0, m_columns, column(piece.lower), column(piece.upper), [&](std::size_t node, bool covered) {
        insert(m_nodes[node].some, span);
        if (covered) insert(m_nodes[node].whole, span);
    });
}

void Occupancy::collect(const Piece& piece, std::vector<const Spans*>& lists) const {
    descend(1, 0, m_columns, column(piece.lower), column(piece.upper), [&](std::size_t node, bool covered) {
        const Spans& spans = covered ? m_nodes[node].some : m_nodes[node].whole;
        if (!spans.empty()) lists.push_back(&spans);
    });
}

} // namespace edgewright::memory
