// SPDX-License-Identifier: GPL-3.0-or-later
// Thousands of points about a line, painted at once: a chart of series would take a second for them.
#pragma once

#include "views/support/theme.h"

#include <QChart>
#include <QGraphicsItem>

#include <vector>

namespace edgewright::views {

class PointCloud final : public QGraphicsItem {
public:
    struct Cloud {                                    // in the units of the axes, which are linear
        std::vector<QPointF> points, clamped, marked; // the later ones lie above
        double slope = 1;                             // of the line through 0
        double half = 0;                              // height of the band about the line
        QColor ink, clampedInk, markedInk;
    };
    PointCloud(QChart& chart, QAbstractSeries& series, Cloud cloud, const Theme& theme);
    QRectF boundingRect() const override;
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

private:
    QChart& m_chart;
    QAbstractSeries& m_series; // whose axes the values refer to
    Cloud m_cloud;
    const Theme& m_theme;
};

} // namespace edgewright::views
