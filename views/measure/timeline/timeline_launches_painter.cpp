// SPDX-License-Identifier: GPL-3.0-or-later
// Arrows of a timeline from calls of the host to what they started on a device.
#include "views/measure/timeline/timeline_painter.h"

#include <QPolygonF>

#include <cmath>

namespace edgewright::views {

void TimelinePainter::arrow(QPainter& painter, std::size_t source, const TimelineLaunch& launch,
                            const QColor& colour, double width) const {
    constexpr double HeadLength = 6, HeadWidth = 5; // pixels
    const QRectF call = m_geometry.spanRect({source, launch.call}),
                 kernel = m_geometry.spanRect({source, launch.kernel});
    const bool isDown = kernel.top() > call.top();
    const QPointF from(call.left(), isDown ? call.bottom() : call.top()),
        to(kernel.left(), isDown ? kernel.top() : kernel.bottom());
    const QPointF way = to - from;
    const double length = std::hypot(way.x(), way.y());
    if (length < HeadLength) return;
    const QPointF along = way / length, across(-along.y(), along.x()), neck = to - along * HeadLength;
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(colour, width));
    painter.drawLine(from, neck);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    painter.drawPolygon(QPolygonF{to, neck + across * (HeadWidth / 2), neck - across * (HeadWidth / 2)});
    painter.setBrush(Qt::NoBrush);
}

void TimelinePainter::paintLaunches(QPainter& painter) const {
    constexpr std::size_t MaxArrows = 80; // more would be a grey plane
    painter.save();
    painter.setClipRect(m_geometry.rows, Qt::IntersectClip);
    for (std::size_t source = 0; source < m_scene.sources.size(); ++source) {
        const TimeRange time = traceTime(source);
        const auto launches = m_scene.sources[source].model->launchesWithin(time.from, time.to);
        if (launches.size() > MaxArrows) continue;
        for (const TimelineLaunch& launch : launches)
            arrow(painter, source, launch, m_theme.muted, 1);
    }
    painter.restore();
}

void TimelinePainter::paintLaunchesOf(QPainter& painter, SpanRef span) const {
    constexpr std::size_t MaxArrows = 500;
    if (!span.valid()) return;
    const TimelineModel& model = m_scene.model(span);
    painter.save();
    painter.setClipRect(m_geometry.rows, Qt::IntersectClip);
    const bool isKernel = model.span(span.at).role == trace::Role::Kernel;
    const SpanIndex& index = model.index();
    const auto launches = isKernel ? model.launchesWithin(0, index.end(span.at))
                                   : model.launchesWithin(index.start(span.at), index.end(span.at));
    std::size_t drawn = 0;
    for (const TimelineLaunch& launch : launches) {
        const bool isOwn =
            isKernel ? launch.kernel == span.at : model.trackOf(launch.call) == model.trackOf(span.at);
        if (isOwn && ++drawn <= MaxArrows) arrow(painter, span.source, launch, m_theme.accent, 1.5);
    }
    painter.restore();
}

} // namespace edgewright::views
