// SPDX-License-Identifier: GPL-3.0-or-later
// The graphs on paper. What has not been laid out yet is laid out when a figure is drawn.
#include "views/graph/graph_pair.h"

#include "core/base/propagate.h"
#include "views/graph/picture/paper_columns.h"

#include <algorithm>
#include <array>

namespace edgewright::views {

namespace {

using Scene = std::shared_ptr<const GraphScene>;

constexpr double FigureMargin = 24, BetweenGraphs = 32, GraphHeading = 28;

QSizeF naturalSize(const GraphScene& scene) { return scene.size() + QSizeF(FigureMargin, FigureMargin); }

// `drawn`: of the figure without size and paint, and its scenes.
Figure figureOf(Figure figure, std::vector<std::shared_ptr<PaperScene>> papers,
                std::function<Figure(Figure, const std::vector<Scene>&)> drawn) {
    const bool isReady = std::ranges::all_of(papers, &PaperScene::isReady);
    auto make = [figure, papers = std::move(papers),
                 drawn = std::move(drawn)](const RunContext& run) -> Result<Figure> {
        std::vector<Scene> scenes;
        for (const auto& paper : papers) {
            ASSIGN_OR_RETURN(auto scene, paper->get(run));
            scenes.push_back(std::move(scene));
        }
        return drawn(figure, scenes);
    };
    if (isReady)
        if (auto complete = make({})) return *std::move(complete);
    figure.make = std::move(make);
    return figure;
}

Figure oneGraph(Figure figure, const std::vector<Scene>& scenes) {
    figure.size = naturalSize(*scenes[0]);
    figure.isFixed = true;
    figure.paint = [scene = scenes[0]](QPainter& painter, const QRectF& area, const Theme& theme) {
        paintWholeGraph(painter, *scene, area, theme);
    };
    figure.arrange = [scene = scenes[0]](Figure& arranged, QSizeF room) {
        const auto columns = std::make_shared<const PaperColumns>(scene, room);
        if (columns->columns().size() < 2) return;
        arranged.size = columns->size();
        arranged.paint = [columns](QPainter& painter, const QRectF& area, const Theme& theme) {
            columns->paint(painter, area, theme);
        };
    };
    return figure;
}

// One of the two graphs of a picture.
struct PlacedGraph {
    QString title;
    QColor Theme::*ink;
    QRectF place; // below the title
    std::function<void(QPainter& painter, const QRectF& area, const Theme& theme)> paint;
};

void setPair(Figure& figure, QSizeF size, std::array<PlacedGraph, 2> graphs) {
    figure.size = size;
    figure.paint = [size, graphs = std::move(graphs)](QPainter& painter, const QRectF& area,
                                                      const Theme& theme) {
        const double scale = std::min(area.width() / size.width(), area.height() / size.height());
        painter.save();
        painter.translate(area.center());
        painter.scale(scale, scale);
        painter.translate(-size.width() / 2, -size.height() / 2);
        for (const PlacedGraph& each : graphs) {
            painter.setFont(views::font(TextSize::Title, true));
            painter.setPen(theme.*each.ink);
            painter.drawText(
                QRectF(each.place.left(), each.place.top() - GraphHeading, each.place.width(), GraphHeading),
                Qt::AlignCenter, each.title);
            each.paint(painter, each.place, theme);
        }
        painter.restore();
    };
}

// Side by side; one under the other, in columns, where that shows them larger in the room.
Figure beforeAndAfter(Figure figure, const Scene& before, const Scene& after, const QString& titleBefore,
                      const QString& titleAfter) {
    const auto whole = [](const Scene& scene) {
        return [scene](QPainter& painter, const QRectF& area, const Theme& theme) {
            paintWholeGraph(painter, *scene, area, theme);
        };
    };
    const QSizeF left = naturalSize(*before), right = naturalSize(*after);
    const QSizeF beside(left.width() + BetweenGraphs + right.width(),
                        GraphHeading + std::max(left.height(), right.height()));
    figure.isFixed = true;
    setPair(figure, beside,
            {PlacedGraph{titleBefore, &Theme::before, QRectF(QPointF(0, GraphHeading), left), whole(before)},
             PlacedGraph{titleAfter, &Theme::after,
                         QRectF(QPointF(left.width() + BetweenGraphs, GraphHeading), right), whole(after)}});
    figure.arrange = [=](Figure& arranged, QSizeF room) {
        const auto scaleOf = [&room](QSizeF size) {
            return std::min(room.width() / size.width(), room.height() / size.height());
        };
        if (scaleOf(beside) >= 1) return;
        const double high = room.height() - 2 * GraphHeading - BetweenGraphs;
        const double part = left.height() / (left.height() + right.height());
        const auto columnsOf = [&](const Scene& scene, double share) {
            return std::make_shared<const PaperColumns>(scene, QSizeF(room.width(), high * share));
        };
        const auto above = columnsOf(before, part), below = columnsOf(after, 1 - part);
        const QSizeF size(std::max(above->size().width(), below->size().width()),
                          2 * GraphHeading + above->size().height() + BetweenGraphs + below->size().height());
        if (scaleOf(size) <= scaleOf(beside)) return;
        const auto drawn = [](const std::shared_ptr<const PaperColumns>& columns) {
            return [columns](QPainter& painter, const QRectF& area, const Theme& theme) {
                columns->paint(painter, area, theme);
            };
        };
        const QRectF upper(0, GraphHeading, size.width(), above->size().height());
        const QRectF lower(0, size.height() - below->size().height(), size.width(), below->size().height());
        setPair(arranged, size,
                {PlacedGraph{titleBefore, &Theme::before, upper, drawn(above)},
                 PlacedGraph{titleAfter, &Theme::after, lower, drawn(below)}});
    };
    return figure;
}

} // namespace

std::vector<Figure> GraphPair::figures(bool draws, const Folding& fused) const {
    // When its picture is not on the way yet.
    const auto plain = [](std::shared_ptr<const ir::Graph> graph, const Folding& folding = {}) {
        GraphPane::Content content;
        content.graph = std::move(graph);
        content.options.folding = folding;
        content.fresh = true;
        return content;
    };
    const fusion::History* history = m_state.history();
    const auto left = !m_state.model ? nullptr
                      : draws        ? before().sceneForPaper(plain(m_state.shownGraph()))
                                     : before().sceneForPaper();
    const auto right = !left || m_state.inside() || !history ? nullptr
                       : after().upToDate() && m_state.isCurrent() && m_state.presented->atEnd()
                           ? after().sceneForPaper()
                           : after().sceneForPaper(plain({m_state.analysis->fusion, &history->graph}, fused));
    std::vector<Figure> figures;
    if (left)
        figures.push_back(
            figureOf({QStringLiteral("graph-before"), tr("Graph before fusion"), {}, {}}, {left}, oneGraph));
    if (right)
        figures.push_back(
            figureOf({QStringLiteral("graph-after"), tr("Graph after fusion"), {}, {}}, {right}, oneGraph));
    if (left && right) {
        figures.push_back(
            figureOf({QStringLiteral("graph-before-after"), tr("Graph before and after fusion"), {}, {}},
                     {left, right}, [](Figure figure, const std::vector<Scene>& scenes) {
                         const auto title = [](const QString& side, const Scene& scene) {
                             return side + QStringLiteral(" · ") +
                                    tr("%n nodes", nullptr, static_cast<int>(scene->graph().nodeCount()));
                         };
                         return beforeAndAfter(std::move(figure), scenes[0], scenes[1],
                                               title(tr("Original"), scenes[0]), title(tr("Fused"), scenes[1]));
                     }));
        figures.back().hasAnswer = true;
    }
    return figures;
}

} // namespace edgewright::views
