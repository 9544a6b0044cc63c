// SPDX-License-Identifier: GPL-3.0-or-later
// What the page shows: graphs, selection, marks, colours.
#include "views/graph/graph_view.h"

#include "core/base/propagate.h"
#include "views/graph/canvas/callout.h"
#include "views/graph/canvas/graph_legend.h"
#include "views/graph/panels/history_bar.h"
#include "views/graph/panels/outline_panel.h"
#include "views/graph/panels/rules_panel.h"
#include "views/graph/panels/steps_panel.h"
#include "views/session/measurements.h"
#include "views/session/pin.h"
#include "views/support/job/stage_overlay.h"
#include "views/support/job/stage_text.h"

#include <QScopedValueRollback>
#include <QStackedWidget>
#include <QToolButton>

#include <algorithm>
#include <array>
#include <utility>

namespace edgewright::views {

namespace {

constexpr std::size_t MaxNodesForRefusedHulls = 4000; // nodes: other hulls make another scene
const QString StepJob = QStringLiteral("step");       // that is no stage, but can be cancelled like one

} // namespace

void GraphView::setAnalysis(std::shared_ptr<const pipeline::Analysis> analysis) {
    m_analysis = std::move(analysis);
    const bool model = m_analysis && m_analysis->typed;
    m_stack->setCurrentIndex(model ? 1 : 0);
    if (const auto graph = model ? m_analysis->typed->graph : nullptr; graph != m_model) {
        forgetModel();
        m_model = graph;
        if (const auto file = m_analysis ? m_analysis->opened : nullptr; !file || file != m_file) {
            m_file = file;
            m_freshBefore = m_freshAfter = m_lineUp = true;
        }
        m_bookmarks.setModel(m_analysis && m_analysis->opened
                                 ? QString::fromStdString(m_analysis->opened->file.string())
                                 : QString());
        showBookmarks();
        showPlaces();
    }
    takeModules();
    m_rules->setAnalysis(m_analysis);
    const auto history = model ? m_analysis->fusion : nullptr;
    m_steps->setHistory(history);
    if (history != m_presenting) {
        m_presenting = history;
        m_history->setHistory(history);
        m_present.stop();
        m_benefits.stop();
        m_benefitsOfA.stop();
        m_benefitsWanted.reset();
        if (history) {
            presentStep();
            startBenefits();
        } else {
            m_presented.reset();
            showBenefits(nullptr);
        }
    }
    if (m_analysis && m_analysis->int8) m_sqnr[m_analysis->int8->node] = m_analysis->int8->sqnrDb;
    showGraphs();
    showMarks();
    showColours();
    showSelection();
    showAnswer();
}

void GraphView::forgetModel() {
    m_present.stop();
    m_benefits.stop();
    m_byHand.stop();
    m_presenting.reset();
    m_presented.reset();
    m_afterShows.reset();
    m_groups.clear();
    m_opened.clear();
    m_folds.clear();
    m_insideFolds.clear();
    m_module = {};
    m_places.clear();
    m_chosen.clear();
    m_sqnr.clear();
    m_showsTimes = false;
    m_callout->hide();
    m_steps->setRule({});
}

void GraphView::retry(const QString& stage) {
    if (stage != StepJob) return emit retryRequested(stage);
    presentStep();
    showAfter();
}

void GraphView::presentStep() {
    if (!m_presenting || (waitsForModules() && !inside())) return;
    m_present.start(
        [history = m_presenting, step = m_history->step(),
         modules = m_folds.modules()](const RunContext& run) { return present(history, step, modules.get(), run); },
        [this](Result<std::shared_ptr<const Presented>> made) {
            if (!made) return emit message(QString::fromStdString(made.error().message));
            const NodeId kept = keptSelection(**made);
            m_presented = *std::move(made);
            if (m_groups.empty() && m_presented->atEnd()) m_groups = m_presented->groups;
            std::erase_if(m_opened, [&](NodeId id) { return !m_presented->graph->contains(id); });
            showGraphs();
            showMarks();
            showColours();
            if (kept.valid()) {
                const QScopedValueRollback keep(m_keepFolded, true);
                pick({kept, {}});
            } else {
                showSelection();
            }
        });
}

// Where what is selected is a fused node that `next` has not, or under whose number it has another one: a node
// of the original that it was made of.
NodeId GraphView::keptSelection(const Presented& next) const {
    const NodeId node = context().selection.current().node;
    if (inside() || !m_presented || !node.valid() || next.history->base.contains(node)) return {};
    const std::vector<NodeId> origins = m_presented->provenance->originsOf(node);
    if (next.graph->contains(node) && next.provenance->originsOf(node) == origins) return {};
    for (const NodeId origin : origins)
        if (next.history->base.contains(origin)) return origin;
    return {};
}

// That times are predicted for.
cost::Processor GraphView::processor() const {
    return context().measurements ? context().measurements->predictor().processor : cost::referenceProcessor();
}

void GraphView::startBenefits() {
    showBenefits(nullptr);
    m_benefits.start(
        [history = m_presenting,
         processor = processor()](const RunContext& run) -> Result<std::shared_ptr<const pipeline::Benefits>> {
            ASSIGN_OR_RETURN(auto made, pipeline::benefits(*history, run, processor));
            return std::make_shared<const pipeline::Benefits>(std::move(made));
        },
        [this](Result<std::shared_ptr<const pipeline::Benefits>> made) {
            if (made) showBenefits(*made);
        });
}

void GraphView::showBenefits(std::shared_ptr<const pipeline::Benefits> benefits) {
    m_known = std::move(benefits);
    m_rules->setBenefits(m_known);
    m_steps->setBenefits(m_known);
    if (Pin* pin = context().pin; pin && m_known) pin->addBenefits(m_presenting, m_known);
    showAnswer();
}

std::shared_ptr<const ir::Graph> GraphView::shownGraph() const {
    return inside() ? m_places.back().graph : m_model;
}

void GraphView::showGraphs() {
    if (!m_model) {
        m_before->setMissing({}, false);
        m_after->setMissing({}, false);
        m_outlined.reset();
        m_outline->setModules(nullptr, nullptr);
        m_bar->breadcrumbs().setPath({});
        m_bar->search().setGraphs({});
        return;
    }
    if (!waitsForModules()) {
        showModules();
        showBefore();
        showAfter();
    }
    std::vector<std::shared_ptr<const ir::Graph>> searched{shownGraph()};
    if (!inside() && isCurrent()) searched.push_back(m_presented->graph);
    m_bar->search().setGraphs(std::move(searched));
}

void GraphView::showBefore() {
    GraphPane::Content content;
    content.graph = shownGraph();
    if (folds().graph() == content.graph) content.options.folding = folds().folding();
    if (!inside()) {
        content.options.groups = m_groups;
        if (m_presented) content.hulls = hulls();
    }
    content.fresh = m_freshBefore || inside() || m_beforeInside;
    m_freshBefore = false;
    m_beforeInside = inside();
    m_before->setTitle(inside() ? m_places.back().name : tr("Original"));
    m_before->setContent(std::move(content));
    m_before->setStale(isPending(m_analysis.get(), {"type"}));
}

// What was fused and could be fused, and of the selected node what was refused.
std::vector<HullSpec> GraphView::hulls() const {
    std::vector<HullSpec> all = m_presented->hulls;
    const NodeId node = context().selection.current().node;
    if (!node.valid() || !isCurrent() || !m_presented->atEnd() ||
        m_model->nodeCount() > MaxNodesForRefusedHulls)
        return all;
    const std::set<NodeId> after = m_presented->provenance->sidesOf(node).after;
    for (const fusion::Refusal& refusal : history()->refusals) {
        if (refusal.nodes.size() < 2 || refusal.isFused || !refusal.inside.empty()) continue;
        const NodeId first = refusal.nodes.front();
        if (first != node && after.count(first) == 0) continue;
        const std::set<NodeId> members = baseNodesOf({refusal.nodes.begin(), refusal.nodes.end()});
        HullSpec hull;
        hull.members.assign(members.begin(), members.end());
        hull.style = HullSpec::Style::Refused;
        hull.tag = QString::fromStdString(refusal.rule);
        if (std::ranges::none_of(all, [&](const HullSpec& other) {
                return other.style == hull.style && other.members == hull.members;
            }))
            all.push_back(std::move(hull));
    }
    return all;
}

void GraphView::showAfter() {
    if (inside() || !m_analysis || waitsForModules()) return;
    const bool pending = isPending(m_analysis.get(), {"fuse"});
    const bool comes = m_presenting && m_present.running();
    m_afterStage->display(
        {}, false, m_presenting && !comes && !m_presented ? StepJob : cancelledOf(m_analysis.get(), {"fuse"}));
    if (!m_presented) {
        if (m_presenting && !comes) m_after->setMissing({}, false);
        if (m_presenting) return;
        m_afterShows.reset();
        const QString error = errorText(*m_analysis, "fuse");
        m_after->setMissing(error.isEmpty() ? tr("computing …") : error, pending);
        return;
    }
    m_after->setStale(pending || !isCurrent());
    if (m_before->isDrawing()) return; // then it is laid out like the original
    m_after->setTitle(m_presented->atEnd()
                          ? tr("Fused")
                          : tr("Step %1 of %2").arg(m_presented->step).arg(m_presented->history->steps.size()));
    GraphPane::Content content;
    content.graph = m_presented->graph;
    content.options.opened = m_opened;
    if (!m_presented->modules.empty())
        content.options.folding = m_folds.folding({m_presented, &m_presented->modules});
    content.like = m_before->canvas().scene();
    content.fresh = std::exchange(m_freshAfter, false);
    content.pairs = pairsBetween(m_after->canvas().scene() && !content.fresh ? m_afterShows.get() : nullptr,
                                 m_presented.get());
    m_afterShows = m_presented;
    m_after->setContent(std::move(content));
}

void GraphView::showMarks() {
    const bool marks = m_presented && !inside();
    Badges after = marks ? m_presented->after : Badges{};
    if (marks && m_presented->atEnd() && isCurrent() && m_analysis->check && !m_analysis->isStale("check"))
        addNumericBadges(after, *m_analysis->check);
    m_before->canvas().setBadges(marks ? m_presented->before : Badges{});
    m_after->canvas().setBadges(std::move(after));
    const Changes changes = marks && m_bar->difference().isChecked() ? m_presented->changes : Changes{};
    m_before->canvas().setDifference(changes);
    m_after->canvas().setDifference(changes);
    m_legend->setChanges(changes);
}

// What the nodes can be coloured by, as far as it is known.
std::vector<std::shared_ptr<const NodeColouring>> GraphView::colourings() const {
    std::vector<std::shared_ptr<const NodeColouring>> list;
    const auto add = [&](NodeColouring colouring) {
        list.push_back(std::make_shared<const NodeColouring>(std::move(colouring)));
    };
    std::vector<const ir::Graph*> graphs;
    if (const auto shown = shownGraph()) graphs.push_back(shown.get());
    if (!inside() && m_presented) graphs.push_back(m_presented->graph.get());
    add(colourByKind(graphs));
    add(colourByMacs(graphs));
    add(colourByBytes(graphs));
    add(colourByDtype(graphs));
    if (inside() || !m_presented) return list;
    const Provenance& provenance = *m_presented->provenance;
    std::vector<std::vector<NodeId>> groups;
    std::vector<QString> names;
    for (const HullSpec& hull : m_presented->hulls)
        if (hull.style == HullSpec::Style::Fused) {
            groups.push_back(hull.members);
            groups.back().push_back(hull.group);
            names.push_back(hull.tag);
        }
    if (!groups.empty()) add(colourByGroup(groups, names));
    if (!isCurrent()) return list;
    if (m_analysis->costs) add(colourByBound(*m_analysis->costs, provenance));
    if (!m_sqnr.empty()) add(colourByInt8(m_sqnr, &provenance));
    if (m_analysis->check && !m_analysis->check->boundaries.empty())
        add(colourByDifference(*m_analysis->check));
    if (const auto record = measured()) add(colourByTime(*record));
    return list;
}

void GraphView::showColours() {
    const std::array<const void*, 2> scenes{m_before->canvas().scene().get(), m_after->canvas().scene().get()};
    const bool current = isCurrent();
    std::vector<const void*> known{shownGraph().get(),
                                   m_presented.get(),
                                   current ? m_analysis->costs.get() : nullptr,
                                   current ? m_analysis->check.get() : nullptr,
                                   measured().get(),
                                   m_analysis ? m_analysis->int8.get() : nullptr};
    if (known != m_coloured) {
        m_coloured = std::move(known);
        m_legend->setColourings(m_model ? colourings() : std::vector<std::shared_ptr<const NodeColouring>>{});
    } else if (scenes == m_colouredScenes) {
        return;
    }
    m_colouredScenes = scenes;
    std::set<ops::Category> present;
    for (const GraphPane* pane : {m_before, m_after})
        if (const auto& scene = pane->canvas().scene())
            for (const SceneBox& box : scene->boxes())
                if (box.kind == SceneBox::Kind::Node) present.insert(box.category);
    m_legend->setPresent(present);
}

void GraphView::showPlaces() {
    QStringList path;
    if (inside()) {
        path << (m_analysis && m_analysis->opened
                     ? QString::fromStdString(m_analysis->opened->file.filename().string())
                     : tr("Model"));
        for (const Place& place : m_places)
            path << place.name;
    }
    if (inside()) m_bar->breadcrumbs().setPath(path);
    context().settings.look([this](pipeline::ViewState& view) { view.graphInside = inside() ? shownGraph() : nullptr; });
    m_bar->setComparing(!inside());
    m_history->setVisible(!inside());
    setMode(m_bar->mode());
    m_module = {};
    showModules();
}

} // namespace edgewright::views
