// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments/checks.h"
#include "app/cli/arguments/execution.h"
#include "app/cli/arguments/field_options.h"
#include "app/cli/board.h"
#include "app/cli/command.h"
#include "app/cli/json.h"
#include "app/cli/outputs.h"
#include "app/cli/table.h"
#include "app/cli/text.h"
#include "core/base/propagate.h"
#include "core/base/quoted.h"
#include "core/base/say.h"
#include "core/base/temporary_folder.h"
#include "core/device/stage_times.h"
#include "core/exec/compare.h"
#include "core/exec/program.h"
#include "core/relay/link_fit.h"
#include "core/relay/session_channel.h"
#include "core/relay/stage_table.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>

namespace edgewright::cli::pipeline_command {

namespace {

constexpr std::string_view Here = "here";
constexpr std::size_t DistinctFrames = 4; // of which inputs repeat

// "pi", "here:0", "pi:0-3+6": a host that was added, or this machine, and the processors that it may use.
struct StageMachine {
    std::string text, host; // host: empty for this machine
    std::vector<int> processors;
};

struct Arguments {
    ExecutionArguments execution;
    std::vector<std::string> devices;
    int threads = 1;
    std::uint64_t frames = 200;
    std::uint32_t credits = 2;
    std::string link{protocol::LinkFormats.front().name}, output;
    bool onlyPlan = false, alone = false, noTurns = false, force = false;
    double seconds = 2; // of measuring each device
    TableWords words;
};

std::optional<StageMachine> machineOf(const std::string& text) {
    StageMachine machine{.text = text, .host = text.substr(0, text.find(':')), .processors = {}};
    if (machine.host.empty()) return {};
    if (machine.host == Here) machine.host.clear();
    const std::size_t colon = text.find(':');
    if (colon == std::string::npos) return machine;
    for (const std::string& part : splitAt(std::string_view(text).substr(colon + 1), '+')) {
        int first = 0, last = 0;
        const char* const end = part.data() + part.size();
        auto [at, error] = std::from_chars(part.data(), end, first);
        if (error != std::errc()) return {};
        last = first;
        if (at != end && *at == '-') {
            const auto [after, wrong] = std::from_chars(at + 1, end, last);
            if (wrong != std::errc()) return {};
            at = after;
        }
        if (at != end || first < 0 || last < first || last >= measure::MaxThreads) return {};
        for (int each = first; each <= last; ++each)
            machine.processors.push_back(each);
    }
    return machine;
}

Result<std::unique_ptr<relay::Channel>> connect(const Console& console, const Arguments& arguments,
                                                const StageMachine& machine, const RunContext& run) {
    relay::StageSettings settings{
        .choice = {}, .processors = machine.processors, .format = *protocol::linkFormatNamed(arguments.link)};
    settings.choice.threads = arguments.threads;
    if (machine.host.empty()) {
        ASSIGN_OR_RETURN(auto session, remote::Session::here(run));
        return relay::channelTo(std::move(session), std::move(settings));
    }
    ASSIGN_OR_RETURN(std::shared_ptr<remote::Board> board, openBoard(console, machine.host));
    return relay::channelTo(std::shared_ptr<remote::Session>(board, &board->session()), std::move(settings));
}

// The fused network on each device alone, and the link to it.
Result<std::vector<partition::PlannedDevice>>
measuredDevices(const Console& console, const Arguments& arguments, const std::vector<StageMachine>& machines,
                const Execution& prepared, std::span<const NodeId> steps, const std::filesystem::path& folder) {
    std::vector<partition::PlannedDevice> devices;
    for (const StageMachine& machine : machines) {
        console.note(say("measuring on {1}", inQuotes(machine.text)));
        device::Task task;
        ASSIGN_OR_RETURN(device::Variant fused, device::variantNamed("fusion"));
        task.variants = {device::onThreads(std::move(fused), arguments.threads)};
        task.typed = prepared.typed;
        task.history = prepared.history;
        task.feeds = prepared.feeds;
        task.processors = machine.processors;
        task.effort.seconds = arguments.seconds;
        task.memoryLimitBytes = arguments.execution.model.memory.runBytes();
        ASSIGN_OR_RETURN(const auto record, measuredOn(console, machine.host, task));
        ASSIGN_OR_RETURN(partition::PlannedDevice one,
                         device::stageDevice(*record, record->variants.front(), machine.text, steps));
        ASSIGN_OR_RETURN(const auto channel, connect(console, arguments, machine, console.run()));
        ASSIGN_OR_RETURN(const relay::MeasuredLink link, relay::measuredLink(*channel, folder, console.run()));
        one.link = link.link;
        constexpr double MaxShown = 1e15; // a link without a slope is infinitely fast
        const std::int64_t perSecond = std::llround(std::min(one.link.bytesPerSecond, MaxShown));
        console.note(say("{1}: {2} a frame alone; a message takes {3} and {4} a second", inQuotes(machine.text),
                         secondsText(record->variants.front().summary().median), secondsText(one.link.latency),
                         bytesText(perSecond)));
        devices.push_back(std::move(one));
    }
    return devices;
}

// Outputs of a run beside those of this machine.
struct Differences {
    double maxAbs = 0, relNorm = 0;
    bool identical = true;
    void add(const exec::Difference& one, bool same) {
        maxAbs = std::max(maxAbs, one.maxAbs);
        relNorm = std::max(relNorm, one.relNorm);
        identical = identical && same;
    }
};

class Frames {
public:
    Frames(const Execution& prepared, const Arguments& arguments)
        : m_prepared(prepared), m_arguments(arguments) {}

