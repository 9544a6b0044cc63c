// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/scheduler.h"

#include <algorithm>

namespace edgewright::memory {

namespace {

ScheduleVerdict illegalSchedule(std::string reason) { return {false, std::move(reason)}; }

struct Lifetime {
    std::int64_t from = 0, last = 0; // steps, both inclusive
};

// By storage, from the definition alone.
std::vector<Lifetime> lifetimesOf(const ScheduleProblem& problem, const std::vector<std::int64_t>& step) {
    const auto end = static_cast<std::int64_t>(problem.operators.size()) - 1;
    std::vector<Lifetime> result(problem.storages.size());
    for (std::size_t i = 0; i < problem.operators.size(); ++i)
        for (const std::uint32_t s : problem.operators[i].writes)
            result[s] = {step[i], step[i]};
    for (std::size_t i = 0; i < problem.operators.size(); ++i)
        for (const std::uint32_t s : problem.operators[i].reads)
            result[s].last = std::max(result[s].last, step[i]);
    for (std::size_t s = 0; s < result.size(); ++s)
        if (problem.storages[s].kept) result[s].last = end;
    return result;
}

} // namespace

ScheduleVerdict verifySchedule(const ScheduleProblem& problem, const Schedule& schedule) {
    const std::size_t count = problem.operators.size();
    if (schedule.order.size() != count)
        return illegalSchedule("the order has " + std::to_string(schedule.order.size()) + " of " +
                               std::to_string(count) + " operators");
    std::vector<std::int64_t> step(count, -1);
    for (std::size_t t = 0; t < count; ++t) {
        const std::uint32_t i = schedule.order[t];
        if (i >= count)
            return illegalSchedule("step " + std::to_string(t) + " runs an operator that does not exist");
        const auto& op = problem.operators[i];
        if (step[i] >= 0) return illegalSchedule("operator '" + op.name + "' runs twice");
        step[i] = static_cast<std::int64_t>(t);
        for (const std::uint32_t before : op.after)
            if (before >= count || step[before] < 0)
                return illegalSchedule(
                    "operator '" + op.name + "' runs in step " + std::to_string(t) + ", before " +
                    (before < count ? "'" + problem.operators[before].name + "'" : "what it waits for"));
    }

    const std::vector<Lifetime> lifetimes = lifetimesOf(problem, step);
    std::vector<std::int64_t> change(count + 1, 0); // of the bytes alive, at the beginning of a step
    std::int64_t peak = 0;
    for (std::size_t s = 0; s < lifetimes.size(); ++s) {
        if (count == 0) peak += problem.storages[s].size;
        if (count == 0) continue;
        change[static_cast<std::size_t>(lifetimes[s].from)] += problem.storages[s].size;
        change[static_cast<std::size_t>(lifetimes[s].last) + 1] -= problem.storages[s].size;
    }
    std::int64_t live = 0;
    for (std::size_t t = 0; t < count; ++t) {
        live += change[t];
        const auto& op = problem.operators[schedule.order[t]];
        std::int64_t bytes = live + op.scratch;
        const bool inPlace = std::ranges::any_of(
            op.overwrites, [&](std::uint32_t s) { return lifetimes[s].last == static_cast<std::int64_t>(t); });
        if (inPlace) bytes -= problem.storages[op.writes[0]].size;
        peak = std::max(peak, bytes);
    }
    if (peak != schedule.peak)
        return illegalSchedule("the schedule says a peak of " + std::to_string(schedule.peak) +
                               " bytes, its steps have " + std::to_string(peak));
    if (schedule.lowerBound > peak)
        return illegalSchedule("the schedule's lower bound of " + std::to_string(schedule.lowerBound) +
                               " bytes lies above its peak of " + std::to_string(peak));
    if (schedule.outcome == ScheduleOutcome::Optimal && schedule.lowerBound != peak)
        return illegalSchedule("the schedule is called optimal, but its lower bound is " +
                               std::to_string(schedule.lowerBound));
    return {};
}

} // namespace edgewright::memory
