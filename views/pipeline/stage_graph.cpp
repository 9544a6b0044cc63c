// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/pipeline/stage_graph.h"

#include "core/base/propagate.h"
#include "core/fusion/fuse.h"
#include "views/graph/canvas/graph_legend.h"
#include "views/graph/canvas/graph_pane.h"
#include "views/graph/picture/paper_pages.h"
#include "views/support/layouts.h"
#include "views/support/utf8.h"

#include <algorithm>
#include <iterator>

namespace edgewright::views {

using namespace Qt::StringLiterals;

namespace {

// "here:0", of a stage whose devices take turns "here:0 + here:1".
QString devicesOf(const relay::SplitShown& shown, std::size_t stage) {
    QStringList names;
    for (const std::size_t device : shown.choice.split[stage].devices)
        names << text(shown.devices[device]);
    return names.join(u" + "_s);
}

std::shared_ptr<const ir::Graph> graphOf(const std::shared_ptr<const fusion::History>& history) {
    return {history, &history->graph};
}

Figure onPaper(const std::shared_ptr<PaperScene>& paper, const QString& heading,
               const std::shared_ptr<const NodeColouring>& colouring) {
    Figure figure{u"pipeline-graph"_s, StageGraph::tr("Graph by stage"), {}, {}};
    figure.make = [figure, paper, heading, colouring](const RunContext& run) -> Result<Figure> {
        ASSIGN_OR_RETURN(auto scene, paper->get(run));
        const std::vector<PaperGraph> graphs{{std::move(scene), heading, &Theme::text, colouring, false}};
        Figure::Page page = naturalPage(graphs);
        Figure complete = figure;
        complete.size = page.size;
        complete.paint = std::move(page.paint);
        complete.isFixed = true;
        complete.arrange = [graphs](QSizeF room, double least,
                                    const RunContext&) -> Result<std::vector<Figure::Page>> {
            return paperPages(graphs, room, least).pages;
        };
        return complete;
    };
    if (paper->isReady())
        if (auto complete = figure.make({})) return *std::move(complete);
    return figure;
}

} // namespace

NodeColouring colourByStage(const relay::SplitShown& shown) {
    NodeColouring colouring;
    colouring.key = u"stage"_s;
    colouring.title = StageGraph::tr("Stage");
    const auto& choice = shown.choice;
    const std::size_t inks = Theme::light().categories.size() - 1; // the last colour is grey
    for (std::size_t stage = 0; stage < choice.split.size(); ++stage) {
        const QString number = QString::number(stage + 1);
        colouring.categories.push_back(
            {StageGraph::tr("stage %1: %2").arg(number, devicesOf(shown, stage)), number, stage % inks});
        for (std::size_t step = choice.split[stage].first; step < choice.split[stage].end; ++step)
            colouring.values[choice.nodes[step]] = static_cast<double>(stage);
    }
    return colouring;
}

std::optional<std::size_t> stageOf(const relay::SplitShown& shown, NodeId node) {
    const auto found = std::ranges::find(shown.choice.nodes, node);
    const auto step = static_cast<std::size_t>(found - shown.choice.nodes.begin());
    const partition::Split& split = shown.choice.split;
    for (std::size_t stage = 0; stage < split.size(); ++stage)
        if (step >= split[stage].first && step < split[stage].end) return stage;
    return {};
}

StageGraph::StageGraph(ViewContext& context, QWidget* parent)
    : QWidget(parent), m_context(context), m_pane(new GraphPane(GraphPane::Side::Alone, context, this)),
      m_legend(new GraphLegend(this)) {
    GraphCanvas& canvas = m_pane->canvas();
    canvas.setObjectName(u"pipelineGraph"_s);
    canvas.setAccessibleName(tr("Graph by stage"));
    canvas.startWhole(); // the stages in their colours
    if (auto* title = m_pane->findChild<QLabel*>(u"titleAfter"_s))
        title->setObjectName(u"pipelineGraphTitle"_s);
    m_pane->setTitle(tr("Fused graph by stage"));
    m_legend->setObjectName(u"pipelineGraphLegend"_s);
    auto* rows = columnIn(this, {}, 0);
    rows->addWidget(m_pane, 1);
    rows->addWidget(m_legend);
    connect(m_legend, &GraphLegend::dimmedChanged, &canvas, &GraphCanvas::setDimmed);
    connect(m_legend, &GraphLegend::colouringChosen, &canvas, &GraphCanvas::setColouring);
    connect(&canvas, &GraphCanvas::picked, this,
            [this](const Item& item) { m_context.selection.select(item); });
    connect(&m_context.selection, &Selection::changed, this, &StageGraph::showSelected);
    connect(m_pane, &GraphPane::shown, this, &StageGraph::showSelected);
    displayNothing({});
}

void StageGraph::display(std::shared_ptr<const fusion::History> history,
                         std::shared_ptr<const relay::SplitShown> shown) {
    if (history == m_history && shown == m_shown) return;
    GraphPane::Content content;
    content.graph = graphOf(history);
    content.fresh = history != m_history;
    m_history = std::move(history);
    m_shown = std::move(shown);
    m_colouring = std::make_shared<const NodeColouring>(colourByStage(*m_shown));
    m_legend->setColourings({m_colouring});
    m_legend->setVisible(true);
    m_pane->canvas().setColouring(m_colouring);
    m_pane->setContent(std::move(content));
    showSelected();
}

void StageGraph::displayNothing(const QString& why) {
    m_history.reset();
    m_shown.reset();
    m_colouring.reset();
    m_legend->setVisible(false);
    m_pane->setMissing(why, false);
}

void StageGraph::setPending(bool pending) { m_pane->setStale(pending && m_history); }

// What is selected in the original graph is shown as what became of it.
void StageGraph::showSelected() {
    if (!m_history) return;
    const Item item = m_context.selection.current();
    std::set<NodeId> nodes;
    if (item.node.valid()) {
        if (m_history->graph.contains(item.node))
            nodes.insert(item.node);
        else
            std::ranges::copy(m_history->descendantsOf(item.node), std::inserter(nodes, nodes.end()));
    }
    const NodeId current = nodes.empty() ? NodeId() : *nodes.begin();
    const ValueId value = m_history->graph.contains(item.value) ? item.value : ValueId();
    GraphCanvas& canvas = m_pane->canvas();
    canvas.setHighlight(nodes, value, current);
    if (m_pane->upToDate() && isVisible()) canvas.bringIntoView(nodes, value);
}

std::optional<Figure> StageGraph::figure() const {
    if (!m_history) return std::nullopt;
    const auto paper = m_pane->sceneForPaper();
    if (!paper) return std::nullopt;
    QStringList stages;
    for (const NodeColouring::Category& each : m_colouring->categories)
        stages << each.name;
    Figure figure = onPaper(paper, stages.join(u" · "_s), m_colouring);
    figure.table = {u"pipeline-stages"_s, relay::stageTable(m_shown)};
    return figure;
}

} // namespace edgewright::views
