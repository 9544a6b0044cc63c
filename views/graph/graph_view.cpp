// SPDX-License-Identifier: GPL-3.0-or-later
// How the page is put together, and how what it shows gets to its parts. What people do:
// graph_view_actions.cpp.
#include "views/graph/graph_view.h"

#include "core/pipeline/graph_modules.h"
#include "views/graph/answer_text.h"
#include "views/graph/canvas/callout.h"
#include "views/graph/graph_colours.h"
#include "views/graph/graph_slides.h"
#include "views/graph/panels/history_bar.h"
#include "views/graph/panels/outline_panel.h"
#include "views/graph/panels/pin_panel.h"
#include "views/graph/panels/rules_panel.h"
#include "views/graph/panels/steps_panel.h"
#include "views/session/measurements.h"
#include "views/session/pin.h"
#include "views/support/layouts.h"
#include "views/support/page/page_answer.h"
#include "views/support/pin/pin_bar.h"
#include "views/support/pin/pin_text.h"

#include <QKeyEvent>
#include <QLabel>
#include <QStackedWidget>
#include <QTabWidget>
#include <QToolButton>
#include <QVBoxLayout>

namespace edgewright::views {

namespace {

constexpr std::array ToldOfGraphs{Quantity::Nodes, Quantity::Macs, Quantity::Peak, Quantity::Seconds};
constexpr int CalloutTop = 64; // below the line of switches and the headings

std::unique_ptr<View> make(ViewContext& context) { return std::make_unique<GraphView>(context); }

QVBoxLayout* tightColumn(QWidget* widget) {
    auto* column = columnIn(widget, {}, 0);
    return column;
}

} // namespace

const ViewEntry graph_view{"graph",
                           QT_TRANSLATE_NOOP("Page", "Graph"),
                           ":/icons/graph.svg",
                           QT_TRANSLATE_NOOP("Page", "The graph before and after operator fusion"),
                           make,
                           {},
                           "saveFusedAction"};

GraphView::GraphView(ViewContext& context, QWidget* parent)
    : View(context, parent), m_stack(new QStackedWidget(this)),
      m_answer(new PageAnswer(QStringLiteral("graphAnswer"), this)), m_pinBar(new PinBar(context.pin, this)),
      m_side(new QTabWidget), m_rules(new RulesPanel(context)), m_steps(new StepsPanel(context)),
      m_outline(new OutlinePanel), m_pinPanel(new PinPanel(context, this)), m_bar(new PageBar(context.pool)),
      m_pair(new GraphPair(context, m_state)), m_history(new HistoryBar),
      m_colours(new GraphColours(context, m_state, *m_pair)), m_right(new QWidget),
      m_callout(new Callout(m_right, CalloutTop)),
      m_folding(context.selection, m_state, *m_pair, *m_bar, *m_outline),
      m_presentation(context, m_state, *m_pair, m_folding),
      m_selection(context.selection, m_state, *m_pair, m_folding, *m_bar, *m_outline),
      m_byHand(context, m_state, m_selection, *m_pair, *m_callout),
      m_copyPicture(context.pool, tr("Copy picture")) {
    arrange();
    connectPictures();
    connectPanels();
    makeKeys();
}

void GraphView::arrange() {
    m_side->setObjectName(QStringLiteral("graphSide"));
    m_side->setDocumentMode(true);
    m_side->addTab(m_rules, tr("Fusion"));
    m_side->addTab(m_steps, tr("Steps"));
    m_side->addTab(m_outline, tr("Outline"));
    m_pinPanel->hide(); // its tab comes with what is pinned
    auto* right = tightColumn(m_right);
    right->addWidget(m_bar);
    right->addWidget(m_pair, 1);
    right->addWidget(m_history);
    right->addWidget(m_colours);
    auto* all = new QSplitter(Qt::Horizontal);
    all->setObjectName(QStringLiteral("graphColumns"));
    all->setChildrenCollapsible(false);
    all->addWidget(m_side);
    all->addWidget(m_right);
    all->setStretchFactor(0, 0);
    all->setStretchFactor(1, 1);
    all->setSizes({280, 1000});
    auto* empty = new QLabel(tr("Open an ONNX model to see its graph before and after operator fusion."));
    empty->setObjectName(QStringLiteral("graphEmpty"));
    empty->setAlignment(Qt::AlignCenter);
    empty->setWordWrap(true);
    m_stack->addWidget(empty);
    m_stack->addWidget(all);
    auto* page = tightColumn(this);
    m_answer->addCorner(m_pinBar);
    m_answer->reserveLines(2);
    m_answer->setContentsMargins(16, 6, 8, 4);
    m_answer->hide();
    page->addWidget(m_answer);
    page->addWidget(m_stack, 1);
    setFocusProxy(&m_pair->before().canvas());
}

void GraphView::connectPictures() {
    for (GraphPane* pane : m_pair->panes()) {
        connect(&pane->canvas(), &GraphCanvas::picked, m_callout, [this](const Item& item) {
            if (item.empty()) m_callout->hide();
        });
        pane->canvas().installEventFilter(this);
        connect(&pane->canvas(), &GraphCanvas::enterRequested, this, &GraphView::enter);
        connect(&pane->canvas(), &GraphCanvas::leaveRequested, this, &GraphView::leave);
        connect(pane, &GraphPane::shown, this, [this] {
            m_colours->showColours();
            m_selection.show();
            followStep();
        });
    }
    connect(m_pair, &GraphPair::menuRequested, this, &GraphView::showMenu);
    connect(&m_presentation, &GraphPresentation::retryRequested, this, &View::retryRequested);
    connect(&m_presentation, &GraphPresentation::presented, this, [this](NodeId kept) {
        showPictures();
        if (kept.valid())
            m_selection.keep(kept);
        else
            m_selection.show();
        followStep();
    });
    connect(&m_folding, &ModuleFolding::said, this, &View::message);
    connect(&m_presentation, &GraphPresentation::said, this, &View::message);
    connect(&m_selection, &GraphSelection::said, this, &View::message);
    connect(m_colours, &GraphColours::said, this, &View::message);
}

void GraphView::connectPanels() {
    connect(&m_bar->panelToggle(), &QToolButton::toggled, m_side, &QWidget::setVisible);
    connect(m_bar, &PageBar::modeChanged, this, &GraphView::setMode);
    connect(&m_bar->difference(), &QToolButton::toggled, m_colours, &GraphColours::showMarks);
    connect(&m_bar->link(), &QToolButton::toggled, m_pair, &GraphPair::setLinked);
    connect(&m_bar->choose(), &QToolButton::toggled, this, [this](bool on) {
        for (GraphPane* pane : m_pair->panes())
            pane->canvas().setTool(on ? GraphCanvas::Tool::Choose : GraphCanvas::Tool::Pan);
    });
    connect(&m_bar->search(), &SearchField::current, this, &GraphView::goToHit);
    connect(&m_bar->fuse(), &QToolButton::clicked, this, &GraphView::fuseChosen);
    connect(&m_bar->breadcrumbs(), &Breadcrumbs::chosen, this, &GraphView::goToCrumb);
    connect(m_rules, &RulesPanel::ruleChosen, this, [this](const std::string& rule) {
        m_steps->setRule(rule);
        m_side->setCurrentWidget(m_steps);
    });
    connect(m_steps, &StepsPanel::said, this,
            [this](const QString& text) { m_callout->say(text, Callout::Tone::Done); });
    connect(m_steps, &StepsPanel::nodesChosen, &m_selection, &GraphSelection::highlightAll);
    connect(m_steps, &StepsPanel::stepChosen, m_history, &HistoryBar::setStep);
    connect(m_outline, &OutlinePanel::bookmarkChosen, this, &GraphView::goToBookmark);
    connect(m_history, &HistoryBar::stepChanged, this, [this](std::size_t step) {
        m_steps->setStepShown(m_history->atEnd() ? SIZE_MAX : step);
        m_stepping = true;
        m_presentation.present(step);
    });
    connect(m_answer, &PageAnswer::linkFollowed, this, &GraphView::followLink);
    connect(m_pinBar, &PinBar::tableWanted, this, [this] { followLink(QStringLiteral("pin")); });
    if (const Pin* pin = context().pin)
        connect(pin, &Pin::changed, this, [this] {
            if (isVisible()) showAnswer();
        });
    if (const Measurements* measurements = context().measurements) {
        connect(measurements, &Measurements::changed, this, [this] {
            m_rules->showMeasured();
            m_colours->showMeasured();
            if (isVisible()) showAnswer();
        });
    }
}

void GraphView::setAnalysis(std::shared_ptr<const pipeline::Analysis> analysis) {
    m_state.analysis = std::move(analysis);
    const pipeline::Analysis* now = m_state.analysis.get();
    const bool model = now && now->typed;
    m_stack->setCurrentIndex(model ? 1 : 0);
    if (const auto graph = model ? now->typed->graph : nullptr; graph != m_state.model) {
        forgetModel();
        m_state.model = graph;
        m_selection.openBookmarks();
        showPlaces();
    }
    if (m_folding.take()) {
        m_folding.show();
        if (!m_state.inside())
            m_presentation.present(m_history->step());
        else if (const NodeId node = m_selection.node(); node.valid())
            m_selection.goTo(node); // somebody went there before its modules were known
    }
    m_rules->setAnalysis(m_state.analysis);
    const auto history = model ? now->fusion : nullptr;
    m_steps->setHistory(history);
    m_history->setHistory(history);
    if (m_presentation.setHistory(history)) m_presentation.present(m_history->step());
    m_steps->setBenefits(model && !now->isStale("benefits") ? now->benefits : nullptr);
    showPictures();
    m_selection.show();
    showAnswer();
}

// Space on a picture: pauses the history, and plays it while there is no node that it would choose.
bool GraphView::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::KeyPress && m_history->isVisible() && m_history->isEnabled()) {
        const auto* key = static_cast<QKeyEvent*>(event);
        const bool isPlaying = m_history->isPlaying();
        if (key->key() == Qt::Key_Space && key->modifiers() == Qt::NoModifier &&
            (isPlaying || !m_selection.node().valid())) {
            m_history->play(!isPlaying);
            return true;
        }
    }
    return View::eventFilter(watched, event);
}

