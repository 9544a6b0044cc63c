// SPDX-License-Identifier: GPL-3.0-or-later
// The times of one batch, of the runs of a service that were measured. Run k of the n of its size is drawn, in
// the order of their totals. Where the model ran last a pause p before, operator i takes
//
//     t_i = max(0, a_i + P_i(p) - b_i)
//
// a: the drawn run; b: that of the same rank among the runs of the smallest size without a pause; P(p): that of
// the same rank among those after a pause, linear in p between the pauses that were measured, and as after the
// longest beyond it. Below the shortest it is linear from b at p = 0 on; where other models computed on its
// cores meanwhile, it is as after the shortest: they displace it at once. Of the smallest size this is P(p).
// Rank k of n is run floor((k + 1/2) m / n) of m. The caches lose a model while it does not run, by and by;
// what reading it again costs is alike for every size.
#pragma once

#include "core/scenario/service.h"

namespace edgewright::scenario {

// The place, among `count` numbers in ascending order, of the first that `share` (0..1) of them do not exceed.
// `count` is above 0.
std::size_t placeOfShare(std::size_t count, double share);

class ServiceDraw {
public:
    // `service` outlives it, and has passed check().
    explicit ServiceDraw(const ServiceTimes& service);

    bool hasPauses() const { return !m_paused.orders.empty() || !m_displaced.orders.empty(); }
    std::size_t operators() const { return m_service.operators.size(); }
    std::size_t place(std::int64_t size) const; // in ServiceTimes::batches
    std::size_t runs(std::size_t place) const { return m_batches[place].size(); }
    // The rank of a run; runs are numbered in the order in which they were measured.
    std::size_t rankOf(std::size_t place, std::size_t run) const { return m_ranks[place][run]; }
    struct Pause {
        Ticks ticks = 0;
        bool isDisplaced = false; // its cores computed something else meanwhile
    };
    // By operator, of run `rank`. They are those of the service, or lie in `space`.
    const Ticks* times(std::size_t place, std::size_t rank, Pause pause, std::vector<Ticks>& space) const;

    // The time that `share` (0..1) of the runs of batches of exactly `size` do not exceed, after the pause
    // after which that is most. 1: the longest of all runs and pauses.
    Ticks longest(std::int64_t size, double share = 1) const;
    // Likewise of the longest operator of each run, of any size up to `size`: that operator, and its time.
    std::pair<std::size_t, Ticks> longestOperator(std::int64_t size, double share = 1) const;

private:
    using Order = std::vector<const Ticks*>; // runs, ascending by total

    struct Curve { // times over pauses
        const std::vector<PausedRuns>& pauses;
        std::vector<Order> orders; // by place
    };

    Order orderOf(const std::vector<Ticks>& times) const;
    static const Ticks* ofRank(const Order& order, std::size_t rank, std::size_t ranks) {
        return order[(2 * rank + 1) * order.size() / (2 * ranks)];
    }
    using Timed = std::pair<Ticks, std::size_t>; // a time, and the operator that it is of
    template <typename Measure>
    Timed longestBy(std::size_t place, double share, const Measure& measure) const;

    const ServiceTimes& m_service;
    std::vector<Order> m_batches;                    // by place
    std::vector<std::vector<std::uint32_t>> m_ranks; // by place and run
    Curve m_paused, m_displaced;
};

} // namespace edgewright::scenario
