// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/search/state.h"

#include "core/memory/gap_fit.h"

#include <algorithm>
#include <limits>

namespace edgewright::memory::search {

namespace {

constexpr Units Never = std::numeric_limits<Units>::max();

} // namespace

State::State(const Instance& instance, const Tables& tables)
    : m_instance(instance), m_tables(tables), m_low(instance.items.size()), m_offsets(instance.items.size()),
      m_latest(instance.items.size()), m_placed(instance.items.size()), m_floor(instance.live.size()),
      m_remaining(instance.live.size()), m_limit(instance.live.size()), m_crossing(instance.live.size() + 1),
      m_isTouched(instance.live.size()), m_news(instance.live.size()) {}

bool State::restart(std::int64_t capacity) {
    m_trail.clear();
    m_order.clear();
    std::ranges::fill(m_placed, std::uint8_t(0));
    std::ranges::fill(m_crossing, 0u);
    std::ranges::fill(m_news, std::uint8_t(1));
    bool possible = true;
    for (ItemId i = 0; i < m_instance.items.size(); ++i) {
        const Item& item = m_instance.items[i];
        m_low[i] = item.earliest;
        m_latest[i] = item.fixed ? item.earliest : (capacity - item.bytes) / m_instance.unit;
        if (capacity < item.bytes || item.earliest * m_instance.unit + item.bytes > capacity) possible = false;
        for (std::uint32_t t = item.from + 1; t < item.to; ++t)
            ++m_crossing[t];
    }
    for (std::uint32_t t = 0; t < m_floor.size(); ++t) {
        m_remaining[t] = m_instance.live[t];
        m_limit[t] = (capacity + m_instance.padding[t]) / m_instance.unit;
        m_floor[t] = 0;
        touch(t);
    }
    return settle() && possible;
}

void State::touch(std::uint32_t column) {
    if (m_isTouched[column]) return;
    m_isTouched[column] = 1;
    m_touched.push_back(column);
}

bool State::raise(ItemId item, Units to) {
    const Units before = m_low[item];
    if (to <= before) return true;
    const Item& it = m_instance.items[item];
    if (it.alignment != 1) to = alignUp(to, it.alignment);
    m_trail.push_back({item, before});
    m_low[item] = to;
    m_work += it.to - it.from;
    eachColumn(item, [&](std::uint32_t t, const Part& part) {
        if (m_floor[t] != before + part.begin) return;
        m_news[t] = 1;
        touch(t);
    });
    return to <= m_latest[item];
}

bool State::settle() {
    bool fits = true;
    for (const std::uint32_t t : m_touched) {
        m_isTouched[t] = 0;
        if (!fits || m_remaining[t] == 0) continue;
        m_work += m_tables.alive[t].size();
        Units floor = Never;
        if (!m_instance.windows) {
            for (const ItemId i : m_tables.alive[t])
                floor = std::min(floor, m_low[i]);
        } else {
            for (const ItemId i : m_tables.alive[t])
                for (const Part& part : m_instance.items[i].parts)
                    if (!m_placed[i] && part.from <= t && t < part.to)
                        floor = std::min(floor, m_low[i] + part.begin);
        }
        if (floor == m_floor[t]) continue;
        m_news[t] = 1;
        m_trail.push_back({static_cast<std::uint32_t>(m_low.size() + t), m_floor[t]});
        m_floor[t] = floor;
        fits = floor + m_remaining[t] <= m_limit[t];
    }
    m_touched.clear();
    return fits;
}

// The lowest offset of `item` at which some part of it lies on one of `below`, which begins at `offset`.
Units State::lowestOn(ItemId below, Units offset, ItemId item) const {
    Units result = Never;
    for (const Part& a : m_instance.items[below].parts)
        for (const Part& b : m_instance.items[item].parts)
            if (a.from < b.to && b.from < a.to) result = std::min(result, offset + a.end - b.begin);
    return result;
}

// The lowest offset of `item` above `below`, which is placed at `offset`.
Units State::floorAbove(ItemId below, Units offset, ItemId item) const {
    const Item& under = m_instance.items[below];
    if (!m_instance.windows) return offset + under.size;
    Units result = 0;
    for (const Part& a : under.parts)
        for (const Part& b : m_instance.items[item].parts)
            if (a.from < b.to && b.from < a.to) result = std::max(result, offset + a.end - b.begin);
    return result;
}

bool State::place(ItemId item) {
    const Item& it = m_instance.items[item];
    const Units offset = m_low[item];
    m_placed[item] = 1;
    m_offsets[item] = offset;
    m_trail.push_back({item, offset});
    m_low[item] = Never;
    m_order.push_back(item);
    eachColumn(item, [&](std::uint32_t t, const Part& part) {
        m_remaining[t] -= part.end - part.begin;
        m_news[t] = 1;
        touch(t);
    });
    for (std::uint32_t t = it.from + 1; t < it.to; ++t)
        --m_crossing[t];
    bool fits = true;
    m_work += m_tables.overlap[item].size();
    for (const ItemId other : m_tables.overlap[item])
        if (fits) fits = raise(other, floorAbove(item, offset, other));
    return settle() && fits;
}

bool State::exclude(ItemId item) {
    Units lowest = Never;
    if (m_instance.windows) {
        for (const ItemId other : m_tables.overlap[item])
            if (!m_placed[other]) lowest = std::min(lowest, lowestOn(other, m_low[other], item));
        if (lowest != Never) lowest = std::max(lowest, m_low[item] + 1);
    } else {
        // If only items that live inside its life were below it, all of them could move up and it down.
        const auto& others = m_instance.uniform ? m_tables.sticksOut[item] : m_tables.overlap[item];
        for (const ItemId other : others)
            if (!m_placed[other]) lowest = std::min(lowest, m_low[other] + m_instance.items[other].size);
    }
    if (lowest == Never) return false;
    const bool fits = raise(item, lowest);
    return settle() && fits;
}

void State::undo(const Mark& mark) {
    while (m_order.size() > mark.placed) {
        const ItemId item = m_order.back();
        const Item& it = m_instance.items[item];
        m_order.pop_back();
        m_placed[item] = 0;
        eachColumn(item, [&](std::uint32_t t, const Part& part) { m_remaining[t] += part.end - part.begin; });
        for (std::uint32_t t = it.from + 1; t < it.to; ++t)
            ++m_crossing[t];
    }
    const auto items = static_cast<std::uint32_t>(m_low.size());
    while (m_trail.size() > mark.changes) {
        const Change change = m_trail.back();
        if (change.index < items) {
            // What could lie on the floor of a column changes only if it lies there now, or the floor does.
            m_low[change.index] = change.before;
            eachColumn(change.index, [&](std::uint32_t t, const Part& part) {
                if (m_floor[t] == change.before + part.begin) m_news[t] = 1;
            });
        } else {
            m_floor[change.index - items] = change.before;
            m_news[change.index - items] = 1;
        }
        m_trail.pop_back();
    }
}

} // namespace edgewright::memory::search
