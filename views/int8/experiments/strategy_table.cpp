// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/int8/experiments/strategy_table.h"

#include "core/pipeline/quantization/strategies/strategy_findings.h"
#include "views/int8/sqnr_chart.h"
#include "views/support/quantity.h"
#include "views/support/table/table_text.h"

#include <algorithm>
#include <array>
#include <utility>

namespace edgewright::views {

namespace {

QVariant maybe(const std::optional<double>& value) { return value ? QVariant(*value) : QVariant(); }

} // namespace

void StrategyTable::setComparison(std::shared_ptr<const pipeline::StrategyComparison> comparison) {
    if (comparison == m_comparison) return;
    beginResetModel();
    m_comparison = std::move(comparison);
    m_recommended.reset();
    m_pareto.clear();
    if (m_comparison) {
        if (const auto best = pipeline::recommended(m_comparison->rows)) m_recommended = best->row;
        m_pareto = pipeline::paretoRows(m_comparison->rows);
    }
    endResetModel();
}

int StrategyTable::rowCount(const QModelIndex& parent) const {
    return parent.isValid() || !m_comparison ? 0 : static_cast<int>(m_comparison->rows.size());
}

int StrategyTable::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : Columns; }

QVariant StrategyTable::key(std::size_t index, int column) const {
    const pipeline::StrategyRow& row = m_comparison->rows[index];
    switch (column) {
    case Accuracy:
        return maybe(row.change.tops.accuracyInt8());
    case Agreement:
        return row.change.tops.agreement();
    case Sqnr:
        return row.outputSqnrDb();
    case LayerSqnr:
        return maybe(row.meanLayerSqnrDb);
    case Weights:
        return static_cast<qlonglong>(row.weightBytesAfter);
    case Time:
        return maybe(row.milliseconds);
    default:
        return text(index, column, QVariant(true));
    }
}

QString StrategyTable::text(std::size_t index, int column, const QVariant& key) const {
    const pipeline::StrategyRow& row = m_comparison->rows[index];
    if (!key.isValid()) return QStringLiteral("–");
    switch (column) {
    case Name:
        return QString::fromStdString(row.name);
    case Accuracy:
    case Agreement:
        return percentText(key.toDouble());
    case Sqnr:
    case LayerSqnr:
        return decibelText(key.toDouble());
    case Worst:
        return row.worstLayer ? QString::fromStdString(row.layers.at(*row.worstLayer).name)
                              : QStringLiteral("–");
    case Weights:
        return bytesText(row.weightBytesAfter);
    case Time:
        return secondsText(key.toDouble() / 1e3);
    case Verdict:
        if (m_recommended == index) return tr("recommended");
        return std::ranges::find(m_pareto, index) != m_pareto.end() ? tr("Pareto optimal") : QString();
    default:
        return {};
    }
}

QVariant StrategyTable::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const auto row = static_cast<std::size_t>(index.row());
    const bool words = index.column() == Name || index.column() == Worst || index.column() == Verdict;
    switch (role) {
    case SortRole:
        return key(row, index.column());
    case Qt::DisplayRole:
        return text(row, index.column(), key(row, index.column()));
    case Qt::ToolTipRole:
        return words ? QVariant(text(row, index.column(), QVariant(true))) : QVariant();
    case Qt::TextAlignmentRole:
        return QVariant::fromValue((words ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    default:
        return {};
    }
}

QVariant StrategyTable::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= Columns) return {};
    struct Head {
        QString title, hint, unit;
    };
    const std::array<Head, Columns> heads{{
        {tr("Strategy"), tr("Scales of the weights, codes of the activations, how ranges were chosen"), {}},
        {tr("Accuracy"), tr("● Of the labelled samples"), {}},
        {tr("Agreement"), tr("● Share of samples that integers take for what float32 takes them for"), {}},
        {tr("Output SQNR"), tr("● Of the model's first output, all layers in integers"), QStringLiteral("dB")},
        {tr("Layers, mean"), tr("● Mean SQNR of the layers, in the model"), QStringLiteral("dB")},
        {tr("Worst layer"), tr("The one with the lowest SQNR"), {}},
        {tr("Weights"), tr("= With biases and scales"), QStringLiteral("B")},
        {tr("Time here"),
         tr("● Median of a short run in this program, one thread; Measure tells it with its interval"),
         QStringLiteral("ms")},
        {tr("Verdict"), tr("Pareto optimal: no other is as good in everything and better in something"), {}},
    }};
    const Head& head = heads[static_cast<std::size_t>(section)];
    if (role == UnitRole) return head.unit.isEmpty() ? QVariant() : QVariant(head.unit);
    if (role == Qt::DisplayRole) return head.title;
    if (role == Qt::ToolTipRole) return head.hint;
    return {};
}

} // namespace edgewright::views
