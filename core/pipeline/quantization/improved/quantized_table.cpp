// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/quantization/improved/quantized_table.h"

#include <algorithm>
#include <span>

namespace edgewright::pipeline {

namespace quantized_columns {

namespace {

using table::Cell;
using table::inFiles;
using enum table::Unit;
constexpr unsigned NotOnPage = table::File | table::Terminal;

struct LayerRow {
    const QuantizedLayer& layer;
    const quant::QuantizedProduct& product;
    const Sensitivity* sensitivity;
};

template <auto member>
Cell of(const LayerRow& row) {
    return row.layer.*member;
}

template <auto member>
Cell inSteps(const LayerRow& row) {
    return row.layer.*member / static_cast<double>(row.layer.output.scale);
}

template <auto member>
Cell textOf(const LayerRow& row) {
    return (row.layer.*member).empty() ? Cell() : Cell(row.layer.*member);
}

Cell operators(const LayerRow& row) {
    const QuantizedLayer& layer = row.layer;
    return layer.activation.empty() ? layer.op : layer.op + " " + layer.activation;
}

// Null: it is not known.
template <auto change>
const ModelChange* sensitivityOf(const LayerRow& row) {
    if (!row.sensitivity) return nullptr;
    const auto found =
        std::ranges::find(row.sensitivity->layers, row.layer.product, &LayerSensitivity::product);
    if (found == row.sensitivity->layers.end() || ((*found).*change).outputs.empty()) return nullptr;
    return &((*found).*change);
}

template <auto change>
Cell lowestSqnrOf(const LayerRow& row) {
    const ModelChange* known = sensitivityOf<change>(row);
    return known ? Cell(known->outputSqnrDb()) : Cell();
}

template <auto change>
Cell weakestNameOf(const LayerRow& row) {
    const ModelChange* known = sensitivityOf<change>(row);
    return known ? Cell(known->weakestName()) : Cell();
}

Cell why(const LayerRow& row) {
    if (row.layer.inIntegers) return row.layer.reason;
    return table::Word{"float32", TRANSLATABLE("Word", "computed in float32: no integer operator covers it")};
}

constexpr table::Column<LayerRow> Columns[] = {
    {{"name", TRANSLATABLE("Column", "Layer"),
      TRANSLATABLE("Column", "The product, with what is folded into it")},
     of<&QuantizedLayer::name>},
    {inFiles("op", Text), of<&QuantizedLayer::op>},
    {{"operators", TRANSLATABLE("Column", "Op"),
      TRANSLATABLE("Column", "The product and the activation in its clamp"), Text, table::People},
     operators},
    {inFiles("activation", Text), textOf<&QuantizedLayer::activation>},
    {{"scale", TRANSLATABLE("Column", "Scale"), "", Plain, NotOnPage},
     [](const LayerRow& row) -> Cell { return row.layer.output.scale; }},
    {{"zero_point", TRANSLATABLE("Column", "Zero point"), "", Plain, NotOnPage},
     [](const LayerRow& row) -> Cell { return row.layer.output.zeroPoint; }},
    {{"sqnr_db", TRANSLATABLE("Column", "SQNR in the model"),
      TRANSLATABLE("Column",
                   "Signal to quantization noise of the layer's output when all layers are integers: with "
                   "what the layers before it add"),
      Decibels},
     of<&QuantizedLayer::sqnrDb>},
    {inFiles("lowest_sqnr_db", Decibels), [](const LayerRow& row) -> Cell { return row.layer.spread.lowDb(); }},
    {inFiles("highest_sqnr_db", Decibels),
     [](const LayerRow& row) -> Cell { return row.layer.spread.highDb(); }},
    {{"sqnr_spread", TRANSLATABLE("Column", "Of samples"),
      TRANSLATABLE("Column", "The lowest and the highest SQNR in the model of one sample"), Text,
      table::Page | table::FoldedIfAlike},
     [](const LayerRow& row) -> Cell { return row.layer.spread.text(); }},
    {{"local_sqnr_db", TRANSLATABLE("Column", "SQNR alone"),
      TRANSLATABLE("Column",
                   "Signal to quantization noise of the layer's output on its float32 input: what this "
                   "layer alone adds"),
      Decibels},
     of<&QuantizedLayer::localSqnrDb>},
    {{"sensitivity_db", TRANSLATABLE("Column", "Sensitivity"),
      TRANSLATABLE(
          "Column",
          "Lowest SQNR of the model's outputs when only this layer is integers: low means that the layer "
          "costs much"),
      Decibels, table::Page | table::FoldedIfAlike},
     lowestSqnrOf<&LayerSensitivity::alone>},
    {{"sensitivity_output", TRANSLATABLE("Column", "Sensitive output"),
      TRANSLATABLE("Column", "The output, or part of one, that the sensitivity is of"), Text,
      table::Page | table::Folded},
     weakestNameOf<&LayerSensitivity::alone>},
    {{"in_float_sqnr_db", TRANSLATABLE("Column", "In float32"),
      TRANSLATABLE(
          "Column",
          "Lowest SQNR of the model's outputs when only this layer is float32: what it gains to leave it out"),
      Decibels, table::Page | table::Folded},
     lowestSqnrOf<&LayerSensitivity::inFloat>},
    {{"cosine", TRANSLATABLE("Column", "Cosine in the model"),
      TRANSLATABLE("Column", "Cosine between the integer and the float32 output, in the model"), Cosine,
      table::Everywhere | table::Folded},
     of<&QuantizedLayer::cosine>},
    {{"max_abs_error", TRANSLATABLE("Column", "Largest error in the model (values)"), "", Plain, NotOnPage},
     of<&QuantizedLayer::maxAbsError>},
    {{"max_steps", TRANSLATABLE("Column", "Largest error in the model (steps)"),
      TRANSLATABLE("Column", "Largest difference from float32 in the model, in steps of the layer's codes"),
      Steps, table::Page | table::Folded},
     inSteps<&QuantizedLayer::maxAbsError>},
    {inFiles("mean_abs_error"), of<&QuantizedLayer::meanAbsError>},
    {{"mean_steps", TRANSLATABLE("Column", "Mean error in the model (steps)"),
      TRANSLATABLE("Column", "Mean difference from float32 in the model, in steps of the layer's codes"), Steps,
      table::Page | table::Folded},
     inSteps<&QuantizedLayer::meanAbsError>},
    {{"within_one_step", TRANSLATABLE("Column", "Within one step in the model"),
      TRANSLATABLE("Column",
                   "Share of outputs that are at most one step of the codes away from float32, in the "
                   "model"),
      Share, table::Everywhere | table::Folded},
     of<&QuantizedLayer::withinOneStep>},
    {inFiles("local_within_one_step"), of<&QuantizedLayer::localWithinOneStep>},
    {{"accumulator_bits", TRANSLATABLE("Column", "Bits needed, worst case"),
      TRANSLATABLE("Column",
                   "Width of an accumulator that holds every sum of these weights, whatever the input"),
      Bits, table::File | table::Page | table::Folded},
     of<&QuantizedLayer::accumulatorBits>},
    {inFiles("in_integers", Text), of<&QuantizedLayer::inIntegers>},
    {inFiles("scales"), of<&QuantizedLayer::weightScales>},
    {{"weight_scales", TRANSLATABLE("Column", "Scales"),
      TRANSLATABLE("Column", "Scales of the weights: one, or one for each output channel"), Plain,
      table::Page | table::Folded},
     [](const LayerRow& row) -> Cell { return row.layer.weightScales == 0 ? Cell() : row.layer.weightScales; }},
    {inFiles("weight_scale"),
     [](const LayerRow& row) -> Cell {
         return row.product.weights.empty() ? Cell() : Cell(row.product.weights.front().scale);
     }},
    {inFiles("raised_for_bias"), [](const LayerRow& row) -> Cell { return row.product.raisedForBias; }},
    {inFiles("reason", Text), textOf<&QuantizedLayer::reason>},
    {{"why", TRANSLATABLE("Column", "Why"),
      TRANSLATABLE("Column", "Why less than 95 % of the outputs are within one step"), Text,
      table::People | table::Sentence},
     why},
};

} // namespace

} // namespace quantized_columns

table::Table quantizedTable(const QuantizedRows& rows, std::shared_ptr<const void> owner) {
    using namespace quantized_columns;
    table::Table table{
        std::span(Columns), rows.report ? rows.report->layers.size() : 0, [rows, owner](std::size_t row) {
            return LayerRow{rows.report->layers[row], rows.details->products[row], rows.sensitivity};
        }};
    if (owner) table.of = {rows.report, rows.sensitivity};
    return table;
}

} // namespace edgewright::pipeline
