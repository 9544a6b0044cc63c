// SPDX-License-Identifier: GPL-3.0-or-later
// How the page is put together. What it shows: graph_view_show.cpp; what it changes: graph_view_edit.cpp.
#include "views/graph/graph_view.h"

#include "views/graph/canvas/callout.h"
#include "views/graph/canvas/graph_legend.h"
#include "views/graph/canvas/mini_map.h"
#include "views/graph/graph_slides.h"
#include "views/graph/panels/history_bar.h"
#include "views/graph/panels/outline_panel.h"
#include "views/graph/panels/pin_panel.h"
#include "views/graph/panels/rules_panel.h"
#include "views/graph/panels/steps_panel.h"
#include "views/session/measurements.h"
#include "views/session/pin.h"
#include "views/support/answer_line.h"
#include "views/support/job/stage_overlay.h"
#include "views/support/pin/pin_bar.h"

#include <QContextMenuEvent>
#include <QHBoxLayout>
#include <QJsonArray>
#include <QLabel>
#include <QScopedValueRollback>
#include <QSplitter>
#include <QStackedWidget>
#include <QTabWidget>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

#include <utility>

namespace edgewright::views {

namespace {

constexpr int CalloutTop = 76; // below the line of switches and the headings
constexpr int SeenDelay = 120; // ms

std::unique_ptr<View> make(ViewContext& context) { return std::make_unique<GraphView>(context); }

} // namespace

std::vector<Slide> GraphView::slides() const {
    return m_analysis && m_analysis->fusion ? graphSlides(m_analysis->fusion) : std::vector<Slide>();
}

QJsonObject GraphView::saveState() const {
    QJsonObject state = View::saveState();
    for (const GraphPane* pane : {m_before, m_after}) {
        const GraphCanvas& canvas = pane->canvas();
        if (canvas.scene() && !canvas.atStart())
            state.insert(canvas.objectName(),
                         QJsonArray{canvas.origin().x(), canvas.origin().y(), canvas.zoom()});
    }
    return state;
}

void GraphView::restoreState(const QJsonObject& state) {
    View::restoreState(state);
    m_restored.emplace(); // one that is still waited for is void
    for (GraphPane* pane : {m_before, m_after}) {
        const QJsonArray seen = state.value(pane->canvas().objectName()).toArray();
        const double x = seen.at(0).toDouble(), y = seen.at(1).toDouble(), zoom = seen.at(2).toDouble();
        if (seen.size() != 3 || zoom <= 0) continue;
        connect(pane, &GraphPane::shown, &*m_restored, [pane, x, y, zoom, done = false]() mutable {
            GraphCanvas& canvas = pane->canvas();
            if (done || !canvas.scene()) return;
            done = true;
            const QRectF all(QPointF(), canvas.scene()->size());
            if (all.intersects(QRectF(QPointF(x, y), QSizeF(canvas.size()) / zoom)))
                canvas.setViewFrom({x, y}, zoom);
        });
    }
}

const ViewEntry graph_view{"graph",
                           QT_TRANSLATE_NOOP("Page", "Graph"),
                           ":/icons/graph.svg",
                           QT_TRANSLATE_NOOP("Page", "The graph before and after operator fusion"),
                           make,
                           {},
                           "saveFusedAction"};

GraphView::GraphView(ViewContext& context, QWidget* parent)
    : View(context, parent), m_answer(new AnswerLine(this)), m_stack(new QStackedWidget(this)),
      m_side(new QTabWidget), m_rules(new RulesPanel(context)), m_steps(new StepsPanel(context)),
      m_outline(new OutlinePanel), m_pinBar(new PinBar(context.pin, this)),
      m_pinPanel(new PinPanel(context, this)), m_bar(new PageBar(context.pool)),
      m_before(new GraphPane(GraphPane::Side::Before, context)),
      m_after(new GraphPane(GraphPane::Side::After, context)), m_afterStage(new StageOverlay(m_after)),
      m_panes(new QSplitter(Qt::Horizontal)), m_history(new HistoryBar), m_legend(new GraphLegend),
      m_callout(nullptr), m_present(context.pool, tr("Fusion step")),
      m_benefits(context.pool, tr("What fusion saves")), m_benefitsOfA(context.pool, tr("What fusion saves")),
      m_byHand(context.pool, tr("Fuse by hand")),
      m_copyPicture(context.pool, tr("Copy picture")) {
    connect(m_afterStage, &StageOverlay::retryRequested, this, &GraphView::retry);
    m_after->canvas().setWarmGroups(true);
    m_before->canvas().setWarmGroups(false);

    m_side->setObjectName(QStringLiteral("graphSide"));
    m_side->setDocumentMode(true);
    m_side->addTab(m_rules, tr("Fusion"));
    m_side->addTab(m_steps, tr("Steps"));
    m_side->addTab(m_outline, tr("Outline"));
    auto* all = new QSplitter(Qt::Horizontal);
    all->setObjectName(QStringLiteral("graphColumns"));
    m_panes->setObjectName(QStringLiteral("graphPanes"));
    all->setChildrenCollapsible(false);
    all->addWidget(m_side);
    all->addWidget(makeRight());
    all->setStretchFactor(0, 0);
    all->setStretchFactor(1, 1);
    all->setSizes({280, 1000});

    auto* empty = new QLabel(tr("Open an ONNX model to see its graph before and after operator fusion."));
    empty->setObjectName(QStringLiteral("graphEmpty"));
    empty->setAlignment(Qt::AlignCenter);
    empty->setWordWrap(true);
    m_stack->addWidget(empty);
    m_stack->addWidget(all);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    m_pinPanel->hide(); // its tab comes with what is pinned
    layout->addLayout(makeAnswer());
    layout->addWidget(m_stack);
    setFocusProxy(&m_before->canvas());

    connect(&m_bar->panelToggle(), &QToolButton::toggled, m_side, &QWidget::setVisible);
    connect(m_bar, &PageBar::modeChanged, this, &GraphView::setMode);
    connect(&m_bar->difference(), &QToolButton::toggled, this, &GraphView::showMarks);
    connect(&m_bar->link(), &QToolButton::toggled, this, [this](bool on) {
        if (on) follow(active());
    });
    connect(&m_bar->choose(), &QToolButton::toggled, this, [this](bool on) {
        for (GraphPane* pane : {m_before, m_after})
            pane->canvas().setTool(on ? GraphCanvas::Tool::Choose : GraphCanvas::Tool::Pan);
    });
    connect(&m_bar->fuse(), &QToolButton::clicked, this, &GraphView::fuseChosen);
    connect(m_measureButton, &QToolButton::clicked, this, &GraphView::measureTimes);
    m_measureButton->setVisible(context.measurements != nullptr);
    if (Measurements* measurements = context.measurements) {
        connect(measurements, &Measurements::changed, this, &GraphView::showMeasured);
        connect(measurements, &Measurements::failed, this, &View::message);
        connect(measurements, &Measurements::predictorChanged, this, [this] {
            if (Pin* pin = this->context().pin) pin->forgetBenefits();
            m_benefitsWanted.reset();
            m_benefitsLate = m_presenting && !isVisible();
            if (m_presenting && isVisible()) startBenefits();
        });
        connect(measurements, &Measurements::stateChanged, this, [this, measurements] {
            const bool idle = measurements->state() == Measurements::State::Idle;
            m_measureButton->setEnabled(idle);
            m_measureButton->setText(idle ? tr("Measure") : tr("Measuring …"));
        });
    }
    connect(&m_bar->breadcrumbs(), &Breadcrumbs::chosen, this, &GraphView::goToCrumb);
    connect(&m_bar->modules(), &QToolButton::toggled, this, &GraphView::foldByModules);
    m_seen.setSingleShot(true);
    m_seen.setInterval(SeenDelay);
    connect(&m_seen, &QTimer::timeout, this, &GraphView::showCrumbs);
    connect(&m_bar->search(), &SearchField::foundChanged, this, &GraphView::showSelection);
    connect(&m_bar->search(), &SearchField::current, this, [this](NodeId node) { pick({node, {}}); });
    connect(m_rules, &RulesPanel::ruleChosen, this, [this](const std::string& rule) {
        m_steps->setRule(rule);
        m_side->setCurrentWidget(m_steps);
    });
    connect(m_steps, &StepsPanel::said, this,
            [this](const QString& text) { m_callout->say(text, Callout::Tone::Done); });
    connect(m_steps, &StepsPanel::nodesChosen, this, &GraphView::highlightAll);
    connect(m_steps, &StepsPanel::stepChosen, m_history, &HistoryBar::setStep);
    connect(m_outline, &OutlinePanel::nodeChosen, this, [this](NodeId node) {
        unfoldTo(node);
        pick({node, {}});
    });
    connect(m_outline, &OutlinePanel::moduleChosen, this,
            [this](modules::ModuleId module) { pickModule(module, nullptr); });
    connect(m_outline, &OutlinePanel::opened, this, [this](modules::ModuleId module, bool open) {
        const QScopedValueRollback from(m_fromOutline, true);
        openModule(module, open);
    });
    connect(m_outline, &OutlinePanel::bookmarkChosen, this, &GraphView::jumpToBookmark);
    connect(m_history, &HistoryBar::stepChanged, this, [this](std::size_t step) {
        m_steps->setStepShown(m_history->atEnd() ? SIZE_MAX : step);
        presentStep();
    });
    connectPane(*m_before);
    connectPane(*m_after);
    connect(&m_present, &JobSlot::cancelled, this, &GraphView::showAfter);
    connect(&context.selection, &Selection::changed, this, [this] {
        if (!m_keepFolded) m_module = {};
        if (m_keepFolded || m_pickedIn)
            m_picked = selectedNode();
        else if (isVisible())
            unfoldTo(selectedNode());
        showSelection();
        explain(this->context().selection.current());
    });
    makeKeys();
}

QWidget* GraphView::makeRight() {
    m_panes->setObjectName(QStringLiteral("graphPanes"));
    m_panes->setChildrenCollapsible(false);
    m_panes->addWidget(m_before);
    m_panes->addWidget(m_after);
    m_panes->setSizes({500, 500});
    auto* right = new QWidget;
    m_callout = new Callout(right, CalloutTop);
    auto* column = new QVBoxLayout(right);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_bar);
    column->addWidget(&m_bar->breadcrumbs());
    column->addWidget(m_panes, 1);
    column->addWidget(m_history);
    auto* colours = new QHBoxLayout;
    colours->setSpacing(8);
    colours->addWidget(m_legend, 1);
    m_measureButton = new QToolButton;
    m_measureButton->setObjectName(QStringLiteral("measureTimes"));
    m_measureButton->setText(tr("Measure"));
    m_measureButton->setMinimumHeight(24);
    m_measureButton->setToolTip(
        tr("Run both graphs on this machine and colour the nodes by the time they take"));
    colours->addWidget(m_measureButton, 0, Qt::AlignTop);
    colours->setContentsMargins(0, 0, 8, 4);
    column->addLayout(colours);
    return right;
}

