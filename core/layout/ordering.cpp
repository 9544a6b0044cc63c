// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/layers.h"

#include <algorithm>

namespace edgewright::layout {

namespace {

constexpr int Sweeps = 16, Patience = 5, SwitchRounds = 4;
constexpr std::size_t SwitchDegree = 32; // hubs are not switched: their comparison costs more than it gains

// One row by the mean position of each element's neighbours in `fixed`; an element without any keeps its place.
void sortRow(Layers& layers, std::size_t row, const std::vector<std::vector<std::uint32_t>>& neighbours) {
    struct Entry {
        double key;
        std::uint32_t element;
    };
    std::vector<Entry> entries;
    entries.reserve(layers.rows[row].size());
    for (const std::uint32_t element : layers.rows[row]) {
        double sum = 0;
        for (const std::uint32_t other : neighbours[element])
            sum += layers.position[other];
        const std::size_t degree = neighbours[element].size();
        entries.push_back(
            {degree == 0 ? layers.position[element] : sum / static_cast<double>(degree), element});
    }
    std::stable_sort(entries.begin(), entries.end(),
                     [](const Entry& a, const Entry& b) { return a.key < b.key; });
    for (std::size_t i = 0; i < entries.size(); ++i)
        layers.rows[row][i] = entries[i].element;
    layers.refreshPositions(row);
}

// Crossings of the edges of `left` and `right` (in this order) towards one side; both lists sorted by position.
std::int64_t pairCrossings(const std::vector<std::uint32_t>& left, const std::vector<std::uint32_t>& right) {
    std::int64_t crossings = 0;
    std::size_t below = 0;
    for (const std::uint32_t l : left) {
        while (below < right.size() && right[below] < l)
            ++below;
        crossings += static_cast<std::int64_t>(below);
    }
    return crossings;
}

bool switchNeighbours(Layers& layers, const RunContext& run) {
    bool improved = false;
    const auto positions = [&](const std::vector<std::uint32_t>& elements) {
        std::vector<std::uint32_t> result;
        for (const std::uint32_t element : elements)
            result.push_back(layers.position[element]);
        std::sort(result.begin(), result.end());
        return result;
    };
    for (auto& row : layers.rows) {
        if (run.stopped()) return false;
        for (std::size_t i = 0; i + 1 < row.size(); ++i) {
            const std::uint32_t a = row[i], b = row[i + 1];
            if (layers.up[a].size() + layers.down[a].size() > SwitchDegree ||
                layers.up[b].size() + layers.down[b].size() > SwitchDegree)
                continue;
            std::int64_t gain = 0;
            for (const auto* side : {&layers.up, &layers.down}) {
                const auto pa = positions((*side)[a]), pb = positions((*side)[b]);
                gain += pairCrossings(pa, pb) - pairCrossings(pb, pa);
            }
            if (gain <= 0) continue;
            std::swap(row[i], row[i + 1]);
            std::swap(layers.position[a], layers.position[b]);
            improved = true;
        }
    }
    return improved;
}

} // namespace

std::uint64_t countCrossings(const Layers& layers) {
    std::uint64_t crossings = 0;
    std::vector<std::uint32_t> tree, ends;
    for (std::size_t row = 0; row + 1 < layers.rows.size(); ++row) {
        const std::size_t size = layers.rows[row + 1].size();
        tree.assign(size + 1, 0);
        std::uint64_t seen = 0;
        for (const std::uint32_t element : layers.rows[row]) {
            ends.clear();
            for (const std::uint32_t below : layers.down[element])
                ends.push_back(layers.position[below]);
            for (const std::uint32_t end : ends) { // earlier edges that end further right
                std::uint64_t notRight = 0;
                for (std::size_t i = end + std::size_t(1); i > 0; i &= i - 1)
                    notRight += tree[i];
                crossings += seen - notRight;
            }
            for (const std::uint32_t end : ends) {
                for (std::size_t i = end + std::size_t(1); i <= size; i += i & (~i + 1))
                    ++tree[i];
                ++seen;
            }
        }
    }
    return crossings;
}

void orderLayers(Layers& layers, const RunContext& run) {
    std::uint64_t fewest = countCrossings(layers);
    auto best = layers.rows;
    int since = 0;
    for (int sweep = 0; sweep < Sweeps && fewest > 0 && since < Patience && !run.stopped(); ++sweep) {
        if (sweep % 2 == 0)
            for (std::size_t row = 1; row < layers.rows.size(); ++row)
                sortRow(layers, row, layers.up);
        else
            for (std::size_t row = layers.rows.size() - 1; row-- > 0;)
                sortRow(layers, row, layers.down);
        const std::uint64_t crossings = countCrossings(layers);
        if (crossings < fewest) {
            fewest = crossings;
            best = layers.rows;
            since = 0;
        } else {
            ++since;
        }
    }
    layers.rows = std::move(best);
    for (std::size_t row = 0; row < layers.rows.size(); ++row)
        layers.refreshPositions(row);
    for (int round = 0; round < SwitchRounds && fewest > 0; ++round)
        if (!switchNeighbours(layers, run)) break;
}

} // namespace edgewright::layout
