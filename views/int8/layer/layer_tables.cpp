// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/int8/layer/layer_tables.h"

#include "views/int8/charts/layer_grid.h"
#include "views/int8/value/value_text.h"
#include "views/support/quantity.h"

#include <QCoreApplication>

#include <algorithm>
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
      TRANSLATABLE("Column", "The steps that brought most of it in; One value tells all of them"), Text,
      table::Everywhere | table::Sentence},
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

namespace bits_columns {

namespace {

using table::Cell;

struct BitsWords {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::BitsTable)
};

struct BitsRow {
    QString what;
    int bits = 0; // 0: the row counts something else
    QString detail;
};

constexpr table::Column<BitsRow> Columns[] = {
    {{"what", TRANSLATABLE("Column", "Quantity"), TRANSLATABLE("Column", "From a product to the sum of all")},
     [](const BitsRow& row) -> Cell { return row.what.toStdString(); }},
    {{"bits", TRANSLATABLE("Column", "Bits"),
      TRANSLATABLE("Column", "Width in two's complement, sign included"), table::Unit::Bits},
     [](const BitsRow& row) -> Cell { return row.bits > 0 ? Cell(row.bits) : Cell(); }},
    {{"detail", TRANSLATABLE("Column", "Detail"), TRANSLATABLE("Column", "What the width follows from"),
      table::Unit::Text, table::Everywhere | table::Sentence},
     [](const BitsRow& row) -> Cell { return row.detail.toStdString(); }},
};

std::vector<BitsRow> rowsOf(const quant::LayerStudy* study) {
    std::vector<BitsRow> rows;
    if (!study || study->bitGrowth.terms == 0) return rows;
    const quant::BitGrowth& growth = study->bitGrowth;
    const int chosen = study->options.accumulatorBits;
    rows.push_back({BitsWords::tr("One product"), growth.productBits,
                    BitsWords::tr("of an input code and a weight, zero points taken off")});
    rows.push_back({BitsWords::tr("Products of one output"), 0, integerText(growth.terms)});
    rows.push_back({BitsWords::tr("Worst case"), growth.worstBits,
                    BitsWords::tr("%1 … %2, by the signs of the weights")
                        .arg(integerText(growth.worstLow), integerText(growth.worstHigh))});
    if (const auto widest = std::ranges::max_element(growth.channelBits); growth.channelBits.size() > 1)
        rows.push_back({BitsWords::tr("Widest channel"), *widest,
                        BitsWords::tr("channel %1").arg(widest - growth.channelBits.begin())});
    rows.push_back({BitsWords::tr("Measured"), growth.measuredBits,
                    study->sample.empty() ? QString()
                                          : BitsWords::tr("on %1").arg(QString::fromStdString(study->sample))});
    rows.push_back({BitsWords::tr("Recommended accumulator"), growth.recommendedBits,
                    BitsWords::tr("the least usual width that holds the worst case")});
    rows.push_back({BitsWords::tr("Accumulator"), chosen,
                    chosen >= growth.worstBits ? BitsWords::tr("holds every sum that these weights can give")
                    : study->overflows > 0     ? BitsWords::tr("too narrow: %1 outputs overflow")
                                                 .arg(countText(static_cast<double>(study->overflows)))
                                           : BitsWords::tr("holds this sample, not the worst case")});
    return rows;
}

} // namespace

} // namespace bits_columns

table::Table bitsTable(const quant::LayerStudy* study) {
    const auto rows = bits_columns::rowsOf(study);
    return {std::span(bits_columns::Columns), rows.size(),
            [rows](std::size_t row) -> const bits_columns::BitsRow& { return rows[row]; }};
}

} // namespace edgewright::views
