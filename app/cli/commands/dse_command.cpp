// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments/accelerator_arguments.h"
#include "app/cli/arguments/checks.h"
#include "app/cli/arguments/field_options.h"
#include "app/cli/command.h"
#include "app/cli/json.h"
#include "app/cli/outputs.h"
#include "app/cli/text.h"
#include "core/base/csv_field.h"
#include "core/base/file_text.h"
#include "core/base/json_document.h"
#include "core/base/propagate.h"
#include "core/cost/accelerators/presets.h"
#include "core/cost/energy/energy_table.h"
#include "core/cost/explore/space_run.h"
#include "core/cost/findings/number_text.h"
#include "core/cost/findings/space_findings.h"
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

std::string csvOf(const cost::SpaceFindings& findings, std::span<const cost::DesignPoint> points,
                  const std::vector<bool>& isOnFront) {
    const cost::DesignSpace& space = findings.space;
    const char* const least = findings.uncounted.empty() ? "0\n" : "1\n"; // cycles, seconds and energy
    std::string text = "rows,cols,arrays,dataflow,ifmap_kb,filter_kb,ofmap_kb,bandwidth [B/cycle],clock "
                       "[GHz],word_bytes,cycles,seconds,energy,area "
                       "[mm2],utilization,pareto,within,resident_kb,energy_table,is_least\n";
    for (std::size_t i = 0; i < points.size(); ++i) {
        const cost::Accelerator a = space.at(points[i].index);
        const auto add = [&](const std::string& field) { text += field + ','; };
        for (const std::int64_t each : {a.rows, a.cols, a.arrays})
            add(std::to_string(each));
        add(std::string(cost::dataflowName(a.dataflow)));
        for (const std::int64_t each : {a.ifmapKb, a.filterKb, a.ofmapKb, a.dramBytesPerCycle()})
            add(std::to_string(each));
        add(table::shortestText(a.clockGhz));
        add(std::to_string(a.wordBytes));
        const bool possible = points[i].isPossible();
        add(possible ? fixed(points[i].cycles, 0) : "");
        for (const double each : {points[i].seconds, points[i].energy, points[i].area, points[i].utilization})
            add(possible ? table::shortestText(each) : "");
        add(isOnFront[i] ? "1" : "0");
        add(cost::isWithin(findings.constraints, points[i]) ? "1" : "0");
        add(a.residentKb ? std::to_string(*a.residentKb) : ""); // empty: as that field of an accelerator
        add(csvField(cost::energyTableName(a.energy)));
        text += least;
    }
    return text;
}

