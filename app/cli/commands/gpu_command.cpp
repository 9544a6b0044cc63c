// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments/checks.h"
#include "app/cli/command.h"
#include "app/cli/json.h"
#include "app/cli/outputs.h"
#include "app/cli/reports/gpu_report.h"
#include "app/cli/table.h"
#include "app/cli/text.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/gpu/bench/result_table.h"
#include "core/table/number_text.h"
#include "core/tuner/gpu_tuner.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <charconv>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace edgewright::cli::gpu_command {

namespace {

struct Arguments {
    std::vector<std::string> kernels, parameters, shapes;
    std::vector<std::int64_t> sizes;
    std::int64_t gpu = 0, samples = 30, runs = 0, steps = 4096, tune = 0; // trials of a shape; 0: not tuned
    std::string output;
    TableWords words;
    bool list = false, check = false, every = false, force = false; // see Outputs
};

std::vector<const gpu::Kernel*> chosen(const Arguments& arguments) {
    std::vector<const gpu::Kernel*> kernels;
    for (const gpu::Kernel* each : gpu::kernels())
        if (arguments.kernels.empty() || std::ranges::count(arguments.kernels, each->name) > 0)
            kernels.push_back(each);
    return kernels;
}

// "1x64x56x56x64x3x1", as many as the kernel has.
Result<gpu::Sizes> shapeOf(const gpu::Kernel& kernel, const std::string& text) {
    gpu::Sizes sizes;
    for (std::size_t at = 0; at <= text.size();) {
        const std::size_t end = std::min(text.find('x', at), text.size());
        std::int64_t size = 0;
        const auto read = std::from_chars(text.data() + at, text.data() + end, size);
        if (read.ec != std::errc() || read.ptr != text.data() + end) break;
        sizes.push_back(size);
        at = end + 1;
    }
    if (sizes.size() == kernel.sizeNames.size() &&
        std::ranges::count(text, 'x') + 1 == static_cast<std::ptrdiff_t>(sizes.size()))
        return sizes;
    std::string names;
    for (const std::string_view each : kernel.sizeNames)
        names += (names.empty() ? "" : "x") + std::string(each);
    return badInput(say("'{1}': the sizes of {2} are {3}", text, kernel.name, names));
}

// Sizes that are one number are those of square matrices, for kernels of matrix products alone.
Result<std::vector<gpu::Sizes>> sizesOf(const gpu::Kernel& kernel, const Arguments& arguments) {
    if (arguments.check) return kernel.odd;
    if (!arguments.shapes.empty()) {
        std::vector<gpu::Sizes> shapes;
        for (const std::string& each : arguments.shapes) {
            ASSIGN_OR_RETURN(shapes.emplace_back(), shapeOf(kernel, each));
        }
        return shapes;
    }
    const bool isProduct = kernel.family == gpu::Family::Product || kernel.family == gpu::Family::TensorProduct;
    if (arguments.sizes.empty() || !isProduct) return kernel.usual;
    std::vector<gpu::Sizes> sizes;
    for (const std::int64_t each : arguments.sizes)
        sizes.push_back({each, each, each});
    return sizes;
}

Result<std::vector<gpu::Wanted>> wantedOf(const Arguments& arguments) {
    std::vector<gpu::Wanted> wanted;
    for (const gpu::Kernel* each : chosen(arguments)) {
        ASSIGN_OR_RETURN(const gpu::Values told, gpu::valuesOf(*each, arguments.parameters));
        ASSIGN_OR_RETURN(const std::vector<gpu::Sizes> shapes, sizesOf(*each, arguments));
        for (const gpu::Sizes& sizes : shapes)
            for (const gpu::Values& values :
                 arguments.every ? gpu::everyValues(*each) : std::vector<gpu::Values>(1, told))
                wanted.push_back({each, sizes, values});
    }
    return wanted;
}

// Of every combination of parameters the fastest that is right; some combinations make no kernel.
void printFastest(const Console& console, const gpu::GpuReport& report) {
    std::map<std::pair<const gpu::Kernel*, gpu::Sizes>, const gpu::KernelResult*> fastest;
    for (const gpu::KernelResult& each : report.kernels) {
        if (!each.isRight() || each.seconds.count == 0) continue;
        const gpu::KernelResult*& best = fastest[{each.kernel, each.sizes}];
        if (!best || each.seconds.median < best->seconds.median) best = &each;
    }
    for (const auto& [of, best] : fastest)
        console.print(say("{1} {2} is fastest with {3}: {4}", of.first->name, gpu::textOf(of.second),
                          gpu::textOf(best->values), secondsText(best->seconds.median)));
}

// Every shape of the chosen kernels, tuned: trials go into the report.
Result<void> tuneInto(gpu::GpuReport& report, gpu::Programs& programs, const Arguments& arguments,
                      const gpu::GpuEffort& effort, Console& console) {
    const std::vector<const gpu::Kernel*> kernels = chosen(arguments);
    tuner::GpuTuneOptions options;
    options.trials = arguments.tune;
    options.effort = effort;
    ASSIGN_OR_RETURN(const std::vector<gpu::Sizes> shapes, sizesOf(*kernels.front(), arguments));
    for (const gpu::Sizes& sizes : shapes) {
        ASSIGN_OR_RETURN(const tuner::GpuTuned tuned,
                         tuner::tuneOnGpu(programs, kernels, sizes, options, console.run()));
        report.kernels.insert(report.kernels.end(), tuned.trials.begin(), tuned.trials.end());
        if (!tuned.refusals.empty())
            console.print(sayCount(
                groups(tuned.refusals.size()), "{2}: {1} combination does not fit and was not tried, {3}: {4}",
                "{2}: {1} combinations do not fit and were not tried, one is {3}: {4}", gpu::textOf(sizes),
                tuned.refusals.front().choice.text(), tuned.refusals.front().reason));
        const auto text = [](const gpu::KernelResult& each) {
            return tuner::GpuChoice{each.kernel, each.values}.text();
        };
        const gpu::KernelResult* const best = tuned.best();
        if (best && tuned.decision.winner)
            console.print(say("{1} is fastest with {2}: {3}, {4} of {5}, measured again in turn",
                              gpu::textOf(sizes), text(*best), secondsText(best->seconds.median),
                              table::percentText(tuned.decision.comparison.ratio),
                              text(tuned.finalists.front())));
        else if (best)
            console.print(say("{1}: nothing is faster beyond doubt than {2}: {3}, measured again in turn",
                              gpu::textOf(sizes), text(*best), secondsText(best->seconds.median)));
        else
            console.print(say("{1}: no combination was right", gpu::textOf(sizes)));
    }
    return {};
}

bool isRight(const gpu::GpuReport& report, bool every) {
    return std::ranges::all_of(report.kernels, [every](const gpu::KernelResult& each) {
        return each.isRight() || (every && !each.problem.empty());
    });
}

Result<ExitStatus> measure(Console& console, const Arguments& arguments) {
    Outputs outputs(console, arguments.force);
    RETURN_IF_ERROR(outputs.check(arguments.output));
    std::vector<gpu::Wanted> wanted;
    if (arguments.tune == 0) {
        ASSIGN_OR_RETURN(wanted, wantedOf(arguments));
    }
    ASSIGN_OR_RETURN(const auto opened, gpu::Gpu::open(static_cast<int>(arguments.gpu)));
    ASSIGN_OR_RETURN(const gpu::Compiler compiler, gpu::Compiler::open(opened->info().capability));
    gpu::Programs programs(opened, compiler);
    gpu::GpuEffort effort;
    effort.samples = static_cast<std::size_t>(arguments.samples);
    effort.runs = static_cast<std::size_t>(arguments.runs);
    effort.roofSteps = arguments.steps;
    effort.onlyChecks = arguments.check;
    ASSIGN_OR_RETURN(gpu::GpuReport measured, gpu::measureGpu(programs, wanted, effort, console.run()));
    if (arguments.tune > 0) RETURN_IF_ERROR(tuneInto(measured, programs, arguments, effort, console));
    const bool isSearch = arguments.every || arguments.tune > 0; // what makes no kernel is no fault
    const auto report = std::make_shared<const gpu::GpuReport>(std::move(measured));
    printGpu(console, *report);
    table::Table table = gpu::kernelResultTable(report);
    if (isSearch) table.head("parameters").on = table::Everywhere;
    printTable(console, table);
    if (arguments.every) printFastest(console, *report);
    for (const gpu::KernelResult& each : report->kernels)
        if (!each.problem.empty() && !isSearch)
            console.note(say("{1} {2}: {3}", each.kernel->name, gpu::textOf(each.sizes), each.problem));
    table::About about = arguments.words.about("Kernels", report->info.name);
    about.origin.front() = "GPU: " + report->info.name;
    RETURN_IF_ERROR(writeTable(outputs, arguments.output, table, about));
    const InEnglish english; // for programs
    Json document = gpuJson(*report);
    document["kernels"] = tableJson(table);
    document["launches"] = opened->launches();
    console.printJson(document);
    return isRight(*report, isSearch) ? Done : AnswerIsNo;
}

Result<ExitStatus> list(Console& console, const Arguments& arguments) {
    Outputs outputs(console, arguments.force);
    RETURN_IF_ERROR(outputs.check(arguments.output));
    const table::Table table = gpu::kernelListTable();
    printTable(console, table);
    table::About about = arguments.words.about("Kernels", "this program");
    about.origin.erase(about.origin.begin()); // no model
    RETURN_IF_ERROR(writeTable(outputs, arguments.output, table, about));
    const InEnglish english;
    console.printJson({{"kernels", tableJson(table)}});
    return Done;
}

Run declare(CLI::App& verb) {
    const auto arguments = std::make_shared<Arguments>();
    std::vector<std::string> names;
    for (const gpu::Kernel* each : gpu::kernels())
        names.emplace_back(each->name);
    CLI::Option* const listed =
        verb.add_flag("--list", arguments->list, say("The kernels that there are, without a GPU"));
    CLI::Option* const checked =
        verb.add_flag("--check", arguments->check,
                      say("Compare each kernel with its reference, on small sizes, without times"));
    repeatable(verb.add_option("--kernel", arguments->kernels, say("Only this one; repeatable")))
        ->type_name("NAME")
        ->check(CLI::IsMember(names));
    CLI::Option* const size =
        repeatable(verb.add_option("--size", arguments->sizes,
                                   say("Matrix products of N x N x N; 1024 and 4096 unless told; repeatable")));
    inRange(size, 1, 65'536);
    CLI::Option* const shape =
        repeatable(verb.add_option("--shape", arguments->shapes,
                                   say("All sizes of the kernels, in the order of --list, as "
                                       "1x64x56x56x64x3x1 of a convolution; repeatable")))
            ->type_name("SIZES")
            ->needs("--kernel")
            ->excludes(size);
    CLI::Option* const every = verb.add_flag(
        "--every", arguments->every,
        say("Each combination of the parameters of the kernels, as --list has them, and the fastest"));
    every->needs("--kernel");
    CLI::Option* const set =
        repeatable(
            verb.add_option("--set", arguments->parameters,
                            say("Another value of a parameter of the kernels, as --list has them; repeatable")))
            ->type_name("NAME=VALUE")
            ->needs("--kernel");
    every->excludes(set);
    CLI::Option* const tune = verb.add_option(
        "--tune", arguments->tune,
        say("So many trials among the parameters of the kernels, which compute the same, for the fastest"));
    inRange(tune, 1, 100'000);
    tune->needs("--kernel")->excludes(every)->excludes(set)->excludes(checked);
    inRange(verb.add_option("--gpu", arguments->gpu, say("Number of the GPU; 0 unless told")), 0, 1'000);
    CLI::Option* const samples =
        verb.add_option("--samples", arguments->samples, say("Samples of each kernel; 30 unless told"));
    inRange(samples, 1, 10'000);
    CLI::Option* const runs = verb.add_option(
        "--runs", arguments->runs, say("Runs in each sample; as many as take 0.2 ms unless told, at most 200"));
    inRange(runs, 1, 10'000);
    CLI::Option* const steps = verb.add_option(
        "--roof-steps", arguments->steps, say("Length of the kernels that measure the roof; 4096 unless told"));
    inRange(steps, 1, 1'000'000);
    auto* output =
        verb.add_option("-o,--output", arguments->output, say("Write the kernels {1}", tableFileWords()));
    output->type_name(tableFileType());
    arguments->words.declare(verb, output);
    Outputs::declareForce(verb, arguments->force);
    listed->excludes(checked);
    checked->excludes(size)->excludes(shape)->excludes(samples)->excludes(runs)->excludes(steps);
    verb.final_callback([arguments] { arguments->words.check(arguments->output); });
    return [arguments](Console& console) {
        return arguments->list ? list(console, *arguments) : measure(console, *arguments);
    };
}

} // namespace

extern const Command entry{
    "gpu", TRANSLATABLE("Verb", "Kernels of our own on an NVIDIA GPU: right, how fast, and how near its roof"),
    declare};

} // namespace edgewright::cli::gpu_command