void GraphView::connectPane(GraphPane& pane) {
    GraphCanvas& canvas = pane.canvas();
    connect(&canvas, &GraphCanvas::picked, this, [this, &pane](const Item& item) {
        m_pickedIn = &pane;
        if (item.empty()) m_callout->hide();
        pick(item);
        m_pickedIn = nullptr;
    });
    connect(m_legend, &GraphLegend::dimmedChanged, &canvas, &GraphCanvas::setDimmed);
    connect(m_legend, &GraphLegend::colouringChosen, &canvas, &GraphCanvas::setColouring);
    connect(&canvas, &GraphCanvas::viewChanged, this, [this, &pane] { follow(pane); });
    connect(&canvas, &GraphCanvas::badgeClicked, this, [this](const Item& item, Badge::Kind kind) {
        pick(item);
        badgeClicked(item.node, kind);
    });
    connect(&canvas, &GraphCanvas::areaSelected, this,
            [this, &pane](const std::set<NodeId>& nodes) { choose(pane, nodes); });
    connect(&canvas, &GraphCanvas::openRequested, this, &GraphView::openGroup);
    connect(&canvas, &GraphCanvas::moduleRequested, this, [this, &canvas](modules::ModuleId module, bool open) {
        if (isOfFolds(*canvas.scene())) openModule(module, open);
    });
    connect(&canvas, &GraphCanvas::modulePicked, this, [this, &pane](modules::ModuleId module) {
        if (isOfFolds(*pane.canvas().scene())) pickModule(module, &pane);
    });
    connect(&canvas, &GraphCanvas::viewMoved, &m_seen, qOverload<>(&QTimer::start));
    connect(&canvas, &GraphCanvas::enterRequested, this, &GraphView::enter);
    connect(&canvas, &GraphCanvas::leaveRequested, this, &GraphView::leave);
    connect(&canvas, &GraphCanvas::hullClicked, this, [this](const HullSpec& hull) {
        if (hull.group.valid())
            pick({hull.group, {}});
        else if (!hull.members.empty())
            pick({hull.members.front(), {}});
    });
    connect(&pane, &GraphPane::shown, this, [this, &pane] {
        if (&pane == m_before)
            showAfter(); // which is laid out like it
        else if (std::exchange(m_lineUp, false))
            lineUp();
        else if (!m_before->canvas().atStart())
            follow(*m_before); // after a rule or an undo: the two are laid out anew, each for itself
        showColours();
        showSelection();
    });
    canvas.installEventFilter(this);
    m_maps.push_back(new MiniMap(&canvas));
}

