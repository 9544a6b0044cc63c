// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/memory/chart/live_curve.h"

#include "views/memory/chart/hatch.h"
#include "views/support/quantity.h"

#include <QPolygonF>

#include <algorithm>
#include <cmath>

namespace edgewright::views {

namespace {

constexpr qsizetype Crowded = 400; // corners

struct LiveCurveText {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::MemoryCharts)
};

// One column of pixels may hold many steps: it shows the largest of them.
QPolygonF stairs(const std::vector<std::int64_t>& live, const QRectF& rect, const PlaneWindow& window,
                 double scaleBytes) {
    const double perStep = rect.width() / (window.x1 - window.x0);
    const auto xOf = [&](std::size_t step) {
        return rect.left() + (static_cast<double>(step) - window.x0) * perStep;
    };
    const auto first = static_cast<std::size_t>(std::max(window.x0, 0.0));
    const auto last = std::min(live.size(), static_cast<std::size_t>(std::max(std::ceil(window.x1), 0.0)));
    QPolygonF line;
    for (std::size_t step = first; step < last;) {
        const double left = std::max(rect.left(), xOf(step));
        std::int64_t most = live[step];
        std::size_t end = step + 1;
        while (end < last && (live[end] == most || xOf(end) < left + 1))
            most = std::max(most, live[end++]);
        const double right = std::min(rect.right(), xOf(end));
        const double y = rect.bottom() - static_cast<double>(most) / scaleBytes * rect.height();
        line << QPointF(left, y) << QPointF(right, y);
        step = end;
    }
    return line;
}

// Steps of a pixel or three, as rectangles on whole pixels: a path of thousands of corners takes milliseconds.
void paintCrowded(QPainter& painter, const QPolygonF& line, const QRectF& rect, const QColor& color,
                  const QColor& fill) {
    painter.setRenderHint(QPainter::Antialiasing, false);
    const auto pixel = [](double at) { return static_cast<int>(std::lround(at)); };
    const int bottom = pixel(rect.bottom());
    int before = bottom;
    for (qsizetype i = 0; i + 1 < line.size(); i += 2) {
        const int left = pixel(line[i].x()), right = std::max(pixel(line[i + 1].x()), left + 1);
        const int y = pixel(line[i].y());
        painter.fillRect(left, y, right - left, bottom - y, fill);
        painter.fillRect(left, std::min(y, before), 1, std::abs(y - before) + 1, color);
        painter.fillRect(left, y, right - left, 1, color);
        before = y;
    }
    painter.setRenderHint(QPainter::Antialiasing);
}

} // namespace

void paintLiveCurve(QPainter& painter, const QRectF& rect, const Theme& theme, const PlaneWindow& window,
                    const PlanSide& side, double scaleBytes) {
    const pipeline::MemoryPlan& plan = side.plan();
    const auto yOf = [&](std::int64_t bytes) {
        return rect.bottom() - static_cast<double>(bytes) / scaleBytes * rect.height();
    };
    paintByteAxis(painter, rect, theme, 0, scaleBytes, LiveCurveText::tr("Alive"), false,
                  static_cast<double>(plan.lowerBound));
    const QPolygonF line = stairs(plan.liveBytes, rect, window, scaleBytes);
    const QColor color = side.warm() ? theme.after : theme.before;
    QColor fill = color;
    fill.setAlphaF(0.22f);
    if (line.size() > Crowded && isRaster(painter)) {
        paintCrowded(painter, line, rect, color, fill);
    } else if (!line.isEmpty()) {
        QPolygonF area = line;
        area << QPointF(line.back().x(), rect.bottom()) << QPointF(line.front().x(), rect.bottom());
        painter.setPen(Qt::NoPen);
        painter.setBrush(fill);
        painter.drawPolygon(area);
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(color, 1.5, Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin));
        painter.drawPolyline(line);
    }
    const double bound = yOf(plan.lowerBound), peak = yOf(plan.solution.peak);
    painter.setPen(QPen(theme.text, 1, Qt::DashLine));
    painter.drawLine(QPointF(rect.left(), bound), QPointF(rect.right(), bound));
    if (plan.solution.peak > plan.lowerBound) {
        painter.setPen(QPen(theme.bad, 1));
        painter.drawLine(QPointF(rect.left(), peak), QPointF(rect.right(), peak));
    }
    const double x = rect.left() + (static_cast<double>(plan.peakStep) + 0.5 - window.x0) /
                                       (window.x1 - window.x0) * rect.width();
    const bool seen = x >= rect.left() && x <= rect.right();
    if (seen) {
        painter.setBrush(color);
        painter.setPen(QPen(theme.surface, 1.5));
        painter.drawEllipse(QPointF(x, bound), 4, 4);
        painter.setBrush(Qt::NoBrush);
    }
    painter.setPen(QPen(theme.line, 1));
    painter.drawLine(rect.bottomLeft(), rect.bottomRight());
}

void paintCurveTexts(LabelPlacer& labels, const QRectF& rect, const Theme& theme, const PlaneWindow& window,
                     const PlanSide& side, double scaleBytes) {
    const pipeline::MemoryPlan& plan = side.plan();
    const auto yOf = [&](std::int64_t bytes) {
        return rect.bottom() - static_cast<double>(bytes) / scaleBytes * rect.height();
    };
    const double y = yOf(plan.lowerBound), peak = yOf(plan.solution.peak);
    const double x = rect.left() + (static_cast<double>(plan.peakStep) + 0.5 - window.x0) /
                                       (window.x1 - window.x0) * rect.width();
    for (const double level : {y, peak})
        labels.avoid({rect.left(), level - 1, rect.width(), 2});
    labels.take({x - 5, y - 5, 10, 10});
    const QPolygonF line = stairs(plan.liveBytes, rect, window, scaleBytes);
    for (qsizetype i = 0; i + 1 < line.size(); i += 2)
        labels.take({line[i] - QPointF(0, 1), QPointF(line[i + 1].x(), rect.bottom())});
    const double above = std::min(y, peak) - 3, below = y + 3;
    const QString bound = LiveCurveText::tr("lower bound %1").arg(bytesText(plan.lowerBound));
    const QString text =
        plan.solution.peak > plan.lowerBound
            ? LiveCurveText::tr("lower bound %1, arena %2")
                  .arg(bytesText(plan.lowerBound),
                       ratioText(static_cast<double>(plan.solution.peak), static_cast<double>(plan.lowerBound)))
            : LiveCurveText::tr("lower bound %1 = arena").arg(bytesText(plan.lowerBound));
    labels.place({text, bound, bytesText(plan.lowerBound)},
                 {{{rect.right(), above}, Qt::AlignRight | Qt::AlignBottom},
                  {{rect.left(), above}, Qt::AlignLeft | Qt::AlignBottom},
                  {{rect.center().x(), above}, Qt::AlignBottom},
                  {{rect.right(), below}, Qt::AlignRight | Qt::AlignTop},
                  {{rect.left(), below}, Qt::AlignLeft | Qt::AlignTop},
                  {{rect.center().x(), below}, Qt::AlignTop}},
                 theme.text);
}

} // namespace edgewright::views
