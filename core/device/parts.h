// SPDX-License-Identifier: GPL-3.0-or-later
// The smallest parts of a graph that two ways to run it both have as a whole: nodes that one operator of either
// stands for are in one part.
#pragma once

#include "core/base/ids.h"

#include <cstddef>
#include <numeric>
#include <vector>

namespace edgewright::device {

class Parts {
public:
    // `nodes`: above every index.
    explicit Parts(std::size_t nodes) : m_parent(nodes) {
        std::iota(m_parent.begin(), m_parent.end(), std::size_t(0));
    }

    // The part of `node`: equal for all nodes of one part, until the next join().
    std::size_t of(NodeId node) {
        std::size_t at = node.index();
        while (m_parent[at] != at)
            at = m_parent[at] = m_parent[m_parent[at]];
        return at;
    }
    void join(const std::vector<NodeId>& nodes) {
        for (std::size_t i = 1; i < nodes.size(); ++i)
            m_parent[of(nodes[i])] = of(nodes[0]);
    }

private:
    std::vector<std::size_t> m_parent;
};

} // namespace edgewright::device
