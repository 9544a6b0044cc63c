// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/quantization/simulation/fixed_point_note.h"

#include "core/base/propagate.h"
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

std::string bitCount(std::int64_t bits) { return countText(bits, "bit", "bits"); }

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
    answer.headline = "Bit growth: the longest sums, those of " + shortName(note.layer().name) + ", add " +
                      countText(growth.terms, "product", "products") + " of " + bitCount(growth.productBits) +
                      ": " + std::to_string(growth.productBits) + " + log2(" + table::wholeText(growth.terms) +
                      "), rounded up, are " + bitCount(growth.productBits + sumBits) +
                      ", which hold them whatever the weights are.";
    answer.reasons.push_back(
        "With its own weights and biases no input takes them beyond " + table::wholeText(growth.worstLow) +
        " to " + table::wholeText(growth.worstHigh) + ", for which " + bitCount(growth.worstBits) +
        " are enough; on " +
        countText(static_cast<std::int64_t>(note.experiment->samples), "sample", "samples") + " they needed " +
        bitCount(growth.measuredBits) + ".");
    if (note.trace.hasBias)
        answer.reasons.push_back(
            "Its biases are integers of 32 bits, in steps of the input's scale times the weights' scale; " +
            bitCount(growth.biasBits) + " hold them, and " + bitCount(growth.sumBits) +
            " the sums before they are added.");
    return answer;
}

table::Answer overflowOf(const FixedPointNote& note) {
    const AccumulatorFindings findings = findingsOf(*note.experiment);
    table::Answer answer;
    answer.headline = findings.worstBits <= NoteAccumulator
                          ? "Overflow: an accumulator of 32 bits overflows on no input, as no sum of this "
                            "model needs more than " +
                                bitCount(findings.worstBits) + " (" + shortName(findings.worstLayer) + ")."
                          : "Overflow: an accumulator of 32 bits can overflow, as sums can need " +
                                bitCount(findings.worstBits) + " (" + shortName(findings.worstLayer) +
                                "); on these samples they needed " + std::to_string(findings.measuredBits) +
                                ".";
    answer.reasons = answerOf(findings).lines();
    return answer;
}

std::string saturatedText(const quant::ValueTrace& trace) {
    const quant::RequantizeSteps& steps = trace.requantize;
    const std::string codes = table::wholeText(steps.low) + " to " + table::wholeText(steps.high);
    return trace.clamps() ? "saturated to " + codes + " it is " + table::wholeText(steps.clamped)
                          : "which lies within " + codes;
}

table::Answer requantizationOf(const FixedPointNote& note) {
    const quant::ValueTrace& trace = note.trace;
    const quant::RequantizeSteps& steps = trace.requantize;
    const std::string multiplier = table::wholeText(steps.multiplier), shift = std::to_string(steps.shift);
    const double factor = static_cast<double>(trace.input.scale) * static_cast<double>(trace.weight.scale) /
                          static_cast<double>(trace.output.scale);
    table::Answer answer;
    answer.headline = "Requantization: a code of " + shortName(note.layer().name) +
                      " is saturate((accumulator × " + multiplier + " + 2^" + std::to_string(steps.shift - 1) +
                      ") >> " + shift + ") + " + table::wholeText(steps.zeroPoint) + ", in integers alone.";
    answer.conditions.push_back(
        "One multiplier of 31 bits, rounded once, ties upwards, as TFLite and XNNPACK do it" +
        std::string(trace.options.weights == quant::Granularity::PerChannel
                        ? "; these are those of output channel " + std::to_string(trace.channel) +
                              ", as the weights have a scale for each channel."
                        : "."));
    answer.reasons.push_back(
        multiplier + " / 2^" + shift + " = " + table::significant(steps.scale, 6) +
        " stands for input scale × weight scale / output scale = " + sixDigits(trace.input.scale) + " × " +
        sixDigits(trace.weight.scale) + " / " + sixDigits(trace.output.scale) +
        (factor > 0 ? "; the two differ by " + table::significant(std::abs(steps.scale / factor - 1), 2) +
                          " of their size."
                    : "."));
    answer.reasons.push_back(
        "The largest output on " + note.sample + ", " + placeText(trace.coordinates) + ": " +
        countText(static_cast<std::int64_t>(trace.terms.size()), "product adds", "products add") + " up to " +
        table::wholeText(sumOfProducts(trace)) +
        (trace.hasBias
             ? ", with the bias of " + table::wholeText(trace.biasCode) + " to " + table::wholeText(trace.exact)
             : std::string()) +
        "; on the way the sums lie within " + table::wholeText(trace.low) + " to " +
        table::wholeText(trace.high) + ", which takes " + bitCount(trace.bitsNeeded) + ".");
    answer.reasons.push_back(
        "The multiplication makes " + table::significant(steps.product, 6) + " of it, rounded " +
        table::wholeText(steps.rounded) + ", " + saturatedText(trace) + "; with the zero point of " +
        table::wholeText(steps.zeroPoint) + " that is the code " + table::wholeText(trace.code) +
        ", which stands for " + sixDigits(trace.dequantized) + " where float32 has " +
        sixDigits(trace.reference) + ".");
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
    path.push_back({"sum of " + countText(static_cast<std::int64_t>(trace.terms.size()), "product", "products"),
                    sumOfProducts(trace)});
    if (trace.hasBias) path.push_back({"bias", trace.biasCode});
    path.push_back({"accumulator", trace.held});
    path.push_back({"multiplier", steps.multiplier});
    path.push_back({"accumulator × multiplier", trace.held * steps.multiplier});
    path.push_back({"shift to the right", steps.shift, false});
    path.push_back({"rounded", steps.rounded});
    path.push_back({"saturated", steps.clamped});
    path.push_back({"zero point", steps.zeroPoint});
    path.push_back({"code", trace.code});
    path.push_back({"value of the code", trace.dequantized});
    path.push_back({"the same in float32", trace.reference});
    return path;
}

} // namespace

} // namespace data_path_columns

Result<FixedPointNote> fixedPointNote(const QuantizedModel& model,
                                      std::shared_ptr<const AccumulatorExperiment> experiment,
                                      const RunContext& run) {
    if (experiment->layers.empty()) return unsupported("no layer of this model is computed in integers");
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
    std::vector<PathStep> steps = stepsOf(trace);
    const std::size_t rows = steps.size();
    return {std::span(Columns), rows,
            [steps = std::move(steps)](std::size_t row) -> const PathStep& { return steps[row]; }};
}

} // namespace edgewright::pipeline
