// SPDX-License-Identifier: GPL-3.0-or-later
// The candidates for the cores of a set, in the order of the policy. They are kept from event to event: one that
// changes leaves and joins again, after as many comparisons as the logarithm of their number.
#pragma once

#include "core/scenario/dispatch/pool.h"
#include "core/scenario/policy.h"

namespace edgewright::scenario {

class ReadyOrder {
public:
    struct Entry {
        Candidate candidate;
        std::uint32_t job = 0; // the owner's
    };

    // The policy outlives it.
    explicit ReadyOrder(const Policy& policy) : m_policy(&policy) {}

    std::size_t size() const { return m_order.size(); }
    bool isEmpty() const { return m_order.empty(); }
    // By place: the one at 0 goes first. place < size().
    const Entry& operator[](std::size_t place) const { return m_entries[m_order[size() - 1 - place]]; }

    // No other one has the `order` of its candidate. The number that remove() wants.
    std::uint32_t add(const Entry& entry);
    void remove(std::uint32_t number);

private:
    std::vector<std::uint32_t>::iterator placeOf(const Candidate& candidate);

    const Policy* m_policy;
    Pool<Entry> m_entries;
    std::vector<std::uint32_t> m_order; // numbers; the one that goes first is the last
};

} // namespace edgewright::scenario
