// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/crossings.h"

#include <cmath>

namespace edgewright::layout {

namespace {

constexpr int CrossingRounds = 6;
constexpr std::size_t MaxDegree = 32; // hubs are not switched: their comparison costs more than it gains

// Crossings saved towards one side when the neighbours `a` and `b`, in this order, change places.
std::int64_t gainOf(const Layers& layers, const Lists& neighbours, std::uint32_t a, std::uint32_t b) {
    std::int64_t gain = 0;
    for (const std::uint32_t ofA : neighbours.of(a)) {
        const std::uint32_t at = layers.position[ofA];
        for (const std::uint32_t ofB : neighbours.of(b)) {
            const std::uint32_t other = layers.position[ofB];
            gain += other < at ? 1 : other > at ? -1 : 0;
        }
    }
    return gain;
}

class Switcher {
public:
    Switcher(Layers& layers, std::size_t last) : m_layers(layers), m_last(last) {}

    std::int64_t row(std::size_t row) {
        const auto elements = m_layers.rows.of(row);
        std::int64_t saved = 0;
        for (std::size_t i = 0; i + 1 < elements.size(); ++i) {
            const std::uint32_t a = elements[i], b = elements[i + 1];
            if (!mayChange(a, b)) continue;
            const std::int64_t up = gainOf(m_layers, m_layers.up, a, b);
            std::int64_t gain = up + gainOf(m_layers, m_layers.down, a, b);
            if (gain > 0) {
                exchange(a, b);
                saved += gain;
                continue;
            }
            // Both go on as chains side by side: what is lost below is won back at their end.
            if (up < 0 || !follow(row, a, b)) continue;
            gain = up + gainOf(m_layers, m_layers.down, m_chain.back().first, m_chain.back().second);
            if (gain <= 0) continue;
            for (const auto& [left, right] : m_chain)
                exchange(left, right);
            saved += gain;
        }
        return saved;
    }

private:
    std::size_t degree(std::uint32_t element) const {
        return m_layers.up.of(element).size() + m_layers.down.of(element).size();
    }
    // The row's elements beside the pair that belong to the group of one of them keep it where it is.
    bool mayChange(std::uint32_t a, std::uint32_t b) const {
        if (degree(a) > MaxDegree || degree(b) > MaxDegree) return false;
        if (m_layers.seeded && !std::isnan(m_layers.seed[a]) && !std::isnan(m_layers.seed[b])) return false;
        const std::uint32_t ga = m_layers.group[a], gb = m_layers.group[b];
        if (ga == gb) return true;
        const auto elements = m_layers.rows.of(m_layers.rank[a]);
        const std::size_t at = m_layers.position[a];
        if (ga != 0 && at > 0 && m_layers.group[elements[at - 1]] == ga) return false;
        if (gb != 0 && at + 2 < elements.size() && m_layers.group[elements[at + 2]] == gb) return false;
        return true;
    }
    // Fills m_chain with the pairs from (a, b) downwards; true when there are several.
    bool follow(std::size_t row, std::uint32_t a, std::uint32_t b) {
        m_chain.assign(1, {a, b});
        for (++row; row <= m_last; ++row) {
            const auto belowA = m_layers.down.of(a), belowB = m_layers.down.of(b);
            if (belowA.size() != 1 || belowB.size() != 1) break;
            a = belowA.front();
            b = belowB.front();
            if (m_layers.up.of(a).size() != 1 || m_layers.up.of(b).size() != 1) break;
            if (m_layers.position[a] + 1 != m_layers.position[b] || !mayChange(a, b)) break;
            m_chain.emplace_back(a, b);
        }
        return m_chain.size() > 1;
    }
    void exchange(std::uint32_t a, std::uint32_t b) {
        const auto elements = m_layers.rows.of(m_layers.rank[a]);
        std::swap(elements[m_layers.position[a]], elements[m_layers.position[b]]);
        std::swap(m_layers.position[a], m_layers.position[b]);
    }

    Layers& m_layers;
    std::size_t m_last;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> m_chain;
};

} // namespace

std::uint64_t CrossingCounter::below(std::size_t row) {
    if (row + 1 >= m_layers.rowCount()) return 0;
    const auto upper = m_layers.rows.of(row);
    const std::size_t size = m_layers.rows.of(row + 1).size();
    if (size < 2 || upper.size() < 2) return 0;
    m_tree.assign(size + 1, 0);
    std::uint64_t crossings = 0, seen = 0;
    for (const std::uint32_t element : upper) {
        m_ends.clear();
        for (const std::uint32_t below : m_layers.down.of(element))
            m_ends.push_back(m_layers.position[below]);
        for (const std::uint32_t end : m_ends) { // earlier edges that end further right
            std::uint64_t notRight = 0;
            for (std::size_t i = end + std::size_t(1); i > 0; i &= i - 1)
                notRight += m_tree[i];
            crossings += seen - notRight;
        }
        for (const std::uint32_t end : m_ends) {
            for (std::size_t i = end + std::size_t(1); i <= size; i += i & (~i + 1))
                ++m_tree[i];
            ++seen;
        }
    }
    return crossings;
}

std::uint64_t countCrossings(const Layers& layers) {
    CrossingCounter counter(layers);
    std::uint64_t crossings = 0;
    for (std::size_t row = 0; row < layers.rowCount(); ++row)
        crossings += counter.below(row);
    return crossings;
}

std::int64_t switchNeighbours(Layers& layers, std::size_t first, std::size_t last, const RunContext& run) {
    Switcher switcher(layers, last);
    std::int64_t saved = 0;
    for (int round = 0; round < CrossingRounds; ++round) {
        std::int64_t now = 0;
        for (std::size_t row = first; row <= last; ++row) {
            if (run.stopped()) return saved;
            now += switcher.row(row);
        }
        saved += now;
        if (now == 0) break;
    }
    return saved;
}

} // namespace edgewright::layout
