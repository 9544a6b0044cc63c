// SPDX-License-Identifier: GPL-3.0-or-later
// Plans filled from the bottom up, a few at a time: for large problems, in which a search that takes steps back
// does not get far.
#pragma once

#include "core/memory/search/clock.h"
#include "core/memory/search/instance.h"

#include <cstdint>
#include <optional>
#include <random>
#include <vector>

namespace edgewright::memory::search {

// How one run chooses.
struct BeamStyle {
    std::size_t width = 4;   // plans kept
    double slope = 10;       // of the front, goals per time span: the larger, the more from left to right
    double soft = 0.01;      // of the goal: what may be lost in a column without room to spare
    double power = 1;        // of the share of a column's spare room that is lost
    double haste = 1;        // the larger, the sooner large areas are placed
    double longFirst = 0;    // weight of long lives,
    bool largeFirst = false; // and of large sizes with them
};

class SkylineBeam {
public:
    // The instance must be uniform and have items.
    SkylineBeam(const Instance& instance, std::uint64_t seed, Clock& clock);
    // Offsets by item of the next run's plan, each run in another style; nothing once the clock is over.
    std::optional<std::vector<Units>> next();
    std::uint64_t work() const { return m_work; } // columns looked at so far, comparable with State::work

private:
    struct Plan {
        std::vector<Units> floor;          // by column
        std::vector<Units> left;           // by column: what is not placed
        std::vector<std::uint64_t> placed; // bits
        double cost = 0, area = 0;
        std::uint64_t hash = 0;         // of the set that is placed
        std::uint32_t from = 0, to = 0; // the hollow that is filled next
        std::size_t step = 0;           // the last one
        bool has(ItemId i) const { return (placed[i / 64] >> (i % 64) & 1) != 0; }
    };
    struct Step {
        std::size_t before;
        ItemId item;
        Units offset;
    };
    struct Child {
        double score;
        std::uint32_t parent;
        bool skips; // leaves the lowest hollow's left end empty
        ItemId item;
        std::uint64_t hash;
    };

    void changeStyle();
    bool grow();
    void expand(const Plan& plan, std::uint32_t index);
    void select();
    bool settle(Plan& plan) const;
    bool skip(Plan& plan) const;
    void place(Plan& plan, ItemId item);
    void raise(Plan& plan, std::uint32_t from, std::uint32_t to, Units level) const;
    double score(const Plan& plan, ItemId item) const;
    double certainLoss(const Plan& plan, ItemId except, std::uint32_t from, std::uint32_t to, Units floor,
                       Units wall) const;
    double price(std::uint32_t column, Units lost) const;
    Units lost(const Plan& plan, std::uint32_t t) const {
        return plan.floor[t] + plan.left[t] - m_instance.live[t];
    }
    Units wallBefore(const Plan& plan, std::uint32_t column) const;
    Units wallBehind(const Plan& plan, std::uint32_t column) const;
    std::uint32_t nextBirth(const Plan& plan, std::uint32_t from, std::uint32_t to) const;
    double random() { return static_cast<double>(m_random() >> 11) * 0x1p-53; }

    const Instance& m_instance;
    Clock& m_clock;
    std::mt19937_64 m_random;
    BeamStyle m_style;
    bool m_first = true;
    Units m_goal = 0;
    std::vector<std::vector<ItemId>> m_births; // by column, the shortest lives first
    std::vector<std::uint64_t> m_hash;         // by item
    std::vector<Plan> m_plans, m_next;
    Plan m_without; // a plan that skips
    std::vector<Step> m_steps;
    std::vector<Child> m_children;
    mutable std::uint64_t m_work = 0;
};

} // namespace edgewright::memory::search
