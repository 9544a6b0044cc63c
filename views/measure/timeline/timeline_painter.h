// SPDX-License-Identifier: GPL-3.0-or-later
// Draws a timeline, on screen and on paper: costs what the area has of pixels, however many spans there are.
// Pure.
#pragma once

#include "views/measure/timeline/model/timeline_search.h"
#include "views/measure/timeline/span_strip.h"
#include "views/measure/timeline/timeline_parts.h"

#include <QCoreApplication>
#include <QPainter>

namespace edgewright::views {

// The things that a person points at.
struct TimelineMarks {
    std::vector<std::vector<std::uint32_t>> selected; // by source, positions in order
    SpanRef hovered;
    std::vector<SpanRef> partners; // of what is hovered
    SpanRef hit;                   // of the search, that it stands on
};

class TimelinePainter {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::TimelinePainter)
public:
    // All live at least as long. `hits`: of a search, or null; what is not among them is dimmed.
    TimelinePainter(const TimelineScene& scene, const TimelineGeometry& geometry, const Theme& theme,
                    const TimelineWindow& window, const TimelineHits* hits = nullptr)
        : m_scene(scene), m_geometry(geometry), m_theme(theme), m_window(window),
          m_hits(hits && hits->asked() ? hits : nullptr), m_full(theme), m_faded(theme, true) {}

    void paint(QPainter& painter, TimelineLabels& labels) const;
    void paintMarks(QPainter& painter, const TimelineMarks& marks) const; // over it

    // "1 of 20 runs · 66 of 70 operators matched"
    static QString details(const TimelineScene& scene, std::size_t source);

private:
    void paintRuler(QPainter& painter) const;
    void paintTitle(QPainter& painter, const TimelineGeometry::Title& title) const;
    void paintTrack(QPainter& painter, const TimelineGeometry::Track& track, TimelineLabels& labels) const;
    void titleSpans(QPainter& painter, std::size_t source, const SpanIndex::Row& row,
                    const QRectF& place) const;
    void paintStrip(QPainter& painter, const QRectF& rect, const std::vector<QRgb>& columns) const;
    void paintMemory(QPainter& painter) const;
    void paintLinks(QPainter& painter, const TimelineMarks& marks) const;
    // Arrows from calls of the host to what they started on a device: all that are in sight, where they are
    // few.
    void paintLaunches(QPainter& painter) const;
    void paintLaunchesOf(QPainter& painter, SpanRef span) const; // that it is, or that lie in it
    void arrow(QPainter& painter, std::size_t source, const TimelineLaunch& launch, const QColor& colour,
               double width) const;
    void outline(QPainter& painter, SpanRef span, const QColor& colour, double width, Qt::PenStyle style) const;
    QRectF cut(const QRectF& rect) const; // to the rows
    TimeRange traceTime(std::size_t source) const;

    const TimelineScene& m_scene;
    const TimelineGeometry& m_geometry;
    const Theme& m_theme;
    const TimelineWindow& m_window;
    const TimelineHits* m_hits;
    SpanColours m_full, m_faded;
};

QColor timelineColour(const Theme& theme, std::size_t source); // of its title and its curve
// The kinds that occur, as swatches with letters and names, from the left, in as many lines as the width of
// `area` takes; returns the size used. Null painter: only that.
QSizeF paintTimelineLegend(QPainter* painter, const QRectF& area, const Theme& theme,
                           const std::set<ops::Category>& kinds);

} // namespace edgewright::views
