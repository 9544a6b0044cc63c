// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/measure/timeline/timeline_widget.h"

#include "core/base/propagate.h"
#include "views/measure/timeline/timeline_legend.h"
#include "views/support/job/stage_overlay.h"
#include "views/support/layouts.h"
#include "views/support/plain_tip.h"
#include "views/support/quantity.h"
#include "views/support/utf8.h"

#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <QShortcut>
#include <QSignalBlocker>
#include <QToolButton>

#include <algorithm>
#include <cmath>

namespace edgewright::views {

namespace {

constexpr std::size_t MaxSources = 2;
constexpr std::size_t MaxListedRuns = 1000; // nobody chooses among more

bool isSame(const TimelineSource& a, const TimelineSource& b) {
    return a.trace == b.trace && a.matches == b.matches && a.title == b.title && a.memory == b.memory;
}

bool isSame(const TimelineGraphs& a, const TimelineGraphs& b) {
    return a.original == b.original && a.fusion == b.fusion;
}

// The same trace, though it may have been made again.
bool looksSame(const TimelineModel& a, const TimelineModel& b) {
    return &a == &b || (a.source().title == b.source().title && a.index().size() == b.index().size() &&
                        a.end() == b.end() && a.runs().size() == b.runs().size());
}

// Of a tensor the operator that writes it.
NodeId nodeOf(const TimelineGraphs& graphs, const Item& item) {
    if (!item.value.valid()) return item.node;
    const auto producer = [&](const ir::Graph& graph) {
        for (const NodeId id : graph.order())
            if (std::ranges::find(graph.node(id).outputs, item.value) != graph.node(id).outputs.end())
                return id;
        return NodeId();
    };
    NodeId found = graphs.original ? producer(*graphs.original) : NodeId();
    if (!found.valid() && graphs.fusion) found = producer(graphs.fusion->graph);
    return found;
}

} // namespace

TimelineWidget::TimelineWidget(Selection& selection, QThreadPool& pool, QWidget* parent)
    : QWidget(parent), m_selection(selection), m_emptyText(tr("There is no trace to show.")),
      m_search(new TimelineSearchBar(pool, this)), m_fit(new QToolButton(this)),
      m_chart(new TimelineChart(pool, this)), m_scroll(new QScrollBar(Qt::Vertical, this)),
      m_overlay(new StageOverlay(m_chart)), m_legend(new TimelineLegend(this)),
      m_build(pool, tr("Prepare the timeline")) {
    setObjectName(QStringLiteral("timelineWidget"));
    m_fit->setText(tr("Fit"));
    m_fit->setToolTip(tr("Show all of it (Home)"));
    m_fit->setAccessibleName(m_fit->toolTip());
    m_fit->setAutoRaise(true);
    m_fit->setObjectName(QStringLiteral("timelineFit"));
    m_scroll->setObjectName(QStringLiteral("timelineScroll"));
    m_scroll->setAccessibleName(tr("Rows of the timeline"));
    auto* bar = new QHBoxLayout;
    bar->setSpacing(8);
    constexpr int WidestSearch = 420; // pixels
    m_search->setMaximumWidth(WidestSearch);
    bar->addWidget(m_search, 1);
    bar->addStretch();
    for (std::size_t i = 0; i < MaxSources; ++i) {
        auto* runs = new QComboBox(this);
        runs->setObjectName(QStringLiteral("timelineRun%1").arg(i));
        runs->hide();
        connect(runs, &QComboBox::activated, this, [this, i](int run) { chooseRun(i, run); });
        m_runs.push_back(runs);
        bar->addWidget(runs);
    }
    bar->addWidget(m_fit);
    auto* picture = new QHBoxLayout;
    picture->setSpacing(0);
    picture->addWidget(m_chart, 1);
    picture->addWidget(m_scroll);
    auto* column = columnIn(this, {}, 4);
    column->addLayout(bar);
    column->addLayout(picture, 1);
    column->addWidget(m_legend);

    auto* find = new QShortcut(QKeySequence::Find, this);
    find->setContext(Qt::WidgetWithChildrenShortcut);
    connect(find, &QShortcut::activated, m_search, &TimelineSearchBar::focus);
    connect(m_fit, &QToolButton::clicked, m_chart, &TimelineChart::fitAll);
    connect(m_chart, &TimelineChart::spanClicked, this, &TimelineWidget::choose);
    connect(m_chart, &TimelineChart::windowChanged, this, &TimelineWidget::showScroll);
    connect(m_scroll, &QScrollBar::valueChanged, this, [this](int value) {
        TimelineWindow window = m_chart->window();
        window.scroll = value;
        m_chart->setWindow(window);
    });
    connect(m_search, &TimelineSearchBar::found, this, [this] { m_chart->setHits(m_search->hits()); });
    connect(m_search, &TimelineSearchBar::current, this, [this](SpanRef span) {
        m_chart->setHit(span);
        choose(span);
    });
    connect(&m_selection, &Selection::changed, this, [this] {
        if (m_choosing) return;
        m_chosen = {};
        showSelected(true);
    });
    connect(&m_build, &JobSlot::cancelled, this, [this] { showState(); });
    showState();
}

void TimelineWidget::setEmptyText(const QString& text) {
    m_emptyText = text;
    showState();
}

void TimelineWidget::setSources(std::vector<TimelineSource> sources, TimelineGraphs graphs) {
    if (sources.size() > MaxSources) sources.resize(MaxSources);
    if (sources.empty()) {
        m_build.stop();
        display(nullptr, false);
        emit prepared();
        return;
    }
    // What is there already, by source; nodes mean something else in other graphs.
    std::vector<Model> ready(sources.size());
    if (m_scene && isSame(m_scene->graphs, graphs))
        for (std::size_t i = 0; i < sources.size(); ++i)
            for (const TimelineScene::Shown& each : m_scene->sources)
                if (isSame(each.model->source(), sources[i])) ready[i] = each.model;
    if (std::ranges::find(ready, nullptr) == ready.end()) {
        m_build.stop();
        take(std::move(ready), std::move(graphs));
        return;
    }
    m_build.start(
        [sources = std::move(sources), graphs,
         ready](const RunContext& run) mutable -> Result<std::vector<Model>> {
            for (std::size_t i = 0; i < sources.size(); ++i)
                if (!ready[i]) {
                    ASSIGN_OR_RETURN(ready[i], TimelineModel::build(std::move(sources[i]), graphs, run));
                }
            return ready;
        },
        [this, graphs](Result<std::vector<Model>> models) {
            if (models) return take(*std::move(models), graphs);
            display(nullptr, false);
            showState(text(models.error().message));
            emit prepared();
        });
    showState();
}

void TimelineWidget::take(std::vector<Model> models, TimelineGraphs graphs) {
    const bool isSameFirst = m_scene && m_scene->sources.size() == models.size() &&
                             looksSame(*m_scene->sources.front().model, *models.front());
    auto scene = std::make_shared<TimelineScene>(TimelineScene::of(std::move(models), std::move(graphs)));
    if (isSameFirst && scene->sources.size() > 1) // runs that were chosen stay
        for (std::size_t i = 0; i < scene->sources.size(); ++i)
            if (const TimelineModel& model = *scene->sources[i].model;
                !model.runs().empty() && looksSame(*m_scene->sources[i].model, model))
                scene->showRun(i, m_scene->sources[i].run);
    display(std::move(scene), isSameFirst);
    emit prepared();
}

void TimelineWidget::display(std::shared_ptr<const TimelineScene> scene, bool keepWindow) {
    m_scene = std::move(scene);
    m_chosen = {};
    m_chart->setScene(m_scene, keepWindow);
    m_search->setScene(m_scene);
    m_search->setEnabled(m_scene != nullptr);
    m_fit->setEnabled(m_scene != nullptr);
    m_legend->display(m_scene ? m_scene->kinds() : std::set<ops::Category>());
    showRuns();
    showSelected(false);
    showState();
}

void TimelineWidget::showRuns() {
    for (std::size_t i = 0; i < m_runs.size(); ++i) {
        const QSignalBlocker quiet(m_runs[i]);
        m_runs[i]->clear();
        const bool hasRuns = m_scene && m_scene->sources.size() > 1 && i < m_scene->sources.size() &&
                             m_scene->sources[i].model->runs().size() > 1;
        m_runs[i]->setVisible(hasRuns);
        if (!hasRuns) continue;
        const TimelineScene::Shown& shown = m_scene->sources[i];
        const std::vector<TimelineRun>& runs = shown.model->runs();
        for (std::size_t run = 0; run < std::min(runs.size(), MaxListedRuns); ++run)
            m_runs[i]->addItem(
                tr("Run %1 of %2: %3").arg(run + 1).arg(runs.size()).arg(secondsText(runs[run].seconds())));
        m_runs[i]->setCurrentIndex(static_cast<int>(shown.run));
        const QString told =
            tr("The run of %1 that begins at 0; the typical one at first").arg(shown.model->source().title);
        m_runs[i]->setToolTip(plainTip(told));
        m_runs[i]->setAccessibleName(told);
    }
}

void TimelineWidget::chooseRun(std::size_t source, int run) {
    if (!m_scene || run < 0) return;
    auto scene = std::make_shared<TimelineScene>(*m_scene);
    scene->showRun(source, static_cast<std::size_t>(run));
    display(std::move(scene), true);
}

void TimelineWidget::choose(SpanRef span) {
    const QScopedValueRollback choosing(m_choosing, true);
    m_chosen = span;
    std::vector<NodeId> nodes;
    if (m_scene && span.valid()) {
        const auto own = m_scene->model(span).nodes(span.at);
        nodes.assign(own.begin(), own.end());
        // Of another fusion than the graph's: what it stood for.
        if (m_scene->graphs.original &&
            std::ranges::none_of(nodes, [&](NodeId id) { return m_scene->graphs.node(id) != nullptr; }))
            nodes = m_scene->model(span).origins(span.at, m_scene->graphs);
    }
    if (nodes.empty()) {
        m_selection.clear();
    } else {
        m_selection.choose(nodes);
        m_selection.select({nodes.front(), {}});
    }
    showSelected(false);
}

void TimelineWidget::showSelected(bool bringIntoView) {
    if (!m_scene) return;
    std::vector<NodeId> nodes = m_selection.chosen();
    if (const NodeId node = nodeOf(m_scene->graphs, m_selection.current()); node.valid()) nodes.push_back(node);
    std::vector<std::vector<std::uint32_t>> selected = m_scene->positionsOf(nodes);
    if (m_chosen.valid() && selected[m_chosen.source].empty()) selected[m_chosen.source].push_back(m_chosen.at);
    m_chart->setSelected(selected);
    if (!bringIntoView) return;
    // The nearest to what is seen, unless one of them is.
    const double middle = (m_chart->window().time.from + m_chart->window().time.to) / 2;
    SpanRef nearest;
    double least = 0;
    for (std::size_t i = 0; i < selected.size(); ++i)
        for (const std::uint32_t at : selected[i]) {
            const SpanRef span{i, at};
            const double away = std::abs((m_scene->start(span) + m_scene->end(span)) / 2 - middle);
            if (nearest.valid() && away >= least) continue;
            nearest = span;
            least = away;
        }
    if (nearest.valid()) m_chart->reveal(nearest);
}

void TimelineWidget::showScroll() {
    const QSignalBlocker quiet(m_scroll);
    const TimelineGeometry now = m_chart->geometry();
    m_scroll->setRange(0, static_cast<int>(std::ceil(now.mostScroll())));
    m_scroll->setPageStep(std::max(1, static_cast<int>(now.rows.height())));
    m_scroll->setSingleStep(static_cast<int>(m_chart->window().rowHeight));
    m_scroll->setValue(static_cast<int>(std::lround(m_chart->window().scroll)));
    m_scroll->setVisible(m_scene && now.mostScroll() > 0);
    m_search->setBegin(m_chart->window().time.from);
}

void TimelineWidget::showState(const QString& failure) {
    const QString words = !failure.isEmpty()  ? failure
                          : m_scene           ? QString()
                          : m_build.running() ? tr("The timeline is being prepared …")
                                              : m_emptyText;
    m_overlay->display(words, m_build.running());
}

void TimelineWidget::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) showState();
    QWidget::changeEvent(event);
}

} // namespace edgewright::views
