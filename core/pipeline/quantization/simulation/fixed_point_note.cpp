// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/quantization/simulation/fixed_point_note.h"

#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/pipeline/quantization/layer_on_sample.h"
#include "core/pipeline/quantization/sentence_parts.h"
#include "core/pipeline/quantization/simulation/accumulator_findings.h"
#include "core/quant/arithmetic/accumulator.h"
#include "core/table/number_text.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <span>

namespace edgewright::pipeline {

namespace {

constexpr int NoteAccumulator = 32; // bits

std::string sixDigits(float value) { return table::significant(static_cast<double>(value), 6); }

std::string bitCount(std::int64_t bits) { return sayCount(Grouped{bits}, "{1} bit", "{1} bits"); }

std::string productCount(std::int64_t products) {
    return sayCount(Grouped{products}, "{1} product", "{1} products");
}

// The element of what the layer writes in float32, behind its activation, with the largest magnitude.
std::int64_t largestOutput(std::span<const float> outputs, const std::optional<quant::Range>& limits) {
    std::size_t largest = 0;
    float most = -1;
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        const float behind = limits ? std::min(std::max(outputs[i], limits->low), limits->high) : outputs[i];
        if (!(std::abs(behind) > most)) continue;
        most = std::abs(behind);
        largest = i;
    }
    return static_cast<std::int64_t>(largest);
}

std::string placeText(const ir::Dims& coordinates) {
    std::string text;
    for (const std::int64_t each : coordinates)
        text += (text.empty() ? "" : ", ") + std::to_string(each);
    return "[" + text + "]";
}

// Without the bias.
std::int64_t sumOfProducts(const quant::ValueTrace& trace) {
    return trace.exact - (trace.hasBias ? trace.biasCode : 0);
}

table::Answer bitGrowthOf(const FixedPointNote& note) {
    const quant::BitGrowth& growth = note.layer().growth;
    const int sumBits = static_cast<int>(
        std::bit_width(static_cast<std::uint64_t>(std::max<std::int64_t>(growth.terms, 1) - 1)));
    table::Answer answer;
    answer.headline =
        say("Bit growth: the longest sums, those of {1}, add {2} of {3}: {4} + log2({5}), rounded up, are {6}, "
            "which hold them whatever the weights are.",
            shortName(note.layer().name), productCount(growth.terms), bitCount(growth.productBits),
            growth.productBits, table::wholeText(growth.terms), bitCount(growth.productBits + sumBits));
    answer.reasons.push_back(sayCount(
        Grouped{static_cast<std::int64_t>(note.experiment->samples)},
        "With its own weights and biases no input takes them beyond {2} to {3}, for which {4} are enough; on "
        "{1} sample they needed {5}.",
        "With its own weights and biases no input takes them beyond {2} to {3}, for which {4} are enough; on "
        "{1} samples they needed {5}.",
        table::wholeText(growth.worstLow), table::wholeText(growth.worstHigh), bitCount(growth.worstBits),
        bitCount(growth.measuredBits)));
    if (note.trace.hasBias)
        answer.reasons.push_back(say(
            "Its biases are integers of 32 bits, in steps of the input's scale times the weights' scale; {1} "
            "hold them, and {2} the sums before they are added.",
            bitCount(growth.biasBits), bitCount(growth.sumBits)));
    return answer;
}

table::Answer overflowOf(const FixedPointNote& note) {
    const AccumulatorFindings findings = findingsOf(*note.experiment);
    table::Answer answer;
    const std::string needed = bitCount(findings.worstBits), layer = shortName(findings.worstLayer);
    answer.headline =
        findings.worstBits <= NoteAccumulator
            ? say("Overflow: an accumulator of 32 bits overflows on no input, as no sum of this model "
                  "needs more than {1} ({2}).",
                  needed, layer)
            : say("Overflow: an accumulator of 32 bits can overflow, as sums can need {1} ({2}); on "
                  "these samples they needed {3}.",
                  needed, layer, findings.measuredBits);
    answer.reasons = answerOf(findings).lines();
    return answer;
}

std::string saturatedText(const quant::ValueTrace& trace) {
    const quant::RequantizeSteps& steps = trace.requantize;
    const std::string low = table::wholeText(steps.low), high = table::wholeText(steps.high);
    return trace.clamps() ? say("saturated to {1} to {2} it is {3}", low, high, table::wholeText(steps.clamped))
                          : say("which lies within {1} to {2}", low, high);
}

// Of the largest output: the sum behind it.
std::string largestText(const FixedPointNote& note) {
    const quant::ValueTrace& trace = note.trace;
    const Grouped terms{static_cast<std::int64_t>(trace.terms.size())};
    const std::string place = placeText(trace.coordinates), sum = table::wholeText(sumOfProducts(trace));
    if (!trace.hasBias)
        return sayCount(terms, "The largest output on {2}, {3}: {1} product adds up to {4}",
                        "The largest output on {2}, {3}: {1} products add up to {4}", note.sample, place, sum);
    return sayCount(terms,
                    "The largest output on {2}, {3}: {1} product adds up to {4}, with the bias of {5} to {6}",
                    "The largest output on {2}, {3}: {1} products add up to {4}, with the bias of {5} to {6}",
                    note.sample, place, sum, table::wholeText(trace.biasCode), table::wholeText(trace.exact));
}

table::Answer requantizationOf(const FixedPointNote& note) {
    const quant::ValueTrace& trace = note.trace;
    const quant::RequantizeSteps& steps = trace.requantize;
    const std::string multiplier = table::wholeText(steps.multiplier), shift = std::to_string(steps.shift);
    const double factor = static_cast<double>(trace.input.scale) * static_cast<double>(trace.weight.scale) /
                          static_cast<double>(trace.output.scale);
    table::Answer answer;
    answer.headline = say(
        "Requantization: a code of {1} is saturate((accumulator × {2} + 2^{3}) >> {4}) + {5}, in "
        "integers alone.",
        shortName(note.layer().name), multiplier, steps.shift - 1, shift, table::wholeText(steps.zeroPoint));
    answer.conditions.push_back(
        trace.options.weights == quant::Granularity::PerChannel
            ? say("One multiplier of 31 bits, rounded once, ties upwards, as TFLite and XNNPACK do it; these "
                  "are "
                  "those of output channel {1}, as the weights have a scale for each channel.",
                  trace.channel)
            : say("One multiplier of 31 bits, rounded once, ties upwards, as TFLite and XNNPACK do it."));
    const std::string scale = multiplier + " / 2^" + shift + " = " + table::significant(steps.scale, 6),
                      scales = sixDigits(trace.input.scale) + " × " + sixDigits(trace.weight.scale) + " / " +
                               sixDigits(trace.output.scale);
    answer.reasons.push_back(
        factor > 0
            ? say("{1} stands for input scale × weight scale / output scale = {2}; the two differ by {3} of "
                  "their size.",
                  scale, scales, table::significant(std::abs(steps.scale / factor - 1), 2))
            : say("{1} stands for input scale × weight scale / output scale = {2}.", scale, scales));
    answer.reasons.push_back(say("{1}; on the way the sums lie within {2} to {3}, which takes {4}.",
                                 largestText(note), table::wholeText(trace.low), table::wholeText(trace.high),
                                 bitCount(trace.bitsNeeded)));
    answer.reasons.push_back(say("The multiplication makes {1} of it, rounded {2}, {3}; with the zero point of "
                                 "{4} that is the code {5}, "
                                 "which stands for {6} where float32 has {7}.",
                                 table::significant(steps.product, 6), table::wholeText(steps.rounded),
                                 saturatedText(trace), table::wholeText(steps.zeroPoint),
                                 table::wholeText(trace.code), sixDigits(trace.dequantized),
                                 sixDigits(trace.reference)));
    return answer;
}

} // namespace

