// SPDX-License-Identifier: GPL-3.0-or-later
// An order of nodes that new ones can be put into, and the bytes alive along it.
#pragma once

#include "core/base/ids.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace edgewright::pipeline {

// The order of nodes, as numbers with gaps: new ones go between.
class OrderList {
public:
    explicit OrderList(std::size_t nodes) : m_place(nodes, 0) {}

    void append(NodeId id) {
        const std::uint64_t place = (m_all.empty() ? 0 : m_all.rbegin()->first) + Gap;
        put(id, place);
    }
    std::uint64_t of(NodeId id) const { return m_place[id.index()]; }
    // Behind `place`, in front of what follows it; 0 is in front of all.
    void insertBehind(std::uint64_t place, NodeId id) {
        auto next = m_all.upper_bound(place);
        if (next == m_all.end()) return append(id);
        if (next->first - place < 2) {
            const auto previous = place == 0 ? NodeId() : m_all.at(place);
            spread();
            return insertBehind(previous.valid() ? of(previous) : 0, id);
        }
        put(id, place + (next->first - place) / 2);
    }
    // From a node to its position among all that ever were.
    std::vector<std::size_t> positions() const {
        std::vector<std::size_t> result(m_place.size(), 0);
        std::size_t position = 0;
        for (const auto& [place, id] : m_all)
            result[id.index()] = position++;
        return result;
    }
    std::size_t size() const { return m_all.size(); }

private:
    static constexpr std::uint64_t Gap = std::uint64_t(1) << 32;

    void put(NodeId id, std::uint64_t place) {
        m_all.emplace(place, id);
        m_place[id.index()] = place;
    }
    void spread() {
        const std::map<std::uint64_t, NodeId> old = std::move(m_all);
        m_all.clear();
        for (const auto& [place, id] : old)
            append(id);
    }

    std::map<std::uint64_t, NodeId> m_all;
    std::vector<std::uint64_t> m_place; // by node
};

// Bytes alive along an order of operators, while lifetimes come, go and change: each change costs O(log n).
class RangeAddMaxTree {
public:
    explicit RangeAddMaxTree(std::size_t positions) {
        while (m_leaves < positions)
            m_leaves *= 2;
        m_most.assign(2 * m_leaves, 0);
        m_added.assign(2 * m_leaves, 0);
    }
    // `bytes` more (or, negative, fewer) at the positions from `first` to `last`, both included.
    void add(std::size_t first, std::size_t last, std::int64_t bytes) {
        add(1, 0, m_leaves, first, last + 1, bytes);
    }
    std::int64_t peak() const { return m_most[1]; }

private:
    void add(std::size_t node, std::size_t from, std::size_t to, std::size_t begin, std::size_t end,
             std::int64_t bytes) {
        if (begin >= to || end <= from) return;
        if (begin <= from && to <= end) {
            m_most[node] += bytes;
            m_added[node] += bytes;
            return;
        }
        const std::size_t middle = (from + to) / 2;
        add(2 * node, from, middle, begin, end, bytes);
        add(2 * node + 1, middle, to, begin, end, bytes);
        m_most[node] = m_added[node] + std::max(m_most[2 * node], m_most[2 * node + 1]);
    }

    std::size_t m_leaves = 1;
    std::vector<std::int64_t> m_most;  // of the subtree, with what was added to the whole of it
    std::vector<std::int64_t> m_added; // to the whole of the subtree
};

} // namespace edgewright::pipeline
