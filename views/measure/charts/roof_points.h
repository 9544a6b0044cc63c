// SPDX-License-Identifier: GPL-3.0-or-later
// Operators in a roofline: a disc where it was measured, as large as its share of the time, joined to a small
// ring where it was predicted.
#pragma once

#include "views/support/theme.h"

#include <QChart>
#include <QGraphicsItem>

#include <vector>

namespace edgewright::views {

struct RoofPoint {
    QPointF measured, predicted; // values of the axes; `predicted` below 0: none
    double share = 0;            // of the time, 0 to 1
    QColor ink;
};

class RoofPoints final : public QGraphicsItem {
public:
    // `series`: whose axes the points refer to. Becomes a child of the chart.
    RoofPoints(QChart& chart, QAbstractSeries& series, std::vector<RoofPoint> points, const Theme& theme);
    QRectF boundingRect() const override;
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

private:
    QChart& m_chart;
    QAbstractSeries& m_series;
    std::vector<RoofPoint> m_points;
    const Theme& m_theme;
};

} // namespace edgewright::views
