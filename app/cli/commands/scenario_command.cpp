// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments/checks.h"
#include "app/cli/arguments/execution.h"
#include "app/cli/board.h"
#include "app/cli/command.h"
#include "app/cli/json.h"
#include "app/cli/outputs.h"
#include "app/cli/table.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/device/service_times.h"
#include "core/measure/machine.h"
#include "core/scenario/policy.h"
#include "core/scenario/scenario_file.h"
#include "core/scenario/scenario_table.h"
#include "core/scenario/service_file.h"
#include "core/scenario/task_sets.h"

#include <CLI/CLI.hpp>

#include <algorithm>

namespace edgewright::cli::scenario_command {

namespace {

struct Arguments {
    std::string file, times, save, output, device;
    std::vector<std::string> policies; // empty: that of the scenario
    TableWords words;
    double seconds = 3; // to measure a model
    bool force = false; // see Outputs
};

// Each model alone, fused and in an arena, on its threads.
Result<scenario::Service> measured(Console& console, const scenario::Scenario& all,
                                   const Arguments& arguments) {
    scenario::Service service;
    for (const scenario::Model& each : all.models) {
        console.note(say("measuring '{1}'", each.name));
        if (each.batching.maxSize > 1)
            return edgewright::badInput(
                say("model '{1}': batches of more than one are not measured here; expected "
                    "their times in --times",
                    each.name));
        ExecutionArguments execution;
        execution.model.model = each.file.string();
        execution.fuse = true;
        ASSIGN_OR_RETURN(Execution prepared, prepare(console, execution));
        device::Task task;
        task.typed = prepared.typed;
        task.history = prepared.history;
        task.feeds = std::move(prepared.feeds);
        ASSIGN_OR_RETURN(auto variant, device::variantNamed("both"));
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

// By core set, where the analysis says something.
Json promisesJson(const Console& console, const scenario::PolicyRun& run, const scenario::Service& service,
                  std::int64_t cores) {
    Json promises = Json::array();
    const std::vector<scenario::CoreSet> sets = scenario::coreSetsOf(run.scenario, cores);
    for (std::size_t set = 0; set < sets.size(); ++set) {
        const auto promise =
            scenario::analyse(run.scenario, service, set, cores, {console.run().stop, nullptr});
        if (!promise) continue;
        console.print(run.scenario.policy + ": " + promise->why);
        promises.push_back({{"core_set", sets[set].name},
                            {"safe", promise->isSafe},
                            {"utilisation", promise->utilisation},
                            {"why", promise->why}});
    }
    return promises;
}

Result<ExitStatus> run(Console& console, const Arguments& arguments) {
    Outputs outputs(console, arguments.force);
    outputs.reads(arguments.file);
    outputs.reads(arguments.times);
    for (const std::string* file : {&arguments.output, &arguments.save})
        RETURN_IF_ERROR(outputs.check(*file));
    const measure::Machine machine = measure::thisMachine();
    const std::int64_t here = std::clamp<std::int64_t>(machine.threads, 1, scenario::MaxCores);
    ASSIGN_OR_RETURN(const scenario::Scenario given, scenario::readScenario(arguments.file));
    const std::int64_t cores = given.cores.value_or(here);
    if (const auto fault = scenario::faultOf(given, cores))
        return edgewright::badInput(
            say("{1}: {2}: expected {3}", arguments.file, fault->place, fault->expected));
    scenario::Service service;
    if (arguments.times.empty()) {
        ASSIGN_OR_RETURN(service, measured(console, given, arguments));
    } else {
        ASSIGN_OR_RETURN(service, scenario::readService(arguments.times, given));
    }
    if (!arguments.save.empty()) RETURN_IF_ERROR(outputs.write(arguments.save, scenario::serviceJson(service)));
    const std::vector<scenario::Load> loads = scenario::loadsOf(given, service, cores);
    for (const scenario::Load& each : loads) // before it runs
        if (each.utilisation > 1) console.note(say("warning: more is asked for than the cores can do"));
    const auto runs = std::make_shared<std::vector<scenario::PolicyRun>>();
    for (const std::string& policy :
         arguments.policies.empty() ? std::vector<std::string>{given.policy} : arguments.policies) {
        scenario::PolicyRun one{given, {}};
        one.scenario.policy = policy;
        ASSIGN_OR_RETURN(one.simulation, scenario::simulate(one.scenario, service, cores, {}, console.run()));
        runs->push_back(std::move(one));
    }
    const table::Table table = scenario::scenarioTable(runs);
    printTable(console, table);
    for (const std::string& line : scenario::answerOf(*runs, loads).lines())
        console.print(line);
    Json promises = Json::object(), utilisation = Json::object();
    for (const scenario::PolicyRun& each : *runs) {
        promises[each.scenario.policy] = promisesJson(console, each, service, cores);
        utilisation[each.scenario.policy] = each.simulation.utilisation;
    }
    console.printJson({{"scenario", std::filesystem::path(arguments.file).filename().string()},
                       {"cores", cores},
                       {"seconds", given.seconds},
                       {"seed", given.seed},
                       {"models", tableJson(table)},
                       {"utilisation", std::move(utilisation)},
                       {"promises", std::move(promises)}});
    RETURN_IF_ERROR(writeTable(outputs, arguments.output, table,
                               arguments.words.about("Several models at once", arguments.file)));
    return Done;
}

Run declare(CLI::App& verb) {
    const auto arguments = std::make_shared<Arguments>();
    verb.add_option("SCENARIO", arguments->file,
                    say("Models, their arrivals, deadlines, batches and core sets"))
        ->type_name("SCENARIO.json")
        ->required();
    verb.add_option(
            "--times", arguments->times,
            say("Measured times of the models (--save-times); unless told, each is measured first, alone"))
        ->type_name("FILE.json");
    std::vector<std::string> policies;
    for (const scenario::Policy* const each : scenario::policies())
        policies.emplace_back(each->name);
    CLI::Option* const policy =
        repeatable(verb.add_option("--policies", arguments->policies,
                                   say("Policies beside each other; that of the scenario unless "
                                       "told")));
    oneOf(policy->delimiter(','), policies);
    verb.add_option("--device", arguments->device,
                    say("A board that was added (remote add): models are measured there"))
        ->type_name("NAME");
    nonNegative(
        verb.add_option("--seconds", arguments->seconds, say("For measuring a model at most; 3 unless told")));
    verb.get_option("--seconds")->type_name("S");
    verb.add_option("--save-times", arguments->save, say("Write what was measured, for --times"))
        ->type_name("FILE.json");
    CLI::Option* const output = verb.add_option("-o,--output", arguments->output,
                                                say("Write a row for each model {1}", tableFileWords()))
                                    ->type_name(tableFileType());
    arguments->words.declare(verb, output);
    Outputs::declareForce(verb, arguments->force);
    verb.final_callback([arguments] { arguments->words.check(arguments->output); });
    return [arguments](Console& console) { return run(console, *arguments); };
}

} // namespace

extern const Command entry{
    "scenario", TRANSLATABLE("Verb", "Simulate several models at once: policies, deadlines, batches"), declare};

} // namespace edgewright::cli::scenario_command
