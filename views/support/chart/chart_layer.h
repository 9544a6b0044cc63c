// SPDX-License-Identifier: GPL-3.0-or-later
// A picture over a chart, in data coordinates, that is painted at once: a chart of series would take a second
// for thousands of marks.
#pragma once

#include <QChart>
#include <QGraphicsItem>

#include <functional>

namespace edgewright::views {

class ChartLayer final : public QGraphicsItem {
public:
    using Paint = std::function<void(QPainter& painter, const ChartLayer& layer)>;
    // Becomes a child of the chart. `series`: whose axes the values refer to. Qt has axes at a height of 3,
    // lines at 5; ChartAnnotations are at 100.
    ChartLayer(QChart& chart, QAbstractSeries& series, double height, Paint paint);
    QPointF place(QPointF value) const { return m_chart.mapToPosition(value, &m_series); } // pixels
    QRectF plot() const { return m_chart.plotArea(); }                                     // pixels

    QRectF boundingRect() const override;
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

private:
    QChart& m_chart;
    QAbstractSeries& m_series;
    Paint m_paint;
};

} // namespace edgewright::views
