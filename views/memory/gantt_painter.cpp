// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/memory/gantt_painter.h"

#include "views/support/quantity.h"

#include <QFontMetricsF>
#include <QLocale>
#include <QPolygonF>

#include <algorithm>
#include <cmath>

namespace edgewright::views {

namespace {

constexpr double HeaderHeight = 20;
constexpr double Gap = 8;
constexpr double ThickestBar = 18;
constexpr double NamedRow = 11; // rows at least this high carry their names

QString exact(std::int64_t bytes) {
    return QLocale(QLocale::English).toString(static_cast<qlonglong>(bytes)) + QStringLiteral(" B");
}

} // namespace

GanttPainter::GanttPainter(std::shared_ptr<const PlanSide> side, RowOrder order, double scaleBytes)
    : PlanPainter(std::move(side)), m_rows(m_side->rows(order)), m_rowOf(m_rows.size()),
      m_scaleBytes(std::max(scaleBytes, 1.0)) {
    for (std::size_t row = 0; row < m_rows.size(); ++row)
        m_rowOf[m_rows[row].index()] = row;
}

PlaneWindow GanttPainter::extent() const {
    return {0, static_cast<double>(std::max<std::int64_t>(m_side->problem().steps, 1)), 0,
            static_cast<double>(std::max<std::size_t>(m_rows.size(), 1))};
}

QRectF GanttPainter::curve(const QRectF& area) const {
    const double height = std::clamp(area.height() * 0.24, 36.0, 88.0);
    return {area.left() + AxisLeft, area.top() + HeaderHeight, area.width() - AxisLeft - AxisRight, height};
}

QRectF GanttPainter::plot(const QRectF& area) const {
    const QRectF above = curve(area);
    return {above.left(), above.bottom() + Gap, above.width(),
            area.bottom() - AxisBottom - above.bottom() - Gap};
}

std::optional<QRectF> GanttPainter::bufferRect(const QRectF& area, const PlaneWindow& window,
                                               BufferId id) const {
    if (id.index() >= m_rowOf.size()) return std::nullopt;
    const QRectF inside = plot(area);
    const memory::Buffer& b = m_side->buffer(id);
    const double rowHeight = inside.height() / (window.y1 - window.y0);
    const double thickness = rowHeight < 3 ? std::max(rowHeight, 1.0)
                                           : std::min(rowHeight - std::min(rowHeight * 0.2, 3.0), ThickestBar);
    const double perStep = inside.width() / (window.x1 - window.x0);
    const double middle =
        inside.top() + (static_cast<double>(m_rowOf[id.index()]) + 0.5 - window.y0) * rowHeight;
    QRectF bar(inside.left() + (static_cast<double>(b.lower) - window.x0) * perStep, middle - thickness / 2,
               std::max(static_cast<double>(b.upper - b.lower) * perStep, 1.0), thickness);
    bar = bar.intersected(inside);
    if (bar.isEmpty()) return std::nullopt;
    return bar;
}

BufferId GanttPainter::bufferAt(const QRectF& area, const PlaneWindow& window, QPointF at) const {
    const QRectF inside = plot(area);
    if (!inside.contains(at)) return {};
    const double row = window.y0 + (at.y() - inside.top()) / inside.height() * (window.y1 - window.y0);
    const double step = window.x0 + (at.x() - inside.left()) / inside.width() * (window.x1 - window.x0);
    if (row < 0 || row >= static_cast<double>(m_rows.size())) return {};
    const BufferId id = m_rows[static_cast<std::size_t>(row)];
    const memory::Buffer& b = m_side->buffer(id);
    // Two pixels of tolerance, for short lives.
    const double slack = 2 * (window.x1 - window.x0) / inside.width();
    return step >= static_cast<double>(b.lower) - slack && step < static_cast<double>(b.upper) + slack
               ? id
               : BufferId();
}

void GanttPainter::paint(QPainter& painter, const QRectF& area, const Theme& theme,
                         const PlaneWindow& window) const {
    const pipeline::MemoryPlan& plan = m_side->plan();
    const QString name = m_side->after() ? tr("Fused") : tr("Original");
    paintHeader(
        painter,
        QRectF(area.left() + AxisLeft, area.top(), area.width() - AxisLeft - AxisRight, HeaderHeight - 4),
        theme, m_side->after(),
        tr("%1 · %2 alive at step %3 · arena %4")
            .arg(name, exact(plan.lowerBound))
            .arg(plan.peakStep)
            .arg(exact(plan.solution.peak)));
    paintCurve(painter, curve(area), theme, window);

    const QRectF inside = plot(area);
    if (inside.height() < 4 || inside.width() < 4) return;
    const double rowHeight = inside.height() / (window.y1 - window.y0);
    const auto firstRow = static_cast<std::size_t>(std::max(window.y0, 0.0));
    const auto lastRow =
        static_cast<std::size_t>(std::clamp(std::ceil(window.y1), 0.0, static_cast<double>(m_rows.size())));
    PixelSet drawn;
    for (std::size_t row = firstRow; row < lastRow; ++row) {
        const BufferId id = m_rows[row];
        const auto bar = bufferRect(area, window, id);
        if (!bar || (rowHeight < 2 && !drawn.insert(*bar))) continue;
        paintBuffer(painter, *bar, theme, m_side->buffer(id).kind);
        if (bar->height() >= 6) paintSharings(painter, *bar, theme, inside, window, id);
    }
    if (rowHeight >= NamedRow) paintNames(painter, inside, theme, window);
    painter.setPen(QPen(theme.line, 1));
    painter.drawLine(inside.topLeft(), inside.bottomLeft());
    paintStepAxis(painter, inside, theme, window);
}

void GanttPainter::paintCurve(QPainter& painter, const QRectF& rect, const Theme& theme,
                              const PlaneWindow& window) const {
    const pipeline::MemoryPlan& plan = m_side->plan();
    const auto& live = plan.liveBytes;
    const double perStep = rect.width() / (window.x1 - window.x0);
    const auto yOf = [&](double bytes) { return rect.bottom() - bytes / m_scaleBytes * rect.height() * 0.96; };
    paintByteAxis(painter, rect, theme, 0, m_scaleBytes / 0.96, tr("Alive"), false);

    const auto first = static_cast<std::size_t>(std::max(window.x0, 0.0));
    const auto last = std::min(live.size(), static_cast<std::size_t>(std::max(std::ceil(window.x1), 0.0)));
    QPolygonF line;
    // One column of pixels may hold many steps: it shows the largest of them.
    for (std::size_t step = first; step < last;) {
        const double left =
            std::max(rect.left(), rect.left() + (static_cast<double>(step) - window.x0) * perStep);
        std::int64_t most = live[step];
        std::size_t end = step + 1;
        while (end < last && rect.left() + (static_cast<double>(end) - window.x0) * perStep < left + 1)
            most = std::max(most, live[end++]);
        const double right =
            std::min(rect.right(), rect.left() + (static_cast<double>(end) - window.x0) * perStep);
        line << QPointF(left, yOf(static_cast<double>(most))) << QPointF(right, yOf(static_cast<double>(most)));
        step = end;
    }
    const QColor color = m_side->after() ? theme.after : theme.before;
    if (!line.isEmpty()) {
        QPolygonF area = line;
        area << QPointF(line.back().x(), rect.bottom()) << QPointF(line.front().x(), rect.bottom());
        QColor fill = color;
        fill.setAlphaF(0.22f);
        painter.setPen(Qt::NoPen);
        painter.setBrush(fill);
        painter.drawPolygon(area);
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(color, 1.5, Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin));
        painter.drawPolyline(line);
    }
    // The bound and, where the plan needs more, its peak.
    const double bound = yOf(static_cast<double>(plan.lowerBound));
    painter.setPen(QPen(theme.text, 1, Qt::DashLine));
    painter.drawLine(QPointF(rect.left(), bound), QPointF(rect.right(), bound));
    const QFont small = font(TextSize::Small);
    const QFontMetricsF metrics(small);
    painter.setFont(small);
    const auto label = [&](const QString& text, double y, const QColor& ink) {
        const double width = metrics.horizontalAdvance(text) + 6;
        const QRectF box(rect.right() - width, y + 1, width, metrics.height());
        QColor veil = theme.surface;
        veil.setAlphaF(0.8f);
        painter.fillRect(box, veil);
        painter.setPen(ink);
        painter.drawText(box, Qt::AlignCenter, text);
    };
    if (plan.solution.peak > plan.lowerBound) {
        const double peak = yOf(static_cast<double>(plan.solution.peak));
        painter.setPen(QPen(theme.bad, 1));
        painter.drawLine(QPointF(rect.left(), peak), QPointF(rect.right(), peak));
        label(tr("lower bound %1, arena %2")
                  .arg(bytesText(plan.lowerBound), ratioText(static_cast<double>(plan.solution.peak),
                                                             static_cast<double>(plan.lowerBound))),
              std::max(bound, peak), theme.text);
    } else {
        label(tr("lower bound %1 = arena").arg(bytesText(plan.lowerBound)), bound, theme.text);
    }
    const double peakX = rect.left() + (static_cast<double>(plan.peakStep) + 0.5 - window.x0) * perStep;
    if (peakX >= rect.left() && peakX <= rect.right()) {
        painter.setBrush(color);
        painter.setPen(QPen(theme.surface, 1.5));
        painter.drawEllipse(QPointF(peakX, bound), 4, 4);
        painter.setBrush(Qt::NoBrush);
    }
    painter.setPen(QPen(theme.line, 1));
    painter.drawLine(rect.bottomLeft(), rect.bottomRight());
}

