// SPDX-License-Identifier: GPL-3.0-or-later
// What of a timeline is drawn over its rows, its memory curve, and its legend.
#include "views/measure/timeline/timeline_painter.h"

#include "views/measure/timeline/span_strip.h"
#include "views/support/legend_flow.h"
#include "views/support/quantity.h"
#include "views/support/theme.h"

#include <QFontMetricsF>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace edgewright::views {

void TimelinePainter::paintMemory(QPainter& painter) const {
    const QRectF& lane = m_geometry.memory;
    if (lane.isEmpty()) return;
    std::int64_t most = 0;
    for (const TimelineScene::Shown& each : m_scene.sources)
        most = std::max(most, each.model->memory().most());
    const double scale = static_cast<double>(std::max<std::int64_t>(most, 1)) * 1.08;
    const auto yOf = [&](std::int64_t bytes) {
        return lane.bottom() - static_cast<double>(bytes) / scale * lane.height();
    };
    painter.setPen(QPen(m_theme.line, 1));
    painter.drawLine(lane.bottomLeft(), lane.bottomRight());

    const QFont small = views::font(TextSize::Small);
    const QFontMetricsF metrics(small);
    painter.setFont(small);
    const auto label = [&](double y, const QString& words, const QColor& ink) {
        painter.setPen(ink);
        painter.drawText(QRectF(m_geometry.names.left(), y - metrics.height() / 2, m_geometry.names.width() - 8,
                                metrics.height()),
                         Qt::AlignRight | Qt::AlignVCenter, words);
    };
    label(yOf(most), bytesText(most), m_theme.muted);
    const auto isOfDevice = [](const TimelineScene::Shown& each) {
        return each.model->memory().empty() ||
               std::ranges::any_of(each.model->trace().tracks, &trace::Track::isDevice);
    };
    label(lane.center().y(),
          std::ranges::all_of(m_scene.sources, isOfDevice) ? tr("Memory of the GPU") : tr("Live bytes"),
          m_theme.text);
    label(lane.bottom() - metrics.height() / 2, QStringLiteral("0 B"), m_theme.muted);

    const auto columns = static_cast<int>(lane.width());
    for (std::size_t i = 0; i < m_scene.sources.size(); ++i) {
        const MemoryCurve& curve = m_scene.sources[i].model->memory();
        if (curve.empty()) continue;
        const TimeRange time = traceTime(i);
        QPolygonF line;
        const auto to = [&](double x, double y) {
            if (line.size() >= 2 && line.back().y() == y && line[line.size() - 2].y() == y)
                line.back().setX(x);
            else if (line.isEmpty() || line.back() != QPointF(x, y))
                line << QPointF(x, y);
        };
        for (int column = 0; column < columns; ++column) {
            const double from = time.from + time.length() * column / columns;
            const double until = time.from + time.length() * (column + 1) / columns;
            const auto range = curve.over(from, until);
            if (!range || from > m_scene.sources[i].model->end()) continue;
            const double x = lane.left() + column;
            if (const auto held = curve.at(from)) to(x, yOf(*held));
            if (range->least != range->most) {
                to(x + 0.5, yOf(range->most));
                to(x + 0.5, yOf(range->least));
            }
            to(x + 0.5, yOf(*curve.at(until)));
            to(x + 1, line.back().y());
        }
        if (line.isEmpty()) continue;
        const QColor colour = timelineColour(m_theme, i);
        QPolygonF ground = line;
        ground << QPointF(line.back().x(), lane.bottom()) << QPointF(line.front().x(), lane.bottom());
        painter.setPen(Qt::NoPen);
        QColor veil = colour;
        veil.setAlphaF(0.14f);
        painter.setBrush(veil);
        painter.drawPolygon(ground);
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(colour, 1.5, i == 0 ? Qt::SolidLine : Qt::DashLine));
        painter.drawPolyline(line);
    }
}

void TimelinePainter::outline(QPainter& painter, SpanRef span, const QColor& colour, double width,
                              Qt::PenStyle style) const {
    constexpr double Thin = 4; // pixels: nothing of it would be left inside of the line
    const QRectF rect = m_geometry.spanRect(span);
    if (rect.right() < m_geometry.rows.left() || rect.left() > m_geometry.rows.right()) return;
    if (rect.bottom() < m_geometry.rows.top() || rect.top() > m_geometry.rows.bottom()) return;
    // Its sides stay outside where it goes on beyond the picture.
    const QRectF seen = rect.intersected(m_geometry.rows.adjusted(-8, 0, 8, 0));
    painter.setBrush(Qt::NoBrush);
    if (seen.width() < Thin) {
        const double x = std::clamp(seen.center().x(), m_geometry.rows.left(), m_geometry.rows.right());
        painter.fillRect(cut(QRectF(x - width / 2 - 1, seen.top(), width + 2, seen.height())), m_theme.surface);
        painter.fillRect(cut(QRectF(x - width / 2, seen.top(), width, seen.height())), colour);
        return;
    }
    const QRectF line = seen.adjusted(-width / 2, -width / 2, width / 2, width / 2);
    painter.setPen(QPen(m_theme.surface, width + 2));
    painter.drawRect(line);
    painter.setPen(QPen(colour, width, style));
    painter.drawRect(line);
}

