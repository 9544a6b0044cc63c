// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/int8/layer/bits_table.h"

#include "views/support/quantity.h"

#include <QCoreApplication>

#include <algorithm>

namespace edgewright::views {

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
    {{"detail", TRANSLATABLE("Column", "Detail"), TRANSLATABLE("Column", "What the width follows from")},
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
