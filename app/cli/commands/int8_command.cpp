// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/model_arguments.h"
#include "app/cli/sample_set.h"
#include "core/pipeline/int8_model.h"

#include <cmath>

namespace edgewright::cli {

namespace {

struct Arguments {
    ModelArguments model;
    std::string calibration = "random", data, layer;
    std::string weights = "per-channel", requantize = "float32", overflow = "wrap";
    int accumulatorBits = 32;
    std::size_t limit = 32;
    std::uint64_t seed = 1;
    bool sensitivity = false;
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
    const auto typed = load(console, arguments.model, true);
    if (!typed) return console.fail(typed.error());
    const ir::Graph& graph = *(*typed)->graph;
    const auto calibration =
        readSamples(graph, arguments.calibration, "calibration", arguments.limit, arguments.seed);
    if (!calibration) return console.fail(calibration.error());
    const std::string source = arguments.data.empty() ? arguments.calibration : arguments.data;
    const auto samples = readSamples(graph, source, "test", arguments.limit, arguments.seed);
    if (!samples) return console.fail(samples.error());
    const auto model =
        pipeline::int8Model(**typed, *calibration, *samples, optionsFrom(arguments), console.run());
    if (!model) return console.fail(model.error());

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
        console.print(left(it.name, 40) + right(grouped(it.macs), 14) +
                      right(std::to_string(it.accumulatorBitsNeeded), 10) + right(grouped(it.overflows), 11) +
                      right(decibelText(it.sqnrDb), 11) + right(scientific(it.maxAbsError), 13) +
                      right(fixed(it.withinOneStep * 100, 2) + " %", 10) +
                      (arguments.sensitivity ? "  alone " + decibelText(it.outputSqnrDb) : ""));
    }
    Json outputs = Json::array();
    for (const pipeline::Int8Output& it : model->outputs) {
        outputs.push_back(
            {{"name", it.name}, {"sqnr_db", decibels(it.sqnrDb)}, {"max_abs_error", it.maxAbsError}});
        console.print("output  " + it.name + "  " + decibelText(it.sqnrDb) + ", max |error| " +
                      scientific(it.maxAbsError));
    }
    console.print("top-1 agreement  " + fixed(model->top1Agreement * 100, 1) + " % of " +
                  std::to_string(model->samples) + " inputs");
    console.printJson({{"layers", layers},
                       {"outputs", outputs},
                       {"top1_agreement", model->top1Agreement},
                       {"samples", model->samples}});
    return Done;
}

std::function<int(Console&)> declare(CLI::App& verb) {
    const auto it = std::make_shared<Arguments>();
    it->model.declare(verb);
    verb.add_option("--calibration", it->calibration, "A folder of inputs, or 'random'")->capture_default_str();
    verb.add_option("--data", it->data, "Inputs to compare on; without it, those of the calibration");
    verb.add_option("--layer", it->layer, "Only this layer");
    verb.add_option("--weights", it->weights, "per-tensor or per-channel")
        ->capture_default_str()
        ->check(CLI::IsMember({"per-tensor", "per-channel"}));
    verb.add_option("--accumulator-bits", it->accumulatorBits, "Width of the accumulator")
        ->capture_default_str()
        ->check(CLI::Range(8, 32));
    verb.add_option("--overflow", it->overflow, "saturate or wrap")
        ->capture_default_str()
        ->check(CLI::IsMember({"saturate", "wrap"}));
    verb.add_option("--requantize", it->requantize, "float32 (ONNX Runtime), float64 or fixed-point")
        ->capture_default_str()
        ->check(CLI::IsMember({"float32", "float64", "fixed-point"}));
    verb.add_flag("--sensitivity", it->sensitivity,
                  "Also quantize one layer at a time and measure the model's output");
    verb.add_option("--limit", it->limit, "Inputs to use at most")
        ->capture_default_str()
        ->check(CLI::Range(1, 1000000));
    verb.add_option("--seed", it->seed, "Seed of random inputs")->capture_default_str();
    return [it](Console& console) { return int8(console, *it); };
}

} // namespace

extern const Command int8_command;
const Command int8_command{"int8", "Run the integer reference layer by layer against FP32", declare};

} // namespace edgewright::cli
