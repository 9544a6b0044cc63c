// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/pool.h"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <utility>

namespace edgewright::exec {

namespace {

// Smaller ones come from malloc: between large tensors they would cut free ranges into pieces.
constexpr std::size_t MinShared = 4096;

} // namespace

Pool::~Pool() {
    for (const Range& chunk : m_chunks)
        std::free(chunk.begin);
}

std::shared_ptr<void> Pool::take(std::size_t bytes, Count count, std::int64_t counted) {
    const auto takeOff = [counted](const Count& from) {
        if (from) from->fetch_sub(counted);
    };
    const std::size_t size = (bytes + Alignment - 1) / Alignment * Alignment;
    if (size < MinShared) {
        void* memory = std::aligned_alloc(Alignment, size);
        if (!memory) return nullptr;
        return {memory, [takeOff, count = std::move(count)](void* p) {
                    std::free(p);
                    takeOff(count);
                }};
    }
    std::byte* place = nullptr;
    {
        const std::lock_guard lock(m_mutex);
        m_mostUsed = std::max(m_mostUsed, m_used + size);
        place = takeFree(size);
        if (!place) place = takeChunk(size);
        if (!place) return nullptr;
        m_used += size;
    }
    return {place, [pool = shared_from_this(), size, takeOff, count = std::move(count)](void* p) {
                pool->giveBack({static_cast<std::byte*>(p), size});
                takeOff(count);
            }};
}

// The shortest of those that fit closely; else of those that are cut already, so that whole chunks can be given
// up; else of all.
std::byte* Pool::takeFree(std::size_t size) {
    const auto key = [&](const Range& range) {
        const int kind = range.size <= size + size / 8 ? 0 : isWhole(range) ? 2 : 1;
        return std::pair(kind, range.size);
    };
    auto best = m_free.end();
    for (auto each = m_free.begin(); each != m_free.end(); ++each)
        if (each->size >= size && (best == m_free.end() || key(*each) < key(*best))) best = each;
    if (best == m_free.end()) return nullptr;
    std::byte* const place = best->begin;
    if (best->size == size)
        m_free.erase(best);
    else
        *best = {place + size, best->size - size};
    return place;
}

// Chunks that nobody uses are given up first, where there would be more memory than was ever used at once: the
// smallest that makes room, else the largest.
std::byte* Pool::takeChunk(std::size_t size) {
    while (m_reserved + size > m_mostUsed) {
        const std::size_t excess = m_reserved + size - m_mostUsed;
        auto best = m_free.end();
        for (auto each = m_free.begin(); each != m_free.end(); ++each) {
            if (!isWhole(*each)) continue;
            const bool better =
                best == m_free.end() || (best->size < excess ? each->size > best->size
                                                             : each->size >= excess && each->size < best->size);
            if (better) best = each;
        }
        if (best == m_free.end()) break;
        std::free(best->begin);
        m_reserved -= best->size;
        m_chunks.erase(std::ranges::lower_bound(m_chunks, best->begin, {}, &Range::begin));
        m_free.erase(best);
    }
    const auto place = static_cast<std::byte*>(std::aligned_alloc(Alignment, size));
    if (!place) return nullptr;
    m_chunks.insert(std::ranges::lower_bound(m_chunks, place, {}, &Range::begin), {place, size});
    m_reserved += size;
    return place;
}

bool Pool::isChunk(const std::byte* begin) const {
    return std::ranges::binary_search(m_chunks, begin, {}, &Range::begin);
}

bool Pool::isWhole(const Range& range) const {
    const auto chunk = std::ranges::lower_bound(m_chunks, range.begin, {}, &Range::begin);
    return chunk != m_chunks.end() && chunk->begin == range.begin && chunk->size == range.size;
}

void Pool::giveBack(Range range) {
    const std::lock_guard lock(m_mutex);
    m_used -= range.size;
    auto next = std::ranges::lower_bound(m_free, range.begin, {}, &Range::begin);
    if (next != m_free.end() && next->begin == range.end() && !isChunk(next->begin)) {
        range.size += next->size;
        next = m_free.erase(next);
    }
    if (next != m_free.begin() && !isChunk(range.begin))
        if (const auto before = std::prev(next); before->end() == range.begin) {
            before->size += range.size;
            return;
        }
    m_free.insert(next, range);
}

} // namespace edgewright::exec
