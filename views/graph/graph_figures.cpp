// SPDX-License-Identifier: GPL-3.0-or-later
// The graphs on paper. What has not been laid out yet is laid out when a figure is drawn.
#include "views/graph/graph_pair.h"

#include "core/base/propagate.h"
#include "views/graph/module_folding.h"
#include "views/graph/picture/paper_pages.h"

#include <algorithm>

namespace edgewright::views {

namespace {

using Scene = std::shared_ptr<const GraphScene>;

constexpr std::size_t MaxPaperBoxes = ModuleFolds::MaxBoxes, MinPaperBoxes = 10; // of what is folded for paper

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

// The picture again, with its modules folded until so many boxes show, where that can be had.
Scene foldedTo(std::size_t most, const Scene& scene, const Folding& all, const RunContext& run) {
    if (!all.modules) return nullptr;
    GraphPane::Content content;
    content.graph = {scene, &scene->graph()};
    content.options = scene->options();
    content.options.folding = all;
    content.options.folding.open = modules::opened(*all.modules, most / 4, most);
    for (const SceneHull& hull : scene->hulls())
        if (hull.spec.style != HullSpec::Style::Module && hull.spec.style != HullSpec::Style::Opened)
            content.hulls.push_back(hull.spec);
    const Scene folded = GraphPane::drawn(content, run);
    return folded && folded->boxes().size() < scene->boxes().size() ? folded : nullptr;
}

// `foldings`: of the graphs, in their order. Where the pages that a figure may have are too few for its type,
// the graphs are folded further than on their page.
Figure setOnPaper(Figure figure, std::vector<PaperGraph> graphs, std::vector<Folding> foldings) {
    Figure::Page natural = naturalPage(graphs);
    figure.size = natural.size;
    figure.paint = std::move(natural.paint);
    figure.isFixed = true;
    figure.arrange = [graphs = std::move(graphs), foldings = std::move(foldings)](
                         QSizeF room, double least,
                         const RunContext& run) -> Result<std::vector<Figure::Page>> {
        PaperPages best = paperPages(graphs, room, least);
        for (std::size_t most = MaxPaperBoxes; best.scale < least && most >= MinPaperBoxes; most /= 2) {
            std::vector<PaperGraph> folded = graphs;
            bool isAnother = false;
            for (std::size_t i = 0; i < folded.size(); ++i)
                if (auto scene = foldedTo(most, graphs[i].scene, foldings[i], run)) {
                    folded[i].scene = std::move(scene);
                    isAnother = true;
                }
            if (run.stopped()) return cancelled();
            if (!isAnother) continue;
            if (PaperPages pages = paperPages(folded, room, least); pages.scale > best.scale)
                best = std::move(pages);
        }
        return std::move(best.pages);
    };
    return figure;
}

} // namespace

std::vector<Figure> GraphPair::figures(bool draws, const PaperFolding& folding) const {
    // When its picture is not on the way yet.
    const auto plain = [](std::shared_ptr<const ir::Graph> graph, const Folding& folds = {}) {
        GraphPane::Content content;
        content.graph = std::move(graph);
        content.options.folding = folds;
        content.fresh = true;
        return content;
    };
    const fusion::History* history = m_state.history();
    const auto left = !m_state.model ? nullptr
                      : draws        ? before().sceneForPaper(plain(m_state.shownGraph()))
                                     : before().sceneForPaper();
    const auto right =
        !left || m_state.inside() || !history ? nullptr
        : after().upToDate() && m_state.isCurrent() && m_state.presented->atEnd()
            ? after().sceneForPaper()
            : after().sceneForPaper(plain({m_state.analysis->fusion, &history->graph}, folding.fused));
    const auto one = [](const Folding& all) {
        return [all](Figure figure, const std::vector<Scene>& scenes) {
            return setOnPaper(std::move(figure), {PaperGraph{scenes[0]}}, {all});
        };
    };
    std::vector<Figure> figures;
    if (left)
        figures.push_back(figureOf({QStringLiteral("graph-before"), tr("Graph before fusion"), {}, {}}, {left},
                                   one(folding.allBefore)));
    if (right)
        figures.push_back(figureOf({QStringLiteral("graph-after"), tr("Graph after fusion"), {}, {}}, {right},
                                   one(folding.allAfter)));
    if (left && right) {
        figures.push_back(figureOf(
            {QStringLiteral("graph-before-after"), tr("Graph before and after fusion"), {}, {}}, {left, right},
            [folding](Figure figure, const std::vector<Scene>& scenes) {
                const auto heading = [](const QString& side, const Scene& scene) {
                    QString text = side + QStringLiteral(" · ") +
                                   tr("%n nodes", nullptr, static_cast<int>(scene->graph().nodeCount()));
                    if (scene->hiddenNodes() > 0) // they have no box that could be counted
                        text += tr(", %1 of them as chips").arg(scene->hiddenNodes());
                    return text;
                };
                return setOnPaper(std::move(figure),
                                  {{scenes[0], heading(tr("Before fusion"), scenes[0]), &Theme::before},
                                   {scenes[1], heading(tr("After fusion"), scenes[1]), &Theme::after}},
                                  {folding.allBefore, folding.allAfter});
            }));
        figures.back().hasAnswer = true;
    }
    return figures;
}

} // namespace edgewright::views
