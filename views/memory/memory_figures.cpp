// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/memory/memory_figures.h"

#include "core/pipeline/memory/plan_columns.h"
#include "views/memory/memory_text.h"

#include <algorithm>
#include <array>

namespace edgewright::views {

namespace {

struct MemoryFiguresText {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::MemoryCharts)
};

using Side = std::shared_ptr<const PlanSide>;

constexpr int StepsPerSecond = 2;     // of a slide that plays
constexpr QSizeF FullWidth(658, 380); // 174 mm at 96 dpi

FigureTable placesOf(const PlanSide& side) {
    return {side.after() ? QStringLiteral("memory-fused") : QStringLiteral("memory-original"),
            pipeline::placementTable(side.sharedPlan())};
}

// The charts from the left, at one scale of bytes, each over its own steps, with one legend below. `isArena`:
// they are arenas.
Figure figure(QString name, QString title, std::vector<std::shared_ptr<const PlanPainter>> charts,
              std::vector<Side> sides, QSizeF size, bool isArena) {
    return {std::move(name), std::move(title), size,
            [charts = std::move(charts), sides = std::move(sides),
             isArena](QPainter& painter, const QRectF& area, const Theme& theme) {
                PlaneWindow fit{0, 1, 0, 1};
                for (const auto& chart : charts)
                    fit.y1 = std::max(fit.y1, chart->extent().y1);
                const QRectF below(area.left() + AxisLeftNarrow, area.top(), area.width() - AxisLeftNarrow, 0);
                const double legend = paintKindLegend(nullptr, below, theme, sides, isArena).height() + 4;
                const double width = area.width() / static_cast<double>(charts.size());
                double left = area.left();
                for (const auto& chart : charts) {
                    const QRectF each(left, area.top() + 4, width, area.height() - legend - 8);
                    fit.x1 = std::max(1.0, chart->extent().x1);
                    chart->paintPlain(painter, each, theme, fit);
                    left += width;
                }
                paintKindLegend(&painter, below.translated(0, area.height() - legend), theme, sides, isArena);
            }};
}

} // namespace

std::vector<Figure> memoryFigures(const MemoryPlans& plans, RowOrder order, const RowGroups& groups) {
    PlanScale scale;
    for (const Side& side : {plans.before, plans.after})
        if (side) scale.bytes = std::max(scale.bytes, static_cast<double>(side->plan().solution.peak));
    std::vector<Figure> result;
    const auto gantt = [&](const Side& side, const char* name, const QString& title) {
        if (!side) return;
        const auto painter = std::make_shared<const GanttPainter>(side, order, scale, groups);
        const QSizeF size(FullWidth.width(), // high enough for legible rows, within a page
                          std::clamp(190.0 + 14.0 * painter->extent().y1, 300.0, 900.0));
        result.push_back(figure(QString::fromLatin1(name), title, {painter}, {side}, size, false));
        result.back().table = placesOf(*side);
    };
    const auto arenas = [&](std::vector<Side> sides, const char* name, const QString& title) {
        std::vector<std::shared_ptr<const PlanPainter>> charts;
        std::optional<FigureTable> places;
        for (const Side& side : sides) {
            if (!side) return;
            charts.push_back(
                std::make_shared<ArenaPainter>(side, sides.size() > 1 ? scale : PlanScale{}, AxisLeftNarrow));
        }
        if (sides.size() == 1) places = placesOf(*sides.front());
        result.push_back(
            figure(QString::fromLatin1(name), title, std::move(charts), std::move(sides), FullWidth, true));
        result.back().table = std::move(places);
    };
    gantt(plans.before, "memory-gantt-before", MemoryFiguresText::tr("Tensor lifetimes, original graph"));
    gantt(plans.after, "memory-gantt-after", MemoryFiguresText::tr("Tensor lifetimes, fused graph"));
    arenas({plans.before}, "memory-arena-before", MemoryFiguresText::tr("Memory arena, original graph"));
    arenas({plans.after}, "memory-arena-after", MemoryFiguresText::tr("Memory arena, fused graph"));
    arenas({plans.before, plans.after}, "memory-arena-compare",
           MemoryFiguresText::tr("Memory arena before and after fusion"));
    if (plans.before && plans.after) result.back().hasAnswer = true;
    for (const Side& side : {plans.plannerA, plans.plannerB})
        if (side) scale.bytes = std::max(scale.bytes, static_cast<double>(side->plan().solution.peak));
    arenas({plans.plannerA, plans.plannerB}, "memory-arena-planners",
           MemoryFiguresText::tr("Memory arena of A and B"));
    if (!plans.searches.empty())
        result.push_back({QStringLiteral("memory-searches"),
                          MemoryFiguresText::tr("Smallest peak over the time of the search"),
                          QSizeF(FullWidth.width(), 260),
                          [traces = plans.searches, bound = plans.bound](QPainter& painter, const QRectF& area,
                                                                         const Theme& theme) {
                              paintSearchCurve(painter, area, theme, traces, bound);
                          }});
    return result;
}

Slide memoryStepSlide(const Side& side, std::int64_t step, const QString& answer) {
    const auto chart = std::make_shared<const ArenaPainter>(side, PlanScale{}, AxisLeftNarrow);
    const auto paint = [chart, side, step](QPainter& painter, const QRectF& area, const Theme& theme) {
        const std::array sides{side};
        const QRectF below(area.left() + AxisLeftNarrow, area.top(), area.width() - AxisLeftNarrow, 0);
        const double legend = paintKindLegend(nullptr, below, theme, sides).height() + 4;
        const QRectF arena = area.adjusted(0, 4, 0, -legend - 4);
        const PlaneWindow all = chart->extent();
        chart->paint(painter, arena, theme, all);
        chart->paintCursor(painter, arena, theme, all, step);
        chart->paintTexts(painter, arena, theme, all, {step, {}, {}});
        paintKindLegend(&painter, below.translated(0, area.height() - legend), theme, sides);
    };
    Slide slide = slideOf({QStringLiteral("memory-arena-step"), stepText(*side, step), {0, 0}, paint}, answer);
    slide.stepped = [side, step, answer](std::int64_t steps) -> std::optional<Slide> {
        const std::int64_t next = std::clamp<std::int64_t>(step + steps, 0, side->steps() - 1);
        if (next == step) return std::nullopt;
        return memoryStepSlide(side, next, answer);
    };
    slide.perSecond = StepsPerSecond;
    return slide;
}

} // namespace edgewright::views
