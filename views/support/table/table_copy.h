// SPDX-License-Identifier: GPL-3.0-or-later
// Gives a table, a list or a tree what every one of them has here: Ctrl+C copies the chosen rows, and a menu
// copies them, all of them, or the value under the pointer, copies the table in each format of core/table, and
// writes a file in one of them.
#pragma once

#include "core/table/format.h"

#include <QAbstractItemView>

#include <functional>
#include <string>
#include <vector>

namespace edgewright::views {

// `name`: the stem of the file that is proposed, "layers". The view keeps its own menu entries: actions that it
// has stand above ours.
void addTableCopy(QAbstractItemView& view, const QString& name);

// As it is written.
struct NamedTable {
    table::Table table;
    table::About about;
    QAbstractItemView* view = nullptr; // that shows it
};
// All in `part` that have rows of more than a name, each as it stands there. Rows that are still to be computed
// are left out, and the caption says so.
std::vector<NamedTable> tablesIn(const QWidget& part);

// Lines that documents say about the origin of every table in `window`: its model, its settings. They are asked
// for when one is written.
void setTableOrigin(QWidget& window, std::function<std::vector<std::string>()> lines);

} // namespace edgewright::views
