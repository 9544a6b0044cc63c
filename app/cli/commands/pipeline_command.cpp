// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments/checks.h"
#include "app/cli/arguments/execution.h"
#include "app/cli/arguments/field_options.h"
#include "app/cli/board.h"
#include "app/cli/command.h"
#include "app/cli/json.h"
#include "app/cli/outputs.h"
#include "app/cli/table.h"
#include "core/base/propagate.h"
#include "core/base/quoted.h"
#include "core/base/say.h"
#include "core/device/stages/split_fields.h"
#include "core/device/stages/split_run.h"
#include "core/table/number_text.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cmath>

namespace edgewright::cli::pipeline_command {

namespace {

struct Arguments {
    ExecutionArguments execution;
    std::vector<std::string> devices;
    FieldOptions<device::SplitTask> fields{device::splitFields()};
    std::string output;
    bool onlyPlan = false, force = false;
    TableWords words;
};

std::vector<device::StageMachine> machinesOf(const std::vector<std::string>& texts) {
    std::vector<device::StageMachine> machines;
    for (const std::string& each : texts) {
        auto machine = device::StageMachine::parsed(each);
        if (!machine)
            throw CLI::ValidationError(
                "--devices", say("{1}: expected the name of a host, or here, and processors behind it: "
                                 "here:0, pi:0-3",
                                 inQuotes(each)));
        machines.push_back(*std::move(machine));
    }
    return machines;
}

device::SplitAccess accessOf(const Console& console) {
    return {.open = [&console](const std::string& host,
                               const RunContext&) -> Result<std::shared_ptr<remote::Session>> {
                ASSIGN_OR_RETURN(std::shared_ptr<remote::Board> board, openBoard(console, host));
                return std::shared_ptr<remote::Session>(board, &board->session());
            },
            .doing = [&console](const std::string& what) { console.note(what); }};
}

void noteMachines(const Console& console, const device::SplitRecord& record) {
    constexpr double MaxShown = 1e15; // a link without a slope is infinitely fast
    for (const device::MeasuredMachine& each : record.machines) {
        const partition::Link& link = each.link.link;
        console.note(say("{1}: {2} a frame alone; a message takes {3} and {4} ns a byte ({5} a second), {6}",
                         inQuotes(each.machine.text), table::secondsText(each.alone),
                         table::secondsText(link.seconds(1)), table::significant(1e9 / link.bytesPerSecond),
                         table::bytesText(std::llround(std::min(link.bytesPerSecond, MaxShown))),
                         link.bothWays ? say("in each direction at once") : say("in one direction at a time")));
    }
}

const char* causeName(relay::Cause cause) {
    switch (cause) {
    case relay::Cause::Lost:
        return "lost";
    case relay::Cause::Drift:
        return "drift";
    case relay::Cause::Hop:
        return "hop";
    }
    return "";
}

Json linksJson(const std::vector<relay::StageLink>& links) {
    Json result = Json::array();
    for (const relay::StageLink& each : links) {
        const relay::Hop hop = each.isDirect ? relay::Hop::Direct : relay::Hop::Host;
        Json link{{"from_stage", each.stage},
                  {"to_stage", each.stage + 1},
                  {"hop", relay::HopInfos[static_cast<std::size_t>(hop)].name}};
        if (!each.reason.empty()) link["reason"] = each.reason;
        result.push_back(std::move(link));
    }
    return result;
}

Json runJson(const device::FramesRun& run) {
    Json replanned = Json::array();
    for (const relay::Replanned& each : run.relayed.replanned)
        replanned.push_back({{"cause", causeName(each.cause)},
                             {"device", each.device},
                             {"reason", each.reason},
                             {"at_seconds", each.at},
                             {"pause_seconds", each.pause}});
    Json result{{"frames", run.relayed.frames}, {"seconds", run.relayed.seconds}};
    result["period_seconds"] = numberJson(run.measured->period());
    result["max_abs"] = numberJson(run.differences.maxAbs);
    result["rel_norm"] = numberJson(run.differences.relNorm);
    result["identical"] = run.differences.identical;
    result["links"] = linksJson(run.relayed.links);
    result["replanned"] = std::move(replanned);
    if (run.relayed.ended) result["ended"] = *run.relayed.ended;
    return result;
}

Json recordJson(const device::SplitRecord& record, const table::Table& table,
                const std::vector<std::string>& answers) {
    const relay::StagePlanner::Choice& choice = record.shown->choice;
    Json front = Json::array();
    for (const partition::Found& each : record.front.points)
        front.push_back({{"period_seconds", each.figures.period},
                         {"latency_seconds", each.figures.latency},
                         {"stages", each.split.size()}});
    Json machines = Json::array();
    for (const device::MeasuredMachine& each : record.machines)
        machines.push_back({{"device", each.machine.text},
                            {"alone_seconds", each.alone},
                            {"link_latency_seconds", each.link.link.seconds(1)},
                            {"link_delay_seconds", each.link.link.delay},
                            {"link_ns_per_byte", 1e9 / each.link.link.bytesPerSecond},
                            {"link_both_ways", each.link.link.bothWays}});
    Json report{{"machines", std::move(machines)},
                {"period_seconds", choice.figures.period},
                {"latency_seconds", choice.figures.latency},
                {"bound_seconds", choice.bound},
                {"link_format", protocol::LinkFormats[static_cast<std::size_t>(record.format)].name},
                {"stages", tableJson(table)},
                {"front", std::move(front)},
                {"answers", answers}};
    if (record.run) report["run"] = runJson(*record.run);
    if (record.alone) report["alone_period_seconds"] = *record.alone;
    return report;
}

Result<ExitStatus> run(Console& console, Arguments arguments) {
    device::SplitTask task;
    arguments.fields.applyTo(task);
    task.machines = machinesOf(arguments.devices);
    task.runs = !arguments.onlyPlan;
    task.seed = arguments.execution.seed;
    task.memoryLimitBytes = arguments.execution.model.memory.runBytes();
    arguments.execution.fuse = true;
    Outputs outputs(console, arguments.force);
    outputs.readsModel(arguments.execution.model.model);
    RETURN_IF_ERROR(outputs.check(arguments.output));
    ASSIGN_OR_RETURN(const Execution prepared, prepare(console, arguments.execution));
    task.typed = prepared.typed;
    task.history = prepared.history;
    task.feeds = prepared.feeds;
    auto made = device::splitRun(task, accessOf(console), console.run());
    if (!made) return std::move(made).error().within(arguments.execution.model.model);
    const device::SplitRecord& record = **made;
    noteMachines(console, record);
    const table::Table table = relay::stageTable(record.shown);
    printTable(console, table);
    const std::vector<std::string> answers = device::answersOf(record);
    for (const std::string& each : answers)
        console.print(each);
    console.printJson(documentOf(*prepared.whole, recordJson(record, table, answers)));
    RETURN_IF_ERROR(
        writeTable(outputs, arguments.output, table,
                   arguments.words.about("A network over several devices", arguments.execution.model.model)));
    return record.run && record.run->relayed.ended ? AnswerIsNo : Done;
}

Run declare(CLI::App& verb) {
    const auto arguments = std::make_shared<Arguments>();
    arguments->execution.model.declare(verb);
    repeatable(
        verb.add_option(
            "--devices", arguments->devices,
            say("Boards that were added (remote add), and here for this machine, with commas between them; "
                "behind a colon the processors that it may use: here:0,here:1,pi:0-3; rank:1 for an agent "
                "of mpirun edgewright-mpi; behind an @ a link that its own is made as slow as: "
                "here:1@100Mbit/s+1ms")))
        ->type_name("NAME,...")
        ->delimiter(',')
        ->required();
    arguments->fields.declare(verb);
    CLI::Option* const plan =
        verb.add_flag("--plan", arguments->onlyPlan, say("Measure and cut the network, and run no frames"));
    verb.get_option("--alone")->excludes(plan);
    declareSeed(verb, arguments->execution.seed, say("Seed of the inputs"));
    CLI::Option* const rows =
        verb.add_option("-o,--output", arguments->output,
                        say("Write a row for each device of each stage {1}", tableFileWords()))
            ->type_name(tableFileType());
    arguments->words.declare(verb, rows);
    Outputs::declareForce(verb, arguments->force);
    verb.final_callback([arguments] { arguments->words.check(arguments->output); });
    return [arguments](Console& console) { return run(console, *arguments); };
}

} // namespace

extern const Command entry{
    "pipeline",
    TRANSLATABLE("Verb", "A network cut over several boards, planned and run, a frame behind the other"),
    declare};

} // namespace edgewright::cli::pipeline_command
