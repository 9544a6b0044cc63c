// SPDX-License-Identifier: GPL-3.0-or-later
// All samples of a row as dots, with their median and its interval, over a chart.
#pragma once

#include "views/support/theme.h"

#include <QChart>
#include <QGraphicsItem>

#include <vector>

namespace edgewright::views {

struct DotRow {
    std::vector<double> values; // in units of the chart's x
    double y = 0;               // middle of the row; a row is 1 high
    double median = 0, low = 0, high = 0;
    bool hasInterval = false;
    QColor ink;
};

class SampleDots final : public QGraphicsItem {
public:
    // `series`: whose axes the rows refer to. Becomes a child of the chart.
    SampleDots(QChart& chart, QAbstractSeries& series, std::vector<DotRow> rows, const Theme& theme);
    QRectF boundingRect() const override;
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

private:
    QChart& m_chart;
    QAbstractSeries& m_series;
    std::vector<DotRow> m_rows;
    const Theme& m_theme;
};

} // namespace edgewright::views
