// SPDX-License-Identifier: GPL-3.0-or-later
// The parts that a timeline is painted with.
#pragma once

#include "views/measure/timeline/model/timeline_scene.h"
#include "views/support/theme.h"

#include <QFontMetricsF>
#include <QHash>
#include <QPainter>
#include <QRectF>
#include <QStaticText>
#include <QString>

#include <vector>

namespace edgewright::views {

// The part of a scene that is shown.
struct TimelineWindow {
    TimeRange time;
    double scroll = 0;     // pixels of the rows above what is seen
    double rowHeight = 18; // pixels
    friend bool operator==(const TimelineWindow&, const TimelineWindow&) = default;
};

inline constexpr double MinRowHeight = 6, UsualRowHeight = 18, MaxRowHeight = 40; // pixels

// The places of the parts of a timeline in an area: ruler above, names on the left, rows that scroll, memory
// below. Pure.
class TimelineGeometry {
public:
    struct Title { // of a source
        std::size_t source = 0;
        QRectF rect;
    };
    struct Track {
        std::size_t source = 0, track = 0;
        QRectF rect; // of its rows
    };

    TimelineGeometry(const TimelineScene& scene, const QRectF& area, const TimelineWindow& window);

    QRectF ruler, names, rows, memory; // memory: empty where nobody knows it
    // In the area, scrolled; those in sight.
    std::vector<Title> titles;
    std::vector<Track> tracks;
    double contentHeight = 0; // of all rows, with titles

    double x(double time) const;
    double time(double x) const;
    double secondsPerPixel() const { return m_window.time.length() / std::max(rows.width(), 1.0); }
    QRectF rowRect(const Track& track, std::size_t row) const; // `row`: depth in the track
    // Also of spans that are out of sight; on the row it is at least a pixel wide.
    QRectF spanRect(SpanRef span) const;
    SpanRef spanAt(QPointF at, double reach = 3) const; // within `reach` pixels along the row
    const Track* trackAt(QPointF at) const;
    double mostScroll() const { return std::max(0.0, contentHeight - rows.height()); }

    static double titleHeight();

private:
    struct Place {
        std::size_t source, track;
        double top, height; // in the content
    };
    const Place* placeOf(std::size_t source, std::size_t track) const;

    const TimelineScene& m_scene;
    TimelineWindow m_window;
    std::vector<Place> m_places; // by source, then by track
};

// Names on spans. Laid out once for each name and width: a frame that pans draws what is kept.
class TimelineLabels {
public:
    // Before each picture. `most`: names that may be laid out for it, the rest is left away.
    void begin(int most);
    // True if names were left away, so that another picture would have more.
    bool incomplete() const { return m_left; }
    // In the middle of the height of `box`, shortened to its width; nothing where it is too narrow. Always of
    // the same names, but those of another scene.
    void paint(QPainter& painter, const QRectF& box, const ShortLabels& names, std::size_t index,
               const QColor& ink);
    // One character in the middle.
    void paintLetter(QPainter& painter, const QRectF& box, char letter, const QColor& ink);

private:
    struct Kept {
        QStaticText text;
        QSizeF size;
    };
    template <typename Shown>
    const Kept* find(quint64 key, int width, const Shown& shownIn);
    void draw(QPainter& painter, const Kept& kept, QPointF at, const QColor& ink) const;

    QHash<quint64, Kept> m_kept;
    QFont m_font;
    int m_room = 0;
    bool m_left = false;
};

// A mark of a time axis, from seconds to nanoseconds.
struct TimeTick {
    double at = 0; // seconds
    QString text;  // "2.5 ms"
};

// Multiples of 1, 2 or 5 times a power of ten within [from, to], at most `most`, in the unit of the whole.
std::vector<TimeTick> timeTicks(double from, double to, int most);

} // namespace edgewright::views
