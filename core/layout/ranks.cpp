// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/layers.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace edgewright::layout {

namespace {

constexpr std::uint32_t Everywhere = UINT32_MAX;
constexpr int RankRounds = 3;
constexpr std::size_t FewEdges = 8;
constexpr std::uint32_t FewRows = 32;
constexpr std::size_t MinSide = 8; // boxes in a row
constexpr double Air = 20;         // pixels between the boxes of a row
constexpr double WideShare = 0.97; // of the widest row
constexpr double SameRow = 2;      // pixels between centres

class Ranking {
public:
    Ranking(const Request& request, const std::vector<DownEdge>& edges, const Trunks& trunks)
        : m_request(request), m_edges(edges), m_trunks(trunks), m_boxes(request.boxes.size()) {
        std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
        pairs.reserve(edges.size());
        for (std::uint32_t i = 0; i < edges.size(); ++i)
            if (!edges[i].loop) pairs.emplace_back(edges[i].to, i);
        m_arriving = listsOf(m_boxes, pairs);
        result.rank.assign(m_boxes, 0);
        m_fixed.assign(m_boxes, Everywhere);
        sortBoxes();
        readSeeds();
        longestPaths();
        for (int round = 0; round < RankRounds; ++round)
            if (!pullDown()) break;
        if (m_boxes != 0 && m_rowCentre.empty()) relieve();
        for (int round = 0; round < RankRounds; ++round)
            if (!stagger()) break;
        result.alone.assign(edges.size(), false);
        part();
        if (!m_rowCentre.empty()) centreFree();
        closeGaps();
    }

    Ranks result;

private:
    std::uint32_t& rank(std::uint32_t box) { return result.rank[box]; }
    void sortBoxes();
    void readSeeds();
    void longestPaths();
    void findReaches();
    std::uint32_t reachOfOthers(std::uint32_t trunk, std::uint32_t box);
    bool pullDown();
    template <typename Found>
    void forTwins(const Found& found);
    bool stagger();
    void part();
    void relieve();
    void centreFree();
    void closeGaps();
    std::uint32_t lowest(std::uint32_t box) { // Everywhere, where nothing reads it
        std::uint32_t limit = Everywhere;
        for (const std::uint32_t trunk : m_trunks.leaving.of(box))
            for (const std::uint32_t edge : m_trunks.edges.of(trunk))
                limit = std::min(limit, rank(m_edges[edge].to) - 1);
        return limit;
    }

