// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/int8/layer/worst_table.h"

#include "views/int8/charts/layer_grid.h"
#include "views/int8/value/value_text.h"

#include <cmath>

namespace edgewright::views {

namespace worst_columns {

namespace {

using table::Cell;
using enum table::Unit;

struct WorstRow {
    const pipeline::LayerFacts& facts;
    std::size_t place;
    std::int64_t element() const { return facts.errors.worst[place]; }
    const pipeline::ComparedTensor& tensor() const { return *facts.layer->output; }
    const quant::Params& output() const { return facts.layer->study->output; }
};

Cell code(const WorstRow& row) {
    return std::lround(row.tensor().dequantized(row.element()) / row.output().scale) + row.output().zeroPoint;
}

Cell parts(const WorstRow& row) {
    QStringList parts;
    const std::vector<ErrorContribution> names = errorContributions({}, true);
    for (const pipeline::WorstOutput::Contribution& part : row.facts.worst[row.place].contributions)
        parts << names[part.place].name + u' ' + stepsText(part.steps);
    return parts.join(QStringLiteral(", ")).toStdString();
}

constexpr table::Column<WorstRow> Columns[] = {
    {{"output", TRANSLATABLE("Column", "Output"),
      TRANSLATABLE("Column", "Coordinates in the output, from 0 on")},
     [](const WorstRow& row) -> Cell { return elementText(row.tensor(), row.element()).toStdString(); }},
    {{"channel", TRANSLATABLE("Column", "Channel"), TRANSLATABLE("Column", "Output channel"), Plain},
     [](const WorstRow& row) -> Cell { return row.tensor().channelOf(row.element()); }},
    {{"fp32", TRANSLATABLE("Column", "FP32"), TRANSLATABLE("Column", "What the layer computes in float32"),
      Real},
     [](const WorstRow& row) -> Cell { return row.tensor().reference(row.element()); }},
    {{"int8", TRANSLATABLE("Column", "INT8"), TRANSLATABLE("Column", "What its code stands for"), Real},
     [](const WorstRow& row) -> Cell { return row.tensor().dequantized(row.element()); }},
    {{"code", TRANSLATABLE("Column", "Code"), TRANSLATABLE("Column", "Code of the output"), Plain}, code},
    {{"error_steps", TRANSLATABLE("Column", "Error (steps)"),
      TRANSLATABLE("Column", "INT8 less FP32, in steps of the output's codes"), Steps},
     [](const WorstRow& row) -> Cell { return row.tensor().error(row.element()) / row.output().scale; }},
    {{"parts", TRANSLATABLE("Column", "Comes from (steps)"),
      TRANSLATABLE("Column", "The steps that brought most of it in; One value tells all of them")},
     parts},
};

} // namespace

} // namespace worst_columns

table::Table worstTable(std::shared_ptr<const pipeline::LayerFacts> facts) {
    const std::size_t rows = facts ? facts->errors.worst.size() : 0;
    return {std::span(worst_columns::Columns), rows, [facts = std::move(facts)](std::size_t row) {
                return worst_columns::WorstRow{*facts, row};
            }};
}

} // namespace edgewright::views
