// SPDX-License-Identifier: GPL-3.0-or-later
// What the page shows; memory_view_time.cpp has cursor, selection and keys, memory_view_compare.cpp what stands
// against what, memory_view_layout.cpp where the lists stand.
#include "views/memory/memory_view.h"

#include "views/memory/catalogue_box.h"
#include "views/memory/chart/kind_legend.h"
#include "views/memory/chart/life_card.h"
#include "views/memory/lists/alive_panel.h"
#include "views/memory/lists/planner_panel.h"
#include "views/memory/lists/sharing_panel.h"
#include "views/memory/memory_figures.h"
#include "views/memory/memory_text.h"
#include "views/memory/time_bar.h"
#include "views/memory/what_if_bar.h"
#include "views/support/answer_line.h"
#include "views/support/job/stage_overlay.h"
#include "views/support/job/stage_text.h"
#include "views/support/pin/pin_bar.h"
#include "views/support/pin/pin_table.h"

#include <QGridLayout>
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
      m_modulesJob(context.pool, tr("Find modules")), m_answer(new AnswerLine(this)),
      m_pinBar(new PinBar(context.pin, this)), m_pinTable(new PinTable(context.pin, this)),
      m_compare(new CompareBar(this)), m_whatIf(new WhatIfBar(context.settings, this)),
      m_time(new TimeBar(this)), m_alive(new AlivePanel(this)),
      m_sharing(new SharingPanel(context.settings, this)),
      m_planners(new PlannerPanel(context.searches ? *context.searches : context.pool, this)),
      m_lists(new QTabWidget(this)), m_split(new QSplitter(this)), m_content(new QWidget(this)),
      m_columnGrid(new QGridLayout(m_content)), m_bottom(new QBoxLayout(QBoxLayout::LeftToRight)),
      m_legend(new KindLegend(this)) {
    setFocusPolicy(Qt::ClickFocus);
    m_answer->setObjectName(u"memoryAnswer"_s);
    m_answer->setMinimumHeight(fontMetrics().lineSpacing());
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(16, 8, 16, 8);
    outer->setSpacing(8);
    outer->addLayout(answerRow(m_answer, m_pinBar));
    outer->addWidget(m_compare);
    outer->addWidget(m_whatIf);

    m_columnGrid->setContentsMargins(0, 0, 0, 0);
    m_columnGrid->setHorizontalSpacing(12);
    m_columnGrid->setVerticalSpacing(4);
    m_columnGrid->setRowStretch(1, 1);
    for (const std::size_t index : {0, 1})
        makeColumn(index);
    makeLists();
    outer->addWidget(m_split, 1);
    m_bottom->setSpacing(8);
    m_bottom->addWidget(m_time, 1);
    m_bottom->addWidget(m_legend);
    outer->addLayout(m_bottom);
    connect(&m_otherJob, &JobSlot::cancelled, this, [this] {
        m_otherError = tr("Cancelled. Choose another planner.").toStdString();
        explainGaps();
    });
    m_overlay = new StageOverlay(m_content);
    connect(m_overlay, &StageOverlay::retryRequested, this, &View::retryRequested);

    connect(m_answer, &AnswerLine::linkFollowed, this, &MemoryView::followLink);
    connect(m_compare, &CompareBar::comparisonChanged, this, &MemoryView::compare);
    connect(m_compare, &CompareBar::orderChanged, this, &MemoryView::rebuild);
    connect(m_compare, &CompareBar::axesChanged, this, &MemoryView::rebuild);
    connect(m_compare, &CompareBar::modulesOpened, this,
            [this](bool all) { openModules(leading(), std::nullopt, all); });
    connect(m_planners, &PlannerPanel::chosen, this, &MemoryView::showCell);
    connect(m_time, &TimeBar::peakWanted, this, [this] { goToPeak(leading()); });
    connect(m_time, &TimeBar::stepped, this, &MemoryView::stepBy);
    connect(m_time, &TimeBar::cleared, this, [this] { setStep(m_lead, std::nullopt, false); });
    connect(m_time, &TimeBar::playStarted, this, [this] {
        const Side& side = m_columns[leading()].data;
        if (side && (!m_step || *m_step + 1 >= side->steps())) setStep(leading(), 0, true);
    });
    connect(m_alive, &AlivePanel::chosen, this,
            [this](const Item& item) { choose(m_columns[leading()].data, item); });
    connect(m_sharing, &SharingPanel::chosen, this,
            [this](const Item& item) { choose(m_columns[leading()].data, item); });
    connect(&context.selection, &Selection::changed, this, &MemoryView::selectionChanged);
    listKeys();
    makePin();
    compare();
}

