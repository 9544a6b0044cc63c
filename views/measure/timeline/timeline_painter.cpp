// SPDX-License-Identifier: GPL-3.0-or-later
// Ruler, titles, rows and the arrows of launches; memory and marks are in files of their own.
#include "views/measure/timeline/timeline_painter.h"

#include "views/measure/timeline/timeline_parts.h"
#include "views/support/figure/mark_titles.h"
#include "views/support/quantity.h"
#include "views/support/short_name.h"
#include "views/support/theme.h"
#include "views/support/utf8.h"

#include <QFontMetricsF>
#include <QImage>
#include <QPaintEngine>
#include <QPolygonF>

#include <algorithm>
#include <cmath>

namespace edgewright::views {

namespace {

constexpr double TickSpacing = 88;                    // pixels between the numbers of the ruler, at least
constexpr double EdgeHeight = 3, MarkHeight = 2;      // of the lines below a row, above what was found
constexpr double NamedWidth = 34, LetteredWidth = 13; // pixels of a span that has a name, a letter on it
constexpr double MinNamedRow = 12;                    // pixels: lower rows have no names

bool becomesPixels(const QPainter& painter) {
    return painter.paintEngine() && painter.paintEngine()->type() == QPaintEngine::Raster;
}

} // namespace

QColor timelineColour(const Theme& theme, std::size_t source) {
    return source == 0 ? theme.before : theme.after;
}

QString TimelinePainter::details(const TimelineScene& scene, std::size_t source) {
    const TimelineScene::Shown& shown = scene.sources[source];
    const TimelineModel& model = *shown.model;
    QStringList parts;
    if (scene.sources.size() > 1 && !model.runs().empty()) {
        parts << secondsText(model.runs()[shown.run].seconds());
        if (model.runs().size() > 1) parts << tr("run %1 of %2").arg(shown.run + 1).arg(model.runs().size());
    } else {
        parts << secondsText(model.end());
    }
    if (const auto& matches = model.source().matches; matches && matches->operators > matches->matched)
        parts << tr("%1 of %2 operators matched").arg(matches->matched).arg(matches->operators);
    if (!model.trace().hasTimes) parts << tr("the profile has no start times: one after the other");
    return parts.join(QStringLiteral(" · "));
}

QRectF TimelinePainter::cut(const QRectF& rect) const { return rect.intersected(m_geometry.rows); }

TimeRange TimelinePainter::traceTime(std::size_t source) const {
    const double origin = m_scene.sources[source].origin;
    return {m_window.time.from + origin, m_window.time.to + origin};
}

void TimelinePainter::paint(QPainter& painter, TimelineLabels& labels) const {
    const bool wasSmooth = painter.testRenderHint(QPainter::Antialiasing);
    painter.setRenderHint(QPainter::Antialiasing, false);
    paintRuler(painter);
    for (const TimelineGeometry::Track& track : m_geometry.tracks)
        paintTrack(painter, track, labels);
    painter.setRenderHint(QPainter::Antialiasing, true);
    paintLaunches(painter);
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (const TimelineGeometry::Title& title : m_geometry.titles)
        paintTitle(painter, title);
    painter.setRenderHint(QPainter::Antialiasing, true);
    paintMemory(painter);
    painter.setRenderHint(QPainter::Antialiasing, wasSmooth);
}

void TimelinePainter::paintRuler(QPainter& painter) const {
    const QRectF& ruler = m_geometry.ruler;
    const QFont small = views::font(TextSize::Small);
    const QFontMetricsF metrics(small);
    painter.setFont(small);
    const double bottom = m_geometry.memory.isEmpty() ? m_geometry.rows.bottom() : m_geometry.memory.bottom();
    const QColor grid = mixed(m_theme.line, m_theme.surface, 0.45);
    for (const TimeTick& tick : timeTicks(m_window.time.from, m_window.time.to,
                                          std::max(1, static_cast<int>(ruler.width() / TickSpacing)))) {
        const double x = std::round(m_geometry.x(tick.at));
        painter.setPen(QPen(grid, 1));
        painter.drawLine(QPointF(x, ruler.bottom()), QPointF(x, bottom));
        painter.setPen(QPen(m_theme.line, 1));
        painter.drawLine(QPointF(x, ruler.bottom() - 4), QPointF(x, ruler.bottom()));
        QRectF box(0, ruler.top(), metrics.horizontalAdvance(tick.text) + 2, ruler.height() - 5);
        box.moveLeft(
            std::clamp(x - box.width() / 2, ruler.left(), std::max(ruler.left(), ruler.right() - box.width())));
        painter.setPen(m_theme.muted);
        painter.drawText(box, Qt::AlignCenter, tick.text);
    }
    painter.setPen(QPen(m_theme.line, 1));
    painter.drawLine(ruler.bottomLeft(), ruler.bottomRight());
    painter.setPen(m_theme.text);
    painter.drawText(
        QRectF(m_geometry.names.left(), ruler.top(), m_geometry.names.width() - 8, ruler.height() - 5),
        Qt::AlignRight | Qt::AlignVCenter, tr("Time"));
}

void TimelinePainter::paintTitle(QPainter& painter, const TimelineGeometry::Title& title) const {
    // The rows scroll below the ruler; half a title is none.
    if (title.rect.top() < m_geometry.rows.top() - 2 || title.rect.bottom() > m_geometry.rows.bottom() + 2)
        return;
    const QFont bold = views::font(TextSize::Small, true), small = views::font(TextSize::Small);
    const QFontMetricsF boldMetrics(bold), metrics(small);
    QRectF line = title.rect.adjusted(2, 2, -4, -2);
    painter.fillRect(line, mixed(m_theme.raised, m_theme.surface, 0.6));
    painter.fillRect(QRectF(line.left(), line.top(), 4, line.height()), timelineColour(m_theme, title.source));
    line.adjust(10, 0, -4, 0);
    const QString name = boldMetrics.elidedText(m_scene.sources[title.source].model->source().title,
                                                Qt::ElideMiddle, line.width() * 0.6);
    painter.setFont(bold);
    painter.setPen(m_theme.text);
    painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, name);
    line.setLeft(line.left() + boldMetrics.horizontalAdvance(name) + 12);
    painter.setFont(small);
    painter.setPen(m_theme.muted);
    painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter,
                     metrics.elidedText(details(m_scene, title.source), Qt::ElideRight, line.width()));
}

