// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/execution.h"
#include "core/exec/compare.h"
#include "core/exec/program.h"
#include "core/onnx/tensor_file.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <fstream>
#include <numeric>

namespace edgewright::cli {

namespace {

struct Arguments {
    ExecutionArguments execution;
    std::string save, profile;
    int threads = 1, repeat = 1, warmup = 0;
};

// Nearest-rank percentile of sorted samples.
double percentile(const std::vector<double>& sorted, double share) {
    const auto rank = static_cast<std::size_t>(std::ceil(share * static_cast<double>(sorted.size())));
    return sorted[std::clamp<std::size_t>(rank, 1, sorted.size()) - 1];
}

Json latencyJson(std::vector<double> milliseconds) {
    std::ranges::sort(milliseconds);
    const std::size_t n = milliseconds.size();
    const double median = n % 2 ? milliseconds[n / 2] : (milliseconds[n / 2 - 1] + milliseconds[n / 2]) / 2;
    return {{"min", milliseconds.front()},
            {"median", median},
            {"p95", percentile(milliseconds, 0.95)},
            {"p99", percentile(milliseconds, 0.99)},
            {"mean", std::accumulate(milliseconds.begin(), milliseconds.end(), 0.0) / static_cast<double>(n)}};
}

std::int64_t trafficBytes(const ir::Graph& graph, const ir::Node& node) {
    std::int64_t bytes = 0;
    for (const auto* ids : {&node.inputs, &node.outputs})
        for (const ValueId id : *ids)
            if (id.valid()) bytes += graph.value(id).type.bytes().value_or(0);
    return bytes;
}

Json perNodeJson(const ir::Graph& graph, const std::vector<exec::NodeTiming>& timings) {
    Json rows = Json::array();
    for (const exec::NodeTiming& timing : timings) {
        const ir::Node& node = graph.node(timing.node);
        rows.push_back({{"name", node.label()},
                        {"op", node.op},
                        {"us", timing.microseconds},
                        {"macs", ops::macsOf(graph, node)},
                        {"bytes", trafficBytes(graph, node)}});
    }
    return rows;
}

// Chrome's trace event format: complete events on one track.
Result<void> writeTrace(const std::string& file, const ir::Graph& graph,
                        const std::vector<exec::NodeTiming>& timings) {
    Json events = Json::array();
    double at = 0;
    for (const exec::NodeTiming& timing : timings) {
        const ir::Node& node = graph.node(timing.node);
        events.push_back({{"ph", "X"},
                          {"pid", 1},
                          {"tid", 1},
                          {"cat", "Node"},
                          {"name", node.label()},
                          {"ts", at},
                          {"dur", timing.microseconds},
                          {"args", {{"op", node.op}}}});
        at += timing.microseconds;
    }
    std::ofstream stream(file);
    stream << Json{{"traceEvents", events}, {"displayTimeUnit", "ms"}}.dump(1, ' ', false,
                                                                            Json::error_handler_t::replace);
    stream.close();
    if (!stream) return edgewright::badInput("cannot write " + file);
    return {};
}

Result<void> saveOutputs(const std::string& folder, const ir::Graph& graph,
                         const std::vector<ir::Tensor>& outputs) {
    std::error_code failed;
    std::filesystem::create_directories(folder, failed);
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        const auto file = std::filesystem::path(folder) / ("output_" + std::to_string(i) + ".pb");
        if (auto written = onnx::writeTensorFile(file, graph.value(graph.outputs[i]).name, outputs[i]);
            !written)
            return written;
    }
    return {};
}

int run(Console& console, const Arguments& arguments) {
    auto prepared = prepare(console, arguments.execution);
    if (!prepared) return console.fail(prepared.error());
    const Execution& execution = *prepared;
    const ir::Graph& graph = execution.graph();
    exec::RunOptions options;
    options.threads = arguments.threads;
    if (execution.arena) options.arena = &*execution.arena;

    exec::Program program(graph, execution.opsets());
    std::optional<exec::RunResult> last;
    std::vector<double> milliseconds;
    for (int i = -arguments.warmup; i < arguments.repeat; ++i) {
        const auto start = std::chrono::steady_clock::now();
        auto result = program.run(execution.feeds, options, console.run());
        const std::chrono::duration<double, std::milli> elapsed = std::chrono::steady_clock::now() - start;
        if (!result) return console.fail(Error(result.error()).within(arguments.execution.model.model));
        if (i >= 0) milliseconds.push_back(elapsed.count());
        last = std::move(*result);
    }

    Json outputs = Json::array();
    for (std::size_t i = 0; i < last->outputs.size(); ++i) {
        const ir::Tensor& tensor = last->outputs[i];
        const std::string& name = graph.value(graph.outputs[i]).name;
        Json row{{"name", name}, {"dtype", ir::dataTypeName(tensor.dtype())}, {"shape", tensor.dims()}};
        std::string compared;
        if (i < execution.expected.size()) {
            const exec::Difference difference = exec::compare(tensor, execution.expected[i]);
            row["max_abs_error"] = difference.maxAbs;
            row["max_rel_error"] = difference.maxRel;
            row["rel_norm"] = difference.relNorm;
            compared = "  max |error| " + scientific(difference.maxAbs) + ", relative (norm) " +
                       scientific(difference.relNorm);
        }
        outputs.push_back(std::move(row));
        console.print("output  " + name + "  " + tensor.type().text() + compared);
    }
    const Json latency = latencyJson(milliseconds);
    console.print("latency  " + fixed(latency["median"].get<double>(), 3) + " ms median of " +
                  std::to_string(milliseconds.size()) + ", peak memory " + bytesText(last->peakBytes) + ", " +
                  std::to_string(last->operatorCalls) + " operator calls, " +
                  std::to_string(last->allocations) + " allocations");
    if (!arguments.save.empty())
        if (const auto saved = saveOutputs(arguments.save, graph, last->outputs); !saved)
            return console.fail(saved.error());
    if (!arguments.profile.empty())
        if (const auto written = writeTrace(arguments.profile, graph, last->timings); !written)
            return console.fail(written.error());
    console.printJson({{"outputs", outputs},
                       {"latency_ms", latency},
                       {"peak_bytes", last->peakBytes},
                       {"allocations", last->allocations},
                       {"operator_calls", last->operatorCalls},
                       {"per_node", perNodeJson(graph, last->timings)}});
    return Done;
}

std::function<int(Console&)> declare(CLI::App& verb) {
    const auto arguments = std::make_shared<Arguments>();
    arguments->execution.model.declare(verb);
    verb.add_option("--data", arguments->execution.feeds.data,
                    "A folder with input_0.pb, ...; output_0.pb, ... are compared");
    verb.add_option("--input", arguments->execution.feeds.inputs,
                    "NAME=FILE (.pb, .npy, .png, .jpg, .bmp); repeatable")
        ->take_all();
    verb.add_option("--seed", arguments->execution.seed, "Seed of the inputs that no file gives")
        ->capture_default_str();
    verb.add_option("--save", arguments->save, "Write output_0.pb, ... into this folder");
    verb.add_option("--threads", arguments->threads, "Threads")
        ->capture_default_str()
        ->check(CLI::Range(1, 256));
    verb.add_option("--repeat", arguments->repeat, "Timed runs")
        ->capture_default_str()
        ->check(CLI::Range(1, 1000000));
    verb.add_option("--warmup", arguments->warmup, "Runs before the timed ones")
        ->capture_default_str()
        ->check(CLI::Range(0, 1000000));
    verb.add_flag("--fuse", arguments->execution.fuse, "Run the fused graph");
    verb.add_flag("--arena", arguments->execution.arena, "Run inside the planned arena");
    verb.add_option("--profile", arguments->profile, "Write a Chrome trace of the last run");
    return [arguments](Console& console) { return run(console, *arguments); };
}

} // namespace

extern const Command run_command;
const Command run_command{"run", "Execute in FP32 on this machine", declare};

} // namespace edgewright::cli