void MemoryView::makeColumn(std::size_t index) {
    Column& column = m_columns[index];
    column.summary = new QLabel(m_content);
    column.summary->setObjectName(index == 1 ? u"memorySummaryAfter"_s : u"memorySummaryBefore"_s);
    column.summary->setTextInteractionFlags(Qt::TextSelectableByMouse);
    column.summary->setWordWrap(true);
    column.summary->setMinimumSize(1, fontMetrics().lineSpacing()); // else as high as at its narrowest
    column.summary->setAlignment(Qt::AlignLeft | Qt::AlignBottom);
    auto* splitter = new QSplitter(Qt::Vertical, m_content);
    column.charts = splitter;
    column.gantt = new PlanChart(context().pool, splitter);
    column.gantt->setObjectName(index == 1 ? u"ganttAfter"_s : u"ganttBefore"_s);
    column.arena = new PlanChart(context().pool, splitter);
    column.arena->setObjectName(index == 1 ? u"arenaAfter"_s : u"arenaBefore"_s);
    splitter->addWidget(column.gantt);
    splitter->addWidget(column.arena);
    splitter->setChildrenCollapsible(false);
    splitter->setHandleWidth(8);
    splitter->setSizes({1000, 1000});
    column.overlay = new StageOverlay(splitter);
    m_columnGrid->addWidget(column.summary, 0, static_cast<int>(index));
    m_columnGrid->addWidget(column.charts, 1, static_cast<int>(index));
    connect(column.gantt, &PlanChart::groupClicked, this,
            [this, index](std::size_t group) { openModules(index, group, false); });
    for (PlanChart* chart : {column.gantt, column.arena}) {
        connect(chart, &PlanChart::itemClicked, this, [this, index](const Item& item) {
            if (!m_step) m_lead = index;
            choose(m_columns[index].data, item);
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

// The other charts show the same steps, or with axes of their own the same share of them.
void MemoryView::follow(PlanChart* source, const PlaneWindow& window) {
    const bool gantt = source == m_columns[0].gantt || source == m_columns[1].gantt;
    const PlaneWindow from = source->fit();
    const auto carried = [](double at, double fromEnd, double toEnd) {
        return fromEnd == toEnd ? at : at / std::max(fromEnd, 1.0) * toEnd;
    };
    for (Column& column : m_columns)
        for (PlanChart* chart : {column.gantt, column.arena}) {
            if (chart == source) continue;
            const PlaneWindow to = chart->fit();
            PlaneWindow next = chart->window();
            next.x0 = carried(window.x0, from.x1, to.x1);
            next.x1 = carried(window.x1, from.x1, to.x1);
            if ((chart == column.gantt) == gantt) {
                next.y0 = carried(window.y0, from.y1, to.y1);
                next.y1 = carried(window.y1, from.y1, to.y1);
            }
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
        m_groups = {};
        m_step.reset();
        m_stepOf = nullptr;
        m_time->play(false);
    }
    m_whatIf->update(m_analysis.get());
    const bool original = takePlan(false), fused = takePlan(true);
    if (!before || !m_analysis || before->typed != m_analysis->typed || before->fusion != m_analysis->fusion) {
        m_groups.modules = nullptr;
        m_modulesJob.stop();
    }
    if (original || fused || anotherModel)
        compare();
    else
        explainGaps();
}

void MemoryView::rebuild() {
    findModules();
    const bool planners = m_compare->compare() == Compare::Planners;
    const auto reference = [&](const Column& column) {
        return planners || !column.data ? std::int64_t(0) : m_reference[column.data->after()];
    };
    PlanScale scale;
    for (const Column& column : m_columns)
        if (column.data)
            scale.bytes = std::max({scale.bytes, static_cast<double>(column.data->plan().solution.peak)});
    std::array<PlaneWindow, 2> ganttFit{{{0, 1, 0, 1}, {0, 1, 0, 1}}}, arenaFit = ganttFit;
    for (std::size_t index = 0; index < m_columns.size(); ++index) {
        Column& column = m_columns[index];
        if (!column.data) {
            column.gantt->setPainter(nullptr);
            column.arena->setPainter(nullptr);
            column.summary->clear();
            continue;
        }
        PlanScale own = scale;
        own.reference = reference(column);
        const auto gantt = std::make_shared<GanttPainter>(column.data, m_compare->order(), own, m_groups);
        const auto arena = std::make_shared<ArenaPainter>(column.data, own);
        column.gantt->setPainter(gantt);
        column.arena->setPainter(arena);
        column.gantt->setAccessibleName(tr("Lifetimes. %1").arg(spokenSummary(*column.data)));
        column.arena->setAccessibleName(tr("Arena. %1").arg(spokenSummary(*column.data)));
        ganttFit[index] = gantt->extent();
        arenaFit[index] = arena->extent();
        column.summary->setText(planSummary(*column.data, reference(column)));
    }
    const bool own = ownAxes();
    m_compare->showOwnAxes(own);
    arenaFit[0].y1 = arenaFit[1].y1 = std::max(arenaFit[0].y1, arenaFit[1].y1); // bytes are compared
    if (!own) {
        for (auto* fit : {&ganttFit, &arenaFit})
            (*fit)[0].x1 = (*fit)[1].x1 = std::max((*fit)[0].x1, (*fit)[1].x1);
        ganttFit[0].y1 = ganttFit[1].y1 = std::max(ganttFit[0].y1, ganttFit[1].y1);
    }
    for (std::size_t index = 0; index < m_columns.size(); ++index) {
        m_columns[index].gantt->setFit(ganttFit[index]);
        m_columns[index].arena->setFit(arenaFit[index]);
    }
    showAnswer();
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
            !planners               ? missingText(m_analysis.get(), index == 1)
            : m_compare->showsPin() ? pinnedGap(index)
            : m_otherJob.running()
                ? tr("Planning with %1. Choose another planner, or wait.").arg(spelledOut(m_otherCell.planner))
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
    return memoryFigures({m_plans[0], m_plans[1], planners ? m_columns[0].data : nullptr,
                          planners ? m_columns[1].data : nullptr, m_planners->traces(), m_planners->bound()},
                         m_compare->order(), m_groups);
}

const ViewEntry memory_view{
    .id = "memory",
    .title = QT_TRANSLATE_NOOP("Page", "Memory"),
    .icon = ":/icons/memory.svg",
    .hint = QT_TRANSLATE_NOOP("Page", "Lifetimes and arena addresses of every tensor, before and after fusion"),
    .make = [](ViewContext& context) -> std::unique_ptr<View> { return std::make_unique<MemoryView>(context); },
    .foldsInspector = true};

} // namespace edgewright::views
