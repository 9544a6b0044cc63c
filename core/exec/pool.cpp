// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/pool.h"

#include <cstdlib>

namespace edgewright::exec {

Pool::~Pool() {
    for (const auto& [capacity, memory] : m_free)
        std::free(memory);
}

std::shared_ptr<void> Pool::take(std::size_t bytes) {
    std::size_t capacity = (bytes + Alignment - 1) / Alignment * Alignment;
    void* memory = nullptr;
    {
        const std::lock_guard lock(m_mutex);
        const auto found = m_free.lower_bound(capacity);
        if (found != m_free.end() && found->first <= capacity + capacity / 4 + 4096) {
            capacity = found->first;
            memory = found->second;
            m_free.erase(found);
        }
    }
    if (!memory) memory = std::aligned_alloc(Alignment, capacity);
    if (!memory) return nullptr;
    return {memory, [pool = shared_from_this(), capacity](void* p) { pool->giveBack(p, capacity); }};
}

void Pool::giveBack(void* memory, std::size_t capacity) {
    const std::lock_guard lock(m_mutex);
    m_free.emplace(capacity, memory);
}

} // namespace edgewright::exec