namespace data_path_columns {

namespace {

using table::Cell;
using enum table::Unit;

struct PathStep {
    std::string name;
    Cell value;
    bool hasWidth = true;
};

Cell widthOf(const PathStep& step) {
    const auto* whole = step.hasWidth ? std::get_if<std::int64_t>(&step.value) : nullptr;
    return whole ? Cell(quant::signedBits(*whole, *whole)) : Cell();
}

constexpr table::Column<PathStep> Columns[] = {
    {{"step", TRANSLATABLE("Column", "Step")}, table::member<&PathStep::name>},
    {{"value", TRANSLATABLE("Column", "Value"), "", Plain}, table::member<&PathStep::value>},
    {{"bits", TRANSLATABLE("Column", "Bits"),
      TRANSLATABLE("Column", "The least number of bits that hold the value, with its sign"), Bits},
     widthOf},
};

std::vector<PathStep> stepsOf(const quant::ValueTrace& trace) {
    const quant::RequantizeSteps& steps = trace.requantize;
    std::vector<PathStep> path;
    path.push_back({sayCount(Grouped{static_cast<std::int64_t>(trace.terms.size())}, "sum of {1} product",
                             "sum of {1} products"),
                    sumOfProducts(trace)});
    if (trace.hasBias) path.push_back({sayIn("step", "bias"), trace.biasCode});
    path.push_back({sayIn("step", "accumulator"), trace.held});
    path.push_back({sayIn("step", "multiplier"), steps.multiplier});
    path.push_back({sayIn("step", "accumulator × multiplier"), trace.held * steps.multiplier});
    path.push_back({sayIn("step", "shift to the right"), steps.shift, false});
    path.push_back({sayIn("step", "rounded"), steps.rounded});
    path.push_back({sayIn("step", "saturated"), steps.clamped});
    path.push_back({sayIn("step", "zero point"), steps.zeroPoint});
    path.push_back({sayIn("step", "code"), trace.code});
    path.push_back({sayIn("step", "value of the code"), trace.dequantized});
    path.push_back({sayIn("step", "the same in float32"), trace.reference});
    return path;
}

} // namespace

} // namespace data_path_columns

