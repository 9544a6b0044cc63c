// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands/scenario_what_if.h"

#include "app/cli/arguments/checks.h"
#include "app/cli/json.h"
#include "core/base/propagate.h"
#include "core/base/quoted.h"
#include "core/base/say.h"
#include "core/device/frame_inputs.h"
#include "core/device/measured_scenario.h"
#include "core/device/served_model.h"
#include "core/scenario/answers/scenario_table.h"
#include "core/scenario/answers/server_search.h"
#include "core/scenario/answers/task_sets.h"
#include "core/scenario/latency.h"
#include "core/scenario/policy.h"
#include "core/scenario/presets.h"
#include "core/scenario/scenario_file.h"
#include "core/scenario/service_file.h"
#include "core/serve/comparison.h"
#include "core/table/number_text.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <numeric>

namespace edgewright::cli {

void ScenarioArguments::declare(CLI::App& verb) {
    verb.add_option("SCENARIO", file,
                    say("Models, their arrivals, deadlines, batches and core sets; with --preset, a model"))
        ->type_name("SCENARIO.json|MODEL.onnx")
        ->required();
    std::vector<std::string> names;
    for (const scenario::LoadScenario& each : scenario::loadScenarios())
        names.emplace_back(each.choice.key);
    oneOf(verb.add_option("--preset", preset, say("One model alone, under a scenario of MLPerf")), names);
    verb.add_flag("--run", run,
                  say("Run it on this machine as well, and put both beside each other: every policy takes as "
                      "long as the scenario, and times are measured before, between and behind the runs"));
    verb.add_flag(
        "--what-if", whatIf,
        say("Also say which rates would still meet the deadlines, and what a core more would change"));
    limited(verb.add_option(
                "--duration", duration,
                say("Let requests arrive for so long, whatever the scenario says, without a fewest count")),
            fieldNamed(scenario::scenarioFields(), "seconds"))
        ->type_name("S");
    verb.add_option(
            "--bound", bound,
            say("With --preset server: latency that the 99th percentile must not exceed; 10 unless told"))
        ->type_name("MS")
        ->check(CLI::PositiveNumber);
    verb.add_option("--times", times,
                    say("Measured times of the models (--save-times); unless told, they are measured first"))
        ->type_name("FILE.json");
    std::vector<std::string> known;
    for (const scenario::Policy* const each : scenario::policies())
        known.emplace_back(each->name);
    CLI::Option* const policy = repeatable(verb.add_option(
        "--policies", policies,
        say("Policies beside each other, with commas between them; that of the scenario unless told")));
    oneOf(policy->delimiter(','), known);
    verb.add_option("--device", device, say("A board that was added (remote add): models are measured there"))
        ->type_name("NAME")
        ->excludes("--run");
    nonNegative(verb.add_option("--seconds", seconds,
                                say("For each part of measuring: a batch size of a model, a pause before it, "
                                    "two models at once; 1 unless told")));
    verb.get_option("--seconds")->type_name("S");
    verb.add_option("--save-times", save, say("Write what was measured, for --times"))->type_name("FILE.json");
    CLI::Option* const rows =
        verb.add_option("-o,--output", output, say("Write a row for each model {1}", tableFileWords()))
            ->type_name(tableFileType());
    words.declare(verb, rows);
    verb.add_option("--batches", batches,
                    say("With --run: write the batches by size and reason {1}", tableFileWords()))
        ->type_name(tableFileType())
        ->needs("--run");
    metrics.declare(verb);
    Outputs::declareForce(verb, force);
}

std::vector<std::string> ScenarioArguments::policiesOf(const scenario::Scenario& scenario) const {
    return policies.empty() ? std::vector<std::string>{scenario.policy} : policies;
}

Result<scenario::Scenario> scenarioFrom(const Console& console, const ScenarioArguments& arguments,
                                        std::int64_t cores) {
    scenario::Scenario scenario;
    if (arguments.preset.empty()) {
        if (std::filesystem::path(arguments.file).extension() == ".onnx")
            return edgewright::badInput(
                say("{1}: is a model; expected a scenario, or --preset for one model alone", arguments.file));
        ASSIGN_OR_RETURN(scenario, scenario::readScenario(arguments.file));
    } else {
        const std::filesystem::path file = arguments.file;
        scenario.models = {{.name = file.stem().string(), .file = file}};
        const scenario::LoadScenario& load = *scenario::findLoadScenario(arguments.preset);
        scenario::apply(load, scenario, 0);
        if (load.result == scenario::LoadResult::Rate)
            scenario.models[0].deadlineMs = arguments.bound.value_or(scenario::serverBounds().back().ms);
    }
    if (arguments.duration) {
        scenario.seconds = *arguments.duration;
        scenario.warmUp = std::min(scenario.warmUp, scenario.seconds / 2);
        scenario.minQueries = 0;
        if (!arguments.preset.empty())
            console.note(say("note: shorter than MLPerf's rules ask for: no result of MLPerf"));
    }
    const auto usable = static_cast<std::int64_t>(serve::usableProcessors().size());
    if (const auto fault = scenario::faultOf(scenario, arguments.run ? usable : scenario.cores.value_or(cores)))
        return edgewright::badInput(
            say("{1}: {2}: expected {3}", arguments.file, fault->place, fault->expected));
    return scenario;
}

namespace {

serve::ServiceEffort effortOf(const Console& console, const ScenarioArguments& arguments) {
    return {.seconds = arguments.seconds, .doing = [&console](const std::string& what) { console.note(what); }};
}

Json costsJson(const serve::ServeCosts& costs) {
    return {{"decisions", costs.decisions},          {"decision_seconds", costs.decision()},
            {"late_seconds", costs.late()},          {"longest_late_seconds", costs.longestLateSeconds},
            {"hand_over_seconds", costs.handOver()}, {"give_way_seconds", costs.giveWay()}};
}

double meanOf(const std::vector<double>& numbers) {
    const double sum = std::accumulate(numbers.begin(), numbers.end(), 0.0);
    return numbers.empty() ? 0 : sum / static_cast<double>(numbers.size());
}

Json slowdownsJson(const serve::MeasuredService& measured) {
    Json rows = Json::array();
    for (const auto& row : measured.slowdowns) {
        Json cells = Json::array();
        for (const auto& each : row)
            cells.push_back(each ? Json(*each) : Json());
        rows.push_back(std::move(cells));
    }
    return rows;
}

void tellSlowdowns(const Console& console, const scenario::Scenario& scenario,
                   const serve::MeasuredService& measured) {
    for (std::size_t a = 0; a < measured.slowdowns.size(); ++a)
        for (std::size_t b = 0; b < measured.slowdowns.size(); ++b)
            if (measured.slowdowns[a][b])
                console.print(say("{1} beside {2}: {3} of its time alone", inQuotes(scenario.models[a].name),
                                  inQuotes(scenario.models[b].name),
                                  table::ratioText(*measured.slowdowns[a][b])));
}

void tellDoubts(const Console& console, const device::MeasuredScenario& measured) {
    if (measured.isOnFewerCores)
        console.note(sayCount(measured.cores,
                              "warning: measured on the only core of this machine; the scenario has more",
                              "warning: measured on the {1} cores of this machine; the scenario has more"));
    if (measured.isDoubtful())
        console.note(say("warning: other programs took {1} of a processor meanwhile: long times may be theirs",
                         table::percentText(*measured.others)));
}

// Of a run that was stopped, so long is simulated.
Result<void> simulateBeside(const Console& console, serve::ComparedRun& run, const scenario::Service& service) {
    scenario::Scenario same = run.scenario;
    if (!run.real.isWhole) {
        const double seconds = scenario::secondsOf(run.real.simulation.arrivalsEnd);
        same.warmUp = std::min(same.warmUp, seconds);
        same.seconds = std::max(seconds - same.warmUp, 1e-3);
        same.minQueries = 0;
    }
    const auto cores = static_cast<std::int64_t>(serve::usableProcessors().size());
    ASSIGN_OR_RETURN(run.simulated, scenario::simulate(same, service, cores, {},
                                                       run.real.isWhole ? console.run() : RunContext()));
    return {};
}

} // namespace

std::string presetSentence(const ScenarioArguments& arguments, const scenario::Simulation& run) {
    if (arguments.preset.empty()) return {};
    const scenario::LoadScenario& load = *scenario::findLoadScenario(arguments.preset);
    if (load.result == scenario::LoadResult::Rate) return {}; // chooseRate() says it
    const scenario::ModelResult& model = run.models[0];
    if (load.result == scenario::LoadResult::Throughput) {
        const std::int64_t samples =
            std::accumulate(model.batches.begin(), model.batches.end(), std::int64_t(0),
                            [](std::int64_t sum, const scenario::BatchCount& each) {
                                return sum + each.size * std::accumulate(each.byReason.begin(),
                                                                         each.byReason.end(), std::int64_t(0));
                            });
        return say(
            "{1}: {2} samples a second.", translated("Setting", load.choice.title),
            table::significant(static_cast<double>(samples) / std::max(scenario::secondsOf(run.end), 1e-9)));
    }
    std::vector<double> sorted = model.latencies;
    std::ranges::sort(sorted);
    const scenario::EarlyEstimate estimate = scenario::earlyEstimate(sorted, load.share);
    if (!estimate.value)
        return say("{1}: the percentile needs {2} more queries.", translated("Setting", load.choice.title),
                   Grouped{estimate.missing});
    return say("{1}: {2} at percentile {3} (early stopping).", translated("Setting", load.choice.title),
               table::secondsText(*estimate.value), table::fixed(load.share * 100, 0));
}

Json promisesJson(const Console& console, const scenario::Scenario& scenario, const scenario::Service& service,
                  std::int64_t cores) {
    Json promises = Json::array();
    const std::vector<scenario::CoreSet> sets = scenario::coreSetsOf(scenario, cores);
    for (std::size_t set = 0; set < sets.size(); ++set) {
        const auto promise = scenario::analyse(scenario, service, set, cores, {console.run().stop, nullptr});
        if (!promise) continue;
        console.print(scenario::titleInQuotes(scenario.policy) + ": " + promise->why);
        promises.push_back({{"core_set", sets[set].name},
                            {"safe", promise->isSafe},
                            {"utilisation", promise->utilisation},
                            {"why", promise->why}});
    }
    return promises;
}

Result<void> chooseRate(const Console& console, const ScenarioArguments& arguments,
                        scenario::Scenario& scenario, const scenario::Service& service, std::int64_t cores) {
    const scenario::LoadScenario* const load = scenario::findLoadScenario(arguments.preset);
    if (!load || load->result != scenario::LoadResult::Rate) return {};
    console.note(say("searching the largest rate"));
    constexpr std::int64_t Queries = 5000; // of a probe
    ASSIGN_OR_RETURN(
        const scenario::ServerRate found,
        scenario::searchServerRate(scenario, service, 0,
                                   {.boundMs = *scenario.models[0].deadlineMs, .minQueries = Queries}, cores,
                                   console.run()));
    if (found.rate <= 0)
        return edgewright::badInput(
            say("no rate meets the bound of {1} ms", table::significant(*scenario.models[0].deadlineMs)));
    scenario.models[0].arrivals.rate = found.rate;
    console.print(say("Server: {1} queries a second meet the bound, of {2} that the cores can do.",
                      table::significant(found.rate), table::significant(found.capacity)));
    return {};
}

void warnOfOverload(const Console& console, std::span<const scenario::Load> loads) {
    for (const scenario::Load& each : loads)
        if (each.utilisation > 1)
            console.note(each.model.empty()
                             ? say("warning: more is asked for than the cores can do")
                             : say("warning: more is asked for than the instances of {1} can do", each.model));
}

Result<scenario::Service> measuredForServing(const Console& console, const scenario::Scenario& scenario,
                                             const ScenarioArguments& arguments) {
    ASSIGN_OR_RETURN(auto measured,
                     device::measuredScenario(scenario, effortOf(console, arguments), console.run()));
    tellDoubts(console, measured);
    return std::move(measured.measured.service);
}

Result<ExitStatus> runScenario(Console& console, Outputs& outputs, const ScenarioArguments& arguments,
                               const scenario::Scenario& given) {
    const auto cores = static_cast<std::int64_t>(serve::usableProcessors().size());
    scenario::Scenario scenario = given;
    ASSIGN_OR_RETURN(auto models, device::servedModels(scenario, console.run()));
    std::stop_source stop; // also where a camera ends
    const std::stop_callback asked(console.run().stop, [&] { stop.request_stop(); });
    RunContext context = console.run();
    context.stop = stop.get_token();
    ASSIGN_OR_RETURN(const auto frames, device::feedFrames(scenario, models, stop, context));
    ScenarioMetrics metrics;
    RETURN_IF_ERROR(metrics.start(console, arguments.metrics));
    const std::vector<std::string> policies = arguments.policiesOf(scenario);
    const auto runs = std::make_shared<std::vector<serve::ComparedRun>>();
    const auto runNext = [&](std::size_t number, const serve::MeasuredService& soFar,
                             const std::function<void(double)>& reached) -> Result<bool> {
        if (number == 0) {
            RETURN_IF_ERROR(chooseRate(console, arguments, scenario, soFar.service, cores));
            warnOfOverload(console, scenario::loadsOf(scenario, soFar.service, cores)); // before it runs
        }
        scenario.policy = policies[number];
        console.note(say("running under {1}", scenario::titleInQuotes(scenario.policy)));
        serve::ServeOptions options = metrics.begin(scenario);
        options.reached = reached;
        ASSIGN_OR_RETURN(auto real, serve::serve(scenario, models, options, context));
        runs->push_back({scenario, std::move(real), {}});
        return runs->back().real.isWhole;
    };
    serve::MeasuredService measured;
    if (arguments.times.empty()) {
        context.progress = nullptr; // that of all runs, and of what is measured around them
        const serve::RunsAmong among{
            .count = policies.size(), .seconds = scenario.warmUp + scenario.seconds, .run = runNext};
        ASSIGN_OR_RETURN(auto here, device::measuredScenario(scenario, models, effortOf(console, arguments),
                                                             console.run(), among));
        tellDoubts(console, here);
        measured = std::move(here.measured);
    } else {
        ASSIGN_OR_RETURN(measured.service, scenario::readService(arguments.times, scenario));
        bool goesOn = true;
        for (std::size_t number = 0; number < policies.size() && goesOn; ++number) {
            ASSIGN_OR_RETURN(goesOn, runNext(number, measured, {}));
        }
    }
    const scenario::Service& service = measured.service;
    if (!arguments.save.empty()) RETURN_IF_ERROR(outputs.write(arguments.save, scenario::serviceJson(service)));
    const std::vector<scenario::Load> loads = scenario::loadsOf(scenario, service, cores);
    for (serve::ComparedRun& each : *runs)
        RETURN_IF_ERROR(simulateBeside(console, each, service));
    for (const auto& each : frames)
        for (const std::string& doubt : each->doubts())
            console.note(say("warning: {1}", doubt));
    const table::Table table = serve::comparisonTable(runs), batches = serve::batchTable(runs);
    printTable(console, table);
    if (std::ranges::any_of(scenario.models, [](const auto& each) { return each.batching.maxSize > 1; }))
        printTable(console, batches);
    for (const std::string& line : serve::answerOf(*runs, loads).lines())
        console.print(line);
    if (const std::string told = presetSentence(arguments, runs->front().real.simulation); !told.empty())
        console.print(told);
    tellSlowdowns(console, scenario, measured);
    Json costs = Json::object(), promises = Json::object();
    for (const serve::ComparedRun& each : *runs) {
        costs[each.scenario.policy] = costsJson(each.real.costs);
        promises[each.scenario.policy] = promisesJson(console, each.scenario, service, cores);
    }
    Json document{{"scenario", std::filesystem::path(arguments.file).filename().string()},
                  {"cores", scenario.cores.value_or(cores)},
                  {"seconds", scenario.seconds},
                  {"seed", scenario.seed},
                  {"whole", runs->back().real.isWhole},
                  {"models", tableJson(table)},
                  {"batches", tableJson(batches)},
                  {"costs", std::move(costs)},
                  {"overheads",
                   {{"decision_seconds", service.overheads.decision},
                    {"notice_seconds", meanOf(service.overheads.notices)},
                    {"wake_up_seconds", meanOf(service.overheads.wakeUps)},
                    {"hand_over_seconds", meanOf(service.overheads.handOvers)},
                    {"give_way_seconds", meanOf(service.overheads.giveWays)}}},
                  {"slowdowns", slowdownsJson(measured)}};
    if (arguments.whatIf && runs->back().real.isWhole) {
        scenario.policy = runs->front().scenario.policy;
        ASSIGN_OR_RETURN(const auto lines, whatIf(console, arguments, scenario, service, cores));
        for (const std::string& line : lines)
            console.print(line);
        document["what_if"] = lines;
    }
    console.printJson(document);
    RETURN_IF_ERROR(writeTable(outputs, arguments.output, table,
                               arguments.words.about("Several models at once", arguments.file)));
    RETURN_IF_ERROR(writeTable(outputs, arguments.batches, batches,
                               arguments.words.aboutOther("Batches by size and reason", arguments.file)));
    return Done;
}

} // namespace edgewright::cli
