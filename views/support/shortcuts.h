// SPDX-License-Identifier: GPL-3.0-or-later
// The keys of the program: installed here, and listed from what was installed.
#pragma once

#include <QAction>
#include <QKeySequence>
#include <QList>
#include <QString>
#include <QWidget>

#include <vector>

namespace edgewright::views {

// An action of `owner` that works while the focus is in it, or anywhere in the window. Listed under `group`.
QAction* addShortcut(QWidget* owner, const QString& group, const QString& text, const QList<QKeySequence>& keys,
                     Qt::ShortcutContext context);
// Lists an action that is installed already.
void listShortcut(QAction* action, const QString& group);
// Lists keys and gestures that `owner` handles itself.
void listShortcut(QWidget* owner, const QString& group, const QString& text, const QString& keys);

// The actions that are listed in `window` and its children, or were given to it, and can be triggered.
QList<QAction*> listedActions(const QWidget* window);

struct ShortcutRow {
    QString group, text, keys;
};
// All that are listed in `window` and its children, by group in the order of installation.
std::vector<ShortcutRow> shortcutsOf(const QWidget* window);

} // namespace edgewright::views