// A row of pixels, stretched; on paper runs of one colour.
void TimelinePainter::paintStrip(QPainter& painter, const QRectF& rect,
                                 const std::vector<QRgb>& columns) const {
    if (rect.height() <= 0) return;
    if (becomesPixels(painter)) {
        const QImage image(reinterpret_cast<const uchar*>(columns.data()), static_cast<int>(columns.size()), 1,
                           QImage::Format_ARGB32_Premultiplied);
        painter.drawImage(rect, image);
        return;
    }
    const double perColumn = rect.width() / static_cast<double>(columns.size());
    for (std::size_t from = 0; from < columns.size();) {
        std::size_t to = from + 1;
        while (to < columns.size() && columns[to] == columns[from])
            ++to;
        if (columns[from] != 0)
            painter.fillRect(QRectF(rect.left() + static_cast<double>(from) * perColumn, rect.top(),
                                    static_cast<double>(to - from) * perColumn, rect.height()),
                             QColor(columns[from]));
        from = to;
    }
}

void TimelinePainter::paintTrack(QPainter& painter, const TimelineGeometry::Track& track,
                                 TimelineLabels& labels) const {
    const TimelineModel& model = *m_scene.sources[track.source].model;
    const TimelineTrack& of = model.tracks()[track.track];
    const QFontMetricsF metrics(views::font(TextSize::Small));
    QRectF name(m_geometry.names.left() + 6, track.rect.top(), m_geometry.names.width() - 14,
                std::max(m_window.rowHeight, metrics.height()));
    if (name.top() >= m_geometry.rows.top() - 1 && name.bottom() <= m_geometry.rows.bottom() + 1) {
        painter.setFont(views::font(TextSize::Small));
        painter.setPen(m_theme.text);
        painter.drawText(name, Qt::AlignRight | Qt::AlignVCenter,
                         labelWithin(m_scene.names->labels,
                                     m_scene.names->firstTrack[track.source] + track.track, metrics,
                                     name.width()));
    }

    const double scale = becomesPixels(painter) ? painter.device()->devicePixelRatioF() : 1;
    const auto columns = static_cast<int>(std::lround(m_geometry.rows.width() * scale));
    if (columns <= 0) return;
    const TimeRange time = traceTime(track.source);
    const bool hasNames = m_window.rowHeight >= MinNamedRow;
    SpanStrip strip;
    for (std::uint32_t row = 0; row < of.rows; ++row) {
        const QRectF place = m_geometry.rowRect(track, row).adjusted(0, 0, 0, -1);
        const QRectF seen = cut(place);
        if (seen.height() < 1) continue;
        const SpanIndex::Row& spans = model.index().rows()[of.firstRow + row];
        strip.clear(columns);
        strip.add(model.index(), spans, time, m_hits ? m_faded : m_full,
                  hasNames ? static_cast<int>(LetteredWidth * scale) : columns + 1);
        std::span<const std::uint32_t> hits;
        if (m_hits) {
            hits = chosenOf(m_hits->bySource[track.source], spans);
            strip.addChosen(model.index(), spans, time, hits, m_full, m_theme.accent.rgb());
        }
        const double edge = m_window.rowHeight >= MinNamedRow ? EdgeHeight : place.height();
        paintStrip(painter, cut(place.adjusted(0, 0, 0, -edge)), strip.fill);
        paintStrip(painter, cut(QRectF(place.left(), place.bottom() - edge, place.width(), edge)), strip.edge);
        if (m_hits)
            paintStrip(painter, cut(QRectF(place.left(), place.top(), place.width(), MarkHeight)),
                       strip.chosen);
        titleSpans(painter, track.source, spans, place);
        if (seen.height() < place.height() - 1) continue; // names are whole or not there
        for (const SpanStrip::Box& box : strip.boxes) {
            const QRectF rect(m_geometry.rows.left() + box.from / scale, place.top(),
                              (box.to - box.from) / scale, place.height() - edge + 1);
            const bool muted = m_hits && !std::ranges::binary_search(hits, box.at);
            const QColor& ink = muted ? m_theme.muted : m_theme.text;
            if (rect.width() >= NamedWidth)
                labels.paint(painter, rect, m_scene.names->labels, m_scene.nameOf({track.source, box.at}), ink);
            else if (const ops::Category kind = model.index().kind(box.at); kind != ops::Category::Unknown)
                labels.paintLetter(painter, rect, categoryLetter(kind), ink);
        }
    }
}

