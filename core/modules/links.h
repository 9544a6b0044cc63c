// SPDX-License-Identifier: GPL-3.0-or-later
// Who reads whom, by place in an order; constants, which are drawn at their readers, read and are read by
// nobody.
#pragma once

#include "core/ir/constant_nodes.h"

#include <cstdint>
#include <span>
#include <vector>

namespace edgewright::modules {

class Links {
public:
    Links(const ir::Graph& graph, std::vector<NodeId> order, const ir::Constants& constants);

    const std::vector<NodeId>& order() const { return m_order; }
    std::size_t size() const { return m_order.size(); }
    bool isConstant(std::uint32_t place) const { return m_constant[place]; }
    // Places, each once, ascending but on cycles.
    std::span<const std::uint32_t> readers(std::uint32_t place) const {
        return std::span(m_readers).subspan(m_begin[place], m_begin[place + 1] - m_begin[place]);
    }

private:
    std::vector<NodeId> m_order;
    std::vector<bool> m_constant;
    std::vector<std::size_t> m_begin; // by place, and the end
    std::vector<std::uint32_t> m_readers;
};

} // namespace edgewright::modules
