// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments/checks.h"
#include "app/cli/arguments/execution.h"
#include "app/cli/arguments/field_options.h"
#include "app/cli/arguments/run_arguments.h"
#include "app/cli/board.h"
#include "app/cli/command.h"
#include "app/cli/commands/tune_gpu.h"
#include "app/cli/json.h"
#include "app/cli/output_place.h"
#include "app/cli/outputs.h"
#include "app/cli/reports/measure_report.h"
#include "app/cli/table.h"
#include "app/cli/text.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/base/version.h"
#include "core/tune/log_format.h"
#include "core/tune/log_writer.h"
#include "core/tuner/generated_table.h"
#include "core/tuner/spaces.h"
#include "core/tuner/tune_fields.h"
#include "core/tuner/tune_table.h"
#include "core/tuner/tuned_log.h"

#include <CLI/CLI.hpp>

#include <utility>

namespace edgewright::cli::tune_command {

namespace {

struct Arguments {
    ExecutionArguments execution;
    FieldOptions<tuner::TuneChoices> fields{tuner::tuneFields()};
    std::string from, log, table, device;
    TableWords words;
    bool force = false; // see Outputs
};

// Sessions with a board, each until the next one.
tuner::Connect boardConnection(const Console& console, const std::string& device) {
    auto held = std::make_shared<std::unique_ptr<remote::Board>>();
    return [held, &console, device](const RunContext&) -> Result<remote::Session*> {
        held->reset();
        ASSIGN_OR_RETURN(*held, openBoard(console, device));
        return &(*held)->session();
    };
}

// Before the trials: a log that cannot be added to would cost them.
Result<void> checkLog(Outputs& outputs, const std::string& file) {
    if (file.empty()) return {};
    ASSIGN_OR_RETURN(const OutputPlace place, outputPlace(file));
    if (!place.isFile()) return edgewright::badInput(say("{1}: is no regular file", file));
    RETURN_IF_ERROR(outputs.check(file));
    return tune::checkLogFile(file);
}

std::string spaceName(const tuner::TuneChoices& choices) {
    return std::get<std::string>(fieldNamed(tuner::tuneFields(), "space").get(choices));
}

Json curveJson(const std::vector<tuner::TunePoint>& curve) {
    Json points = Json::array();
    for (const tuner::TunePoint& each : curve)
        points.push_back({each.trial, each.seconds, each.value});
    return points;
}

Json tuningJson(const tuner::TuneResult& result, const table::Table& table) {
    Json tasks = tableJson(table);
    for (std::size_t i = 0; i < result.tasks.size(); ++i)
        tasks[i]["curve"] = curveJson(result.tasks[i].curve);
    return {{"tasks", std::move(tasks)},
            {"trials", result.trials},
            {"failed", result.failed},
            {"search_seconds", result.searchSeconds},
            {"deciding_seconds", result.decidingSeconds},
            {"stopped", result.wasStopped},
            {"curve", curveJson(result.curve)}};
}

Json generatedJson(const tuner::GeneratedResult& result, const table::Table& table) {
    return {{"tasks", tableJson(table)},
            {"compiler", result.compiler.version},
            {"trials", result.trials},
            {"failed", result.failed},
            {"search_seconds", result.searchSeconds},
            {"compile_seconds", result.compileSeconds},
            {"deciding_seconds", result.decidingSeconds},
            {"stopped", result.wasStopped}};
}

// A log that stays open; what could not be written is told at the end: it is not worth the trials.
class Kept {
public:
    Result<void> open(const std::string& file, const protocol::Welcome& welcome) {
        if (file.empty()) return {};
        ASSIGN_OR_RETURN(auto opened, tune::LogWriter::open(file, {welcome.machine.text(), welcome.isa,
                                                                   std::string(EDGEWRIGHT_VERSION)}));
        m_writer.emplace(std::move(opened));
        return {};
    }
    void add(const tune::Trial& trial) {
        if (!m_writer || m_unwritten) return;
        if (auto added = m_writer->append(trial); !added) m_unwritten = added.error();
    }
    void end() {
        if (!m_writer || m_unwritten) return;
        if (auto ended = m_writer->endRound(); !ended) m_unwritten = ended.error();
    }
    const std::optional<Error>& unwritten() const { return m_unwritten; }
    bool isOpen() const { return m_writer.has_value(); }

private:
    std::optional<tune::LogWriter> m_writer;
    std::optional<Error> m_unwritten;
};

using Tasks = std::vector<tuner::Task>;

// What an older log tells of kernels there; null where none was given.
Result<std::shared_ptr<const tuner::OlderTrials>> olderTrials(const Console& console, const std::string& file,
                                                              const std::string& isa, int threads) {
    if (file.empty()) return std::shared_ptr<const tuner::OlderTrials>();
    ASSIGN_OR_RETURN(const tune::LogReading reading, tune::readLog(file));
    auto older = tuner::OlderTrials::of(reading.log, isa, threads);
    if (!older) return Error(older.error()).within(file);
    console.note(sayCount(static_cast<std::int64_t>(older->kernels()),
                          "{3}: learns from {2} trials of {1} kernel",
                          "{3}: learns from {2} trials of {1} kernels", older->trials(), file));
    return std::make_shared<const tuner::OlderTrials>(*std::move(older));
}

// What the terminal and the log are told while it searches.
tuner::SpacesListener listenerOf(Console& console, Kept& kept) {
    tuner::SpacesListener listener;
    listener.searching = [&console](tuner::KernelSpace space) {
        console.note(space == tuner::KernelSpace::Parameters
                         ? say("searching the parameters of the program's own kernels")
                         : say("searching generated kernels"));
    };
    listener.logged = [&kept](const tune::Trial& trial) { kept.add(trial); };
    listener.doing = [&console, isTold = false](const std::string& what) mutable {
        if (console.run().stopped() && !std::exchange(isTold, true))
            console.note(
                say("stopped: what was found until now is decided on; Ctrl+C once more ends that, too"));
        console.note(what);
    };
    return listener;
}

void printResult(Console& console, const tuner::SpacesResult& result, Json& document) {
    if (result.parameters) {
        const table::Table table = tuner::tuneTable(result.parameters);
        printTable(console, table);
        document.update(tuningJson(*result.parameters, table));
    }
    if (result.generated) {
        const table::Table table = tuner::generatedTable(result.generated);
        printTable(console, table);
        document["generated"] = generatedJson(*result.generated, table);
    }
    for (const std::string& line : tuner::answerOf(result).lines())
        console.print(line);
}

// Somebody stopped it: what is kept, and how it goes on.
void printStopped(Console& console, const Arguments& arguments, const tuner::SpacesResult& result,
                  bool isKept) {
    if (!result.wasStopped) return;
    const std::string& log = arguments.log;
    if (!isKept)
        console.print(
            say("Nothing of that was kept: with -o FILE.jsonl every trial is, and --from goes on from "
                "them."));
    else if (result.parameters)
        console.print(
            say("{1} has these {2} trials and what was decided. To go on: edgewright-cli tune {3} --from "
                "{1} -o {1}",
                log, Grouped{result.trials()}, arguments.execution.model.model));
    else
        console.print(say("{1} has these {2} trials and what was decided.", log, Grouped{result.trials()}));
}

Result<ExitStatus> run(Console& console, Arguments arguments) {
    Outputs outputs(console, arguments.force);
    outputs.readsModel(arguments.execution.model.model);
    RETURN_IF_ERROR(outputs.check(arguments.table));
    RETURN_IF_ERROR(checkLog(outputs, arguments.log));
    tuner::TuneChoices choices;
    arguments.fields.applyTo(choices);
    arguments.execution.seed = choices.search.seed;
    const bool isHere = arguments.device.empty() || arguments.device == remote::ThisMachine;
    if (!isHere && !isThisGpu(arguments.device) &&
        tuner::searches(choices.space, tuner::KernelSpace::Generated))
        return edgewright::badInput(say("generated kernels are compiled and tried on this machine alone: "
                                        "--device takes --space template"));
    if (!arguments.from.empty() && !tuner::searches(choices.space, tuner::KernelSpace::Parameters))
        return edgewright::badInput(
            say("an older log tells of the program's own kernels: --from takes --space template or both"));
    arguments.execution.fuse = true;
    if (isThisGpu(arguments.device))
        return tuneOnThisGpu(
            console, outputs,
            {arguments.execution, choices, arguments.from, arguments.log, arguments.table, arguments.words});
    ASSIGN_OR_RETURN(const Execution prepared, prepare(console, arguments.execution));
    const Tasks tasks = tuner::tasksOf(prepared.givenGraph(), prepared.opsets(), choices.runs.threads);
    if (tasks.empty()) return tuner::nothingToTune().within(arguments.execution.model.model);
    const tuner::Connect connect =
        isHere ? tuner::hereConnection() : boardConnection(console, arguments.device);
    ASSIGN_OR_RETURN(remote::Session* const session, connect(console.run()));
    const int threads = choices.runs.threads;
    ASSIGN_OR_RETURN(choices.search.roof, tuner::roofFor(*session, threads, console.run()));
    const protocol::Welcome welcome = session->welcome();
    ASSIGN_OR_RETURN(choices.search.older, olderTrials(console, arguments.from, welcome.isa, threads));
    Kept kept;
    RETURN_IF_ERROR(kept.open(arguments.log, welcome));
    Json document = documentOf(*prepared.whole, {{"machine", welcome.machine.text()},
                                                 {"isa", welcome.isa},
                                                 {"threads", threads},
                                                 {"space", spaceName(choices)},
                                                 {"strategy", choices.search.strategy},
                                                 {"from", arguments.from},
                                                 {"seed", choices.search.seed}});
    ASSIGN_OR_RETURN(const tuner::SpacesResult result,
                     tuner::tuneSpaces(tasks, choices, connect, listenerOf(console, kept), console.run()));
    if (!result.notGenerated.empty()) console.note(result.notGenerated);
    printResult(console, result, document);
    kept.end();
    console.print(sayCount(threads,
                           "Each kernel alone, with what starting it takes, on {1} thread of {2} ({3}).",
                           "Each kernel alone, with what starting it takes, on {1} threads of {2} ({3}).",
                           welcome.machine.text(), welcome.isa));
    console.print(
        kept.isOpen()
            ? say("What the network gains: edgewright-cli measure {1} --variants both,tuned --tuned {2}",
                  arguments.execution.model.model, arguments.log)
            : say("What the network gains is told by measure --variants both,tuned, from a log of -o."));
    printStopped(console, arguments, result, kept.isOpen() && !kept.unwritten());
    console.printJson(document);
    if (kept.unwritten()) return *kept.unwritten();
    RETURN_IF_ERROR(writeTable(outputs, arguments.table, tuner::tunedTable(result),
                               arguments.words.about("Kernels, tuned", arguments.execution.model.model)));
    return Done;
}

Run declare(CLI::App& verb) {
    const auto arguments = std::make_shared<Arguments>();
    arguments->execution.model.declare(verb);
    arguments->fields.declare(verb);
    verb.add_option(
            "--device", arguments->device,
            say("A board that was added (remote add), or gpu, the NVIDIA GPU of this machine: its kernels, "
                "there"))
        ->type_name("NAME");
    verb.add_option("--from", arguments->from,
                    say("An older log, of any model: the search begins with what its trials promise"))
        ->type_name("FILE.jsonl");
    verb.add_option("-o,--output", arguments->log,
                    say("A log that every trial and every decision is added to, for --tuned"))
        ->type_name("FILE.jsonl");
    CLI::Option* const table =
        verb.add_option("--table", arguments->table, say("Write a row for each kernel {1}", tableFileWords()))
            ->type_name(tableFileType());
    arguments->words.declare(verb, table);
    Outputs::declareForce(verb, arguments->force);
    verb.final_callback([arguments] { arguments->words.check(arguments->table, "--table"); });
    return [arguments](Console& console) { return run(console, *arguments); };
}

} // namespace

extern const Command entry{
    "tune", TRANSLATABLE("Verb", "Search the parameters of its kernels on this machine or a board"), declare};

} // namespace edgewright::cli::tune_command
