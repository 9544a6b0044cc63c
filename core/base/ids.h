// SPDX-License-Identifier: GPL-3.0-or-later
// Strong identifiers. No raw integer crosses a module boundary.
#pragma once

#include <cstddef> // first: Qt 6.4's moc cannot parse <compare> before libstdc++'s macros are known

#include <compare>
#include <cstdint>
#include <functional>

namespace edgewright {

// A small index with a type of its own. A default-constructed id names nothing.
template <typename Tag>
class Id {
public:
    constexpr Id() = default;
    constexpr explicit Id(std::uint32_t index) : m_index(index) {}
    constexpr explicit Id(std::size_t index) : m_index(static_cast<std::uint32_t>(index)) {}
    constexpr explicit Id(int index) : m_index(static_cast<std::uint32_t>(index)) {}
    constexpr bool valid() const { return m_index != None; }
    constexpr std::uint32_t index() const { return m_index; }
    friend constexpr auto operator<=>(Id, Id) = default;

private:
    static constexpr std::uint32_t None = 0xffffffffu;
    std::uint32_t m_index = None;
};

using NodeId = Id<struct NodeTag>;     // an operator in a graph
using ValueId = Id<struct ValueTag>;   // a tensor in a graph: an edge
using BufferId = Id<struct BufferTag>; // a block of memory in a plan

} // namespace edgewright

template <typename Tag>
struct std::hash<edgewright::Id<Tag>> {
    std::size_t operator()(edgewright::Id<Tag> id) const noexcept {
        return std::hash<std::uint32_t>{}(id.index());
    }
};
