// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/graph_colours.h"

#include "views/graph/analysis_colours.h"
#include "views/graph/canvas/graph_legend.h"
#include "views/session/measurements.h"

#include <QHBoxLayout>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace edgewright::views {

GraphColours::GraphColours(ViewContext& context, const GraphState& state, const GraphPair& pair,
                           QWidget* parent)
    : QWidget(parent), m_context(context), m_state(state), m_pair(pair), m_legend(new GraphLegend) {
    auto* row = new QHBoxLayout(this);
    row->setSpacing(8);
    row->setContentsMargins(0, 0, 8, 4);
    row->addWidget(m_legend, 1);
    auto* measure = new QToolButton;
    measure->setObjectName(QStringLiteral("measureTimes"));
    measure->setText(tr("Measure"));
    measure->setMinimumHeight(24);
    measure->setToolTip(tr("Run both graphs on this machine and colour the nodes by the time they take"));
    measure->setVisible(context.measurements != nullptr);
    row->addWidget(measure, 0, Qt::AlignTop);
    connect(measure, &QToolButton::clicked, this, &GraphColours::measureTimes);
    if (const Measurements* measurements = context.measurements)
        connect(measurements, &Measurements::stateChanged, measure, [measure, measurements] {
            const bool idle = measurements->state() == Measurements::State::Idle;
            measure->setEnabled(idle);
            measure->setText(idle ? tr("Measure") : tr("Measuring …"));
        });
    for (const GraphPane* pane : pair.panes()) {
        connect(m_legend, &GraphLegend::dimmedChanged, &pane->canvas(), &GraphCanvas::setDimmed);
        connect(m_legend, &GraphLegend::colouringChosen, &pane->canvas(), &GraphCanvas::setColouring);
    }
}

void GraphColours::forget() {
    m_sqnr.clear();
    m_showsTimes = false;
}

void GraphColours::showMarks(bool difference) {
    const Presented* presented = m_state.inside() ? nullptr : m_state.presented.get();
    Badges after = presented ? presented->after : Badges{};
    const pipeline::Analysis* now = m_state.analysis.get();
    if (presented && presented->atEnd() && m_state.isCurrent() && now->check && !now->isStale("check"))
        addNumericBadges(after, *now->check);
    m_pair.before().canvas().setBadges(presented ? presented->before : Badges{});
    m_pair.after().canvas().setBadges(std::move(after));
    const Changes changes = presented && difference ? presented->changes : Changes{};
    for (GraphPane* pane : m_pair.panes())
        pane->canvas().setDifference(changes);
    m_legend->setChanges(changes);
}

// As far as what the nodes can be coloured by is known.
std::vector<std::shared_ptr<const NodeColouring>> GraphColours::colourings() const {
    std::vector<std::shared_ptr<const NodeColouring>> list;
    const auto add = [&](NodeColouring colouring) {
        list.push_back(std::make_shared<const NodeColouring>(std::move(colouring)));
    };
    const Presented* presented = m_state.inside() ? nullptr : m_state.presented.get();
    std::vector<const ir::Graph*> graphs;
    if (const auto shown = m_state.shownGraph()) graphs.push_back(shown.get());
    if (presented) graphs.push_back(presented->graph.get());
    add(colourByKind(graphs));
    add(colourByMacs(graphs));
    add(colourByBytes(graphs));
    add(colourByDtype(graphs));
    if (!presented) return list;
    const Provenance& provenance = *presented->provenance;
    std::vector<std::vector<NodeId>> groups;
    std::vector<QString> names;
    for (const HullSpec& hull : presented->hulls)
        if (hull.style == HullSpec::Style::Fused) {
            groups.push_back(hull.members);
            groups.back().push_back(hull.group);
            names.push_back(hull.tag);
        }
    if (!groups.empty()) add(colourByGroup(groups, names));
    if (!m_state.isCurrent()) return list;
    const pipeline::Analysis& now = *m_state.analysis;
    if (now.costs) add(colourByBound(*now.costs, provenance));
    if (!m_sqnr.empty()) add(colourByInt8(m_sqnr, &provenance));
    if (now.check && !now.check->boundaries.empty()) add(colourByDifference(*now.check));
    if (const auto record = currentRecord(m_context)) add(colourByTime(*record));
    return list;
}

void GraphColours::showColours() {
    const pipeline::Analysis* now = m_state.analysis.get();
    if (now && now->int8) m_sqnr[now->int8->node] = now->int8->sqnrDb;
    const bool current = m_state.isCurrent();
    std::vector<const void*> known{m_state.shownGraph().get(),           m_state.presented.get(),
                                   current ? now->costs.get() : nullptr, current ? now->check.get() : nullptr,
                                   currentRecord(m_context).get(),       now ? now->int8.get() : nullptr};
    const std::array<const void*, 2> scenes{m_pair.before().canvas().scene().get(),
                                            m_pair.after().canvas().scene().get()};
    if (known != m_madeFrom) {
        m_madeFrom = std::move(known);
        m_legend->setColourings(m_state.model ? colourings()
                                              : std::vector<std::shared_ptr<const NodeColouring>>{});
    } else if (scenes == m_scenes) {
        return;
    }
    m_scenes = scenes;
    std::set<ops::Category> present;
    for (const GraphPane* pane : m_pair.panes())
        if (const auto& scene = pane->canvas().scene())
            for (const SceneBox& box : scene->boxes())
                if (box.kind == SceneBox::Kind::Node) present.insert(box.category);
    m_legend->setPresent(present);
}

void GraphColours::measureTimes() {
    Measurements* measurements = m_context.measurements;
    if (!measurements || measurements->state() != Measurements::State::Idle) return;
    m_showsTimes = true; // once they are there
    const auto standard = device::standardVariants();
    MeasurePlan plan;
    std::ranges::copy_if(standard, std::back_inserter(plan.variants),
                         [](const device::Variant& each) { return !each.reuse; });
    emit said(tr("Measuring both graphs; the Measure page has all of it."));
    measurements->measure(std::move(plan));
}

void GraphColours::showMeasured() {
    showColours();
    if (currentRecord(m_context) && std::exchange(m_showsTimes, false))
        m_legend->setCurrent(QStringLiteral("time"));
}

} // namespace edgewright::views
