// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments/execution.h"
#include "app/cli/arguments/field_options.h"
#include "app/cli/arguments/run_arguments.h"
#include "app/cli/board.h"
#include "app/cli/command.h"
#include "app/cli/json.h"
#include "app/cli/outputs.h"
#include "app/cli/reports/measure_report.h"
#include "app/cli/table.h"
#include "app/cli/text.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/base/version.h"
#include "core/tune/log_writer.h"
#include "core/tuner/tune_fields.h"
#include "core/tuner/tune_table.h"
#include "core/tuner/tuned_log.h"

#include <CLI/CLI.hpp>

namespace edgewright::cli::tune_command {

namespace {

struct Arguments {
    ExecutionArguments execution;
    FieldOptions<tuner::TuneChoices> fields{tuner::tuneFields()};
    std::string log, table, device;
    TableWords words;
    bool force = false; // see Outputs
};

// A session that is made anew where it is lost: on a board, or here.
struct Connection {
    std::unique_ptr<remote::Board> board;
    std::unique_ptr<remote::Session> here;

    Result<remote::Session*> connect(const Console& console, const std::string& device) {
        board = nullptr;
        here = nullptr;
        if (device.empty() || device == remote::ThisMachine) {
            ASSIGN_OR_RETURN(here, remote::Session::here({console.run().stop, nullptr}));
            return here.get();
        }
        ASSIGN_OR_RETURN(board, openBoard(console, device));
        return &board->session();
    }
};

Result<std::optional<measure::ThreadRoof>> roofOf(remote::Session& session, int threads,
                                                  const Console& console) {
    constexpr double Seconds = 1.5;
    ASSIGN_OR_RETURN(const measure::Roof roof, session.measureRoof({.threads = {threads}, .seconds = Seconds},
                                                                   {console.run().stop, nullptr}));
    const measure::ThreadRoof* const on = roof.on(threads);
    return on ? std::optional(*on) : std::nullopt;
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

Result<ExitStatus> run(Console& console, Arguments arguments) {
    Outputs outputs(console, arguments.force);
    outputs.readsModel(arguments.execution.model.model);
    RETURN_IF_ERROR(outputs.check(arguments.table));
    tuner::TuneChoices choices;
    arguments.fields.applyTo(choices);
    arguments.execution.seed = choices.search.seed;
    arguments.execution.fuse = true;
    ASSIGN_OR_RETURN(const Execution prepared, prepare(console, arguments.execution));
    std::vector<tuner::Task> tasks = tuner::tasksOf(prepared.givenGraph(), prepared.opsets());
    if (tasks.empty())
        return edgewright::badInput(
            say("{1}: no kernel of it has parameters: convolutions and matrix products in "
                "float32, of known shapes, have",
                arguments.execution.model.model));
    Connection connection;
    const auto connect = [&](const RunContext&) { return connection.connect(console, arguments.device); };
    ASSIGN_OR_RETURN(remote::Session* const session, connect({}));
    tuner::TuneOptions& options = choices.search;
    const int threads = choices.runs.threads;
    ASSIGN_OR_RETURN(options.roof, roofOf(*session, threads, console));
    const protocol::Welcome welcome = session->welcome();
    std::optional<tune::LogWriter> writer;
    if (!arguments.log.empty()) {
        ASSIGN_OR_RETURN(auto opened, tune::LogWriter::open(arguments.log, {welcome.machine.text(), welcome.isa,
                                                                            std::string(EDGEWRIGHT_VERSION)}));
        writer.emplace(std::move(opened));
    }
    std::optional<Error> unwritten; // the log is not worth the trials
    const auto keep = [&](const tune::Trial& trial) {
        if (!writer || unwritten) return;
        if (auto added = writer->append(trial); !added) unwritten = added.error();
    };
    options.told = [&](const tuner::TrialNews& news) {
        keep(tuner::loggedTrial(tasks[news.task], threads, news));
    };
    options.doing = [&](const std::string& what) { console.note(what); };
    tuner::Trials trials(connect, choices.runs);
    ASSIGN_OR_RETURN(tuner::TuneResult tuned, tuner::tune(tasks, trials, options, console.run()));
    const auto result = std::make_shared<const tuner::TuneResult>(std::move(tuned));
    for (const tuner::TunedTask& each : result->tasks)
        keep(tuner::loggedDecision(each, threads));
    if (writer && !unwritten)
        if (auto ended = writer->endRound(); !ended) unwritten = ended.error();
    const table::Table table = tuner::tuneTable(result);
    printTable(console, table);
    for (const std::string& line : tuner::answerOf(*result).lines())
        console.print(line);
    console.print(
        sayCount(threads,
                 "Each kernel alone, with what starting it takes, on {1} thread of {2} ({3}): what the "
                 "network gains is told by measure --variants both,tuned.",
                 "Each kernel alone, with what starting it takes, on {1} threads of {2} ({3}): what the "
                 "network gains is told by measure --variants both,tuned.",
                 welcome.machine.text(), welcome.isa));
    Json document = documentOf(*prepared.whole, tuningJson(*result, table));
    document.update(Json{{"machine", welcome.machine.text()},
                         {"isa", welcome.isa},
                         {"threads", threads},
                         {"strategy", options.strategy},
                         {"seed", options.seed}});
    console.printJson(document);
    if (unwritten) return *unwritten;
    RETURN_IF_ERROR(writeTable(outputs, arguments.table, table,
                               arguments.words.about("Kernels, tuned", arguments.execution.model.model)));
    return Done;
}

Run declare(CLI::App& verb) {
    const auto arguments = std::make_shared<Arguments>();
    arguments->execution.model.declare(verb);
    arguments->fields.declare(verb);
    verb.add_option("--device", arguments->device,
                    say("A board that was added (remote add): its kernels, there"))
        ->type_name("NAME");
    verb.add_option("-o,--output", arguments->log,
                    say("A log that every trial and every decision is added to, for --tuned"))
        ->type_name("FILE.jsonl");
    CLI::Option* const table =
        verb.add_option("--table", arguments->table, say("Write a row for each kernel {1}", tableFileWords()))
            ->type_name(tableFileType());
    arguments->words.declare(verb, table);
    Outputs::declareForce(verb, arguments->force);
    verb.final_callback([arguments] { arguments->words.check(arguments->table); });
    return [arguments](Console& console) { return run(console, *arguments); };
}

} // namespace

extern const Command entry{
    "tune", TRANSLATABLE("Verb", "Search the parameters of its kernels on this machine or a board"), declare};

} // namespace edgewright::cli::tune_command
