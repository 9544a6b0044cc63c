// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/search/state.h"

#include "core/memory/packing/gap_fit.h"

#include <algorithm>
#include <cassert>

namespace edgewright::memory::search {

State::State(const Instance& instance, const Tables& tables, const Prunings& prunings)
    : m_instance(instance), m_tables(tables), m_prunings(prunings), m_minOffset(instance.items.size()),
      m_offsets(instance.items.size()), m_maxOffset(instance.items.size()), m_placed(instance.items.size()),
      m_floor(instance.live.size()), m_unplaced(instance.live.size()), m_capacity(instance.live.size()),
      m_spanning(instance.live.size() + 1), m_isQueued(instance.live.size()), m_isDirty(instance.live.size()) {}

bool State::restart(std::int64_t capacity) {
    m_trail.clear();
    m_order.clear();
    std::ranges::fill(m_placed, std::uint8_t(0));
    std::ranges::fill(m_spanning, 0u);
    std::ranges::fill(m_isDirty, std::uint8_t(1));
    bool possible = true;
    for (ItemId i = 0; i < m_instance.items.size(); ++i) {
        const Item& item = m_instance.items[i];
        m_minOffset[i] = item.earliest;
        m_maxOffset[i] = item.fixed ? item.earliest : (capacity - item.bytes) / m_instance.unit;
        if (capacity < item.bytes || item.earliest * m_instance.unit + item.bytes > capacity) possible = false;
        for (std::uint32_t t = item.from + 1; t < item.to; ++t)
            ++m_spanning[t];
    }
    for (std::uint32_t t = 0; t < m_floor.size(); ++t) {
        m_unplaced[t] = m_instance.live[t];
        m_capacity[t] = (capacity + m_instance.padding[t]) / m_instance.unit;
        if (m_unplaced[t] > m_capacity[t]) possible = false; // propagateFloors() looks only at floors that move
        m_floor[t] = 0;
        enqueue(t);
    }
    return propagateFloors() && possible;
}

void State::enqueue(std::uint32_t column) {
    if (m_isQueued[column]) return;
    m_isQueued[column] = 1;
    m_queue.push_back(column);
}

// Raises the smallest offset of an unplaced item. False: dead end.
bool State::raise(ItemId item, Units to) {
    assert(!m_placed[item] || to <= m_minOffset[item]);
    const Units before = m_minOffset[item];
    if (to <= before) return true;
    const Item& it = m_instance.items[item];
    if (it.alignment != 1) to = alignUp(to, it.alignment);
    m_trail.push_back({item, before});
    m_minOffset[item] = to;
    m_work += it.to - it.from;
    forEachColumn(item, [&](std::uint32_t t, const Part& part) {
        if (m_floor[t] != before + part.begin) return;
        m_isDirty[t] = 1;
        enqueue(t);
    });
    return to <= m_maxOffset[item] || !m_prunings.maxOffset;
}

// Computes the floors of the queued columns. False: dead end. O(items alive in them).
bool State::propagateFloors() {
    bool fits = true;
    for (const std::uint32_t t : m_queue) {
        m_isQueued[t] = 0;
        if (!fits || m_unplaced[t] == 0) continue;
        m_work += m_tables.alive[t].size();
        Units floor = Never;
        if (!m_instance.windows) {
            for (const ItemId i : m_tables.alive[t])
                floor = std::min(floor, m_minOffset[i]);
        } else {
            for (const ItemId i : m_tables.alive[t])
                for (const Part& part : m_instance.items[i].parts)
                    if (!m_placed[i] && part.from <= t && t < part.to)
                        floor = std::min(floor, m_minOffset[i] + part.begin);
        }
        if (floor == m_floor[t]) continue;
        m_isDirty[t] = 1;
        m_trail.push_back({static_cast<std::uint32_t>(m_minOffset.size() + t), m_floor[t]});
        m_floor[t] = floor;
        fits = floor + m_unplaced[t] <= m_capacity[t] || !m_prunings.columnBound;
    }
    m_queue.clear();
    return fits;
}

// The smallest offset of `item` at which some part of it lies on one of `below`, which begins at `offset`.
// O(parts of both).
Units State::minOffsetOnto(ItemId below, Units offset, ItemId item) const {
    Units result = Never;
    for (const Part& a : m_instance.items[below].parts)
        for (const Part& b : m_instance.items[item].parts)
            if (a.from < b.to && b.from < a.to) result = std::min(result, offset + a.end - b.begin);
    return result;
}

// The smallest offset at which all of `item` is above `below`, which is placed at `offset`. O(parts of both).
Units State::minOffsetAbove(ItemId below, Units offset, ItemId item) const {
    const Item& under = m_instance.items[below];
    if (!m_instance.windows) return offset + under.size;
    Units result = 0;
    for (const Part& a : under.parts)
        for (const Part& b : m_instance.items[item].parts)
            if (a.from < b.to && b.from < a.to) result = std::max(result, offset + a.end - b.begin);
    return result;
}

bool State::place(ItemId item) {
    assert(!m_placed[item]);
    const Item& it = m_instance.items[item];
    const Units offset = m_minOffset[item];
    if (offset > m_maxOffset[item]) {
        assert(!m_prunings.maxOffset);
        return false;
    }
    m_placed[item] = 1;
    m_offsets[item] = offset;
    m_trail.push_back({item, offset});
    m_minOffset[item] = Never;
    m_order.push_back(item);
    forEachColumn(item, [&](std::uint32_t t, const Part& part) {
        m_unplaced[t] -= part.end - part.begin;
        m_isDirty[t] = 1;
        enqueue(t);
    });
    for (std::uint32_t t = it.from + 1; t < it.to; ++t)
        --m_spanning[t];
    bool fits = true;
    m_work += m_tables.overlap[item].size();
    for (const ItemId other : m_tables.overlap[item])
        if (fits) fits = raise(other, minOffsetAbove(item, offset, other));
    return propagateFloors() && fits;
}

bool State::exclude(ItemId item) {
    assert(!m_placed[item]);
    // Where windows let shapes interlock, below means below some part of it.
    const bool within = m_instance.uniform && m_prunings.partialOverlap;
    Units lowest = Never;
    // If only items within its lifetime lay below it, all of them could move up and it down.
    for (const ItemId other : within ? m_tables.partialOverlap[item] : m_tables.overlap[item]) {
        if (m_placed[other]) continue;
        lowest = std::min(lowest, m_instance.windows ? minOffsetOnto(other, m_minOffset[other], item)
                                                     : m_minOffset[other] + m_instance.items[other].size);
    }
    if (lowest == Never) return false;
    const Units next = m_minOffset[item] + 1;
    lowest = m_prunings.support ? std::max(lowest, next) : next;
    const bool fits = raise(item, lowest) && m_minOffset[item] <= m_maxOffset[item];
    return propagateFloors() && fits;
}

void State::undo(const Mark& mark) {
    assert(mark.changes <= m_trail.size() && mark.placed <= m_order.size());
    assert(m_queue.empty());
    while (m_order.size() > mark.placed) {
        const ItemId item = m_order.back();
        const Item& it = m_instance.items[item];
        m_order.pop_back();
        m_placed[item] = 0;
        forEachColumn(item, [&](std::uint32_t t, const Part& part) { m_unplaced[t] += part.end - part.begin; });
        for (std::uint32_t t = it.from + 1; t < it.to; ++t)
            ++m_spanning[t];
    }
    const auto items = static_cast<std::uint32_t>(m_minOffset.size());
    while (m_trail.size() > mark.changes) {
        const Change change = m_trail.back();
        if (change.index < items) {
            // The candidates on a column's floor change only where this item is one of them, or the floor
            // moves.
            m_minOffset[change.index] = change.before;
            forEachColumn(change.index, [&](std::uint32_t t, const Part& part) {
                if (m_floor[t] == change.before + part.begin) m_isDirty[t] = 1;
            });
        } else {
            m_floor[change.index - items] = change.before;
            m_isDirty[change.index - items] = 1;
        }
        m_trail.pop_back();
    }
}

} // namespace edgewright::memory::search
