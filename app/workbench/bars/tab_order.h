// SPDX-License-Identifier: GPL-3.0-or-later
// The order in which Tab goes through a window: as one reads it. What stands in one part of the window is gone
// through before the next part; parts, and what is in them, go row by row, each from left to right.
#pragma once

#include <QList>

class QWidget;

namespace edgewright::workbench {

// All widgets that Tab stops at now; and `also`, which need not be one.
QList<QWidget*> tabStops(const QWidget& window, const QWidget* also = nullptr);
// Behind or before `from` (null: at the beginning), round and round; null where there is no other.
QWidget* nextTabStop(const QWidget& window, const QWidget* from, bool forward);
// A field or slider, in which arrows and letters change a value.
bool isField(const QWidget& widget);
// A picture or a table: no field, no button, no text.
bool isContent(const QWidget& widget);
// That one comes to a page for: its largest picture, else its largest table; null where it has none.
QWidget* mainStop(const QWidget& page);
// Scrolls what it is in so that it can be seen.
void bringIntoView(QWidget& widget);

} // namespace edgewright::workbench
