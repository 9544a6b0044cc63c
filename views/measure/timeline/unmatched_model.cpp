// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/measure/timeline/unmatched_model.h"

#include "views/support/quantity.h"
#include "views/support/table/table_text.h"
#include "views/support/utf8.h"

namespace edgewright::views {

void UnmatchedModel::setTimeline(std::shared_ptr<const TimelineModel> timeline) {
    beginResetModel();
    m_timeline = std::move(timeline);
    endResetModel();
}

QString UnmatchedModel::name(int row) const { return text(entry(row).name); }

int UnmatchedModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() || !m_timeline ? 0 : static_cast<int>(m_timeline->unmatched().size());
}

int UnmatchedModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : Columns; }

double UnmatchedModel::share(const UnmatchedSpans& entry) const {
    return m_timeline->end() > 0 ? entry.seconds / m_timeline->end() : 0;
}

QString UnmatchedModel::shown(const UnmatchedSpans& entry, int column) const {
    switch (column) {
    case Name:
        return text(entry.name);
    case Why:
        return entry.ambiguous ? tr("several nodes have that name") : tr("no node has that name");
    case Count:
        return integerText(static_cast<std::int64_t>(entry.count));
    case Time:
        return secondsText(entry.seconds);
    default:
        return percentText(share(entry));
    }
}

QVariant UnmatchedModel::sorted(const UnmatchedSpans& entry, int column) const {
    switch (column) {
    case Count:
        return static_cast<qulonglong>(entry.count);
    case Time:
        return entry.seconds;
    case Share:
        return share(entry);
    default:
        return shown(entry, column);
    }
}

QVariant UnmatchedModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rowCount()) return {};
    const UnmatchedSpans& row = entry(index.row());
    switch (role) {
    case Qt::DisplayRole:
        return shown(row, index.column());
    case SortRole:
        return sorted(row, index.column());
    case Qt::ToolTipRole:
        return index.column() == Name ? shown(row, Name) : QVariant();
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(Qt::Alignment(index.column() >= Count ? Qt::AlignRight : Qt::AlignLeft) |
                                   Qt::AlignVCenter);
    default:
        return {};
    }
}

QVariant UnmatchedModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == UnitRole) return section == Time ? QStringLiteral("s") : QString();
    if (role != Qt::DisplayRole) return {};
    switch (section) {
    case Name:
        return tr("Operator of the profile");
    case Why:
        return tr("Why");
    case Count:
        return tr("Calls");
    case Time:
        return tr("Time");
    default:
        return tr("Share");
    }
}

} // namespace edgewright::views
