// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/partition/search.h"

#include "core/base/propagate.h"
#include "core/partition/stage_search.h"

#include <algorithm>

namespace edgewright::partition {

namespace {

Result<Found> withLeastPeriod(StageSearch& search) {
    ASSIGN_OR_RETURN(const Found quickest, search.best(Objective::Period, Infinity));
    return search.best(Objective::Latency, quickest.figures.period);
}

bool isAsQuick(const Found& one, const Found& other) {
    constexpr double Rounding = 1e-12; // sums of seconds in another order
    return one.figures.latency <= other.figures.latency * (1 + Rounding);
}

} // namespace

Result<Found> leastPeriod(const Problem& problem, const RunContext& run) {
    RETURN_IF_ERROR(validate(problem));
    StageSearch search(problem, run);
    RETURN_IF_ERROR(search.prepare());
    return withLeastPeriod(search);
}

Result<Found> recommended(const Problem& problem, Found best, const RunContext& run) {
    ASSIGN_OR_RETURN(Found quick, leastLatency(problem, best.figures.period * (1 + PeriodTolerance), run));
    return isAsQuick(best, quick) ? std::move(best) : std::move(quick);
}

Result<Found> leastLatency(const Problem& problem, double period, const RunContext& run) {
    RETURN_IF_ERROR(validate(problem));
    StageSearch search(problem, run);
    RETURN_IF_ERROR(search.prepare());
    return search.best(Objective::Latency, period);
}

Result<Front> frontOf(const Problem& problem, std::size_t mostPoints, const RunContext& run) {
    RETURN_IF_ERROR(validate(problem));
    StageSearch search(problem, run);
    RETURN_IF_ERROR(search.prepare());
    ASSIGN_OR_RETURN(Found last, withLeastPeriod(search));
    constexpr double Step = 1e-11; // beyond what sums of seconds are rounded by
    Front front;
    double period = Infinity;
    while (front.points.size() + 1 < mostPoints) {
        ASSIGN_OR_RETURN(Found point, search.best(Objective::Latency, period));
        if (point.figures.period <= last.figures.period) break;
        period = point.figures.period * (1 - Step);
        // More devices that take turns: more frames, none of which is slower.
        if (!front.points.empty() && isAsQuick(point, front.points.back())) front.points.pop_back();
        front.points.push_back(std::move(point));
        run.report(static_cast<std::uint32_t>(front.points.size()), static_cast<std::uint32_t>(mostPoints));
    }
    front.isWhole = front.points.size() + 1 < mostPoints;
    if (!front.points.empty() && isAsQuick(last, front.points.back())) front.points.pop_back();
    front.points.push_back(std::move(last));
    return front;
}

Result<FoundByDevices> leastPeriods(const Problem& problem, const RunContext& run) {
    RETURN_IF_ERROR(validate(problem));
    StageSearch search(problem, run);
    RETURN_IF_ERROR(search.prepare());
    double alone = Infinity; // where one device can hold the network, no more of them are for anything slower
    for (std::size_t i = 0; i < problem.devices.size(); ++i)
        if (const auto figures = evaluate(problem, {{0, problem.steps.size(), {i}}}))
            alone = std::min(alone, figures->period);
    ASSIGN_OR_RETURN(const Found quickest, search.best(Objective::Period, alone));
    FoundByDevices found;
    for (std::size_t devices = 1; devices <= problem.devices.size(); ++devices)
        found.byDevices.push_back(search.bestWithin(devices));
    ASSIGN_OR_RETURN(found.best, search.best(Objective::Latency, quickest.figures.period));
    return found;
}

} // namespace edgewright::partition
