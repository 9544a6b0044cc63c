// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments/checks.h"
#include "app/cli/board.h"
#include "app/cli/command.h"
#include "app/cli/json.h"
#include "app/cli/outputs.h"
#include "app/cli/table.h"
#include "app/cli/text.h"
#include "core/base/file_text.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/experiment/explanations.h"
#include "core/experiment/queue.h"
#include "core/experiment/slurm.h"
#include "core/remote/host.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <filesystem>
#include <set>
#include <utility>

namespace edgewright::cli::experiment_command {

namespace {

namespace fs = std::filesystem;

struct Arguments {
    std::string file, results, output, shard, group, value, slurm;
    std::vector<std::string> parts, baseline, only;
    std::int64_t shards = 8; // of --slurm
    TableWords words;        // of the output
    bool merges = false, runsNothing = false;
    bool force = false; // see Outputs

    experiment::Shard part() const { return experiment::shardFrom(shard).value_or(experiment::Shard()); }
    fs::path resultsFile() const {
        return results.empty() ? experiment::usualResults(file, part()) : fs::path(results);
    }
};

// Of an option that was checked.
std::vector<experiment::AxisChoice> choicesOf(const std::vector<std::string>& given) {
    std::vector<experiment::AxisChoice> choices;
    for (const std::string& each : given)
        choices.push_back(*experiment::axisChoiceFrom(each));
    return choices;
}

// Says how far a queue is. One fault of many cells is told once.
class QueueNotes {
public:
    QueueNotes(const Console& console, std::string file) : m_console(console), m_file(std::move(file)) {}

    void tellFaults(const std::vector<experiment::Fault>& faults) {
        m_faults = faults;
        for (const experiment::Fault& each : faults)
            m_console.note(say("error: {1}: {2}", m_file, each.text()));
    }
    void tellEnded(const experiment::QueueState& state);

private:
    bool isTold(const experiment::Outcome& failed) {
        const auto keeps = [&](const experiment::Fault& each) { return each.keeps(failed.choices); };
        return std::ranges::any_of(m_faults, keeps) ||
               !m_told.emplace(failed.choices.model, failed.error).second;
    }

