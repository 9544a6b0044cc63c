// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/answers/task_sets.h"

#include "core/base/propagate.h"
#include "core/base/quoted.h"
#include "core/base/say.h"
#include "core/scenario/policy.h"
#include "core/scenario/service_draw.h"
#include "core/table/number_text.h"

#include <algorithm>

namespace edgewright::scenario {

namespace {

constexpr double UsualShare = 0.99;

// Seconds that `share` of these do not exceed.
double longest(std::vector<double> of, double share) {
    if (of.empty()) return 0;
    std::ranges::sort(of);
    return of[placeOfShare(of.size(), share)];
}

// `overhead`: before each batch, and before one that was stopped goes on.
Result<Task> taskOf(const Model& model, const ServiceTimes& times, Ticks overhead, double share) {
    const std::string name = inQuotes(model.name);
    const ArrivalKind kind = model.arrivals.kind;
    const bool areFrames = kind == ArrivalKind::Frames || kind == ArrivalKind::Camera;
    if (kind != ArrivalKind::Periodic && !areFrames)
        return badInput(say("{1} does not arrive periodically: nothing can be promised", name));
    if (kind == ArrivalKind::Periodic && model.arrivals.jitterMs > 0)
        return badInput(say("{1} arrives with jitter: nothing can be promised", name));
    if (model.batching.maxSize > 1) return badInput(say("{1} runs in batches: nothing can be promised", name));
    Task task;
    task.name = model.name;
    const ServiceDraw draw(times);
    task.cost = draw.longest(1, share) + overhead;
    // Of frames the gaps differ by a tick, where the rate is no divisor of 10^9.
    constexpr double MaxPeriod = 1e15;
    task.period =
        areFrames
            ? static_cast<Ticks>(std::min(static_cast<double>(TicksPerSecond) / model.arrivals.rate, MaxPeriod))
            : ticksOfMs(model.arrivals.periodMs);
    task.deadline = model.deadlineMs ? ticksOfMs(*model.deadlineMs) : task.period;
    task.priority = model.priority;
    const auto [number, blocking] = draw.longestOperator(1, share);
    task.longestOperator = blocking + overhead;
    task.operatorName = times.operators.size() > 1 ? times.operators[number] : std::string();
    return task;
}

// Of every time that was measured, that which `share` of its kind do not exceed.
Result<std::vector<Task>> tasksOf(const Scenario& scenario, const Service& service, std::size_t set,
                                  std::int64_t machineCores, double share) {
    const std::vector<CoreSet> sets = coreSetsOf(scenario, machineCores);
    if (set >= sets.size() || sets[set].cores.size() != 1)
        return badInput(say("the models share several cores: nothing can be promised"));
    const Overheads& overheads = service.overheads;
    const double handOver = std::max(longest(overheads.handOvers, share), longest(overheads.giveWays, share));
    const Ticks overhead = ticksOf(overheads.decision + longest(overheads.notices, share) +
                                   std::max(longest(overheads.wakeUps, share), handOver));
    std::vector<Task> tasks;
    for (std::size_t i = 0; i < scenario.models.size(); ++i) {
        if (setOf(scenario, scenario.models[i]) != set) continue;
        ASSIGN_OR_RETURN(Task task, taskOf(scenario.models[i], service.models[i], overhead, share));
        tasks.push_back(std::move(task));
    }
    // Each arrival may interrupt once, and what it interrupts is decided about again, and gets the core back.
    for (Task& task : tasks)
        task.cost += ticksOf(overheads.decision + handOver);
    return tasks;
}

// The kind of time whose longest one is the largest part of a task beyond half of its kind. Nothing where that
// is less than half of the longest one: then no single time is to blame.
std::string whatCountsMost(const Scenario& scenario, const Service& service, std::size_t set) {
    double most = 0;
    std::string sentence;
    const auto consider = [&](double seconds, double half, auto sentenceOf) {
        if (seconds - half <= most || seconds < 2 * half) return;
        most = seconds - half;
        sentence = sentenceOf(table::secondsText(seconds), table::secondsText(half));
    };
    const auto considerAll = [&](const std::vector<double>& times, auto sentenceOf) {
        consider(longest(times, 1), longest(times, 0.5), sentenceOf);
    };
    considerAll(service.overheads.notices, [](const std::string& time, const std::string& half) {
        return say("What counts most is the longest time until an arrival was noticed, {1}; half of them were "
                   "noticed within {2}.",
                   time, half);
    });
    considerAll(service.overheads.wakeUps, [](const std::string& time, const std::string& half) {
        return say("What counts most is the longest time that a thread took to wake up, {1}; half of them took "
                   "{2} at most.",
                   time, half);
    });
    considerAll(service.overheads.handOvers, [](const std::string& time, const std::string& half) {
        return say(
            "What counts most is the longest time that a core took to go over to another thread, {1}; half of "
            "them took {2} at most.",
            time, half);
    });
    for (std::size_t i = 0; i < scenario.models.size(); ++i) {
        if (setOf(scenario, scenario.models[i]) != set) continue;
        const ServiceDraw draw(service.models[i]);
        consider(secondsOf(draw.longest(1)), secondsOf(draw.longest(1, 0.5)),
                 [&](const std::string& time, const std::string& half) {
                     return say(
                         "What counts most is the longest run of {1}, {2}; half of its runs took {3} at most.",
                         inQuotes(scenario.models[i].name), time, half);
                 });
    }
    return sentence;
}

Result<Schedulability> analyseTasks(const std::string& policy, const std::vector<Task>& tasks,
                                    const RunContext& run) {
    if (policy == "priority")
        return analyse(tasks, Urgency::FixedPriorities, Interruption::BetweenOperators, run);
    if (policy == "edf") return analyse(tasks, Urgency::EarliestDeadline, Interruption::BetweenOperators, run);
    return unsupported(say("the policy {1} promises nothing", titleInQuotes(policy)));
}

} // namespace

Result<std::vector<Task>> tasksOf(const Scenario& scenario, const Service& service, std::size_t set,
                                  std::int64_t machineCores) {
    return tasksOf(scenario, service, set, machineCores, 1);
}

Result<Schedulability> analyse(const Scenario& scenario, const Service& service, std::size_t set,
                               std::int64_t machineCores, const RunContext& run) {
    ASSIGN_OR_RETURN(const std::vector<Task> tasks, tasksOf(scenario, service, set, machineCores));
    ASSIGN_OR_RETURN(Schedulability result, analyseTasks(scenario.policy, tasks, run));
    if (result.isSafe) return result;
    if (const std::string most = whatCountsMost(scenario, service, set); !most.empty())
        result.why += " " + most;
    ASSIGN_OR_RETURN(const std::vector<Task> usual, tasksOf(scenario, service, set, machineCores, UsualShare));
    ASSIGN_OR_RETURN(const Schedulability usually, analyseTasks(scenario.policy, usual, run));
    if (usually.utilisation == result.utilisation) return result; // too few were measured
    const std::string utilisation = table::percentText(usually.utilisation);
    result.why +=
        " " + (usually.isSafe
                   ? say("Were no time longer than the 99th percentile of its kind, every deadline "
                         "would be met, with a utilisation of {1}.",
                         utilisation)
                   : say("Were no time longer than the 99th percentile of its kind, the utilisation would "
                         "be {1}, and deadlines could be missed all the same.",
                         utilisation));
    return result;
}

} // namespace edgewright::scenario
