// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/memory/arena_painter.h"

#include "views/support/quantity.h"

#include <QFontMetricsF>
#include <QPolygonF>

#include <algorithm>
#include <cmath>

namespace edgewright::views {

namespace {

constexpr double HeaderHeight = 20;
constexpr double LabelWidth = 44;  // rectangles at least this wide and
constexpr double LabelHeight = 13; // this high carry their names

} // namespace

ArenaPainter::ArenaPainter(std::shared_ptr<const PlanSide> side, double left)
    : PlanPainter(std::move(side)), m_left(left) {
    const memory::Problem& problem = m_side->problem();
    m_top.resize(static_cast<std::size_t>(std::max<std::int64_t>(problem.steps, 0)));
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        const memory::Buffer& b = problem.buffers[i];
        const std::int64_t top = m_side->offset(BufferId(i)) + b.size;
        for (std::int64_t step = std::max<std::int64_t>(b.lower, 0); step < std::min(b.upper, problem.steps);
             ++step)
            m_top[static_cast<std::size_t>(step)] = std::max(m_top[static_cast<std::size_t>(step)], top);
    }
}

PlaneWindow ArenaPainter::extent() const {
    return {0, static_cast<double>(std::max<std::int64_t>(m_side->problem().steps, 1)), 0,
            static_cast<double>(std::max<std::int64_t>(m_side->plan().solution.peak, 1)) * 1.04};
}

QRectF ArenaPainter::plot(const QRectF& area) const {
    return area.adjusted(m_left, HeaderHeight, -AxisRight, -AxisBottom);
}

std::optional<QRectF> ArenaPainter::bufferRect(const QRectF& area, const PlaneWindow& window,
                                               BufferId id) const {
    if (id.index() >= m_side->count()) return std::nullopt;
    const QRectF inside = plot(area);
    const memory::Buffer& b = m_side->buffer(id);
    const double perStep = inside.width() / (window.x1 - window.x0);
    const double perByte = inside.height() / (window.y1 - window.y0);
    const double height = std::max(static_cast<double>(b.size) * perByte, 1.0);
    const double bottom = inside.bottom() - (static_cast<double>(m_side->offset(id)) - window.y0) * perByte;
    const QRectF rect =
        QRectF(inside.left() + (static_cast<double>(b.lower) - window.x0) * perStep, bottom - height,
               std::max(static_cast<double>(b.upper - b.lower) * perStep, 1.0), height)
            .intersected(inside);
    if (rect.isEmpty()) return std::nullopt;
    return rect;
}

BufferId ArenaPainter::bufferAt(const QRectF& area, const PlaneWindow& window, QPointF at) const {
    const QRectF inside = plot(area);
    if (!inside.contains(at)) return {};
    const double byte = window.y0 + (inside.bottom() - at.y()) / inside.height() * (window.y1 - window.y0);
    const double step = window.x0 + (at.x() - inside.left()) / inside.width() * (window.x1 - window.x0);
    const double slack = 2 * (window.y1 - window.y0) / inside.height(); // two pixels, for thin buffers
    BufferId near;
    for (std::size_t i = 0; i < m_side->count(); ++i) {
        const BufferId id(i);
        const memory::Buffer& b = m_side->buffer(id);
        if (step < static_cast<double>(b.lower) || step >= static_cast<double>(b.upper)) continue;
        const auto low = static_cast<double>(m_side->offset(id)), high = low + static_cast<double>(b.size);
        if (byte >= low && byte < high) return id;
        if (byte >= low - slack && byte < high + slack) near = id;
    }
    return near;
}

void ArenaPainter::paint(QPainter& painter, const QRectF& area, const Theme& theme,
                         const PlaneWindow& window) const {
    const pipeline::MemoryPlan& plan = m_side->plan();
    const QString name = m_side->after() ? tr("Fused") : tr("Original");
    paintHeader(
        painter, QRectF(area.left() + m_left, area.top(), area.width() - m_left - AxisRight, HeaderHeight - 4),
        theme, m_side->after(),
        tr("%1 · arena %2 · %3 lower bound")
            .arg(name, bytesText(plan.solution.peak),
                 ratioText(static_cast<double>(plan.solution.peak), static_cast<double>(plan.lowerBound))));
    const QRectF inside = plot(area);
    if (inside.height() < 4 || inside.width() < 4) return;
    paintByteAxis(painter, inside, theme, window.y0, window.y1, tr("Address"), true);
    paintHoles(painter, inside, theme, window);

    PixelSet drawn;
    for (std::size_t i = 0; i < m_side->count(); ++i) {
        const BufferId id(i);
        const auto rect = bufferRect(area, window, id);
        if (!rect || ((rect->width() < 3 || rect->height() < 3) && !drawn.insert(*rect))) continue;
        paintBuffer(painter, *rect, theme, m_side->buffer(id).kind);
    }
    paintPeak(painter, inside, theme, window);
    paintNames(painter, area, theme, window);
    paintStepAxis(painter, inside, theme, window);
}

