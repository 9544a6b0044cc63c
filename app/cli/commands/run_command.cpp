// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments/checks.h"
#include "app/cli/arguments/execution.h"
#include "app/cli/arguments/run_arguments.h"
#include "app/cli/arguments/sample_set.h"
#include "app/cli/command.h"
#include "app/cli/json.h"
#include "app/cli/outputs.h"
#include "app/cli/reports/arena_check.h"
#include "app/cli/reports/difference_report.h"
#include "app/cli/reports/observation.h"
#include "app/cli/reports/run_report.h"
#include "app/cli/reports/saved_values.h"
#include "app/cli/text.h"
#include "core/agent/own_objects.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/exec/compare.h"
#include "core/exec/program.h"
#include "core/exec/tolerance.h"
#include "core/kernels/backend.h"
#include "core/pipeline/backend_case.h"
#include "core/pipeline/provenance.h"

#include <CLI/CLI.hpp>

#include <chrono>

namespace edgewright::cli::run_command {

namespace {

struct Arguments {
    ExecutionArguments execution;
    ImageArguments image;
    LimitArguments limits;
    KernelArguments kernels;
    std::string save, form = "pb", profile, stats, backend;
    std::vector<std::string> capture;
    int threads = 1, repeat = 1, warmup = 0;
    bool guard = false;
    bool force = false; // see Outputs
};

Json outputsJson(const Console& console, const Execution& execution, const std::vector<ir::Tensor>& outputs) {
    const ir::Graph& graph = execution.graph();
    std::vector<pipeline::Provenance> provenance;
    if (!execution.expected.empty()) provenance = pipeline::provenanceOf(graph);
    Json rows = Json::array();
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        const std::string& name = graph.value(graph.outputs[i]).name;
        Json row{{"name", name}, {"dtype", ir::dataTypeName(outputs[i].dtype())}, {"shape", outputs[i].dims()}};
        std::string compared = graph.value(graph.outputs[i]).type.container == ir::Container::Other
                                   ? say("  scores, in place of maps")
                                   : "";
        if (const auto expected = execution.expected.find(i); expected != execution.expected.end()) {
            const exec::Difference difference = exec::compare(outputs[i], expected->second);
            const pipeline::Provenance& from = provenance[graph.outputs[i].index()];
            const auto tolerance = exec::Tolerance::norm(exec::Tolerance().limit, from.coarsest);
            // Where the seed decides the numbers, both may have the same.
            const bool agrees = exec::agrees(difference, outputs[i].dtype(), tolerance);
            const std::string drawnBy = agrees ? std::string() : from.drawnBy;
            const std::string reason =
                pipeline::incomparable(outputs[i].type(), expected->second.type(), difference);
            if (drawnBy.empty())
                addDifference(row, difference, reason, "_error");
            else
                addNotCompared(row, drawnBy, "_error");
            compared = "  " + (drawnBy.empty() ? textOf(difference, reason)
                                               : say("not compared: {1}", pipeline::whyNotCompared(drawnBy)));
        }
        rows.push_back(std::move(row));
        if (console.json) continue;
        console.print(say("output  {1}  {2}{3}", name, outputs[i].type().text(), compared));
        for (const std::string& line : summaryOf(outputs[i]))
            console.print("        " + line);
    }
    return rows;
}

std::vector<onnx::NamedTensor> named(const ir::Graph& graph, const std::vector<ir::Tensor>& outputs) {
    std::vector<onnx::NamedTensor> result;
    for (std::size_t i = 0; i < outputs.size(); ++i)
        result.push_back({graph.value(graph.outputs[i]).name, outputs[i]});
    return result;
}

Outputs outputsOf(Console& console, const Arguments& arguments) {
    Outputs outputs(console, arguments.force);
    outputs.readsModel(arguments.execution.model.model);
    outputs.reads(arguments.execution.feeds.data);
    outputs.reads(arguments.stats);
    for (const std::string& input : arguments.execution.feeds.inputs)
        outputs.reads(input.substr(input.find('=') + 1)); // of FILE.npz alone, the whole
    return outputs;
}

Result<ExitStatus> run(Console& console, Arguments arguments) {
    arguments.execution.feeds.image = arguments.image.options();
    if (!arguments.backend.empty())
        if (const auto backend = kernels::Backend::load(arguments.backend); !backend)
            throw CLI::ValidationError("--backend", backend.error().message);
    Outputs outputs = outputsOf(console, arguments);
    for (const auto& good : {checkFolder(arguments.save), outputs.check(arguments.profile)})
        if (!good) return good.error();
    ASSIGN_OR_RETURN(auto prepared, prepare(console, arguments.execution));
    const Execution& execution = prepared;
    const ir::Graph& graph = execution.graph();
    const auto fail = [&](const Error& error) { return Error(error).within(arguments.execution.model.model); };
    ASSIGN_OR_RETURN(const auto looked, lookAt(graph, arguments.capture, arguments.stats));
    exec::RunOptions options;
    options.threads = arguments.threads;
    options.backend = arguments.backend;
    options.timeNodes = true;
    arguments.kernels.apply(options);
    ASSIGN_OR_RETURN(auto decided, arguments.kernels.tunedOn(arguments.threads, console));
    if (decided) {
        if (!arguments.execution.fuse)
            console.note(say("{1}: tune tunes the kernels of the fused network; --fuse runs that one",
                             arguments.kernels.tuned));
        RETURN_IF_ERROR(arguments.kernels.choose(*std::move(decided), execution.givenGraph(),
                                                 execution.opsets(), arguments.execution.model.model, true,
                                                 console, options));
        ASSIGN_OR_RETURN(options.loaded, agent::loadOwn(agent::ownObjectsFolder(), options.generated));
    }
    options.loopTripLimit = arguments.limits.trips;
    options.memoryLimitBytes = arguments.execution.model.memory.runBytes();
    if (execution.arena) options.arena = &*execution.arena;
    options.roundHalves = execution.arena.has_value(); // as in the arena, so that both runs can be compared

    exec::Program program(graph, execution.opsets());
    std::optional<exec::RunResult> last;
    std::vector<double> milliseconds;
    for (int i = -arguments.warmup; i < arguments.repeat; ++i) {
        const auto start = std::chrono::steady_clock::now();
        auto result = program.run(execution.feeds, options, console.run());
        const std::chrono::duration<double, std::milli> elapsed = std::chrono::steady_clock::now() - start;
        if (!result) return fail(result.error());
        if (i >= 0) milliseconds.push_back(elapsed.count());
        last = std::move(*result);
    }

    Json document = documentOf(*execution.whole, {{"outputs", outputsJson(console, execution, last->outputs)}});
    const Json latency = latencyJson(milliseconds);
    console.print(say("latency  {1} median of {2}, peak memory {3}, {4}, {5}",
                      secondsText(latency["median"].get<double>() / 1e3),
                      sayCount(groups(milliseconds.size()), "{1} run", "{1} runs"), bytesText(last->peakBytes),
                      sayCount(groups(last->operatorCalls), "{1} operator call", "{1} operator calls"),
                      sayCount(groups(last->allocations), "{1} allocation", "{1} allocations")));
    const auto algorithms = ops::algorithmsOf(graph, options.algorithm);
    const std::string counts = arguments.backend.empty() ? algorithmsText(algorithms) : std::string();
    console.print((counts.empty() ? "" : counts + "; ") + arguments.kernels.denormalsText());
    if (!console.json) printSlowest(console, graph, last->timings);
    if (arguments.backend.empty()) document["convolutions"] = algorithmsJson(algorithms);
    document["denormals"] = arguments.kernels.keepDenormals ? "kept" : "zero";
    document["latency_ms"] = latency;
    document["peak_bytes"] = last->peakBytes;
    document["value_bytes"] = last->valueBytes;
    document["scratch_bytes"] = last->scratchBytes();
    document["prepared_bytes"] = last->preparedBytes;
    document["allocations"] = last->allocations;
    document["operator_calls"] = last->operatorCalls;

    document["left_out"] = leftOutJson(*execution.whole, execution.part);
    bool good = execution.part.outputs.empty(); // else some of the model's are not computed
    std::vector<onnx::NamedTensor> captured;
    if (execution.arena || looked.any()) {
        const auto seen = observe(console, execution, options, looked);
        if (!seen) return fail(seen.error());
        if (execution.arena) {
            const auto findings =
                judgeArena(console, execution, options, last->outputs, seen->outputs, arguments.guard);
            if (!findings) return fail(findings.error());
            good = reportArena(console, *execution.plan, *last, *findings, document) && good;
        }
        if (!looked.wanted.empty()) good = reportStats(console, execution, looked, *seen, document) && good;
        for (const Capture& each : looked.captures) {
            const auto found = seen->captured.find(each.value);
            if (found == seen->captured.end())
                return edgewright::badInput(say("--capture {1}: nothing computes this value", each.name));
            captured.push_back({each.name, found->second});
        }
    }
    if (!arguments.save.empty()) {
        ASSIGN_OR_RETURN(document["saved"], saveValues(outputs, arguments.save, arguments.form,
                                                       named(graph, last->outputs), captured));
    }
    if (!arguments.profile.empty())
        RETURN_IF_ERROR(outputs.write(arguments.profile, traceText(graph, last->timings)));
    document["per_node"] = perNodeJson(graph, last->timings);
    console.printJson(document);
    return good ? Done : AnswerIsNo;
}

void declareInputs(CLI::App& verb, Arguments& arguments) {
    verb.add_option(
            "--data", arguments.execution.feeds.data,
            say("A folder with input_0.pb (or .npy), ... whose output_0.pb, ... are compared, or an .npz with "
                "members by input and output name"))
        ->type_name("DIR|FILE.npz");
    repeatable(
        verb.add_option("--input", arguments.execution.feeds.inputs,
                        say("An input from .pb, .npy, .npz, .png, .jpg or .bmp; FILE.npz alone has members "
                            "by input name, and as in data sets 'scale' and 'offset' of integers; "
                            "repeatable")))
        ->type_name("NAME=FILE")
        ->check(inputProblem);
    declareSeed(verb, arguments.execution.seed, say("Seed of the inputs that no file gives"));
}

void declareOutputs(CLI::App& verb, Arguments& arguments) {
    CLI::Option* save =
        verb.add_option("--save", arguments.save, say("Write the outputs into this folder"))->type_name("DIR");
    oneOf(verb.add_option("--save-as", arguments.form,
                          say("output_0.pb, ..., output_0.npy, ... or all in outputs.npz"))
              ->capture_default_str()
              ->needs(save),
          {"pb", "npy", "npz"});
    repeatable(
        verb.add_option("--capture", arguments.capture, say("Save this intermediate value, too; repeatable")))
        ->type_name("NAME")
        ->needs(save);
    verb.add_option("--stats", arguments.stats,
                    say("Compare all values with these statistics (shape, l2, nonfinite by value name) and "
                        "list the first "
                        "that differ; exit status 1 if any does. Norms may differ by 1e-4, or by 1e-7 times "
                        "the root of "
                        "the "
                        "number of elements; by 0.0039 where float16 was computed on the way, 0.031 with "
                        "bfloat16. What "
                        "follows "
                        "from random numbers is not compared"))
        ->type_name("FILE.json");
    verb.add_option("--profile", arguments.profile, say("Write a Chrome trace of the last run"))
        ->type_name("FILE.json");
    Outputs::declareForce(verb, arguments.force);
}

Run declare(CLI::App& verb) {
    const auto arguments = std::make_shared<Arguments>();
    arguments->execution.model.declare(verb);
    declareInputs(verb, *arguments);
    declareOutputs(verb, *arguments);
    verb.add_option("--backend", arguments->backend, say("A library for the convolutions: onednn"))
        ->type_name("NAME");
    threadCounts(verb.add_option("--threads", arguments->threads, say("Threads"))->capture_default_str());
    inRange(verb.add_option("--repeat", arguments->repeat, say("Timed runs"))->capture_default_str(), 1,
            1000000);
    inRange(verb.add_option("--warmup", arguments->warmup, say("Runs before the timed ones"))
                ->capture_default_str(),
            0, 1000000);
    verb.add_flag("--fuse", arguments->execution.fuse, say("Run the fused graph"));
    CLI::Option* arena =
        verb.add_flag("--arena", arguments->execution.arena,
                      say("Run inside the planned arena, where float16 and bfloat16 are rounded after each "
                          "operator; compared with "
                          "a run without it and the same arithmetic, exit status 1 if not identical"));
    verb.add_flag("--guard", arguments->guard,
                  say("Also prove that no operator writes in the arena beside its outputs"))
        ->needs(arena);
    arguments->execution.search.declare(verb, false);
    for (const char* option : {"--planner", "--schedule", "--time-limit", "--scratch"})
        verb.get_option(option)->needs(arena);
    arguments->kernels.declare(verb);
    arguments->kernels.declareTuned(
        verb, say("kernels run as was decided there, those of the fused network with --fuse"));
    arguments->limits.declare(verb);
    arguments->image.declare(verb);
    return [arguments](Console& console) { return run(console, *arguments); };
}

} // namespace

extern const Command entry{"run", TRANSLATABLE("Verb", "Execute in FP32 on this machine"), declare};

} // namespace edgewright::cli::run_command
