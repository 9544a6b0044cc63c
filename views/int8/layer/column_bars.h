// SPDX-License-Identifier: GPL-3.0-or-later
// Standing bars, placed in data coordinates.
#pragma once

#include "views/support/theme.h"

#include <QChart>
#include <QGraphicsItem>

#include <vector>

namespace edgewright::views {

struct ColumnBar { // in the units of the axes
    double left = 0, right = 0;
    double low = 0, high = 0;
    QColor ink = {};
};

class ColumnBars final : public QGraphicsItem {
public:
    ColumnBars(QChart& chart, QAbstractSeries& series, std::vector<ColumnBar> bars);
    QRectF boundingRect() const override;
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

private:
    QChart& m_chart;
    QAbstractSeries& m_series; // whose axes the values refer to
    std::vector<ColumnBar> m_bars;
};

// The bar of a channel, on an axis of their numbers.
ColumnBar channelBar(std::size_t channel, double low, double high, const QColor& ink);

// Points without a mark, for the axes of items and for what a pointer finds; the series is in the chart.
QAbstractSeries* addHiddenPoints(QChart& chart);

} // namespace edgewright::views