Result<FixedPointNote> fixedPointNote(const QuantizedModel& model,
                                      std::shared_ptr<const AccumulatorExperiment> experiment,
                                      const RunContext& run) {
    if (experiment->layers.empty()) return unsupported(say("no layer of this model is computed in integers"));
    FixedPointNote note;
    note.experiment = std::move(experiment);
    const auto& layers = note.experiment->layers;
    note.longest = static_cast<std::size_t>(
        std::ranges::max_element(layers, {}, [](const LayerGrowth& layer) { return layer.growth.terms; }) -
        layers.begin());
    ASSIGN_OR_RETURN(const auto layer, layerOnSample(model.model, note.layer().node, 0, run));
    note.sample = layer->sample;
    Int8Options int8 = model.int8;
    int8.study.inputRange = int8.study.outputRange = std::nullopt; // those that a person tries on another layer
    quant::StudyOptions options = studyOptions(*layer, int8, model.quantization);
    options.requantize = quant::Requantize::FixedPoint;
    options.accumulation = quant::Accumulation::Exact;
    options.accumulatorBits = NoteAccumulator;
    const std::int64_t element = largestOutput(layer->reference.output.as<float>(), options.limits);
    ASSIGN_OR_RETURN(note.trace,
                     quant::traceValue(layer->reference, options, element, RunContext{run.stop, nullptr}));
    return note;
}

std::vector<table::Answer> paragraphsOf(const FixedPointNote& note) {
    return {bitGrowthOf(note), overflowOf(note), requantizationOf(note)};
}

table::Table dataPathTable(const quant::ValueTrace& trace) {
    using namespace data_path_columns;
    // Steps are named where they are read: in English for files.
    return {std::span(Columns), stepsOf(trace).size(),
            [trace](std::size_t row) -> PathStep { return stepsOf(trace)[row]; }};
}

} // namespace edgewright::pipeline
