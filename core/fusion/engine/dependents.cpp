// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fusion/engine/dependents.h"

namespace edgewright::fusion {

void Dependents::note(ValueId value, std::size_t rule, NodeId node) {
    if (value.index() >= m_first.size()) m_first.resize(value.index() + 1, None);
    std::uint32_t& first = m_first[value.index()];
    if (first != None && m_pool[first].node == node && m_pool[first].rule == rule) return;
    const Entry entry{static_cast<std::uint32_t>(rule), node, first};
    if (m_free == None) {
        first = static_cast<std::uint32_t>(m_pool.size());
        m_pool.push_back(entry);
    } else {
        first = std::exchange(m_free, m_pool[m_free].next);
        m_pool[first] = entry;
    }
}

} // namespace edgewright::fusion
