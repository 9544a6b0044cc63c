// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/layers.h"

#include <algorithm>
#include <numeric>

namespace edgewright::layout {

namespace {

constexpr double BoxGap = 24, DummyGap = 14; // pixels between neighbours in a row
constexpr std::size_t DummiesPerBox = 40;

// Which trunks are left out so that the dummies stay bounded: the longest ones, and of equal ones the later
// boxes.
std::vector<bool> chooseDetours(const std::vector<std::uint32_t>& lengths) {
    std::vector<bool> detour(lengths.size(), false);
    std::size_t total = std::accumulate(lengths.begin(), lengths.end(), std::size_t(0));
    const std::size_t limit = 4096 + DummiesPerBox * lengths.size();
    if (total <= limit) return detour;
    std::vector<std::uint32_t> boxes(lengths.size());
    std::iota(boxes.begin(), boxes.end(), 0u);
    std::sort(boxes.begin(), boxes.end(), [&](std::uint32_t a, std::uint32_t b) {
        return lengths[a] != lengths[b] ? lengths[a] > lengths[b] : a > b;
    });
    for (const std::uint32_t box : boxes) {
        if (total <= limit) break;
        total -= lengths[box];
        detour[box] = true;
    }
    return detour;
}

} // namespace

double Layers::separation(std::uint32_t left, std::uint32_t right) const {
    return (width[left] + width[right]) / 2 + (dummy(left) && dummy(right) ? DummyGap : BoxGap);
}

void Layers::refreshPositions(std::size_t row) {
    for (std::size_t i = 0; i < rows[row].size(); ++i)
        position[rows[row][i]] = static_cast<std::uint32_t>(i);
}

Layers makeLayers(const Request& request, const std::vector<DownEdge>& edges,
                  const std::vector<std::uint32_t>& rank) {
    Layers layers;
    const std::size_t boxes = request.boxes.size();
    layers.boxes = boxes;
    layers.rank = rank;
    layers.width.reserve(boxes);
    for (const Request::Box& box : request.boxes)
        layers.width.push_back(box.width);

    layers.trunk.assign(boxes, 0);
    layers.trunkLength.assign(boxes, 0);
    for (const DownEdge& edge : edges)
        if (!edge.loop)
            layers.trunkLength[edge.from] =
                std::max(layers.trunkLength[edge.from], rank[edge.to] - rank[edge.from] - 1);
    layers.detour = chooseDetours(layers.trunkLength);
    for (std::uint32_t box = 0; box < boxes; ++box) {
        if (layers.detour[box]) layers.trunkLength[box] = 0;
        layers.trunk[box] = static_cast<std::uint32_t>(layers.rank.size());
        for (std::uint32_t i = 1; i <= layers.trunkLength[box]; ++i)
            layers.rank.push_back(rank[box] + i);
    }
    const std::size_t count = layers.count();
    layers.width.resize(count, 0);
    layers.up.resize(count);
    layers.down.resize(count);
    const auto connect = [&](std::uint32_t above, std::uint32_t below) {
        layers.down[above].push_back(below);
        layers.up[below].push_back(above);
    };
    for (std::uint32_t box = 0; box < boxes; ++box)
        for (std::uint32_t i = 0; i < layers.trunkLength[box]; ++i)
            connect(i == 0 ? box : layers.trunk[box] + i - 1, layers.trunk[box] + i);
    for (const DownEdge& edge : edges) {
        if (edge.loop) continue;
        const std::uint32_t span = rank[edge.to] - rank[edge.from];
        if (span == 1)
            connect(edge.from, edge.to);
        else if (!layers.detour[edge.from])
            connect(layers.trunk[edge.from] + span - 2, edge.to);
    }

    // First order: depth first from what nothing above feeds.
    const std::uint32_t last = count == 0 ? 0 : *std::max_element(layers.rank.begin(), layers.rank.end());
    layers.rows.resize(count == 0 ? 0 : last + std::size_t(1));
    layers.position.assign(count, 0);
    layers.x.assign(count, 0);
    std::vector<bool> placed(count, false);
    std::vector<std::uint32_t> stack;
    for (std::uint32_t root = 0; root < count; ++root) {
        if (placed[root] || !layers.up[root].empty()) continue;
        stack.push_back(root);
        while (!stack.empty()) {
            const std::uint32_t element = stack.back();
            stack.pop_back();
            if (placed[element]) continue;
            placed[element] = true;
            layers.rows[layers.rank[element]].push_back(element);
            for (auto it = layers.down[element].rbegin(); it != layers.down[element].rend(); ++it)
                if (!placed[*it]) stack.push_back(*it);
        }
    }
    for (std::size_t row = 0; row < layers.rows.size(); ++row)
        layers.refreshPositions(row);
    return layers;
}

} // namespace edgewright::layout
