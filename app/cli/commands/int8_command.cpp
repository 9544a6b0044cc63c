// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/checks.h"
#include "app/cli/command.h"
#include "app/cli/json.h"
#include "app/cli/layer_table.h"
#include "app/cli/model_arguments.h"
#include "app/cli/outputs.h"
#include "app/cli/sample_set.h"
#include "app/cli/text.h"
#include "core/pipeline/int8_model.h"

#include <CLI/CLI.hpp>

#include <cmath>

namespace edgewright::cli::int8_command {

namespace {

struct Arguments {
    ModelArguments model;
    std::string calibration = "random", data, layer;
    std::string weights = "per-channel", requantize = "float32", overflow = "wrap";
    int accumulatorBits = 32;
    std::size_t limit = 32;
    std::uint64_t seed = 1;
    bool sensitivity = false;
    std::string output;
    bool force = false; // see Outputs
};

// JSON has no infinity: an exact result is null.
Json decibels(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }
std::string decibelText(double value) { return std::isfinite(value) ? fixed(value, 2) + " dB" : "exact"; }

pipeline::Int8ModelOptions optionsFrom(const Arguments& arguments) {
    pipeline::Int8ModelOptions options;
    options.onlyLayer = arguments.layer;
    options.sensitivity = arguments.sensitivity;
    options.study.accumulatorBits = arguments.accumulatorBits;
    options.study.weights =
        arguments.weights == "per-tensor" ? quant::Granularity::PerTensor : quant::Granularity::PerChannel;
    options.study.overflow =
        arguments.overflow == "saturate" ? quant::Overflow::Saturate : quant::Overflow::Wrap;
    options.study.requantize = arguments.requantize == "float64"       ? quant::Requantize::Float64
                               : arguments.requantize == "fixed-point" ? quant::Requantize::FixedPoint
                                                                       : quant::Requantize::Float32;
    return options;
}

int int8(Console& console, const Arguments& arguments) {
    Outputs outputs(console, arguments.force);
    outputs.readsModel(arguments.model.model);
    if (arguments.calibration != "random") outputs.reads(arguments.calibration);
    outputs.reads(arguments.data);
    if (const auto good = outputs.check(arguments.output); !good) return console.fail(good.error());
    const auto typed = load(console, arguments.model, true);
    if (!typed) return console.fail(typed.error());
    const ir::Graph& graph = *(*typed)->graph;
    const auto calibration = readSamples(graph, arguments.calibration, "calibration", arguments.limit,
                                         arguments.seed, console.run());
    if (!calibration) return console.fail(calibration.error());
    const std::string source = arguments.data.empty() ? arguments.calibration : arguments.data;
    const auto samples = readSamples(graph, source, "test", arguments.limit, arguments.seed, console.run());
    if (!samples) return console.fail(samples.error());
    const auto model =
        pipeline::int8Model(**typed, *calibration, *samples, optionsFrom(arguments), console.run());
    if (!model) return console.fail(Error(model.error()).within(arguments.model.model));

    Json layers = Json::array();
    console.print(left("layer", 40) + right("MACs", 14) + right("acc bits", 10) + right("overflows", 11) +
                  right("SQNR", 11) + right("max |error|", 13) + right("one step", 10));
    for (const pipeline::Int8Layer& it : model->layers) {
        Json row{{"name", it.name},
                 {"op", it.op},
                 {"macs", it.macs},
                 {"accumulator_bits_needed", it.accumulatorBitsNeeded},
                 {"overflows", it.overflows},
                 {"sqnr_db", decibels(it.sqnrDb)},
                 {"max_abs_error", it.maxAbsError},
                 {"within_one_step", it.withinOneStep}};
        if (arguments.sensitivity) row["output_sqnr_db"] = decibels(it.outputSqnrDb);
        layers.push_back(std::move(row));
        console.print(left(shortened(it.name, 38), 40) + right(grouped(it.macs), 14) +
                      right(std::to_string(it.accumulatorBitsNeeded), 10) + right(grouped(it.overflows), 11) +
                      right(decibelText(it.sqnrDb), 11) + right(scientific(it.maxAbsError), 13) +
                      right(fixed(it.withinOneStep * 100, 2) + " %", 10) +
                      (arguments.sensitivity ? "  alone " + decibelText(it.outputSqnrDb) : ""));
    }
    std::int64_t macs = 0, overflows = 0;
    for (const pipeline::Int8Layer& it : model->layers) {
        macs += it.macs;
        overflows += it.overflows;
    }
    console.print(left("total", 40) + right(grouped(macs), 14) + right("", 10) + right(grouped(overflows), 11));
    Json results = Json::array();
    for (const pipeline::Int8Output& it : model->outputs) {
        results.push_back(
            {{"name", it.name}, {"sqnr_db", decibels(it.sqnrDb)}, {"max_abs_error", it.maxAbsError}});
        console.print("output  " + it.name + "  " + decibelText(it.sqnrDb) + ", max |error| " +
                      scientific(it.maxAbsError));
    }
    console.print("top-1 agreement  " + fixed(model->top1Agreement * 100, 1) + " % of " +
                  counted(static_cast<std::int64_t>(model->samples), "input"));
    if (!arguments.output.empty())
        if (const auto written = outputs.write(arguments.output, layersCsv(layers, {})); !written)
            return console.fail(written.error());
    console.printJson({{"layers", layers},
                       {"outputs", results},
                       {"top1_agreement", model->top1Agreement},
                       {"samples", model->samples}});
    return Done;
}

std::function<int(Console&)> declare(CLI::App& verb) {
    const auto it = std::make_shared<Arguments>();
    it->model.declare(verb);
    verb.add_option("--calibration", it->calibration, "A folder of inputs, or 'random'")
        ->capture_default_str()
        ->type_name("DIR");
    verb.add_option("--data", it->data, "Inputs to compare on; without it, those of the calibration")
        ->type_name("DIR");
    verb.add_option("--layer", it->layer, "Only this layer")->type_name("NAME");
    oneOf(verb.add_option("--weights", it->weights, "Scales of the weights")->capture_default_str(),
          {"per-tensor", "per-channel"});
    inRange(verb.add_option("--accumulator-bits", it->accumulatorBits, "Width of the accumulator, 8 to 32")
                ->capture_default_str(),
            8, 32);
    oneOf(verb.add_option("--overflow", it->overflow, "What the accumulator does")->capture_default_str(),
          {"saturate", "wrap"});
    oneOf(
        verb.add_option("--requantize", it->requantize, "As in ONNX Runtime (float32), or in other arithmetic")
            ->capture_default_str(),
        {"float32", "float64", "fixed-point"});
    verb.add_flag("--sensitivity", it->sensitivity,
                  "Also quantize one layer at a time and measure the model's output");
    inRange(verb.add_option("--limit", it->limit, "Inputs to use at most")->capture_default_str(), 1, 1000000);
    declareSeed(verb, it->seed, "Seed of random inputs");
    verb.add_option("-o,--output", it->output, "Write the layers as CSV")->type_name("FILE.csv");
    Outputs::declareForce(verb, it->force);
    return [it](Console& console) { return int8(console, *it); };
}

} // namespace

extern const Command entry;
const Command entry{"int8", "Run the integer reference layer by layer against FP32", declare};

} // namespace edgewright::cli::int8_command
