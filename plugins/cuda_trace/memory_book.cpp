// SPDX-License-Identifier: GPL-3.0-or-later
#include "plugins/cuda_trace/memory_book.h"

#include "plugins/cuda_trace/clock.h"
#include "plugins/cuda_trace/event.h"
#include "plugins/cuda_trace/recorder.h"

namespace edgewright::cuda_trace {

void MemoryBook::tell(std::int64_t bytes, std::int32_t device) {
    Event event;
    event.kind = Kind::Memory;
    event.start = event.end = now();
    event.bytes = bytes;
    event.device = device;
    Recorder::instance().add(event);
}

void MemoryBook::allocate(Address at, Block block) {
    if (at == 0 || block.bytes == 0) return;
    const std::lock_guard lock(m_mutex);
    const auto [known, isNew] = m_blocks.try_emplace(at, block);
    if (!isNew) { // its end was not seen
        tell(-known->second.bytes, known->second.device);
        known->second = block;
    }
    tell(block.bytes, block.device);
}

MemoryBook::Block MemoryBook::free(Address at) {
    const std::lock_guard lock(m_mutex);
    const auto known = m_blocks.find(at);
    if (known == m_blocks.end()) return {};
    const Block block = known->second;
    m_blocks.erase(known);
    tell(-block.bytes, block.device);
    return block;
}

void MemoryBook::freeAllOf(std::int32_t device) {
    const std::lock_guard lock(m_mutex);
    for (auto at = m_blocks.begin(); at != m_blocks.end();) {
        if (at->second.device != device) {
            ++at;
            continue;
        }
        tell(-at->second.bytes, device);
        at = m_blocks.erase(at);
    }
}

void MemoryBook::create(Address handle, Block block) {
    const std::lock_guard lock(m_mutex);
    const auto [known, isNew] = m_physical.try_emplace(handle);
    if (!isNew) tell(-known->second.block.bytes, known->second.block.device);
    known->second = {block, 0, false};
    tell(block.bytes, block.device);
}

void MemoryBook::map(Address at, Address handle) {
    const std::lock_guard lock(m_mutex);
    const auto known = m_physical.find(handle);
    if (known == m_physical.end() || !m_maps.try_emplace(at, handle).second) return;
    ++known->second.maps;
}

void MemoryBook::unmap(Address at, std::uint64_t bytes) {
    const std::lock_guard lock(m_mutex);
    for (auto each = m_maps.begin(); each != m_maps.end();) {
        if (each->first < at || each->first - at >= bytes) {
            ++each;
            continue;
        }
        const Address handle = each->second;
        each = m_maps.erase(each);
        --m_physical[handle].maps;
        dropUnused(handle);
    }
}

void MemoryBook::release(Address handle) {
    const std::lock_guard lock(m_mutex);
    const auto known = m_physical.find(handle);
    if (known == m_physical.end()) return;
    known->second.isReleased = true;
    dropUnused(handle);
}

void MemoryBook::dropUnused(Address handle) {
    const auto known = m_physical.find(handle);
    if (known == m_physical.end() || known->second.maps > 0 || !known->second.isReleased) return;
    tell(-known->second.block.bytes, known->second.block.device);
    m_physical.erase(known);
}

} // namespace edgewright::cuda_trace
