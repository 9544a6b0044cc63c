// SPDX-License-Identifier: GPL-3.0-or-later
// The model of every table that core has columns of. What a page adds to it (colours, tips of rows, check
// boxes) is a function beside it.
#pragma once

#include "core/table/column.h"
#include "views/support/table/table_text.h"

#include <QAbstractItemModel>

#include <functional>
#include <string_view>
#include <vector>

namespace edgewright::views {

class RowTable : public QAbstractItemModel {
    Q_OBJECT
public:
    // The answer of a cell, or of the head of a column (row -1), for a role; invalid: what the table says.
    using Extra = std::function<QVariant(int row, std::string_view key, int role)>;

    explicit RowTable(table::Table table, QObject* parent = nullptr, Extra extra = {});
    // If rows and columns are as many as before, the order on the screen and what is chosen stay.
    void show(table::Table table, bool areSameRows = false);
    // Rows that stand below others. `parents`: by row the one that it stands below, which comes before it; -1:
    // none.
    void showTree(table::Table table, const std::vector<int>& parents);
    int rowOf(const QModelIndex& index) const; // of the table; -1 for an invalid index
    QModelIndex indexOf(int row, int column = 0) const;
    int columnOf(std::string_view key) const; // -1: there is none
    const table::Table& table() const { return m_table; }
    void refresh(); // what `extra` says has changed

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    using QObject::parent;
    QModelIndex parent(const QModelIndex& index) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    const table::Head& headOf(int column) const;
    bool saysTheSame(int column) const; // in all rows, so that it tells nothing of one of them
    bool isTree() const { return !m_places.empty(); }

    table::Table m_table;
    struct Place {
        int parent = -1, at = 0; // among the rows below its parent
        std::vector<int> below;
    };
    std::vector<Place> m_places;        // by row; empty: none stands below another
    std::vector<int> m_top;             // the rows of a tree that stand below none
    std::vector<std::size_t> m_columns; // of the table, those on pages
    Extra m_extra;
};

// The head or the hint of a column, in the language of the window.
QString columnText(const char* text);
// As it stands in a table, in the language of the window.
QString cellText(const table::Cell& cell, Unit unit);

} // namespace edgewright::views
