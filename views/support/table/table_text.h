// SPDX-License-Identifier: GPL-3.0-or-later
// Tables as text: tab-separated for the clipboard, comma-separated for files (RFC 4180).
#pragma once

#include "core/base/result.h"

#include <QAbstractItemModel>
#include <QString>

namespace edgewright::views {

// Roles of the models of tables, beside the texts that they show.
enum TableRole {
    SortRole = Qt::UserRole, // a number, or a text: sorted by, and what the text gives away
    UnitRole,                // of a header: what its numbers count, "B", "cycles"; empty where nothing
    KeyRole,                 // of a header: the key of its column
    FoldedRole               // of a header: whether the column is shown only when a person asks for it
};

enum class TableFormat { TabSeparated, CommaSeparated };

// A header line, then `rows` in their order, each by any index in it. Numbers are written in full, with a
// point and '-', so that they are numbers for whoever reads the text; columns of a tree are those of its root.
QString tableText(const QAbstractItemModel& model, const QModelIndexList& rows, TableFormat format);
// The indices of all rows, those of a tree below their parents.
QModelIndexList allRows(const QAbstractItemModel& model);
// All rows, comma-separated, UTF-8. Fails with a message naming the file.
Result<void> writeTable(const QAbstractItemModel& model, const QString& file);

} // namespace edgewright::views
