// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/layers.h"

#include <algorithm>
#include <array>
#include <limits>
#include <unordered_set>

namespace edgewright::layout {

namespace {

using Adjacency = std::vector<std::vector<std::uint32_t>>;
using Conflicts = std::unordered_set<std::uint64_t>; // edges as (upper << 32 | lower)

std::uint64_t edgeKey(std::uint32_t a, std::uint32_t b) { return (std::uint64_t(a) << 32) | b; }

// Edges that cross an inner segment (dummy to dummy) give way, so that long edges are straight.
Conflicts markConflicts(const Layers& layers) {
    Conflicts conflicts;
    for (std::size_t row = 1; row < layers.rows.size(); ++row) {
        const auto& lower = layers.rows[row];
        const auto innerAbove = [&](std::uint32_t element) -> std::int64_t {
            if (!layers.dummy(element)) return -1;
            const std::uint32_t above = layers.up[element].front();
            return layers.dummy(above) ? layers.position[above] : -1;
        };
        std::int64_t left = 0;
        std::size_t begin = 0;
        for (std::size_t i = 0; i < lower.size(); ++i) {
            const std::int64_t inner = innerAbove(lower[i]);
            const bool last = i + 1 == lower.size();
            if (inner < 0 && !last) continue;
            const std::int64_t right = inner >= 0 ? inner : std::numeric_limits<std::int64_t>::max();
            for (; begin <= i; ++begin)
                for (const std::uint32_t above : layers.up[lower[begin]]) {
                    const std::int64_t at = layers.position[above];
                    if ((at < left || at > right) && !(layers.dummy(above) && layers.dummy(lower[begin])))
                        conflicts.insert(edgeKey(above, lower[begin]));
                }
            left = std::max(left, inner);
        }
    }
    return conflicts;
}

// One of the four extreme alignments: top-down or bottom-up, leftmost or rightmost.
class Alignment {
public:
    Alignment(const Layers& layers, const Conflicts& conflicts, bool upwards, bool rightmost)
        : m_layers(layers), m_conflicts(conflicts), m_upwards(upwards), m_rightmost(rightmost) {
        m_rows = layers.rows;
        if (upwards) std::reverse(m_rows.begin(), m_rows.end());
        m_position.resize(layers.count());
        for (auto& row : m_rows) {
            if (rightmost) std::reverse(row.begin(), row.end());
            for (std::size_t i = 0; i < row.size(); ++i)
                m_position[row[i]] = static_cast<std::int64_t>(i);
        }
        align();
        compact();
        if (rightmost)
            for (double& value : x)
                value = -value;
    }

    std::vector<double> x;

private:
    void align();
    void compact();

