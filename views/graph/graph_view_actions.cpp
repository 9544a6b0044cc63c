// SPDX-License-Identifier: GPL-3.0-or-later
// What people do on the page: keys, the menu of a node, the way into a graph inside and back. The sheet of keys
// lists what is installed here.
#include "core/ir/graph.h"
#include "core/pipeline/bisect.h"
#include "views/graph/canvas/callout.h"
#include "views/graph/graph_view.h"
#include "views/graph/panels/history_bar.h"
#include "views/graph/panels/outline_panel.h"
#include "views/graph/panels/pin_panel.h"
#include "views/graph/panels/rules_panel.h"
#include "views/graph/panels/steps_panel.h"
#include "views/inspector/describe.h"
#include "views/support/figure/figure_menu.h"
#include "views/support/fusion_edits.h"
#include "views/support/shortcuts.h"

#include <QApplication>
#include <QClipboard>
#include <QCursor>
#include <QKeyEvent>
#include <QMenu>
#include <QString>
#include <QStringList>
#include <QTabWidget>
#include <QToolButton>

#include <vector>

namespace edgewright::views {

namespace {

const pipeline::BrokenBy* brokenIn(const GraphState& state) {
    return state.analysis ? pipeline::brokenBy(*state.analysis) : nullptr;
}

// Nodes as text, to be pasted into a message or a report.
QString valueText(const ir::Graph& graph, ValueId id) {
    if (!id.valid() || !graph.contains(id)) return QStringLiteral("(omitted)");
    const ir::Value& value = graph.value(id);
    return QString::fromStdString(value.name) + QStringLiteral(": ") + typeText(value.type) +
           (value.constant ? QStringLiteral(" (constant)") : QString());
}

// A paragraph for each node: operator and name, then inputs, outputs and attributes with types.
QString nodesAsText(const ir::Graph& graph, const std::vector<NodeId>& nodes) {
    QStringList paragraphs;
    for (const NodeId id : nodes) {
        if (!graph.contains(id)) continue;
        const ir::Node& node = graph.node(id);
        QStringList lines{QString::fromStdString(node.op) + QStringLiteral("  ") + labelText(node)};
        for (const ValueId input : node.inputs)
            lines << QStringLiteral("  in   ") + valueText(graph, input);
        for (const ValueId output : node.outputs)
            lines << QStringLiteral("  out  ") + valueText(graph, output);
        for (const ir::Attribute& attribute : node.attributes)
            lines << QStringLiteral("  ") + QString::fromStdString(attribute.name) + QStringLiteral(" = ") +
                         attributeText(attribute.value);
        paragraphs << lines.join(u'\n');
    }
    return paragraphs.join(QStringLiteral("\n\n"));
}

} // namespace

void GraphView::makeKeys() {
    const QString find = tr("Find"), view = tr("Graph view"), fusing = tr("Fusion"), steps = tr("History"),
                  places = tr("Places"), picture = tr("Picture");
    const auto key = [](const char* text) { return QKeySequence(QString::fromLatin1(text)); };
    const auto add = [&](const QString& group, const QString& text, QList<QKeySequence> keys, auto slot,
                         Qt::ShortcutContext context = Qt::WindowShortcut) {
        connect(addShortcut(this, group, text, keys, context), &QAction::triggered, this, slot);
    };
    const auto press = [this](Qt::Key pressed) {
        QKeyEvent event(QEvent::KeyPress, pressed, Qt::NoModifier);
        QCoreApplication::sendEvent(&m_pair->active().canvas(), &event);
    };
    add(find, tr("Find nodes"), {QKeySequence::Find}, [this] { m_bar->search().focus(); });
    add(find, tr("Next hit"), {key("F3")}, [this] { m_bar->search().step(1); });
    add(find, tr("Previous hit"), {key("Shift+F3")}, [this] { m_bar->search().step(-1); });
    add(find, tr("Outline"), {key("Ctrl+Shift+O")}, [this] {
        m_bar->panelToggle().setChecked(true);
        m_side->setCurrentWidget(m_outline);
    });

    add(view, tr("Side by side, one above the other, one graph"), {key("V")}, [this] {
        const auto next = (static_cast<int>(m_bar->mode()) + 1) % 3;
        setMode(static_cast<PageBar::Mode>(next));
    });
    add(view, tr("Difference: what was removed, absorbed, made, changed"), {key("D")},
        [this] { m_bar->difference().toggle(); });
    add(view, tr("Scroll both graphs together"), {key("L")}, [this] { m_bar->link().toggle(); });
    add(view, tr("Fold by modules: one box for each block of the model"), {key("F")},
        [this] { m_bar->modules().toggle(); });
    add(view, tr("Fold the module around what is selected"), {key("Shift+F")},
        [this] { m_folding.foldAround(); });
    add(view, tr("Show or hide the panel"), {key("R")}, [this] { m_bar->panelToggle().toggle(); });
    add(view, tr("Open or close the selected group"), {key("O")}, [this] {
        if (const auto& presented = m_state.presented)
            for (const NodeId each : presented->provenance->sidesOf(m_selection.node()).after)
                m_presentation.openGroup(each, !m_presentation.opened().contains(each));
    });
    add(view, tr("Open or close all groups"), {key("Shift+O")},
        [this] { m_presentation.openAll(m_presentation.opened().empty()); });
    add(
        view, tr("Copy the chosen nodes as text"), {QKeySequence::Copy}, [this] { copyText(); },
        Qt::WidgetWithChildrenShortcut);

    add(fusing, tr("Choose nodes by dragging"), {key("M")}, [this] { m_bar->choose().toggle(); });
    add(fusing, tr("Fuse the chosen nodes"), {key("G")}, &GraphView::fuseChosen);
    add(fusing, tr("Dissolve the group made by hand"), {key("Shift+G")}, &GraphView::ungroup);
    add(fusing, tr("Undo the fusion of the selected node"), {key("U")}, [this] { m_byHand.undo(); });
    add(fusing, tr("Apply what is possible at the selected node"), {key("A")}, [this] { m_byHand.apply(); });

    add(steps, tr("One step back"), {key("[")}, [this] { m_history->stepBy(-1); });
    add(steps, tr("One step forward"), {key("]")}, [this] { m_history->stepBy(1); });
    add(steps, tr("Play the steps"), {key("Ctrl+]")}, [this] { m_history->play(true); });
    listShortcut(this, steps, tr("Play the steps, or pause, while no node is selected"), tr("Space"));

    for (int number = 1; number <= Bookmarks::Count; ++number) {
        const QString digit = QString::number(number);
        QAction* set = addShortcut(this, {}, tr("Bookmark %1 here").arg(digit),
                                   {QKeySequence(QStringLiteral("Ctrl+") + digit)}, Qt::WindowShortcut);
        connect(set, &QAction::triggered, this, [this, number] { m_selection.setBookmark(number); });
        QAction* jump = addShortcut(this, {}, tr("Go to bookmark %1").arg(digit), {QKeySequence(digit)},
                                    Qt::WindowShortcut);
        connect(jump, &QAction::triggered, this, [this, number] { goToBookmark(number); });
    }
    listShortcut(this, places, tr("Bookmark the selected node"), tr("Ctrl+1 … Ctrl+9"));
    listShortcut(this, places, tr("Go to a bookmark"), tr("1 … 9"));
    // Digits are bookmarks here, so that what the canvas does on them has other keys.
    add(picture, tr("Zoom to 100 %"), {key("Ctrl+0")}, [press] { press(Qt::Key_1); });
    add(picture, tr("Zoom to what is selected"), {key("Z")}, [press] { press(Qt::Key_2); });
    for (const GraphCanvas::Key& each : GraphCanvas::keys())
        if (each.keys != u"1" && each.keys != u"2") listShortcut(this, picture, each.what, each.keys);
}

void GraphView::goToBookmark(int number) {
    const NodeId node = m_selection.bookmark(number);
    if (!node.valid()) return;
    if (m_state.inside()) goTo(0);
    context().selection.select({node, {}});
}

void GraphView::goToCrumb(int depth) {
    if (m_state.inside()) return goTo(static_cast<std::size_t>(depth));
    if (const modules::ModuleId module = m_folding.onPath(depth); module.valid())
        return m_selection.pickModule(module);
    m_selection.clear();
    GraphPane& active = m_pair->active();
    active.canvas().fit();
    if (!m_pair->isLinked()) m_pair->other(active).canvas().fit();
}

void GraphView::followLink(const QString& target) {
    if (target == QStringLiteral("memory") || target == QStringLiteral("measure"))
        return emit pageRequested(target);
    if (target == QStringLiteral("leave-out")) return leaveOutBroken();
    if (target == QStringLiteral("rule-off")) return switchOffBroken();
    m_bar->panelToggle().setChecked(true);
    if (const auto* broken = brokenIn(m_state); broken && target == QStringLiteral("broken")) {
        m_side->setCurrentWidget(m_steps);
        m_steps->showStep(broken->step);
        return m_history->setStep(broken->step + 1);
    }
    m_side->setCurrentWidget(target == QStringLiteral("steps") ? static_cast<QWidget*>(m_steps)
                             : target == QStringLiteral("pin") ? static_cast<QWidget*>(m_pinPanel)
                                                               : m_rules);
}

void GraphView::leaveOutBroken() {
    const pipeline::BrokenBy* broken = brokenIn(m_state);
    if (!broken) return;
    const fusion::Step step = m_state.analysis->fusion->steps[broken->step]; // the change replaces it
    undoStep(context().settings, step);
    m_callout->say(tr("Left out: %1").arg(QString::fromStdString(step.reason)), Callout::Tone::Done);
}

// Where the next patch of the same rule would break the results in turn.
void GraphView::switchOffBroken() {
    const pipeline::BrokenBy* broken = brokenIn(m_state);
    if (!broken || broken->rule.empty()) return;
    const std::string rule = broken->rule; // the change replaces it
    context().settings.change(tr("Rule %1").arg(QString::fromStdString(rule)),
                              [&](pipeline::Settings& settings) { settings.fusion.without.insert(rule); });
    m_callout->say(tr("Rule %1 is off.").arg(QString::fromStdString(rule)), Callout::Tone::Done);
}

void GraphView::enter(NodeId node) {
    std::shared_ptr<const ir::Graph> graph = m_state.shownGraph();
    if (!m_state.inside() && m_state.presented && (!graph || !graph->contains(node)))
        graph = m_state.presented->graph;
    if (!graph || !node.valid() || !graph->contains(node)) return;
    const auto go = [this, label = QString::fromStdString(graph->node(node).label())](const Inside& target) {
        goInside({label, target});
    };
    const std::vector<Inside> targets = insidesOf(graph->node(node));
    if (targets.empty()) return emit message(tr("There is no graph inside of this node."));
    if (targets.size() == 1) return go(targets.front());
    auto* menu = new QMenu(this);
    menu->setObjectName(QStringLiteral("insideMenu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (const Inside& target : targets)
        connect(menu->addAction(target.name), &QAction::triggered, this, [go, target] { go(target); });
    menu->popup(QCursor::pos());
}

void GraphView::goInside(const WayStep& step, bool isSeen) {
    constexpr std::size_t MaxDepth = 64;
    if (m_state.places.size() >= MaxDepth) return;
    GraphState::Place place{step.label + QStringLiteral(" · ") + step.inside.name, step.inside.graph,
                            step.inside.isGroup};
    if (isSeen) m_pair->saveSeen(place.seen);
    place.seen.remove(m_pair->after().canvas().objectName()); // which stays as it is
    m_state.places.push_back(std::move(place));
    context().selection.selectInside(step.inside.graph, {});
    showPlaces();
    showPictures();
    m_selection.show();
}

// Into the graphs that hold it, out of those that do not.
void GraphView::goToHit(DeepHit hit) {
    const std::size_t start = m_state.searchedDepth();
    std::size_t shared = 0;
    while (shared < hit.way->size() && start + shared < m_state.places.size() &&
           m_state.places[start + shared].graph == (*hit.way)[shared].inside.graph)
        ++shared;
    goTo(start + shared);
    for (std::size_t i = shared; i < hit.way->size(); ++i)
        goInside((*hit.way)[i], i == shared);
    m_selection.pick({hit.node, {}});
    if (!hit.way->empty()) emit message(hit.text());
}

void GraphView::leave() {
    if (m_state.inside()) goTo(m_state.places.size() - 1);
}

void GraphView::goTo(std::size_t depth) {
    if (depth >= m_state.places.size()) return;
    m_pair->restoreSeen(m_state.places[depth].seen);
    m_state.places.resize(depth);
    if (m_state.inside())
        context().selection.selectInside(m_state.shownGraph(), {});
    else
        context().selection.clear();
    showPlaces();
    showPictures();
    m_selection.show();
}

void GraphView::copyText() {
    const std::vector<NodeId> nodes = m_selection.nodes();
    QStringList parts;
    std::vector<NodeId> first, second;
    const auto graph = m_state.shownGraph();
    for (const NodeId node : nodes)
        (graph && graph->contains(node) ? first : second).push_back(node);
    if (graph && !first.empty()) parts << nodesAsText(*graph, first);
    if (m_state.presented && !m_state.inside() && !second.empty())
        parts << nodesAsText(*m_state.presented->graph, second);
    if (parts.isEmpty()) return;
    QApplication::clipboard()->setText(parts.join(QStringLiteral("\n\n")) + u'\n');
    emit message(tr("Copied %n nodes as text", nullptr, static_cast<int>(nodes.size())));
}

void GraphView::showMenu(GraphPane& pane, QPoint at) {
    const GraphCanvas& canvas = pane.canvas();
    const auto& scene = canvas.scene();
    if (!scene || !scene->placed()) return;
    const GraphHit hit = hitTest(*scene, canvas.origin() + QPointF(at) / canvas.zoom(), 6 / canvas.zoom());
    if (hit.box && scene->boxes()[*hit.box].node.valid()) m_selection.pick(scene->boxes()[*hit.box].item());
    const NodeId node = m_selection.node();
    auto* menu = new QMenu(this);
    menu->setObjectName(QStringLiteral("nodeMenu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const auto add = [&](const QString& text, auto slot, bool enabled) {
        QAction* action = menu->addAction(text);
        action->setEnabled(enabled);
        connect(action, &QAction::triggered, this, slot);
    };
    const bool compared = !m_state.inside() && m_state.isCurrent();
    const std::size_t chosen = m_state.chosen.size();
    add(tr("Fuse the %n chosen nodes\tG", nullptr, static_cast<int>(chosen)), &GraphView::fuseChosen,
        chosen > 1);
    add(tr("Ungroup\tShift+G"), &GraphView::ungroup, m_byHand.isInGroup(node));
    add(
        tr("Undo this fusion\tU"), [this] { m_byHand.undo(); }, compared && node.valid());
    add(
        tr("Apply what is possible here\tA"), [this] { m_byHand.apply(); }, compared && node.valid());
    menu->addSeparator();
    const ir::Graph* graph = m_state.shownGraph().get();
    if (graph && node.valid() && !graph->contains(node) && m_state.presented)
        graph = m_state.presented->graph.get();
    if (graph && node.valid() && graph->contains(node))
        if (const std::vector<Inside> targets = insidesOf(graph->node(node)); !targets.empty())
            add(
                tr("Show what is inside: %1").arg(targets.front().name), [this, node] { enter(node); }, true);
    if (m_state.inside()) add(tr("Back\tBackspace"), &GraphView::leave, true);
    add(tr("Copy as text\tCtrl+C"), &GraphView::copyText, node.valid() || chosen > 0);
    const auto copyPicture = [this, after = &pane == &m_pair->after()] {
        const QString name = after ? QStringLiteral("graph-after") : QStringLiteral("graph-before");
        for (const Figure& figure : figures())
            if (figure.name == name) copyFigure(figure, m_copyPicture);
    };
    add(tr("Copy picture"), copyPicture, true);
    menu->popup(canvas.mapToGlobal(at));
}

} // namespace edgewright::views