bool GraphView::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::ContextMenu) {
        const auto* menu = static_cast<QContextMenuEvent*>(event);
        showMenu(watched == &m_before->canvas() ? *m_before : *m_after, menu->pos());
        return true;
    }
    if (event->type() == QEvent::Resize && watched == &m_before->canvas() && m_before->canvas().atStart())
        QTimer::singleShot(0, this, [this] {
            if (m_before->canvas().atStart()) lineUp();
        });
    else if (event->type() == QEvent::Resize && watched == &m_before->canvas())
        QTimer::singleShot(0, this, [this] { follow(active()); });
    return View::eventFilter(watched, event);
}

// What was selected elsewhere meanwhile.
void GraphView::showEvent(QShowEvent* event) {
    View::showEvent(event);
    if (std::exchange(m_benefitsLate, false)) startBenefits();
    showAnswer();
    if (selectedNode() != m_picked) unfoldTo(selectedNode());
    showSelection();
}

void GraphView::setMode(PageBar::Mode mode) {
    m_bar->setMode(mode);
    const bool one = mode == PageBar::Mode::One && !inside();
    m_before->setVisible(!one);
    m_after->setVisible(!inside());
    m_panes->setOrientation(mode == PageBar::Mode::Rows ? Qt::Vertical : Qt::Horizontal);
    setFocusProxy(one ? &m_after->canvas() : &m_before->canvas());
    QTimer::singleShot(0, this, &GraphView::settle); // once the panes have their sizes
}

