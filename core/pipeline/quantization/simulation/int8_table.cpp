// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/quantization/simulation/int8_table.h"

#include <span>

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
    {{"accumulator_bits_needed", TRANSLATABLE("Column", "Accumulator bits"), "", Bits},
     member<&Int8Layer::accumulatorBitsNeeded>},
    {{"overflows", TRANSLATABLE("Column", "Overflows"), "", Plain}, member<&Int8Layer::overflows>},
    {{"sqnr_db", TRANSLATABLE("Column", "SQNR"), "", Decibels}, member<&Int8Layer::sqnrDb>},
    {{"max_abs_error", TRANSLATABLE("Column", "Largest error"), "", Plain}, member<&Int8Layer::maxAbsError>},
    {{"within_one_step", TRANSLATABLE("Column", "Within one step"), "", Share},
     member<&Int8Layer::withinOneStep>},
    {inFiles("activation", Text), member<&Int8Layer::activation>},
    {{"cosine", TRANSLATABLE("Column", "Cosine"), "", Cosine}, member<&Int8Layer::cosine>},
    {inFiles("mean_abs_error"), member<&Int8Layer::meanAbsError>},
    {{"accumulated_sqnr_db", TRANSLATABLE("Column", "SQNR in the model"), "", Decibels},
     member<&Int8Layer::accumulatedSqnrDb>},
    {{"weight_sqnr_db", TRANSLATABLE("Column", "SQNR of weights"), "", Decibels},
     member<&Int8Layer::weightSqnrDb>},
    // Where sensitivity was computed.
    {{"output_sqnr_db", TRANSLATABLE("Column", "Sensitivity"), "", Decibels}, member<&Int8Layer::outputSqnrDb>},
};

} // namespace

} // namespace int8_columns

table::Table int8Table(const Int8Model& model, bool sensitivity) {
    const std::span columns(int8_columns::Columns);
    return {columns.first(columns.size() - (sensitivity ? 0 : 1)), model.layers.size(),
            [&model](std::size_t row) -> const Int8Layer& { return model.layers[row]; }};
}

} // namespace edgewright::pipeline
