// SPDX-License-Identifier: GPL-3.0-or-later
// What a timeline shows; timeline_chart_input.cpp has what a person does with it.
#include "views/measure/timeline/timeline_chart.h"

#include "views/measure/timeline/timeline_card.h"
#include "views/support/figure/figure_menu.h"

#include <QEvent>

#include <algorithm>

namespace edgewright::views {

namespace {

constexpr int HoverDelay = 150, MoreNamesDelay = 30;   // milliseconds
constexpr int NamesOfFrame = 250;                      // laid out for one frame, at most
constexpr double MinFittedRow = 14, MaxFittedRow = 24; // pixels: lower rows scroll instead
constexpr double MinTime = 1e-8;                       // seconds that fill the width
constexpr double Margin = 0.01;                        // of the time, beside what there is
constexpr QSizeF FigureSize(658, 240);                 // the height is that of the rows, at least this
constexpr double MaxFigureHeight = 900;

} // namespace

TimelineChart::TimelineChart(QThreadPool& pool, QWidget* parent) : QWidget(parent) {
    setObjectName(QStringLiteral("timeline"));
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setAccessibleName(tr("Timeline"));
    m_cardDelay.setSingleShot(true);
    m_cardDelay.setInterval(HoverDelay);
    connect(&m_cardDelay, &QTimer::timeout, this, &TimelineChart::showCard);
    m_moreNames.setSingleShot(true);
    m_moreNames.setInterval(MoreNamesDelay);
    connect(&m_moreNames, &QTimer::timeout, this, &TimelineChart::invalidate);
    addFigureMenu(*this, *this, pool, [this] { return figure(); });
}

void TimelineChart::setScene(std::shared_ptr<const TimelineScene> scene, bool keepWindow) {
    if (!m_scene || !scene || m_scene->names != scene->names) m_labels = {};
    m_scene = std::move(scene);
    m_hits.reset();
    m_marks = {};
    m_cardDelay.stop();
    setAccessibleName(m_scene ? spokenTimeline(*m_scene) : tr("Timeline"));
    if (m_scene) {
        const bool keep = keepWindow && !m_isFitted;
        setWindow(keep ? m_window : fitted());
        m_isFitted = !keep;
        if (!keepWindow) m_controller.begin();
    }
    invalidate();
    emit windowChanged();
}

TimelineGeometry TimelineChart::geometry() const {
    static const TimelineScene nothing;
    return {m_scene ? *m_scene : nothing, area(), m_window};
}

TimeRange TimelineChart::limits() const {
    const TimeRange all = m_scene->all(), fit = m_scene->fit();
    TimeRange limits{std::min(all.from, fit.from), std::max(all.to, fit.to)};
    const double margin = limits.length() * Margin;
    return {limits.from - margin, limits.to + margin};
}

TimelineWindow TimelineChart::fitted() const {
    TimelineWindow window;
    const TimeRange fit = m_scene->fit();
    window.time = {fit.from - fit.length() * Margin, fit.to + fit.length() * Margin};
    window.rowHeight = MaxFittedRow;
    const auto mostScroll = [&] { return TimelineGeometry(*m_scene, area(), window).mostScroll(); };
    while (window.rowHeight > MinFittedRow && mostScroll() > 0)
        --window.rowHeight;
    if (mostScroll() > 0) window.rowHeight = UsualRowHeight; // they scroll anyhow
    return window;
}

void TimelineChart::setWindow(TimelineWindow window) {
    if (!m_scene) return;
    const TimeRange most = limits();
    const double length = std::clamp(window.time.length(), std::min(MinTime, most.length()), most.length());
    window.time.from = std::max(std::min(window.time.from, most.to - length), most.from);
    window.time.to = window.time.from + length;
    window.rowHeight = std::clamp(window.rowHeight, MinRowHeight, MaxRowHeight);
    const double mostScroll = TimelineGeometry(*m_scene, area(), window).mostScroll();
    window.scroll = std::clamp(window.scroll, 0.0, mostScroll);
    if (window == m_window) return;
    m_window = window;
    m_isFitted = false;
    invalidate();
    emit windowChanged();
}

void TimelineChart::setHits(std::shared_ptr<const TimelineHits> hits) {
    if (!hits && !m_hits) return;
    m_hits = std::move(hits);
    m_marks.hit = {};
    invalidate();
}

void TimelineChart::setHit(SpanRef hit) {
    m_marks.hit = hit;
    if (hit.valid()) reveal(hit);
    update();
}

void TimelineChart::setSelected(std::vector<std::vector<std::uint32_t>> bySource) {
    if (bySource == m_marks.selected) return;
    m_marks.selected = std::move(bySource);
    update();
}

bool TimelineChart::isInSight(SpanRef span) const {
    if (!m_scene || !span.valid()) return false;
    const TimelineGeometry now = geometry();
    const QRectF rect = now.spanRect(span);
    return rect.intersects(now.rows) && rect.top() >= now.rows.top() - 1 &&
           rect.bottom() <= now.rows.bottom() + 1;
}

void TimelineChart::reveal(SpanRef span) {
    if (!m_scene || !span.valid() || isInSight(span)) return;
    const TimelineGeometry now = geometry();
    const QRectF rect = now.spanRect(span);
    TimelineWindow window = m_window;
    if (rect.right() < now.rows.left() || rect.left() > now.rows.right()) {
        const double middle = (m_scene->start(span) + m_scene->end(span)) / 2, length = window.time.length();
        window.time = {middle - length / 2, middle + length / 2};
    }
    if (rect.top() < now.rows.top() || rect.bottom() > now.rows.bottom())
        window.scroll += rect.center().y() - now.rows.center().y();
    setWindow(window);
}

void TimelineChart::zoomTo(SpanRef span) {
    constexpr double Beside = 1; // its own length at either side
    if (!m_scene || !span.valid()) return;
    TimelineWindow window = m_window;
    const double length = std::max(m_scene->end(span) - m_scene->start(span), MinTime);
    window.time = {m_scene->start(span) - Beside * length, m_scene->end(span) + Beside * length};
    setWindow(window);
    reveal(span);
}

namespace {

// As high as its lines are, at the lower end of `area`.
QRectF legendBelow(const TimelineScene& scene, const QRectF& area, const TimelineWindow& window) {
    QRectF below = area;
    below.setLeft(TimelineGeometry(scene, area, window).rows.left());
    const double height = paintTimelineLegend(nullptr, below, Theme::light(), scene.kinds()).height();
    below.setTop(area.bottom() - height);
    return below;
}

} // namespace

std::optional<Figure> TimelineChart::figure() const {
    if (!m_scene) return std::nullopt;
    // As high as the rows are, where that is not too much; else what is seen.
    TimelineWindow window = m_window;
    const QRectF natural(QPointF(), FigureSize);
    const TimelineGeometry small(*m_scene, natural, window);
    QSizeF size = FigureSize;
    size.setHeight(std::max(FigureSize.height(), FigureSize.height() + small.mostScroll() +
                                                     legendBelow(*m_scene, natural, window).height() + 4));
    if (size.height() > MaxFigureHeight)
        size.setHeight(MaxFigureHeight);
    else
        window.scroll = 0;
    return Figure{
        objectName(), accessibleName(), size,
        [scene = m_scene, hits = m_hits, window](QPainter& painter, const QRectF& area, const Theme& theme) {
            const QRectF legend = legendBelow(*scene, area, window);
            QRectF rows = area;
            rows.setBottom(legend.top() - 4);
            const TimelineGeometry geometry(*scene, rows, window);
            TimelineLabels labels;
            labels.begin(100'000);
            TimelinePainter(*scene, geometry, theme, window, hits.get()).paint(painter, labels);
            paintTimelineLegend(&painter, legend, theme, scene->kinds());
        }};
}

void TimelineChart::invalidate() {
    m_base = QPixmap();
    update();
}

void TimelineChart::paintEvent(QPaintEvent*) {
    const Theme& theme = Theme::forPalette(palette());
    const TimelineGeometry now = geometry();
    if (const double ratio = devicePixelRatioF(); m_base.isNull() || m_base.devicePixelRatio() != ratio) {
        m_base = QPixmap(size() * ratio);
        m_base.setDevicePixelRatio(ratio);
        m_base.fill(theme.surface);
        if (m_scene) {
            QPainter painter(&m_base);
            m_labels.begin(NamesOfFrame);
            TimelinePainter(*m_scene, now, theme, m_window, m_hits.get()).paint(painter, m_labels);
            if (m_labels.incomplete()) m_moreNames.start();
        }
    }
    QPainter painter(this);
    painter.drawPixmap(0, 0, m_base);
    if (m_scene) {
        painter.setRenderHint(QPainter::Antialiasing);
        TimelinePainter(*m_scene, now, theme, m_window, m_hits.get()).paintMarks(painter, m_marks);
    }
    paintFocus(painter, *this);
}

void TimelineChart::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange ||
        event->type() == QEvent::LanguageChange)
        invalidate();
    QWidget::changeEvent(event);
}

void TimelineChart::resizeEvent(QResizeEvent*) {
    if (m_scene) {
        const bool wasFitted = m_isFitted;
        setWindow(wasFitted ? fitted() : m_window);
        m_isFitted = wasFitted;
    }
    invalidate();
    emit windowChanged(); // the part of the rows that is seen is another one
}

} // namespace edgewright::views
