// SPDX-License-Identifier: GPL-3.0-or-later
// Every step of a lesson as a slide in files, and the end of the program: for scripts.
#pragma once

#include "app/workbench/files/figure_order.h"
#include "app/workbench/main_window.h"

namespace edgewright::workbench {

// Plays `lesson`, a name or a folder, in `window`, which nobody sees, answers what it asks, and ends the event
// loop: with 0, or with 1 and the reason on the terminal. A step that asks is two slides.
void writeSlidesAndEnd(MainWindow& window, const QString& lesson, const FigureOrder& order);

} // namespace edgewright::workbench
