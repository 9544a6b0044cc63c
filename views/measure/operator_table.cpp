// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/measure/operator_table.h"

#include "views/support/quantity.h"
#include "views/support/table/table_text.h"

#include <array>
#include <cmath>

namespace edgewright::views {

void OperatorTable::setRows(std::vector<device::OperatorRow> rows,
                            std::function<std::optional<double>(const device::OperatorRow&)> roof) {
    beginResetModel();
    m_rows = std::move(rows);
    m_roof.assign(m_rows.size(), std::nullopt);
    if (roof)
        for (std::size_t i = 0; i < m_rows.size(); ++i)
            m_roof[i] = roof(m_rows[i]);
    endResetModel();
}

int OperatorTable::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int OperatorTable::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : Columns; }

QVariant OperatorTable::sortKey(std::size_t index, int column) const {
    const device::OperatorRow& row = m_rows[index];
    const auto known = [](double number) { return number > 0 ? QVariant(number) : QVariant(); };
    switch (column) {
    case Name:
        return QString::fromStdString(row.name);
    case Op:
        return QString::fromStdString(row.op);
    case Before:
        return known(row.before * 1e6);
    case Time:
        return known(row.seconds * 1e6);
    case Change:
        return row.before > 0 && row.seconds > 0 ? QVariant(row.seconds / row.before - 1) : QVariant();
    case Share:
        return row.share;
    case Rate:
        return known(row.macsPerSecond() / 1e9);
    case Roof:
        return m_roof[index] ? QVariant(*m_roof[index]) : QVariant();
    case Predicted:
        return known(row.predicted * 1e6);
    case Ratio:
        return row.predicted > 0 && row.seconds > 0 ? QVariant(row.predicted / row.seconds) : QVariant();
    default:
        return {};
    }
}

QVariant OperatorTable::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const auto at = static_cast<std::size_t>(index.row());
    const device::OperatorRow& row = m_rows[at];
    const QVariant key = sortKey(at, index.column());
    switch (role) {
    case SortRole:
        return key;
    case Qt::TextAlignmentRole: {
        const bool words = index.column() == Name || index.column() == Op;
        return QVariant::fromValue((words ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    }
    case Qt::ToolTipRole:
        return QStringLiteral("%1 (%2)").arg(QString::fromStdString(row.name), QString::fromStdString(row.op)) +
               (row.origins.size() > 1 ? u'\n' + tr("of %n operators of the original graph", nullptr,
                                                    static_cast<int>(row.origins.size()))
                                       : QString());
    case Qt::DisplayRole:
        break;
    default:
        return {};
    }
    if (!key.isValid()) return QStringLiteral("–");
    switch (index.column()) {
    case Before:
        return secondsText(row.before);
    case Time:
        return secondsText(row.seconds);
    case Predicted:
        return secondsText(row.predicted);
    case Change:
        return QStringLiteral("%1%2 %").arg(key.toDouble() > 0 ? QStringLiteral("+") : QStringLiteral("−"),
                                            QString::number(std::abs(key.toDouble()) * 100, 'f', 0));
    case Share:
    case Roof:
        return percentText(key.toDouble());
    case Rate:
        return significant(key.toDouble());
    case Ratio:
        return QStringLiteral("%1 ×").arg(significant(key.toDouble()));
    default:
        return key.toString();
    }
}

QVariant OperatorTable::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= Columns) return {};
    struct Head {
        QString title, hint, unit;
    };
    const std::array<Head, Columns> heads{{
        {tr("Operator"), tr("Of what was measured, or of the variant beside it"), {}},
        {tr("Op"), tr("Its kind"), {}},
        {tr("Beside"), tr("● Time of the same part in the variant beside it"), QStringLiteral("µs")},
        {tr("Time"), tr("● Median over the profiled runs"), QStringLiteral("µs")},
        {tr("Change"), tr("● Of the time, from the variant beside it"), {}},
        {tr("Share"), tr("● Of all operators"), {}},
        {tr("GMAC/s"), tr("● Multiply-accumulates a second"), QStringLiteral("GMAC/s")},
        {tr("Of roof"), tr("● Share of what this machine can do at the operator's intensity"), {}},
        {tr("Predicted"), tr("≈ By the processor fitted to this machine"), QStringLiteral("µs")},
        {tr("Off by"), tr("≈ / ●: predicted time over measured time; 1 × is a right prediction"), {}},
    }};
    const Head& head = heads[static_cast<std::size_t>(section)];
    if (role == UnitRole) return head.unit.isEmpty() ? QVariant() : QVariant(head.unit);
    if (role == Qt::DisplayRole) return head.title;
    if (role == Qt::ToolTipRole) return head.hint;
    return {};
}

} // namespace edgewright::views
