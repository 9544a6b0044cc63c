// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/memory/lists/buffer_model.h"

#include "views/memory/chart/life_card.h"
#include "views/memory/chart/plan_painter.h"
#include "views/support/quantity.h"
#include "views/support/table/table_text.h"
#include "views/support/utf8.h"

#include <algorithm>

namespace edgewright::views {

void BufferModel::setSide(std::shared_ptr<const PlanSide> side, std::unordered_set<ValueId> apart) {
    beginResetModel();
    m_side = std::move(side);
    m_apart = std::move(apart);
    m_rows.clear();
    const std::size_t count = m_side ? m_side->lives().size() : 0;
    for (std::size_t i = 0; i < count; ++i)
        m_rows.push_back({.life = LifeId(i)});
    if (m_side)
        for (const Link& link : m_side->links())
            m_rows[link.made.index()].link = &link;
    std::ranges::stable_sort(m_rows, {}, [this](const Row& row) {
        return std::pair(m_side->box(row.life).buffer.index(), m_side->life(row.life).lower);
    });
    m_rowOf.assign(count, -1);
    for (std::size_t row = 0; row < m_rows.size(); ++row)
        m_rowOf[m_rows[row].life.index()] = static_cast<int>(row);
    endResetModel();
}

int BufferModel::rowOf(LifeId life) const { return life.index() < m_rowOf.size() ? m_rowOf[life.index()] : -1; }

int BufferModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int BufferModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : Columns; }

bool BufferModel::canBeApart(const Row& row) const {
    const ValueId value = m_side->life(row.life).value;
    return value.valid() && (row.link || m_apart.contains(value));
}

QString BufferModel::how(const Row& row) const {
    if (row.link) {
        switch (row.link->kind) {
        case memory::SharingKind::View:
            return tr("view");
        case memory::SharingKind::Part:
            return tr("part");
        case memory::SharingKind::Overwrite:
            return tr("in place");
        }
    }
    return m_apart.contains(m_side->life(row.life).value) ? tr("apart") : tr("own bytes");
}

QString BufferModel::why(const Row& row) const {
    if (row.link) return text(row.link->reason);
    if (m_apart.contains(m_side->life(row.life).value))
        return tr("Has a buffer of its own, because you said so.");
    const NodeId producer = m_side->producer(row.life);
    const QString kind = kindName(m_side->box(row.life).kind);
    return producer.valid() && m_side->given().contains(producer)
               ? tr("%1 of %2").arg(kind, text(m_side->given().node(producer).label()))
               : kind;
}

QString BufferModel::shown(const Row& row, int column) const {
    const Life& life = m_side->life(row.life);
    const Box& box = m_side->box(row.life);
    switch (column) {
    case Buffer:
        return QString::number(box.buffer.index());
    case Offset:
        return bytesText(box.offset);
    case Tensor:
        return text(m_side->name(row.life));
    case Steps:
        return life.upper - life.lower == 1 ? QString::number(life.lower)
                                            : tr("%1–%2").arg(life.lower).arg(life.upper - 1);
    case Size:
        return bytesText(box.size);
    case How:
        return how(row);
    default:
        return why(row);
    }
}

QVariant BufferModel::sorted(const Row& row, int column) const {
    switch (column) {
    case Buffer:
        return static_cast<qlonglong>(m_side->box(row.life).buffer.index());
    case Offset:
        return static_cast<qlonglong>(m_side->box(row.life).offset);
    case Steps:
        return static_cast<qlonglong>(m_side->life(row.life).lower);
    case Size:
        return static_cast<qlonglong>(m_side->box(row.life).size);
    default:
        return shown(row, column);
    }
}

QVariant BufferModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || !m_side || index.row() >= rowCount()) return {};
    const Row& row = m_rows[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        return shown(row, index.column());
    case SortRole:
        return sorted(row, index.column());
    case Qt::ToolTipRole:
        return index.column() == Why ? why(row).toHtmlEscaped() : lifeCard(*m_side, row.life);
    case Qt::TextAlignmentRole:
        return index.column() == Tensor || index.column() >= How ? int(Qt::AlignLeft | Qt::AlignVCenter)
                                                                 : int(Qt::AlignRight | Qt::AlignVCenter);
    case Qt::CheckStateRole:
        if (index.column() != How || !canBeApart(row)) return {};
        return m_apart.contains(m_side->life(row.life).value) ? Qt::Unchecked : Qt::Checked;
    default:
        return {};
    }
}

bool BufferModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    if (role != Qt::CheckStateRole || !index.isValid() || index.column() != How || !m_side) return false;
    const Row& row = m_rows[static_cast<std::size_t>(index.row())];
    if (!canBeApart(row)) return false;
    const bool apart = value.toInt() != Qt::Checked;
    if (apart)
        m_apart.insert(m_side->life(row.life).value);
    else
        m_apart.erase(m_side->life(row.life).value);
    emit dataChanged(index, index.siblingAtColumn(Why));
    emit keptApart(index.row(), apart);
    return true;
}

Qt::ItemFlags BufferModel::flags(const QModelIndex& index) const {
    const Qt::ItemFlags plain = QAbstractTableModel::flags(index);
    const bool box = index.isValid() && index.column() == How && m_side &&
                     canBeApart(m_rows[static_cast<std::size_t>(index.row())]);
    return box ? plain | Qt::ItemIsUserCheckable : plain;
}

QVariant BufferModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == UnitRole) return section == Offset || section == Size ? QStringLiteral("B") : QString();
    if (role == Qt::ToolTipRole && section == How)
        return tr("Untick one that shares to give it a buffer of its own");
    if (role != Qt::DisplayRole) return {};
    switch (section) {
    case Buffer:
        return tr("Buffer");
    case Offset:
        return tr("Offset");
    case Tensor:
        return tr("Tensor");
    case Steps:
        return tr("Steps");
    case Size:
        return tr("Size");
    case How:
        return tr("Lives there");
    default:
        return tr("Why");
    }
}

} // namespace edgewright::views
