// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/memory/memory_figures.h"

#include <algorithm>

namespace edgewright::views {

namespace {

struct Text {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::MemoryCharts)
};

constexpr QSizeF FullWidth(658, 380); // 174 mm at 96 dpi
constexpr double LegendHeight = 18;

// The charts from the left, at one scale, with one legend below.
Figure figure(QString name, QString title, std::vector<std::shared_ptr<const PlanPainter>> charts,
              QSizeF size) {
    return {std::move(name), std::move(title), size,
            [charts = std::move(charts)](QPainter& painter, const QRectF& area, const Theme& theme) {
                PlaneWindow fit{0, 1, 0, 1};
                for (const auto& chart : charts) {
                    fit.x1 = std::max(fit.x1, chart->extent().x1);
                    fit.y1 = std::max(fit.y1, chart->extent().y1);
                }
                const double width = area.width() / static_cast<double>(charts.size());
                double left = area.left();
                for (const auto& chart : charts) {
                    chart->paint(painter, QRectF(left, area.top() + 4, width, area.height() - LegendHeight - 8),
                                 theme, fit);
                    left += width;
                }
                paintKindLegend(painter, QPointF(area.left() + AxisLeftNarrow, area.bottom() - LegendHeight),
                                theme);
            }};
}

} // namespace

std::vector<Figure> memoryFigures(std::shared_ptr<const PlanSide> before, std::shared_ptr<const PlanSide> after,
                                  RowOrder order) {
    double scale = 1;
    for (const auto& side : {before, after})
        if (side) scale = std::max(scale, static_cast<double>(side->plan().solution.peak));
    const auto ganttSize = [](const PlanSide& side) { // high enough for legible rows, within a page
        return QSizeF(FullWidth.width(),
                      std::clamp(190.0 + 14.0 * static_cast<double>(side.count()), 300.0, 900.0));
    };
    std::vector<Figure> result;
    if (before)
        result.push_back(figure(QStringLiteral("memory-gantt-before"),
                                Text::tr("Tensor lifetimes, original graph"),
                                {std::make_shared<GanttPainter>(before, order, scale)}, ganttSize(*before)));
    if (after)
        result.push_back(figure(QStringLiteral("memory-gantt-after"), Text::tr("Tensor lifetimes, fused graph"),
                                {std::make_shared<GanttPainter>(after, order, scale)}, ganttSize(*after)));
    if (before)
        result.push_back(figure(QStringLiteral("memory-arena-before"), Text::tr("Memory arena, original graph"),
                                {std::make_shared<ArenaPainter>(before, AxisLeftNarrow)}, FullWidth));
    if (after)
        result.push_back(figure(QStringLiteral("memory-arena-after"), Text::tr("Memory arena, fused graph"),
                                {std::make_shared<ArenaPainter>(after, AxisLeftNarrow)}, FullWidth));
    if (before && after)
        result.push_back(figure(QStringLiteral("memory-arena-compare"),
                                Text::tr("Memory arena before and after fusion"),
                                {std::make_shared<ArenaPainter>(before, AxisLeftNarrow),
                                 std::make_shared<ArenaPainter>(after, AxisLeftNarrow)},
                                FullWidth));
    return result;
}

} // namespace edgewright::views
