// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/int8/layer/bits_table.h"

#include "views/support/quantity.h"
#include "views/support/table/table_text.h"

#include <algorithm>

namespace edgewright::views {

void BitsTable::setStudy(std::shared_ptr<const quant::LayerStudy> study) {
    beginResetModel();
    m_rows.clear();
    if (study && study->bitGrowth.terms > 0) {
        const quant::BitGrowth& growth = study->bitGrowth;
        const int chosen = study->options.accumulatorBits;
        m_rows.push_back({tr("One product"), growth.productBits,
                          tr("of an input code and a weight, zero points taken off")});
        m_rows.push_back({tr("Products of one output"), 0, integerText(growth.terms)});
        m_rows.push_back({tr("Worst case"), growth.worstBits,
                          tr("%1 … %2, by the signs of the weights")
                              .arg(integerText(growth.worstLow), integerText(growth.worstHigh))});
        if (const auto widest = std::ranges::max_element(growth.channelBits); growth.channelBits.size() > 1)
            m_rows.push_back(
                {tr("Widest channel"), *widest, tr("channel %1").arg(widest - growth.channelBits.begin())});
        m_rows.push_back(
            {tr("Measured"), growth.measuredBits,
             study->sample.empty() ? QString() : tr("on %1").arg(QString::fromStdString(study->sample))});
        m_rows.push_back({tr("Recommended accumulator"), growth.recommendedBits,
                          tr("the least usual width that holds the worst case")});
        m_rows.push_back(
            {tr("Accumulator"), chosen,
             chosen >= growth.worstBits ? tr("holds every sum that these weights can give")
             : study->overflows > 0
                 ? tr("too narrow: %1 outputs overflow").arg(countText(static_cast<double>(study->overflows)))
                 : tr("holds this sample, not the worst case")});
    }
    endResetModel();
}

int BitsTable::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int BitsTable::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : Columns; }

QVariant BitsTable::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const Row& row = m_rows[static_cast<std::size_t>(index.row())];
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue((index.column() == Bits ? Qt::AlignRight : Qt::AlignLeft) |
                                   Qt::AlignVCenter);
    if (role == Qt::ToolTipRole && index.column() == Detail) return row.detail;
    if (role != Qt::DisplayRole && role != SortRole) return {};
    switch (index.column()) {
    case What:
        return row.what;
    case Bits:
        if (row.bits == 0) return role == SortRole ? QVariant() : QVariant(QStringLiteral("–"));
        return row.bits;
    case Detail:
        return row.detail;
    default:
        return {};
    }
}

QVariant BitsTable::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= Columns) return {};
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole) return {};
    const bool hint = role == Qt::ToolTipRole;
    switch (section) {
    case What:
        return hint ? tr("From a product to the sum of all") : tr("Quantity");
    case Bits:
        return hint ? tr("Width in two's complement, sign included") : tr("Bits");
    case Detail:
        return hint ? tr("What the width follows from") : tr("Detail");
    default:
        return {};
    }
}

} // namespace edgewright::views
