// SPDX-License-Identifier: GPL-3.0-or-later
// edgewright-tuning-replays: how good the tuner's searches are, judged on tables of spaces that were measured
// once; and such tables of a network's kernels.
#include "core/tuner/kernel_space.h"
#include "tests/bench/network.h"
#include "tests/bench/tuning_replays.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <iostream>

using namespace edgewright;

namespace {

struct Arguments {
    std::vector<std::string> tables;
    std::string model, to, only, json;
    std::size_t tasks = 3, skipped = 0, least = 200, most = 20'000, passes = 3;
    int threads = 1;
    bench::ReplayOptions options;
};

int failed(const Error& error) {
    std::cerr << error.message << '\n';
    return cli::BadInput;
}

// Of the kernels with so many points those that compute most, all their calls together.
int measureTables(const Arguments& arguments) {
    const auto cases = bench::casesBelow(arguments.model);
    if (cases.empty()) return failed(badInput(arguments.model + ": no model"));
    const auto network = bench::openNetwork(cases.front(), 1);
    if (!network) return failed(network.error());
    std::vector<tuner::Task> tasks = tuner::tasksOf(network->fused(), network->opsets());
    std::ranges::stable_sort(tasks, std::ranges::greater(),
                             [](const tuner::Task& task) { return task.weight() * task.macs; });
    tuner::Trials trials(tuner::hereConnection(), {.threads = arguments.threads});
    std::size_t done = 0, skipped = 0;
    for (tuner::Task& task : tasks) {
        if (done == arguments.tasks) break;
        if (const auto space = bench::thinned(task.space, arguments.most)) task.space = *space;
        const auto points = bench::admittedPoints(tuner::kernelSpace(task.space), arguments.most);
        if (!points || points->size() < arguments.least) continue;
        if (skipped++ < arguments.skipped) continue;
        std::cout << task.label << ": " << points->size() << " points" << std::endl;
        const auto table = bench::measured(task, trials, static_cast<std::size_t>(arguments.options.together),
                                           arguments.most, arguments.passes, {});
        if (!table) return failed(table.error());
        if (const auto kept = bench::append(*table, arguments.to); !kept) return failed(kept.error());
        ++done;
    }
    return done > 0 ? cli::Done : failed(badInput(arguments.model + ": no kernel with so many points"));
}

int replayTables(const Arguments& arguments) {
    bench::TuningTables tables;
    for (const std::string& file : arguments.tables) {
        auto read = bench::readTables(file);
        if (!read) return failed(read.error());
        for (bench::TuningTable& each : *read)
            tables.push_back(std::make_shared<const bench::TuningTable>(std::move(each)));
    }
    bench::Report report;
    const std::pair<const char*,
                    Result<void> (*)(bench::Report&, const bench::TuningTables&, const bench::ReplayOptions&)>
        parts[]{{"searches", bench::replaySearches},
                {"scheduler", bench::replayScheduler},
                {"transfer", bench::replayTransfer},
                {"noise", bench::replayNoise}};
    for (const auto& [name, part] : parts)
        if (arguments.only.empty() || arguments.only == name)
            if (const auto good = part(report, tables, arguments.options); !good) return failed(good.error());
    report.finish();
    if (arguments.json.empty()) return cli::Done;
    const auto written = report.write(arguments.json);
    return written ? cli::Done : failed(written.error());
}

} // namespace

int main(int argc, char** argv) {
    Arguments arguments;
    CLI::App app{"How good the searches of the tuner are, on spaces of which every point was measured.",
                 "edgewright-tuning-replays"};
    auto* const tables = app.add_option("TABLE", arguments.tables, "Tables, as --measure writes them");
    auto* const model =
        app.add_option("--measure", arguments.model, "Measure the kernels of this model")->type_name("MODEL");
    model->excludes(tables);
    app.add_option("--to", arguments.to, "... and append their tables to this file")
        ->type_name("FILE")
        ->needs(model);
    model->needs(app.get_option("--to"));
    app.add_option("--tasks", arguments.tasks, "... of so many, those that compute most")
        ->capture_default_str();
    app.add_option("--skip", arguments.skipped, "... behind the first so many")->capture_default_str();
    app.add_option("--least", arguments.least, "... with at least so many points")->capture_default_str();
    app.add_option("--most", arguments.most,
                   "... and at most so many: of larger spaces every second value goes")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
    app.add_option("--passes", arguments.passes, "... so often: the median counts")
        ->check(CLI::Range(1, 99))
        ->capture_default_str();
    app.add_option("--threads", arguments.threads, "... on so many threads")
        ->check(CLI::Range(1, 64))
        ->capture_default_str();
    app.add_option("--only", arguments.only, "One part")
        ->check(CLI::IsMember({"searches", "scheduler", "transfer", "noise"}));
    app.add_option("--seeds", arguments.options.seeds, "Seeds of each search")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
    app.add_option("--trials", arguments.options.trialsOfATask,
                   "Trials of a task that the scheduler's quarter is of")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
    app.add_option("--json", arguments.json, "Write all figures into this file")->type_name("FILE");
    CLI11_PARSE(app, argc, argv);
    if (!arguments.model.empty()) return measureTables(arguments);
    if (!arguments.tables.empty() || arguments.only == "noise") return replayTables(arguments);
    std::cerr << app.help();
    return cli::BadCommandLine;
}
