// SPDX-License-Identifier: GPL-3.0-or-later
// Bytes alive along an order of operators, while lifetimes come, go and change: each change costs O(log n).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace edgewright::pipeline {

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
