// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/int8/value/term_model.h"

#include "views/int8/value/value_text.h"
#include "views/support/table/table_text.h"

namespace edgewright::views {

void TermModel::setTrace(std::shared_ptr<const quant::ValueTrace> trace) {
    beginResetModel();
    m_trace = std::move(trace);
    endResetModel();
}

int TermModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() || !m_trace ? 0 : static_cast<int>(m_trace->terms.size());
}

int TermModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : Columns; }

QString TermModel::shown(std::size_t row, int column) const {
    const quant::TraceTerm& term = m_trace->terms[row];
    switch (column) {
    case Kernel:
        return term.padding ? tr("%1 pad").arg(indexText(m_trace->tapOf(row))) : indexText(m_trace->tapOf(row));
    case Held:
        return (term.overflows ? QStringLiteral("× ") : QString()) + groupedText(term.held);
    case X:
        return realText(static_cast<double>(term.x));
    case W:
        return realText(static_cast<double>(term.w));
    default:
        return groupedText(sorted(row, column).toLongLong());
    }
}

QVariant TermModel::sorted(std::size_t row, int column) const {
    const quant::TraceTerm& term = m_trace->terms[row];
    switch (column) {
    case Term:
        return static_cast<qlonglong>(row + 1);
    case Channel:
        return static_cast<qlonglong>(m_trace->inputChannelOf(row));
    case Kernel:
        return static_cast<qlonglong>(m_trace->positionOf(row));
    case XCode:
        return static_cast<qlonglong>(term.xCode);
    case WCode:
        return static_cast<qlonglong>(term.wCode);
    case Product:
        return static_cast<qlonglong>(term.product);
    case Held:
        return static_cast<qlonglong>(term.held);
    case X:
        return static_cast<double>(term.x);
    case W:
        return static_cast<double>(term.w);
    default:
        return static_cast<qlonglong>(term.exact);
    }
}

QVariant TermModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid) || !m_trace) return {};
    const auto row = static_cast<std::size_t>(index.row());
    switch (role) {
    case Qt::DisplayRole:
        return shown(row, index.column());
    case SortRole:
        return sorted(row, index.column());
    case Qt::ToolTipRole:
        return stepTitle(*m_trace, row) + QLatin1Char('\n') + stepText(*m_trace, row);
    case Qt::TextAlignmentRole:
        return int((index.column() == Kernel ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    default:
        return {};
    }
}

QVariant TermModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::ToolTipRole && section == Kernel)
        return tr("Position in the kernel, one number for each axis");
    if (role == Qt::ToolTipRole && section == Held)
        return tr("What the accumulator holds after this term; × where the sum did not fit");
    if (role != Qt::DisplayRole) return {};
    switch (section) {
    case Term:
        return tr("Term");
    case Channel:
        return tr("Channel");
    case Kernel:
        return tr("Kernel");
    case XCode:
        return tr("x");
    case WCode:
        return tr("w");
    case Product:
        return tr("Product");
    case Held:
        return tr("Sum");
    case X:
        return tr("x FP32");
    case W:
        return tr("w FP32");
    default:
        return tr("Exact sum");
    }
}

} // namespace edgewright::views