void TimelinePainter::paintLinks(QPainter& painter, const TimelineMarks& marks) const {
    if (!marks.hovered.valid()) return;
    const QRectF from = m_geometry.spanRect(marks.hovered);
    for (const SpanRef partner : marks.partners) {
        const QRectF to = m_geometry.spanRect(partner);
        const bool down = to.top() > from.top();
        const QRectF &upper = down ? from : to, &lower = down ? to : from;
        const double top = std::clamp(upper.bottom(), m_geometry.rows.top(), m_geometry.rows.bottom());
        const double bottom = std::clamp(lower.top(), m_geometry.rows.top(), m_geometry.rows.bottom());
        if (bottom - top < 2) continue;
        QPolygonF band;
        const auto inside = [&](double x) {
            return std::clamp(x, m_geometry.rows.left(), m_geometry.rows.right());
        };
        band << QPointF(inside(upper.left()), top) << QPointF(inside(upper.right()), top)
             << QPointF(inside(lower.right()), bottom) << QPointF(inside(lower.left()), bottom);
        QColor veil = m_theme.accent;
        veil.setAlphaF(0.16f);
        painter.setBrush(veil);
        painter.setPen(QPen(m_theme.accent, 1));
        painter.drawPolygon(band);
        painter.setBrush(Qt::NoBrush);
    }
}

void TimelinePainter::paintMarks(QPainter& painter, const TimelineMarks& marks) const {
    paintLinks(painter, marks);
    paintLaunchesOf(painter, marks.hovered);
    const auto columns = static_cast<int>(m_geometry.rows.width());
    constexpr std::size_t MaxStrong = 3; // more would hide each other
    for (const TimelineGeometry::Track& track : m_geometry.tracks) {
        if (track.source >= marks.selected.size() || marks.selected[track.source].empty() || columns <= 0)
            continue;
        const TimelineModel& model = *m_scene.sources[track.source].model;
        const TimelineTrack& of = model.tracks()[track.track];
        const std::vector<std::uint32_t>& selected = marks.selected[track.source];
        for (std::uint32_t row = of.firstRow; row < of.firstRow + of.rows; ++row) {
            const SpanIndex::Row& spans = model.index().rows()[row];
            forEachSeen(model.index(), spans, traceTime(track.source), columns, chosenOf(selected, spans),
                        [&](std::uint32_t at, double, double) {
                            outline(painter, {track.source, at}, m_theme.accent,
                                    selected.size() <= MaxStrong ? 3 : 2, Qt::SolidLine);
                        });
        }
    }
    for (const SpanRef partner : marks.partners)
        outline(painter, partner, m_theme.accent, 2, Qt::DashLine);
    if (marks.hovered.valid()) outline(painter, marks.hovered, m_theme.hover, 2, Qt::SolidLine);
    if (marks.hit.valid()) outline(painter, marks.hit, m_theme.text, 2, Qt::SolidLine);
}

QSizeF paintTimelineLegend(QPainter* painter, const QRectF& area, const Theme& theme,
                           const std::set<ops::Category>& kinds) {
    const QFont small = views::font(TextSize::Small);
    const QFontMetricsF metrics(small);
    if (painter) painter->setFont(small);
    constexpr double LetterSpace = 5, LetterGap = 14;
    const double height = std::ceil(metrics.height()) + 4, swatch = height - 4;
    LegendFlow flow(area.topLeft(), area.width(), height);
    for (const ops::Category kind : kinds) {
        const QString name = QCoreApplication::translate("edgewright::views", categoryName(kind));
        const double width = metrics.horizontalAdvance(name) + 2;
        const QPointF at = flow.place(swatch + 4 + LetterSpace + width, LetterGap);
        if (!painter) continue;
        const QRectF box(at.x(), at.y() + 2, swatch + 4, swatch);
        painter->fillRect(box, mixed(theme.category(kind), theme.surface, 0.42));
        painter->fillRect(QRectF(box.left(), box.bottom() - 3, box.width(), 3), theme.category(kind));
        painter->setPen(theme.text);
        painter->drawText(box.adjusted(0, 0, 0, -2), Qt::AlignCenter,
                          QString(QLatin1Char(categoryLetter(kind))));
        painter->drawText(QRectF(box.right() + LetterSpace, at.y(), width, height),
                          Qt::AlignLeft | Qt::AlignVCenter, name);
    }
    return flow.used();
}

} // namespace edgewright::views
