// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/graph_colours.h"

#include "core/device/profile_record.h"
#include "core/pipeline/bisect.h"
#include "core/pipeline/study.h"
#include "views/graph/canvas/graph_legend.h"
#include "views/graph/panels/provenance.h"
#include "views/graph/picture/node_colouring.h"
#include "views/session/measurements.h"
#include "views/support/layouts.h"
#include "views/support/quantity.h"

#include <QCoreApplication>
#include <QToolButton>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace edgewright::views {

namespace {

constexpr double Least = 1e-9, MinMicroseconds = 0.1; // of logarithmic scales

struct AnalysisColoursText {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::AnalysisColours)
};

QString relative(double value) { return value <= Least ? QStringLiteral("≤ 1e-9") : significant(value, 2); }
QString microseconds(double value) {
    return value >= 1000 ? significant(value / 1000) + QStringLiteral(" ms")
                         : significant(value) + QStringLiteral(" µs");
}

// Colours of the fused graph's layers; their members in the original graph take the same colour.
NodeColouring colourByBound(const pipeline::Costs& costs, const Provenance& provenance) {
    NodeColouring colouring;
    colouring.key = QStringLiteral("bound");
    colouring.title = AnalysisColoursText::tr("Roofline bound");
    colouring.categories = {{AnalysisColoursText::tr("Compute"), QStringLiteral("C"), 0},
                            {AnalysisColoursText::tr("Memory"), QStringLiteral("M"), 1}};
    // What bounds a node is what bounds the layer in it that takes longest.
    std::map<NodeId, const cost::LayerCost*> longest;
    for (const cost::LayerCost& layer : costs.report.layers) {
        const cost::LayerCost*& known = longest[layer.layer.node];
        if (!known || layer.cycles > known->cycles) known = &layer;
    }
    for (const auto& [node, layer] : longest) {
        const double index = cost::isDram(layer->limit()) ? 1 : 0;
        colouring.values[node] = index;
        for (const NodeId origin : provenance.originsOf(node))
            colouring.values.try_emplace(origin, index);
    }
    return colouring;
}

// Signal to noise of the layers that were studied so far, by base node.
NodeColouring colourByInt8(const std::map<NodeId, double>& sqnrDb, const Provenance* provenance) {
    NodeColouring colouring;
    colouring.key = QStringLiteral("int8");
    colouring.title = AnalysisColoursText::tr("INT8 error (SQNR)");
    colouring.kind = NodeColouring::Kind::Ordered;
    colouring.text = decibelText;
    for (const auto& [node, value] : sqnrDb) {
        if (!std::isfinite(value)) continue;
        colouring.values[node] = value;
        if (provenance)
            for (const NodeId heir : provenance->descendantsOf(node))
                colouring.values[heir] = value;
    }
    colouring.fitRange();
    return colouring;
}

// Relative difference of each boundary.
NodeColouring colourByDifference(const pipeline::Check& check) {
    NodeColouring colouring;
    colouring.key = QStringLiteral("difference");
    colouring.title = AnalysisColoursText::tr("Numeric difference");
    colouring.kind = NodeColouring::Kind::Ordered;
    colouring.logarithmic = true;
    colouring.text = relative;
    colouring.low = Least;
    colouring.high = 1e-4;
    for (const pipeline::BoundaryDifference& boundary : check.boundaries) {
        double& value = colouring.values[boundary.node];
        value = std::max({value, boundary.difference.relNorm, Least});
        if (std::isfinite(value)) colouring.high = std::max(colouring.high, value);
    }
    return colouring;
}

// Of kernels, which are started for nodes of the original graph: a group takes what its members take together.
void addKernelsOfGroups(const device::Record& record, const Provenance& provenance, NodeColouring& colouring) {
    for (const device::VariantRecord& variant : record.variants)
        for (const device::OperatorTime& time : variant.operators) {
            std::set<NodeId> groups;
            for (const NodeId origin : time.origins)
                for (const NodeId heir : provenance.descendantsOf(origin))
                    if (heir != origin) groups.insert(heir);
            for (const NodeId group : groups)
                colouring.values[group] += time.seconds * 1e6;
        }
}

// Time of the operators of both graphs, as they were measured; a node that both have takes the shorter one.
// `device`: its name, and `deviceText` in a sentence; empty: this machine.
NodeColouring colourByTime(const device::Record& record, const std::string& device, const QString& deviceText,
                           const Provenance& provenance) {
    NodeColouring colouring;
    colouring.key = QStringLiteral("time");
    colouring.title = AnalysisColoursText::tr("Measured time");
    if (!device.empty()) {
        colouring.key += QStringLiteral(" on ") + QString::fromStdString(device);
        colouring.title = AnalysisColoursText::tr("Time on %1").arg(deviceText);
    }
    colouring.kind = NodeColouring::Kind::Ordered;
    colouring.text = microseconds;
    for (const device::VariantRecord& variant : record.variants) {
        if (variant.variant.reuse) continue; // of groups, only parts
        for (const device::OperatorTime& time : variant.operators) {
            if (!time.node.valid()) continue;
            const auto [known, added] = colouring.values.try_emplace(time.node, time.seconds * 1e6);
            if (!added) known->second = std::min(known->second, time.seconds * 1e6);
        }
    }
    if (device::isOfProfile(record)) addKernelsOfGroups(record, provenance, colouring);
    colouring.fitRange();
    colouring.low = std::max(colouring.low, MinMicroseconds);
    colouring.high = std::max(colouring.high, colouring.low);
    colouring.logarithmic = true; // a few operators take nearly all
    return colouring;
}

} // namespace

GraphColours::GraphColours(ViewContext& context, const GraphState& state, const GraphPair& pair,
                           QWidget* parent)
    : QWidget(parent), m_context(context), m_state(state), m_pair(pair), m_legend(new GraphLegend) {
    auto* row = rowIn(this, {0, 0, 8, 2}, 8);
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
        addNumericBadges(after, *now->check, *now->fusion, pipeline::brokenBy(*now));
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
    if (const auto record = currentRecord(m_context)) add(colourByTime(*record, {}, {}, provenance));
    for (const auto& [device, record] : recordsElsewhere(m_context))
        add(colourByTime(*record, device, m_context.measurements->deviceText(device), provenance));
    return list;
}

void GraphColours::showColours() {
    const pipeline::Analysis* now = m_state.analysis.get();
    if (now && now->int8) m_sqnr[now->int8->node] = now->int8->sqnrDb;
    const bool current = m_state.isCurrent();
    std::vector<const void*> known{m_state.shownGraph().get(),           m_state.presented.get(),
                                   current ? now->costs.get() : nullptr, current ? now->check.get() : nullptr,
                                   currentRecord(m_context).get(),       now ? now->int8.get() : nullptr};
    for (const auto& [device, record] : recordsElsewhere(m_context))
        known.push_back(record.get());
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
