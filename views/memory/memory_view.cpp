// SPDX-License-Identifier: GPL-3.0-or-later
// What the page shows; memory_view_time.cpp has cursor, selection and keys.
#include "views/memory/memory_view.h"

#include "views/memory/alive_panel.h"
#include "views/memory/catalogue_box.h"
#include "views/memory/kind_legend.h"
#include "views/memory/life_card.h"
#include "views/memory/memory_figures.h"
#include "views/memory/memory_text.h"
#include "views/memory/sharing_panel.h"
#include "views/memory/time_bar.h"
#include "views/memory/what_if_bar.h"
#include "views/support/stage_overlay.h"
#include "views/support/stage_text.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QSplitter>
#include <QTabWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace edgewright::views {

using namespace Qt::StringLiterals;

MemoryView::MemoryView(ViewContext& context, QWidget* parent)
    : View(context, parent),
      m_otherJob(context.searches ? *context.searches : context.pool, tr("Plan memory with another planner")),
      m_compare(new CompareBar(this)), m_whatIf(new WhatIfBar(context.settings, this)),
      m_time(new TimeBar(this)), m_alive(new AlivePanel(this)),
      m_sharing(new SharingPanel(context.settings, this)), m_content(new QWidget(this)),
      m_columnRow(new QHBoxLayout(m_content)), m_legend(new KindLegend(this)) {
    setFocusPolicy(Qt::ClickFocus);
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(16, 8, 16, 8);
    outer->setSpacing(8);
    outer->addWidget(m_compare);
    outer->addWidget(m_whatIf);

    m_columnRow->setContentsMargins(0, 0, 0, 0);
    m_columnRow->setSpacing(12);
    for (const std::size_t index : {0, 1})
        makeColumn(index);
    auto* lists = new QTabWidget(this);
    lists->setObjectName(u"memoryLists"_s);
    lists->setDocumentMode(true);
    lists->addTab(m_alive, tr("Alive"));
    lists->addTab(m_sharing, tr("Shared bytes"));
    auto* split = new QSplitter(Qt::Horizontal, this);
    split->setObjectName(QStringLiteral("memoryColumns"));
    split->addWidget(m_content);
    split->addWidget(lists);
    split->setStretchFactor(0, 1);
    split->setCollapsible(0, false);
    split->setSizes({1000, 272});
    split->setHandleWidth(12);
    outer->addWidget(split, 1);
    outer->addWidget(m_time);
    outer->addWidget(m_legend);
    connect(&m_otherJob, &JobSlot::cancelled, this, [this] {
        m_otherError = tr("Cancelled. Choose another planner.").toStdString();
        explainGaps();
    });
    m_overlay = new StageOverlay(m_content);
    connect(m_overlay, &StageOverlay::retryRequested, this, &View::retryRequested);

    connect(m_compare, &CompareBar::comparisonChanged, this, &MemoryView::compare);
    connect(m_compare, &CompareBar::orderChanged, this, &MemoryView::rebuild);
    connect(m_time, &TimeBar::stepped, this, &MemoryView::stepBy);
    connect(m_time, &TimeBar::cleared, this, [this] { setStep(m_lead, std::nullopt, false); });
    connect(m_time, &TimeBar::playStarted, this, [this] {
        const Side& side = m_columns[leading()].data;
        if (side && (!m_step || *m_step + 1 >= side->steps())) setStep(leading(), 0, true);
    });
    connect(m_alive, &AlivePanel::chosen, this,
            [this](const Item& item) { this->context().selection.select(item); });
    connect(m_sharing, &SharingPanel::chosen, this,
            [this](const Item& item) { this->context().selection.select(item); });
    connect(&context.selection, &Selection::changed, this, &MemoryView::selectionChanged);
    listKeys();
    compare();
}

