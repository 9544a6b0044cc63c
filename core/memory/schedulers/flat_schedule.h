// SPDX-License-Identifier: GPL-3.0-or-later
// A scheduling problem, or a segment of one order of it, in flat arrays: what the searches walk over.
#pragma once

#include "core/memory/scheduler.h"

#include <cstddef>

namespace edgewright::memory {

using Order = std::vector<std::uint32_t>; // of operators

// Lists of numbers, one after another.
class Lists {
public:
    std::span<const std::uint32_t> operator[](std::size_t i) const {
        return std::span(m_items).subspan(m_begin[i], m_begin[i + 1] - m_begin[i]);
    }
    void add(std::uint32_t item) { m_items.push_back(item); }
    void endList() { m_begin.push_back(static_cast<std::uint32_t>(m_items.size())); }
    // For each of n numbers, the lists that hold it.
    Lists inverted(std::size_t n) const;
    std::size_t size() const { return m_begin.size() - 1; }

private:
    std::vector<std::uint32_t> m_begin{0};
    std::vector<std::uint32_t> m_items;
};

struct FlatSchedule {
    Lists before, after;               // operators that an operator waits for, that wait for it
    Lists reads, readers;              // storages that an operator reads and that may die; and back
    Lists writes;                      // storages of an operator
    Lists overwrites;                  // of its `reads`
    std::vector<std::int64_t> born;    // by operator: bytes it writes
    std::vector<std::int64_t> scratch; // by operator
    std::vector<std::int64_t> unread;  // by operator: of the bytes it writes, those that die after its step
    std::vector<std::int64_t> credit;  // by operator: bytes that overwriting saves
    std::vector<std::int64_t> size;    // by storage
    std::vector<bool> kept;            // by storage: outlives the last step
    std::int64_t initial = 0;          // bytes alive before the first step
    std::int64_t firstOnly = 0;        // of them, those that die after the first step

    std::size_t count() const { return born.size(); }
};

FlatSchedule flatten(const ScheduleProblem& problem);
// The operators order[begin, end), renumbered from 0 in that order, with all others where the order has them.
FlatSchedule segmentOf(const FlatSchedule& whole, const Order& order, std::size_t begin, std::size_t end);

// Runs operators one by one and counts.
class Walk {
public:
    explicit Walk(const FlatSchedule& flat);
    std::int64_t live() const { return m_live; }
    std::int64_t peak() const { return m_peak; }
    // Bytes alive in the step of `op`, if it ran now; what is alive after it less what is alive now.
    std::int64_t cost(std::uint32_t op) const;
    std::int64_t growth(std::uint32_t op) const;
    std::uint32_t readersLeft(std::uint32_t storage) const { return m_left[storage]; }
    void run(std::uint32_t op);

private:
    const FlatSchedule& m_flat;
    std::vector<std::uint32_t> m_left; // by storage: readers that have not run
    std::int64_t m_live, m_peak;
    std::int64_t m_firstOnly;
};

std::int64_t peakOf(const FlatSchedule& flat, const Order& order);
Order asGiven(const FlatSchedule& flat); // 0, 1, 2, ...

// By operator, a number of bytes that no order spares its step: what it and its ancestors have written and what
// itself and its descendants will read. Exact relations up to a few thousand operators, its own operands
// beyond.
std::vector<std::int64_t> stepBounds(const FlatSchedule& flat);
// Their maximum.
std::int64_t lowerBound(const FlatSchedule& flat);

// `order`, or the order as given where that is as good; Optimal when its peak is the bound above.
Schedule scheduleOf(const FlatSchedule& flat, Order order);

} // namespace edgewright::memory