    // Inputs as given, then others at random; and the outputs of this machine for each.
    Result<void> prepare(const RunContext& run) {
        const ir::Graph& graph = m_prepared.givenGraph();
        exec::Program program(graph, m_prepared.opsets());
        exec::RunOptions options;
        options.threads = m_arguments.threads;
        options.memoryLimitBytes = m_arguments.execution.model.memory.runBytes();
        for (std::size_t i = 0; i < DistinctFrames; ++i) {
            ir::Feeds feeds = m_prepared.feeds;
            if (i > 0) {
                ASSIGN_OR_RETURN(feeds, ir::seededFeeds(graph, m_arguments.execution.seed + i, run));
            }
            ASSIGN_OR_RETURN(exec::RunResult result, program.run(feeds, options, run));
            m_inputs.push_back(std::move(feeds));
            m_expected.push_back(std::move(result.outputs));
        }
        return {};
    }
    std::optional<ir::Feeds> next(std::uint64_t number) const {
        if (number >= m_arguments.frames) return std::nullopt;
        return m_inputs[number % DistinctFrames];
    }
    void compare(const relay::FrameDone& frame, Differences& to) const {
        const std::vector<ir::Tensor>& expected = m_expected[frame.number % DistinctFrames];
        for (std::size_t i = 0; i < std::min(expected.size(), frame.outputs.size()); ++i)
            to.add(exec::compare(frame.outputs[i], expected[i]),
                   std::ranges::equal(frame.outputs[i].bytes(), expected[i].bytes()));
    }

private:
    const Execution& m_prepared;
    const Arguments& m_arguments;
    std::vector<ir::Feeds> m_inputs;
    std::vector<std::vector<ir::Tensor>> m_expected;
};

struct RunOf {
    relay::Relayed relayed;
    relay::Measured measured;
    Differences differences;
};

Result<RunOf> relayed(const Console& console, const Arguments& arguments,
                      const std::vector<StageMachine>& machines, const relay::StagePlanner& planner,
                      const Execution& prepared, const Frames& frames) {
    RunOf one;
    relay::RelayOptions options;
    options.devices = machines.size();
    options.credits = arguments.credits;
    options.plan = [&](const std::vector<relay::DeviceState>& states) {
        return planner.plan(states, {console.run().stop, nullptr});
    };
    options.connect = [&](std::size_t device, const RunContext& run) {
        return connect(console, arguments, machines[device], run);
    };
    options.next = [&](std::uint64_t number) { return frames.next(number); };
    options.outputs = prepared.givenGraph().outputs;
    options.done = [&](relay::FrameDone frame) {
        frames.compare(frame, one.differences);
        frame.outputs.clear();
        console.run().report(static_cast<std::uint32_t>(frame.number + 1),
                             static_cast<std::uint32_t>(arguments.frames));
        one.measured.frames.push_back(std::move(frame));
    };
    ASSIGN_OR_RETURN(one.relayed, relay::relayFrames(options, console.run()));
    return one;
}

std::string periodSentence(const relay::Measured& measured, double planned) {
    const auto period = measured.period();
    if (!period) return say("Too few frames to tell their period.");
    const std::vector<double> latencies = measured.latencies();
    return say("Run: a frame every {1}, {2} × as planned; half of them are done within {3}.",
               secondsText(*period), fixed(*period / planned, 3),
               secondsText(measure::quantile(latencies, 0.5)));
}

Json runJson(const RunOf& one) {
    Json replanned = Json::array();
    for (const relay::Replanned& each : one.relayed.replanned)
        replanned.push_back({{"cause", each.cause == relay::Cause::Lost ? "lost" : "drift"},
                             {"device", each.device},
                             {"reason", each.reason},
                             {"at_seconds", each.at},
                             {"pause_seconds", each.pause}});
    Json result{{"frames", one.relayed.frames},
                {"seconds", one.relayed.seconds},
                {"period_seconds", numberJson(one.measured.period().value_or(HUGE_VAL))}};
    result["max_abs"] = numberJson(one.differences.maxAbs);
    result["rel_norm"] = numberJson(one.differences.relNorm);
    result["identical"] = one.differences.identical;
    result["replanned"] = std::move(replanned);
    if (one.relayed.ended) result["ended"] = *one.relayed.ended;
    return result;
}

void printRun(const Console& console, const RunOf& one, const relay::SplitShown& shown) {
    for (const relay::Replanned& each : one.relayed.replanned)
        console.print(say("After {1}, {2}: {3}. Running again {4} later.", secondsText(each.at),
                          inQuotes(shown.devices[each.device]), each.reason, secondsText(each.pause)));
    console.print(periodSentence(one.measured, shown.choice.figures.period));
    console.print(one.differences.identical
                      ? say("Outputs are those of this machine, bit by bit.")
                      : say("Outputs differ from those of this machine by {1} at most, {2} of their norm.",
                            scientific(one.differences.maxAbs), scientific(one.differences.relNorm)));
    if (one.relayed.ended)
        console.print(say("It ended after {1} frames: {2}", one.relayed.frames, *one.relayed.ended));
}

// The best single device with the same frames: what stages are compared with.
Result<std::optional<double>> periodAlone(const Console& console, const Arguments& arguments,
                                          const std::vector<StageMachine>& machines,
                                          const relay::StagePlanner& planner, const Execution& prepared,
                                          const Frames& frames) {
    std::size_t best = 0;
    const auto alone = [&](std::size_t device) {
        const std::vector<double>& seconds = planner.devices()[device].seconds;
        return std::accumulate(seconds.begin(), seconds.end(), 0.0);
    };
    for (std::size_t i = 1; i < machines.size(); ++i)
        if (alone(i) < alone(best)) best = i;
    const auto devices = [&](std::span<const NodeId>) { return std::vector{planner.devices()[best]}; };
    ASSIGN_OR_RETURN(const TemporaryFolder folder,
                     TemporaryFolder::in(std::filesystem::temp_directory_path(), "edgewright-stages-"));
    ASSIGN_OR_RETURN(const auto one,
                     relay::StagePlanner::of(prepared.givenGraph(), prepared.opsets(), devices, folder.path()));
    console.note(say("running on {1} alone", inQuotes(machines[best].text)));
    ASSIGN_OR_RETURN(const RunOf run, relayed(console, arguments, {machines[best]}, one, prepared, frames));
    return run.measured.period();
}

Result<ExitStatus> run(Console& console, Arguments arguments) {
    std::vector<StageMachine> machines;
    for (const std::string& each : arguments.devices) {
        auto machine = machineOf(each);
        if (!machine)
            throw CLI::ValidationError(
                "--devices", say("{1}: expected the name of a host, or here, and processors behind it: "
                                 "here:0, pi:0-3",
                                 inQuotes(each)));
        machines.push_back(*std::move(machine));
    }
    arguments.execution.fuse = true;
    Outputs outputs(console, arguments.force);
    outputs.readsModel(arguments.execution.model.model);
    RETURN_IF_ERROR(outputs.check(arguments.output));
    ASSIGN_OR_RETURN(const Execution prepared, prepare(console, arguments.execution));
    ASSIGN_OR_RETURN(const TemporaryFolder folder,
                     TemporaryFolder::in(std::filesystem::temp_directory_path(), "edgewright-stages-"));
    Result<std::vector<partition::PlannedDevice>> devices = std::vector<partition::PlannedDevice>();
    auto made = relay::StagePlanner::of(
        prepared.givenGraph(), prepared.opsets(),
        [&](std::span<const NodeId> steps) {
            devices = measuredDevices(console, arguments, machines, prepared, steps, folder.path());
            return devices ? *devices : std::vector<partition::PlannedDevice>();
        },
        folder.path());
    RETURN_IF_ERROR(devices);
    if (!made) return std::move(made).error().within(arguments.execution.model.model);
    relay::StagePlanner planner = *std::move(made);
    planner.credits = arguments.credits;
    planner.replicas = !arguments.noTurns;
    const auto shown = std::make_shared<relay::SplitShown>();
    ASSIGN_OR_RETURN(shown->choice, planner.choose(console.run()));
    shown->devices = arguments.devices;
    std::optional<RunOf> ran;
    std::optional<double> alone;
    if (!arguments.onlyPlan) {
        Frames frames(prepared, arguments);
        RETURN_IF_ERROR(frames.prepare(console.run()));
        if (arguments.alone) {
            ASSIGN_OR_RETURN(alone, periodAlone(console, arguments, machines, planner, prepared, frames));
        }
        console.note(say("running {1} frames", arguments.frames));
        ASSIGN_OR_RETURN(ran, relayed(console, arguments, machines, planner, prepared, frames));
        if (ran->relayed.replanned.empty()) shown->measured = ran->measured;
    }
    const table::Table table = relay::stageTable(shown);
    printTable(console, table);
    const std::vector<std::string> answers = relay::splitAnswers(*shown);
    for (const std::string& each : answers)
        console.print(each);
    if (ran) printRun(console, *ran, *shown);
    const auto period = ran ? ran->measured.period() : std::nullopt;
    if (alone && period)
        console.print(say("On the best device alone: a frame every {1}; the stages give {2} × as many frames.",
                          secondsText(*alone), fixed(*alone / *period, 2)));
    Json report{{"period_seconds", shown->choice.figures.period},
                {"latency_seconds", shown->choice.figures.latency},
                {"bound_seconds", shown->choice.bound},
                {"link_format", arguments.link},
                {"stages", tableJson(table)},
                {"answers", answers}};
    if (ran) report["run"] = runJson(*ran);
    if (alone) report["alone_period_seconds"] = *alone;
    console.printJson(documentOf(*prepared.whole, std::move(report)));
    RETURN_IF_ERROR(
        writeTable(outputs, arguments.output, table,
                   arguments.words.about("A network over several devices", arguments.execution.model.model)));
    return ran && ran->relayed.ended ? AnswerIsNo : Done;
}

Run declare(CLI::App& verb) {
    const auto arguments = std::make_shared<Arguments>();
    arguments->execution.model.declare(verb);
    repeatable(
        verb.add_option(
            "--devices", arguments->devices,
            say("Boards that were added (remote add), and here for this machine, with commas between them; "
                "behind a colon the processors that it may use: here:0,here:1,pi:0-3")))
        ->type_name("NAME,...")
        ->delimiter(',')
        ->required();
    inRange(verb.add_option("--threads", arguments->threads, say("Of each device; 1 unless told")), 1,
            measure::MaxThreads);
    inRange(verb.add_option("--frames", arguments->frames, say("To run; {1} unless told", arguments->frames)),
            1, 10'000'000);
    inRange(verb.add_option("--credits", arguments->credits,
                            say("Frames that a device has and has not answered; 2 unless told")),
            1, protocol::MaxCredits);
    std::vector<std::string> formats;
    for (const protocol::LinkFormatInfo& each : protocol::LinkFormats)
        formats.emplace_back(each.name);
    oneOf(verb.add_option("--link", arguments->link,
                          say("Numbers on the link between stages; float32 unless told")),
          formats);
    verb.add_flag("--no-turns", arguments->noTurns,
                  say("Stages of one device each: none that take frames in turns"));
    CLI::Option* const plan =
        verb.add_flag("--plan", arguments->onlyPlan, say("Measure and cut the network, and run no frames"));
    verb.add_flag("--alone", arguments->alone, say("Run the frames on the best device alone as well"))
        ->excludes(plan);
    nonNegative(
        verb.add_option("--seconds", arguments->seconds, say("For measuring a device at most; 2 unless told")));
    verb.get_option("--seconds")->type_name("S");
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
