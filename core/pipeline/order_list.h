// SPDX-License-Identifier: GPL-3.0-or-later
// An order of nodes that new ones can be put into.
#pragma once

#include "core/base/ids.h"

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

} // namespace edgewright::pipeline
