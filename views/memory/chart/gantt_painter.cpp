// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/memory/chart/gantt_painter.h"

#include "views/memory/chart/live_curve.h"
#include "views/support/quantity.h"
#include "views/support/short_name.h"
#include "views/support/theme.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>
#include <unordered_set>

namespace edgewright::views {

namespace {

constexpr double GanttHeader = 20;
constexpr double LifeGap = 8;
constexpr double ThickestBar = 18;
constexpr double NamedRow = 11;        // rows at least this high carry their names
constexpr double ShortestLink = 4;     // pixels
constexpr double CurveHeadroom = 0.96; // of the curve's height, what the scale takes

std::unordered_set<std::size_t> indicesOf(std::span<const LifeId> lives) {
    std::unordered_set<std::size_t> indices;
    for (const LifeId id : lives)
        indices.insert(id.index());
    return indices;
}

QRectF headerOf(const QRectF& area) {
    return {area.left(), area.top(), area.width() - AxisRight, GanttHeader - 4};
}

QString headline(const PlanSide& side, const QRectF& area) {
    const pipeline::MemoryPlan& plan = side.plan();
    const QString alive = GanttPainter::tr("%1 · %2 alive at step %3")
                              .arg(side.title(), bytesText(side.liveBytes(plan.peakStep)))
                              .arg(plan.peakStep);
    return fitting(
        {GanttPainter::tr("%1 · arena %2").arg(alive, bytesText(plan.solution.peak)), alive, side.title()},
        QFontMetricsF(font(TextSize::Small, true)), headerOf(area).width() - HeaderText);
}

} // namespace

GanttPainter::GanttPainter(std::shared_ptr<const PlanSide> side, RowOrder order, PlanScale scale,
                           const RowGroups& groups)
    : PlanPainter(std::move(side), scale), m_rows(views::ganttRows(*m_side, order, groups)) {}

PlaneWindow GanttPainter::extent() const {
    return {0, static_cast<double>(std::max<std::int64_t>(m_side->steps(), 1)), 0,
            static_cast<double>(std::max<std::size_t>(m_rows.rows.size(), 1))};
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
    if (id.index() >= m_rows.rowOf.size()) return std::nullopt;
    const Life& life = m_side->life(id);
    return barOf(plot(area), window, m_rows.rowOf[id.index()], life.lower, life.upper);
}

std::optional<QRectF> GanttPainter::barOf(const QRectF& inside, const PlaneWindow& window, std::size_t row,
                                          std::int64_t lower, std::int64_t upper) const {
    const double rowHeight = inside.height() / (window.y1 - window.y0);
    const double thickness = rowHeight < 3 ? std::max(rowHeight, 1.0)
                                           : std::min(rowHeight - std::min(rowHeight * 0.2, 3.0), ThickestBar);
    const double perStep = inside.width() / (window.x1 - window.x0);
    const double middle = inside.top() + (static_cast<double>(row) + 0.5 - window.y0) * rowHeight;
    const double top = std::max(middle - thickness / 2, inside.top());
    const double bottom = std::min(middle + thickness / 2, inside.bottom());
    const double left = inside.left() + (static_cast<double>(lower) - window.x0) * perStep;
    const double right = std::min(
        std::max(left + 1, inside.left() + (static_cast<double>(upper) - window.x0) * perStep), inside.right());
    const QRectF bar(QPointF(std::max(left, inside.left()), top), QPointF(right, bottom));
    if (bar.width() <= 0 || bar.height() <= 0) return std::nullopt;
    return bar;
}

LifeId GanttPainter::lifeAt(const QRectF& area, const PlaneWindow& window, QPointF at) const {
    const QRectF inside = plot(area);
    if (!inside.contains(at)) return {};
    const double row = window.y0 + (at.y() - inside.top()) / inside.height() * (window.y1 - window.y0);
    const double step = window.x0 + (at.x() - inside.left()) / inside.width() * (window.x1 - window.x0);
    const auto count = static_cast<std::int64_t>(m_rows.rows.size());
    if (row < 0 || row >= static_cast<double>(count)) return {};
    // Two pixels of tolerance, for short lives and thin rows: the nearest row whose bar is there.
    const double slack = 2 * (window.x1 - window.x0) / inside.width();
    const auto rows = static_cast<std::int64_t>(2 * (window.y1 - window.y0) / inside.height());
    const auto here = static_cast<std::int64_t>(row);
    for (std::int64_t away = 0; away <= rows; ++away)
        for (const std::int64_t beside : {here - away, here + away}) {
            if (beside < 0 || beside >= count) continue;
            const LifeId id = m_rows.rows[static_cast<std::size_t>(beside)].life;
            if (!id.valid()) continue; // a heading
            const Life& life = m_side->life(id);
            if (step >= static_cast<double>(life.lower) - slack &&
                step < static_cast<double>(life.upper) + slack)
                return id;
        }
    return {};
}

std::optional<std::pair<std::size_t, std::size_t>> GanttPainter::rowsOf(std::span<const LifeId> lives) const {
    if (lives.empty()) return std::nullopt;
    const auto [first, last] =
        std::ranges::minmax(lives, {}, [&](LifeId id) { return m_rows.rowOf[id.index()]; });
    return std::pair(m_rows.rowOf[first.index()], m_rows.rowOf[last.index()]);
}

std::optional<std::size_t> GanttPainter::groupAt(const QRectF& area, const PlaneWindow& window,
                                                 QPointF at) const {
    const QRectF inside = plot(area);
    if (m_rows.groups.empty() || at.y() < inside.top() || at.y() >= inside.bottom() || at.x() > inside.right())
        return std::nullopt;
    const double row = window.y0 + (at.y() - inside.top()) / inside.height() * (window.y1 - window.y0);
    if (row < 0 || row >= static_cast<double>(m_rows.rows.size())) return std::nullopt;
    const GanttRows::Row& here = m_rows.rows[static_cast<std::size_t>(row)];
    return here.life.valid() ? std::nullopt : std::optional(here.group);
}

bool GanttPainter::inTimeAxis(const QRectF& area, QPointF at) const {
    return curve(area).contains(at) || PlanPainter::inTimeAxis(area, at);
}

template <typename Each>
void GanttPainter::visibleRows(const QRectF& inside, const PlaneWindow& window, const Each& each) const {
    const double rowHeight = inside.height() / (window.y1 - window.y0);
    const auto first = static_cast<std::size_t>(std::max(window.y0, 0.0));
    const auto last =
        std::min(m_rows.rows.size(), static_cast<std::size_t>(std::max(std::ceil(window.y1), 0.0)));
    for (std::size_t row = first; row < last; ++row)
        each(row, QRectF(inside.left(), inside.top() + (static_cast<double>(row) - window.y0) * rowHeight,
                         inside.width(), rowHeight));
}

template <typename Each>
void GanttPainter::visible(const PlaneWindow& window, const Each& each) const {
    const std::size_t count = m_rows.rows.size();
    const auto first = static_cast<std::size_t>(std::max(window.y0, 0.0));
    const auto last =
        static_cast<std::size_t>(std::clamp(std::ceil(window.y1), 0.0, static_cast<double>(count)));
    if (m_rows.groups.empty() && 4 * (last - std::min(first, last)) < count) {
        for (std::size_t row = first; row < last; ++row)
            each(m_rows.rows[row].life);
        return;
    }
    m_side->lifeIndex().visit(static_cast<std::int64_t>(std::floor(window.x0)),
                              static_cast<std::int64_t>(std::ceil(window.x1)), [&](std::size_t life) {
                                  if (m_rows.rowOf[life] >= first && m_rows.rowOf[life] < last)
                                      each(LifeId(life));
                              });
}

void GanttPainter::paint(QPainter& painter, const QRectF& area, const Theme& theme,
                         const PlaneWindow& window) const {
    paintHeader(painter, headerOf(area), theme, m_side->warm(), {headline(*m_side, area)});
    paintLiveCurve(painter, curve(area), theme, window, *m_side, m_scale.bytes / CurveHeadroom);

    const QRectF inside = plot(area);
    if (inside.height() < 4 || inside.width() < 4) return;
    const double rowHeight = inside.height() / (window.y1 - window.y0);
    PixelSet drawn;
    painter.setRenderHint(QPainter::Antialiasing, false); // bars lie on whole pixels
    paintGroups(painter, inside, theme, window);
    paintGaps(painter, inside, theme, window);
    visible(window, [&](LifeId id) {
        const auto bar = lifeRect(area, window, id);
        if (!bar || ((rowHeight < 2 || !m_rows.groups.empty()) && !drawn.insert(*bar))) return;
        paintBuffer(painter, *bar, theme, m_side->box(id).kind);
    });
    painter.setRenderHint(QPainter::Antialiasing);
    paintLinks(painter, area, theme, window);
    painter.setPen(QPen(theme.line, 1));
    painter.drawLine(inside.topLeft(), inside.bottomLeft());
}

void GanttPainter::paintGroups(QPainter& painter, const QRectF& inside, const Theme& theme,
                               const PlaneWindow& window) const {
    if (m_rows.groups.empty()) return;
    visibleRows(inside, window, [&](std::size_t row, const QRectF& extent) {
        if (m_rows.rows[row].life.valid()) return;
        const GanttRows::Group& group = m_rows.groups[m_rows.rows[row].group];
        painter.fillRect(extent.intersected(inside), theme.raised);
        // Its whole time, closed or not; the tensors of a closed one lie on it.
        if (const auto bar = barOf(inside, window, row, group.lower, group.upper))
            painter.fillRect(*bar, mixed(theme.muted, theme.surface, 0.3));
    });
}

void GanttPainter::paintGaps(QPainter& painter, const QRectF& inside, const Theme& theme,
                             const PlaneWindow& window) const {
    for (std::size_t i = 0; i < m_side->count(); ++i) {
        const memory::Buffer& buffer = m_side->problem().buffers[i];
        if (buffer.gaps.empty()) continue;
        const LifeId whole = m_side->wholeOf(BufferId(i));
        const std::size_t row = m_rows.rowOf[whole.index()];
        if (!m_rows.rows[row].life.valid()) continue; // in a closed module
        for (const memory::Gap& gap : buffer.gaps)
            if (const auto bar = barOf(inside, window, row, gap.lower, gap.upper); bar && bar->height() >= 3)
                paintGap(painter, *bar, theme, buffer.kind);
    }
}

void GanttPainter::paintMarks(QPainter& painter, const QRectF& area, const Theme& theme,
                              const PlaneWindow& window, const ChartMarks& marks) const {
    const QRectF inside = plot(area);
    QColor band = theme.accent;
    band.setAlphaF(0.14f);
    std::set<std::size_t> rows;              // that have their band
    for (const LifeId id : marks.selected) { // across the plot, so that a short life is found
        const auto bar = lifeRect(area, window, id);
        if (!bar || !rows.insert(m_rows.rowOf[id.index()]).second) continue;
        const double thin = std::max(0.0, 5 - bar->height()) / 2;
        painter.fillRect(QRectF(inside.left(), bar->top() - thin, inside.width(), bar->height() + 2 * thin)
                             .intersected(inside),
                         band);
    }
    PlanPainter::paintMarks(painter, area, theme, window, marks);
}

void GanttPainter::paintNames(QPainter& painter, const QRectF& inside, const Theme& theme,
                              const PlaneWindow& window, const ChartMarks& marks) const {
    constexpr double NameWidth = AxisLeft - 8, Indent = 10;
    const QFont small = font(TextSize::Small), strong = font(TextSize::Small, true);
    const QFontMetricsF metrics(small), strongMetrics(strong);
    const double height = metrics.height();
    double below = inside.top() - 2; // of the name before
    const auto write = [&](double middle, const QString& text, bool bold, const QColor& ink) {
        if (text.isEmpty() || middle - height / 2 < below || middle + height / 2 > inside.bottom()) return;
        painter.setFont(bold ? strong : small);
        painter.setPen(ink);
        painter.drawText(QRectF(inside.left() - AxisLeft, middle - height / 2, AxisLeft - 6, height),
                         Qt::AlignRight | Qt::AlignVCenter, text);
        below = middle + height / 2;
    };
    const std::unordered_set<std::size_t> strongNames = indicesOf(marks.selected);
    const bool grouped = !m_rows.groups.empty();
    const bool everyRow = inside.height() / (window.y1 - window.y0) >= NamedRow;
    visibleRows(inside, window, [&](std::size_t row, const QRectF& extent) {
        const GanttRows::Row& here = m_rows.rows[row];
        const double middle = extent.center().y();
        if (here.life.valid()) {
            const bool marked = strongNames.contains(here.life.index());
            if (!everyRow && !marked) return;
            write(middle,
                  labelWithin(m_rows.names, here.life.index(), marked ? strongMetrics : metrics,
                              NameWidth - (grouped ? Indent : 0)),
                  marked, marked ? theme.accent : theme.muted);
            return;
        }
        const GanttRows::Group& group = m_rows.groups[here.group];
        const QString sign = group.open ? QStringLiteral("▾ ") : QStringLiteral("▸ ");
        const double room = NameWidth - strongMetrics.horizontalAdvance(sign);
        write(middle,
              sign + (group.name.empty() ? tr("no module")
                                         : labelWithin(m_rows.names, m_side->lives().size() + here.group,
                                                       strongMetrics, room)),
              true, theme.text);
    });
}

void GanttPainter::paintTexts(QPainter& painter, const QRectF& area, const Theme& theme,
                              const PlaneWindow& window, const ChartMarks& marks) const {
    const QRectF inside = plot(area), above = curve(area);
    if (inside.height() < 4 || inside.width() < 4) return;
    paintNames(painter, inside, theme, window, marks);
    // Beside the header there is room, too.
    LabelPlacer labels(painter, theme,
                       {QPointF(above.left() + 2, area.top()), QPointF(above.right(), above.bottom())});
    const double said =
        HeaderText + QFontMetricsF(font(TextSize::Small, true)).horizontalAdvance(headline(*m_side, area));
    labels.take({area.left(), area.top(), said + 4, GanttHeader});
    if (marks.step) {
        const double x = xOf(area, window, static_cast<double>(*marks.step) + 0.5);
        if (x >= above.left() && x <= above.right()) {
            labels.avoid({x - 2, above.top(), 4, above.height()});
            labels.place({tr("%1 alive").arg(bytesText(m_side->liveBytes(*marks.step)))},
                         {{{x + 4, above.bottom() - 2}, Qt::AlignLeft | Qt::AlignBottom},
                          {{x - 4, above.bottom() - 2}, Qt::AlignRight | Qt::AlignBottom}});
        }
    }
    paintCurveTexts(labels, above, theme, window, *m_side, m_scale.bytes / CurveHeadroom);
    LabelPlacer names(painter, theme, inside);
    nameSelected(names, m_rows.names, area, theme, window, marks);
    paintSteps(painter, area, theme, window, marks.step);
}

std::optional<QLineF> GanttPainter::linkLine(const QRectF& area, const PlaneWindow& window,
                                             const Link& link) const {
    const QRectF inside = plot(area);
    const double rowHeight = inside.height() / (window.y1 - window.y0);
    const auto yOf = [&](LifeId id) {
        return inside.top() + (static_cast<double>(m_rows.rowOf[id.index()]) + 0.5 - window.y0) * rowHeight;
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
}

} // namespace edgewright::views