void GanttPainter::paintNames(QPainter& painter, const QRectF& inside, const Theme& theme,
                              const PlaneWindow& window) const {
    const QFont small = font(TextSize::Small);
    const QFontMetricsF metrics(small);
    painter.setFont(small);
    painter.setPen(theme.muted);
    const double rowHeight = inside.height() / (window.y1 - window.y0);
    for (std::size_t row = 0; row < m_rows.size(); ++row) {
        const double middle = inside.top() + (static_cast<double>(row) + 0.5 - window.y0) * rowHeight;
        if (middle < inside.top() + 2 || middle > inside.bottom() - 2) continue;
        const QString name = shortName(m_side->buffer(m_rows[row]).name, metrics, AxisLeft - 10);
        painter.drawText(
            QRectF(inside.left() - AxisLeft, middle - metrics.height() / 2, AxisLeft - 6, metrics.height()),
            Qt::AlignRight | Qt::AlignVCenter, name);
    }
}

void GanttPainter::paintSharings(QPainter& painter, const QRectF& bar, const Theme& theme, const QRectF& inside,
                                 const PlaneWindow& window, BufferId id) const {
    // Two joined rings where a value begins to share the storage.
    const double perStep = inside.width() / (window.x1 - window.x0);
    const double radius = std::min(bar.height() * 0.22, 3.0);
    if (perStep < 3 * radius) return;
    for (const std::int64_t step : m_side->sharingSteps(id)) {
        const double x = inside.left() + (static_cast<double>(step) + 0.5 - window.x0) * perStep;
        if (x - 2 * radius < bar.left() || x + 2 * radius > bar.right()) continue;
        painter.setPen(QPen(theme.text, 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawEllipse(QPointF(x - radius * 0.7, bar.center().y()), radius, radius);
        painter.drawEllipse(QPointF(x + radius * 0.7, bar.center().y()), radius, radius);
    }
}

} // namespace edgewright::views
