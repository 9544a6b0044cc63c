// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/memory/lists/buffer_model.h"

#include "views/memory/chart/life_card.h"
#include "views/memory/chart/plan_painter.h"
#include "views/support/utf8.h"

#include <algorithm>

namespace edgewright::views {

namespace buffer_columns {

namespace {

using table::Cell, table::Word;
using enum table::Unit;
using Row = BufferModel::Row;

const Box& boxOf(const Row& row) { return row.side->box(row.life); }

Cell how(const Row& row) {
    if (!row.link)
        return row.isApart ? Word{"apart", TRANSLATABLE("Word", "apart")}
                           : Word{"own", TRANSLATABLE("Word", "own bytes")};
    switch (row.link->kind) {
    case memory::SharingKind::View:
        return Word{"view", TRANSLATABLE("Word", "view")};
    case memory::SharingKind::Part:
        return Word{"part", TRANSLATABLE("Word", "part")};
    case memory::SharingKind::Overwrite:
        break;
    }
    return Word{"overwrite", TRANSLATABLE("Word", "in place")};
}

Cell why(const Row& row) {
    if (row.link) return row.link->reason;
    if (row.isApart) return BufferModel::tr("Has a buffer of its own, because you said so.").toStdString();
    const NodeId producer = row.side->producer(row.life);
    const QString kind = kindName(boxOf(row).kind);
    if (!producer.valid() || !row.side->given().contains(producer)) return kind.toStdString();
    return BufferModel::tr("%1 of %2").arg(kind, text(row.side->given().node(producer).label())).toStdString();
}

constexpr table::Column<Row> Columns[] = {
    {{"buffer", TRANSLATABLE("Column", "Buffer"), "", Plain},
     [](const Row& row) -> Cell { return boxOf(row).buffer.index(); }},
    {{"offset", TRANSLATABLE("Column", "Offset"), "", Bytes},
     [](const Row& row) -> Cell { return boxOf(row).offset; }},
    {{"tensor", TRANSLATABLE("Column", "Tensor")},
     [](const Row& row) -> Cell { return row.side->name(row.life); }},
    {{"steps", TRANSLATABLE("Column", "Steps"), "", Plain},
     [](const Row& row) -> Cell { return row.side->life(row.life).lower; }},
    {{"size", TRANSLATABLE("Column", "Size"), "", Bytes},
     [](const Row& row) -> Cell { return boxOf(row).size; }},
    {{"how", TRANSLATABLE("Column", "Lives there"),
      TRANSLATABLE("Column", "Untick one that shares to give it a buffer of its own")},
     how},
    {{"why", TRANSLATABLE("Column", "Why"), "", Text, table::Everywhere | table::Sentence}, why},
};

QVariant shown(const Row& row, std::string_view key, int role) {
    const Life& life = row.side->life(row.life);
    if (role == Qt::ToolTipRole)
        return key == "why" ? cellText(why(row), Text).toHtmlEscaped() : lifeCard(*row.side, row.life);
    if (role == Qt::CheckStateRole && key == "how" && row.canBeApart())
        return row.isApart ? Qt::Unchecked : Qt::Checked;
    if (role == Qt::DisplayRole && key == "steps" && life.upper - life.lower > 1)
        return BufferModel::tr("%1–%2").arg(life.lower).arg(life.upper - 1);
    return {};
}

table::Table tableOf(std::span<const Row> rows) {
    return {std::span(Columns), rows.size(), [rows](std::size_t row) -> const Row& { return rows[row]; }};
}

} // namespace

} // namespace buffer_columns

BufferModel::BufferModel(QObject* parent)
    : RowTable(buffer_columns::tableOf({}), parent, [this](int row, std::string_view key, int role) {
          return row >= 0 ? buffer_columns::shown(m_rows[static_cast<std::size_t>(row)], key, role)
                          : QVariant();
      }) {}

void BufferModel::setSide(std::shared_ptr<const PlanSide> side, const std::unordered_set<ValueId>& apart) {
    m_side = std::move(side);
    m_rows.clear();
    const std::size_t count = m_side ? m_side->lives().size() : 0;
    for (std::size_t i = 0; i < count; ++i)
        m_rows.push_back({m_side.get(), LifeId(i), nullptr, apart.contains(m_side->lives()[i].value)});
    if (m_side)
        for (const Link& link : m_side->links())
            m_rows[link.made.index()].link = &link;
    std::ranges::stable_sort(m_rows, {}, [this](const Row& row) {
        return std::pair(m_side->box(row.life).buffer.index(), m_side->life(row.life).lower);
    });
    m_rowOf.assign(count, -1);
    for (std::size_t row = 0; row < m_rows.size(); ++row)
        m_rowOf[m_rows[row].life.index()] = static_cast<int>(row);
    show(buffer_columns::tableOf(m_rows));
}

int BufferModel::rowOf(LifeId life) const { return life.index() < m_rowOf.size() ? m_rowOf[life.index()] : -1; }

bool BufferModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    if (role != Qt::CheckStateRole || !index.isValid() || index.column() != How) return false;
    Row& row = m_rows[static_cast<std::size_t>(index.row())];
    if (!row.canBeApart()) return false;
    row.isApart = value.toInt() != Qt::Checked;
    emit dataChanged(index, index.siblingAtColumn(Why));
    emit keptApart(index.row(), row.isApart);
    return true;
}

Qt::ItemFlags BufferModel::flags(const QModelIndex& index) const {
    const bool box =
        index.isValid() && index.column() == How && m_rows[static_cast<std::size_t>(index.row())].canBeApart();
    return box ? RowTable::flags(index) | Qt::ItemIsUserCheckable : RowTable::flags(index);
}

} // namespace edgewright::views
