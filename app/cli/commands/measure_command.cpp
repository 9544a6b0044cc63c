// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/checks.h"
#include "app/cli/command.h"
#include "app/cli/execution.h"
#include "app/cli/image_arguments.h"
#include "app/cli/json.h"
#include "app/cli/limits.h"
#include "app/cli/measure_report.h"
#include "app/cli/outputs.h"
#include "core/device/against.h"
#include "core/device/record_text.h"
#include "core/device/record_trace.h"
#include "core/device/this_machine.h"
#include "core/trace/read.h"
#include "core/trace/write.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <optional>

namespace edgewright::cli::measure_command {

namespace {

struct Arguments {
    ExecutionArguments execution;
    ImageArguments image;
    std::vector<std::string> variants{"baseline", "fusion", "reuse", "both"};
    std::vector<int> threads{1};
    std::string backend, samples, operators, save, profile, compare;
    double seconds = measure::Effort().seconds;
    double within = measure::Effort().uncertainty * 100; // percent
    bool force = false;                                  // see Outputs
};

// Each variant on each number of threads.
std::vector<device::Variant> variantsOf(const Arguments& arguments) {
    std::vector<device::Variant> variants;
    for (const int threads : arguments.threads)
        for (const std::string& name : arguments.variants) {
            auto variant = device::variantNamed(name);
            if (!variant) throw CLI::ValidationError("--variants", variant.error().message);
            variant->backend = arguments.backend;
            variants.push_back(device::onThreads(*std::move(variant), threads));
            if (std::ranges::count(variants, variants.back().name, &device::Variant::name) > 1)
                throw CLI::ValidationError("--variants", "'" + variants.back().name + "' is given twice");
        }
    return variants;
}

int run(Console& console, Arguments arguments) {
    device::Task task;
    task.variants = variantsOf(arguments);
    arguments.execution.feeds.image = arguments.image.options();
    arguments.execution.fuse = std::ranges::any_of(task.variants, &device::Variant::fusion);
    Outputs outputs(console, arguments.force);
    outputs.readsModel(arguments.execution.model.model);
    outputs.reads(arguments.execution.feeds.data);
    outputs.reads(arguments.compare);
    for (const std::string* file :
         {&arguments.samples, &arguments.operators, &arguments.save, &arguments.profile})
        if (const auto good = outputs.check(*file); !good) return console.fail(good.error());
    std::optional<trace::Trace> other; // read before anything is measured
    if (!arguments.compare.empty()) {
        auto read = trace::readTrace(std::filesystem::path(arguments.compare), console.run());
        if (!read) return console.fail(read.error());
        other = *std::move(read);
    }
    auto prepared = prepare(console, arguments.execution);
    if (!prepared) return console.fail(prepared.error());
    task.typed = prepared->typed;
    task.history = prepared->history;
    task.feeds = std::move(prepared->feeds);
    task.planning.planner = arguments.execution.search.planner;
    task.planning.scheduler = arguments.execution.search.schedule;
    task.planning.seconds = arguments.execution.search.timeLimit;
    task.planning.measureScratch = arguments.execution.search.scratch;
    task.effort.seconds = arguments.seconds;
    task.effort.uncertainty = arguments.within / 100;
    if (arguments.within == 0) task.effort.maxBlocks = 1'000'000;
    task.effort.seed = arguments.execution.seed;
    task.memoryLimitBytes = arguments.execution.model.memory.runBytes();

    const auto record = device::measureHere(task, console.run());
    if (!record) return console.fail(Error(record.error()).within(arguments.execution.model.model));
    printRecord(console, **record);
    Json report = recordReport(**record);
    if (other) {
        const device::VariantRecord& shown = (*record)->variants.back();
        const auto compared = device::against(shown, *task.typed->graph,
                                              shown.variant.fusion ? task.history.get() : nullptr, *other);
        if (!compared) return console.fail(Error(compared.error()).within(arguments.compare));
        printAgainst(console, shown.variant.name, *compared);
        report["against"] = againstReport(*compared);
    }
    console.printJson(report);
    for (const auto& [file, text] : {std::pair(&arguments.samples, &device::samplesCsv),
                                     std::pair(&arguments.operators, &device::operatorsCsv),
                                     std::pair(&arguments.save, &device::recordJson)})
        if (!file->empty())
            if (const auto written = outputs.write(*file, text(**record)); !written)
                return console.fail(written.error());
    if (!arguments.profile.empty())
        if (const auto written = outputs.write(arguments.profile, trace::chromeText(device::traceOf(**record)));
            !written)
            return console.fail(written.error());
    return Done;
}

std::function<int(Console&)> declare(CLI::App& verb) {
    const auto arguments = std::make_shared<Arguments>();
    arguments->execution.model.declare(verb);
    repeatable(verb.add_option("--variants", arguments->variants,
                               "Ways to run it, in turn: baseline, fusion, reuse, both"))
        ->type_name("NAME,...")
        ->delimiter(',')
        ->capture_default_str();
    repeatable(
        verb.add_option("--threads", arguments->threads, "Each variant on so many threads, and on so many"))
        ->type_name("N,...")
        ->delimiter(',')
        ->check(CLI::Range(1, 256).description(""))
        ->capture_default_str();
    verb.add_option("--backend", arguments->backend, "A library for the convolutions: onednn")
        ->type_name("NAME");
    verb.add_option("--seconds", arguments->seconds,
                    "At most so long, unless the medians are known well enough before")
        ->type_name("S")
        ->check(CLI::Range(0.01, 86400.0).description(""))
        ->capture_default_str();
    verb.add_option("--within", arguments->within,
                    "Enough once every median is known within so many percent; 0: use all of the time")
        ->type_name("PERCENT")
        ->check(CLI::Range(0.0, 100.0).description(""))
        ->capture_default_str();
    verb.add_option("--data", arguments->execution.feeds.data,
                    "A folder with input_0.pb (or .npy), ..., or an .npz")
        ->type_name("DIR|FILE.npz");
    repeatable(verb.add_option("--input", arguments->execution.feeds.inputs,
                               "An input from .pb, .npy, .npz, .png, .jpg or .bmp; repeatable"))
        ->type_name("NAME=FILE")
        ->check(inputProblem);
    declareSeed(verb, arguments->execution.seed,
                "Seed of the inputs that no file gives, and of the order of the runs");
    arguments->execution.search.declare(verb, false);
    arguments->image.declare(verb);
    verb.add_option("-o,--output", arguments->samples, "Write every sample")->type_name("FILE.csv");
    verb.add_option("--operators", arguments->operators, "Write the time of every operator")
        ->type_name("FILE.csv");
    verb.add_option("--save", arguments->save, "Write the whole record: samples, operators, machine")
        ->type_name("FILE.json");
    verb.add_option("--profile", arguments->profile,
                    "Write the operators as a Chrome trace, a track for each variant")
        ->type_name("FILE.json");
    verb.add_option("--compare", arguments->compare,
                    "A profile of ONNX Runtime, PyTorch, trtexec or TVM that the last variant stands beside, "
                    "part by part")
        ->type_name("FILE.json");
    Outputs::declareForce(verb, arguments->force);
    return [arguments](Console& console) { return run(console, *arguments); };
}

} // namespace

extern const Command entry;
const Command entry{"measure", "Time it on this machine, with intervals, variant against variant", declare};

} // namespace edgewright::cli::measure_command
