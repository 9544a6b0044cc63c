// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/memory/plan_columns.h"

#include "views/memory/chart/arena_painter.h"
#include "views/memory/chart/gantt_painter.h"
#include "views/memory/chart/life_card.h"
#include "views/memory/memory_text.h"
#include "views/support/job/stage_overlay.h"

#include <QGridLayout>
#include <QLabel>
#include <QSplitter>

#include <algorithm>

namespace edgewright::views {

using namespace Qt::StringLiterals;

namespace {

constexpr double MinPlotWidth = 400; // pixels, of a chart without its axes
constexpr int MinHeightAlone = 100;  // pixels, of the lifetimes above a list that a person reads

} // namespace

PlanColumns::PlanColumns(QThreadPool& pool, QWidget* parent) : QWidget(parent), m_grid(new QGridLayout(this)) {
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setHorizontalSpacing(12);
    m_grid->setVerticalSpacing(4);
    m_grid->setRowStretch(1, 1);
    for (const std::size_t index : {0, 1})
        makeColumn(pool, index);
    m_overlay = new StageOverlay(this);
    for (const Column& column : m_columns)
        connect(column.overlay, &StageOverlay::retryRequested, m_overlay, &StageOverlay::retryRequested);
}

void PlanColumns::makeColumn(QThreadPool& pool, std::size_t index) {
    Column& column = m_columns[index];
    column.summary = new QLabel(this);
    column.summary->setObjectName(index == 1 ? u"memorySummaryAfter"_s : u"memorySummaryBefore"_s);
    column.summary->setTextInteractionFlags(Qt::TextSelectableByMouse);
    column.summary->setWordWrap(true);
    column.summary->setMinimumSize(1, fontMetrics().lineSpacing()); // else as high as at its narrowest
    column.summary->setAlignment(Qt::AlignLeft | Qt::AlignBottom);
    auto* splitter = new QSplitter(Qt::Vertical, this);
    column.charts = splitter;
    column.gantt = new PlanChart(pool, splitter);
    column.gantt->setObjectName(index == 1 ? u"ganttAfter"_s : u"ganttBefore"_s);
    column.arena = new PlanChart(pool, splitter);
    column.arena->setObjectName(index == 1 ? u"arenaAfter"_s : u"arenaBefore"_s);
    splitter->addWidget(column.gantt);
    splitter->addWidget(column.arena);
    splitter->setChildrenCollapsible(false);
    splitter->setHandleWidth(8);
    splitter->setSizes({1000, 1000});
    column.overlay = new StageOverlay(splitter);
    m_grid->addWidget(column.summary, 0, static_cast<int>(index));
    m_grid->addWidget(column.charts, 1, static_cast<int>(index));
    connect(column.gantt, &PlanChart::groupClicked, this,
            [this, index](std::size_t group) { emit groupClicked(index, group); });
    for (PlanChart* chart : {column.gantt, column.arena}) {
        connect(chart, &PlanChart::itemClicked, this,
                [this, index](const Item& item) { emit itemClicked(index, item); });
        connect(chart, &PlanChart::stepPicked, this,
                [this, index](qint64 step) { emit stepPicked(index, step); });
        connect(chart, &PlanChart::windowChanged, this,
                [this, chart](const PlaneWindow& window) { follow(chart, window); });
    }
}

// With axes of their own they show the same share of the steps.
void PlanColumns::follow(PlanChart* source, const PlaneWindow& window) {
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

void PlanColumns::setSides(const Sides& sides, Compare compared) {
    m_sides = sides;
    for (const std::size_t index : {0, 1}) {
        const bool seen = compared != (index == 0 ? Compare::Fused : Compare::Original);
        m_columns[index].charts->setVisible(seen);
        m_columns[index].summary->setVisible(seen);
        m_grid->setColumnStretch(static_cast<int>(index), seen ? 1 : 0);
    }
}

void PlanColumns::draw(RowOrder order, const RowGroups& groups, bool ownAxes,
                       const std::array<std::int64_t, 2>& references) {
    PlanScale scale;
    for (const auto& side : m_sides)
        if (side) scale.bytes = std::max(scale.bytes, static_cast<double>(side->plan().solution.peak));
    std::array<PlaneWindow, 2> ganttFit{{{0, 1, 0, 1}, {0, 1, 0, 1}}}, arenaFit = ganttFit;
    for (std::size_t index = 0; index < m_columns.size(); ++index) {
        Column& column = m_columns[index];
        const auto& side = m_sides[index];
        if (!side) {
            column.gantt->setPainter(nullptr);
            column.arena->setPainter(nullptr);
            column.summary->clear();
            continue;
        }
        PlanScale own = scale;
        own.reference = references[index];
        const auto gantt = std::make_shared<GanttPainter>(side, order, own, groups);
        const auto arena = std::make_shared<ArenaPainter>(side, own);
        column.gantt->setPainter(gantt);
        column.arena->setPainter(arena);
        column.gantt->setAccessibleName(tr("Lifetimes. %1").arg(spokenSummary(*side)));
        column.arena->setAccessibleName(tr("Arena. %1").arg(spokenSummary(*side)));
        ganttFit[index] = gantt->extent();
        arenaFit[index] = arena->extent();
        column.summary->setText(planSummary(*side, references[index]));
    }
    arenaFit[0].y1 = arenaFit[1].y1 = std::max(arenaFit[0].y1, arenaFit[1].y1); // bytes are compared
    if (!ownAxes) {
        for (auto* fit : {&ganttFit, &arenaFit})
            (*fit)[0].x1 = (*fit)[1].x1 = std::max((*fit)[0].x1, (*fit)[1].x1);
        ganttFit[0].y1 = ganttFit[1].y1 = std::max(ganttFit[0].y1, ganttFit[1].y1);
    }
    for (std::size_t index = 0; index < m_columns.size(); ++index) {
        m_columns[index].gantt->setFit(ganttFit[index]);
        m_columns[index].arena->setFit(arenaFit[index]);
    }
}

void PlanColumns::setSteps(const std::array<std::optional<std::int64_t>, 2>& steps) {
    for (std::size_t index = 0; index < m_columns.size(); ++index) {
        m_columns[index].gantt->setStep(steps[index]);
        m_columns[index].arena->setStep(steps[index]);
    }
}

void PlanColumns::setHighlighted(std::size_t column, const std::vector<LifeId>& lives) {
    m_columns[column].gantt->setHighlighted(lives);
    m_columns[column].arena->setHighlighted(lives);
}

void PlanColumns::showArenas(bool shown) {
    for (Column& column : m_columns) {
        if (column.arena->isHidden() != shown) continue;
        if (!shown) column.heights = column.charts->sizes();
        column.arena->setVisible(shown);
        column.gantt->setMinimumHeight(shown ? 0 : MinHeightAlone);
        column.charts->refresh(); // its least height is asked for at once
        if (shown) column.charts->setSizes(column.heights);
    }
}

void PlanColumns::reveal(std::size_t column, std::int64_t step) { m_columns[column].gantt->reveal(step); }

void PlanColumns::revealHighlighted(std::size_t column) {
    for (PlanChart* chart : {m_columns[column].gantt, m_columns[column].arena})
        if (!chart->highlighted().empty()) chart->reveal(chart->highlighted().front());
}

QRect PlanColumns::highlightedRect() const {
    for (const Column& column : m_columns)
        for (const PlanChart* chart : {column.arena, column.gantt}) {
            if (!chart->isVisible() || chart->highlighted().empty()) continue;
            const auto found = chart->lifeRect(chart->highlighted().front());
            const QRect seen = found ? found->toAlignedRect() & chart->rect() : QRect();
            if (!seen.isEmpty()) return {chart->mapTo(this, seen.topLeft()), seen.size()};
        }
    return {};
}

void PlanColumns::zoomTo(std::size_t column, std::int64_t step, const std::vector<LifeId>& lives) {
    m_columns[column].gantt->zoomTo(step, lives);
}

void PlanColumns::explain(std::size_t column, const QString& why, bool pending, const QString& cancelled) {
    m_columns[column].overlay->display(why, pending, cancelled);
}

const std::vector<GanttRows::Group>& PlanColumns::groups(std::size_t column) const {
    static const std::vector<GanttRows::Group> None;
    const auto* gantt = dynamic_cast<const GanttPainter*>(m_columns[column].gantt->painter());
    return gantt ? gantt->ganttRows().groups : None;
}

int PlanColumns::neededWidth(bool both) const {
    const double chart = MinPlotWidth + AxisLeft + AxisRight + 8;
    return static_cast<int>(both ? 2 * chart + m_grid->horizontalSpacing() : chart);
}

} // namespace edgewright::views
