// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/int8/layer/point_cloud.h"

#include <QPainter>
#include <QPolygonF>
#include <QTransform>

#include <algorithm>
#include <cmath>
#include <utility>

namespace edgewright::views {

namespace {

constexpr double SmallPoint = 2.2, LargePoint = 6;   // pixels
constexpr double FewPoints = 200, ManyPoints = 5000; // points that are drawn large, or small
constexpr double PlacesPerPixel = 2;                 // points in one place are one point

// The fewer there are, the larger.
double pointSize(std::size_t count) {
    const double share =
        std::log(static_cast<double>(count + 1) / FewPoints) / std::log(ManyPoints / FewPoints);
    return LargePoint + std::clamp(share, 0.0, 1.0) * (SmallPoint - LargePoint);
}

// The part of the band about a line that lies in `plot`, as a polygon.
QPolygonF bandIn(const QRectF& plot, QPointF from, QPointF to, double half) {
    const QPolygonF band{
        {from + QPointF(0, half), from - QPointF(0, half), to - QPointF(0, half), to + QPointF(0, half)}};
    return band.intersected(QPolygonF(plot));
}

} // namespace

PointCloud::PointCloud(QChart& chart, QAbstractSeries& series, Cloud cloud, const Theme& theme)
    : QGraphicsItem(&chart), m_chart(chart), m_series(series), m_cloud(std::move(cloud)), m_theme(theme) {
    setZValue(50);
    setAcceptedMouseButtons(Qt::NoButton);
}

QRectF PointCloud::boundingRect() const { return QRectF(QPointF(), m_chart.size()); }

void PointCloud::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) {
    const QRectF plot = m_chart.plotArea();
    // Both axes are linear: two points tell where all others are.
    const QPointF zero = m_chart.mapToPosition({0, 0}, &m_series),
                  one = m_chart.mapToPosition({1, 1}, &m_series);
    const QPointF unit = one - zero;
    const auto place = [&](QPointF at) { return zero + QPointF(at.x() * unit.x(), at.y() * unit.y()); };
    painter->setRenderHint(QPainter::Antialiasing);
    const double left = (plot.left() - zero.x()) / unit.x(), right = (plot.right() - zero.x()) / unit.x();
    const QPointF from = place({left, m_cloud.slope * left}), to = place({right, m_cloud.slope * right});
    QColor shade = m_theme.muted;
    shade.setAlphaF(0.22f);
    painter->setPen(Qt::NoPen);
    painter->setBrush(shade);
    painter->drawPolygon(bandIn(plot, from, to, std::abs(m_cloud.half * unit.y())));
    painter->setBrush(m_theme.muted);
    painter->drawPolygon(bandIn(plot, from, to, 0.4));

    const double size = pointSize(m_cloud.points.size() + m_cloud.clamped.size() + m_cloud.marked.size());
    const auto draw = [&](const std::vector<QPointF>& values, QColor ink) {
        std::vector<std::pair<int, int>> places;
        places.reserve(values.size());
        for (const QPointF& value : values)
            if (const QPointF at = place(value); plot.contains(at))
                places.emplace_back(static_cast<int>(std::lround(at.x() * PlacesPerPixel)),
                                    static_cast<int>(std::lround(at.y() * PlacesPerPixel)));
        std::ranges::sort(places);
        places.erase(std::unique(places.begin(), places.end()), places.end());
        QPolygonF points;
        for (const auto& [column, row] : places)
            points << QPointF(column / PlacesPerPixel, row / PlacesPerPixel);
        ink.setAlphaF(0.75f);
        painter->setPen(QPen(ink, size, Qt::SolidLine, Qt::RoundCap));
        painter->drawPoints(points);
    };
    draw(m_cloud.points, m_cloud.ink);
    draw(m_cloud.clamped, m_cloud.clampedInk);
    draw(m_cloud.marked, m_cloud.markedInk);
}

} // namespace edgewright::views
