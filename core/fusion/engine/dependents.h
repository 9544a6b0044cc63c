// SPDX-License-Identifier: GPL-3.0-or-later
// The matches to be made again when the connections of a value change, as rules and nodes: a list for each
// value, all of them in one pool.
#pragma once

#include "core/base/ids.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace edgewright::fusion {

class Dependents {
public:
    explicit Dependents(std::size_t values) : m_first(values, None) {}

    void note(ValueId value, std::size_t rule, NodeId node);
    // Calls visit(rule, node) for each that was noted of the value, and forgets them.
    template <typename Visit>
    void take(ValueId value, const Visit& visit) {
        if (value.index() >= m_first.size()) return;
        std::uint32_t at = std::exchange(m_first[value.index()], None);
        while (at != None) {
            Entry& each = m_pool[at];
            visit(each.rule, each.node);
            const std::uint32_t next = std::exchange(each.next, m_free);
            m_free = std::exchange(at, next);
        }
    }

private:
    static constexpr std::uint32_t None = ~std::uint32_t(0);
    struct Entry {
        std::uint32_t rule = 0;
        NodeId node;
        std::uint32_t next = None; // in m_pool
    };
    std::vector<Entry> m_pool;
    std::vector<std::uint32_t> m_first; // by value: head of a list
    std::uint32_t m_free = None;        // head of the list of unused entries
};

} // namespace edgewright::fusion
