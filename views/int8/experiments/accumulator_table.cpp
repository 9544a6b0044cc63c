// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/int8/experiments/accumulator_table.h"

#include "views/int8/sqnr_chart.h"
#include "views/support/quantity.h"
#include "views/support/table/table_text.h"

#include <array>
#include <utility>

namespace edgewright::views {

void AccumulatorTable::setExperiment(std::shared_ptr<const pipeline::AccumulatorExperiment> experiment) {
    if (experiment == m_experiment) return;
    beginResetModel();
    m_experiment = std::move(experiment);
    endResetModel();
}

int AccumulatorTable::rowCount(const QModelIndex& parent) const {
    return parent.isValid() || !m_experiment ? 0 : static_cast<int>(m_experiment->rows.size());
}

int AccumulatorTable::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : Columns; }

QVariant AccumulatorTable::key(std::size_t index, int column) const {
    const pipeline::AccumulatorRow& row = m_experiment->rows[index];
    switch (column) {
    case Bits:
        return row.accumulator.bits;
    case Overflows:
        return static_cast<qlonglong>(row.overflows);
    case Layers:
        return static_cast<qulonglong>(row.overflowing.size());
    case Sqnr:
        return row.outputSqnrDb();
    case LayerSqnr:
        return row.meanLayerSqnrDb;
    case Agreement:
        return row.model.counts.agreement();
    case Accuracy: {
        const auto accuracy = row.model.counts.accuracyInt8();
        return accuracy ? QVariant(*accuracy) : QVariant();
    }
    default:
        return text(index, column);
    }
}

QString AccumulatorTable::text(std::size_t index, int column) const {
    const pipeline::AccumulatorRow& row = m_experiment->rows[index];
    switch (column) {
    case Bits:
        return QString::number(row.accumulator.bits);
    case Mode:
        return row.accumulator.overflow == quant::Overflow::Saturate ? tr("saturates") : tr("wraps");
    case Overflows:
        return integerText(row.overflows);
    case Layers:
        return tr("%1 of %2").arg(row.overflowing.size()).arg(row.model.layers.size());
    case Sqnr:
        return decibelText(row.outputSqnrDb());
    case LayerSqnr:
        return decibelText(row.meanLayerSqnrDb);
    case WorstLayer:
        return row.worstLayer < row.model.layers.size()
                   ? tr("%1 (%2)").arg(QString::fromStdString(row.model.layers[row.worstLayer].name),
                                       decibelText(row.worstLayerSqnrDb))
                   : QStringLiteral("–");
    case Agreement:
        return percentText(row.model.counts.agreement());
    case Accuracy: {
        const auto accuracy = row.model.counts.accuracyInt8();
        return accuracy ? percentText(*accuracy) : QStringLiteral("–");
    }
    default:
        return {};
    }
}

QVariant AccumulatorTable::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const auto row = static_cast<std::size_t>(index.row());
    const bool words = index.column() == Mode || index.column() == WorstLayer;
    switch (role) {
    case SortRole:
        return key(row, index.column());
    case Qt::DisplayRole:
        return text(row, index.column());
    case Qt::TextAlignmentRole:
        return QVariant::fromValue((words ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    default:
        return {};
    }
}

QVariant AccumulatorTable::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= Columns) return {};
    struct Head {
        QString title, hint;
    };
    const std::array<Head, Columns> heads{{
        {tr("Bits"), tr("Width of the accumulator, with its sign")},
        {tr("Overflow"), tr("What an addition does that leaves the width")},
        {tr("Overflows"), tr("= Outputs of layers whose sum left the accumulator, over all samples")},
        {tr("Layers"), tr("= Layers with such an output")},
        {tr("Output SQNR"), tr("● Of the model's first output, all layers in integers")},
        {tr("Layers, mean"), tr("● Mean SQNR of the layers, each on its float32 input")},
        {tr("Worst layer"), tr("The one with the lowest SQNR on its float32 input")},
        {tr("Agreement"), tr("● Share of samples that integers take for what float32 takes them for")},
        {tr("Accuracy"), tr("● Of the labelled samples")},
    }};
    if (role == Qt::DisplayRole) return heads[static_cast<std::size_t>(section)].title;
    if (role == Qt::ToolTipRole) return heads[static_cast<std::size_t>(section)].hint;
    return {};
}

} // namespace edgewright::views
