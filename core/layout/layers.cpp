// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/layers.h"

#include "core/layout/rows.h"

#include <algorithm>
#include <array>
#include <limits>

namespace edgewright::layout {

namespace {

constexpr double BoxGap = 20, LineGap = 14, DummyGap = 10; // pixels between neighbours in a row
constexpr double GroupGap = 16; // more of it at the border of a group: room for its hull
constexpr std::array<std::uint32_t, 9> PortalRows{200, 150, 110, 80, 55, 40, 28, 20, 12};
constexpr std::size_t FewDummies = 4096, DummiesPerBox = 5;

using Pairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

class LayerMaker {
public:
    LayerMaker(const Request& request, const std::vector<DownEdge>& edges, const Trunks& trunks,
               const std::vector<std::uint32_t>& rank)
        : m_request(request), m_edges(edges), m_trunks(trunks) {
        layers.boxes = request.boxes.size();
        layers.rank = rank;
        layers.width.reserve(layers.boxes);
        for (const Request::Box& box : request.boxes)
            layers.width.push_back(box.width);
        layers.group = request.groups;
        layers.group.resize(layers.boxes, 0);
        layers.grouped = std::any_of(layers.group.begin(), layers.group.end(),
                                     [](std::uint32_t group) { return group != 0; });
        choosePortals();
        growTrunks();
        joinReaders();
        if (layers.grouped) bridgeGroups();
        layers.down = listsOf(layers.count(), m_down);
        for (auto& [above, below] : m_down)
            std::swap(above, below);
        layers.up = listsOf(layers.count(), m_down);
        readSeeds();
        firstOrder();
    }

    Layers layers;

private:
    std::uint32_t span(const DownEdge& edge) const { return layers.rank[edge.to] - layers.rank[edge.from]; }
    void choosePortals();
    void growTrunks();
    void joinReaders();
    void bridgeGroups();
    void readSeeds();
    void firstOrder();
    std::uint32_t addDummy(std::uint32_t rank, std::uint32_t group) {
        layers.rank.push_back(rank);
        layers.width.push_back(0);
        layers.group.push_back(group);
        return static_cast<std::uint32_t>(layers.rank.size() - 1);
    }
    void connect(std::uint32_t above, std::uint32_t below) { m_down.emplace_back(above, below); }

