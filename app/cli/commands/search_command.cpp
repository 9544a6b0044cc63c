// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments/accelerator_arguments.h"
#include "app/cli/arguments/checks.h"
#include "app/cli/command.h"
#include "app/cli/json.h"
#include "app/cli/outputs.h"
#include "app/cli/table.h"
#include "app/cli/text.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/cost/findings/least.h"
#include "core/cost/findings/off_array.h"
#include "core/cost/physical/physical.h"
#include "core/cost/residency/residency.h"
#include "core/cost/search/layer_groups.h"
#include "core/cost/search/scheduler.h"
#include "core/cost/search/search_table.h"
#include "core/cost/search/tiling_space.h"
#include "core/cost/search/trees/cost_model.h"
#include "core/cost/tilings/tiling_file.h"

#include <CLI/CLI.hpp>

#include <cmath>
#include <limits>

namespace edgewright::cli::search_command {

namespace {

using cost::search::SpaceKind;

struct Arguments {
    WorkloadArguments work;
    AcceleratorArguments accelerator;
    std::string layer, strategy{cost::search::DefaultStrategy}, costModel, space = "generated", output, tilings;
    TableWords words;                   // of the output
    std::optional<std::int64_t> trials; // empty: TrialsOfALayer for each different layer; exhaustive: all
    std::uint64_t seed = 1;
    bool inTurns = false;
    bool compare = false;
    bool force = false; // see Outputs
};

constexpr std::int64_t TrialsOfALayer = 256;

// Layers that are searched as one.
struct Searched {
    std::vector<std::size_t> layers; // in the workload
    cost::search::TilingSpace space;
    cost::Tiling usual; // chosen without a search
    double usualValue = 0;
};

Result<std::vector<Searched>> layersToSearch(const cost::Workload& workload,
                                             const cost::Accelerator& accelerator,
                                             const std::shared_ptr<const cost::EnergyTable>& energy,
                                             const Arguments& arguments) {
    auto groups = cost::search::layerGroups(workload);
    if (!arguments.layer.empty()) {
        ASSIGN_OR_RETURN(groups, cost::search::layerGroups(workload, arguments.layer));
    }
    if (groups.empty())
        return badInput(say("no layer of the model is computed on the array: there are no tiles to search"));
    const SpaceKind kind = *cost::search::spaceKindFrom(arguments.space);
    std::vector<Searched> searched;
    for (std::vector<std::size_t>& group : groups) {
        const cost::Layer& layer = workload.layers[group.front()];
        Searched each;
        ASSIGN_OR_RETURN(const cost::LayerCost usual,
                         cost::estimate(layer, accelerator, {}, cost::Mode::Physical));
        each.layers = std::move(group);
        each.usual = usual.tiling;
        each.usualValue =
            cost::search::tilingValue(cost::tiledLayer(layer, accelerator), accelerator, *energy, each.usual);
        ASSIGN_OR_RETURN(each.space, cost::search::tilingSpace(layer, accelerator, energy, kind));
        searched.push_back(std::move(each));
    }
    return searched;
}

Result<cost::search::Scheduler> schedulerOf(const cost::Workload& workload, const std::vector<Searched>& layers,
                                            const cost::search::Strategy& strategy,
                                            const Arguments& arguments) {
    std::vector<cost::search::ScheduledTask> tasks;
    for (const Searched& each : layers) {
        const cost::Layer& layer = workload.layers[each.layers.front()];
        ASSIGN_OR_RETURN(auto task, cost::search::SearchTask::start(each.space.space, strategy,
                                                                    {arguments.seed, arguments.costModel}));
        tasks.push_back({std::move(task), static_cast<double>(each.layers.size()),
                         static_cast<double>(layer.macs()), layer.op});
    }
    cost::search::SchedulerOptions options;
    options.seed = arguments.seed;
    options.roundRobin = arguments.inTurns || strategy.enumerates;
    if (strategy.enumerates)
        options.batch = std::numeric_limits<std::int64_t>::max(); // one layer after the other
    return cost::search::Scheduler(std::move(tasks), options);
}

std::string valueText(double value) { return value < 1e15 ? grouped(std::llround(value)) : scientific(value); }

Json curveJson(const std::vector<cost::search::Step>& curve) {
    Json steps = Json::array();
    for (const cost::search::Step& step : curve)
        steps.push_back({step.trial, step.value});
    return steps;
}

cost::search::SearchedLayers foundBy(const cost::search::Scheduler& scheduler,
                                     const std::vector<Searched>& layers, const cost::Workload& workload,
                                     const cost::Accelerator& accelerator, const std::string& energyUnit) {
    cost::search::SearchedLayers all{
        {}, accelerator.objective, energyUnit, scheduler.curve(), !workload.uncounted.empty()};
    for (std::size_t i = 0; i < layers.size(); ++i) {
        const Searched& each = layers[i];
        cost::search::SearchedLayer& layer = all.layers.emplace_back();
        for (const std::size_t place : each.layers)
            layer.names.push_back(workload.layers[place].name);
        layer.found = scheduler.tasks()[i].task.result();
        layer.usual = each.usual;
        layer.usualValue = each.usualValue;
        const bool isBetter = layer.found.value < each.usualValue;
        layer.value = isBetter ? layer.found.value : each.usualValue;
        layer.best = isBetter ? each.space.tilingOf(layer.found.best) : each.usual;
        layer.points = *cost::search::pointsOf(each.space.space);
    }
    return all;
}

// The part of the network's costs that no tiles are of: `cost` counts it, too.
void printBeside(const Console& console, const cost::OffArray& off, cost::Objective objective) {
    if (off.cycles == 0) return;
    const std::string cycles = grouped(off.cycles);
    console.print(
        objective == cost::Objective::Cycles
            ? say("not among them  {1} cycles off the array: the total of cost, without search, is larger by "
                  "these",
                  cycles)
            : say("not among them  {1} cycles off the array, nor what they take", cycles));
}

Json report(Console& console, const cost::Workload& workload,
            const std::shared_ptr<const cost::search::SearchedLayers>& searched, std::int64_t trials) {
    const table::Table table = cost::search::searchedTable(searched);
    printTable(console, table);
    Json list = tableJson(table);
    double sum = 0, usualSum = 0;
    for (std::size_t i = 0; i < list.size(); ++i) {
        const cost::search::SearchedLayer& each = searched->layers[i];
        sum += each.times() * each.value;
        usualSum += each.times() * each.usualValue;
        list[i]["layers"] = each.names;
        list[i]["curve"] = curveJson(each.found.curve);
    }
    const std::string gain = fixed(usualSum / sum, 4);
    console.print(searched->isLeast
                      ? say("total  at least {1}, without search at least {2}: {3} times better, in {4} trials",
                            valueText(sum), valueText(usualSum), gain, grouped(trials))
                      : say("total  {1}, without search {2}: {3} times better, in {4} trials", valueText(sum),
                            valueText(usualSum), gain, grouped(trials)));
    if (searched->isLeast) console.print(cost::leastSentence(say("Totals"), workload.uncounted));
    return {{"objective", cost::objectiveName(searched->objective)},
            {"layers", list},
            {"total",
             {{"value", sum},
              {"usual", usualSum},
              {"is_lower_bound", searched->isLeast},
              {"uncounted", uncountedJson(workload.uncounted)},
              {"gain", usualSum / sum},
              {"evaluations", trials},
              {"curve", curveJson(searched->curve)}}}};
}

// Those that are better than what is chosen without a search, for each of their layers.
cost::Tilings betterTilings(const cost::search::SearchedLayers& searched) {
    cost::Tilings tilings;
    for (const cost::search::SearchedLayer& each : searched.layers)
        if (each.isBetter())
            for (const std::string& name : each.names)
                tilings.insert_or_assign(name, each.best);
    return tilings;
}

// Every strategy on one layer.
Result<ExitStatus> compare(Console& console, const Arguments& arguments, const cost::Workload& workload,
                           const cost::Accelerator& accelerator, Json document) {
    ASSIGN_OR_RETURN(const auto groups, cost::search::layerGroups(workload, arguments.layer));
    cost::search::ComparisonOptions options;
    options.space = *cost::search::spaceKindFrom(arguments.space);
    options.trials = arguments.trials.value_or(options.trials);
    options.seed = arguments.seed;
    ASSIGN_OR_RETURN(auto comparison, cost::search::StrategyComparison::of(
                                          workload.layers[groups.front().front()], accelerator, options));
    while (!comparison.isComplete())
        RETURN_IF_ERROR(comparison.advance(console.run()));
    const auto found = std::make_shared<const cost::search::StrategyOutcomes>(comparison.outcomes());
    const cost::search::StrategyOutcomes& outcomes = *found;
    printTable(console, cost::search::searchTable(found, false));
    for (const std::string& each : cost::search::answerOf(outcomes).lines())
        console.print(each);
    Json list = tableJson(cost::search::searchTable(found, true));
    const Json usual = list.back();
    list.erase(list.size() - 1);
    for (std::size_t i = 0; i < list.size(); ++i) {
        if (!outcomes.strategies[i].tiling) list[i]["tiling"] = nullptr;
        list[i]["curve"] = curveJson(outcomes.strategies[i].result.curve);
    }
    document.update(Json{{"layer", outcomes.layer.name},
                         {"objective", cost::objectiveName(accelerator.objective)},
                         {"space", arguments.space},
                         {"points", outcomes.points},
                         {"seed", options.seed},
                         {"best", outcomes.best()},
                         {"usual", {{"tiling", usual["tiling"]}, {"value", usual["value"]}}},
                         {"strategies", list}});
    console.printJson(document);
    return Done;
}

Result<ExitStatus> search(Console& console, const Arguments& arguments) {
    Outputs outputs(console, arguments.force);
    arguments.work.tell(outputs);
    outputs.reads(arguments.accelerator.file);
    RETURN_IF_ERROR(outputs.check(arguments.output));
    RETURN_IF_ERROR(outputs.check(arguments.tilings));
    ASSIGN_OR_RETURN(const auto given, workloadFrom(console, arguments.work, cost::Mode::Physical));
    ASSIGN_OR_RETURN(const auto chosen, arguments.accelerator.accelerator(given.accelerator()));
    const cost::Residency residency = cost::residencyOf(given.workload, chosen, console.run());
    const cost::Accelerator& accelerator = residency.accelerator;
    const cost::Workload& workload = residency.workload;
    ASSIGN_OR_RETURN(const auto energy, cost::energyTable(accelerator.energy));
    Json json = given.document(chosen, {{"space", arguments.space}, {"seed", arguments.seed}});
    given.tellGraph(console);
    if (arguments.compare) return compare(console, arguments, workload, accelerator, json);
    ASSIGN_OR_RETURN(const auto layers, layersToSearch(workload, accelerator, energy, arguments));
    const cost::search::Strategy& strategy = *cost::search::findStrategy(arguments.strategy);
    ASSIGN_OR_RETURN(auto scheduler, schedulerOf(workload, layers, strategy, arguments));
    const std::int64_t trials = arguments.trials ? *arguments.trials
                                : strategy.enumerates
                                    ? std::numeric_limits<std::int64_t>::max()
                                    : TrialsOfALayer * static_cast<std::int64_t>(layers.size());
    RETURN_IF_ERROR(scheduler.advance(trials, console.run()));

    const auto searched = std::make_shared<const cost::search::SearchedLayers>(
        foundBy(scheduler, layers, workload, accelerator, energy->unit));
    json["strategy"] = arguments.strategy;
    json.update(report(console, workload, searched, scheduler.trials()));
    if (arguments.layer.empty()) {
        ASSIGN_OR_RETURN(const auto whole, cost::estimate(given.workload, chosen, console.run()));
        const cost::OffArray off = cost::offArrayOf(whole);
        printBeside(console, off, accelerator.objective);
        json["total"]["off_array_cycles"] = off.cycles;
    }
    RETURN_IF_ERROR(
        writeTable(outputs, arguments.output, cost::search::improvementTable(*searched),
                   arguments.words.about("Best values by trial of a search for tiles", given.file)));
    const cost::Tilings better = betterTilings(*searched);
    json["better_layers"] = better.size();
    if (!arguments.tilings.empty()) {
        RETURN_IF_ERROR(outputs.write(arguments.tilings, cost::tilingsCsv(better)));
        console.print(
            sayCount(groups(better.size()),
                     "tilings of {1} layer that are better than the chosen ones in {2}: cost --tilings",
                     "tilings of {1} layers that are better than the chosen ones in {2}: cost --tilings",
                     arguments.tilings));
    }
    console.printJson(json);
    return Done;
}

Run declare(CLI::App& verb) {
    const auto arguments = std::make_shared<Arguments>();
    arguments->work.declare(verb);
    arguments->accelerator.declare(verb);
    auto* layer =
        verb.add_option("--layer", arguments->layer, say("Search for this layer alone"))->type_name("NAME");
    std::vector<std::string> strategies, costModels;
    for (const cost::search::Strategy* each : cost::search::strategies())
        strategies.emplace_back(each->name);
    for (const cost::search::CostModelEntry* each : cost::search::costModels())
        costModels.emplace_back(each->name);
    oneOf(verb.add_option("--strategy", arguments->strategy,
                          say("How tilings are searched for; learned unless told")),
          strategies);
    oneOf(verb.add_option("--cost-model", arguments->costModel,
                          say("What --strategy learned learns with; {1} unless told", costModels.front())),
          costModels);
    oneOf(verb.add_option(
              "--space", arguments->space,
              say("template: tiles of divisors and powers of two; generated: of every extent; generated "
                  "unless told")),
          {"template", "generated"});
    inRange(verb.add_option(
                "--trials", arguments->trials,
                say("Tilings to evaluate, over all layers; unless told 256 for each different layer, all of "
                    "them with --strategy exhaustive")),
            1, std::int64_t(1) << 40);
    verb.add_flag("--in-turns", arguments->inTurns,
                  say("All layers get as many trials, instead of those that promise most"));
    verb.add_flag(
            "--compare", arguments->compare,
            say("All strategies on the layer, each with --trials (200 unless told): how soon they come near "
                "the best"))
        ->needs(layer)
        ->excludes(verb.get_option("--strategy"), verb.get_option("--cost-model"),
                   verb.get_option("--in-turns"));
    declareSeed(verb, arguments->seed, say("of the search"));
    auto* output =
        verb.add_option("-o,--output", arguments->output,
                        say("Write the best value after each trial that improved it {1}", tableFileWords()));
    output->type_name(tableFileType())->excludes(verb.get_option("--compare"));
    arguments->words.declare(verb, output);
    verb.add_option("--tilings", arguments->tilings,
                    say("Write the tilings that are better than the chosen ones, for cost --tilings"))
        ->type_name("FILE.csv")
        ->excludes(verb.get_option("--compare"));
    Outputs::declareForce(verb, arguments->force);
    verb.final_callback([arguments] {
        if (!arguments->work.isOne()) throw CLI::ValidationError(WorkloadArguments::expectation());
        arguments->words.check(arguments->output);
    });
    return [arguments](Console& console) { return search(console, *arguments); };
}

} // namespace

extern const Command entry{
    "search", TRANSLATABLE("Verb", "The best tiles of each layer on an accelerator, by search"), declare};

} // namespace edgewright::cli::search_command