void MemoryView::makeColumn(std::size_t index) {
    Column& column = m_columns[index];
    column.widget = new QWidget(m_content);
    auto* rows = new QVBoxLayout(column.widget);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(4);
    column.summary = new QLabel(column.widget);
    column.summary->setObjectName(index == 1 ? u"memorySummaryAfter"_s : u"memorySummaryBefore"_s);
    column.summary->setTextInteractionFlags(Qt::TextSelectableByMouse);
    column.summary->setWordWrap(true);
    column.summary->setMinimumHeight(2 * fontMetrics().lineSpacing());
    rows->addWidget(column.summary);
    auto* splitter = new QSplitter(Qt::Vertical, column.widget);
    column.gantt = new PlanChart(splitter);
    column.gantt->setObjectName(index == 1 ? u"ganttAfter"_s : u"ganttBefore"_s);
    column.arena = new PlanChart(splitter);
    column.arena->setObjectName(index == 1 ? u"arenaAfter"_s : u"arenaBefore"_s);
    splitter->addWidget(column.gantt);
    splitter->addWidget(column.arena);
    splitter->setChildrenCollapsible(false);
    splitter->setHandleWidth(8);
    splitter->setSizes({1000, 1000});
    column.overlay = new StageOverlay(splitter);
    rows->addWidget(splitter, 1);
    m_columnRow->addWidget(column.widget, 1);
    for (PlanChart* chart : {column.gantt, column.arena}) {
        connect(chart, &PlanChart::itemClicked, this, [this, index](const Item& item) {
            if (!m_step) m_lead = index;
            context().selection.select(item);
            showStep();
        });
        connect(chart, &PlanChart::stepPicked, this, [this, index](qint64 step) {
            m_time->play(false);
            setStep(index, step, true);
        });
        connect(chart, &PlanChart::windowChanged, this,
                [this, chart](const PlaneWindow& window) { follow(chart, window); });
    }
}

void MemoryView::follow(PlanChart* source, const PlaneWindow& window) {
    const bool gantt = source == m_columns[0].gantt || source == m_columns[1].gantt;
    for (Column& column : m_columns)
        for (PlanChart* chart : {column.gantt, column.arena}) {
            if (chart == source) continue;
            PlaneWindow next = chart->window();
            next.x0 = window.x0;
            next.x1 = window.x1;
            if ((chart == column.gantt) == gantt) next = window;
            chart->setWindow(next);
        }
}

// Results come one by one: as long as the plan is the same, it goes with the graph that it was made for.
bool MemoryView::takePlan(bool after) {
    Side& side = m_plans[after];
    const pipeline::Analysis* now = m_analysis.get();
    const auto plan = !now ? nullptr : after ? now->memoryAfter : now->memoryBefore;
    if (!plan) return std::exchange(side, nullptr) != nullptr;
    const bool another = !side || plan.get() != &side->plan();
    // The original graph stays; how its nodes translate depends on the fusion.
    const bool translates =
        !after && side && now->before() == &side->given() && now->fusion != side->analysis()->fusion;
    if (!another && !translates) return false;
    Side made = PlanSide::make(m_analysis, after);
    if (!made) return false;
    side = std::move(made);
    if (another) {
        m_reference[after] = m_peak[after];
        m_peak[after] = side->plan().solution.peak;
    }
    return true;
}

void MemoryView::setAnalysis(std::shared_ptr<const pipeline::Analysis> analysis) {
    const auto before = std::exchange(m_analysis, std::move(analysis));
    const bool anotherModel = !before || !m_analysis || before->opened != m_analysis->opened;
    if (anotherModel) {
        m_plans = {};
        m_peak = m_reference = {};
        m_first = m_second = nullptr;
        m_otherJob.stop();
        m_otherOf = nullptr;
        m_otherError.clear();
        m_step.reset();
        m_stepOf = nullptr;
        m_time->play(false);
    }
    m_whatIf->update(m_analysis.get());
    const bool original = takePlan(false), fused = takePlan(true);
    if (original || fused || anotherModel)
        compare();
    else
        explainGaps();
}

// Planner B on the graph, the order and the options of plan A.
void MemoryView::planOther() {
    const Side& base = m_plans[m_compare->fusedGraph() && m_plans[1] ? 1 : 0];
    const std::string name = m_compare->otherPlanner();
    const auto plan = !base           ? nullptr
                      : base->after() ? base->analysis()->memoryAfter
                                      : base->analysis()->memoryBefore;
    if (!plan) {
        m_first = nullptr;
    } else if (!m_first || &m_first->plan() != plan.get() || m_first->analysis() != base->analysis()) {
        m_first = PlanSide::make(base->analysis(), base->after(), plan,
                                 tr("%1 · %2").arg(base->title(), spelledOut(plan->planner)));
    }
    if (plan && plan == m_otherOf && name == m_otherName &&
        (m_second || m_otherJob.running() || !m_otherError.empty()))
        return;
    m_otherJob.stop();
    m_otherOf = plan;
    m_otherName = name;
    m_otherError.clear();
    m_second = nullptr;
    if (!plan) return;
    pipeline::PlanOptions options = context().settings.get().plan();
    options.planner = name;
    m_otherJob.start(
        [base, options](const RunContext& run) {
            return pipeline::plan(base->given(), base->analysis()->opsets(base->after()), options, run);
        },
        [this, base](Result<std::shared_ptr<const pipeline::MemoryPlan>> made) {
            if (made)
                m_second = PlanSide::make(base->analysis(), base->after(), *made,
                                          tr("%1 · %2").arg(base->title(), spelledOut(m_otherName)));
            else
                m_otherError = made.error().message;
            compare();
        });
}

