// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/table/row_table.h"

#include "core/table/format.h"
#include "views/support/plain_tip.h"
#include "views/support/quantity.h"
#include "views/support/utf8.h"

#include <QCoreApplication>

namespace edgewright::views {

namespace {

// A number, or a text; invalid where there is nothing.
QVariant sortKey(const table::Cell& cell) {
    if (const auto* yes = std::get_if<bool>(&cell)) return *yes;
    if (const auto* whole = std::get_if<std::int64_t>(&cell)) return static_cast<qlonglong>(*whole);
    if (const auto* real = std::get_if<double>(&cell)) return *real;
    return cell.isNothing() ? QVariant() : QVariant(cellText(cell, Unit::Text));
}

} // namespace

QString columnText(const char* text) { return *text ? QCoreApplication::translate("Column", text) : QString(); }

QString cellText(const table::Cell& cell, Unit unit) {
    if (const auto* word = std::get_if<table::Word>(&cell))
        return QCoreApplication::translate("Word", word->title);
    if (const auto* text = std::get_if<std::string>(&cell)) return QString::fromStdString(*text);
    const auto* real = std::get_if<double>(&cell);
    return real ? numberText(*real, unit) : localText(table::textOf(cell, unit));
}

RowTable::RowTable(table::Table table, QObject* parent, Extra extra)
    : QAbstractItemModel(parent), m_table(std::move(table)), m_columns(m_table.columnsOn(table::Page)),
      m_extra(std::move(extra)) {}

void RowTable::show(table::Table table, bool areSameRows) {
    if (table.of.front() && table.of == m_table.of) return;
    std::vector<std::size_t> columns = table.columnsOn(table::Page);
    areSameRows = areSameRows && !isTree() && table.rows() == m_table.rows() && columns == m_columns;
    if (!areSameRows) beginResetModel();
    m_table = std::move(table);
    m_columns = std::move(columns);
    m_places.clear();
    if (!areSameRows) return endResetModel();
    refresh();
}

void RowTable::showTree(table::Table table, const std::vector<int>& parents) {
    beginResetModel();
    m_table = std::move(table);
    m_columns = m_table.columnsOn(table::Page);
    m_places.assign(parents.size(), {});
    m_top.clear();
    for (int row = 0; row < static_cast<int>(parents.size()); ++row) {
        Place& place = m_places[static_cast<std::size_t>(row)];
        place.parent = parents[static_cast<std::size_t>(row)];
        std::vector<int>& beside =
            place.parent < 0 ? m_top : m_places[static_cast<std::size_t>(place.parent)].below;
        place.at = static_cast<int>(beside.size());
        beside.push_back(row);
    }
    endResetModel();
}

int RowTable::rowOf(const QModelIndex& index) const {
    return index.isValid() ? static_cast<int>(index.internalId()) : -1;
}

QModelIndex RowTable::indexOf(int row, int column) const {
    if (row < 0 || row >= static_cast<int>(m_table.rows())) return {};
    return createIndex(isTree() ? m_places[static_cast<std::size_t>(row)].at : row, column, quintptr(row));
}

QModelIndex RowTable::index(int row, int column, const QModelIndex& parent) const {
    if (!hasIndex(row, column, parent)) return {};
    if (!isTree()) return createIndex(row, column, quintptr(row));
    const std::vector<int>& beside =
        parent.isValid() ? m_places[static_cast<std::size_t>(rowOf(parent))].below : m_top;
    return createIndex(row, column, quintptr(beside[static_cast<std::size_t>(row)]));
}

QModelIndex RowTable::parent(const QModelIndex& index) const {
    return isTree() && index.isValid() ? indexOf(m_places[static_cast<std::size_t>(rowOf(index))].parent)
                                       : QModelIndex();
}

void RowTable::refresh() {
    if (rowCount() > 0) emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
    emit headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
}

const table::Head& RowTable::headOf(int column) const {
    return m_table.heads[m_columns[static_cast<std::size_t>(column)]];
}

bool RowTable::saysTheSame(int column) const {
    const std::size_t at = m_columns[static_cast<std::size_t>(column)];
    const Unit unit = m_table.heads[at].unit;
    const auto isNothing = [](const table::Cell& cell) {
        const auto* said = std::get_if<std::string>(&cell);
        return cell.isNothing() || (said && said->empty());
    };
    const table::Cell first = m_table.rows() > 0 ? m_table.at(0, at) : table::Cell();
    if (m_table.rows() < 2) return isNothing(first);
    const QString same = cellText(first, unit);
    for (std::size_t row = 1; row < m_table.rows(); ++row)
        if (const table::Cell cell = m_table.at(row, at);
            isNothing(cell) != isNothing(first) || cellText(cell, unit) != same)
            return false;
    return true;
}

int RowTable::columnOf(std::string_view key) const {
    for (int column = 0; column < columnCount(); ++column)
        if (headOf(column).key == key) return column;
    return -1;
}

int RowTable::rowCount(const QModelIndex& parent) const {
    if (!parent.isValid()) return static_cast<int>(isTree() ? m_top.size() : m_table.rows());
    if (!isTree() || parent.column() > 0) return 0;
    return static_cast<int>(m_places[static_cast<std::size_t>(rowOf(parent))].below.size());
}

int RowTable::columnCount(const QModelIndex& parent) const {
    return parent.isValid() && !isTree() ? 0 : static_cast<int>(m_columns.size());
}

QVariant RowTable::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const table::Head& head = headOf(index.column());
    if (m_extra)
        if (QVariant said = m_extra(rowOf(index), head.key, role); said.isValid()) return said;
    if (role == Qt::TextAlignmentRole)
        return int((head.unit == Unit::Text ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole && role != SortRole && role != Qt::ToolTipRole) return {};
    if (role == Qt::ToolTipRole && head.unit != Unit::Text) return {};
    const table::Cell cell =
        m_table.at(static_cast<std::size_t>(rowOf(index)), m_columns[static_cast<std::size_t>(index.column())]);
    if (role == SortRole) return sortKey(cell);
    const QString shown = cellText(cell, head.unit);
    return role == Qt::ToolTipRole ? plainTip(shown) : shown;
}

QVariant RowTable::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) return {};
    const table::Head& head = headOf(section);
    if (m_extra)
        if (QVariant said = m_extra(-1, head.key, role); said.isValid()) return said;
    if (role == Qt::DisplayRole) return columnText(head.head);
    if (role == Qt::ToolTipRole && *head.hint) return columnText(head.hint);
    if (role == KeyRole) return text(head.key);
    if (role == FoldedRole)
        return (head.on & table::Folded) != 0 ||
               ((head.on & table::FoldedIfAlike) != 0 && saysTheSame(section));
    if (role == SentenceRole) return (head.on & table::Sentence) != 0;
    if (role == UnitRole) return static_cast<int>(head.unit);
    return {};
}

} // namespace edgewright::views
