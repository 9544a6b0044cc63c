// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments/accelerator_arguments.h"
#include "app/cli/arguments/checks.h"
#include "app/cli/command.h"
#include "app/cli/json.h"
#include "app/cli/outputs.h"
#include "app/cli/reports/cost_findings.h"
#include "app/cli/reports/off_array_report.h"
#include "app/cli/reports/scalesim_report.h"
#include "app/cli/reports/tiling_report.h"
#include "app/cli/table.h"
#include "app/cli/text.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/cost/accelerators/presets.h"
#include "core/cost/energy/energy_table.h"
#include "core/cost/explore/area.h"
#include "core/cost/findings/model_terms.h"
#include "core/cost/findings/number_text.h"
#include "core/pipeline/cost_comparison.h"

#include <CLI/CLI.hpp>

#include <algorithm>

namespace edgewright::cli::cost_command {

namespace {

struct Arguments {
    WorkloadArguments work;
    AcceleratorArguments accelerator;
    ScaleSimArguments scaleSim;
    std::string output;
    TableWords words;
    std::string mode; // empty: SCALE-Sim's for a topology, physical for a model
    bool whatIf = false, differences = false;
    std::string compare;  // pipeline::costReferences()
    std::string tilings;  // of layers, in place of those that would be chosen
    std::string loopNest; // of this layer
    std::string mapped;   // layers whose loop nest is given
    bool published = false;
    bool force = false; // see Outputs

