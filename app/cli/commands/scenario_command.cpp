// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/commands/scenario_what_if.h"
#include "app/cli/json.h"
#include "app/cli/outputs.h"
#include "app/cli/table.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/measure/machine.h"
#include "core/scenario/answers/scenario_table.h"
#include "core/scenario/policy.h"
#include "core/scenario/service_file.h"

#include <CLI/CLI.hpp>

#include <algorithm>

namespace edgewright::cli::scenario_command {

namespace {

Result<ExitStatus> run(Console& console, const ScenarioArguments& arguments) {
    Outputs outputs(console, arguments.force);
    outputs.reads(arguments.file);
    outputs.reads(arguments.times);
    for (const std::string* file : {&arguments.output, &arguments.save, &arguments.batches})
        RETURN_IF_ERROR(outputs.check(*file));
    const measure::Machine machine = measure::thisMachine();
    const std::int64_t here = std::clamp<std::int64_t>(machine.threads, 1, scenario::MaxCores);
    ASSIGN_OR_RETURN(scenario::Scenario given, scenarioFrom(console, arguments, here));
    if (arguments.run) return runScenario(console, outputs, arguments, given);
    const std::int64_t cores = given.cores.value_or(here);
    scenario::Service service;
    if (arguments.times.empty()) {
        ASSIGN_OR_RETURN(service, arguments.device.empty() ? measuredForServing(console, given, arguments)
                                                           : measuredAlone(console, given, arguments));
    } else {
        ASSIGN_OR_RETURN(service, scenario::readService(arguments.times, given));
    }
    if (!arguments.save.empty()) RETURN_IF_ERROR(outputs.write(arguments.save, scenario::serviceJson(service)));
    RETURN_IF_ERROR(chooseRate(console, arguments, given, service, cores));
    const std::vector<scenario::Load> loads = scenario::loadsOf(given, service, cores);
    warnOfOverload(console, loads); // before it runs
    const auto runs = std::make_shared<std::vector<scenario::PolicyRun>>();
    for (const std::string& policy : arguments.policiesOf(given)) {
        scenario::PolicyRun one{given, {}};
        one.scenario.policy = policy;
        ASSIGN_OR_RETURN(one.simulation, scenario::simulate(one.scenario, service, cores, {}, console.run()));
        runs->push_back(std::move(one));
    }
    const table::Table table = scenario::scenarioTable(runs);
    printTable(console, table);
    for (const std::string& line : scenario::answerOf(*runs, loads).lines())
        console.print(line);
    if (const std::string told = presetSentence(arguments, runs->front().simulation); !told.empty())
        console.print(told);
    std::vector<std::string> others;
    if (arguments.whatIf) {
        given.policy = runs->front().scenario.policy;
        ASSIGN_OR_RETURN(others, whatIf(console, arguments, given, service, cores));
        for (const std::string& line : others)
            console.print(line);
    }
    Json promises = Json::object(), utilisation = Json::object();
    for (const scenario::PolicyRun& each : *runs) {
        promises[each.scenario.policy] = promisesJson(console, each.scenario, service, cores);
        utilisation[each.scenario.policy] = each.simulation.utilisation;
    }
    console.printJson({{"scenario", std::filesystem::path(arguments.file).filename().string()},
                       {"cores", cores},
                       {"seconds", given.seconds},
                       {"seed", given.seed},
                       {"models", tableJson(table)},
                       {"utilisation", std::move(utilisation)},
                       {"promises", std::move(promises)},
                       {"what_if", others}});
    RETURN_IF_ERROR(writeTable(outputs, arguments.output, table,
                               arguments.words.about("Several models at once", arguments.file)));
    return Done;
}

Run declare(CLI::App& verb) {
    const auto arguments = std::make_shared<ScenarioArguments>();
    arguments->declare(verb);
    verb.final_callback([arguments] {
        arguments->words.check(arguments->output);
        checkTableFile("--batches", arguments->batches);
    });
    return [arguments](Console& console) { return run(console, *arguments); };
}

} // namespace

extern const Command entry{
    "scenario", TRANSLATABLE("Verb", "Several models at once, simulated and run: policies, deadlines, batches"),
    declare};

} // namespace edgewright::cli::scenario_command
