// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/modules/draw_order.h"

#include <algorithm>
#include <string_view>

namespace edgewright::modules {

namespace {

constexpr std::size_t MaxNamedOperators = 3;

} // namespace

void DrawOrder::append(std::uint32_t place) {
    m_positionOf[place] = static_cast<std::uint32_t>(m_nodes.size());
    m_nodes.push_back(m_links.order()[place]);
    m_places.push_back(place);
}

std::size_t DrawOrder::operatorsIn(Range range) const {
    std::size_t count = 0;
    for (std::size_t i = range.begin; i < range.end; ++i)
        count += m_links.isConstant(m_places[i]) ? 0 : 1;
    return count;
}

std::string DrawOrder::operatorsText(Range range) const {
    std::vector<std::string_view> names;
    for (std::size_t i = range.begin; i < range.end && names.size() <= MaxNamedOperators; ++i)
        if (!m_links.isConstant(m_places[i]) && std::ranges::find(names, node(i).op) == names.end())
            names.push_back(node(i).op);
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i) {
        text += i == 0 ? "" : ", ";
        text += i < MaxNamedOperators ? names[i] : std::string_view("…");
    }
    return text;
}

std::size_t DrawOrder::lastReader(std::size_t position, Range range) const {
    std::size_t last = position;
    for (const std::uint32_t reader : m_links.readers(m_places[position]))
        if (const std::size_t at = m_positionOf[reader]; at >= range.begin && at < range.end)
            last = std::max(last, at);
    return last;
}

} // namespace edgewright::modules
