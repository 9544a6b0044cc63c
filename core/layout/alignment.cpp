// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/alignment.h"

#include <algorithm>
#include <limits>

namespace edgewright::layout {

std::vector<bool> markConflicts(const Layers& layers) {
    std::vector<bool> conflicts(layers.up.items.size(), false);
    for (std::size_t row = 1; row < layers.rowCount(); ++row) {
        const auto lower = layers.rows.of(row);
        const auto innerAbove = [&](std::uint32_t element) -> std::int64_t {
            if (!layers.dummy(element)) return -1;
            const std::uint32_t above = layers.up.of(element).front();
            return layers.dummy(above) ? std::int64_t(layers.position[above]) : -1;
        };
        std::int64_t left = 0;
        std::size_t begin = 0;
        for (std::size_t i = 0; i < lower.size(); ++i) {
            const std::int64_t inner = innerAbove(lower[i]);
            const bool last = i + 1 == lower.size();
            if (inner < 0 && !last) continue;
            const std::int64_t right = inner >= 0 ? inner : std::numeric_limits<std::int64_t>::max();
            for (; begin <= i; ++begin)
                for (std::size_t k = layers.up.start[lower[begin]]; k < layers.up.start[lower[begin] + 1u];
                     ++k) {
                    const std::uint32_t above = layers.up.items[k];
                    const std::int64_t at = layers.position[above];
                    if ((at < left || at > right) && !(layers.dummy(above) && layers.dummy(lower[begin])))
                        conflicts[k] = true;
                }
            left = std::max(left, inner);
        }
    }
    return conflicts;
}

bool Alignment::conflict(std::uint32_t upper, std::uint32_t lower) const {
    for (std::size_t k = m_layers.up.start[lower]; k < m_layers.up.start[lower + 1u]; ++k)
        if (m_layers.up.items[k] == upper) return m_conflicts[k];
    return false;
}

// A box leaves the place below another box to a box that is joined to it, a trunk to what goes on.
bool Alignment::suits(std::uint32_t element, std::uint32_t other) const {
    const bool dummy = m_layers.dummy(other);
    if (m_layers.dummy(element) == dummy) return true;
    const auto back = (m_upwards ? m_layers.up : m_layers.down).of(other);
    return std::all_of(back.begin(), back.end(),
                       [&](std::uint32_t each) { return m_layers.dummy(each) != dummy; });
}

void Alignment::align() {
    const Lists& neighbours = m_upwards ? m_layers.down : m_layers.up;
    const std::size_t count = m_layers.count(), rows = m_layers.rowCount();
    m_root.resize(count);
    std::vector<bool> taken(count, false); // already aligned with something in the next row
    for (std::uint32_t element = 0; element < count; ++element)
        m_root[element] = element;
    std::vector<std::uint32_t> alike, depth(count, 0); // depth: of the longest path that leads to an element
    for (std::size_t r = 0; r < rows; ++r) {
        const auto row = m_layers.rows.of(m_upwards ? rows - 1 - r : r);
        std::int64_t last = -1; // position, counted from the side that elements are aligned from
        for (std::size_t i = 0; i < row.size(); ++i) {
            const std::uint32_t element = row[m_rightmost ? row.size() - 1 - i : i];
            const auto others = neighbours.of(element);
            if (others.empty()) continue;
            for (const std::uint32_t other : others)
                depth[element] = std::max(depth[element], depth[other] + 1);
            const std::size_t beside = m_layers.rows.of(m_layers.rank[others.front()]).size();
            const auto place = [&](std::uint32_t other) -> std::int64_t {
                const auto at = static_cast<std::int64_t>(m_layers.position[other]);
                return m_rightmost ? static_cast<std::int64_t>(beside) - 1 - at : at;
            };
            // A box is aligned with boxes first, so that chains of boxes are straight and shortcuts go round;
            // and with what much depends on rather than with a source or an end at the side.
            alike.clear();
            std::uint32_t deepest = 0;
            for (const std::uint32_t other : others)
                if (m_layers.dummy(other) == m_layers.dummy(element)) deepest = std::max(deepest, depth[other]);
            for (const std::uint32_t other : others)
                if (m_layers.dummy(other) == m_layers.dummy(element) && 2 * depth[other] >= deepest)
                    alike.push_back(other);
            const std::span<const std::uint32_t> medians =
                alike.empty() ? others : std::span<const std::uint32_t>(alike);
            const std::size_t low = (medians.size() - 1) / 2, high = medians.size() / 2;
            for (const std::size_t median : {m_rightmost ? high : low, m_rightmost ? low : high}) {
                const std::uint32_t other = medians[median];
                if (taken[other] || place(other) <= last || !suits(element, other)) continue;
                if (m_upwards ? conflict(element, other) : conflict(other, element)) continue;
                taken[other] = true;
                m_root[element] = m_root[other];
                last = place(other);
                break;
            }
        }
    }
}

BlockGraph::BlockGraph(const Layers& layers, const std::vector<std::uint32_t>& block, std::size_t blocks) {
    gaps.reserve(layers.count());
    std::vector<std::pair<std::uint32_t, std::uint32_t>> leaving, arriving;
    leaving.reserve(layers.count());
    arriving.reserve(layers.count());
    std::vector<std::uint32_t> waiting(blocks, 0);
    std::vector<bool> used(blocks, false);
    for (std::size_t r = 0; r < layers.rowCount(); ++r) {
        const auto row = layers.rows.of(r);
        for (std::size_t i = 0; i < row.size(); ++i) {
            used[block[row[i]]] = true;
            if (i + 1 == row.size()) break;
            const auto gap = static_cast<std::uint32_t>(gaps.size());
            gaps.push_back({block[row[i]], block[row[i + 1]], layers.separation(row[i], row[i + 1])});
            leaving.emplace_back(gaps.back().left, gap);
            arriving.emplace_back(gaps.back().right, gap);
            ++waiting[gaps.back().right];
        }
    }
    after = listsOf(blocks, leaving);
    before = listsOf(blocks, arriving);
    order.reserve(blocks);
    for (std::uint32_t i = 0; i < blocks; ++i)
        if (used[i] && waiting[i] == 0) order.push_back(i);
    for (std::size_t i = 0; i < order.size(); ++i)
        for (const std::uint32_t gap : after.of(order[i]))
            if (--waiting[gaps[gap].right] == 0) order.push_back(gaps[gap].right);
}

void Alignment::compact() {
    const std::size_t count = m_layers.count();
    const BlockGraph graph(m_layers, m_root, count);
    std::vector<double> place(count, 0);
    const auto pull = [&](std::uint32_t block, double towards, bool right) { // as far as the others allow
        double limit = towards;
        if (right)
            for (const std::uint32_t gap : graph.after.of(block))
                limit = std::min(limit, place[graph.gaps[gap].right] - graph.gaps[gap].distance);
        else
            for (const std::uint32_t gap : graph.before.of(block))
                limit = std::max(limit, place[graph.gaps[gap].left] + graph.gaps[gap].distance);
        return limit;
    };
    constexpr double Far = std::numeric_limits<double>::infinity();
    const auto apply = [&](std::uint32_t block, bool right) {
        const double limit = pull(block, right ? Far : -Far, right);
        if (limit != Far && limit != -Far)
            place[block] = right ? std::max(place[block], limit) : std::min(place[block], limit);
    };
    if (!m_rightmost) {
        for (const std::uint32_t block : graph.order)
            place[block] = pull(block, 0, false);
        for (auto it = graph.order.rbegin(); it != graph.order.rend(); ++it)
            apply(*it, true);
    } else {
        for (auto it = graph.order.rbegin(); it != graph.order.rend(); ++it)
            place[*it] = pull(*it, 0, true);
        for (const std::uint32_t block : graph.order)
            apply(block, false);
    }
    x.resize(count);
    for (std::uint32_t element = 0; element < count; ++element)
        x[element] = place[m_root[element]];
}

} // namespace edgewright::layout
