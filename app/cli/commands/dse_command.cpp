// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments/accelerator_arguments.h"
#include "app/cli/arguments/checks.h"
#include "app/cli/arguments/field_options.h"
#include "app/cli/command.h"
#include "app/cli/json.h"
#include "app/cli/outputs.h"
#include "app/cli/table.h"
#include "app/cli/text.h"
#include "core/base/file_text.h"
#include "core/base/json_document.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/cost/explore/space_run.h"
#include "core/cost/findings/design_table.h"
#include "core/measure/stopwatch.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <filesystem>
#include <span>

namespace edgewright::cli::dse_command {

namespace {

struct Arguments {
    WorkloadArguments work;
    AcceleratorArguments accelerator;
    FieldOptions<cost::Constraints> constraints{cost::constraintFields()};
    std::string spaceFile, output;
    TableWords words;
    std::vector<std::string> axes;
    std::int64_t sample = 0, shown = 10, threads = 2;
    std::uint64_t seed = 1;
    bool force = false; // see Outputs
};

// All points, or so many of them drawn without repeating.
Result<cost::SpaceRun> evaluated(Console& console, const cost::Workload& workload,
                                 const cost::DesignSpace& space, const Arguments& arguments) {
    constexpr std::uint64_t MaxKept = 20'000'000;
    auto going = cost::SpaceRun::of(workload, space,
                                    {static_cast<std::uint64_t>(arguments.sample), arguments.seed, MaxKept});
    while (going && !going->isComplete()) {
        console.run().report(static_cast<std::uint32_t>(going->points().size()),
                             static_cast<std::uint32_t>(going->total()));
        if (!going->advance(static_cast<int>(arguments.threads), console.run())) return cancelled();
    }
    return going;
}

// The sizes of the three SRAMs are a list, too, as in the description of an accelerator.
Json pointsJson(const table::Table& points) {
    Json rows = tableJson(points);
    for (Json& each : rows)
        each["sram_kb"] = Json::array({each["ifmap_kb"], each["filter_kb"], each["ofmap_kb"]});
    return rows;
}

Json nearestJson(const cost::SpaceFindings& findings) {
    if (!findings.nearest) return {};
    return pointsJson(cost::designTable(
        std::make_shared<const cost::DesignList>(cost::DesignList{findings, {&*findings.nearest, 1}, {}})))[0];
}

// The front, fastest first: so many of it, and the best ones.
void printFront(const Console& console, const std::shared_ptr<const cost::DesignList>& list, std::size_t most) {
    const std::vector<std::size_t> bests = list->bests();
    std::vector<std::size_t> shown;
    for (std::size_t i = 0; i < list->front.size(); ++i)
        if (i < most || std::ranges::find(bests, list->front[i]) != bests.end())
            shown.push_back(list->front[i]);
    if (shown.empty()) return;
    console.print(say("Pareto front, fastest first"));
    table::Table table = cost::designTable(list, std::move(shown));
    table.head("pareto").on = table::File; // all of them are
    printTable(console, table);
}

// The bounds; how many points meet each, and where none meets all, by how much the nearest breaks them.
Json constraintsJson(const cost::SpaceFindings& findings) {
    Json list = Json::array();
    for (std::size_t i = 0; i < findings.meeting.size(); ++i) {
        const cost::Constraint& each = cost::constraintTable()[i];
        const auto bound = each.bound(findings.constraints);
        if (!bound) continue;
        Json json{{"key", each.field.key}, {"bound", *bound}, {"met_by", findings.meeting[i]}};
        if (findings.nearest)
            json["over_by"] = std::max(0.0, each.share(findings.constraints, *findings.nearest) - 1);
        list.push_back(std::move(json));
    }
    return list;
}

Result<ExitStatus> dse(Console& console, Arguments arguments) {
    Outputs outputs(console, arguments.force);
    arguments.work.tell(outputs);
    outputs.reads(arguments.accelerator.file);
    outputs.reads(arguments.spaceFile);
    RETURN_IF_ERROR(outputs.check(arguments.output));
    ASSIGN_OR_RETURN(const auto given, workloadFrom(console, arguments.work, cost::Mode::Physical));
    ASSIGN_OR_RETURN(const auto base, arguments.accelerator.accelerator(given.accelerator()));
    cost::SpaceChoice chosen; // of the study, unless the command line says what varies
    const bool isSaid = !arguments.axes.empty() || !arguments.spaceFile.empty();
    if (given.settings && !isSaid) {
        chosen = given.settings->space;
        if (arguments.sample == 0) arguments.sample = static_cast<std::int64_t>(chosen.sample);
    }
    ASSIGN_OR_RETURN(cost::DesignSpace space, chosen.on(base));
    cost::Constraints constraints;
    if (given.settings) constraints = given.settings->space.constraints;
    if (!arguments.spaceFile.empty()) {
        ASSIGN_OR_RETURN(const auto text, textOfFile(arguments.spaceFile, JsonLimits().bytes));
        RETURN_IF_ERROR(cost::readSpace(text, arguments.spaceFile, space, constraints));
    }
    RETURN_IF_ERROR(cost::readAxes(arguments.axes, space));
    arguments.constraints.applyTo(constraints);
    RETURN_IF_ERROR(cost::checkConstraints(constraints, space.base.energy));
    const cost::Workload& workload = given.workload;
    const measure::Stopwatch watch;
    ASSIGN_OR_RETURN(const auto gone, evaluated(console, workload, space, arguments));

    const std::span<const cost::DesignPoint> points = gone.points();
    std::vector<std::size_t> front; // of those that meet the constraints (cost::Constraint)
    for (const std::size_t place : gone.front())
        if (cost::isWithin(constraints, points[place])) front.push_back(place);
    const double seconds = watch.elapsed().wall;
    const auto list = std::make_shared<const cost::DesignList>(cost::DesignList{
        cost::findingsOf(space, points, front.size(), gone.uncounted(), constraints), points, front});
    const cost::SpaceFindings& findings = list->findings;
    std::string counts = sayCount(groups(points.size()), "{1} point of {2}, {3} possible",
                                  "{1} points of {2}, {3} possible", gone.spacePoints(), findings.possible);
    if (constraints != cost::Constraints()) counts = say("{1}, {2} within bounds", counts, findings.within);
    console.print(say("{1}, {2} of them Pareto optimal in time, energy, area ({3})", counts, front.size(),
                      secondsText(seconds)));
    given.tellGraph(console);
    printFront(console, list, static_cast<std::size_t>(arguments.shown));
    for (const std::string& each : cost::answerOf(findings).lines())
        console.print(each);
    RETURN_IF_ERROR(writeTable(outputs, arguments.output, cost::designTable(list),
                               arguments.words.about("Design space", given.file)));
    const Json found = pointsJson(cost::designTable(list, front));
    Json bests = Json::object();
    const std::vector<std::size_t> places = list->bests();
    for (std::size_t i = 0; i < places.size(); ++i)
        bests[std::string(cost::BestsOfDesigns[i].key)] =
            found[static_cast<std::size_t>(std::ranges::find(front, places[i]) - front.begin())];
    const InEnglish english; // for programs
    console.printJson(given.document(
        space.base, {{"axes", isSaid ? arguments.axes : chosen.axes},
                     {"space_file", std::filesystem::path(arguments.spaceFile).filename().string()},
                     {"sample", arguments.sample},
                     {"seed", arguments.seed},
                     {"points", points.size()},
                     {"space", gone.spacePoints()},
                     {"possible", findings.possible},
                     {"within", findings.within},
                     {"constraints", constraintsJson(findings)},
                     {"nearest", nearestJson(findings)},
                     {"seconds", seconds},
                     {"energy_unit", findings.energyUnit},
                     {"bandwidth_held", space.clocks.empty() ? Json() : Json("per cycle")},
                     {"costs_are_lower_bound", !findings.uncounted.empty()},
                     {"uncounted", uncountedJson(findings.uncounted)},
                     {"pareto", found},
                     {"best", bests},
                     {"findings", cost::answerOf(findings).lines()}}));
    return Done;
}

// A model that stands behind axes was taken for one: it is the first that has no values.
void takeModelBehindAxes(Arguments& arguments) {
    if (arguments.work.isModel() || !arguments.work.topology.empty()) return;
    const auto isNoAxis = [](const std::string& each) { return each.find('=') == std::string::npos; };
    const auto found = std::ranges::find_if(arguments.axes, isNoAxis);
    if (found == arguments.axes.end()) return;
    arguments.work.model.model = *found;
    arguments.axes.erase(found);
}

Run declare(CLI::App& verb) {
    const auto arguments = std::make_shared<Arguments>();
    arguments->work.declare(verb);
    arguments->accelerator.declare(verb);
    verb.add_option(
            "--axis", arguments->axes,
            say("What varies: rows, cols, size, dataflow, sram, split, resident, bandwidth, clock, word or "
                "arrays, for example size=4..128, sram=48:384:48, dataflow=os,ws, split=2/1/1,1/1/1; "
                "one or several, repeatable: --axis size=4..128 dataflow=os,ws"))
        ->take_all()
        ->type_name("NAME=VALUES");
    arguments->constraints.declare(verb);
    verb.add_option("--space", arguments->spaceFile, say("The axes, the accelerator and bounds, as JSON"))
        ->type_name("FILE.json");
    inRange(
        verb.add_option("--sample", arguments->sample, say("So many points drawn at random instead of all")), 1,
        10'000'000);
    declareSeed(verb, arguments->seed, say("of the sample"));
    inRange(verb.add_option("--show", arguments->shown, say("Points of the front to print; 10 unless told")), 0,
            1000);
    threadCounts(verb.add_option("--threads", arguments->threads, say("2 unless told")));
    auto* output =
        verb.add_option("-o,--output", arguments->output, say("Write all points {1}", tableFileWords()));
    output->type_name(tableFileType());
    arguments->words.declare(verb, output);
    Outputs::declareForce(verb, arguments->force);
    verb.final_callback([arguments] {
        takeModelBehindAxes(*arguments);
        if (!arguments->work.isOne()) throw CLI::ValidationError(WorkloadArguments::expectation());
        if (arguments->axes.empty() && arguments->spaceFile.empty() && arguments->work.study.empty())
            throw CLI::ValidationError(
                say("say what varies: --axis NAME=VALUES, --space FILE.json or --study FILE"));
        cost::DesignSpace said;
        if (const auto read = cost::readAxes(arguments->axes, said); !read)
            throw CLI::ValidationError("--axis", read.error().message);
        arguments->words.check(arguments->output);
    });
    return [arguments](Console& console) { return dse(console, *arguments); };
}

} // namespace

extern const Command entry{
    "dse",
    TRANSLATABLE("Verb", "Every accelerator of a space: time, energy, area, and which none is better than"),
    declare};

} // namespace edgewright::cli::dse_command
