// SPDX-License-Identifier: GPL-3.0-or-later
// Sets of a problem's devices as numbers, for the searches.
#pragma once

#include "core/partition/problem.h"

#include <vector>

namespace edgewright::partition {

// So many of each kind, one digit a kind: devices that are alike are counted. A sum of two disjoint sets is
// their union.
class DeviceSets {
public:
    explicit DeviceSets(const Problem& problem);

    std::size_t kinds() const { return m_kinds.size(); }
    const std::vector<std::size_t>& members(std::size_t kind) const { return m_kinds[kind]; }

    double count() const; // of sets; as a number that cannot overflow
    double pairs() const; // of disjoint sets, likewise

    struct Set {
        std::vector<std::size_t> counts; // by kind
        std::size_t size = 0;            // devices
        std::vector<std::size_t> apart;  // sets that are disjoint from it, the empty one first
    };
    std::vector<Set> all() const;

private:
    template <typename Of>
    double product(Of of) const;
    void addApart(Set& set, std::size_t kind, std::size_t number, std::size_t weight) const;

    std::vector<std::vector<std::size_t>> m_kinds; // devices of each
};

} // namespace edgewright::partition