    const Request& m_request;
    const std::vector<DownEdge>& m_edges;
    const Trunks& m_trunks;
    std::size_t m_boxes;
    Lists m_arriving;                   // by box: edges that end there
    std::vector<std::uint32_t> m_order; // boxes, topological
    std::vector<std::uint32_t> m_fixed; // by box: the row of its seed
    std::vector<double> m_rowCentre;    // by row of seeds
    struct Reach {
        std::uint32_t furthest = 0, second = 0; // of different edges; equal where two readers are in one row
    };
    std::vector<Reach> m_reach; // by trunk
};

// Rows are the distinct heights of seeds.
void Ranking::readSeeds() {
    if (m_request.seed.empty()) return;
    struct Seeded {
        double y;
        std::uint32_t box;
    };
    std::vector<Seeded> seeded;
    for (std::uint32_t box = 0; box < m_boxes; ++box)
        if (const auto& seed = m_request.seed[box]) seeded.push_back({seed->y, box});
    std::stable_sort(seeded.begin(), seeded.end(), [](const Seeded& a, const Seeded& b) { return a.y < b.y; });
    for (const Seeded& each : seeded) {
        if (m_rowCentre.empty() || each.y > m_rowCentre.back() + SameRow) m_rowCentre.push_back(each.y);
        m_fixed[each.box] = static_cast<std::uint32_t>(m_rowCentre.size() - 1);
    }
    // One that does not lie below the seeds of all that it depends on is none.
    std::vector<std::uint32_t> above(m_boxes, 0); // rows that a box must be below of
    for (const std::uint32_t box : m_order) {
        if (m_fixed[box] != Everywhere && m_fixed[box] < above[box]) m_fixed[box] = Everywhere;
        const std::uint32_t least = m_fixed[box] == Everywhere ? above[box] : m_fixed[box] + 1;
        for (const std::uint32_t trunk : m_trunks.leaving.of(box))
            for (const std::uint32_t edge : m_trunks.edges.of(trunk)) {
                std::uint32_t& reader = above[m_edges[edge].to];
                reader = std::max(reader, least);
            }
    }
}

void Ranking::sortBoxes() {
    std::vector<std::uint32_t> waiting(m_boxes);
    m_order.reserve(m_boxes);
    for (std::uint32_t box = 0; box < m_boxes; ++box) {
        waiting[box] = static_cast<std::uint32_t>(m_arriving.of(box).size());
        if (waiting[box] == 0) m_order.push_back(box);
    }
    for (std::size_t i = 0; i < m_order.size(); ++i)
        for (const std::uint32_t trunk : m_trunks.leaving.of(m_order[i]))
            for (const std::uint32_t edge : m_trunks.edges.of(trunk))
                if (--waiting[m_edges[edge].to] == 0) m_order.push_back(m_edges[edge].to);
}

// Boxes in a row of seeds are one node of the paths, and rows of seeds follow each other.
void Ranking::longestPaths() {
    const std::size_t rows = m_rowCentre.size();
    const auto node = [&](std::uint32_t box) {
        return m_fixed[box] == Everywhere ? box : static_cast<std::uint32_t>(m_boxes) + m_fixed[box];
    };
    std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
    pairs.reserve(m_edges.size() + rows);
    for (const DownEdge& edge : m_edges)
        if (!edge.loop) pairs.emplace_back(node(edge.from), node(edge.to));
    for (std::size_t row = 0; row + 1 < rows; ++row)
        pairs.emplace_back(m_boxes + row, m_boxes + row + 1);
    const Lists below = listsOf(m_boxes + rows, pairs);
    std::vector<std::uint32_t> place(m_boxes + rows, 0), waiting(m_boxes + rows, 0), order;
    for (const auto& pair : pairs)
        ++waiting[pair.second];
    for (std::uint32_t each = 0; each < waiting.size(); ++each)
        if (waiting[each] == 0) order.push_back(each);
    for (std::size_t i = 0; i < order.size(); ++i)
        for (const std::uint32_t next : below.of(order[i])) {
            place[next] = std::max(place[next], place[order[i]] + 1);
            if (--waiting[next] == 0) order.push_back(next);
        }
    for (std::uint32_t box = 0; box < m_boxes; ++box)
        rank(box) = place[node(box)];

    // What nothing is joined to stands in several rows, not in an endless one.
    std::vector<std::uint32_t> alone;
    for (std::uint32_t box = 0; box < m_boxes; ++box)
        if (m_arriving.of(box).empty() && m_trunks.leaving.of(box).empty() && m_fixed[box] == Everywhere)
            alone.push_back(box);
    const auto side = static_cast<std::size_t>(std::sqrt(static_cast<double>(alone.size())));
    for (std::size_t i = 0; i < alone.size(); ++i)
        rank(alone[i]) = static_cast<std::uint32_t>(i / std::max(MinSide, side));
}

void Ranking::findReaches() {
    m_reach.assign(m_trunks.count(), {});
    for (std::size_t trunk = 0; trunk < m_trunks.count(); ++trunk)
        for (const std::uint32_t edge : m_trunks.edges.of(trunk)) {
            Reach& reach = m_reach[trunk];
            const std::uint32_t row = rank(m_edges[edge].to);
            if (row >= reach.furthest) {
                reach.second = reach.furthest;
                reach.furthest = row;
            } else {
                reach.second = std::max(reach.second, row);
            }
        }
}

// How far a trunk goes without `box`, which reads it. (A box that reads it twice holds itself; no harm.)
std::uint32_t Ranking::reachOfOthers(std::uint32_t trunk, std::uint32_t box) {
    return rank(box) == m_reach[trunk].furthest ? m_reach[trunk].second : m_reach[trunk].furthest;
}

// Against the flow: each box as far down as makes trunks shorter in sum, or costs nothing.
bool Ranking::pullDown() {
    findReaches();
    // Where to a box can go without making any trunk longer.
    std::vector<std::uint32_t> free(m_boxes, Everywhere);
    for (const std::uint32_t box : m_order) {
        if (m_fixed[box] != Everywhere) {
            free[box] = rank(box);
            continue;
        }
        for (const std::uint32_t edge : m_arriving.of(box)) {
            const std::uint32_t trunk = m_trunks.ofEdge[edge], source = m_trunks.from[trunk];
            const bool alone = m_trunks.edges.of(trunk).size() == 1 && m_trunks.leaving.of(source).size() == 1;
            const std::uint32_t follows = !alone                       ? rank(box)
                                          : free[source] == Everywhere ? Everywhere
                                                                       : free[source] + 1;
            free[box] = std::min(free[box], std::max(reachOfOthers(trunk, box), follows));
        }
    }
    bool moved = false;
    std::vector<std::uint32_t> limits;
    for (auto it = m_order.rbegin(); it != m_order.rend(); ++it) {
        const std::uint32_t box = *it, limit = lowest(box);
        if (limit == Everywhere || limit <= rank(box) || m_fixed[box] != Everywhere) continue;
        std::uint32_t target = std::min(free[box], limit);
        const std::size_t gain = m_trunks.leaving.of(box).size();
        if (target < limit && gain > 1) { // each row further down costs one for every trunk that ends here
            limits.clear();
            for (const std::uint32_t edge : m_arriving.of(box))
                limits.push_back(std::max(target, reachOfOthers(m_trunks.ofEdge[edge], box)));
            std::sort(limits.begin(), limits.end());
            target = limits.size() < gain ? limit : std::min(limit, limits[gain - 1]);
        }
        if (target <= rank(box)) continue;
        rank(box) = target;
        moved = true;
    }
    return moved;
}

// Calls `found(box, other, edges of the trunks that both read, from other's side)` for every two boxes in one
// row that read the same two tensors or more.
template <typename Found>
void Ranking::forTwins(const Found& found) {
    struct Twin {
        std::uint32_t box;
        std::vector<std::uint32_t> shared;
    };
    std::vector<Twin> twins;
    for (const std::uint32_t box : m_order) {
        const auto arriving = m_arriving.of(box);
        if (arriving.size() < 2 || arriving.size() > FewEdges) continue;
        twins.clear();
        for (const std::uint32_t edge : arriving) {
            const auto readers = m_trunks.edges.of(m_trunks.ofEdge[edge]);
            if (readers.size() > FewEdges) continue;
            for (const std::uint32_t reader : readers) {
                const std::uint32_t other = m_edges[reader].to;
                if (other == box || rank(other) != rank(box)) continue;
                auto known = std::find_if(twins.begin(), twins.end(),
                                          [&](const Twin& twin) { return twin.box == other; });
                if (known == twins.end()) known = twins.insert(known, Twin{other, {}});
                known->shared.push_back(reader);
            }
        }
        for (const Twin& twin : twins)
            if (twin.shared.size() > 1 && rank(twin.box) == rank(box)) found(box, twin.box, twin.shared);
    }
}

// Two such boxes cross their edges, whatever the order is: the one that reads more goes a row further down.
bool Ranking::stagger() {
    bool moved = false;
    forTwins([&](std::uint32_t box, std::uint32_t other, const std::vector<std::uint32_t>&) {
        if (m_arriving.of(box).size() < m_arriving.of(other).size()) std::swap(box, other);
        const std::uint32_t limit = lowest(box);
        if (m_fixed[box] != Everywhere || limit == Everywhere || limit <= rank(box)) return;
        ++rank(box);
        moved = true;
    });
    return moved;
}

// Where there is no room for that, one of them is reached by a trunk of its own, round the other side.
void Ranking::part() {
    forTwins([&](std::uint32_t box, std::uint32_t other, const std::vector<std::uint32_t>& shared) {
        if (other < box) return; // once for the two of them
        const std::uint32_t longest = *std::min_element(shared.begin(), shared.end(), [&](auto a, auto b) {
            return rank(m_edges[a].from) < rank(m_edges[b].from);
        });
        if (rank(other) - rank(m_edges[longest].from) > 1) result.alone[longest] = true;
    });
}

// Out of the widest rows goes what makes no trunk longer or shorter in a narrower row near by.
void Ranking::relieve() {
    std::vector<double> width(m_boxes + 1, 0);
    for (std::uint32_t box = 0; box < m_boxes; ++box)
        width[rank(box)] += m_request.boxes[box].width + Air;
    const double wide = WideShare * *std::max_element(width.begin(), width.end());
    for (auto it = m_order.rbegin(); it != m_order.rend(); ++it) {
        const std::uint32_t box = *it, limit = lowest(box);
        const auto arriving = m_arriving.of(box);
        if (width[rank(box)] < wide || limit == Everywhere || m_fixed[box] != Everywhere ||
            arriving.size() != 1 || m_trunks.leaving.of(box).size() != 1 ||
            (!m_request.groups.empty() && m_request.groups[box] != 0))
            continue;
        const double own = m_request.boxes[box].width + Air;
        std::uint32_t best = rank(box);
        for (std::uint32_t row = best + 1; row <= std::min(limit, rank(box) + FewRows); ++row)
            if (width[row] + own < (best == rank(box) ? width[best] : width[best] + own)) best = row;
        width[rank(box)] -= own;
        width[best] += own;
        rank(box) = best;
    }
}

// Beside seeds, a free box goes into the middle of its room.
void Ranking::centreFree() {
    for (const std::uint32_t box : m_order) {
        const std::uint32_t limit = lowest(box);
        if (m_fixed[box] != Everywhere || m_arriving.of(box).empty() || limit == Everywhere) continue;
        std::uint32_t first = 0;
        for (const std::uint32_t edge : m_arriving.of(box))
            first = std::max(first, rank(m_edges[edge].from) + 1);
        rank(box) = first + (limit - first) / 2;
    }
}

void Ranking::closeGaps() {
    std::vector<std::uint32_t> number(m_boxes + m_rowCentre.size() + 1, 0);
    for (const std::uint32_t row : result.rank)
        number[row] = 1;
    std::uint32_t rows = 0;
    for (std::uint32_t& each : number)
        each = each != 0 ? rows++ : 0;
    if (!m_rowCentre.empty()) result.rowCentre.assign(rows, std::numeric_limits<double>::quiet_NaN());
    for (std::uint32_t box = 0; box < m_boxes; ++box) {
        rank(box) = number[rank(box)];
        if (m_fixed[box] != Everywhere) result.rowCentre[rank(box)] = m_rowCentre[m_fixed[box]];
    }
}

} // namespace

Ranks rankBoxes(const Request& request, const std::vector<DownEdge>& edges, const Trunks& trunks) {
    return Ranking(request, edges, trunks).result;
}

} // namespace edgewright::layout
