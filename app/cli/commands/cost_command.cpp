// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/checks.h"
#include "app/cli/command.h"
#include "app/cli/json.h"
#include "app/cli/layer_table.h"
#include "app/cli/model_arguments.h"
#include "app/cli/outputs.h"
#include "app/cli/scalesim_report.h"
#include "app/cli/text.h"
#include "core/base/propagate.h"

#include <CLI/CLI.hpp>

#include <charconv>
#include <fstream>
#include <optional>

namespace edgewright::cli::cost_command {

namespace {

struct Arguments {
    ModelArguments model;
    ScaleSimArguments scaleSim;
    std::string topology, acceleratorFile, output;
    bool force = false;                // see Outputs
    std::string array, dataflow, sram; // empty: as the accelerator file or the default says
    std::optional<std::int64_t> bandwidth;
};

// Exactly `count` positive numbers, separated by `separator`.
std::optional<std::vector<std::int64_t>> numbers(const std::string& text, char separator, std::size_t count) {
    std::vector<std::int64_t> result;
    const char* at = text.data();
    const char* const end = at + text.size();
    while (at != end) {
        std::int64_t number = 0;
        const auto parsed = std::from_chars(at, end, number);
        if (parsed.ec != std::errc() || number < 1 || number > (1 << 20)) return std::nullopt;
        result.push_back(number);
        at = parsed.ptr;
        if (at == end) break;
        if (*at++ != separator) return std::nullopt;
    }
    if (result.size() != count) return std::nullopt;
    return result;
}

std::string arrayProblem(const std::string& text) {
    return numbers(text, 'x', 2) ? std::string() : "'" + text + "': expected ROWSxCOLS, for example 32x32";
}
std::string sramProblem(const std::string& text) {
    return numbers(text, ',', 3) ? std::string()
                                 : "'" + text + "': expected IFMAP,FILTER,OFMAP in kB, for example 64,64,64";
}

Json accessesJson(const cost::Accesses& accesses) {
    return {{"ifmap", accesses.ifmap}, {"filter", accesses.filter}, {"ofmap", accesses.ofmap}};
}

Result<cost::Workload> workloadFrom(Console& console, const Arguments& arguments) {
    if (!arguments.topology.empty()) return cost::readTopology(arguments.topology);
    ASSIGN_OR_RETURN(const auto typed, load(console, arguments.model, true));
    return cost::workloadOf(*typed->graph);
}

// {"rows": 32, "cols": 32, "dataflow": "ws", "sram_kb": [64, 64, 64], "bandwidth": 10, "lanes": 32}; every key
// may be left out. What says where it is from ("name", "source", "cycles_per_second") is passed over.
Result<cost::Accelerator> readAccelerator(const std::string& file) {
    std::ifstream stream(file);
    if (!stream) return edgewright::badInput(file + ": cannot be read");
    const auto json = nlohmann::json::parse(stream, nullptr, false);
    if (!json.is_object())
        return edgewright::badInput(file + ": expected a JSON object that describes an accelerator");
    cost::Accelerator accelerator;
    const auto number = [&](const nlohmann::json& value, const std::string& key,
                            std::int64_t& into) -> Result<void> {
        if (!value.is_number_integer() || value < 1 || value > (1 << 20))
            return edgewright::badInput(file + ": '" + key + "' must be a whole number from 1 to 1048576");
        into = value.get<std::int64_t>();
        return {};
    };
    for (const auto& [key, value] : json.items()) {
        Result<void> good;
        if (key == "rows")
            good = number(value, key, accelerator.rows);
        else if (key == "cols")
            good = number(value, key, accelerator.cols);
        else if (key == "bandwidth")
            good = number(value, key, accelerator.bandwidth.emplace());
        else if (key == "word_bytes")
            good = number(value, key, accelerator.wordBytes);
        else if (key == "lanes")
            good = number(value, key, accelerator.lanes.emplace());
        else if (key == "sram_kb" && value.is_array() && value.size() == 3) {
            std::int64_t* const sizes[] = {&accelerator.ifmapKb, &accelerator.filterKb, &accelerator.ofmapKb};
            for (std::size_t i = 0; i < 3 && good; ++i)
                good = number(value[i], key, *sizes[i]);
        } else if (key == "dataflow" && value.is_string() && cost::dataflowFrom(value.get<std::string>()))
            accelerator.dataflow = *cost::dataflowFrom(value.get<std::string>());
        else if (key != "name" && key != "source" && key != "cycles_per_second")
            good = edgewright::badInput(file + ": '" + key + "' is unknown or has the wrong form");
        if (!good) return std::move(good).error();
    }
    return accelerator;
}

// The file first, then what the command line says.
Result<cost::Accelerator> acceleratorFrom(const Arguments& arguments) {
    cost::Accelerator accelerator;
    if (!arguments.acceleratorFile.empty()) {
        auto read = readAccelerator(arguments.acceleratorFile);
        if (!read) return read;
        accelerator = *read;
    }
    if (const auto array = numbers(arguments.array, 'x', 2)) {
        accelerator.rows = array->at(0);
        accelerator.cols = array->at(1);
    }
    if (const auto sram = numbers(arguments.sram, ',', 3)) {
        accelerator.ifmapKb = sram->at(0);
        accelerator.filterKb = sram->at(1);
        accelerator.ofmapKb = sram->at(2);
    }
    if (const auto dataflow = cost::dataflowFrom(arguments.dataflow)) accelerator.dataflow = *dataflow;
    if (arguments.bandwidth) accelerator.bandwidth = arguments.bandwidth;
    return accelerator;
}

// Of those columns whose names do not say it.
const ColumnUnits Units{{"sram_ifmap", "words"}, {"sram_filter", "words"}, {"sram_ofmap", "words"},
                        {"dram_ifmap", "words"}, {"dram_filter", "words"}, {"dram_ofmap", "words"},
                        {"intensity", "MAC/B"}};

int cost(Console& console, const Arguments& arguments) {
    if (arguments.scaleSim.asked())
        return scaleSimCost(console, arguments.topology, arguments.scaleSim, arguments.output, arguments.force);
    Outputs outputs(console, arguments.force);
    outputs.readsModel(arguments.model.model);
    outputs.reads(arguments.topology);
    outputs.reads(arguments.acceleratorFile);
    if (const auto good = outputs.check(arguments.output); !good) return console.fail(good.error());
    auto described = acceleratorFrom(arguments);
    if (!described) return console.fail(described.error());
    const cost::Accelerator accelerator = *described;

    const auto workload = workloadFrom(console, arguments);
    if (!workload) return console.fail(workload.error());
    Diagnostics notes = workload->skipped;
    notes.insert(notes.end(), workload->notes.begin(), workload->notes.end());
    console.list(notes);
    const auto report = cost::estimate(*workload, accelerator, console.run());
    if (!report) return console.fail(report.error());

    Json layers = Json::array();
    console.print(left("layer", 36) + right("M", 9) + right("N", 7) + right("K", 7) + right("cycles", 13) +
                  right("stalls", 12) + right("mapping", 9) + right("util", 8) + right("MAC/B", 9) + "  bound");
    for (const cost::LayerCost& it : report->layers) {
        const char* bound = it.memoryBound ? "memory" : "compute";
        const bool isVector = it.layer.unit == cost::Unit::Vector;
        layers.push_back({{"name", it.layer.name},
                          {"op", it.layer.op},
                          {"unit", isVector ? "vector" : "array"},
                          {"elements", it.layer.elements},
                          {"m", it.layer.m},
                          {"n", it.layer.n},
                          {"k", it.layer.k},
                          {"repeat", it.layer.repeat},
                          {"macs", it.layer.macs()},
                          {"cycles", it.cycles},
                          {"stall_cycles", it.stallCycles},
                          {"mapping_efficiency", it.mappingEfficiency},
                          {"utilization", it.utilization},
                          {"sram", accessesJson(it.sram)},
                          {"dram", accessesJson(it.dram)},
                          {"energy_pj", it.energyPicojoules},
                          {"intensity", it.intensity},
                          {"bound", bound}});
        const std::string name = left(shortened(it.layer.name, 34), 36);
        const std::string cycles = right(grouped(it.cycles), 13) + right(grouped(it.stallCycles), 12);
        if (isVector)
            console.print(name + right(grouped(it.layer.elements) + " elements", 23) + cycles + right("", 26) +
                          "  " + bound);
        else
            console.print(name + right(std::to_string(it.layer.m), 9) + right(std::to_string(it.layer.n), 7) +
                          right(std::to_string(it.layer.k), 7) + cycles +
                          right(fixed(it.mappingEfficiency * 100, 1) + " %", 9) +
                          right(fixed(it.utilization * 100, 1) + " %", 8) + right(fixed(it.intensity, 1), 9) +
                          "  " + bound);
    }
    console.print("total  " + grouped(report->cycles) + " cycles, " + grouped(report->macs) +
                  " MACs, utilisation " + fixed(report->utilization * 100, 1) + " %, " +
                  fixed(report->energyPicojoules / 1e6, 1) + " uJ");
    if (!arguments.output.empty())
        if (const auto written = outputs.write(arguments.output, layersCsv(layers, Units)); !written)
            return console.fail(written.error());
    Json unmodelled = Json::array();
    for (const cost::Unmodelled& it : workload->unmodelled) {
        unmodelled.push_back({{"op", it.op}, {"nodes", it.nodes}, {"share", it.share}});
        console.print("not modelled: " + counted(it.nodes, "node") + " of " + it.op + ", " +
                      fixed(it.share * 100, 1) + " % of the words that the model's nodes read and write");
    }
    console.printJson({{"mode", cost::modeName(report->mode)},
                       {"accelerator",
                        {{"rows", accelerator.rows},
                         {"cols", accelerator.cols},
                         {"lanes", accelerator.vectorLanes()},
                         {"dataflow", cost::dataflowName(accelerator.dataflow)}}},
                       {"layers", layers},
                       {"unmodelled", unmodelled},
                       {"notes", toJson(notes)},
                       {"total",
                        {{"cycles", report->cycles},
                         {"stall_cycles", report->stallCycles},
                         {"macs", report->macs},
                         {"utilization", report->utilization},
                         {"sram", accessesJson(report->sram)},
                         {"dram", accessesJson(report->dram)},
                         {"energy_pj", report->energyPicojoules}}}});
    return Done;
}

std::function<int(Console&)> declare(CLI::App& verb) {
    const auto arguments = std::make_shared<Arguments>();
    arguments->model.declare(verb, false);
    verb.add_option("--topology", arguments->topology, "A SCALE-Sim topology CSV instead of a model")
        ->type_name("FILE.csv");
    arguments->scaleSim.declare(verb);
    verb.add_option("--array", arguments->array, "Processing elements; 32x32 unless told")
        ->type_name("ROWSxCOLS")
        ->check(arrayProblem);
    oneOf(verb.add_option("--dataflow", arguments->dataflow,
                          "Output, weight or input stationary; ws unless told"),
          {"os", "ws", "is"});
    verb.add_option("--sram-kb", arguments->sram, "Sizes in kB; 64,64,64 unless told")
        ->type_name("IFMAP,FILTER,OFMAP")
        ->check(sramProblem);
    verb.add_option("--accelerator", arguments->acceleratorFile, "A JSON description of the array")
        ->type_name("FILE.json");
    inRange(verb.add_option("--bandwidth", arguments->bandwidth,
                            "Words per cycle to each SRAM; without it, as much as is needed"),
            1, 1 << 20);
    verb.add_option("-o,--output", arguments->output, "Write the layers as CSV")->type_name("FILE.csv");
    Outputs::declareForce(verb, arguments->force);
    verb.final_callback([arguments, &verb] {
        arguments->scaleSim.validate(verb);
        if (arguments->model.model.empty() == arguments->topology.empty())
            throw CLI::ValidationError("give either MODEL or --topology FILE.csv");
    });
    return [arguments](Console& console) { return cost(console, *arguments); };
}

} // namespace

extern const Command entry;
const Command entry{"cost", "Cycles, traffic and energy on a systolic array", declare};

} // namespace edgewright::cli::cost_command