Json pointJson(const cost::DesignSpace& space, const cost::DesignPoint& point) {
    const cost::Accelerator a = space.at(point.index);
    return {{"index", point.index},
            {"rows", a.rows},
            {"cols", a.cols},
            {"arrays", a.arrays},
            {"dataflow", cost::dataflowName(a.dataflow)},
            {"sram_kb", {a.ifmapKb, a.filterKb, a.ofmapKb}},
            {"resident_kb", a.residentKb ? Json(*a.residentKb) : Json()},
            {"bandwidth", a.dramBytesPerCycle()},
            {"bandwidth_gb_per_s", a.dramGigabytesPerSecond()},
            {"clock_ghz", a.clockGhz},
            {"word_bytes", a.wordBytes},
            {"cycles", point.cycles},
            {"seconds", point.seconds},
            {"energy", point.energy},
            {"area_mm2", point.area},
            {"utilization", point.utilization}};
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
    const auto findings = cost::findingsOf(space, points, front.size(), gone.uncounted(), constraints);
    const std::vector<std::string> sentences = cost::answerOf(findings).lines();
    std::vector<bool> isOnFront(points.size());
    for (const std::size_t i : front)
        isOnFront[i] = true;
    ASSIGN_OR_RETURN(const auto table, cost::energyTable(space.base.energy));
    console.print(
        counted(points.size(), "point") + " of " + std::to_string(gone.spacePoints()) + ", " +
        std::to_string(findings.possible) + " possible, " +
        (constraints == cost::Constraints() ? "" : std::to_string(findings.within) + " within bounds, ") +
        std::to_string(front.size()) + " of them Pareto optimal in time, energy, area (" +
        secondsText(seconds) + ")");
    const bool isLeast = !findings.uncounted.empty();
    Json found = Json::array(), bests = Json::object();
    const auto show = [&](const std::string& what, const cost::DesignPoint& point) {
        console.print(left(what, 22) + left(cost::designName(space, space.at(point.index)), 44) +
                      right(secondsText(point.seconds), 12) +
                      right(cost::energyText(point.energy, table->unit), 22) +
                      right(fixed(point.area, 2) + " mm²", 12));
    };
    const auto best = [&](const std::string& key, const std::string& what, auto value) {
        if (front.empty()) return;
        const auto least = *std::ranges::min_element(
            front, [&](std::size_t a, std::size_t b) { return value(points[a]) < value(points[b]); });
        show(what, points[least]);
        bests[key] = pointJson(space, points[least]);
    };
    best("seconds", "fastest", [](const cost::DesignPoint& p) { return p.seconds; });
    best("energy", "least energy", [](const cost::DesignPoint& p) { return p.energy; });
    best("product", "best energy × delay", [](const cost::DesignPoint& p) { return p.energy * p.seconds; });
    best("area", "smallest", [](const cost::DesignPoint& p) { return p.area; });
    console.print("Pareto front, fastest first");
    for (std::size_t i = 0; i < front.size(); ++i) {
        if (i < static_cast<std::size_t>(arguments.shown)) show("", points[front[i]]);
        found.push_back(pointJson(space, points[front[i]]));
    }
    for (const std::string& each : sentences)
        console.print(each);
    if (!arguments.output.empty())
        RETURN_IF_ERROR(outputs.write(arguments.output, csvOf(findings, points, isOnFront)));
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
                     {"nearest", findings.nearest ? pointJson(space, *findings.nearest) : Json()},
                     {"seconds", seconds},
                     {"energy_unit", table->unit},
                     {"bandwidth_held", space.clocks.empty() ? Json() : Json("per cycle")},
                     {"costs_are_least", isLeast},
                     {"uncounted", uncountedJson(findings.uncounted)},
                     {"pareto", found},
                     {"best", bests},
                     {"findings", sentences}}));
    return Done;
}

Run declare(CLI::App& verb) {
    const auto arguments = std::make_shared<Arguments>();
    arguments->work.declare(verb);
    arguments->accelerator.declare(verb);
    repeatable(verb.add_option(
                   "--axis", arguments->axes,
                   "What varies: rows, cols, size, dataflow, sram, split, resident, bandwidth, clock, word or "
                   "arrays, for example size=4..128, sram=48:384:48, dataflow=os,ws, split=2/1/1,1/1/1"))
        ->type_name("NAME=VALUES");
    arguments->constraints.declare(verb);
    verb.add_option("--space", arguments->spaceFile, "The axes, the accelerator and bounds, as JSON")
        ->type_name("FILE.json");
    inRange(verb.add_option("--sample", arguments->sample, "So many points drawn at random instead of all"), 1,
            10'000'000);
    declareSeed(verb, arguments->seed, "of the sample");
    inRange(verb.add_option("--show", arguments->shown, "Points of the front to print; 10 unless told"), 0,
            1000);
    threadCounts(verb.add_option("--threads", arguments->threads, "2 unless told"));
    verb.add_option("-o,--output", arguments->output, "Write all points as CSV")->type_name("FILE.csv");
    Outputs::declareForce(verb, arguments->force);
    verb.final_callback([arguments] {
        if (!arguments->work.isOne()) throw CLI::ValidationError(WorkloadArguments::Expected);
        if (arguments->axes.empty() && arguments->spaceFile.empty() && arguments->work.study.empty())
            throw CLI::ValidationError(
                "say what varies: --axis NAME=VALUES, --space FILE.json or --study FILE");
        cost::DesignSpace said;
        if (const auto read = cost::readAxes(arguments->axes, said); !read)
            throw CLI::ValidationError("--axis", read.error().message);
    });
    return [arguments](Console& console) { return dse(console, *arguments); };
}

} // namespace

extern const Command entry{
    "dse", "Every accelerator of a space: time, energy, area, and which none is better than", declare};

} // namespace edgewright::cli::dse_command