    const Request& m_request;
    const std::vector<DownEdge>& m_edges;
    const Trunks& m_trunks;
    Pairs m_down;
};

void LayerMaker::choosePortals() {
    const auto lengths = [&](std::uint32_t longest) {
        std::size_t total = 0;
        layers.trunkLength.assign(m_trunks.count(), 0);
        for (std::size_t trunk = 0; trunk < m_trunks.count(); ++trunk) {
            std::uint32_t& length = layers.trunkLength[trunk];
            for (const std::uint32_t edge : m_trunks.edges.of(trunk))
                if (span(m_edges[edge]) <= longest) length = std::max(length, span(m_edges[edge]) - 1);
            total += length;
        }
        return total;
    };
    std::uint32_t longest = PortalRows.front();
    for (const std::uint32_t rows : PortalRows) {
        longest = rows;
        if (lengths(rows) <= FewDummies + DummiesPerBox * layers.boxes) break;
    }
    layers.portal.assign(m_edges.size(), false);
    for (std::size_t i = 0; i < m_edges.size(); ++i)
        layers.portal[i] = !m_edges[i].loop && span(m_edges[i]) > longest;
}

void LayerMaker::growTrunks() {
    layers.trunk.assign(m_trunks.count(), 0);
    for (std::size_t trunk = 0; trunk < m_trunks.count(); ++trunk) {
        layers.trunk[trunk] = static_cast<std::uint32_t>(layers.count());
        const std::uint32_t from = m_trunks.from[trunk], group = layers.group[from];
        std::uint32_t within = 0; // down to there the trunk belongs to the group of its box
        if (group != 0)
            for (const std::uint32_t edge : m_trunks.edges.of(trunk))
                if (!layers.portal[edge] && layers.group[m_edges[edge].to] == group)
                    within = std::max(within, span(m_edges[edge]));
        for (std::uint32_t i = 1; i <= layers.trunkLength[trunk]; ++i) {
            const std::uint32_t dummy = addDummy(layers.rank[from] + i, i < within ? group : 0);
            connect(i == 1 ? from : dummy - 1, dummy);
        }
    }
}

void LayerMaker::joinReaders() {
    for (std::size_t i = 0; i < m_edges.size(); ++i) {
        const DownEdge& edge = m_edges[i];
        if (edge.loop || layers.portal[i]) continue;
        const std::uint32_t rows = span(edge);
        connect(rows == 1 ? edge.from : layers.trunk[m_trunks.ofEdge[i]] + rows - 2, edge.to);
    }
}

// Dummies in the rows between the first and the last of a group that hold nothing of it.
void LayerMaker::bridgeGroups() {
    struct Member {
        std::uint32_t group, rank, element;
    };
    std::vector<Member> members;
    for (std::uint32_t element = 0; element < layers.count(); ++element)
        if (layers.group[element] != 0)
            members.push_back({layers.group[element], layers.rank[element], element});
    std::sort(members.begin(), members.end(), [](const Member& a, const Member& b) {
        return a.group != b.group ? a.group < b.group
               : a.rank != b.rank ? a.rank < b.rank
                                  : a.element < b.element;
    });
    std::size_t room = FewDummies + layers.boxes;
    for (std::size_t i = 0; i + 1 < members.size(); ++i) {
        const Member &above = members[i], &below = members[i + 1];
        if (above.group != below.group || below.rank < above.rank + 2) continue;
        const std::size_t missing = below.rank - above.rank - 1;
        if (missing > room) continue;
        room -= missing;
        std::uint32_t last = above.element;
        for (std::uint32_t rank = above.rank + 1; rank < below.rank; ++rank) {
            const std::uint32_t dummy = addDummy(rank, above.group);
            connect(last, dummy);
            last = dummy;
        }
        connect(last, below.element);
    }
}

// A dummy's seed stays open: it may go wherever there are fewest crossings.
void LayerMaker::readSeeds() {
    layers.seed.assign(layers.count(), std::numeric_limits<double>::quiet_NaN());
    for (std::size_t box = 0; box < m_request.seed.size(); ++box)
        if (const auto& seed = m_request.seed[box]) {
            layers.seed[box] = seed->x;
            layers.seeded = true;
        }
}

// Depth first from what nothing above feeds.
void LayerMaker::firstOrder() {
    const std::size_t count = layers.count();
    const std::uint32_t last = count == 0 ? 0 : *std::max_element(layers.rank.begin(), layers.rank.end());
    layers.position.assign(count, 0);
    layers.x.assign(count, 0);
    Pairs order; // row, element
    order.reserve(count);
    std::vector<bool> placed(count, false);
    std::vector<std::uint32_t> stack;
    for (std::uint32_t root = 0; root < count; ++root) {
        if (placed[root] || !layers.up.of(root).empty()) continue;
        stack.push_back(root);
        while (!stack.empty()) {
            const std::uint32_t element = stack.back();
            stack.pop_back();
            if (placed[element]) continue;
            placed[element] = true;
            order.emplace_back(layers.rank[element], element);
            const auto below = layers.down.of(element);
            for (auto it = below.rbegin(); it != below.rend(); ++it)
                if (!placed[*it]) stack.push_back(*it);
        }
    }
    layers.rows = listsOf(count == 0 ? 0 : last + std::size_t(1), order);
    for (std::size_t row = 0; row < layers.rowCount(); ++row)
        layers.refreshPositions(row);
    RowSorter sorter(layers);
    if (layers.seeded) {
        for (std::size_t row = 0; row < layers.rowCount(); ++row)
            sorter.bySeed(row);
    } else if (layers.grouped) {
        for (std::size_t row = 0; row < layers.rowCount(); ++row)
            sorter.byPosition(row);
    }
}

} // namespace

double Layers::separation(std::uint32_t left, std::uint32_t right) const {
    return (width[left] + width[right]) / 2 +
           (dummy(left) != dummy(right) ? LineGap
            : dummy(left)               ? DummyGap
                                        : BoxGap) +
           (group[left] != group[right] ? GroupGap : 0);
}

void Layers::refreshPositions(std::size_t row) {
    const auto elements = rows.of(row);
    for (std::size_t i = 0; i < elements.size(); ++i)
        position[elements[i]] = static_cast<std::uint32_t>(i);
}

Layers makeLayers(const Request& request, const std::vector<DownEdge>& edges, const Trunks& trunks,
                  const std::vector<std::uint32_t>& rank) {
    return std::move(LayerMaker(request, edges, trunks, rank).layers);
}

} // namespace edgewright::layout