// What the patch has changed is selected and comes into sight; no further than it takes, and folds stay.
void GraphView::followStep() {
    if (!m_stepping || !m_presentation.isShown()) return;
    m_stepping = false;
    if (const NodeId node = m_presentation.lastChanged(); node.valid()) m_selection.keep(node);
    m_history->arrived();
}

void GraphView::forgetModel() {
    m_answer->forget();
    m_stepping = false;
    m_presentation.forget();
    m_folding.forget();
    m_selection.forget();
    m_byHand.forget();
    m_colours->forget();
    m_state.places.clear();
    m_callout->hide();
    m_steps->setRule({});
}

void GraphView::showPictures() {
    if (!m_folding.waits()) m_folding.show();
    m_presentation.show();
    std::vector<std::shared_ptr<const ir::Graph>> searched;
    if (const std::size_t depth = m_state.searchedDepth(); depth > 0) {
        searched.push_back(m_state.places[depth - 1].graph);
    } else if (m_state.model) {
        searched.push_back(m_state.model);
        if (m_state.isCurrent()) searched.push_back(m_state.presented->graph);
    }
    m_bar->search().setGraphs(std::move(searched), m_state.shownGraph());
    m_colours->showMarks(m_bar->difference().isChecked());
    m_colours->showColours();
}

