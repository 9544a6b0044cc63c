// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/answers/task_sets.h"

#include "core/base/propagate.h"
#include "core/base/quoted.h"
#include "core/base/say.h"
#include "core/scenario/service_draw.h"

#include <algorithm>

namespace edgewright::scenario {

namespace {

// `overhead`: before each batch, and before one that was stopped goes on.
Result<Task> taskOf(const Model& model, const ServiceTimes& times, Ticks overhead) {
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
    task.cost = draw.longest(1) + overhead;
    // Of frames the gaps differ by a tick, where the rate is no divisor of 10^9.
    constexpr double MaxPeriod = 1e15;
    task.period =
        areFrames
            ? static_cast<Ticks>(std::min(static_cast<double>(TicksPerSecond) / model.arrivals.rate, MaxPeriod))
            : ticksOfMs(model.arrivals.periodMs);
    task.deadline = model.deadlineMs ? ticksOfMs(*model.deadlineMs) : task.period;
    task.priority = model.priority;
    const auto [number, longest] = draw.longestOperator(1);
    task.longestOperator = longest + overhead;
    task.operatorName = times.operators.size() > 1 ? times.operators[number] : std::string();
    return task;
}

} // namespace

Result<std::vector<Task>> tasksOf(const Scenario& scenario, const Service& service, std::size_t set,
                                  std::int64_t machineCores) {
    const std::vector<CoreSet> sets = coreSetsOf(scenario, machineCores);
    if (set >= sets.size() || sets[set].cores.size() != 1)
        return badInput(say("the models share several cores: nothing can be promised"));
    const Overheads& overheads = service.overheads;
    const auto longest = [](const std::vector<double>& of) { return of.empty() ? 0 : std::ranges::max(of); };
    const double handOver = longest(overheads.handOvers);
    const Ticks overhead = ticksOf(overheads.decision + std::max(longest(overheads.wakeUps), handOver));
    std::vector<Task> tasks;
    for (std::size_t i = 0; i < scenario.models.size(); ++i) {
        if (setOf(scenario, scenario.models[i]) != set) continue;
        ASSIGN_OR_RETURN(Task task, taskOf(scenario.models[i], service.models[i], overhead));
        tasks.push_back(std::move(task));
    }
    // Each arrival may interrupt once, and what it interrupts is decided about again, and gets the core back.
    for (Task& task : tasks)
        task.cost += ticksOf(overheads.decision + handOver);
    return tasks;
}

Result<Schedulability> analyse(const Scenario& scenario, const Service& service, std::size_t set,
                               std::int64_t machineCores, const RunContext& run) {
    ASSIGN_OR_RETURN(const std::vector<Task> tasks, tasksOf(scenario, service, set, machineCores));
    if (scenario.policy == "priority")
        return analyse(tasks, Urgency::FixedPriorities, Interruption::BetweenOperators, run);
    if (scenario.policy == "edf")
        return analyse(tasks, Urgency::EarliestDeadline, Interruption::BetweenOperators, run);
    return unsupported(say("the policy {1} promises nothing", inQuotes(scenario.policy)));
}

} // namespace edgewright::scenario
