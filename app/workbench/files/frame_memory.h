// SPDX-License-Identifier: GPL-3.0-or-later
// Geometry, splitters and drawer of the window, kept in the settings of the program.
#pragma once

#include <QMainWindow>

namespace edgewright::workbench {

class Drawer;

void rememberFrame(const QMainWindow& window, const Drawer& drawer);
void restoreFrame(QMainWindow& window, Drawer& drawer);

} // namespace edgewright::workbench
