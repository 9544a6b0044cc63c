// SPDX-License-Identifier: GPL-3.0-or-later
#include "plugins/cuda_trace/name_table.h"

#include "plugins/cuda_trace/driver_functions.h"

namespace edgewright::cuda_trace {

NameTable::NameTable() {
    id("");
    for (const char* const name : FunctionNames)
        id(name);
}

std::uint32_t NameTable::id(std::string_view name) {
    const std::lock_guard lock(m_mutex);
    const auto known = m_ids.find(name);
    if (known != m_ids.end()) return known->second;
    const auto id = static_cast<std::uint32_t>(m_names.size());
    m_ids.emplace(m_names.emplace_back(name), id);
    return id;
}

const std::string& NameTable::name(std::uint32_t id) {
    const std::lock_guard lock(m_mutex);
    return m_names[id < m_names.size() ? id : 0];
}

} // namespace edgewright::cuda_trace
