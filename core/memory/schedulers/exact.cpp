// SPDX-License-Identifier: GPL-3.0-or-later
// The order of least peak, proven where the limits allow. Objective: the smallest peak. Guarantee: optimal when
// the outcome says so, else no order has a peak below the lower bound; never a larger peak than as given, and
// the order as given in every segment where it costs nothing. Exponential in the width of the graph at worst.
// Sources: dynamic programming over down-sets and division at single-tensor cuts, Ahn et al., "Ordering Chaos"
// (Serenity), arXiv 2003.02369; free moves, Liu, "An application of generalized tree pebbling to sparse matrix
// factorization", SIAM J. Algebraic Discrete Methods 8 (1987). Levels rise to the optimum from below instead of
// guessing a budget.
#include "core/base/propagate.h"
#include "core/base/translatable.h"
#include "core/memory/schedulers/greedy_orders.h"
#include "core/memory/schedulers/segments.h"

#include <algorithm>

namespace edgewright::memory::exact_scheduler {

namespace {

struct Segment {
    std::size_t begin = 0, end = 0; // in the order as given
    std::int64_t given = 0;         // its peak there
    Order order;                    // of its operators, numbered from 0
    std::int64_t peak = 0;          // of `order`
};

// As many states on all levels together as the exact search may have.
std::size_t beamWidth(const FlatSchedule& flat, const SearchLimits& limits) {
    const std::size_t words = (flat.count() + 63) / 64;
    return static_cast<std::size_t>(std::max<std::int64_t>(0, limits.states)) / (flat.count() * words);
}

class OrderSolver {
public:
    OrderSolver(const FlatSchedule& flat, const SchedulerOptions& options, const RunContext& run)
        : m_flat(flat), m_run(run), m_prunings(options.prunings), m_given(asGiven(flat)) {
        m_limits.states = options.stateLimit;
        m_limits.freeMoves = options.prunings.freeMoves;
        // Past some years the clock's own type would overflow.
        const double seconds = std::clamp(options.timeLimitSeconds, 0.0, 1e8);
        m_limits.deadline =
            std::chrono::steady_clock::now() + std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                                                   std::chrono::duration<double>(seconds));
    }

    Schedule solve() {
        divide();
        // The largest peak first: what one segment must have, the others may.
        std::vector<Segment*> open;
        for (Segment& segment : m_segments)
            if (segment.peak > m_floor) open.push_back(&segment);
        std::ranges::stable_sort(open, std::ranges::greater(), &Segment::peak);
        for (Segment* segment : open)
            if (!over()) improve(*segment);

        Schedule schedule;
        for (const Segment& segment : m_segments)
            schedule.peak = std::max(schedule.peak, segment.peak);
        if (m_segments.empty()) schedule.peak = m_flat.initial;
        for (const Segment& segment : m_segments)
            for (std::size_t i = 0; i < segment.end - segment.begin; ++i) {
                const bool asItWas = segment.given <= schedule.peak || segment.order.empty();
                schedule.order.push_back(static_cast<std::uint32_t>(segment.begin) +
                                         (asItWas ? static_cast<std::uint32_t>(i) : segment.order[i]));
            }
        schedule.lowerBound = m_segments.empty() ? schedule.peak : m_floor;
        schedule.outcome = schedule.peak <= m_floor || m_segments.empty() ? ScheduleOutcome::Optimal
                           : m_run.stopped()                              ? ScheduleOutcome::Cancelled
                                                                          : ScheduleOutcome::Limit;
        return schedule;
    }

private:
    bool over() const { return m_run.stopped() || std::chrono::steady_clock::now() >= m_limits.deadline; }

    void divide() {
        const std::vector<std::size_t> places =
            m_prunings.orderCuts ? cuts(m_flat) : std::vector<std::size_t>{0, m_flat.count()};
        const std::vector<std::int64_t> bytes = stepBytes(m_flat, m_given);
        for (std::size_t i = 0; i + 1 < places.size(); ++i) {
            Segment segment;
            segment.begin = places[i];
            segment.end = places[i + 1];
            if (segment.begin == segment.end) continue;
            segment.given = *std::max_element(bytes.begin() + static_cast<std::ptrdiff_t>(segment.begin),
                                              bytes.begin() + static_cast<std::ptrdiff_t>(segment.end));
            segment.peak = segment.given;
            if (segment.end - segment.begin == 1) m_floor = std::max(m_floor, segment.given);
            m_segments.push_back(std::move(segment));
        }
        if (!m_prunings.stepBounds) return;
        for (const Segment& segment : m_segments) {
            if (segment.given <= m_floor) continue;
            if (over()) return;
            m_floor = std::max(m_floor, lowerBound(part(segment)));
        }
    }

    FlatSchedule part(const Segment& segment) const {
        return segmentOf(m_flat, m_given, segment.begin, segment.end);
    }

    void improve(Segment& segment) {
        const FlatSchedule flat = part(segment);
        const auto take = [&](Order order) {
            if (order.size() != flat.count()) return;
            const std::int64_t peak = peakOf(flat, order);
            if (peak >= segment.peak) return;
            segment.peak = peak;
            segment.order = std::move(order);
        };
        take(depthFirst(flat));
        take(memoryGreedy(flat));
        if (segment.peak <= m_floor) return;
        take(searchBeam(flat, m_floor, segment.peak, std::min<std::size_t>(16, beamWidth(flat, m_limits)),
                        m_limits, m_run)
                 .order);
        if (segment.peak <= m_floor) return;
        SearchResult exact = searchDownSets(flat, m_floor, segment.peak, m_limits, m_run);
        m_floor = std::max(m_floor, exact.lowerBound);
        take(std::move(exact.order));
        if (exact.complete) return;
        // Once for the smallest peaks on the way, then for the fewest bytes alive within goals ever closer to
        // the best so far.
        const std::size_t width = beamWidth(flat, m_limits);
        take(searchBeam(flat, m_floor, segment.peak, width, m_limits, m_run).order);
        for (const std::int64_t part : {8, 25, 100})
            for (std::int64_t before = segment.peak + 1; segment.peak < before && segment.peak > m_floor;) {
                before = segment.peak;
                const std::int64_t goal = before - std::max<std::int64_t>(1, (before - m_floor) / part);
                take(searchBeam(flat, goal, before, width / 2, m_limits, m_run).order);
            }
        take(improveWindows(flat, segment.order.empty() ? asGiven(flat) : segment.order, m_floor, m_limits,
                            m_run));
    }

    const FlatSchedule& m_flat;
    const RunContext& m_run;
    const Prunings m_prunings;
    SearchLimits m_limits;
    Order m_given;
    std::vector<Segment> m_segments;
    std::int64_t m_floor = 0; // proven of every order
};

Result<Schedule> solve(const ScheduleProblem& problem, const SchedulerOptions& options, const RunContext& run) {
    RETURN_IF_ERROR(validate(problem));
    const FlatSchedule flat = flatten(problem);
    return OrderSolver(flat, options, run).solve();
}

} // namespace

extern const Scheduler entry{
    "exact", TRANSLATABLE("Setting", "The smallest peak, proven where the limits allow"), solve};

} // namespace edgewright::memory::exact_scheduler
