// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands/scenario_what_if.h"

#include "app/cli/arguments/execution.h"
#include "app/cli/board.h"
#include "core/base/propagate.h"
#include "core/base/quoted.h"
#include "core/base/say.h"
#include "core/device/service_times.h"
#include "core/scenario/answers/server_search.h"
#include "core/scenario/policy.h"
#include "core/table/number_text.h"

#include <algorithm>

namespace edgewright::cli {

namespace {

std::int64_t lateIn(const scenario::Simulation& run) {
    std::int64_t late = 0;
    for (const scenario::ModelResult& each : run.models)
        late += each.arrived - each.done + each.missed;
    return late;
}

// The set has a core more, the one behind all others.
scenario::Scenario withCoreMore(const scenario::Scenario& scenario, std::size_t set, std::int64_t cores) {
    scenario::Scenario more = scenario;
    more.coreSets = scenario::coreSetsOf(scenario, cores);
    more.cores = cores + 1;
    more.coreSets[set].cores.push_back(cores);
    if (scenario.coreSets.empty()) more.coreSets.clear();
    return more;
}

bool areBatched(const scenario::Scenario& scenario) {
    return std::ranges::any_of(scenario.models,
                               [](const scenario::Model& each) { return each.batching.maxSize > 1; });
}

double meanOf(const scenario::Service& service, std::size_t model) {
    return service.models[model].mean(service.models[model].batches.front());
}

} // namespace

Result<scenario::Service> measuredAlone(Console& console, const scenario::Scenario& all,
                                        const ScenarioArguments& arguments, std::string_view name) {
    std::vector<Execution> prepared; // a file that is missing is said before any is measured
    for (const scenario::Model& each : all.models) {
        if (each.batching.maxSize > 1) // on a board
            return edgewright::badInput(
                say("model '{1}': batches of more than one are not measured here; expected "
                    "their times in --times",
                    each.name));
        ExecutionArguments execution;
        execution.model.model = each.file.string();
        execution.fuse = true;
        ASSIGN_OR_RETURN(Execution ready, prepare(console, execution));
        prepared.push_back(std::move(ready));
    }
    scenario::Service service;
    for (std::size_t i = 0; i < prepared.size(); ++i) {
        const scenario::Model& each = all.models[i];
        console.note(say("measuring '{1}'", each.name));
        device::Task task;
        task.typed = prepared[i].typed;
        task.history = prepared[i].history;
        task.feeds = std::move(prepared[i].feeds);
        ASSIGN_OR_RETURN(auto variant, device::variantNamed(name));
        task.variants = {device::onThreads(std::move(variant), static_cast<int>(each.threads))};
        task.effort.seconds = arguments.seconds;
        ASSIGN_OR_RETURN(const auto record, measuredOn(console, arguments.device, task));
        if (const std::string load = device::loadText(*record); !load.empty())
            console.note(
                say("warning: '{1}' was measured under load ({2}): its long runs may be those of other "
                    "programs",
                    each.name, load));
        ASSIGN_OR_RETURN(scenario::ServiceTimes times,
                         device::serviceTimes(record->variants.front(), each.name));
        service.models.push_back(std::move(times));
    }
    return service;
}

Result<std::vector<std::string>> whatIf(Console& console, const ScenarioArguments& arguments,
                                        const scenario::Scenario& scenario, const scenario::Service& service,
                                        std::int64_t machineCores) {
    const std::int64_t cores = scenario.cores.value_or(machineCores);
    std::vector<std::string> lines;
    constexpr std::int64_t Queries = 2000; // of a probe
    for (std::size_t i = 0; i < scenario.models.size(); ++i) {
        const scenario::Model& model = scenario.models[i];
        if (!model.deadlineMs) continue;
        ASSIGN_OR_RETURN(const scenario::ServerRate found,
                         scenario::searchServerRate(scenario, service, i,
                                                    {.boundMs = *model.deadlineMs, .minQueries = Queries},
                                                    cores, console.run()));
        lines.push_back(
            say("{1}: up to {2} queries a second, at random times, meet the deadline of {3} ms in 99 % "
                "under {4}, beside the others (simulated).",
                inQuotes(model.name), table::significant(found.rate), table::significant(*model.deadlineMs),
                scenario::titleInQuotes(scenario.policy)));
    }
    ASSIGN_OR_RETURN(const scenario::Simulation now,
                     scenario::simulate(scenario, service, cores, {}, console.run()));
    const auto sets = scenario::coreSetsOf(scenario, cores);
    for (std::size_t set = 0; set < sets.size() && cores < scenario::MaxCores; ++set) {
        ASSIGN_OR_RETURN(
            const scenario::Simulation more,
            scenario::simulate(withCoreMore(scenario, set, cores), service, cores + 1, {}, console.run()));
        lines.push_back(
            say("With a core more for {1}: {2} late or dropped in place of {3} (simulated under {4}).",
                sets[set].name.empty() ? say("all models") : inQuotes(sets[set].name), Grouped{lateIn(more)},
                Grouped{lateIn(now)}, scenario::titleInQuotes(scenario.policy)));
    }
    if (!arguments.times.empty() || areBatched(scenario)) return lines;
    // Both in the same way: what was measured for serving is longer, after pauses.
    const bool isAlone = !arguments.device.empty();
    ASSIGN_OR_RETURN(const scenario::Service floats, isAlone ? Result<scenario::Service>(service)
                                                             : measuredAlone(console, scenario, arguments));
    const auto integers = measuredAlone(console, scenario, arguments, "int8");
    if (!integers) {
        if (integers.error().code == ErrorCode::Cancelled) return integers.error();
        lines.push_back(say("INT8: {1}", integers.error().message));
        return lines;
    }
    ASSIGN_OR_RETURN(const scenario::Simulation inFloats,
                     scenario::simulate(scenario, floats, cores, {}, console.run()));
    ASSIGN_OR_RETURN(const scenario::Simulation inInt8,
                     scenario::simulate(scenario, *integers, cores, {}, console.run()));
    for (std::size_t i = 0; i < scenario.models.size(); ++i)
        lines.push_back(say("{1} in INT8 takes {2} in place of {3}.", inQuotes(scenario.models[i].name),
                            table::secondsText(meanOf(*integers, i)), table::secondsText(meanOf(floats, i))));
    lines.push_back(say("In INT8, {1} late or dropped in place of {2} (simulated under {3}).",
                        Grouped{lateIn(inInt8)}, Grouped{lateIn(inFloats)},
                        scenario::titleInQuotes(scenario.policy)));
    return lines;
}

} // namespace edgewright::cli
