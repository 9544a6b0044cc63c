// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/scheduler.h"

#include "core/base/say.h"

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
        return illegalSchedule(say("the order has {1} of {2} operators", schedule.order.size(), count));
    std::vector<std::int64_t> step(count, -1);
    for (std::size_t t = 0; t < count; ++t) {
        const std::uint32_t i = schedule.order[t];
        if (i >= count) return illegalSchedule(say("step {1} runs an operator that does not exist", t));
        const auto& op = problem.operators[i];
        if (step[i] >= 0) return illegalSchedule(say("operator '{1}' runs twice", op.name));
        step[i] = static_cast<std::int64_t>(t);
        for (const std::uint32_t before : op.after)
            if (before >= count || step[before] < 0)
                return illegalSchedule(
                    before < count
                        ? say("operator '{1}' runs in step {2}, before '{3}'", op.name, t,
                              problem.operators[before].name)
                        : say("operator '{1}' runs in step {2}, before what it waits for", op.name, t));
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
        return illegalSchedule(
            say("the schedule says a peak of {1} bytes, its steps have {2}", schedule.peak, peak));
    if (schedule.lowerBound > peak)
        return illegalSchedule(say("the schedule's lower bound of {1} bytes lies above its peak of {2}",
                                   schedule.lowerBound, peak));
    if (schedule.outcome == ScheduleOutcome::Optimal && schedule.lowerBound != peak)
        return illegalSchedule(
            say("the schedule is called optimal, but its lower bound is {1}", schedule.lowerBound));
    return {};
}

} // namespace edgewright::memory
