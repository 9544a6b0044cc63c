// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/wheel_guard.h"

#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QScrollBar>
#include <QWheelEvent>

namespace edgewright::views {

bool WheelGuard::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != QEvent::Wheel) return false;
    auto* field = qobject_cast<QWidget*>(watched);
    const bool changes = qobject_cast<QAbstractSpinBox*>(watched) || qobject_cast<QComboBox*>(watched) ||
                         (qobject_cast<QAbstractSlider*>(watched) && !qobject_cast<QScrollBar*>(watched));
    if (!changes || !field || field->hasFocus() || !field->parentWidget()) return false;
    // On to what is around it: ignoring the event is not enough, as Qt stops at a filter that took it.
    const auto* wheel = static_cast<QWheelEvent*>(event);
    QWidget* parent = field->parentWidget();
    QWheelEvent passed(field->mapTo(parent, wheel->position().toPoint()), wheel->globalPosition(),
                       wheel->pixelDelta(), wheel->angleDelta(), wheel->buttons(), wheel->modifiers(),
                       wheel->phase(), wheel->inverted());
    QApplication::sendEvent(parent, &passed);
    return true;
}

} // namespace edgewright::views
