// SPDX-License-Identifier: GPL-3.0-or-later
// The times of one batch, of the runs of a service that were measured. Run k of the n of its size is drawn, in
// the order of their totals. Where the model ran last a pause p before, operator i takes
//
//     t_i = max(0, a_i + P_i(p) - b_i)
//
// a: the drawn run; b: that of the same rank among the runs of the smallest size without a pause; P(p): that of
// the same rank among those after a pause, linear in p between the pauses that were measured, b at p = 0, and
// as after the longest beyond it. Of the smallest size this is P(p). Rank k of n is run floor((k + 1/2) m / n)
// of m. The caches lose a model while it does not run, by and by; what reading it again costs is alike for
// every size.
#pragma once

#include "core/scenario/service.h"

namespace edgewright::scenario {

class ServiceDraw {
public:
    // `service` outlives it, and has passed check().
    explicit ServiceDraw(const ServiceTimes& service);

    bool hasPauses() const { return !m_paused.empty(); }
    std::size_t operators() const { return m_service.operators.size(); }
    std::size_t place(std::int64_t size) const; // in ServiceTimes::batches
    std::size_t runs(std::size_t place) const { return m_batches[place].size(); }
    // By operator, of run `rank`. They are those of the service, or lie in `space`.
    const Ticks* times(std::size_t place, std::size_t rank, Ticks pause, std::vector<Ticks>& space) const;

    // Over all runs and pauses. Of batches of exactly `size`.
    Ticks longest(std::int64_t size) const;
    // The operator with the longest time in any run of any size up to `size`, and that time.
    std::pair<std::size_t, Ticks> longestOperator(std::int64_t size) const;

private:
    using Order = std::vector<const Ticks*>; // runs, ascending by total

    Order orderOf(const std::vector<Ticks>& times) const;
    static const Ticks* ofRank(const Order& order, std::size_t rank, std::size_t ranks) {
        return order[(2 * rank + 1) * order.size() / (2 * ranks)];
    }
    template <typename Visit>
    void visit(std::size_t place, const Visit& visit) const;

    const ServiceTimes& m_service;
    std::vector<Order> m_batches, m_paused; // by place
};

} // namespace edgewright::scenario
