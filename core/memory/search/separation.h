// SPDX-License-Identifier: GPL-3.0-or-later
// Buffers may lie on each other at first and are moved up and down until none does: guided local search. Gets
// further than placing one after the other where a problem is large and some room can be spared.
// Source: Egeblad, Nielsen, Odgaard, "Fast neighborhood search for two- and three-dimensional nesting
// problems", European Journal of Operational Research 183 (2007), doi 10.1016/j.ejor.2005.11.063: best place
// along one axis, weights of pairs. Here the axis is the address, and an overlap is measured by its area. That
// weights grow by a factor and fade is from Gardeyn, Vanden Berghe, Wauters, "An open-source heuristic to
// reboot 2D nesting research", arXiv 2509.13329.
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
    // Whether it can be used: the instance is uniform, and not so large that its tables would be.
    static bool suits(const Instance& instance);
    // Refers to the instance and the clock.
    Separation(const Instance& instance, const Tables& tables, std::uint64_t seed, Clock& clock);

    // Goes on for a while below the peak of `best`, a legal plan by item; `bound` is the least that is
    // possible. A better plan, when one is found.
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
    void aim(const std::vector<Units>& best, Units goal);
    bool sweep();
    bool collide();
    void weigh();
    void move(ItemId item);
    bool collides(ItemId item) const;
    void sortEnds(std::span<End> ends);
    Units leastOverlap(Units size) const;
    std::vector<Units> settled() const;
    Units peakOf(const std::vector<Units>& offsets) const;
    Units bottom(ItemId item) const { return m_ends[2 * item]; }
    Units top(ItemId item) const { return m_ends[2 * item + 1]; }
    Units shared(ItemId a, ItemId b) const { return std::min(top(a), top(b)) - std::max(bottom(a), bottom(b)); }
    double columns(ItemId a, ItemId b) const;
    void put(ItemId item, Units offset);

    const Instance& m_instance;
    Clock& m_clock;
    std::mt19937_64 m_random;
    std::vector<std::uint32_t> m_first;   // by item: its pairs are [first, next first)
    std::vector<ItemId> m_owner, m_other; // by pair, of which there are two for two items: one for each
    std::vector<std::uint32_t> m_twin;    // the other one
    std::vector<float> m_weight;          // by pair: of a byte of overlap
    std::vector<End> m_near;              // two for each pair of an item; those of an item nearly sorted
    std::vector<Units> m_ends;            // of an item: bottom, then top
    Units m_goal = 0;                     // of the peak
    double m_step = 0.25;                 // of what lies between the best peak and the bound
    std::uint64_t m_patience = 0, m_giveUp = 0;
    std::vector<ItemId> m_active;         // that collide, or did before the last sweep
    std::vector<std::uint8_t> m_isActive; // by item
    std::vector<Collision> m_collisions;
    std::vector<std::uint32_t> m_heavy; // pairs with more than their first weight
    std::vector<End> m_moved;
    std::vector<Units> m_at;      // of the ends near one item: addresses,
    std::vector<double> m_change; // and what begins or ends to weigh there
    std::uint64_t m_work = 0, m_nextLook = 0;
};

} // namespace edgewright::memory::search
