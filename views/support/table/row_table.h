// SPDX-License-Identifier: GPL-3.0-or-later
// The model of every table that core has columns of. What a page adds to it (colours, tips of rows, check
// boxes) is a function beside it.
#pragma once

#include "core/table/column.h"
#include "views/support/table/table_text.h"

#include <QAbstractTableModel>

#include <functional>
#include <string_view>

namespace edgewright::views {

class RowTable : public QAbstractTableModel {
    Q_OBJECT
public:
    // The answer of a cell, or of the head of a column (row -1), for a role; invalid: what the table says.
    using Extra = std::function<QVariant(int row, std::string_view key, int role)>;

    explicit RowTable(table::Table table, QObject* parent = nullptr, Extra extra = {});
    // If rows and columns are as many as before, the order on the screen and what is chosen stay.
    void show(table::Table table, bool areSameRows = false);
    int columnOf(std::string_view key) const; // -1: there is none
    void refresh();                           // what `extra` says has changed

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    const table::Head& headOf(int column) const;

    table::Table m_table;
    std::vector<std::size_t> m_columns; // of the table, those on pages
    Extra m_extra;
};

// The head or the hint of a column, in the language of the window.
QString columnText(const char* text);
// As it stands in a table, in the language of the window.
QString cellText(const table::Cell& cell, Unit unit);

} // namespace edgewright::views
