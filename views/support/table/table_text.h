// SPDX-License-Identifier: GPL-3.0-or-later
// Tables that leave the program: tab-separated for the clipboard, and as tables of core, in each of its
// formats.
#pragma once

#include "core/base/result.h"
#include "core/table/format.h"

#include <QAbstractItemModel>
#include <QString>

#include <functional>

namespace edgewright::views {

// Roles of the models of tables, beside the texts that they show.
enum TableRole {
    SortRole = Qt::UserRole, // a number, or a text: sorted by, and what the text gives away
    UnitRole,                // of a header: the Unit of its column, an int; invalid: what the cells are decides
    KeyRole,                 // of a header: the key of its column
    FoldedRole,              // of a header: whether the column is shown only when a person asks for it
    SentenceRole,            // of a header: whether its cells are sentences
    WholeRole,               // a text that stands alone, where the one that is shown needs what is around it
    PendingRole,             // of a row: whether it is still to be computed
    NothingRole              // of a row: whether its numbers are all 0, so that DataTable may leave it out
};

// The indices of all rows, those of a tree below their parents.
QModelIndexList allRows(const QAbstractItemModel& model);
// `rows` in their order, each by any index in it; columns of a tree are those of its root. Numbers are those
// that the rows are sorted by, all else is as shown. A hidden column is only in formats that have every column.
table::Table tableOf(const QAbstractItemModel& model, const QModelIndexList& rows,
                     const std::function<bool(int column)>& isHidden = {});
// A header line, then the same rows, with tabs. Numbers are written in full, with a point and '-', so that they
// are numbers for whoever reads the text.
QString tableText(const QAbstractItemModel& model, const QModelIndexList& rows);
// In the format of the file's suffix, UTF-8. Fails with a message naming the file, or all suffixes where it has
// none of them.
Result<void> writeTable(const table::Table& table, const table::About& about, const QString& file);

} // namespace edgewright::views
