// SPDX-License-Identifier: GPL-3.0-or-later
// Columns of the tables of pages, by their keys.
#pragma once

#include "views/support/table/row_table.h"

#include <QAbstractProxyModel>

namespace edgewright::test {

// -1: the table, or what a view shows of it, has no such column.
inline int columnOf(const QAbstractItemModel& model, std::string_view key) {
    const auto* proxy = qobject_cast<const QAbstractProxyModel*>(&model);
    const auto* table = qobject_cast<const views::RowTable*>(proxy ? proxy->sourceModel() : &model);
    return table ? table->columnOf(key) : -1;
}

} // namespace edgewright::test
