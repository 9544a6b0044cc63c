// SPDX-License-Identifier: GPL-3.0-or-later
// The graphs on paper. What has not been laid out yet is laid out when a figure is drawn.
#include "views/graph/graph_pair.h"

#include "core/base/propagate.h"
#include "views/graph/picture/paper_columns.h"

#include <algorithm>

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

Figure sideBySide(Figure figure, const Scene& before, const Scene& after, const QString& leftTitle,
                  const QString& rightTitle) {
    const QSizeF left = naturalSize(*before), right = naturalSize(*after);
    const QSizeF size(left.width() + BetweenGraphs + right.width(),
                      GraphHeading + std::max(left.height(), right.height()));
    figure.size = size;
    figure.isFixed = true;
    figure.paint = [=](QPainter& painter, const QRectF& area, const Theme& theme) {
        const double scale = std::min(area.width() / size.width(), area.height() / size.height());
        painter.save();
        painter.translate(area.center());
        painter.scale(scale, scale);
        painter.translate(-size.width() / 2, -size.height() / 2);
        const QRectF a(QPointF(0, GraphHeading), left),
            b(QPointF(left.width() + BetweenGraphs, GraphHeading), right);
        painter.setFont(views::font(TextSize::Title, true));
        painter.setPen(theme.before);
        painter.drawText(QRectF(a.left(), 0, a.width(), GraphHeading), Qt::AlignCenter, leftTitle);
        painter.setPen(theme.after);
        painter.drawText(QRectF(b.left(), 0, b.width(), GraphHeading), Qt::AlignCenter, rightTitle);
        paintWholeGraph(painter, *before, a, theme);
        paintWholeGraph(painter, *after, b, theme);
        painter.restore();
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
                         return sideBySide(std::move(figure), scenes[0], scenes[1],
                                           title(tr("Original"), scenes[0]), title(tr("Fused"), scenes[1]));
                     }));
        figures.back().hasAnswer = true;
    }
    return figures;
}

} // namespace edgewright::views
