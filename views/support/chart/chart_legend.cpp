// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/chart/chart_legend.h"

#include "views/support/legend_flow.h"

#include <QBarLegendMarker>
#include <QBarSet>
#include <QFontMetricsF>
#include <QLegend>
#include <QLegendMarker>
#include <QMargins>
#include <QTextDocumentFragment>
#include <QXYSeries>

#include <algorithm>
#include <cmath>

namespace edgewright::views {

namespace {

constexpr double ChartLegendSwatch = 10, ChartLegendSpace = 5, ChartLegendGap = 14; // logical pixels
constexpr int ChartLegendMargin = 8;

void paintLegendMark(QPainter& painter, const QRectF& box, QScatterSeries::MarkerShape shape) {
    const QPointF middle = box.center();
    if (shape == QScatterSeries::MarkerShapeCircle)
        painter.drawEllipse(box);
    else if (shape == QScatterSeries::MarkerShapeRotatedRectangle)
        painter.drawPolygon(QPolygonF(QList<QPointF>{{middle.x(), box.top()},
                                                     {box.right(), middle.y()},
                                                     {middle.x(), box.bottom()},
                                                     {box.left(), middle.y()}}));
    else if (shape == QScatterSeries::MarkerShapeTriangle)
        painter.drawPolygon(
            QPolygonF(QList<QPointF>{{middle.x(), box.top()}, box.bottomRight(), box.bottomLeft()}));
    else
        painter.drawRect(box);
}

} // namespace

ChartLegend::ChartLegend(QChart& chart, double width) {
    QLegend* legend = chart.legend();
    if (!legend->isVisible()) return;
    const QFontMetricsF metrics(font(TextSize::Small));
    double needed = 0;
    bool hasBars = false;
    const QList<QLegendMarker*> markers = legend->markers();
    for (QLegendMarker* marker : markers) {
        if (!marker->isVisible()) continue;
        Entry entry{QTextDocumentFragment::fromHtml(marker->label()).toPlainText(), marker->pen(),
                    marker->brush(), std::nullopt};
        if (const auto* points = qobject_cast<const QScatterSeries*>(marker->series())) {
            entry.pen = QPen(points->borderColor(), 1);
            entry.brush = points->color();
            entry.mark = points->markerShape();
        } else if (const auto* line = qobject_cast<const QXYSeries*>(marker->series())) {
            entry.pen = line->pen();
            entry.brush = Qt::NoBrush;
        } else if (auto* bar = qobject_cast<QBarLegendMarker*>(marker)) {
            entry.pen = QPen(bar->barset()->borderColor(), 1);
            entry.brush = bar->barset()->color();
            hasBars = true;
        }
        needed += metrics.horizontalAdvance(entry.name) + 3 * ChartLegendSwatch;
        m_entries.push_back(std::move(entry));
    }
    if (!hasBars && needed <= width - 2 * ChartLegendMargin) {
        m_entries.clear();
        return;
    }
    m_isOnTop = legend->alignment() == Qt::AlignTop;
    legend->hide();
    const double height = layOut(nullptr, QRectF(0, 0, width, 0), Theme::light()).height();
    QMargins margins = chart.margins();
    const int more = static_cast<int>(std::ceil(height)) + 4;
    if (m_isOnTop)
        margins.setTop(margins.top() + more);
    else
        margins.setBottom(margins.bottom() + more);
    chart.setMargins(margins);
}

void ChartLegend::paint(QPainter& painter, const QRectF& area, const Theme& theme) const {
    if (m_entries.empty()) return;
    const QSizeF used = layOut(nullptr, area, theme);
    const double top =
        m_isOnTop ? area.top() + ChartLegendMargin : area.bottom() - ChartLegendMargin - used.height();
    const double before = std::max(0.0, area.width() - 2 * ChartLegendMargin - used.width()) / 2;
    painter.save();
    layOut(&painter, QRectF(area.left() + before, top, area.width(), used.height()), theme);
    painter.restore();
}

QSizeF ChartLegend::layOut(QPainter* painter, const QRectF& area, const Theme& theme) const {
    const QFont small = font(TextSize::Small);
    const QFontMetricsF metrics(small);
    const double line = std::max(16.0, std::ceil(metrics.height()) + 2);
    LegendFlow flow(area.topLeft() + QPointF(ChartLegendMargin, 0), area.width() - 2 * ChartLegendMargin, line);
    if (painter) painter->setFont(small);
    for (const Entry& entry : m_entries) {
        const double width = metrics.horizontalAdvance(entry.name) + 2;
        const QPointF at = flow.place(ChartLegendSwatch + ChartLegendSpace + width, ChartLegendGap);
        if (!painter) continue;
        const QRectF box(at.x(), at.y() + (line - ChartLegendSwatch) / 2, ChartLegendSwatch, ChartLegendSwatch);
        painter->setPen(entry.pen);
        painter->setBrush(entry.brush);
        if (entry.mark)
            paintLegendMark(*painter, box, *entry.mark);
        else if (entry.brush.style() == Qt::NoBrush)
            painter->drawLine(QPointF(box.left(), box.center().y()), QPointF(box.right(), box.center().y()));
        else
            painter->drawRect(box.adjusted(0.5, 0.5, -0.5, -0.5));
        painter->setPen(theme.text);
        painter->drawText(QRectF(box.right() + ChartLegendSpace, at.y(), width, line),
                          Qt::AlignLeft | Qt::AlignVCenter, entry.name);
    }
    return flow.used();
}

} // namespace edgewright::views