void GraphView::showPlaces() {
    const bool inside = m_state.inside();
    if (inside) {
        QStringList path{m_state.modelName()};
        for (const GraphState::Place& place : m_state.places)
            path << place.name;
        m_bar->breadcrumbs().setPath(path);
    }
    context().settings.look(
        [&](pipeline::ViewState& view) { view.graphInside = inside ? m_state.shownGraph() : nullptr; });
    m_bar->setComparing(!inside);
    m_history->setVisible(!inside);
    setMode(m_bar->mode());
    m_state.module = {};
    m_folding.show();
}

void GraphView::setMode(PageBar::Mode mode) {
    m_bar->setMode(mode);
    m_pair->setMode(mode);
    const bool one = mode == PageBar::Mode::One && !m_state.inside();
    setFocusProxy(one ? &m_pair->after().canvas() : &m_pair->before().canvas());
}

void GraphView::showAnswer() {
    const Pin* pin = context().pin;
    const bool pinned = pin && pin->a();
    const PageWords words = pinned             ? PageWords{pinAnswer(*pin, ToldOfGraphs)}
                            : m_state.analysis ? graphAnswer(*m_state.analysis, currentRecord(context()))
                                               : PageWords();
    m_answer->display(words);
    m_answer->setVisible(!words.headline.isEmpty());
    showPinTab(*m_side, *m_pinPanel, tr("A | B"), pinned);
}

void GraphView::showEvent(QShowEvent* event) {
    View::showEvent(event);
    showAnswer();
    m_selection.seen(); // what was selected elsewhere meanwhile
}

std::vector<Figure> GraphView::figures() const {
    const auto of = m_state.analysis ? m_state.analysis->modulesFused : nullptr;
    const bool isOfShown = of && of->fusion == m_state.analysis->fusion;
    GraphPair::PaperFolding folding;
    if (isOfShown) {
        folding.fused = m_folding.ofModel().folding({of, &of->of});
        folding.allAfter = m_folding.ofModel().allFolded({of, &of->of});
    }
    if (m_folding.folds().graph() == m_state.shownGraph()) folding.allBefore = m_folding.folds().allFolded();
    return m_pair->figures(m_folding.waits(), folding);
}

std::vector<Slide> GraphView::slides() const {
    if (!m_state.history()) return {};
    const ModuleFolds& folds = m_folding.ofModel();
    return graphSlides(m_state.analysis->fusion, folds.any() ? folds.modules() : nullptr, answer());
}

std::size_t GraphView::currentSlide() const {
    return m_state.isCurrent() && !m_state.presented->atEnd() ? m_state.presented->step : 0;
}

QRect GraphView::selectedRect() const {
    for (const GraphPane* pane : m_pair->panes()) {
        const GraphCanvas& canvas = pane->canvas();
        if (!canvas.isVisible() || canvas.highlighted().empty()) continue;
        const auto found = canvas.nodeRect(*canvas.highlighted().begin());
        const QRect seen = found ? found->toAlignedRect() & canvas.rect() : QRect();
        if (!seen.isEmpty()) return {canvas.mapTo(this, seen.topLeft()), seen.size()};
    }
    return {};
}

QJsonObject GraphView::saveState() const {
    QJsonObject state = View::saveState();
    m_pair->saveSeen(state);
    return state;
}

void GraphView::restoreState(const QJsonObject& state) {
    View::restoreState(state);
    m_pair->restoreSeen(state);
}

} // namespace edgewright::views