    cost::Mode rules() const {
        const bool isScaleSim = mode.empty() ? !work.topology.empty() : mode == "scalesim";
        return isScaleSim ? cost::Mode::ScaleSim : cost::Mode::Physical;
    }
};

Json accessesJson(const cost::Accesses& accesses) {
    return {{"ifmap", accesses.ifmap}, {"filter", accesses.filter}, {"ofmap", accesses.ofmap}};
}

Json spentJson(const cost::SpentCycles& spent) {
    Json json;
    for (std::size_t i = 0; i < cost::SpentCount; ++i)
        json[std::string(cost::nameOf(static_cast<cost::Spent>(i)))] = spent.cycles[i];
    return json;
}

Json areaJson(const cost::Area& area) {
    Json json;
    for (std::size_t i = 0; i < cost::AreaPartCount; ++i)
        json[std::string(cost::nameOf(static_cast<cost::AreaPart>(i)))] = area.parts[i];
    return json;
}

Json energyJson(const cost::Energy& energy) {
    Json json;
    for (std::size_t i = 0; i < cost::EnergyPartCount; ++i)
        json[std::string(cost::nameOf(static_cast<cost::EnergyPart>(i)))] = energy.parts[i];
    return json;
}

std::string percent(double share) { return fixed(share * 100, 1) + " %"; }

// Where the cycles go, in one line.
std::string spentText(const cost::CostReport& report) {
    const auto of = [&](std::int64_t cycles) {
        return percent(static_cast<double>(cycles) /
                       static_cast<double>(std::max<std::int64_t>(1, report.cycles)));
    };
    using enum cost::Spent;
    const cost::SpentCycles& spent = report.spent;
    // With what its removal gains.
    const auto lost = [&](const std::string& name, cost::Spent cause, bool areSeveral) {
        const std::string share = of(spent[cause]);
        if (spent[cause] <= 0) return say(", {1} {2}", name, share);
        const std::string speed = cost::speedText(report.speedupWithout(cause));
        return areSeveral ? say(", {1} {2} (without them {3})", name, share, speed)
                          : say(", {1} {2} (without it {3})", name, share, speed);
    };
    const std::string dram = say(", DRAM {1} (without it {2}; inputs {3}, weights {4}, outputs {5})",
                                 of(spent.dram()), cost::speedText(report.speedupWithout(DramInputs)),
                                 of(spent[DramInputs]), of(spent[DramWeights]), of(spent[DramOutputs]));
    return say("computing {1}", of(spent[Computing])) + lost(say("idle cells"), IdleCells, true) +
           lost(say("fill and drain"), Fill, true) + lost("SRAM", Sram, false) + dram +
           lost(say("vector unit"), Vector, false);
}

// By cause what its removal gains.
Json withoutJson(const cost::CostReport& report) {
    using enum cost::Spent;
    Json json;
    for (const cost::Spent each : {IdleCells, Fill, Sram, Vector})
        json[std::string(cost::nameOf(each))] = report.speedupWithout(each);
    json["dram"] = report.speedupWithout(DramInputs);
    return json;
}

// By part, in one line, and the price of a clock that is not the nominal one.
Result<std::string> energyLine(const cost::CostReport& report) {
    const cost::Accelerator& accelerator = report.accelerator;
    ASSIGN_OR_RETURN(const auto table, cost::energyTable(accelerator.energy));
    std::string text = say("energy  by the table {1}", cost::energyTableName(accelerator.energy));
    for (std::size_t i = 0; i < cost::EnergyPartCount; ++i)
        text += (i == 0 ? ": " : ", ") + translated("Word", cost::titleOf(static_cast<cost::EnergyPart>(i))) +
                " " + percent(report.energy.parts[i] / std::max(report.energy.total(), 1e-300));
    if (accelerator.clockGhz != accelerator.nominalGhz)
        text = table->clock.isKnown() ? say("{1}; on chip {2} of that at the nominal {3} GHz", text,
                                            table::ratioText(table->clock.energy(accelerator.relativeClock())),
                                            fixed(accelerator.nominalGhz, 2))
                                      : say("{1}; the energy table does not know the clock", text);
    return text;
}

Result<ExitStatus> cost(Console& console, const Arguments& arguments) {
    if (arguments.published) return publishedCosts(console);
    if (!arguments.mapped.empty())
        return mappedCosts(console, arguments.mapped, {arguments.output, arguments.words}, arguments.force);
    if (arguments.scaleSim.asked())
        return scaleSimCost(console, arguments.work.topology, arguments.scaleSim,
                            {arguments.output, arguments.words}, arguments.force);
    Outputs outputs(console, arguments.force);
    arguments.work.tell(outputs);
    outputs.reads(arguments.accelerator.file);
    outputs.reads(arguments.tilings);
    RETURN_IF_ERROR(outputs.check(arguments.output));
    ASSIGN_OR_RETURN(auto given, workloadFrom(console, arguments.work, arguments.rules()));
    ASSIGN_OR_RETURN(const cost::Accelerator accelerator,
                     arguments.accelerator.accelerator(given.accelerator()));
    if (const std::string idle = idleFields(accelerator, given.workload.mode); !idle.empty())
        console.note(
            say("note: without effect with --mode {1}: {2}", cost::modeName(given.workload.mode), idle));
    if (!arguments.tilings.empty())
        RETURN_IF_ERROR(adoptTilings(arguments.tilings, accelerator, given.workload));
    // That of a study is by physical rules, as in the window.
    const bool hasOwn = given.settings && given.workload.mode == cost::Mode::Physical;
    const std::string compare =
        arguments.compare.empty() && hasOwn ? given.settings->viewState.comparedWith : arguments.compare;
    const cost::Workload* const workload = &given.workload;
    Diagnostics notes = workload->skipped;
    notes.insert(notes.end(), workload->notes.begin(), workload->notes.end());
    console.list(notes);
    const auto costs = std::make_shared<pipeline::Costs>();
    ASSIGN_OR_RETURN(costs->report, cost::estimate(*workload, accelerator, console.run()));
    const cost::CostReport* const report = &costs->report;
    std::shared_ptr<const pipeline::ComparedCosts> compared;
    if (!compare.empty()) {
        ASSIGN_OR_RETURN(compared, pipeline::comparedCosts(*given.history, costs, compare, console.run()));
    }
    given.tellGraph(console);
    const table::Table layers = pipeline::costTable(costs, compared);
    printTable(console, layers);
    const Json rows = console.json ? tableJson(layers) : Json::array();

    const bool isLeast = !workload->uncounted.empty();
    const std::string clock = fixed(accelerator.clockGhz, 2), seconds = secondsText(report->seconds()),
                      rate = fixed(
                          static_cast<double>(report->macs) / std::max(report->seconds(), 1e-12) * 1e-9, 1),
                      used = percent(report->utilization),
                      energy = cost::energyText(report->energy.total(), report->energyUnit);
    const Grouped cycles{report->cycles}, macs{report->macs};
    console.print(isLeast
                      ? say("total  at least {1} cycles = {2} at {3} GHz, at least {4} MACs ({5} GMAC/s), "
                            "utilisation {6}, {7}",
                            cycles, seconds, clock, macs, rate, used, energy)
                      : say("total  {1} cycles = {2} at {3} GHz, {4} MACs ({5} GMAC/s), utilisation {6}, {7}",
                            cycles, seconds, clock, macs, rate, used, energy));
    if (isLeast) console.print(say("MACs {1}", macsText(report->macs, workload->uncounted)));
    console.print(isLeast ? say("of what is counted  {1}", spentText(*report)) : spentText(*report));
    ASSIGN_OR_RETURN(const std::string byPart, energyLine(*report));
    console.print(byPart);
    console.print(say("area  {1}. {2}", cost::areaText(accelerator), cost::areaTerms()));
    const OffArrayReport off = printOffArray(console, *workload, *report);
    const bool mayStay = report->mode == cost::Mode::Physical;
    if (mayStay && report->activations > 0)
        console.print(say("activations  {1} of {2} stay on chip between layers, all of them from {3} KiB on "
                          "(--resident-kb); {4}",
                          report->staying, report->activations, report->staysFromKb, cost::stayTerms()));
    printTilings(console, *report);
    const std::string terms = cost::cyclesTerms(report->mode);
    console.print(terms);
    Json loopNest;
    if (!arguments.loopNest.empty()) {
        ASSIGN_OR_RETURN(loopNest, printLoopNest(console, *workload, *report, arguments.loopNest));
    }
    Json whatIf;
    if (arguments.whatIf) {
        ASSIGN_OR_RETURN(whatIf, printWhatIfs(console, *workload, *report));
    }
    Json differences;
    if (arguments.differences) {
        ASSIGN_OR_RETURN(differences, printDifferences(console, *workload, accelerator));
    }
    Json comparison;
    if (compared) comparison = printComparison(console, *compared, *report, rows);
    RETURN_IF_ERROR(writeTable(outputs, arguments.output, layers,
                               arguments.words.about("Costs of the layers", given.file)));
    Json described = cost::acceleratorJson(accelerator);
    described["lanes"] = accelerator.vectorLanes();
    console.printJson(given.document(
        accelerator, {{"mode", cost::modeName(report->mode)},
                      {"accelerator", described},
                      {"layers", rows},
                      {"unused_tilings", unusedTilingsJson(*report)},
                      {"unmodelled", off.unmodelled},
                      {"notes", toJson(notes)},
                      {"loop_nest", loopNest},
                      {"what_if", whatIf},
                      {"scalesim_differences", differences},
                      {"compared", comparison},
                      {"total",
                       {{"cycles", report->cycles},
                        {"cycles_terms", terms},
                        {"stall_cycles", report->stallCycles},
                        {"macs", report->macs},
                        {"macs_are_lower_bound", isLeast},
                        {"uncounted", uncountedJson(workload->uncounted)},
                        {"utilization", report->utilization},
                        {"sram", accessesJson(report->sram)},
                        {"dram", accessesJson(report->dram)},
                        {"activations", report->activations},
                        {"staying_on_chip", report->staying},
                        {"stays_from_kb", report->staysFromKb},
                        {"adopted_tilings", report->adopted()},
                        {"seconds", report->seconds()},
                        {"spent", spentJson(report->spent)},
                        {"speedup_without", withoutJson(*report)},
                        {"off_array", off.operators},
                        {report->energyUnit == "pJ" ? "energy_pj" : "energy_macs", report->energy.total()},
                        {"energies", energyJson(report->energy)},
                        {"energy_unit", report->energyUnit},
                        {"area_mm2", cost::areaOf(accelerator)},
                        {"areas", areaJson(cost::areaPartsOf(accelerator))}}}}));
    return Done;
}

Run declare(CLI::App& verb) {
    const auto arguments = std::make_shared<Arguments>();
    arguments->work.declare(verb);
    arguments->accelerator.declare(verb);
    arguments->scaleSim.declare(verb);
    oneOf(verb.add_option(
              "--mode", arguments->mode,
              say("By which rules; SCALE-Sim's for a topology, physical ones for a model, unless told")),
          {"scalesim", "physical"});
    verb.add_flag("--what-if", arguments->whatIf,
                  say("Say what twice the rows, SRAM, bandwidth, ... would gain"));
    verb.add_flag("--differences", arguments->differences,
                  say("From SCALE-Sim's cycles to ours, one rule after the other"));
    auto* compare =
        verb.add_option("--compare", arguments->compare,
                        say("Costs of the fused model beside those before fusion, in another precision "
                            "or of another accelerator, layer by layer"));
    oneOf(compare, pipeline::costReferences());
    verb.add_option(
            "--tilings", arguments->tilings,
            say("Tiles and loop order of layers, as search --tilings and cost -o write them, in place of "
                "those that would be chosen; on top of those of a study"))
        ->type_name("FILE.csv");
    verb.add_option("--loop-nest", arguments->loopNest,
                    say("The loops over tiles and on the array of this layer, and what each operand moves"))
        ->type_name("NAME");
    verb.add_option("--mapped", arguments->mapped,
                    say("Layers with their loop nests, as DOSA writes them, on Gemmini instead of a model"))
        ->type_name("FILE.csv");
    verb.add_flag("--published", arguments->published,
                  say("Models of accelerators beside published measurements, instead of a model"));
    auto* output =
        verb.add_option("-o,--output", arguments->output, say("Write the layers {1}", tableFileWords()));
    output->type_name(tableFileType());
    arguments->words.declare(verb, output);
    Outputs::declareForce(verb, arguments->force);
    std::vector<std::string> others = acceleratorOptions();
    others.insert(others.end(), {"--mode", "--what-if", "--differences", "--compare"});
    for (const std::string& other : others) {
        verb.get_option("--mapped")->excludes(verb.get_option(other));
        verb.get_option("--published")->excludes(verb.get_option(other));
    }
    for (const char* other : {"--mapped", "--published", "--config"})
        for (const char* own : {"--tilings", "--loop-nest"})
            verb.get_option(own)->excludes(verb.get_option(other));
    verb.get_option("--published")->excludes(verb.get_option("--output"));
    verb.final_callback([arguments, &verb] {
        arguments->scaleSim.validate(verb);
        if (arguments->work.isModel() + !arguments->work.topology.empty() + !arguments->mapped.empty() +
                arguments->published !=
            1)
            throw CLI::ValidationError(
                say("give either MODEL, --study FILE, --topology FILE.csv, --mapped FILE.csv or --published"));
        const bool isScaleSim = arguments->rules() == cost::Mode::ScaleSim;
        for (const char* option : {"--tilings", "--loop-nest"})
            if (isScaleSim && verb.count(option) > 0)
                throw CLI::ValidationError(option,
                                           say("requires --mode physical: SCALE-Sim's rules have no tiles"));
        if (!arguments->compare.empty() && !arguments->work.isFused())
            throw CLI::ValidationError(say("--compare requires --fuse"));
        arguments->accelerator.validate(arguments->rules());
        if (!arguments->compare.empty() && isScaleSim)
            throw CLI::ValidationError("--compare", say("goes with --mode physical"));
        arguments->words.check(arguments->output);
    });
    return [arguments](Console& console) { return cost(console, *arguments); };
}

} // namespace

extern const Command entry{"cost", TRANSLATABLE("Verb", "Cycles, traffic and energy on a systolic array"),
                           declare};

} // namespace edgewright::cli::cost_command
