// SPDX-License-Identifier: GPL-3.0-or-later
// Geometry, splitters, drawer and inspector of the window, kept in the settings of the program.
#pragma once

#include <QAction>
#include <QMainWindow>

namespace edgewright::workbench {

class Drawer;

// `inspector`: the action that shows it.
void rememberFrame(const QMainWindow& window, const Drawer& drawer, const QAction& inspector);
void restoreFrame(QMainWindow& window, Drawer& drawer, QAction& inspector);

} // namespace edgewright::workbench