void ArenaPainter::paintNames(QPainter& painter, const QRectF& area, const Theme& theme,
                              const PlaneWindow& window) const {
    const QFont small = font(TextSize::Small);
    const QFontMetricsF metrics(small);
    painter.setFont(small);
    const QRectF inside = plot(area);
    const double peakX = inside.left() + (static_cast<double>(m_side->plan().peakStep) + 0.5 - window.x0) /
                                             (window.x1 - window.x0) * inside.width();
    for (std::size_t i = 0; i < m_side->count(); ++i) {
        const memory::Buffer& b = m_side->buffer(BufferId(i));
        const auto rect = bufferRect(area, window, BufferId(i));
        if (!rect || rect->width() < LabelWidth || rect->height() < LabelHeight) continue;
        const QString text = shortName(b.name, metrics, rect->width() - 8);
        QRectF behind(0, 0, metrics.horizontalAdvance(text) + 6, metrics.height());
        behind.moveCenter(rect->center());
        // Readable over a hatch and over the line of the peak step.
        if (b.kind != memory::BufferKind::Activation || (behind.left() < peakX && peakX < behind.right()))
            painter.fillRect(behind.intersected(*rect), bufferFill(theme, b.kind));
        painter.setPen(theme.text);
        painter.drawText(*rect, Qt::AlignCenter, text);
    }
}

void ArenaPainter::paintHoles(QPainter& painter, const QRectF& inside, const Theme& theme,
                              const PlaneWindow& window) const {
    const double perStep = inside.width() / (window.x1 - window.x0);
    const auto yOf = [&](double bytes) {
        return std::clamp(inside.bottom() - (bytes - window.y0) / (window.y1 - window.y0) * inside.height(),
                          inside.top(), inside.bottom());
    };
    QColor ink = theme.line;
    ink.setAlphaF(theme.dark ? 0.9f : 0.8f);
    const auto first = static_cast<std::size_t>(std::max(window.x0, 0.0));
    const auto last = std::min(m_top.size(), static_cast<std::size_t>(std::max(std::ceil(window.x1), 0.0)));
    // Everything below the highest live byte is hatched; the buffers are then drawn over it.
    for (std::size_t step = first; step < last;) {
        std::size_t end = step + 1;
        std::int64_t top = m_top[step];
        const double left =
            std::max(inside.left(), inside.left() + (static_cast<double>(step) - window.x0) * perStep);
        while (end < last && (m_top[end] == top ||
                              inside.left() + (static_cast<double>(end) - window.x0) * perStep < left + 1))
            top = std::max(top, m_top[end++]);
        const double right =
            std::min(inside.right(), inside.left() + (static_cast<double>(end) - window.x0) * perStep);
        const double y = yOf(static_cast<double>(top));
        paintHatch(painter, QRectF(QPointF(left, y), QPointF(right, inside.bottom())), QPen(ink, 1), 5, false);
        step = end;
    }
}

void ArenaPainter::paintPeak(QPainter& painter, const QRectF& inside, const Theme& theme,
                             const PlaneWindow& window) const {
    const pipeline::MemoryPlan& plan = m_side->plan();
    const double perStep = inside.width() / (window.x1 - window.x0);
    const double x = inside.left() + (static_cast<double>(plan.peakStep) + 0.5 - window.x0) * perStep;
    const QFont small = font(TextSize::Small);
    const QFontMetricsF metrics(small);
    painter.setFont(small);
    const auto tag = [&](const QString& text, QPointF center) {
        QRectF box(0, 0, metrics.horizontalAdvance(text) + 8, metrics.height());
        box.moveCenter(center);
        box.moveLeft(
            std::clamp(box.left(), inside.left(), std::max(inside.left(), inside.right() - box.width())));
        QColor veil = theme.surface;
        veil.setAlphaF(0.88f);
        painter.fillRect(box, veil);
        painter.setPen(theme.text);
        painter.drawText(box, Qt::AlignCenter, text);
    };
    const auto level = [&](double bytes) {
        return inside.bottom() - (bytes - window.y0) / (window.y1 - window.y0) * inside.height();
    };
    const double bound = level(static_cast<double>(plan.lowerBound));
    if (plan.solution.peak > plan.lowerBound && bound > inside.top() && bound < inside.bottom()) {
        painter.setPen(QPen(theme.text, 1, Qt::DashLine));
        painter.drawLine(QPointF(inside.left(), bound), QPointF(inside.right(), bound));
        tag(tr("lower bound"), QPointF(inside.right(), bound));
    }
    if (x < inside.left() || x > inside.right()) return;
    painter.setPen(QPen(theme.text, 1, Qt::DashLine));
    painter.drawLine(QPointF(x, inside.top()), QPointF(x, inside.bottom()));
    tag(tr("peak step %1").arg(plan.peakStep), QPointF(x, inside.top() + metrics.height() / 2 + 1));
}

} // namespace edgewright::views
