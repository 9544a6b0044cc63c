// SPDX-License-Identifier: GPL-3.0-or-later
// The half-open intervals that meet a range, without looking at the others: a tree of largest ends over the
// intervals by start. O(log n + what is found), about.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace edgewright::views {

class LifeIndex {
public:
    LifeIndex() = default;
    explicit LifeIndex(const std::vector<std::pair<std::int64_t, std::int64_t>>& intervals);
    // Calls visit(index) for every interval that meets [lower, upper), by start.
    template <typename Visit>
    void visit(std::int64_t lower, std::int64_t upper, const Visit& each) const {
        if (m_leaves > 0) descend(1, 0, m_leaves, startingBefore(upper), lower, each);
    }

private:
    std::size_t startingBefore(std::int64_t step) const;
    template <typename Visit>
    void descend(std::size_t node, std::size_t from, std::size_t width, std::size_t last, std::int64_t lower,
                 const Visit& each) const {
        if (from >= last || m_latest[node] <= lower) return;
        if (width == 1) return each(m_order[from]);
        descend(2 * node, from, width / 2, last, lower, each);
        descend(2 * node + 1, from + width / 2, width / 2, last, lower, each);
    }

    std::size_t m_leaves = 0; // a power of two
    std::vector<std::size_t> m_order;
    std::vector<std::int64_t> m_starts; // in that order
    std::vector<std::int64_t> m_latest; // largest end below a node; 1 is the root
};

} // namespace edgewright::views
