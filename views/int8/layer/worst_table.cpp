// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/int8/layer/worst_table.h"

#include "views/int8/value/value_text.h"
#include "views/support/quantity.h"
#include "views/support/table/table_text.h"

#include <cmath>
#include <utility>

namespace edgewright::views {

using namespace Qt::StringLiterals;

void WorstTable::setFacts(std::shared_ptr<const pipeline::LayerFacts> facts) {
    beginResetModel();
    m_facts = std::move(facts);
    endResetModel();
}

std::int64_t WorstTable::elementAt(int row) const {
    return row >= 0 && row < rowCount() ? m_facts->errors.worst[static_cast<std::size_t>(row)] : -1;
}

int WorstTable::rowCount(const QModelIndex& parent) const {
    return parent.isValid() || !m_facts ? 0 : static_cast<int>(m_facts->errors.worst.size());
}

int WorstTable::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : Columns; }

QVariant WorstTable::key(std::int64_t element, int column) const {
    const pipeline::ComparedTensor& pictures = *m_facts->layer->output;
    const quant::Params& output = m_facts->layer->study->output;
    switch (column) {
    case Place:
        return static_cast<qlonglong>(element);
    case Channel:
        return static_cast<qlonglong>(pictures.channelOf(element));
    case Fp32:
        return static_cast<double>(pictures.reference(element));
    case Int8:
        return static_cast<double>(pictures.dequantized(element));
    case Code:
        return static_cast<qlonglong>(std::lround(static_cast<double>(pictures.dequantized(element)) /
                                                  static_cast<double>(output.scale)) +
                                      output.zeroPoint);
    case Steps:
        return static_cast<double>(pictures.error(element)) / static_cast<double>(output.scale);
    default:
        return {};
    }
}

QString WorstTable::partsText(int row) const {
    QStringList parts;
    const std::vector<ErrorContribution> names = errorContributions({}, true);
    for (const pipeline::WorstOutput::Contribution& part : m_facts->worst[static_cast<std::size_t>(row)].contributions)
        parts << names[part.place].name + u' ' + stepsText(part.steps);
    return parts.join(u", "_s);
}

QString WorstTable::text(std::int64_t element, int column) const {
    const pipeline::ComparedTensor& pictures = *m_facts->layer->output;
    switch (column) {
    case Place:
        return elementText(pictures, element);
    case Fp32:
    case Int8:
        return significant(key(element, column).toDouble(), 5);
    case Steps:
        return stepsText(key(element, column).toDouble());
    default:
        return QString::number(key(element, column).toLongLong());
    }
}

QVariant WorstTable::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const std::int64_t element = elementAt(index.row());
    const bool words = index.column() == Place || index.column() == Parts;
    if (index.column() == Parts && (role == Qt::DisplayRole || role == SortRole)) return partsText(index.row());
    switch (role) {
    case Qt::DisplayRole:
        return text(element, index.column());
    case SortRole:
        return key(element, index.column());
    case Qt::ToolTipRole:
        return tr("Double click writes this value out");
    case Qt::TextAlignmentRole:
        return QVariant::fromValue((words ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    default:
        return {};
    }
}

QVariant WorstTable::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= Columns) return {};
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole) return {};
    const bool hint = role == Qt::ToolTipRole;
    switch (section) {
    case Place:
        return hint ? tr("Coordinates in the output, from 0 on") : tr("Output");
    case Channel:
        return hint ? tr("Output channel") : tr("Channel");
    case Fp32:
        return hint ? tr("What the layer computes in float32") : tr("FP32");
    case Int8:
        return hint ? tr("What its code stands for") : tr("INT8");
    case Code:
        return hint ? tr("Code of the output") : tr("Code");
    case Steps:
        return hint ? tr("INT8 less FP32, in steps of the output's codes") : tr("Error (steps)");
    case Parts:
        return hint ? tr("The steps that brought most of it in; One value tells all of them")
                    : tr("Comes from (steps)");
    default:
        return {};
    }
}

} // namespace edgewright::views
