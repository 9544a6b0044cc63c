// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/keys/window_keys.h"

#include <QAbstractSpinBox>
#include <QAction>
#include <QApplication>
#include <QKeyEvent>
#include <QLineEdit>

#include <algorithm>

namespace edgewright::workbench {

namespace {

// False where the text of the field in focus has nothing to take back: then the key is the window's.
bool undoesText(const QWidget& field, bool undo) {
    const auto* line = qobject_cast<const QLineEdit*>(&field);
    if (!line && qobject_cast<const QAbstractSpinBox*>(&field)) line = field.findChild<QLineEdit*>();
    return !line || (undo ? line->isUndoAvailable() : line->isRedoAvailable());
}

} // namespace

WindowKeys::WindowKeys(QWidget& window) : QObject(&window), m_window(window) { qApp->installEventFilter(this); }

// Asked before a key goes to the widget in focus: one that is not accepted goes to the shortcuts.
bool WindowKeys::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != QEvent::ShortcutOverride) return QObject::eventFilter(watched, event);
    const auto* widget = qobject_cast<QWidget*>(watched);
    if (!widget || widget->window() != &m_window) return QObject::eventFilter(watched, event);
    const auto* key = static_cast<QKeyEvent*>(event);
    const bool undo = key->matches(QKeySequence::Undo), redo = key->matches(QKeySequence::Redo);
    const bool editing = (undo || redo) && undoesText(*widget, undo);
    const bool writes = !(key->modifiers() & (Qt::ControlModifier | Qt::AltModifier)) &&
                        (key->key() < Qt::Key_F1 || key->key() > Qt::Key_F35);
    if (editing || writes) return QObject::eventFilter(watched, event);
    const QKeySequence pressed(key->keyCombination());
    const bool ours = std::ranges::any_of(m_window.actions(), [&](const QAction* action) {
        return action->isEnabled() && action->shortcuts().contains(pressed);
    });
    if (!ours) return QObject::eventFilter(watched, event);
    event->ignore();
    return true;
}

} // namespace edgewright::workbench
