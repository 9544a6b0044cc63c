// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/quantization/simulation/accumulator_experiment.h"

#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/pipeline/quantization/error_sums.h"
#include "core/quant/layer/study_fields.h"

#include <algorithm>
#include <span>

namespace edgewright::pipeline {

namespace {

constexpr int NarrowestAccumulator = 8, WidestAccumulator = 32; // quant::ConvArguments

Result<void> checkWidths(const std::vector<int>& widths) {
    if (widths.empty()) return badInput(say("there is no width of an accumulator to try"));
    for (const int bits : widths) {
        if (bits < NarrowestAccumulator || bits > WidestAccumulator)
            return badInput(say("an accumulator of {1} bits; expected {2} to {3}", bits, NarrowestAccumulator,
                                WidestAccumulator));
        if (std::ranges::count(widths, bits) > 1)
            return badInput(say("accumulators of {1} bits are there twice", bits));
    }
    return {};
}

AccumulatorRow accumulatorRow(Int8Accumulator accumulator, Int8Model model) {
    AccumulatorRow row;
    row.accumulator = accumulator;
    row.model = std::move(model);
    std::vector<double> decibels;
    for (std::size_t i = 0; i < row.model.layers.size(); ++i) {
        const Int8Layer& layer = row.model.layers[i];
        row.overflows += layer.accumulatedOverflows;
        if (layer.accumulatedOverflows > 0) row.overflowing.push_back(i);
        decibels.push_back(layer.sqnrDb);
        if (layer.sqnrDb < decibels[row.worstLayer]) row.worstLayer = i;
    }
    row.meanLayerSqnrDb = meanDecibels(decibels);
    row.worstLayerSqnrDb = decibels[row.worstLayer]; // there is a layer: int8Runs sees to it
    return row;
}

} // namespace

const AccumulatorRow* AccumulatorExperiment::row(Int8Accumulator accumulator) const {
    const auto found = std::ranges::find(rows, accumulator, &AccumulatorRow::accumulator);
    return found == rows.end() ? nullptr : &*found;
}

Result<AccumulatorExperiment> accumulatorExperiment(const Typed& typed, const NextFeeds& calibration,
                                                    const NextLabelledFeeds& samples,
                                                    const AccumulatorOptions& options, const RunContext& run) {
    RETURN_IF_ERROR(checkWidths(options.widths));
    std::vector<Int8Accumulator> accumulators;
    for (const int bits : options.widths)
        for (const quant::Overflow overflow : {quant::Overflow::Saturate, quant::Overflow::Wrap})
            accumulators.push_back({bits, overflow});
    Int8ModelOptions model = options.model;
    model.sensitivity = false;
    ASSIGN_OR_RETURN(auto runs, int8Runs(typed, calibration, samples, model, accumulators, run));

    AccumulatorExperiment experiment;
    const Int8Model& first = runs.models.front();
    experiment.samples = first.counts.samples;
    experiment.calibratedOnSamples = options.calibratedOnSamples;
    for (std::size_t i = 0; i < first.layers.size(); ++i)
        experiment.layers.push_back(
            {first.layers[i].node, first.layers[i].name, first.layers[i].op, std::move(runs.growth[i])});
    for (std::size_t i = 0; i < accumulators.size(); ++i)
        experiment.rows.push_back(accumulatorRow(accumulators[i], std::move(runs.models[i])));
    return experiment;
}

namespace accumulator_columns {

namespace {

using table::Cell;
using table::inFiles;
using enum table::Unit;

Cell overflowWord(const AccumulatorRow& row) {
    const bool saturates = row.accumulator.overflow == quant::Overflow::Saturate;
    return table::Word{quant::Overflows[static_cast<std::size_t>(row.accumulator.overflow)].key,
                       saturates ? TRANSLATABLE("Word", "saturates") : TRANSLATABLE("Word", "wraps")};
}

Cell overflowingNames(const AccumulatorRow& row) {
    std::string names;
    for (const std::size_t place : row.overflowing)
        names += (names.empty() ? "" : " ") + row.model.layers[place].name;
    return names;
}

Cell worstLayer(const AccumulatorRow& row) {
    return row.worstLayer < row.model.layers.size() ? Cell(row.model.layers[row.worstLayer].name) : Cell();
}

constexpr table::Column<AccumulatorRow> Columns[] = {
    {{"bits", TRANSLATABLE("Column", "Bits"), TRANSLATABLE("Column", "Width of the accumulator, with its sign"),
      Bits},
     table::member<&AccumulatorRow::accumulator, &Int8Accumulator::bits>},
    {{"overflow", TRANSLATABLE("Column", "Overflow"),
      TRANSLATABLE("Column", "What an addition does that leaves the width")},
     overflowWord},
    {{"overflows", TRANSLATABLE("Column", "Overflows"),
      TRANSLATABLE("Column", "= Outputs of layers whose sum left the accumulator, over all samples"), Plain},
     table::member<&AccumulatorRow::overflows>},
    {inFiles("overflowing_layers", Text), overflowingNames},
    {{"overflowing", TRANSLATABLE("Column", "Layers"), TRANSLATABLE("Column", "= Layers with such an output"),
      Plain, table::People},
     [](const AccumulatorRow& row) -> Cell { return row.overflowing.size(); }},
    {{"output_sqnr_db", TRANSLATABLE("Column", "SQNR, all samples"),
      TRANSLATABLE("Column", "● Over all samples together, of the output, or the part of one, where it is "
                             "lowest, all layers in integers"),
      Decibels},
     [](const AccumulatorRow& row) -> Cell { return row.outputSqnrDb(); }},
    {{"weakest_output", TRANSLATABLE("Column", "Weakest output"),
      TRANSLATABLE("Column", "The output, or the part of one, that the SQNR is of")},
     [](const AccumulatorRow& row) -> Cell { return weakestName(row.model.outputs); }},
    {{"mean_layer_sqnr_db", TRANSLATABLE("Column", "Layers, mean"),
      TRANSLATABLE("Column", "● Mean SQNR of the layers, each on its float32 input"), Decibels},
     table::member<&AccumulatorRow::meanLayerSqnrDb>},
    {{"worst_layer_sqnr_db", TRANSLATABLE("Column", "Worst SQNR"),
      TRANSLATABLE("Column", "● Of the worst layer, on its float32 input"), Decibels},
     table::member<&AccumulatorRow::worstLayerSqnrDb>},
    {{"worst_layer", TRANSLATABLE("Column", "Worst layer"),
      TRANSLATABLE("Column", "The one with the lowest SQNR on its float32 input")},
     worstLayer},
    {inFiles("accuracy.fp32"),
     [](const AccumulatorRow& row) -> Cell { return row.model.counts.accuracyFp32(); }},
    {{"accuracy.int8", TRANSLATABLE("Column", "Accuracy"), TRANSLATABLE("Column", "● Of the labelled samples"),
      Share},
     [](const AccumulatorRow& row) -> Cell { return row.model.counts.accuracyInt8(); }},
    {inFiles("accuracy.int8_low", Share),
     [](const AccumulatorRow& row) -> Cell { return lowOf(row.model.counts.rightInt8()); }},
    {inFiles("accuracy.int8_high", Share),
     [](const AccumulatorRow& row) -> Cell { return highOf(row.model.counts.rightInt8()); }},
    {inFiles("accuracy.samples"), [](const AccumulatorRow& row) -> Cell { return row.model.counts.labelled; }},
    {{"answers_interval", TRANSLATABLE("Column", "95 % interval"),
      TRANSLATABLE("Column", "Accuracy, without labels agreement, of all inputs like these samples, with 95 % "
                             "confidence (Wilson's interval)"),
      Text, table::People},
     [](const AccumulatorRow& row) -> Cell { return endsOf(row.model.counts.int8Share()); }},
    {{"top1_agreement", TRANSLATABLE("Column", "Agreement"),
      TRANSLATABLE("Column", "● Share of samples that integers take for what float32 takes them for"), Share},
     [](const AccumulatorRow& row) -> Cell { return row.model.counts.agreement(); }},
};

// Of labelled samples alone.
bool isAccuracy(const table::Head& head) { return head.key.starts_with("accuracy."); }

template <auto member>
Cell bitsOf(const LayerGrowth& layer) {
    return layer.growth.*member;
}

constexpr table::Column<LayerGrowth> GrowthColumns[] = {
    {{"name", TRANSLATABLE("Column", "Layer")}, table::member<&LayerGrowth::name>},
    {inFiles("op", Text), table::member<&LayerGrowth::op>},
    {{"product_bits", TRANSLATABLE("Column", "Product"),
      TRANSLATABLE("Column", "Of an input code and a weight"), Bits},
     bitsOf<&quant::BitGrowth::productBits>},
    {{"terms", TRANSLATABLE("Column", "Terms"), TRANSLATABLE("Column", "Products of one output"), Plain},
     bitsOf<&quant::BitGrowth::terms>},
    {{"sum_bits", TRANSLATABLE("Column", "Sums"),
      TRANSLATABLE("Column", "Holds every sum of products, without the bias"), Bits},
     bitsOf<&quant::BitGrowth::sumBits>},
    {{"bias_bits", TRANSLATABLE("Column", "Bias"),
      TRANSLATABLE("Column", "Holds the codes of the bias alone, which are long in channels with a tiny scale"),
      Bits},
     bitsOf<&quant::BitGrowth::biasBits>},
    {{"worst_low", TRANSLATABLE("Column", "Lowest"), TRANSLATABLE("Column", "Sum that these weights can give"),
      Plain},
     bitsOf<&quant::BitGrowth::worstLow>},
    {{"worst_high", TRANSLATABLE("Column", "Highest"),
      TRANSLATABLE("Column", "Sum that these weights can give"), Plain},
     bitsOf<&quant::BitGrowth::worstHigh>},
    {{"worst_bits", TRANSLATABLE("Column", "Worst"), TRANSLATABLE("Column", "Holds every such sum"), Bits},
     bitsOf<&quant::BitGrowth::worstBits>},
    {{"measured_bits", TRANSLATABLE("Column", "Measured"), TRANSLATABLE("Column", "On the samples"), Bits},
     bitsOf<&quant::BitGrowth::measuredBits>},
    {{"recommended_bits", TRANSLATABLE("Column", "Recommended"),
      TRANSLATABLE("Column", "The least usual width that holds the worst case"), Bits},
     bitsOf<&quant::BitGrowth::recommendedBits>},
    {inFiles("reason", Text), bitsOf<&quant::BitGrowth::reason>},
};

} // namespace

} // namespace accumulator_columns

table::Table accumulatorTable(std::shared_ptr<const AccumulatorExperiment> experiment) {
    using namespace accumulator_columns;
    const std::size_t rows = experiment ? experiment->rows.size() : 0;
    const bool isLabelled = rows > 0 && experiment->rows.front().model.counts.labelled > 0;
    const void* const of = experiment.get();
    table::Table table{std::span(Columns), rows,
                       [experiment = std::move(experiment)](std::size_t row) -> const AccumulatorRow& {
                           return experiment->rows[row];
                       }};
    table.of = {of, nullptr};
    for (table::Head& head : table.heads)
        if (!isLabelled && isAccuracy(head)) head.on = 0;
    return table;
}

table::Table growthTable(std::shared_ptr<const AccumulatorExperiment> experiment) {
    const std::size_t rows = experiment->layers.size();
    return {std::span(accumulator_columns::GrowthColumns), rows,
            [experiment = std::move(experiment)](std::size_t row) -> const LayerGrowth& {
                return experiment->layers[row];
            }};
}

} // namespace edgewright::pipeline