// However narrow they are; of several that begin in one pixel the longest.
void TimelinePainter::titleSpans(QPainter& painter, std::size_t source, const SpanIndex::Row& row,
                                 const QRectF& place) const {
    if (!MarkTitles::of(painter) || m_geometry.rows.width() <= 0) return;
    const TimelineModel& model = *m_scene.sources[source].model;
    const SpanIndex& index = model.index();
    const TimeRange time = traceTime(source);
    const double perPixel = time.length() / m_geometry.rows.width();
    const auto [first, last] = index.within(row, time.from, time.to);
    for (std::uint32_t at = first; at < last;) {
        const double pixel = std::floor((index.start(at) - time.from) / perPixel);
        const std::uint32_t behind =
            std::max(index.startingFrom(at, last, time.from + (pixel + 1) * perPixel), at + 1);
        std::uint32_t longest = at;
        for (std::uint32_t other = at + 1; other < behind; ++other)
            if (index.end(other) - index.start(other) > index.end(longest) - index.start(longest))
                longest = other;
        const double from = m_geometry.rows.left() + (index.start(longest) - time.from) / perPixel;
        const double width = std::max((index.end(longest) - index.start(longest)) / perPixel, 1.0);
        const QRectF seen = cut(QRectF(from, place.top(), width, place.height()));
        if (!seen.isEmpty())
            titleMark(painter, seen,
                      [&] { return text(model.name(longest)) + u'\n' + secondsText(model.seconds(longest)); });
        at = behind;
    }
}

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
