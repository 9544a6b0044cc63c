// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments/checks.h"
#include "app/cli/arguments/execution.h"
#include "app/cli/arguments/field_options.h"
#include "app/cli/arguments/run_arguments.h"
#include "app/cli/arguments/sample_set.h"
#include "app/cli/board.h"
#include "app/cli/command.h"
#include "app/cli/json.h"
#include "app/cli/outputs.h"
#include "app/cli/reports/measure_report.h"
#include "app/cli/table.h"
#include "app/cli/text.h"
#include "core/base/field_json.h"
#include "core/base/file_lock.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/base/written_file.h"
#include "core/device/against.h"
#include "core/device/calibration.h"
#include "core/device/gpu/gpu_run.h"
#include "core/device/probe/probe.h"
#include "core/device/record/record_table.h"
#include "core/device/record/record_text.h"
#include "core/device/roof/fitted_roof.h"
#include "core/device/roof/operator_export.h"
#include "core/device/roof/roof_accelerator.h"
#include "core/device/roof/roof_doubts.h"
#include "core/device/roof/roof_text.h"
#include "core/device/this_machine.h"
#include "core/measure/effort_fields.h"
#include "core/trace/trace_file.h"
#include "core/tune/log_format.h"
#include "core/tuner/gpu_network_tuner.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

