// SPDX-License-Identifier: GPL-3.0-or-later
// Gives a table, a list or a tree what every one of them has here: Ctrl+C copies the chosen rows, and a menu
// copies them, all of them, or the value under the pointer, and writes a file.
#pragma once

#include <QAbstractItemView>

namespace edgewright::views {

// `name`: the stem of the file that is proposed, "layers". The view keeps its own menu entries: actions that it
// has stand above ours.
void addTableCopy(QAbstractItemView& view, const QString& name);

} // namespace edgewright::views