void MemoryView::compare() {
    const Compare compared = m_compare->compare();
    if (compared == Compare::Planners) {
        planOther();
        m_columns[0].data = m_first;
        m_columns[1].data = m_second;
    } else {
        m_otherJob.stop();
        m_columns[0].data = m_plans[0];
        m_columns[1].data = m_plans[1];
    }
    m_columns[0].widget->setVisible(compared != Compare::Fused);
    m_columns[1].widget->setVisible(compared != Compare::Original);
    rebuild();
}

void MemoryView::rebuild() {
    const bool planners = m_compare->compare() == Compare::Planners;
    const auto reference = [&](const Column& column) {
        return planners || !column.data ? std::int64_t(0) : m_reference[column.data->after()];
    };
    PlanScale scale;
    for (const Column& column : m_columns)
        if (column.data)
            scale.bytes = std::max({scale.bytes, static_cast<double>(column.data->plan().solution.peak)});
    PlaneWindow ganttFit{0, 1, 0, 1}, arenaFit{0, 1, 0, 1};
    const auto widen = [](PlaneWindow& fit, const PlaneWindow& extent) {
        fit.x1 = std::max(fit.x1, extent.x1);
        fit.y1 = std::max(fit.y1, extent.y1);
    };
    for (Column& column : m_columns) {
        if (!column.data) {
            column.gantt->setPainter(nullptr);
            column.arena->setPainter(nullptr);
            column.summary->clear();
            continue;
        }
        PlanScale own = scale;
        own.reference = reference(column);
        const auto gantt = std::make_shared<GanttPainter>(column.data, m_compare->order(), own);
        const auto arena = std::make_shared<ArenaPainter>(column.data, own);
        column.gantt->setPainter(gantt);
        column.arena->setPainter(arena);
        column.gantt->setAccessibleName(tr("Lifetimes. %1").arg(spokenSummary(*column.data)));
        column.arena->setAccessibleName(tr("Arena. %1").arg(spokenSummary(*column.data)));
        widen(ganttFit, gantt->extent());
        widen(arenaFit, arena->extent());
        column.summary->setText(planSummary(*column.data, reference(column)));
    }
    for (Column& column : m_columns) {
        column.gantt->setFit(ganttFit);
        column.arena->setFit(arenaFit);
    }
    m_compare->say(planners ? plannerDifference(m_first.get(), m_second.get())
                            : fusionSaving(m_plans[0].get(), m_plans[1].get()));
    m_legend->show({m_columns[0].data, m_columns[1].data});
    explainGaps();
    markSelection();
    const std::size_t column = leading();
    const Side& lead = m_columns[column].data;
    placeCursor(column, lead && m_step ? std::optional(lead->stepLike(*m_stepOf, *m_step)) : std::nullopt);
    showStep();
}

void MemoryView::explainGaps() {
    const bool planners = m_compare->compare() == Compare::Planners;
    for (const std::size_t index : {0, 1}) { // one has nothing while the other has
        const QString why =
            !planners ? missingText(m_analysis.get(), index == 1)
            : m_otherJob.running()
                ? tr("Planning with %1. Choose another planner, or wait.").arg(spelledOut(m_otherName))
                : QString::fromStdString(m_otherError);
        const bool alone = !m_columns[index].data && m_columns[1 - index].data;
        m_columns[index].overlay->display(alone ? why : QString(), alone && planners && m_otherJob.running());
    }
    const std::initializer_list<std::string_view> both{"memory", "memory_fused"};
    m_overlay->display(emptyStateText(m_analysis.get(), m_plans[0] || m_plans[1]),
                       isPending(m_analysis.get(), both), cancelledOf(m_analysis.get(), both));
}

std::vector<Figure> MemoryView::figures() const {
    const bool planners = m_compare->compare() == Compare::Planners;
    return memoryFigures({m_plans[0], m_plans[1], planners ? m_first : nullptr, planners ? m_second : nullptr},
                         m_compare->order());
}

const ViewEntry memory_view{
    "memory", QT_TRANSLATE_NOOP("Page", "Memory"), ":/icons/memory.svg",
    QT_TRANSLATE_NOOP("Page", "Lifetimes and arena addresses of every tensor, before and after fusion"),
    [](ViewContext& context) -> std::unique_ptr<View> { return std::make_unique<MemoryView>(context); }};

} // namespace edgewright::views
