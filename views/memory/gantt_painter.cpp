// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/memory/gantt_painter.h"

#include "views/memory/live_curve.h"
#include "views/support/quantity.h"
#include "views/support/short_name.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>

namespace edgewright::views {

namespace {

constexpr double GanttHeader = 20;
constexpr double LifeGap = 8;
constexpr double ThickestBar = 18;
constexpr double NamedRow = 11;        // rows at least this high carry their names
constexpr double ShortestLink = 4;     // pixels
constexpr double CurveHeadroom = 0.96; // of the curve's height, what the scale takes

} // namespace

GanttPainter::GanttPainter(std::shared_ptr<const PlanSide> side, RowOrder order, PlanScale scale)
    : PlanPainter(std::move(side), scale), m_rows(m_side->rows(order)), m_rowOf(m_rows.size()) {
    for (std::size_t row = 0; row < m_rows.size(); ++row)
        m_rowOf[m_rows[row].index()] = row;
}

PlaneWindow GanttPainter::extent() const {
    return {0, static_cast<double>(std::max<std::int64_t>(m_side->steps(), 1)), 0,
            static_cast<double>(std::max<std::size_t>(m_rows.size(), 1))};
}

QRectF GanttPainter::curve(const QRectF& area) const {
    const double height = std::clamp(area.height() * 0.24, 36.0, 88.0);
    return {area.left() + AxisLeft, area.top() + GanttHeader, area.width() - AxisLeft - AxisRight, height};
}

QRectF GanttPainter::plot(const QRectF& area) const {
    const QRectF above = curve(area);
    return {above.left(), above.bottom() + LifeGap, above.width(),
            area.bottom() - AxisBottom - above.bottom() - LifeGap};
}

std::optional<QRectF> GanttPainter::lifeRect(const QRectF& area, const PlaneWindow& window, LifeId id) const {
    if (id.index() >= m_rowOf.size()) return std::nullopt;
    const QRectF inside = plot(area);
    const Life& life = m_side->life(id);
    const double rowHeight = inside.height() / (window.y1 - window.y0);
    const double thickness = rowHeight < 3 ? std::max(rowHeight, 1.0)
                                           : std::min(rowHeight - std::min(rowHeight * 0.2, 3.0), ThickestBar);
    const double perStep = inside.width() / (window.x1 - window.x0);
    const double middle =
        inside.top() + (static_cast<double>(m_rowOf[id.index()]) + 0.5 - window.y0) * rowHeight;
    const double top = std::max(middle - thickness / 2, inside.top());
    const double bottom = std::min(middle + thickness / 2, inside.bottom());
    const double left = inside.left() + (static_cast<double>(life.lower) - window.x0) * perStep;
    const double right =
        std::min(std::max(left + 1, inside.left() + (static_cast<double>(life.upper) - window.x0) * perStep),
                 inside.right());
    const QRectF bar(QPointF(std::max(left, inside.left()), top), QPointF(right, bottom));
    if (bar.width() <= 0 || bar.height() <= 0) return std::nullopt;
    return bar;
}

LifeId GanttPainter::lifeAt(const QRectF& area, const PlaneWindow& window, QPointF at) const {
    const QRectF inside = plot(area);
    if (!inside.contains(at)) return {};
    const double row = window.y0 + (at.y() - inside.top()) / inside.height() * (window.y1 - window.y0);
    const double step = window.x0 + (at.x() - inside.left()) / inside.width() * (window.x1 - window.x0);
    if (row < 0 || row >= static_cast<double>(m_rows.size())) return {};
    // Two pixels of tolerance, for short lives and thin rows: the nearest row whose bar is there.
    const double slack = 2 * (window.x1 - window.x0) / inside.width();
    const auto rows = static_cast<std::int64_t>(2 * (window.y1 - window.y0) / inside.height());
    const auto here = static_cast<std::int64_t>(row);
    for (std::int64_t away = 0; away <= rows; ++away)
        for (const std::int64_t beside : {here - away, here + away}) {
            if (beside < 0 || beside >= static_cast<std::int64_t>(m_rows.size())) continue;
            const LifeId id = m_rows[static_cast<std::size_t>(beside)];
            const Life& life = m_side->life(id);
            if (step >= static_cast<double>(life.lower) - slack &&
                step < static_cast<double>(life.upper) + slack)
                return id;
        }
    return {};
}

bool GanttPainter::inTimeAxis(const QRectF& area, QPointF at) const {
    return curve(area).contains(at) || PlanPainter::inTimeAxis(area, at);
}

template <typename Each>
void GanttPainter::visible(const PlaneWindow& window, const Each& each) const {
    const auto first = static_cast<std::size_t>(std::max(window.y0, 0.0));
    const auto last =
        static_cast<std::size_t>(std::clamp(std::ceil(window.y1), 0.0, static_cast<double>(m_rows.size())));
    if (4 * (last - std::min(first, last)) < m_rows.size()) {
        for (std::size_t row = first; row < last; ++row)
            each(m_rows[row]);
        return;
    }
    m_side->lifeIndex().visit(static_cast<std::int64_t>(std::floor(window.x0)),
                              static_cast<std::int64_t>(std::ceil(window.x1)), [&](std::size_t life) {
                                  if (m_rowOf[life] >= first && m_rowOf[life] < last) each(LifeId(life));
                              });
}

void GanttPainter::paint(QPainter& painter, const QRectF& area, const Theme& theme,
                         const PlaneWindow& window) const {
    const pipeline::MemoryPlan& plan = m_side->plan();
    const QRectF header(area.left(), area.top(), area.width() - AxisRight, GanttHeader - 4);
    paintHeader(painter, header, theme, m_side->after(),
                tr("%1 · %2 alive at step %3 · arena %4")
                    .arg(m_side->title(), bytesText(m_side->liveBytes(plan.peakStep)))
                    .arg(plan.peakStep)
                    .arg(bytesText(plan.solution.peak)));
    paintLiveCurve(painter, curve(area), theme, window, *m_side, m_scale.bytes / CurveHeadroom);

    const QRectF inside = plot(area);
    if (inside.height() < 4 || inside.width() < 4) return;
    const double rowHeight = inside.height() / (window.y1 - window.y0);
    PixelSet drawn;
    painter.setRenderHint(QPainter::Antialiasing, false); // bars lie on whole pixels
    visible(window, [&](LifeId id) {
        const auto bar = lifeRect(area, window, id);
        if (!bar || (rowHeight < 2 && !drawn.insert(*bar))) return;
        paintBuffer(painter, *bar, theme, m_side->box(id).kind);
    });
    painter.setRenderHint(QPainter::Antialiasing);
    paintLinks(painter, area, theme, window);
    if (rowHeight >= NamedRow) paintNames(painter, inside, theme, window);
    painter.setPen(QPen(theme.line, 1));
    painter.drawLine(inside.topLeft(), inside.bottomLeft());
    paintStepAxis(painter, inside, theme, window);
}

void GanttPainter::paintNames(QPainter& painter, const QRectF& inside, const Theme& theme,
                              const PlaneWindow& window) const {
    const QFont small = font(TextSize::Small);
    const QFontMetricsF metrics(small);
    painter.setFont(small);
    painter.setPen(theme.muted);
    const double rowHeight = inside.height() / (window.y1 - window.y0);
    const auto first = static_cast<std::size_t>(std::max(window.y0, 0.0));
    const auto last = std::min(m_rows.size(), static_cast<std::size_t>(std::max(std::ceil(window.y1), 0.0)));
    for (std::size_t row = first; row < last; ++row) {
        const double middle = inside.top() + (static_cast<double>(row) + 0.5 - window.y0) * rowHeight;
        if (middle < inside.top() + 2 || middle > inside.bottom() - 2) continue;
        const QString name = nameWithin(m_side->name(m_rows[row]), metrics, AxisLeft - 10);
        painter.drawText(
            QRectF(inside.left() - AxisLeft, middle - metrics.height() / 2, AxisLeft - 6, metrics.height()),
            Qt::AlignRight | Qt::AlignVCenter, name);
    }
}

std::optional<QLineF> GanttPainter::linkLine(const QRectF& area, const PlaneWindow& window,
                                             const Link& link) const {
    const QRectF inside = plot(area);
    const double rowHeight = inside.height() / (window.y1 - window.y0);
    const auto yOf = [&](LifeId id) {
        return inside.top() + (static_cast<double>(m_rowOf[id.index()]) + 0.5 - window.y0) * rowHeight;
    };
    const double x = xOf(area, window, static_cast<double>(link.step) + 0.5);
    const double from = yOf(link.from), to = yOf(link.to);
    if (x < inside.left() || x > inside.right() || std::abs(from - to) < ShortestLink) return std::nullopt;
    if (std::max(from, to) < inside.top() || std::min(from, to) > inside.bottom()) return std::nullopt;
    return QLineF(x, std::clamp(from, inside.top(), inside.bottom()), x,
                  std::clamp(to, inside.top(), inside.bottom()));
}

void GanttPainter::paintLinks(QPainter& painter, const QRectF& area, const Theme& theme,
                              const PlaneWindow& window) const {
    const std::vector<Link>& links = m_side->links();
    const QRectF inside = plot(area);
    const double rowHeight = inside.height() / (window.y1 - window.y0);
    const double radius = std::clamp(rowHeight * 0.18, 1.2, 2.5);
    PixelSet drawn;
    const auto first =
        std::ranges::lower_bound(links, static_cast<std::int64_t>(std::floor(window.x0)) - 1, {}, &Link::step);
    for (auto link = first; link != links.end() && static_cast<double>(link->step) < window.x1; ++link) {
        const auto line = linkLine(area, window, *link);
        if (!line || !drawn.insert(QRectF(line->p1(), line->p2()))) continue;
        painter.setPen(QPen(theme.text, 1.2, linkStyle(link->kind)));
        painter.drawLine(*line);
        if (rowHeight < 5) continue;
        painter.setPen(QPen(theme.text, 1));
        painter.setBrush(theme.surface); // open where the bytes come from, filled where they go
        painter.drawEllipse(line->p1(), radius, radius);
        painter.setBrush(theme.text);
        painter.drawEllipse(line->p2(), radius, radius);
        painter.setBrush(Qt::NoBrush);
    }
}

std::optional<std::size_t> GanttPainter::linkAt(const QRectF& area, const PlaneWindow& window,
                                                QPointF at) const {
    const QRectF inside = plot(area);
    if (!inside.contains(at)) return std::nullopt;
    const std::vector<Link>& links = m_side->links();
    const double reach = 3 * (window.x1 - window.x0) / inside.width(); // three pixels
    const double step = window.x0 + (at.x() - inside.left()) / inside.width() * (window.x1 - window.x0) - 0.5;
    std::optional<std::size_t> best;
    double nearest = 4; // pixels
    for (auto link = std::ranges::lower_bound(links, static_cast<std::int64_t>(std::floor(step - reach)), {},
                                              &Link::step);
         link != links.end() && static_cast<double>(link->step) <= step + reach; ++link) {
        const auto line = linkLine(area, window, *link);
        if (!line) continue;
        const double low = std::min(line->y1(), line->y2()) - 2, high = std::max(line->y1(), line->y2()) + 2;
        const double away = std::abs(line->x1() - at.x());
        if (at.y() < low || at.y() > high || away >= nearest) continue;
        nearest = away;
        best = static_cast<std::size_t>(link - links.begin());
    }
    return best;
}

void GanttPainter::paintCursor(QPainter& painter, const QRectF& area, const Theme& theme,
                               const PlaneWindow& window, std::int64_t step) const {
    const QRectF inside = plot(area), above = curve(area);
    if (inside.height() < 4 || inside.width() < 4) return;
    QColor veil = theme.surface;
    veil.setAlphaF(0.7f);
    painter.fillRect(inside.adjusted(1, 0, 0, -1), veil);
    PixelSet drawn;
    painter.setRenderHint(QPainter::Antialiasing, false);
    m_side->lifeIndex().visit(step, step + 1, [&](std::size_t life) {
        const auto bar = lifeRect(area, window, LifeId(life));
        if (!bar || (bar->height() < 2 && !drawn.insert(*bar))) return;
        paintBuffer(painter, *bar, theme, m_side->box(LifeId(life)).kind);
    });
    painter.setRenderHint(QPainter::Antialiasing);
    paintCursorLine(painter, QRectF(above.topLeft(), inside.bottomRight()), theme, area, window, step);
    const double x = xOf(area, window, static_cast<double>(step) + 0.5);
    if (x < inside.left() || x > inside.right()) return;
    const QString text = tr("%1 alive").arg(bytesText(m_side->liveBytes(step)));
    const double half = QFontMetricsF(font(TextSize::Small)).horizontalAdvance(text) / 2 + 10;
    paintTag(painter, text, {x > above.center().x() ? x - half : x + half, above.bottom() - 10}, above, theme);
}

} // namespace edgewright::views
