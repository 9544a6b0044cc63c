// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/graph_slides.h"

#include "core/base/propagate.h"
#include "views/graph/canvas/graph_pane.h"
#include "views/graph/picture/graph_painter.h"
#include "views/graph/presented.h"
#include "views/support/fusion_edits.h"

#include <QCoreApplication>

#include <algorithm>
#include <set>
#include <utility>

namespace edgewright::views {

namespace {

struct SlideText {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::GraphSlides)
};

constexpr double MinWholeZoom = 0.6; // below, a part of the graph at PartZoom
constexpr double PartZoom = 0.85;
constexpr double MinOverviewZoom = 0.25; // of a graph without such a place; below, its beginning at PartZoom
// Graphs of more nodes are folded, to so many boxes where that can be had.
constexpr std::size_t MaxUnfolded = 60, MinSlideBoxes = 4, MaxSlideBoxes = 14;

// The first box of the graph.
QRectF beginningOf(const GraphScene& scene) {
    QRectF first;
    for (const SceneBox& box : scene.boxes())
        if (box.kind == SceneBox::Kind::Node && (first.isNull() || box.rect.top() < first.top()))
            first = box.rect;
    return first;
}

// The whole graph where that can be read, else the surroundings of what a step made.
void paintSlide(QPainter& painter, const QRectF& area, const Theme& theme, const GraphScene& scene,
                const std::set<NodeId>& made) {
    constexpr double Margin = 24;
    const QSizeF all = scene.size() + QSizeF(Margin, Margin);
    const double whole = std::min({area.width() / all.width(), area.height() / all.height(), 1.0});
    QRectF shown;
    std::vector<QRectF> outlined;
    for (const SceneBox& box : scene.boxes()) {
        if (box.kind != SceneBox::Kind::Node || !made.contains(box.node)) continue;
        shown |= box.rect;
        outlined.push_back(box.rect);
    }
    if (outlined.empty() && whole < MinOverviewZoom) shown = beginningOf(scene);
    GraphPaintOptions options;
    options.zoom = shown.isEmpty() || whole >= MinWholeZoom ? whole : PartZoom;
    const QSizeF seen = area.size() / options.zoom;
    QPointF centre = QRectF(QPointF(), scene.size()).center();
    if (options.zoom != whole) { // no further beyond the edges than needed
        const auto held = [](double at, double room, double size) {
            return size <= room ? size / 2 : std::clamp(at, room / 2, size - room / 2);
        };
        centre = {held(shown.center().x(), seen.width(), scene.size().width()),
                  held(shown.center().y(), seen.height(), scene.size().height())};
    }
    painter.save();
    painter.setClipRect(area);
    painter.translate(area.center());
    painter.scale(options.zoom, options.zoom);
    painter.translate(-centre);
    const QRectF exposed(centre - QPointF(seen.width() / 2, seen.height() / 2), seen);
    paintGraph(painter, scene, exposed, theme, options);
    painter.setPen(QPen(theme.accent, 3));
    painter.setBrush(Qt::NoBrush);
    for (const QRectF& rect : outlined)
        painter.drawRoundedRect(rect.adjusted(-6, -6, 6, 6), 8, 8);
    painter.restore();
}

Slide slide(std::shared_ptr<const fusion::History> history, std::size_t step, QString headline, QString caption,
            const std::vector<NodeId>& made, const std::shared_ptr<const modules::Modules>& modules) {
    auto make = [history = std::move(history), step, headline, modules,
                 made = std::set<NodeId>(made.begin(), made.end())](const RunContext& run) -> Result<Figure> {
        ASSIGN_OR_RETURN(const auto presented, present(history, step, modules.get(), run));
        GraphPane::Content content;
        content.graph = presented->graph;
        if (modules && made.empty() && content.graph->nodeCount() > MaxUnfolded)
            content.options.folding = {
                modules, std::shared_ptr<const std::vector<ModuleId>>(presented, &presented->modules),
                modules::opened(*modules, MinSlideBoxes, MaxSlideBoxes)};
        const auto scene = GraphPane::drawn(content, run);
        if (!scene) return badInput(SlideText::tr("This graph cannot be laid out.").toStdString());
        return Figure{QStringLiteral("graph-step-%1").arg(step),
                      headline,
                      {},
                      [scene, made](QPainter& painter, const QRectF& area, const Theme& theme) {
                          paintSlide(painter, area, theme, *scene, made);
                      }};
    };
    return {std::move(headline), std::move(caption), std::move(make)};
}

QString nodes(const ir::Graph& graph) {
    return SlideText::tr("%n nodes", nullptr, static_cast<int>(graph.nodeCount()));
}

} // namespace

std::vector<Slide> graphSlides(std::shared_ptr<const fusion::History> history,
                               const std::shared_ptr<const modules::Modules>& modules, const QString& answer) {
    std::vector<Slide> slides;
    const std::size_t steps = history->steps.size();
    slides.push_back(slide(history, 0, SlideText::tr("The original graph: %1").arg(nodes(history->base)),
                           steps > 0 ? QString() : answer, {}, modules));
    for (std::size_t i = 0; i < steps; ++i) {
        const fusion::Step& step = history->steps[i];
        slides.push_back(slide(history, i + 1, stepSentence(step),
                               SlideText::tr("Step %1 of %2").arg(i + 1).arg(steps),
                               step.site.inside.empty() ? step.made : std::vector<NodeId>(), modules));
    }
    if (steps > 0) {
        QString headline = answer, caption = SlideText::tr("The fused graph: %1 instead of %2")
                                                 .arg(nodes(history->graph))
                                                 .arg(history->base.nodeCount());
        if (headline.isEmpty()) std::swap(headline, caption);
        slides.push_back(slide(history, steps, headline, caption, {}, modules));
    }
    return slides;
}

} // namespace edgewright::views