void GraphView::settle() {
    for (GraphPane* pane : {m_before, m_after})
        if (!pane->isHidden()) pane->canvas().centreAcross();
    if (m_before->canvas().atStart()) lineUp();
    if (context().selection.current().node.valid())
        showSelection();
    else if (!m_before->canvas().atStart())
        follow(active());
}

// Both sides begin at the same height and, where they can, at one scale.
void GraphView::lineUp() {
    const auto& scene = m_after->canvas().scene();
    if (!m_bar->link().isChecked() || inside() || !m_before->isVisible() || !scene || !scene->placed() ||
        scene->boxes().empty() || !m_before->canvas().scene())
        return;
    // A graph that can be read as a whole is shown so, however large the other one is.
    m_after->canvas().start();
    if (m_after->canvas().seesAll()) return;
    const double zoom = std::max(m_before->canvas().zoom(), m_after->canvas().fittingZoom());
    const double left = m_after->canvas().visibleRect().center().x() - m_after->canvas().width() / 2.0 / zoom;
    m_after->canvas().setViewFrom({left, m_before->canvas().origin().y()}, zoom);
}

GraphPane& GraphView::active() const {
    if (inside()) return *m_before;
    if (!m_before->isVisible() || m_after->canvas().hasFocus()) return *m_after;
    return *m_before;
}

} // namespace edgewright::views
