// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/straightening.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace edgewright::layout {

namespace {

constexpr int StraighteningRounds = 6;
constexpr double Same = 0.01; // pixels
constexpr double SeedWeight = 1e6;

class Straightening {
public:
    explicit Straightening(Layers& layers) : m_layers(layers), m_x(layers.x) {}

    bool round(bool downwards) {
        gatherBlocks();
        bool moved = false;
        for (std::size_t i = 0; i + 1 < m_blocks.start.size(); ++i) {
            const std::size_t block = downwards ? i : m_blocks.start.size() - 2 - i;
            moved |= moveBlock(m_blocks.of(block));
        }
        return moved;
    }

private:
    bool fixed(std::uint32_t element) const { return m_layers.seeded && !std::isnan(m_layers.seed[element]); }

    void gatherBlocks() {
        m_block = straightBlocks(m_layers);
        std::vector<std::pair<std::uint32_t, std::uint32_t>> members;
        members.reserve(m_block.size());
        std::uint32_t blocks = 0;
        for (const std::uint32_t element : m_layers.rows.items) {
            members.emplace_back(m_block[element], element);
            blocks = std::max(blocks, m_block[element] + 1);
        }
        m_blocks = listsOf(blocks, members);
    }

    bool moveBlock(std::span<const std::uint32_t> block) {
        double room[2] = {std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
        m_wishes.clear();
        double total = 0;
        for (const std::uint32_t element : block) {
            if (fixed(element)) return false;
            const auto row = m_layers.rows.of(m_layers.rank[element]);
            const std::size_t at = m_layers.position[element];
            if (at > 0)
                room[0] = std::min(room[0],
                                   m_x[element] - m_x[row[at - 1]] - m_layers.separation(row[at - 1], element));
            if (at + 1 < row.size())
                room[1] = std::min(room[1],
                                   m_x[row[at + 1]] - m_x[element] - m_layers.separation(element, row[at + 1]));
            for (const Lists* side : {&m_layers.up, &m_layers.down})
                for (const std::uint32_t other : side->of(element)) {
                    if (m_block[other] == m_block[element]) continue;
                    const double weight = m_layers.dummy(element) != m_layers.dummy(other) ? 1 : 4;
                    m_wishes.push_back({m_x[other] - m_x[element], weight});
                    total += weight;
                }
        }
        if (m_wishes.empty()) return false;
        std::sort(m_wishes.begin(), m_wishes.end(),
                  [](const Wish& a, const Wish& b) { return a.shift < b.shift; });
        // The median, or the middle between the two of them.
        double sum = 0, shift = 0;
        for (std::size_t i = 0; i < m_wishes.size(); ++i) {
            sum += m_wishes[i].weight;
            if (2 * sum < total) continue;
            shift = m_wishes[i].shift;
            if (2 * sum == total) shift = (shift + m_wishes[i + 1].shift) / 2;
            break;
        }
        shift = std::clamp(shift, std::min(0.0, -room[0]), std::max(0.0, room[1]));
        if (std::abs(shift) < Same) return false;
        for (const std::uint32_t element : block)
            m_x[element] += shift;
        return true;
    }

    struct Wish {
        double shift, weight;
    };
    Layers& m_layers;
    std::vector<double>& m_x;
    std::vector<std::uint32_t> m_block; // by element
    Lists m_blocks;
    std::vector<Wish> m_wishes;
};

// x in a row that come as near as possible to `wanted`, weighted, and keep their distances (pool adjacent
// violators).
void fitRow(Layers& layers, std::size_t row, const std::vector<double>& wanted) {
    struct Pool {
        double sum = 0, weight = 0;
        std::size_t count = 0;
        double mean() const { return sum / weight; }
    };
    const auto elements = layers.rows.of(row);
    std::vector<Pool> pools;
    std::vector<double> offset(elements.size(), 0);
    for (std::size_t i = 0; i < elements.size(); ++i) {
        if (i > 0) offset[i] = offset[i - 1] + layers.separation(elements[i - 1], elements[i]);
        const double weight = std::isnan(layers.seed[elements[i]]) ? 1 : SeedWeight;
        Pool pool{(wanted[elements[i]] - offset[i]) * weight, weight, 1};
        while (!pools.empty() && pools.back().mean() >= pool.mean()) {
            pool.sum += pools.back().sum;
            pool.weight += pools.back().weight;
            pool.count += pools.back().count;
            pools.pop_back();
        }
        pools.push_back(pool);
    }
    std::size_t at = 0;
    for (const Pool& pool : pools)
        for (std::size_t i = 0; i < pool.count; ++i, ++at)
            layers.x[elements[at]] = pool.mean() + offset[at];
}

} // namespace

std::vector<std::uint32_t> straightBlocks(const Layers& layers) {
    constexpr std::uint32_t None = UINT32_MAX;
    std::vector<std::uint32_t> block(layers.count(), None);
    std::vector<bool> last(layers.count(), false); // its block goes on below it
    std::uint32_t blocks = 0;
    for (const std::uint32_t element : layers.rows.items) {
        for (const std::uint32_t above : layers.up.of(element))
            if (std::abs(layers.x[above] - layers.x[element]) < Same && !last[above]) {
                block[element] = block[above];
                last[above] = true;
                break;
            }
        if (block[element] == None) block[element] = blocks++;
    }
    return block;
}

void straighten(Layers& layers) {
    Straightening straightening(layers);
    for (int round = 0; round < StraighteningRounds; ++round)
        if (!straightening.round(round % 2 == 0)) break;
}

void returnToSeeds(Layers& layers) {
    // What has no seed moves like the seeds of its row; a trunk like the mean of its rows.
    std::vector<double> wanted(layers.count(), 0);
    double shift = 0;
    for (std::size_t row = 0; row < layers.rowCount(); ++row) {
        double sum = 0;
        std::size_t seeds = 0;
        for (const std::uint32_t element : layers.rows.of(row))
            if (!std::isnan(layers.seed[element])) {
                sum += layers.seed[element] - layers.x[element];
                ++seeds;
            }
        if (seeds != 0) shift = sum / static_cast<double>(seeds);
        for (const std::uint32_t element : layers.rows.of(row))
            wanted[element] =
                std::isnan(layers.seed[element]) ? layers.x[element] + shift : layers.seed[element];
    }
    for (std::size_t trunk = 0; trunk < layers.trunk.size(); ++trunk) {
        const std::size_t length = layers.trunkLength[trunk];
        if (length == 0) continue;
        const auto first = wanted.begin() + layers.trunk[trunk];
        double sum = 0;
        for (std::size_t i = 0; i < length; ++i)
            sum += first[static_cast<std::ptrdiff_t>(i)];
        std::fill_n(first, length, sum / static_cast<double>(length));
    }
    for (std::size_t row = 0; row < layers.rowCount(); ++row)
        fitRow(layers, row, wanted);
    straighten(layers);
}

} // namespace edgewright::layout
