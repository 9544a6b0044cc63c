// SPDX-License-Identifier: GPL-3.0-or-later
// All figures of a model or study as files, or a report of it, and the end of the program: for scripts.
#pragma once

#include "app/workbench/files/figure_order.h"
#include "app/workbench/main_window.h"

namespace edgewright::workbench {

// Opens `file` in `window`, which nobody sees, and ends the event loop: with 0, or with 1 and the reason on the
// terminal.
void writeFiguresAndEnd(MainWindow& window, const QString& file, const FigureOrder& order);

} // namespace edgewright::workbench
