// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/dispatch/ready_order.h"

#include <algorithm>

namespace edgewright::scenario {

std::vector<std::uint32_t>::iterator ReadyOrder::placeOf(const Candidate& candidate) {
    return std::ranges::partition_point(
        m_order, [&](std::uint32_t each) { return m_policy->goesFirst(candidate, m_entries[each].candidate); });
}

std::uint32_t ReadyOrder::add(const Entry& entry) {
    const std::uint32_t number = m_entries.add(entry);
    m_order.insert(placeOf(entry.candidate), number);
    return number;
}

void ReadyOrder::remove(std::uint32_t number) {
    m_order.erase(m_order.back() == number ? m_order.end() - 1 : placeOf(m_entries[number].candidate));
    m_entries.release(number);
}

} // namespace edgewright::scenario
