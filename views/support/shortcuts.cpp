// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/shortcuts.h"

#include <QStringList>
#include <QVariant>

#include <algorithm>

namespace edgewright::views {

namespace {

constexpr const char* Group = "shortcutGroup";
constexpr const char* Keys = "shortcutKeys"; // in words

QString keysText(const QAction& action) {
    if (const QVariant words = action.property(Keys); words.isValid()) return words.toString();
    QStringList keys;
    for (const QKeySequence& each : action.shortcuts())
        keys << each.toString(QKeySequence::NativeText);
    return keys.join(QStringLiteral("  "));
}

// Those of the window and of all in it, and those that it only has been given.
QList<QAction*> actionsOf(const QWidget& window) {
    QList<QAction*> all = window.findChildren<QAction*>();
    for (QAction* each : window.actions())
        if (!all.contains(each)) all << each;
    return all;
}

} // namespace

QAction* addShortcut(QWidget* owner, const QString& group, const QString& text, const QList<QKeySequence>& keys,
                     Qt::ShortcutContext context) {
    auto* action = new QAction(text, owner);
    action->setShortcuts(keys);
    action->setShortcutContext(context);
    action->setProperty(Group, group);
    owner->addAction(action);
    return action;
}

void listShortcut(QAction* action, const QString& group) { action->setProperty(Group, group); }

void listShortcut(QWidget* owner, const QString& group, const QString& text, const QString& keys) {
    auto* action = new QAction(text, owner);
    action->setProperty(Group, group);
    action->setProperty(Keys, keys);
}

QList<QAction*> listedActions(const QWidget* window) {
    QList<QAction*> actions;
    for (QAction* action : actionsOf(*window))
        if (!action->property(Group).toString().isEmpty() && !action->property(Keys).isValid())
            actions << action;
    return actions;
}

std::vector<ShortcutRow> shortcutsOf(const QWidget* window) {
    std::vector<ShortcutRow> rows;
    QStringList groups;
    for (const QAction* action : actionsOf(*window)) {
        const QString group = action->property(Group).toString();
        const QString keys = keysText(*action);
        if (group.isEmpty() || keys.isEmpty()) continue;
        if (!groups.contains(group)) groups << group;
        rows.push_back({group, action->text(), keys});
    }
    std::ranges::stable_sort(rows, {}, [&](const ShortcutRow& row) { return groups.indexOf(row.group); });
    return rows;
}

} // namespace edgewright::views
