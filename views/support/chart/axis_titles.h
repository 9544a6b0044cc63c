// SPDX-License-Identifier: GPL-3.0-or-later
// Titles of axes that are longer than their axis: Qt Charts cuts them, here they go on in further lines.
#pragma once

#include <QChart>

namespace edgewright::views {

// The one on the left, in as many lines as the plot is low. Call it again when the height has changed, and
// activate the layout after it.
void fitUprightTitle(QChart& chart);
// All of them, below the plot and beside it, of a chart that keeps its size.
void wrapAxisTitles(QChart& chart);

} // namespace edgewright::views
