// SPDX-License-Identifier: GPL-3.0-or-later
// Standing bars, placed in data coordinates.
#pragma once

#include <QChart>
#include <QColor>

#include <vector>

namespace edgewright::views {

struct ColumnBar { // in the units of the axes
    double left = 0, right = 0;
    double low = 0, high = 0;
    QColor ink = {};

    QRectF extent() const { return {left, low, right - left, high - low}; }
};

// `series`: whose axes the bars refer to.
void addColumnBars(QChart& chart, QAbstractSeries& series, std::vector<ColumnBar> bars);

// The bar of a channel, on an axis of their numbers.
ColumnBar channelBar(std::size_t channel, double low, double high, const QColor& ink);

} // namespace edgewright::views
