// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/quantization/simulation/int8_table.h"

namespace edgewright::pipeline {

namespace int8_columns {

namespace {

using table::inFiles;
using table::member;
using enum table::Unit;

constexpr table::Column<Int8Layer> Columns[] = {
    {{"name", TRANSLATABLE("Column", "Layer")}, member<&Int8Layer::name>},
    {inFiles("op", Text), member<&Int8Layer::op>},
    {{"macs", TRANSLATABLE("Column", "MACs"), "", Macs}, member<&Int8Layer::macs>},
    {{"accumulator_bits_needed", TRANSLATABLE("Column", "Bits needed, seen"),
      TRANSLATABLE("Column", "Width of an accumulator that holds every sum on these samples"), Bits},
     member<&Int8Layer::accumulatorBitsNeeded>},
    {{"overflows", TRANSLATABLE("Column", "Overflows"), "", Plain}, member<&Int8Layer::overflows>},
    {{"sqnr_db", TRANSLATABLE("Column", "SQNR alone"), "", Decibels}, member<&Int8Layer::sqnrDb>},
    {inFiles("lowest_sqnr_db", Decibels),
     [](const Int8Layer& layer) -> table::Cell { return layer.spread.lowDb(); }},
    {inFiles("highest_sqnr_db", Decibels),
     [](const Int8Layer& layer) -> table::Cell { return layer.spread.highDb(); }},
    {{"max_abs_error", TRANSLATABLE("Column", "Largest error alone (values)"), "", Plain},
     member<&Int8Layer::maxAbsError>},
    {{"within_one_step", TRANSLATABLE("Column", "Within one step alone"), "", Share},
     member<&Int8Layer::withinOneStep>},
    {inFiles("activation", Text), member<&Int8Layer::activation>},
    {{"cosine", TRANSLATABLE("Column", "Cosine alone"), "", Cosine}, member<&Int8Layer::cosine>},
    {inFiles("mean_abs_error"), member<&Int8Layer::meanAbsError>},
    {{"accumulated_sqnr_db", TRANSLATABLE("Column", "SQNR in the model"), "", Decibels},
     member<&Int8Layer::accumulatedSqnrDb>},
    {{"weight_sqnr_db", TRANSLATABLE("Column", "SQNR of weights"), "", Decibels},
     member<&Int8Layer::weightSqnrDb>},
    // Where sensitivity was computed.
    {{"output_sqnr_db", TRANSLATABLE("Column", "Sensitivity"),
      TRANSLATABLE("Column", "Lowest SQNR of the model's outputs when only this layer is integers"), Decibels},
     member<&Int8Layer::outputSqnrDb>},
    {{"weakest_output", TRANSLATABLE("Column", "Weakest output"),
      TRANSLATABLE("Column", "The output, or part of one, that the sensitivity is of"), Text},
     member<&Int8Layer::weakestOutput>},
};

} // namespace

} // namespace int8_columns

table::Table int8Table(const Int8Model& model, bool sensitivity) {
    const std::span columns(int8_columns::Columns);
    return {columns.first(columns.size() - (sensitivity ? 0 : 2)), model.layers.size(),
            [&model](std::size_t row) -> const Int8Layer& { return model.layers[row]; }};
}

namespace sample_columns {

namespace {

using table::Cell;
using table::member;
using table::Word;
using enum table::Unit;

template <auto Top>
Cell topCell(const Int8Sample& sample) {
    return sample.*Top < 0 ? Cell() : Cell(sample.*Top);
}

Cell verdict(const Int8Sample& sample) {
    const bool isSame = sample.fp32Top == sample.int8Top;
    if (sample.fp32Top < 0) return {};
    if (!sample.label)
        return isSame ? Word{"same", TRANSLATABLE("Word", "the same")}
                      : Word{"another", TRANSLATABLE("Word", "another")};
    if (isSame)
        return sample.fp32Top == *sample.label ? Word{"right", TRANSLATABLE("Word", "right")}
                                               : Word{"wrong", TRANSLATABLE("Word", "both wrong")};
    if (sample.fp32Top == *sample.label) return Word{"lost", TRANSLATABLE("Word", "lost in integers")};
    if (sample.int8Top == *sample.label) return Word{"won", TRANSLATABLE("Word", "won in integers")};
    return Word{"wrong_otherwise", TRANSLATABLE("Word", "both wrong, differently")};
}

constexpr table::Column<Int8Sample> Columns[] = {
    {{"name", TRANSLATABLE("Column", "Sample"),
      TRANSLATABLE("Column", "One layer is studied on the sample that is chosen here")},
     member<&Int8Sample::name>},
    {{"label", TRANSLATABLE("Column", "Label"), TRANSLATABLE("Column", "What it is"), Plain},
     member<&Int8Sample::label>},
    {{"fp32", TRANSLATABLE("Column", "FP32"),
      TRANSLATABLE("Column", "Largest element of the output in float32"), Plain},
     topCell<&Int8Sample::fp32Top>},
    {{"int8", TRANSLATABLE("Column", "INT8"),
      TRANSLATABLE("Column", "Largest element of the output in integers"), Plain},
     topCell<&Int8Sample::int8Top>},
    {{"verdict", TRANSLATABLE("Column", "Verdict"), TRANSLATABLE("Column", "What integers change"), Text,
      table::People},
     verdict},
};

} // namespace

} // namespace sample_columns

table::Table sampleTable(std::span<const Int8Sample> samples, std::shared_ptr<const void> owner) {
    return {std::span(sample_columns::Columns), samples.size(),
            [samples, owner = std::move(owner)](std::size_t row) -> const Int8Sample& { return samples[row]; }};
}

} // namespace edgewright::pipeline
