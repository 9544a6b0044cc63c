// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/packing/gap_fit.h"

#include "core/memory/packing/bounds.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

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

constexpr std::int64_t Open = std::numeric_limits<std::int64_t>::max();

// The first span from `next` on that ends behind `address`; near ones are found fastest.
std::size_t firstEndingAfter(const Spans& spans, std::size_t next, std::int64_t address) {
    std::size_t step = 1;
    std::size_t end = next;
    while (end < spans.size() && spans[end].end <= address) {
        next = end + 1;
        end += step;
        step *= 2;
    }
    const auto from = spans.begin() + static_cast<std::ptrdiff_t>(next);
    const auto to = spans.begin() + static_cast<std::ptrdiff_t>(std::min(end, spans.size()));
    const auto found = std::partition_point(from, to, [&](const Span& span) { return span.end <= address; });
    return static_cast<std::size_t>(found - spans.begin());
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

GapFit::GapFit(const Problem& problem, Fit fit)
    : m_problem(problem), m_fit(fit), m_taken(problem), m_offsets(problem.buffers.size(), 0),
      m_placed(problem.buffers.size()) {}

std::int64_t GapFit::lowest(std::int64_t alignment) {
    std::int64_t offset = 0;
    // Around all obstacles until none of them moved the offset.
    std::size_t calm = 0;
    for (std::size_t i = 0; calm < m_obstacles.size(); i = i + 1 == m_obstacles.size() ? 0 : i + 1) {
        Obstacle& obstacle = m_obstacles[i];
        const Spans& spans = *obstacle.spans;
        ++calm;
        for (;;) {
            obstacle.next = firstEndingAfter(spans, obstacle.next, offset + obstacle.begin);
            if (obstacle.next == spans.size() || spans[obstacle.next].begin >= offset + obstacle.end) break;
            offset = alignUp(spans[obstacle.next].end - obstacle.begin, alignment);
            calm = 1;
        }
    }
    return offset;
}

// Walks through all rooms from the lowest to the open one at the top.
std::int64_t GapFit::smallest(const Buffer& buffer) {
    std::int64_t best = -1;
    std::int64_t bestRoom = Open;
    std::int64_t begin = 0;
    for (;;) {
        std::size_t calm = 0;
        for (std::size_t i = 0; calm < m_obstacles.size(); i = i + 1 == m_obstacles.size() ? 0 : i + 1) {
            Obstacle& obstacle = m_obstacles[i];
            const Spans& spans = *obstacle.spans;
            ++calm;
            obstacle.next = firstEndingAfter(spans, obstacle.next, begin);
            if (obstacle.next == spans.size() || spans[obstacle.next].begin > begin) continue;
            begin = spans[obstacle.next++].end; // touching spans are joined: the next one lies higher
            calm = 1;
        }
        std::int64_t end = Open;
        for (const Obstacle& obstacle : m_obstacles)
            if (obstacle.next < obstacle.spans->size())
                end = std::min(end, (*obstacle.spans)[obstacle.next].begin);
        const std::int64_t at = alignUp(begin, buffer.alignment);
        if (end == Open) return best >= 0 ? best : at;
        if (at <= end && end - at >= buffer.size && end - begin < bestRoom) {
            best = at;
            bestRoom = end - begin;
        }
        begin = end;
    }
}

std::int64_t GapFit::find(const Buffer& buffer) {
    m_obstacles.clear();
    const std::vector<Piece> parts = pieces(buffer);
    for (const Piece& piece : parts) {
        m_lists.clear();
        m_taken.collect(piece, m_lists);
        for (const Spans* spans : m_lists)
            m_obstacles.push_back({spans, 0, piece.begin, piece.end});
    }
    return m_fit == Fit::Smallest && buffer.gaps.empty() ? smallest(buffer) : lowest(buffer.alignment);
}

void GapFit::place(std::size_t index) {
    const Buffer& buffer = m_problem.buffers[index];
    const std::int64_t offset = buffer.fixedOffset ? *buffer.fixedOffset : buffer.size == 0 ? 0 : find(buffer);
    m_placed[index] = true;
    m_offsets[index] = offset;
    for (const Piece& piece : pieces(buffer))
        m_taken.take(piece, offset);
}

Solution GapFit::take() && { return concluded(m_problem, std::move(m_offsets)); }

Result<Solution> placeInOrder(const Problem& problem, const std::vector<std::size_t>& order, Fit fit,
                              const RunContext& run, const std::function<bool()>& over) {
    GapFit placing(problem, fit);
    for (std::size_t i = 0; i < problem.buffers.size(); ++i)
        if (problem.buffers[i].fixedOffset) placing.place(i);
    const auto total = static_cast<std::uint32_t>(order.size());
    for (std::uint32_t i = 0; i < total; ++i) {
        if (i % 32 == 0) {
            if (run.stopped() || (over && over())) return cancelled();
            run.report(i, total);
        }
        if (!placing.placed(order[i])) placing.place(order[i]);
    }
    run.report(total, total);
    return std::move(placing).take();
}

} // namespace edgewright::memory
