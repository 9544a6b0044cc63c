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
#include "core/pipeline/quantization/computable_part.h"
#include "core/pipeline/quantization/improved/quantized_model.h"
#include "core/pipeline/quantization/improved/quantized_table.h"
#include "core/pipeline/quantization/quantize.h"
#include "core/pipeline/quantization/quantized_file.h"
#include "core/pipeline/quantization/quantized_report.h"
#include "core/pipeline/quantization/strategies/strategy_findings.h"
#include "core/pipeline/settings/setting_fields.h"
#include "core/table/terminal.h"

#include <CLI/CLI.hpp>

#include <algorithm>

namespace edgewright::cli::quantize_command {

namespace {

constexpr std::size_t MaxStrategyName = 62; // characters

struct Arguments {
    ModelArguments model;
    SampleArguments samples;
    SchemeArguments scheme;
    FieldOptions<pipeline::QuantizationSettings> quantization{pipeline::quantizationFields()};
    std::string format = "qdq", output;
    TableWords words; // of what --compare found
    std::vector<std::string> inFloat;
    bool unfolded = false, replaceClips = false, compare = false;
    bool force = false; // see Outputs
    std::string choice; // the first option given that says how to quantize; empty: none

    pipeline::QuantizationSettings settings() const {
        pipeline::QuantizationSettings chosen;
        quantization.applyTo(chosen);
        chosen.folds = !unfolded;
        chosen.equalize = chosen.equalize || replaceClips;
        return chosen;
    }
};

pipeline::QuantizeOptions optionsFrom(const Arguments& arguments, const ir::Graph& graph) {
    pipeline::QuantizeOptions options;
    arguments.scheme.apply(options.codes);
    for (const std::string& text : arguments.inFloat)
        for (const NodeId node : nodesNamed(graph, text, "--in-float"))
            options.inFloat.insert(graph.node(node).label());
    options.folds = arguments.settings().folds;
    options.method = arguments.settings().method;
    options.ranges.percentile = arguments.settings().percentile;
    return options;
}

// Throws CLI::ValidationError for an option that others leave without effect.
void validate(const CLI::App& verb, Arguments& arguments) {
    std::vector<std::string> calibrated{"--weight-codes", "--activations", "--codes",        "--limits",
                                        "--power-of-two", "--rounding",    "--replace-clips"};
    for (const auto& field : pipeline::quantizationFields())
        if (field.group != pipeline::DataGroup) calibrated.push_back(optionOf(field));
    for (const std::string& option : calibrated)
        if (arguments.format == "dynamic" && verb.count(option) > 0)
            throw CLI::ValidationError(
                option, say("does not count with --format dynamic, only with qdq and qoperator"));
    std::vector<std::string> choices{"--format", "--weights", "--in-float", "--unfolded"};
    choices.insert(choices.end(), calibrated.begin(), calibrated.end());
    const auto given =
        std::ranges::find_if(choices, [&](const std::string& option) { return verb.count(option) > 0; });
    if (given != choices.end()) arguments.choice = *given;
    const std::string method = arguments.settings().method;
    if (arguments.quantization.isGiven("percentile") && method != "percentile" && !arguments.compare)
        throw CLI::ValidationError(
            "--percentile",
            say("does not count with --method {1}, only with --method percentile and --compare", method));
}

// By the keys of a study.
Json settingsJson(const Arguments& arguments) {
    const pipeline::QuantizationSettings settings = arguments.settings();
    Json json{{"format", arguments.format}, {"folds", settings.folds}};
    const Json codes = arguments.scheme.json();
    if (arguments.format == "dynamic") {
        json["weights"] = codes["weights"];
        return json;
    }
    json.update(codes);
    json["replace_clips"] = arguments.replaceClips;
    for (const auto& field : pipeline::quantizationFields())
        if (field.group != pipeline::DataGroup) writeFields(json, std::span(&field, 1), settings);
    return json;
}

pipeline::ImproveOptions improvementsFrom(const Arguments& arguments, const ir::Graph& graph) {
    pipeline::ImproveOptions options;
    options.quantize = optionsFrom(arguments, graph);
    options.equalize = arguments.settings().equalize;
    options.equalization.replaceClips = arguments.replaceClips;
    options.floatLayers = arguments.settings().floatLayers;
    options.correctBias = arguments.settings().correctBias;
    return options;
}

// The model as it was given, and the part of it that runs, which is what is quantized.
struct Source {
    std::shared_ptr<const pipeline::Typed> whole;
    pipeline::ComputablePart part;
};

// Proved on the first input that it was compared on. What cannot run is written as it was.
Result<void> write(const Arguments& arguments, Outputs& outputs, const Source& source,
                   const pipeline::Typed& typed, const dataset::SampleSet& samples, const RunContext& run) {
    if (arguments.output.empty()) return {};
    ASSIGN_OR_RETURN(const ir::Feeds sample, samples.feeds(0, run));
    const auto form = arguments.format == "qoperator" ? pipeline::QuantizedForm::IntegerOperators
                                                      : pipeline::QuantizedForm::Nodes;
    return outputs.write(arguments.output, [&](const std::filesystem::path& file) {
        return pipeline::writeQuantized({typed, *source.whole, source.part}, form, sample, file, run);
    });
}

Result<pipeline::Calibration> calibrated(const Console& console, const Arguments& arguments,
                                         const pipeline::Typed& typed, const NamedSamples& inputs,
                                         const pipeline::QuantizeOptions& options) {
    auto calibration = pipeline::calibrate(typed, inputs.set, options, console.run());
    if (!calibration) return std::move(calibration).error().within(arguments.model.model);
    const auto checked = pipeline::checkFloatLayers(*calibration, options, arguments.settings().floatLayers);
    if (!checked) throw CLI::ValidationError("--float-layers", checked.error().message);
    return calibration;
}

// Every granularity, scheme and method; behind them each remedy that was asked for, with both granularities.
std::vector<pipeline::Strategy> strategiesFrom(const Arguments& arguments) {
    std::vector<pipeline::Strategy> strategies = pipeline::strategyMatrix();
    const auto add = [&](pipeline::Remedy remedy) {
        for (const auto weights : {quant::Granularity::PerTensor, quant::Granularity::PerChannel})
            strategies.push_back(
                {weights, false, arguments.settings().method, remedy, arguments.settings().floatLayers});
    };
    if (arguments.settings().equalize) add(pipeline::Remedy::Equalize);
    if (arguments.settings().correctBias) add(pipeline::Remedy::CorrectBias);
    if (arguments.settings().floatLayers > 0) add(pipeline::Remedy::FloatLayers);
    return strategies;
}

Result<ExitStatus> compare(Console& console, const Arguments& arguments, Outputs& outputs,
                           const pipeline::Typed& typed, const NamedSamples& calibrationSet,
                           const NamedSamples& data) {
    const auto fail = [&](const Error& error) { return Error(error).within(arguments.model.model); };
    pipeline::StrategyOptions options;
    options.strategies = strategiesFrom(arguments);
    options.base = optionsFrom(arguments, *typed.graph);
    options.base.codes.weights = quant::Granularity::PerChannel; // what the calibration is good for, too
    options.equalization.replaceClips = arguments.replaceClips;
    options.calibrationInputs = [&] {
        return pipeline::feedsOf(calibrationSet.set, {console.run().stop, nullptr});
    };
    ASSIGN_OR_RETURN(const auto calibration,
                     calibrated(console, arguments, typed, calibrationSet, options.base));
    const auto tableOf = [](const pipeline::StrategyComparison& rows) {
        return pipeline::strategyTable(std::make_shared<const pipeline::StrategyComparison>(rows));
    };
    const table::TerminalLines lines(tableOf({}), MaxStrategyName);
    console.print(lines.head());
    options.finished = [&](const pipeline::StrategyComparison& soFar) {
        console.print(lines.row(tableOf(soFar), soFar.rows.size() - 1));
    };
    const auto samples = [&] { return pipeline::labelledFeeds(data.set, console.run()); };
    const auto comparison = pipeline::compareStrategies(calibration, samples, options, console.run());
    if (!comparison) return fail(comparison.error());
    const pipeline::StrategyFindings findings = pipeline::findingsOf(*comparison);
    const std::vector<std::string> sentences = pipeline::answerOf(findings).lines();
    for (const std::string& each : sentences)
        console.print(each);
    printMixed(console, comparison->mixed);
    console.print(comparedText(data, comparison->samples, calibrationSet, calibration.samples));
    const table::Table table = tableOf(*comparison);
    RETURN_IF_ERROR(writeTable(outputs, arguments.output, table,
                               arguments.words.about("Ways to quantize", typed.opened->file)));
    Json alike = Json::array();
    for (const pipeline::AlikeStrategy& each : findings.recommendation->alike)
        alike.push_back(each.strategy.name());
    const Json result({{"strategies", tableJson(table)},
                       {"alike", std::move(alike)},
                       {"recommended", findings.recommendation->isAdvice()
                                           ? Json(comparison->rows[findings.recommendation->row].name())
                                           : Json()},
                       {"findings", sentences},
                       {"mixed_ranges", mixedJson(comparison->mixed)},
                       {"unlike_inputs", unlikeJson(comparison->unlike)},
                       {"samples", calibration.samples},
                       {"compared", comparison->samples},
                       {"layers_compared", comparison->layerSamples},
                       {"calibration", calibrationSet.text(calibration.samples)},
                       {"data", data.text(comparison->samples)}});
    console.printJson(documentOf(typed, result));
    return Done;
}

// Codes are chosen anew in each run: nothing is calibrated.
Result<ExitStatus> quantizeAtRunTime(Console& console, const Arguments& arguments, Outputs& outputs,
                                     const Source& source) {
    const pipeline::Typed& typed = *source.part.typed;
    const auto fail = [&](const Error& error) { return Error(error).within(arguments.model.model); };
    ASSIGN_OR_RETURN(const auto data, arguments.samples.data(arguments.model, *typed.graph, console.run()));
    const pipeline::QuantizeOptions options = optionsFrom(arguments, *typed.graph);
    const auto made =
        pipeline::quantizeAtRunTime(typed, {options.codes.weights, options.inFloat}, options.folds,
                                    pipeline::labelledFeeds(data.set, console.run()), console.run());
    if (!made) return fail(made.error());
    for (const quant::LeftInFloat& each : made->details.left)
        console.print(
            say("{1} stays in float32: {2}", made->folded->graph->node(each.node).label(), each.reason));
    printKept(console, made->kept);
    printOutputs(console, made->change.outputs);
    printTops(console, made->change.tops);
    const std::string unusable = printUnusable(console, made->change);
    console.print(sayCount(
        groups(made->details.products.size()),
        "{1} layer quantized, codes of activations chosen at run time, compared on {2}; weights {3} -> {4}",
        "{1} layers quantized, codes of activations chosen at run time, compared on {2}; weights {3} -> {4}",
        data.text(made->change.tops.samples), bytesText(made->details.weightBytesBefore),
        bytesText(made->details.weightBytesAfter)));
    RETURN_IF_ERROR(write(arguments, outputs, source, *made->typed, data.set, console.run()));
    Json result({{"products", made->details.products.size()},
                 {"data", data.text(made->change.tops.samples)},
                 {"bytes_before", made->details.weightBytesBefore},
                 {"bytes_after", made->details.weightBytesAfter},
                 {"in_float", inFloatJson(made->details.left, *made->folded->graph)},
                 {"kept_in_float", keptJson(made->kept)},
                 {"left_out", leftOutJson(*source.whole, source.part)},
                 {"compared", made->change.tops.samples},
                 {"outputs", outputsJson(made->change.outputs)},
                 {"worst_sample", worstSampleJson(made->change)},
                 {"warning", unusable.empty() ? Json() : Json(unusable)},
                 {"weakest_output", weakestJson(made->change.outputs)},
                 {"settings", settingsJson(arguments)}});
    addTops(result, made->change.tops);
    console.printJson(documentOf(*source.whole, result));
    return Done;
}

Result<ExitStatus> quantize(Console& console, const Arguments& arguments) {
    Outputs outputs(console, arguments.force);
    outputs.readsModel(arguments.model.model);
    arguments.samples.toldTo(outputs);
    RETURN_IF_ERROR(outputs.check(arguments.output));
    Source source;
    ASSIGN_OR_RETURN(source.whole, load(console, arguments.model, true));
    ASSIGN_OR_RETURN(source.part, computablePartOf(console, source.whole, arguments.model));
    const auto& typed = source.part.typed;
    if (pipeline::firstOnCodes(*typed->graph) && !arguments.compare && arguments.output.empty()) {
        if (!arguments.choice.empty())
            throw CLI::ValidationError(arguments.choice, say("does not count for a model that comes quantized: "
                                                             "it is compared with itself in float32 as it is"));
        ASSIGN_OR_RETURN(const auto samples,
                         arguments.samples.data(arguments.model, *typed->graph, console.run()));
        return tellDequantized(console, arguments.model, samples, *typed);
    }
    if (arguments.format == "dynamic") return quantizeAtRunTime(console, arguments, outputs, source);
    const ir::Graph& graph = *typed->graph;
    ASSIGN_OR_RETURN(const auto calibration,
                     arguments.samples.calibration(arguments.model, graph, console.run()));
    ASSIGN_OR_RETURN(const auto data, arguments.samples.data(arguments.model, graph, console.run()));
    if (arguments.compare) return compare(console, arguments, outputs, *typed, calibration, data);
    const dataset::SampleSet& samples = data.set;
    const auto fail = [&](const Error& error) { return Error(error).within(arguments.model.model); };
    const pipeline::ImproveOptions improvements = improvementsFrom(arguments, graph);
    ASSIGN_OR_RETURN(const auto ranges,
                     calibrated(console, arguments, *typed, calibration, improvements.quantize));
    const auto improved =
        pipeline::quantizeImproved(*typed, ranges, calibration.set, samples, improvements, console.run());
    if (!improved) return fail(improved.error());
    const pipeline::Quantized& quantized = improved->quantized;
    const auto report = pipeline::quantizedReport(quantized, pipeline::labelledFeeds(samples, console.run()),
                                                  samples.count(), console.run());
    if (!report) return fail(report.error());

    for (const quant::LeftInFloat& each : quantized.details.left)
        console.print(
            say("{1} stays in float32: {2}", quantized.folded->graph->node(each.node).label(), each.reason));
    printMixed(console, quantized.details.mixed);
    printKept(console, quantized.kept);
    const table::Table layers = pipeline::quantizedTable({&*report, &quantized.details});
    printTable(console, layers);
    printRemedies(console, *improved);
    // Against the model as given, which remedies may have changed in float32.
    const pipeline::ModelChange* change =
        improved->effects.empty() ? nullptr : &improved->effects.back().change;
    const std::vector<pipeline::Int8Output>& results = change ? change->outputs : report->outputs;
    const pipeline::TopCounts& counts = change ? change->tops : report->counts;
    printOutputs(console, results);
    printTops(console, counts);
    const pipeline::ModelChange told = change ? *change : report->change();
    const std::string unusable = printUnusable(console, told, ranges.unlike);
    console.print(say("{1} and {2} quantized, ranges by {3}, {4}; weights {5} -> {6}",
                      sayCount(groups(report->layers.size()), "{1} layer", "{1} layers"),
                      sayCount(groups(quantized.details.tensors.size()), "{1} tensor", "{1} tensors"),
                      arguments.settings().method,
                      comparedText(data, report->counts.samples, calibration, quantized.samples),
                      bytesText(report->bytesBefore), bytesText(report->bytesAfter)));
    RETURN_IF_ERROR(write(arguments, outputs, source, *quantized.typed, samples, console.run()));
    Json result({{"layers", tableJson(layers)},
                 {"tensors", tensorsJson(quantized.details)},
                 {"in_float", inFloatJson(quantized.details.left, *quantized.folded->graph)},
                 {"left_out", leftOutJson(*source.whole, source.part)},
                 {"samples", quantized.samples},
                 {"calibration", calibration.text(quantized.samples)},
                 {"data", data.text(report->counts.samples)},
                 {"bytes_before", report->bytesBefore},
                 {"bytes_after", report->bytesAfter},
                 {"kept_in_float", keptJson(quantized.kept)},
                 {"mixed_ranges", mixedJson(quantized.details.mixed)},
                 {"unlike_inputs", unlikeJson(ranges.unlike)},
                 {"worst_sample", worstSampleJson(told)},
                 {"warning", unusable.empty() ? Json() : Json(unusable)},
                 {"compared", report->counts.samples},
                 {"outputs", outputsJson(results)},
                 {"weakest_output", weakestJson(results)},
                 {"remedies", remediesJson(*improved)},
                 {"settings", settingsJson(arguments)}});
    addTops(result, counts);
    console.printJson(documentOf(*source.whole, result));
    return Done;
}

Run declare(CLI::App& verb) {
    const auto it = std::make_shared<Arguments>();
    it->model.declare(verb);
    it->samples.declare(verb);
    it->quantization.declare(verb, pipeline::RangesGroup);
    it->scheme.declare(verb);
    oneOf(verb.add_option(
                  "--format", it->format,
                  say("Pairs of QuantizeLinear and DequantizeLinear; integer operators; or int8 weights, with "
                      "activations whose codes are chosen in each run, without calibration"))
              ->capture_default_str(),
          {"qdq", "qoperator", "dynamic"});
    repeatable(verb.add_option("--in-float", it->inFloat, say("Operators that stay in float32; repeatable")))
        ->type_name("NODE,...");
    it->quantization.declare(verb, pipeline::RemediesGroup);
    verb.add_flag("--replace-clips", it->replaceClips,
                  say("Equalize across Clip from 0 to a bound, too, which becomes Relu"));
    verb.add_flag("--unfolded", it->unfolded, say("Quantize the graph as it is, batch norms and all"));
    CLI::Option* compare = verb.add_flag(
        "--compare", it->compare,
        say("Every granularity of weights, scheme of activations and method side by side; with remedies, those "
            "behind them"));
    for (const char* chosen : {"--weights", "--activations", "--codes", "--limits", "--format"})
        compare->excludes(verb.get_option(chosen));
    verb.add_option("-o,--output", it->output,
                    say("Write the quantized model, or what --compare found {1}", tableFileWords()))
        ->type_name("FILE.onnx|" + tableFileType());
    it->words.declare(verb, compare);
    Outputs::declareForce(verb, it->force);
    verb.final_callback([it, &verb] {
        validate(verb, *it);
        if (it->compare) it->words.check(it->output);
    });
    return [it](Console& console) { return quantize(console, *it); };
}

} // namespace

extern const Command entry{"quantize", TRANSLATABLE("Verb", "Calibrate a model and write it in INT8"), declare};

} // namespace edgewright::cli::quantize_command
