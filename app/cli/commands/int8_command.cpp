// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments/checks.h"
#include "app/cli/arguments/field_options.h"
#include "app/cli/arguments/model_arguments.h"
#include "app/cli/arguments/sample_set.h"
#include "app/cli/arguments/scheme_arguments.h"
#include "app/cli/command.h"
#include "app/cli/json.h"
#include "app/cli/outputs.h"
#include "app/cli/reports/dequantized_report.h"
#include "app/cli/reports/quantize_report.h"
#include "app/cli/table.h"
#include "app/cli/text.h"
#include "core/base/field_json.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/pipeline/quantization/quantize.h"
#include "core/pipeline/quantization/simulation/accumulator_experiment.h"
#include "core/pipeline/quantization/simulation/accumulator_findings.h"
#include "core/pipeline/quantization/simulation/int8_table.h"
#include "core/quant/layer/study_fields.h"
#include "core/quant/qdq/placement.h"

#include <CLI/CLI.hpp>

#include <algorithm>

namespace edgewright::cli::int8_command {

namespace {

struct Arguments {
    ModelArguments model;
    SampleArguments samples;
    std::string layer;
    SchemeArguments scheme;
    FieldOptions<quant::StudyOptions> arithmetic{quant::arithmeticFields()};
    bool sensitivity = false, unfused = false, accumulators = false;
    std::vector<int> widths = pipeline::AccumulatorOptions().widths;
    std::string output;
    TableWords words;
    bool force = false; // see Outputs
};

pipeline::Int8ModelOptions optionsFrom(const Arguments& arguments) {
    pipeline::Int8ModelOptions options;
    options.onlyLayer = arguments.layer;
    options.sensitivity = arguments.sensitivity;
    options.fused = !arguments.unfused;
    arguments.scheme.apply(options.study);
    arguments.arithmetic.applyTo(options.study);
    return options;
}

// Names are a list here, and there is an accuracy even where nothing is labelled.
Json accumulatorsJson(const pipeline::AccumulatorExperiment& experiment, const table::Table& table) {
    Json rows = tableJson(table);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        Json names = Json::array();
        for (const std::size_t place : experiment.rows[i].overflowing)
            names.push_back(experiment.rows[i].model.layers[place].name);
        rows[i]["overflowing_layers"] = std::move(names);
        if (!rows[i].contains("accuracy")) rows[i]["accuracy"] = nullptr;
    }
    return rows;
}

// Layers that are studied, and that `quantize` would leave in float: both verbs say so.
void printNotWritten(const Console& console, const ir::Graph& graph, const pipeline::Int8Model& model) {
    const quant::Placement placement = quant::placementOf(graph);
    const quant::LeftInFloat* first = nullptr;
    std::size_t count = 0;
    for (const quant::LeftInFloat& each : placement.left) {
        if (std::ranges::find(model.layers, each.node, &pipeline::Int8Layer::node) == model.layers.end())
            continue;
        if (!first) first = &each;
        ++count;
    }
    if (first)
        console.print(sayCount(groups(count), "`quantize` leaves {1} layer of these in float: {2}: {3}",
                               "`quantize` leaves {1} layers of these in float: {2}: {3}",
                               graph.node(first->node).label(), first->reason));
}

// `head`: the document so far.
Result<ExitStatus> tellAccumulators(Console& console, const Arguments& arguments, Outputs& outputs,
                                    const std::shared_ptr<const pipeline::AccumulatorExperiment>& experiment,
                                    const std::string& compared, Json head) {
    console.print(say("bits each sum needs: of one product, of the worst case by the signs of the weights "
                      "(from the lowest to the highest sum), measured"));
    const table::Table growth = pipeline::growthTable(experiment);
    printTable(console, growth);
    console.print("");
    const table::Table accumulators = pipeline::accumulatorTable(experiment);
    printTable(console, accumulators);
    const std::vector<std::string> sentences = pipeline::answerOf(pipeline::findingsOf(*experiment)).lines();
    for (const std::string& each : sentences)
        console.print(each);
    console.print(compared);
    RETURN_IF_ERROR(
        writeTable(outputs, arguments.output, accumulators,
                   arguments.words.about("Widths of accumulators", head["model"].get<std::string>())));
    Json document{{"accumulators", accumulatorsJson(*experiment, accumulators)},
                  {"layers", tableJson(growth)},
                  {"samples", experiment->samples},
                  {"findings", sentences}};
    head.update(document);
    console.printJson(head);
    return Done;
}

Result<ExitStatus> int8(Console& console, const Arguments& arguments) {
    Outputs outputs(console, arguments.force);
    outputs.readsModel(arguments.model.model);
    arguments.samples.toldTo(outputs);
    RETURN_IF_ERROR(outputs.check(arguments.output));
    ASSIGN_OR_RETURN(const auto whole, load(console, arguments.model, true));
    ASSIGN_OR_RETURN(const auto part, computablePartOf(console, whole, arguments.model));
    const auto& typed = part.typed;
    const ir::Graph& graph = *typed->graph;
    ASSIGN_OR_RETURN(const auto calibration,
                     arguments.samples.calibration(arguments.model, graph, console.run()));
    ASSIGN_OR_RETURN(const auto data, arguments.samples.data(arguments.model, graph, console.run()));
    // Codes of codes would say nothing of what its integers cost.
    if (pipeline::firstOnCodes(graph) && arguments.layer.empty() && !arguments.accumulators) {
        if (!arguments.output.empty())
            return badInput(say("--output: the layers of a model that comes quantized are not studied; "
                                "expected a model in float, or no file"))
                .within(arguments.model.model);
        return tellDequantized(console, arguments.model, data, *typed);
    }
    pipeline::Int8ModelOptions options = optionsFrom(arguments);
    options.expected = data.set.count();
    Json settings = arguments.scheme.json();
    writeFields(settings, quant::arithmeticFields(), options.study);
    const pipeline::NextFeeds calibrating = pipeline::feedsOf(calibration.set, console.run());
    const pipeline::NextLabelledFeeds comparing = pipeline::labelledFeeds(data.set, console.run());
    Json head = documentOf(*whole, {{"settings", settings},
                                    {"calibration", calibration.text(calibration.set.count())},
                                    {"data", data.text(data.set.count())}});
    const std::string compared = comparedText(data, data.set.count(), calibration, calibration.set.count());
    if (arguments.accumulators) {
        auto experiment = pipeline::accumulatorExperiment(
            *typed, calibrating, comparing,
            {std::move(options), arguments.widths,
             data.source.hasInputsOf(calibration.source) && data.set.count() == calibration.set.count()},
            console.run());
        if (!experiment) return Error(experiment.error()).within(arguments.model.model);
        return tellAccumulators(console, arguments, outputs,
                                std::make_shared<const pipeline::AccumulatorExperiment>(*std::move(experiment)),
                                compared, std::move(head));
    }
    const auto model = pipeline::int8Model(*typed, calibrating, comparing, options, console.run());
    if (!model) return Error(model.error()).within(arguments.model.model);

    for (const pipeline::LeftOut& each : model->leftOut)
        console.print(each.name + " " + each.reason);
    printNotWritten(console, graph, *model);
    const table::Table layers = pipeline::int8Table(*model, arguments.sensitivity);
    printTable(console, layers);
    std::int64_t macs = 0, overflows = 0;
    for (const pipeline::Int8Layer& it : model->layers) {
        macs += it.macs;
        overflows += it.overflows;
    }
    console.print(sayCount(groups(overflows), "total  {2} MACs, {1} overflow", "total  {2} MACs, {1} overflows",
                           grouped(macs)));
    printOutputs(console, model->outputs);
    printTops(console, model->counts);
    console.print(compared);
    RETURN_IF_ERROR(writeTable(outputs, arguments.output, layers,
                               arguments.words.about("Layers in INT8", whole->opened->file)));
    Json leftOut = leftOutJson(*whole, part);
    for (const pipeline::LeftOut& each : model->leftOut)
        leftOut.push_back({{"name", each.name}, {"reason", each.reason}});
    head.update(Json{{"layers", tableJson(layers)},
                     {"left_out", std::move(leftOut)},
                     {"outputs", outputsJson(model->outputs)},
                     {"weakest_output", weakestJson(model->outputs)},
                     {"samples", model->counts.samples},
                     {"tops", tableJson(pipeline::sampleTable(model->tops))}});
    addTops(head, model->counts);
    console.printJson(head);
    return Done;
}

Run declare(CLI::App& verb) {
    const auto it = std::make_shared<Arguments>();
    it->model.declare(verb);
    it->samples.declare(verb);
    verb.add_option("--layer", it->layer, say("Only this layer"))->type_name("NAME");
    it->scheme.declare(verb);
    it->arithmetic.declare(verb);
    verb.add_flag("--sensitivity", it->sensitivity,
                  say("Also quantize one layer at a time and measure the model's output"));
    verb.add_flag("--unfused", it->unfused,
                  say("The graph as it is: batch norms and activations in FP32, none of them part of a layer"));
    CLI::Option* accumulators = verb.add_flag("--accumulators", it->accumulators,
                                              say("The whole model with accumulators of several widths, "
                                                  "saturating and wrapping, and how wide they have "
                                                  "to be"));
    accumulators->excludes(verb.get_option("--accumulator-bits"), verb.get_option("--overflow"),
                           verb.get_option("--sensitivity"));
    repeatable(verb.add_option("--widths", it->widths, say("Widths of --accumulators in bits, each 8 to 32"))
                   ->capture_default_str())
        ->type_name("N,...")
        ->delimiter(',')
        ->needs(accumulators);
    CLI::Option* output = verb.add_option("-o,--output", it->output,
                                          say("Write the layers, or the accumulators, {1}", tableFileWords()));
    output->type_name(tableFileType());
    it->words.declare(verb, output);
    Outputs::declareForce(verb, it->force);
    verb.final_callback([it] { it->words.check(it->output); });
    return [it](Console& console) { return int8(console, *it); };
}

} // namespace

extern const Command entry{
    "int8", TRANSLATABLE("Verb", "Run the integer reference layer by layer against FP32"), declare};

} // namespace edgewright::cli::int8_command
