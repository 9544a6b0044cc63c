// SPDX-License-Identifier: GPL-3.0-or-later
// Buffers may lie on each other at first and are moved up and down until none does: guided local search. Gets
// further than placing one after the other where a problem is large and some room can be spared.
// Source: Egeblad, Nielsen, Odgaard, "Fast neighborhood search for two- and three-dimensional nesting
// problems", European Journal of Operational Research 183 (2007), doi 10.1016/j.ejor.2005.11.063: best place
// along one axis, penalties of pairs. Here the axis is the address, and an overlap is measured by its area.
// That penalties grow by a factor and decay is from Gardeyn, Vanden Berghe, Wauters, "An open-source heuristic
// to reboot 2D nesting research", arXiv 2509.13329.
#pragma once

#include "core/memory/search/clock.h"
#include "core/memory/search/instance.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <random>
#include <span>
#include <vector>

namespace edgewright::memory::search {

class Separation {
public:
    // The instance is uniform, and its tables would not be too large.
    static bool suits(const Instance& instance);
    // Refers to the instance and the clock.
    Separation(const Instance& instance, const Tables& tables, std::uint64_t seed, Clock& clock);

    // Goes on below the peak of `best`, a legal plan by item, for WorkPerCall; `bound` is the least peak that
    // is possible, in units. A better plan, when one is found.
    std::optional<std::vector<Units>> next(const std::vector<Units>& best, Units bound);

    std::uint64_t work() const { return m_work; } // places and pairs looked at, comparable with State::work

private:
    // One end of an item that an item's own place depends on; by address.
    struct End {
        Units at;            // when last looked at
        std::uint32_t which; // in m_ends
        std::uint32_t pair;
    };
    struct Collision {
        std::uint32_t pair;
        double area;
    };

    void findPairs(const Tables& tables);
    void startBelow(const std::vector<Units>& best, Units goal);
    bool sweep();
    bool findCollisions();
    void updatePenalties();
    void move(ItemId item);
    bool collides(ItemId item) const;
    void sortEnds(std::span<End> ends);
    Units leastOverlap(Units size) const;
    std::vector<Units> pushedDown() const;
    Units peakOf(const std::vector<Units>& offsets) const;
    Units bottom(ItemId item) const { return m_ends[2 * item]; }
    Units top(ItemId item) const { return m_ends[2 * item + 1]; }
    Units shared(ItemId a, ItemId b) const { return std::min(top(a), top(b)) - std::max(bottom(a), bottom(b)); }
    double columns(ItemId a, ItemId b) const;
    void put(ItemId item, Units offset);

    const Instance& m_instance;
    Clock& m_clock;
    std::mt19937_64 m_random;
    std::vector<std::uint32_t> m_first;   // by item: its pairs are [m_first[item], m_first[item + 1])
    std::vector<ItemId> m_owner, m_other; // by pair; two items have two, one for each
    std::vector<std::uint32_t> m_reverse; // by pair: the other one of the two items
    std::vector<float> m_penalty; // by pair, equal for both: of a unit of overlap; >= columns(), its start
    std::vector<End> m_nearEnds;  // two for each pair; those of one item by address, but for what moved
    std::vector<Units> m_ends;    // by item: bottom at 2 * item, top at 2 * item + 1
    Units m_goal = 0;             // no top is above it; 0: none is set
    double m_goalStep = 0.25;     // of the gap between best peak and bound, for the next goal
    std::uint64_t m_patience = 0; // work for one goal
    std::uint64_t m_giveUpAt = 0; // work at which the goal is given up
    std::vector<ItemId> m_active; // in a collision, or moved in the last sweep
    std::vector<std::uint8_t> m_isActive; // by item: WasActive, IsActive
    std::vector<Collision> m_collisions;
    std::vector<std::uint32_t> m_penalised; // pairs above their first penalty
    std::vector<End> m_moved;               // working space of sortEnds()
    std::vector<Units> m_at;                // of the ends near one item: addresses, rising,
    std::vector<double> m_change;           // and by how much the penalty changes there
    std::uint64_t m_work = 0, m_nextClockCheck = 0;
};

} // namespace edgewright::memory::search
