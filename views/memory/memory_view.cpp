// SPDX-License-Identifier: GPL-3.0-or-later
// What the page shows; memory_view_time.cpp has cursor, selection and keys.
#include "views/memory/memory_view.h"

#include "views/memory/chart/kind_legend.h"
#include "views/memory/compared_plans.h"
#include "views/memory/lists/alive_panel.h"
#include "views/memory/lists/memory_lists.h"
#include "views/memory/lists/planner_panel.h"
#include "views/memory/lists/sharing_panel.h"
#include "views/memory/memory_figures.h"
#include "views/memory/memory_text.h"
#include "views/memory/plan_columns.h"
#include "views/memory/time_bar.h"
#include "views/memory/what_if_bar.h"
#include "views/support/fusion_edits.h"
#include "views/support/job/stage_overlay.h"
#include "views/support/job/stage_text.h"
#include "views/support/layouts.h"
#include "views/support/page/page_answer.h"
#include "views/support/pin/pin_bar.h"
#include "views/support/pin/pin_text.h"

namespace edgewright::views {

using namespace Qt::StringLiterals;

namespace {

constexpr int SideMargin = 16;          // pixels
constexpr int MinWidthForLegend = 1080; // of the page, beside the time bar
constexpr std::array ToldOfMemory{Quantity::Peak, Quantity::LowerBound, Quantity::WithoutReuse};

} // namespace

MemoryView::MemoryView(ViewContext& context, QWidget* parent)
    : View(context, parent), m_plans(new ComparedPlans(context, this)),
      m_answer(new PageAnswer(u"memoryAnswer"_s, this)), m_pinBar(new PinBar(context.pin, this)),
      m_compare(new CompareBar(this)), m_whatIf(new WhatIfBar(context.settings, this)),
      m_columns(new PlanColumns(context.pool, this)), m_lists(new MemoryLists(context, m_columns, this)),
      m_bottom(new QBoxLayout(QBoxLayout::LeftToRight)), m_time(new TimeBar(this)),
      m_legend(new KindLegend(this)) {
    setFocusPolicy(Qt::ClickFocus);
    auto* outer = columnIn(this, {SideMargin, 8, SideMargin, 8}, 8);
    m_answer->addCorner(m_pinBar);
    outer->addWidget(m_answer);
    outer->addWidget(m_compare);
    outer->addWidget(m_whatIf);
    outer->addWidget(m_lists, 1);
    m_bottom->setSpacing(8);
    m_bottom->addWidget(m_time, 1);
    m_bottom->addWidget(m_legend);
    outer->addLayout(m_bottom);

    connect(m_answer, &PageAnswer::linkFollowed, this, &MemoryView::followLink);
    connect(m_pinBar, &PinBar::tableWanted, m_lists, &MemoryLists::openPin);
    connect(m_compare, &CompareBar::comparisonChanged, this, &MemoryView::compare);
    connect(m_compare, &CompareBar::orderChanged, this, &MemoryView::rebuild);
    connect(m_compare, &CompareBar::axesChanged, this, &MemoryView::rebuild);
    connect(m_compare, &CompareBar::modulesOpened, this,
            [this](bool all) { openModules(m_cursor.leading(), std::nullopt, all); });
    connect(&m_columns->overlay(), &StageOverlay::retryRequested, this, &View::retryRequested);
    connect(m_columns, &PlanColumns::groupClicked, this,
            [this](std::size_t column, std::size_t group) { openModules(column, group, false); });
    connect(m_columns, &PlanColumns::itemClicked, this, [this](std::size_t column, const Item& item) {
        m_cursor.prefer(column);
        choose(m_cursor.sides()[column], item);
        showStep();
    });
    connect(m_columns, &PlanColumns::stepPicked, this, [this](std::size_t column, qint64 step) {
        m_time->play(false);
        setStep(column, step, true);
    });
    connect(m_lists, &MemoryLists::tabChanged, this, &MemoryView::arrange);
    connect(m_lists, &MemoryLists::tookRoom, m_columns, [this](bool taken) { m_columns->showArenas(!taken); });
    connect(&m_lists->planners(), &PlannerPanel::chosen, this, &MemoryView::showCell);
    const auto chooseOfLeading = [this](const Item& item) { choose(m_cursor.side(), item); };
    connect(&m_lists->alive(), &AlivePanel::chosen, this, chooseOfLeading);
    connect(&m_lists->sharing(), &SharingPanel::chosen, this, chooseOfLeading);
    connect(m_time, &TimeBar::peakWanted, this, [this] { goToPeak(m_cursor.leading()); });
    connect(m_time, &TimeBar::stepped, this, &MemoryView::stepBy);
    connect(m_time, &TimeBar::cleared, this, [this] { setStep(m_cursor.leading(), std::nullopt, false); });
    connect(m_time, &TimeBar::playStarted, this, [this] {
        const Side& side = m_cursor.side();
        if (side && (!step() || *step() + 1 >= side->steps())) setStep(m_cursor.leading(), 0, true);
    });
    connect(&context.selection, &Selection::changed, this, &MemoryView::selectionChanged);
    if (context.pin)
        connect(context.pin, &Pin::changed, this, [this] {
            const bool released = m_compare->offersPin() && !this->context().pin->a();
            if (isVisible() || released) takePin(); // its plans are let go at once
        });
    listKeys();
    compare();
}

void MemoryView::setAnalysis(std::shared_ptr<const pipeline::Analysis> analysis) {
    const auto before = m_plans->analysis();
    if (!before || !analysis || before->opened != analysis->opened) {
        m_groups = {};
        m_cursor.clear();
        m_time->play(false);
    }
    m_whatIf->update(analysis.get());
    if (!before || !analysis || before->typed != analysis->typed || before->fusion != analysis->fusion)
        m_groups.modules = nullptr;
    const bool grouped = m_groups.modules != nullptr;
    if (m_plans->setAnalysis(analysis)) {
        compare();
    } else {
        takeModules();
        if (!grouped && m_groups.modules) rebuild();
        explainGaps();
        if (before && analysis && failedCheckText(*before) != failedCheckText(*analysis)) showAnswer();
    }
    m_lists->planners().setAnalysis(std::move(analysis));
}

const MemoryView::Side& MemoryView::plannersBase() const {
    const bool original = m_compare->compare() == Compare::Planners ? !m_compare->fusedGraph()
                                                                    : m_compare->compare() == Compare::Original;
    const std::array<Side, 2>& sides = m_plans->ofGraphs();
    return sides[!original && sides[1] ? 1 : 0];
}

void MemoryView::compare() {
    const Compare compared = m_compare->compare();
    const Side& base = plannersBase();
    const pipeline::PlanOptions options = m_plans->optionsOf(base);
    PlannerPanel& table = m_lists->planners();
    ComparedPlans::Question question{.base = base};
    if (m_compare->showsPin()) {
        question.pair = ComparedPlans::Pair::Pinned;
    } else if (compared == Compare::Planners) {
        question.pair = ComparedPlans::Pair::Planners;
        question.other = {m_compare->otherPlanner(), m_compare->otherScheduler()};
        if (question.other.scheduler.empty()) question.other.scheduler = options.scheduler;
        if (table.base() == base)
            question.known = table.planOf(question.other.planner, question.other.scheduler);
    }
    m_plans->compare(question);
    m_columns->setSides(m_plans->sides(), compared);
    m_cursor.setSides(m_plans->sides(), compared == Compare::Original ? std::optional<std::size_t>(0)
                                        : compared == Compare::Fused  ? std::optional<std::size_t>(1)
                                                                      : std::nullopt);
    table.show(base, options);
    table.mark(question.other.planner, question.other.scheduler);
    arrange();
    rebuild();
}

void MemoryView::rebuild() {
    takeModules();
    const auto& sides = m_plans->sides();
    std::array<std::int64_t, 2> references{};
    for (std::size_t index = 0; index < sides.size(); ++index)
        if (sides[index] && m_compare->compare() != Compare::Planners)
            references[index] = m_plans->reference(sides[index]->after());
    const bool own = ownAxes();
    m_compare->showOwnAxes(own);
    m_columns->draw(m_compare->order(), m_groups, own, references);
    showAnswer();
    m_legend->show(sides);
    explainGaps();
    markSelection();
    placeCursor();
    showStep();
}

void MemoryView::explainGaps() {
    const auto& sides = m_plans->sides();
    for (const std::size_t index : {0, 1}) { // one has nothing while the other has
        const bool alone = !sides[index] && sides[1 - index];
        m_columns->explain(index, alone ? m_plans->gapText(index) : QString(), alone && m_plans->isPlanning(),
                           alone ? m_plans->cancelled() : QString());
    }
    const pipeline::Analysis* now = m_plans->analysis().get();
    const std::initializer_list<std::string_view> both{"memory", "memory_fused"};
    m_columns->overlay().display(emptyStateText(now, m_plans->ofGraphs()[0] || m_plans->ofGraphs()[1]),
                                 isPending(now, both), cancelledOf(now, both));
}

// The fused graph has a fraction of the steps: on the common axis nothing of it could be told apart.
bool MemoryView::ownAxes() const {
    const auto& [original, fused] = m_plans->ofGraphs();
    if (m_compare->compare() != Compare::Both || !original || !fused) return false;
    return m_compare->ownAxes(2 * fused->steps() <= original->steps());
}

void MemoryView::showCell(const std::string& planner, const std::string& scheduler) {
    if (m_compare->compare() != Compare::Planners || m_compare->showsPin())
        m_compare->setGraph(plannersBase() && plannersBase()->after());
    m_compare->setOther(planner, scheduler);
    if (m_compare->compare() == Compare::Planners)
        compare();
    else
        m_compare->setCompare(Compare::Planners);
}

// A beside B as soon as there are plans of A, and what stood there before once there are none.
void MemoryView::takePin() {
    const PinState* a = context().pin ? context().pin->a() : nullptr;
    m_lists->offerPin(a != nullptr);
    const bool plans = a && a->analysis;
    if (!plans) m_plans->letGoOfPinned();
    if (plans == m_compare->offersPin()) {
        if (!m_compare->showsPin() || !m_plans->takePinned()) return showAnswer();
        return compare();
    }
    if (plans) m_withoutPin = m_compare->compare();
    const bool shown = m_compare->showsPin();
    m_compare->offerPin(plans);
    if (plans)
        m_compare->setCompare(Compare::Planners);
    else if (shown)
        m_compare->setCompare(m_withoutPin);
    else
        showAnswer();
}

QString MemoryView::pinnedAnswer() const {
    const Pin* pin = context().pin;
    if (!pin || !pin->a()) return {};
    if (!m_compare->showsPin()) return u' ' + pinAnswer(*pin, ToldOfMemory);
    const PlanSide *first = m_plans->pinned()[0].get(), *second = m_plans->pinned()[1].get();
    if (!first || !second) return second ? planAnswer(*second, true) : QString();
    const StateNames names = stateNames(*pin, ToldOfMemory);
    const auto name = [](const QString& letter, const QString& what) {
        return what.isEmpty() ? letter : tr("%1 (%2)").arg(letter, what.toHtmlEscaped());
    };
    return plannerAnswer(first, second, name(u"A"_s, names.a), name(u"B"_s, names.b));
}

void MemoryView::showAnswer() {
    const PlanSide *first = m_plans->sides()[0].get(), *second = m_plans->sides()[1].get();
    const auto answer = [&] {
        switch (m_compare->compare()) {
        case Compare::Original:
            return first ? planAnswer(*first, false) : QString();
        case Compare::Fused:
            return second ? planAnswer(*second, true) : QString();
        case Compare::Both:
            return fusionAnswer(first, second);
        case Compare::Planners:
            break;
        }
        return m_compare->showsPin() ? QString() : plannerAnswer(first, second);
    };
    m_answer->setAnswer(answer() + pinnedAnswer());
    const Compare compared = m_compare->compare();
    QString conditions = contentText(compared == Compare::Fused ? nullptr : first,
                                     compared == Compare::Original ? nullptr : second);
    const bool showsFused =
        compared == Compare::Planners ? m_compare->fusedGraph() : compared != Compare::Original;
    const auto now = m_plans->analysis();
    if (const QString failed = now && showsFused ? failedCheckText(*now) : QString(); !failed.isEmpty())
        conditions += QStringLiteral(" · ") + failed;
    m_answer->setConditions(conditions);
}

void MemoryView::followLink(const QString& target) {
    if (target == u"planners"_s)
        m_lists->openPlanners();
    else if (target == u"pin"_s)
        m_lists->openPin();
    else if (target == u"memory"_s)
        goToPeak(m_cursor.leading());
    else if (target == u"before"_s || target == u"after"_s)
        goToPeak(target == u"after"_s ? 1 : 0);
}

void MemoryView::takeModules() {
    const pipeline::Analysis* now = m_plans->analysis().get();
    if (m_compare->order() != RowOrder::Module || m_groups.modules || !now || !now->typed) return;
    const pipeline::GraphModules* original = now->modules.get();
    const pipeline::FusedModules* fused = now->fusion ? now->modulesFused.get() : nullptr;
    if (!original || original->graph != now->typed->graph) return;
    if (now->fusion && (!fused || fused->fusion != now->fusion)) return;
    m_groups.modules = std::make_shared<const PlanModules>(original->modules, fused);
}

void MemoryView::openModules(std::size_t column, std::optional<std::size_t> group, bool all) {
    if (group) {
        const std::vector<GanttRows::Group>& groups = m_columns->groups(column);
        if (*group < groups.size())
            if (const std::string& name = groups[*group].name; !m_groups.open.erase(name))
                m_groups.open.insert(name);
    } else {
        m_groups.open.clear();
        for (const std::size_t each : {0, 1})
            for (const GanttRows::Group& every : m_columns->groups(each))
                if (all) m_groups.open.insert(every.name);
    }
    rebuild();
}

std::vector<Figure> MemoryView::figures() const {
    const bool planners = m_compare->compare() == Compare::Planners;
    const auto& [original, fused] = m_plans->ofGraphs();
    const auto& [first, second] = m_plans->sides();
    const PlannerPanel& table = m_lists->planners();
    return memoryFigures({original, fused, planners ? first : nullptr, planners ? second : nullptr,
                          table.traces(), table.bound()},
                         m_compare->order(), m_groups);
}

std::vector<Slide> MemoryView::slides() const {
    std::vector<Slide> all = View::slides();
    if (const Side& side = m_cursor.side(); side && side->steps() > 0)
        all.push_back(memoryStepSlide(side, step().value_or(0), answer()));
    return all;
}

QRect MemoryView::selectedRect() const {
    const QRect found = m_columns->highlightedRect();
    return found.isEmpty() ? QRect() : QRect(m_columns->mapTo(this, found.topLeft()), found.size());
}

std::size_t MemoryView::currentSlide() const { return step() ? figures().size() : 0; }

void MemoryView::arrange() {
    const bool both = m_compare->compare() == Compare::Both || m_compare->compare() == Compare::Planners;
    m_lists->arrange({width() - 2 * SideMargin, height()}, m_columns->neededWidth(both));
    m_bottom->setDirection(width() >= MinWidthForLegend ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
}

void MemoryView::resizeEvent(QResizeEvent* event) {
    View::resizeEvent(event);
    arrange();
}

// What changed while nobody looked.
void MemoryView::showEvent(QShowEvent* event) {
    takePin();
    View::showEvent(event);
}

void MemoryView::hideEvent(QHideEvent* event) {
    m_time->play(false);
    View::hideEvent(event);
}

const ViewEntry memory_view{
    .id = "memory",
    .title = QT_TRANSLATE_NOOP("Page", "Memory"),
    .icon = ":/icons/memory.svg",
    .hint = QT_TRANSLATE_NOOP("Page", "Lifetimes and arena addresses of every tensor, before and after fusion"),
    .make = [](ViewContext& context) -> std::unique_ptr<View> { return std::make_unique<MemoryView>(context); },
    .stages = {"memory_other", "memory_fused_other", "memory_table", "memory_fused_table"}};

} // namespace edgewright::views