    const Console& m_console;
    const std::string m_file;
    std::vector<experiment::Fault> m_faults;
    std::set<std::pair<std::string, std::string>> m_told; // models with errors
};

// "[3/24] tiny_cnn_2d.onnx, fp32, both: 12.3 ms; 4.2 s left"
void QueueNotes::tellEnded(const experiment::QueueState& state) {
    if (!state.ended || (state.ended->isFailed() && isTold(*state.ended))) return;
    const experiment::Outcome& ended = *state.ended;
    const std::size_t done = state.known + state.ran;
    const std::string cell = ended.choices.text();
    std::string text = ended.isFailed()
                           ? say("[{1}/{2}] {3}: failed: {4}", done, state.cells, cell, ended.error)
                           : say("[{1}/{2}] {3}: {4}", done, state.cells, cell,
                                 secondsText(ended.numbers.milliseconds.value_or(0) / 1e3));
    if (state.secondsLeft && *state.secondsLeft > 0)
        text = say("{1}; {2} left", text, secondsText(*state.secondsLeft));
    m_console.note(text);
}

// Fails but for a host that was added.
Result<void> requireHost(const std::string& device) {
    ASSIGN_OR_RETURN(const auto hosts, remote::readHosts(remote::hostsFile()));
    RETURN_IF_ERROR(remote::hostNamed(hosts, device));
    return {};
}

Result<experiment::QueueState> runCells(const Console& console, const Arguments& arguments,
                                        const experiment::Definition& definition,
                                        const std::vector<experiment::Cell>& cells, const fs::path& results) {
    QueueNotes notes(console, fs::path(arguments.file).filename().string());
    experiment::QueueOptions options;
    options.measure = [&](const device::Task& task, const RunContext& run) {
        return task.device.empty() ? device::measureHere(task, run) : measuredOn(console, task.device, task);
    };
    options.told = [&](const experiment::QueueState& state) { notes.tellEnded(state); };
    options.knows = requireHost;
    options.found = [&](const std::vector<experiment::Fault>& faults) { notes.tellFaults(faults); };
    auto ended = experiment::runQueue(definition, cells, results, options, console.run());
    if (!ended && ended.error().code == ErrorCode::Cancelled)
        console.note(
            say("note: what has ended is in {1}; the same command goes on from there", results.string()));
    return ended;
}

Json explanationsJson(const experiment::ResultRows& rows, const std::vector<experiment::Explanation>& all) {
    Json list = Json::array();
    for (const experiment::Explanation& each : all)
        list.push_back({{"cell", rows[each.row].outcome.choices.text()}, {"sentences", each.answer.lines()}});
    return list;
}

void printExplanations(const Console& console, const std::vector<experiment::Explanation>& all) {
    constexpr std::size_t MaxPrinted = 16; // JSON has all
    for (std::size_t i = 0; i < all.size() && i < MaxPrinted; ++i) {
        const table::Answer& answer = all[i].answer;
        if (!answer.headline.empty()) console.print(answer.headline);
        for (const std::string& reason : answer.reasons)
            console.print("  " + reason);
    }
    if (all.size() > MaxPrinted)
        console.print(sayCount(Grouped{static_cast<std::int64_t>(all.size() - MaxPrinted)},
                               "and of {1} cell more, with --json", "and of {1} cells more, with --json"));
}

Result<ExitStatus> writeJob(Console& console, const Arguments& arguments) {
    std::error_code failed;
    experiment::SlurmJob job;
    job.program = fs::read_symlink("/proc/self/exe", failed);
    job.definition = fs::absolute(arguments.file, failed);
    job.folder = fs::absolute(arguments.slurm, failed);
    if (failed)
        return edgewright::badInput(
            say("there is no folder that this command runs in: {1}", edgewright::systemText(failed.value())));
    job.shards = static_cast<std::size_t>(arguments.shards);
    RETURN_IF_ERROR(checkFolder(job.folder));
    RETURN_IF_ERROR(experiment::writeSlurm(job));
    const fs::path folder = arguments.slurm;
    console.print(
        say("sbatch {1}, then {2}", (folder / "experiment.sbatch").string(), (folder / "merge.sh").string()));
    console.printJson({{"experiment", fs::path(arguments.file).filename().string()},
                       {"shards", arguments.shards},
                       {"script", (job.folder / "experiment.sbatch").string()},
                       {"merge", (job.folder / "merge.sh").string()}});
    return Done;
}

// All results, or the number that was asked for by the choices of an axis.
Result<table::Table> tableOf(const Arguments& arguments,
                             const std::shared_ptr<const experiment::ResultRows>& rows,
                             std::string_view value) {
    if (arguments.group.empty()) return experiment::resultTable(rows);
    ASSIGN_OR_RETURN(const auto* axis, experiment::axisNamed(arguments.group));
    return experiment::pivotTable(rows, *axis, value);
}

Result<std::string_view> valueOf(const Arguments& arguments, const experiment::ResultRows& rows) {
    if (arguments.value.empty()) return experiment::usualValue(rows);
    return experiment::valueNamed(arguments.value);
}

Result<void> writeResults(Outputs& outputs, const Arguments& arguments,
                          const std::shared_ptr<const experiment::ResultRows>& rows, std::string_view value) {
    const InEnglish english; // as all files are
    table::About about = arguments.words.about("Results", arguments.file);
    about.origin.front() = "Experiment: " + fs::path(arguments.file).filename().string();
    const std::vector<std::string> origin = experiment::originOf(*rows);
    about.origin.insert(about.origin.end(), origin.begin(), origin.end());
    about.notes = experiment::legendOf(*rows, choicesOf(arguments.baseline));
    about.fitsLine = true;
    ASSIGN_OR_RETURN(const table::Table table, tableOf(arguments, rows, value));
    return writeTable(outputs, arguments.output, table, about);
}

// What there is, as a table and in words.
Result<void> show(Console& console, Outputs& outputs, const Arguments& arguments,
                  const std::vector<experiment::Cell>& cells, const experiment::Results& results) {
    for (const std::string& each : results.notes)
        console.note(say("warning: {1}", each));
    const auto baseline = choicesOf(arguments.baseline);
    const auto rows = experiment::resultRows(results.outcomes, cells, baseline);
    ASSIGN_OR_RETURN(const std::string_view value, valueOf(arguments, *rows));
    ASSIGN_OR_RETURN(const table::Table table, tableOf(arguments, rows, value));
    if (!arguments.group.empty() && !rows->empty()) console.print(std::string(value) + ":");
    const std::vector<std::string> legend = experiment::legendOf(*rows, baseline);
    if (rows->empty())
        console.print(say("no cell has a result yet"));
    else
        printTable(console, table);
    for (const std::string& each : legend)
        console.print(each);
    const auto explained = experiment::explanations(*rows);
    printExplanations(console, explained);
    RETURN_IF_ERROR(writeResults(outputs, arguments, rows, value));
    console.printJson(
        {{"experiment", fs::path(arguments.file).filename().string()},
         {"cells", cells.size()},
         {"failed", std::ranges::count_if(
                        *rows, [](const experiment::ResultRow& each) { return each.outcome.isFailed(); })},
         {"origin", experiment::originOf(*rows)},
         {"legend", legend},
         {"results", tableJson(table)},
         {"explanations", explanationsJson(*rows, explained)},
         {"notes", results.notes}});
    return {};
}

Result<ExitStatus> runExperiment(Console& console, const Arguments& arguments) {
    ASSIGN_OR_RETURN(const auto definition, experiment::readDefinition(arguments.file));
    ASSIGN_OR_RETURN(const auto all, experiment::cellsOf(definition));
    for (const auto* given : {&arguments.baseline, &arguments.only})
        RETURN_IF_ERROR(experiment::requireChoices(all, choicesOf(*given)));
    RETURN_IF_ERROR(experiment::requireCells(all, choicesOf(arguments.only)));
    if (const std::string text = experiment::leftOutText(definition); !text.empty())
        console.note(say("note: {1}", text));
    if (!arguments.slurm.empty()) return writeJob(console, arguments);
    const fs::path results = arguments.resultsFile();
    Outputs outputs(console, arguments.force);
    outputs.reads(arguments.file);
    for (const experiment::ModelChoice& each : definition.models)
        outputs.readsModel(each.file);
    if (!arguments.runsNothing) RETURN_IF_ERROR(outputs.check(results));
    outputs.reads(results);
    for (const std::string& each : arguments.parts)
        outputs.reads(each);
    RETURN_IF_ERROR(outputs.check(arguments.output));
    auto cells = experiment::cellsWith(all, choicesOf(arguments.only));
    if (!arguments.shard.empty()) cells = experiment::cellsOf(cells, arguments.part());
    if (cells.empty())
        console.note(
            say("note: part {1} has no cell: there are more parts than measurements", arguments.shard));

    if (arguments.merges) {
        const std::vector<fs::path> parts(arguments.parts.begin(), arguments.parts.end());
        ASSIGN_OR_RETURN(const auto merged, experiment::mergeResults(parts, all, results));
        RETURN_IF_ERROR(show(console, outputs, arguments, cells, merged));
        return Done;
    }
    std::size_t failed = 0;
    if (!arguments.runsNothing) {
        ASSIGN_OR_RETURN(const auto ended, runCells(console, arguments, definition, cells, results));
        failed = ended.failed;
    }
    ASSIGN_OR_RETURN(const auto read, experiment::readResults(results));
    RETURN_IF_ERROR(show(console, outputs, arguments, cells, read));
    return failed > 0 ? AnswerIsNo : Done;
}

void checkArguments(const Arguments& arguments) {
    arguments.words.check(arguments.output);
    if (!arguments.shard.empty() && !experiment::shardFrom(arguments.shard))
        throw CLI::ValidationError("--shard", say("'{1}': expected I/N with 1 <= I <= N", arguments.shard));
    if (arguments.results == "-") throw CLI::ValidationError("--results", say("expected a file, which grows"));
    if (arguments.merges == arguments.parts.empty())
        throw CLI::ValidationError("--merge", say("goes with the results of parts: --merge PART..."));
    for (const auto& [option, given] :
         {std::pair("--baseline", &arguments.baseline), std::pair("--only", &arguments.only)})
        for (const std::string& each : *given)
            if (const auto choice = experiment::axisChoiceFrom(each); !choice)
                throw CLI::ValidationError(option, choice.error().message);
    if (arguments.group.empty()) return;
    if (const auto axis = experiment::axisNamed(arguments.group); !axis)
        throw CLI::ValidationError("--group", axis.error().message);
    if (arguments.value.empty()) return;
    if (const auto value = experiment::valueNamed(arguments.value); !value)
        throw CLI::ValidationError("--value", value.error().message);
}

// What is run, and where its results are.
void declareCells(CLI::App& verb, Arguments& arguments) {
    verb.add_option("FILE", arguments.file, say("An experiment: JSON, as core/experiment/README.md has it"))
        ->type_name("")
        ->required();
    verb.add_option("PART", arguments.parts, say("With --merge: results of parts, in any order"))
        ->type_name("");
    auto* results =
        verb.add_option(
                "--results", arguments.results,
                say("Where results are kept, a line for each cell; FILE.results.jsonl unless told. A cell "
                    "with a result of the same model and settings is not run again"))
            ->type_name("FILE.jsonl");
    auto* shard = verb.add_option("--shard", arguments.shard,
                                  say("The I-th of N parts, with results of its own, for several machines"))
                      ->type_name("I/N");
    auto* merge =
        verb.add_flag(
                "--merge", arguments.merges,
                say("Run nothing; the results of parts join those that are there, the newer of each cell"))
            ->excludes(shard);
    auto* nothing = verb.add_flag("--no-run", arguments.runsNothing, say("Run nothing; show what there is"))
                        ->excludes(merge);
    auto* only =
        repeatable(
            verb.add_option("--only", arguments.only,
                            say("Run and show the cells with this choice alone; repeatable, of one axis any "
                                "of them")))
            ->type_name("AXIS=CHOICE");
    auto* slurm =
        verb.add_option("--slurm", arguments.slurm,
                        say("Run nothing; write a job array for Slurm, and the script that merges its "
                            "results"))
            ->type_name("DIR")
            ->excludes(results, shard, merge, nothing, only);
    inRange(verb.add_option("--shards", arguments.shards, say("Parts of the job array; 8 unless told"))
                ->needs(slurm),
            1, static_cast<std::int64_t>(experiment::MaxShards));
}

Run declare(CLI::App& verb) {
    const auto arguments = std::make_shared<Arguments>();
    declareCells(verb, *arguments);
    CLI::Option* const slurm = verb.get_option("--slurm");
    std::string axisList;
    for (const experiment::Axis& axis : experiment::axes())
        axisList += (axisList.empty() ? "" : ", ") + std::string(axis.key);
    repeatable(
        verb.add_option("--baseline", arguments->baseline,
                        say("What each cell is compared with: the one with this choice instead of its own; "
                            "repeatable. The baseline in float32 unless told")))
        ->type_name("AXIS=CHOICE")
        ->excludes(slurm);
    auto* group =
        verb.add_option("--group", arguments->group, say("A column for each choice of one axis: {1}", axisList))
            ->type_name("AXIS")
            ->excludes(slurm);
    verb.add_option(
            "--value", arguments->value,
            say("The number in these columns, as JSON or the head calls it; unless told the ratio to the "
                "baseline, or latency_ms where there is none"))
        ->type_name("NUMBER")
        ->needs(group);
    auto* output =
        verb.add_option("-o,--output", arguments->output, say("Write the table {1}", tableFileWords()));
    output->type_name(tableFileType())->excludes(slurm);
    arguments->words.declare(verb, output);
    Outputs::declareForce(verb, arguments->force);
    verb.final_callback([arguments] { checkArguments(*arguments); });
    return [arguments](Console& console) { return runExperiment(console, *arguments); };
}

} // namespace

extern const Command entry{
    "experiment",
    TRANSLATABLE(
        "Verb",
        "Models, sizes, INT8, fusion, reuse and accelerators in all combinations, one cell after the other"),
    declare};

} // namespace edgewright::cli::experiment_command
