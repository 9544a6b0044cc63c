// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/measure/timeline/timeline_parts.h"

#include "views/support/theme.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>

namespace edgewright::views {

namespace {

constexpr double NamesWidth = 132, TrackGap = 6, LaneGap = 8;
constexpr double LaneShare = 0.22, MinLane = 72, MaxLane = 150; // of the height; pixels
constexpr double MinRowsHeight = 60;                            // where there is less, memory is left out

} // namespace

double TimelineGeometry::titleHeight() {
    return std::ceil(QFontMetricsF(views::font(TextSize::Small)).height()) + 8;
}

TimelineGeometry::TimelineGeometry(const TimelineScene& scene, const QRectF& area, const TimelineWindow& window)
    : m_scene(scene), m_window(window) {
    const double rulerHeight = titleHeight(), textHeight = titleHeight() - 6;
    const double left = std::floor(area.left() + std::min(NamesWidth, area.width() / 4));
    ruler = QRectF(left, area.top(), std::max(0.0, area.right() - left), rulerHeight);
    double bottom = area.bottom();
    const bool hasMemory = std::ranges::any_of(
        scene.sources, [](const TimelineScene::Shown& each) { return !each.model->memory().empty(); });
    const double lane = std::clamp(std::round(area.height() * LaneShare), MinLane, MaxLane);
    if (hasMemory && bottom - lane - LaneGap - ruler.bottom() >= MinRowsHeight) {
        memory = QRectF(left, bottom - lane, ruler.width(), lane - 2);
        bottom = memory.top() - LaneGap;
    }
    rows = QRectF(left, ruler.bottom(), ruler.width(), std::max(0.0, bottom - ruler.bottom()));
    names = QRectF(area.left(), rows.top(), left - area.left(), rows.height());

    double top = 0;
    const auto seen = [&](double from, double height) {
        return from + height > window.scroll && from < window.scroll + rows.height();
    };
    const double toArea = rows.top() - std::round(window.scroll);
    for (std::size_t i = 0; i < scene.sources.size(); ++i) {
        if (seen(top, titleHeight()))
            titles.push_back({i, QRectF(area.left(), top + toArea, area.width(), titleHeight())});
        top += titleHeight();
        const std::vector<TimelineTrack>& all = scene.sources[i].model->tracks();
        for (std::size_t t = 0; t < all.size(); ++t) {
            const double height = std::max(all[t].rows * window.rowHeight, textHeight);
            m_places.push_back({i, t, top, height});
            if (seen(top, height)) tracks.push_back({i, t, QRectF(left, top + toArea, rows.width(), height)});
            top += height + TrackGap;
        }
        top += TrackGap;
    }
    contentHeight = top;
}

double TimelineGeometry::x(double time) const {
    return rows.left() + (time - m_window.time.from) / m_window.time.length() * rows.width();
}

double TimelineGeometry::time(double x) const {
    return m_window.time.from + (x - rows.left()) * secondsPerPixel();
}

QRectF TimelineGeometry::rowRect(const Track& track, std::size_t row) const {
    return {track.rect.left(), track.rect.top() + static_cast<double>(row) * m_window.rowHeight,
            track.rect.width(), m_window.rowHeight};
}

const TimelineGeometry::Place* TimelineGeometry::placeOf(std::size_t source, std::size_t track) const {
    const auto found = std::ranges::lower_bound(m_places, std::pair(source, track), {}, [](const Place& place) {
        return std::pair(place.source, place.track);
    });
    return found == m_places.end() ? nullptr : &*found;
}

QRectF TimelineGeometry::spanRect(SpanRef span) const {
    const TimelineModel& model = m_scene.model(span);
    const std::size_t track = model.trackOf(span.at);
    const Place* place = placeOf(span.source, track);
    if (!place) return {};
    const std::uint32_t row = model.index().rowOf(span.at) - model.tracks()[track].firstRow;
    const double left = x(m_scene.start(span)), right = x(m_scene.end(span));
    return {left, rows.top() - std::round(m_window.scroll) + place->top + row * m_window.rowHeight,
            std::max(right - left, 1.0), m_window.rowHeight - 1};
}

const TimelineGeometry::Track* TimelineGeometry::trackAt(QPointF at) const {
    if (at.y() < rows.top() || at.y() >= rows.bottom()) return nullptr;
    const auto found = std::ranges::find_if(
        tracks, [&](const Track& each) { return at.y() >= each.rect.top() && at.y() < each.rect.bottom(); });
    return found == tracks.end() ? nullptr : &*found;
}

SpanRef TimelineGeometry::spanAt(QPointF at, double reach) const {
    const Track* track = rows.contains(at) ? trackAt(at) : nullptr;
    if (!track) return {};
    const TimelineScene::Shown& shown = m_scene.sources[track->source];
    const TimelineTrack& of = shown.model->tracks()[track->track];
    const auto row = static_cast<std::uint32_t>((at.y() - track->rect.top()) / m_window.rowHeight);
    if (row >= of.rows) return {};
    const SpanIndex& index = shown.model->index();
    const std::uint32_t found =
        index.at(index.rows()[of.firstRow + row], time(at.x()) + shown.origin, reach * secondsPerPixel());
    return found == SpanIndex::NoPosition ? SpanRef() : SpanRef{track->source, found};
}

} // namespace edgewright::views