namespace edgewright::cli::measure_command {

namespace {

struct Arguments {
    ExecutionArguments execution;
    ImageArguments image;
    KernelArguments kernels;
    std::vector<std::string> variants{"baseline", "fusion", "reuse", "both"};
    std::vector<int> threads; // empty: one; of the roof also all that there are
    std::string backend, output, operators, save, profile, compare, calibrate;
    TableWords words; // of the output
    std::string roofFile, accelerator;
    std::string device; // a host that was added; empty: this machine
    FieldOptions<measure::Effort> effort{measure::effortFields()};
    bool roof = false;  // of the machine, and no model
    bool force = false; // see Outputs
};

constexpr std::string_view TunedVariant = "tuned"; // both, with the kernels of --tuned

using Decided = std::map<std::size_t, tuner::Decisions>; // by place of the variant

// Each variant on each number of threads.
Result<std::vector<device::Variant>> variantsOf(const Console& console, const Arguments& arguments,
                                                Decided& decisions) {
    exec::RunOptions options;
    arguments.kernels.apply(options);
    std::vector<device::Variant> variants;
    for (const int threads : arguments.threads.empty() ? std::vector<int>{1} : arguments.threads)
        for (const std::string& name : arguments.variants) {
            const bool isTuned = name == TunedVariant;
            if (isTuned && arguments.kernels.tuned.empty())
                throw CLI::ValidationError(
                    "--variants", say("tuned runs the kernels of a log: name it with --tuned FILE.jsonl; "
                                      "tune MODEL -o FILE.jsonl writes one"));
            auto variant = device::variantNamed(isTuned ? "both" : name);
            if (!variant) throw CLI::ValidationError("--variants", variant.error().message);
            if (isTuned) variant->name = name;
            if (isTuned && !isThisGpu(arguments.device)) {
                ASSIGN_OR_RETURN(auto decided, arguments.kernels.tunedOn(threads, console));
                decisions.emplace(variants.size(), *std::move(decided));
            }
            if (device::isOfGpu(*variant) && !isThisGpu(arguments.device))
                throw CLI::ValidationError("--variants",
                                           say("{1} is for --device {2}", variant->name, device::ThisGpu));
            if (variant->backend.empty()) variant->backend = arguments.backend;
            variant->algorithm = options.algorithm;
            variant->flushDenormals = options.flushDenormals;
            variants.push_back(device::onThreads(*std::move(variant), threads));
            if (std::ranges::count(variants, variants.back().name, &device::Variant::name) > 1)
                throw CLI::ValidationError("--variants", say("'{1}' is given twice", variants.back().name));
        }
    return variants;
}

// Of the variant that is tuned, where there is one: what the log has for such a GPU.
Result<device::TunedOnGpu> tunedOnGpu(const gpu::Programs& programs, const Arguments& arguments,
                                      const Console& console) {
    if (std::ranges::find(arguments.variants, TunedVariant) == arguments.variants.end())
        return device::TunedOnGpu();
    const std::string& file = arguments.kernels.tuned;
    ASSIGN_OR_RETURN(const auto reading, tune::readLog(file));
    console.list(reading.diagnostics);
    auto launches =
        tuner::tunedOnGpuFrom(reading.log, "sm_" + std::to_string(programs.gpu()->info().capability));
    if (!launches) return Error(launches.error()).within(file);
    if (launches->empty())
        console.note(
            say("{1}: no kernel was faster than its default beyond doubt: all keep their own rules", file));
    return device::TunedOnGpu{std::string(TunedVariant), *std::move(launches)};
}

// That a file holds, which grows; empty where there is none yet.
Result<device::Calibration> calibrationIn(const std::string& file) {
    if (!std::filesystem::exists(file)) return device::Calibration();
    ASSIGN_OR_RETURN(auto calibration, device::readCalibration(file));
    if (!calibration.networks.empty() && !calibration.isOfThisMachine())
        return edgewright::badInput(say("{1}: is of {2} ({3}, {4}); expected one of this machine", file,
                                        calibration.machine.text(), calibration.machine.name, calibration.isa));
    return calibration;
}

// To what is in the file now: other processes may have measured meanwhile.
Result<void> addTo(const std::string& file, const device::Record& record) {
    ASSIGN_OR_RETURN(const FileLock lock, FileLock::around(file));
    ASSIGN_OR_RETURN(device::Calibration calibration, calibrationIn(file));
    calibration.add(record);
    return writeText(file, device::calibrationJson(calibration));
}

// The difference between the roof and what the program fitted to networks on this machine before; empty where
// it has fitted nothing.
std::string disagreementOf(const device::Roof& roof) {
    const auto known = device::readCalibration(device::calibrationFile());
    if (!known || known->machine != roof.machine || known->isa != roof.isa || known->networks.empty())
        return {};
    return device::disagreementText(roof,
                                    device::fittedRoof(device::calibrated(*known), known->machine, known->isa));
}

Result<ExitStatus> measureMachine(Console& console, const Arguments& arguments) {
    Outputs outputs(console, arguments.force);
    for (const std::string* file : {&arguments.output, &arguments.accelerator})
        RETURN_IF_ERROR(outputs.check(*file));
    protocol::RoofOrder order{.threads = arguments.threads};
    measure::Effort effort{.seconds = order.seconds};
    arguments.effort.applyTo(effort);
    order.seconds = effort.seconds;
    ASSIGN_OR_RETURN(const auto roof, roofOn(console, arguments.device, order));
    printRoof(console, *roof);
    Json report = roofReport(*roof);
    report["disagreement"] = disagreementOf(*roof);
    if (const std::string text = report["disagreement"]; !text.empty()) console.print(text);
    console.printJson(report);
    if (!arguments.output.empty()) RETURN_IF_ERROR(outputs.write(arguments.output, device::roofJson(*roof)));
    if (arguments.accelerator.empty()) return Done;
    const auto measured =
        device::acceleratorOf(*roof, roof->threads.back().threads, device::Arithmetic::Float32);
    if (!measured) return edgewright::badInput(say("the roof has no bandwidth: it makes no accelerator"));
    RETURN_IF_ERROR(outputs.write(arguments.accelerator, device::acceleratorJson(*measured)));
    return Done;
}

// What makes the shares of a roof another thing than they seem.
void noteDifferences(const Console& console, const device::Roof& roof, const device::Record& record) {
    if (roof.machine.processor != record.machine.processor || roof.machine.name != record.machine.name)
        console.note(say("note: the roof is that of {1} ({2})", roof.machine.text(), roof.machine.name));
    if (roof.isa != record.isa) console.note(say("note: the roof is that of kernels for {1}", roof.isa));
    std::set<int> told;
    for (const device::VariantRecord& each : record.variants)
        if (const int threads = each.variant.threads; !roof.on(threads) && told.insert(threads).second)
            console.note(sayCount(threads, "note: the roof has nothing for {1} thread",
                                  "note: the roof has nothing for {1} threads"));
}

Result<ExitStatus> run(Console& console, Arguments arguments) {
    if (arguments.roof) return measureMachine(console, arguments);
    device::Task task;
    Decided decisions;
    ASSIGN_OR_RETURN(task.variants, variantsOf(console, arguments, decisions));
    arguments.execution.feeds.image = arguments.image.options();
    arguments.execution.fuse = std::ranges::any_of(
        task.variants, [](const device::Variant& each) { return each.fusion && !each.quantized; });
    Outputs outputs(console, arguments.force);
    outputs.readsModel(arguments.execution.model.model);
    outputs.reads(arguments.execution.feeds.data);
    outputs.reads(arguments.compare);
    outputs.reads(arguments.roofFile);
    for (const std::string* file :
         {&arguments.output, &arguments.operators, &arguments.save, &arguments.profile, &arguments.calibrate})
        RETURN_IF_ERROR(outputs.check(*file));
    std::optional<trace::Trace> other; // read before anything is measured
    if (!arguments.compare.empty()) {
        ASSIGN_OR_RETURN(other, trace::readTrace(std::filesystem::path(arguments.compare), console.run()));
    }
    std::optional<device::Roof> roof;
    if (!arguments.roofFile.empty()) {
        ASSIGN_OR_RETURN(roof, device::readRoof(arguments.roofFile));
    }
    if (!arguments.calibrate.empty() && !arguments.device.empty())
        throw CLI::ValidationError(say("--calibrate is of this machine: not with --device"));
    if (!arguments.calibrate.empty()) RETURN_IF_ERROR(calibrationIn(arguments.calibrate));
    std::optional<gpu::Programs> gpu; // opened before anything is prepared for it
    device::TunedOnGpu tuned;
    if (isThisGpu(arguments.device)) {
        ASSIGN_OR_RETURN(gpu, device::openThisGpu());
        ASSIGN_OR_RETURN(tuned, tunedOnGpu(*gpu, arguments, console));
    }
    ASSIGN_OR_RETURN(auto prepared, prepare(console, arguments.execution));
    const bool isHere = arguments.device.empty() || arguments.device == remote::ThisMachine;
    for (auto& [place, decided] : decisions)
        RETURN_IF_ERROR(arguments.kernels.choose(std::move(decided), prepared.givenGraph(), prepared.opsets(),
                                                 arguments.execution.model.model, isHere, console,
                                                 task.variants[place]));
    task.typed = prepared.typed;
    task.history = prepared.history;
    task.feeds = std::move(prepared.feeds);
    task.planning = arguments.execution.search.options();
    arguments.effort.applyTo(task.effort);
    if (task.effort.uncertainty == 0) task.effort.maxBlocks = measure::MaxBlocks;
    task.effort.seed = task.int8.seed = arguments.execution.seed;
    task.memoryLimitBytes = arguments.execution.model.memory.runBytes();

    const auto record =
        gpu ? measuredOnGpu(console, *gpu, task, tuned) : measuredOn(console, arguments.device, task);
    if (!record) return Error(record.error()).within(arguments.execution.model.model);
    const device::Roof* const given = roof ? &*roof : nullptr;
    if (given) noteDifferences(console, *given, **record);
    printRecord(console, *record, given);
    Json report = documentOf(*prepared.whole, recordReport(*record, given));
    writeFields(report["effort"], measure::effortFields(), task.effort);
    report["nodes_left_out"] = leftOutJson(*prepared.whole, prepared.part);
    const device::Variant& last = (*record)->variants.back().variant;
    if (last.backend.empty() && !last.quantized) {
        const auto algorithms =
            ops::algorithmsOf(last.fusion ? task.history->graph : *task.typed->graph, last.algorithm);
        const std::string counts = algorithmsText(algorithms);
        console.print((counts.empty() ? "" : counts + "; ") + arguments.kernels.denormalsText());
        report["convolutions"] = algorithmsJson(algorithms);
    }
    report["denormals"] = last.flushDenormals ? "zero" : "kept";
    if (other) {
        const device::VariantRecord& shown = (*record)->variants.back();
        const auto compared =
            device::against(shown, *task.typed->graph, *other, trace::matchTo(*other, *task.typed->graph));
        if (!compared) return Error(compared.error()).within(arguments.compare);
        printAgainst(console, shown.variant.title(), *compared);
        report["against"] = againstReport(*compared);
    }
    console.printJson(report);
    const std::string& model = arguments.execution.model.model;
    RETURN_IF_ERROR(writeTable(outputs, arguments.output, device::sampleTable(*record),
                               arguments.words.about("Times of each run", model)));
    RETURN_IF_ERROR(writeTable(outputs, arguments.operators, device::profileTable(*record, {.roof = given}),
                               arguments.words.aboutOther("Times of the operators", model)));
    const std::pair<const std::string&, std::function<std::string()>> files[] = {
        {arguments.save, [&] { return device::recordJson(**record); }},
        {arguments.profile, [&] { return trace::chromeText(device::traceOf(**record)); }}};
    for (const auto& [file, text] : files)
        if (!file.empty()) RETURN_IF_ERROR(outputs.write(file, text()));
    if (!arguments.calibrate.empty()) { // no question whether to overwrite it
        if (const std::string load = device::loadText(**record); !load.empty())
            console.note(say("warning: measured under load ({1}): predictions from {2} say so; what it has of "
                             "this model without load is kept",
                             load, arguments.calibrate));
        RETURN_IF_ERROR(addTo(arguments.calibrate, **record));
    }
    return Done;
}

// What only makes sense for a model.
void declareOfModels(CLI::App& verb, Arguments& arguments, CLI::Option& roof) {
    const auto ofModel = [&](CLI::Option* option) {
        option->excludes(&roof);
        return option;
    };
    ofModel(repeatable(verb.add_option(
                "--variants", arguments.variants,
                say("Ways to run it, in turn: baseline, fusion, reuse, both, and int8: quantized "
                    "on what lies beside the model, fused, in an arena; tuned: both with --tuned; fp16: on a "
                    "GPU, both with products of halves"))))
        ->type_name("NAME,...")
        ->delimiter(',')
        ->capture_default_str();
    ofModel(verb.add_option("--backend", arguments.backend, say("A library for the convolutions: onednn")))
        ->type_name("NAME");
    arguments.kernels.declare(verb);
    arguments.kernels.declareTuned(verb, say("the variant tuned runs with its kernels"));
    ofModel(verb.get_option("--tuned"));
    ofModel(verb.get_option("--within"))->type_name("PERCENT");
    ofModel(verb.add_option("--data", arguments.execution.feeds.data,
                            say("A folder with input_0.pb (or .npy), ..., or an .npz")))
        ->type_name("DIR|FILE.npz");
    ofModel(repeatable(verb.add_option("--input", arguments.execution.feeds.inputs,
                                       say("An input from .pb, .npy, .npz, .png, .jpg or .bmp; repeatable"))))
        ->type_name("NAME=FILE")
        ->check(inputProblem);
    declareSeed(verb, arguments.execution.seed,
                say("Seed of the inputs that no file gives, and of the order of the runs"));
    arguments.execution.search.declare(verb, false);
    arguments.image.declare(verb);
    ofModel(verb.add_option("--operators", arguments.operators,
                            say("Write the time of every operator {1}", tableFileWords())))
        ->type_name(tableFileType());
    ofModel(
        verb.add_option("--save", arguments.save, say("Write the whole record: samples, operators, machine")))
        ->type_name("FILE.json");
    ofModel(verb.add_option("--profile", arguments.profile,
                            say("Write the operators as a Chrome trace, a track for each variant")))
        ->type_name("FILE.json");
    ofModel(
        verb.add_option("--calibrate", arguments.calibrate,
                        say("Add the time of every operator to what is known of this machine (fuse --device)")))
        ->type_name("FILE.json");
    ofModel(verb.add_option("--compare", arguments.compare,
                            say("A profile of ONNX Runtime, PyTorch, trtexec, TVM or Nsight Systems that the "
                                "last variant stands "
                                "beside, part by part")))
        ->type_name("FILE.json");
    ofModel(
        verb.add_option("--roof-file", arguments.roofFile,
                        say("What --roof -o wrote: every operator gets its share of what the machine allows")))
        ->type_name("FILE.json");
}

Run declare(CLI::App& verb) {
    const auto arguments = std::make_shared<Arguments>();
    arguments->execution.model.declare(verb, false);
    CLI::Option* const roof =
        verb.add_flag("--roof", arguments->roof,
                      say("No model: what the machine reaches at most, and how near kernels come to it"));
    verb.add_option(
            "--device", arguments->device,
            say("A board that was added (remote add): a network there, whose outputs are compared with this "
                "machine's, or with --roof the board itself; gpu: the network on the NVIDIA GPU of this "
                "machine"))
        ->type_name("NAME");
    threadCounts(
        repeatable(verb.add_option("--threads", arguments->threads,
                                   say("Each variant on so many threads, and on so many; 1 unless told, "
                                       "with --roof 1 and as many as there are"))))
        ->type_name("N,...")
        ->delimiter(',');
    arguments->effort.declare(verb, measure::EndGroup);
    CLI::Option* const seconds = verb.get_option("--seconds")->type_name("S");
    seconds->description(say("{1}, with --roof 5", seconds->get_description()));
    declareOfModels(verb, *arguments, *roof);
    CLI::Option* const output =
        verb.add_option("-o,--output", arguments->output,
                        say("Write every sample {1}; with --roof the roof as JSON", tableFileWords()))
            ->type_name(tableFileType());
    arguments->words.declare(verb, output);
    for (const char* word : {"--caption", "--label"})
        verb.get_option(word)->excludes(roof);
    verb.add_option("--accelerator", arguments->accelerator,
                    say("Write the roof of the most threads, in fp32, for cost --accelerator"))
        ->type_name("FILE.json")
        ->needs(roof);
    Outputs::declareForce(verb, arguments->force);
    verb.final_callback([arguments] {
        if (arguments->execution.model.model.empty() != arguments->roof)
            throw CLI::ValidationError(say("give either MODEL or --roof"));
        checkTableFile("--operators", arguments->operators);
        if (!arguments->roof) arguments->words.check(arguments->output);
    });
    return [arguments](Console& console) { return run(console, *arguments); };
}

} // namespace

extern const Command entry{
    "measure",
    TRANSLATABLE("Verb",
                 "Time it on this machine or a board, with intervals, variant against variant; or the machine"),
    declare};

} // namespace edgewright::cli::measure_command