    const Layers& m_layers;
    const Conflicts& m_conflicts;
    bool m_upwards, m_rightmost;
    std::vector<std::vector<std::uint32_t>> m_rows;
    std::vector<std::int64_t> m_position;
    std::vector<std::uint32_t> m_root;
};

void Alignment::align() {
    const Adjacency& neighbours = m_upwards ? m_layers.down : m_layers.up;
    const std::size_t count = m_layers.count();
    m_root.resize(count);
    std::vector<bool> taken(count, false); // already aligned with something in the next row
    for (std::uint32_t element = 0; element < count; ++element)
        m_root[element] = element;
    std::vector<std::uint32_t> sorted;
    for (const auto& row : m_rows) {
        std::int64_t last = -1;
        for (const std::uint32_t element : row) {
            sorted = neighbours[element];
            if (sorted.empty()) continue;
            std::sort(sorted.begin(), sorted.end(),
                      [&](std::uint32_t a, std::uint32_t b) { return m_position[a] < m_position[b]; });
            for (const std::size_t median : {(sorted.size() - 1) / 2, sorted.size() / 2}) {
                const std::uint32_t other = sorted[median];
                if (taken[other] || m_position[other] <= last) continue;
                if (m_conflicts.count(m_upwards ? edgeKey(element, other) : edgeKey(other, element)) != 0)
                    continue;
                taken[other] = true;
                m_root[element] = m_root[other];
                last = m_position[other];
                break;
            }
        }
    }
}

void Alignment::compact() {
    struct Gap {
        std::uint32_t left, right;
        double distance;
    };
    const std::size_t count = m_layers.count();
    std::vector<std::vector<Gap>> after(count), before(count);
    std::vector<std::uint32_t> waiting(count, 0), order;
    for (const auto& row : m_rows)
        for (std::size_t i = 0; i + 1 < row.size(); ++i) {
            const Gap gap{m_root[row[i]], m_root[row[i + 1]], m_layers.separation(row[i], row[i + 1])};
            after[gap.left].push_back(gap);
            before[gap.right].push_back(gap);
            ++waiting[gap.right];
        }
    for (std::uint32_t element = 0; element < count; ++element)
        if (m_root[element] == element && waiting[element] == 0) order.push_back(element);
    for (std::size_t i = 0; i < order.size(); ++i)
        for (const Gap& gap : after[order[i]])
            if (--waiting[gap.right] == 0) order.push_back(gap.right);

    std::vector<double> block(count, 0);
    for (const std::uint32_t root : order)
        for (const Gap& gap : before[root])
            block[root] = std::max(block[root], block[gap.left] + gap.distance);
    // Then each block as far towards its right neighbours as it goes.
    for (auto it = order.rbegin(); it != order.rend(); ++it) {
        double limit = std::numeric_limits<double>::infinity();
        for (const Gap& gap : after[*it])
            limit = std::min(limit, block[gap.right] - gap.distance);
        if (limit != std::numeric_limits<double>::infinity()) block[*it] = std::max(block[*it], limit);
    }
    x.resize(count);
    for (std::uint32_t element = 0; element < count; ++element)
        x[element] = block[m_root[element]];
}

// Where a row holds nothing but one box, everything hangs from it: all such boxes come to stand in one line and
// what lies between two of them is shifted as a whole to their middle. Else each block of a deep network adds
// its bit of drift. Rows move rigidly, so no separation changes.
void straightenSpine(Layers& layers) {
    const auto spine = [&](std::size_t row) {
        return layers.rows[row].size() == 1 && !layers.dummy(layers.rows[row].front());
    };
    std::size_t last = layers.rows.size(); // none yet
    for (std::size_t row = 0; row < layers.rows.size(); ++row) {
        if (!spine(row)) continue;
        if (last != layers.rows.size()) {
            const double middle =
                (layers.x[layers.rows[last].front()] + layers.x[layers.rows[row].front()]) / 2;
            for (std::size_t between = last + 1; between < row; ++between)
                for (const std::uint32_t element : layers.rows[between])
                    layers.x[element] -= middle;
            layers.x[layers.rows[last].front()] = 0;
        } else { // what lies above the first one moves with it
            const double shift = layers.x[layers.rows[row].front()];
            for (std::size_t above = 0; above < row; ++above)
                for (const std::uint32_t element : layers.rows[above])
                    layers.x[element] -= shift;
        }
        last = row;
    }
    if (last == layers.rows.size()) return;
    const double shift = layers.x[layers.rows[last].front()];
    for (std::size_t row = last; row < layers.rows.size(); ++row)
        for (const std::uint32_t element : layers.rows[row])
            layers.x[element] -= shift;
}

} // namespace

void placeLayers(Layers& layers, const RunContext& run) {
    const std::size_t count = layers.count();
    if (count == 0) return;
    const Conflicts conflicts = markConflicts(layers);
    std::array<std::vector<double>, 4> all;
    std::array<std::pair<double, double>, 4> extent; // of box borders
    std::size_t narrowest = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (run.stopped()) return;
        all[i] = std::move(Alignment(layers, conflicts, i >= 2, i % 2 == 1).x);
        extent[i] = {std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
        for (std::size_t element = 0; element < count; ++element) {
            extent[i].first = std::min(extent[i].first, all[i][element] - layers.width[element] / 2);
            extent[i].second = std::max(extent[i].second, all[i][element] + layers.width[element] / 2);
        }
        if (extent[i].second - extent[i].first < extent[narrowest].second - extent[narrowest].first)
            narrowest = i;
    }
    for (std::size_t i = 0; i < all.size(); ++i) {
        const double shift = i % 2 == 0 ? extent[narrowest].first - extent[i].first
                                        : extent[narrowest].second - extent[i].second;
        if (shift != 0)
            for (double& value : all[i])
                value += shift;
    }
    // The mean of the two middle ones keeps every separation that all four keep.
    for (std::size_t element = 0; element < count; ++element) {
        std::array<double, 4> four{all[0][element], all[1][element], all[2][element], all[3][element]};
        std::sort(four.begin(), four.end());
        layers.x[element] = (four[1] + four[2]) / 2;
    }
    straightenSpine(layers);
}

} // namespace edgewright::layout
