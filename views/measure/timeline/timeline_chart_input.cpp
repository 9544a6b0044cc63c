// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/measure/timeline/timeline_card.h"
#include "views/measure/timeline/timeline_chart.h"
#include "views/support/plain_tip.h"
#include "views/support/quantity.h"

#include <QApplication>
#include <QMouseEvent>
#include <QToolTip>

#include <algorithm>
#include <limits>

namespace edgewright::views {

namespace {

constexpr int SourceShift = 40; // bits of a spot below the number of the source

std::int64_t spotOf(SpanRef span) {
    if (!span.valid()) return -1;
    return static_cast<std::int64_t>(span.source) << SourceShift | span.at;
}

} // namespace

void TimelineChart::zoomView(double factor, QPointF about, ZoomAxes axes) {
    if (!m_scene) return;
    const TimelineGeometry now = geometry();
    TimelineWindow window = m_window;
    if (axes == ZoomAxes::Vertical) {
        window.rowHeight = std::clamp(window.rowHeight * factor, MinRowHeight, MaxRowHeight);
        const double at = about.y() - now.rows.top();
        window.scroll = (window.scroll + at) * window.rowHeight / m_window.rowHeight - at;
    } else {
        const double length = window.time.length() / factor;
        const double share =
            std::clamp((about.x() - now.rows.left()) / std::max(now.rows.width(), 1.0), 0.0, 1.0);
        const double fixed = window.time.from + share * window.time.length();
        window.time = {fixed - share * length, fixed + (1 - share) * length};
    }
    setWindow(window);
}

void TimelineChart::panView(QPointF way) {
    if (!m_scene) return;
    TimelineWindow window = m_window;
    const double seconds = -way.x() * geometry().secondsPerPixel();
    window.time = {window.time.from + seconds, window.time.to + seconds};
    window.scroll -= way.y();
    setWindow(window);
}

void TimelineChart::fitView() {
    if (!m_scene) return;
    setWindow(fitted());
    m_isFitted = true;
}

QPointF TimelineChart::viewCentre() const { return geometry().rows.center(); }

SpanRef TimelineChart::spanAt(QPointF at) const { return m_scene ? geometry().spanAt(at) : SpanRef(); }

void TimelineChart::setHovered(SpanRef span) {
    if (span == m_marks.hovered) return;
    m_marks.hovered = span;
    m_marks.partners = span.valid() ? m_scene->partnersOf(span) : std::vector<SpanRef>();
    update();
}

void TimelineChart::hoverView(QPointF at) {
    if (!m_scene) return;
    m_pointer = at;
    const SpanRef span = spanAt(at);
    const bool inMemory = geometry().memory.contains(at);
    setCursor(span.valid() ? Qt::PointingHandCursor : Qt::ArrowCursor);
    const bool isOther = span != m_marks.hovered;
    setHovered(span);
    if (!span.valid() && !inMemory) {
        m_cardDelay.stop();
        QToolTip::hideText();
    } else if (QToolTip::isVisible() && (isOther || inMemory)) {
        showCard(); // from one to the next without waiting again
    } else if (isOther || inMemory) {
        m_cardDelay.start();
    }
}

void TimelineChart::showCard() {
    if (!m_scene || !underMouse() || QApplication::mouseButtons() != Qt::NoButton) return;
    QString words = spanCard(*m_scene, m_marks.hovered, m_marks.partners);
    if (const TimelineGeometry now = geometry(); now.memory.contains(m_pointer)) {
        const double time = now.time(m_pointer.x());
        QStringList lines{tr("Live bytes at %1").arg(secondsText(std::max(time, 0.0)))};
        for (const TimelineScene::Shown& each : m_scene->sources)
            if (const auto bytes = each.model->memory().at(time + each.origin))
                lines << tr("%1: %2").arg(each.model->source().title, bytesText(*bytes));
        words = plainTip(lines.join(QLatin1Char('\n')));
    }
    if (!words.isEmpty()) QToolTip::showText(mapToGlobal(m_pointer.toPoint()), words, this);
}

void TimelineChart::clickView(const QMouseEvent& event) {
    if (m_scene) emit spanClicked(spanAt(event.position()));
}

bool TimelineChart::doubleClickView(const QMouseEvent& event) {
    const SpanRef span = spanAt(event.position());
    if (span.valid()) zoomTo(span);
    return span.valid();
}

bool TimelineChart::clearView() {
    const bool marked = std::ranges::any_of(m_marks.selected, [](const auto& each) { return !each.empty(); });
    if (marked) emit spanClicked({});
    return marked;
}

QRectF TimelineChart::seenPart() const {
    if (!m_scene || m_isFitted) return {};
    const TimeRange all = limits();
    return {(m_window.time.from - all.from) / all.length(), 0, m_window.time.length() / all.length(), 1};
}

void TimelineChart::seePart(const QRectF& part) {
    if (!m_scene) return;
    const TimeRange all = limits();
    TimelineWindow window = m_window;
    window.time.from = all.from + part.x() * all.length();
    window.time.to = window.time.from + part.width() * all.length();
    setWindow(window);
}

SpanRef TimelineChart::spanOf(std::int64_t spot) const {
    if (!m_scene || spot < 0) return {};
    const auto source = static_cast<std::size_t>(spot >> SourceShift);
    const auto at = static_cast<std::uint32_t>(spot & 0xffffffff);
    if (source >= m_scene->sources.size() || at >= m_scene->sources[source].model->index().size()) return {};
    return {source, at};
}

// Left and right along the row; up and down to the row beside it, at the same time.
std::int64_t TimelineChart::spotTowards(std::int64_t from, Qt::Key arrow) const {
    if (!m_scene) return -1;
    const SpanRef span = spanOf(from);
    constexpr double Anywhere = std::numeric_limits<double>::infinity();
    if (!span.valid()) {
        for (std::size_t i = 0; i < m_marks.selected.size(); ++i)
            if (!m_marks.selected[i].empty()) return spotOf({i, m_marks.selected[i].front()});
        for (std::size_t i = 0; i < m_scene->sources.size(); ++i) {
            const TimelineScene::Shown& shown = m_scene->sources[i];
            const SpanIndex& index = shown.model->index();
            if (index.size() > 0)
                return spotOf({i, index.at(index.rows().front(), m_window.time.from + shown.origin, Anywhere)});
        }
        return -1;
    }
    const SpanIndex& index = m_scene->model(span).index();
    const std::uint32_t row = index.rowOf(span.at);
    const SpanIndex::Row& here = index.rows()[row];
    const auto beside = [&](std::size_t source, std::size_t other) {
        const TimelineScene::Shown& shown = m_scene->sources[source];
        const double middle = (m_scene->start(span) + m_scene->end(span)) / 2;
        return spotOf({source, shown.model->index().at(shown.model->index().rows()[other],
                                                       middle + shown.origin, Anywhere)});
    };
    switch (arrow) {
    case Qt::Key_Left:
        return span.at > here.first ? spotOf({span.source, span.at - 1}) : -1;
    case Qt::Key_Right:
        return span.at + 1 < here.last ? spotOf({span.source, span.at + 1}) : -1;
    case Qt::Key_Down:
        if (row + 1 < index.rows().size()) return beside(span.source, row + 1);
        for (std::size_t i = span.source + 1; i < m_scene->sources.size(); ++i)
            if (m_scene->sources[i].model->index().size() > 0) return beside(i, 0);
        return -1;
    default:
        if (row > 0) return beside(span.source, row - 1);
        for (std::size_t i = span.source; i-- > 0;)
            if (const auto& rows = m_scene->sources[i].model->index().rows(); !rows.empty())
                return beside(i, rows.size() - 1);
        return -1;
    }
}

std::int64_t TimelineChart::spotAt(QPointF at) const { return spotOf(spanAt(at)); }

QRectF TimelineChart::spotRect(std::int64_t spot) const {
    const SpanRef span = spanOf(spot);
    if (!span.valid()) return {};
    const TimelineGeometry now = geometry();
    const QRectF rect = now.spanRect(span), seen = rect.intersected(now.rows);
    return seen.isEmpty() ? rect : seen;
}

QRectF TimelineChart::spotRoom() const { return geometry().rows; }

QString TimelineChart::spotText(std::int64_t spot) const {
    const SpanRef span = spanOf(spot);
    return span.valid() ? spanLines(*m_scene, span, m_scene->partnersOf(span)) : QString();
}

bool TimelineChart::chooseSpot(std::int64_t spot) {
    const SpanRef span = spanOf(spot);
    if (span.valid()) emit spanClicked(span);
    return span.valid();
}

void TimelineChart::leaveEvent(QEvent*) {
    setHovered({});
    m_cardDelay.stop();
}

} // namespace edgewright::views
