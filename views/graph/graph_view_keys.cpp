// SPDX-License-Identifier: GPL-3.0-or-later
// The keys of the page. The sheet of keys lists what is installed here.
#include "views/graph/graph_view.h"

#include "views/graph/panels/history_bar.h"
#include "views/graph/panels/outline_panel.h"
#include "views/graph/panels/rules_panel.h"
#include "views/graph/panels/steps_panel.h"
#include "views/support/shortcuts.h"

#include <QCoreApplication>
#include <QKeyEvent>
#include <QTabWidget>
#include <QToolButton>

namespace edgewright::views {

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
        QCoreApplication::sendEvent(&active().canvas(), &event);
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
    add(view, tr("Fold the module around what is selected"), {key("Shift+F")}, [this] { foldAround(); });
    add(view, tr("Show or hide the panel"), {key("R")}, [this] { m_bar->panelToggle().toggle(); });
    add(view, tr("Open or close the selected group"), {key("O")}, [this] {
        const NodeId node = selectedNode();
        for (const NodeId each :
             m_presented ? m_presented->provenance->sidesOf(node).after : std::set<NodeId>{})
            openGroup(each, m_opened.count(each) == 0);
    });
    add(view, tr("Open or close all groups"), {key("Shift+O")}, [this] { openAll(m_opened.empty()); });
    add(
        view, tr("Copy the chosen nodes as text"), {QKeySequence::Copy}, [this] { copyText(); },
        Qt::WidgetWithChildrenShortcut);

    add(fusing, tr("Choose nodes by dragging"), {key("M")}, [this] { m_bar->choose().toggle(); });
    add(fusing, tr("Fuse the chosen nodes"), {key("G")}, &GraphView::fuseChosen);
    add(fusing, tr("Dissolve the group made by hand"), {key("Shift+G")}, &GraphView::ungroup);
    add(fusing, tr("Undo the fusion of the selected node"), {key("U")}, &GraphView::undoFusion);
    add(fusing, tr("Apply what is possible at the selected node"), {key("A")}, &GraphView::applyFusion);

    add(steps, tr("One step back"), {key("[")}, [this] { m_history->stepBy(-1); });
    add(steps, tr("One step forward"), {key("]")}, [this] { m_history->stepBy(1); });
    add(steps, tr("Play the steps"), {key("Ctrl+]")}, [this] { m_history->play(true); });

    for (int number = 1; number <= Bookmarks::Count; ++number) {
        const QString digit = QString::number(number);
        QAction* set = addShortcut(this, {}, tr("Bookmark %1 here").arg(digit),
                                   {QKeySequence(QStringLiteral("Ctrl+") + digit)}, Qt::WindowShortcut);
        connect(set, &QAction::triggered, this, [this, number] { setBookmark(number); });
        QAction* jump = addShortcut(this, {}, tr("Go to bookmark %1").arg(digit), {QKeySequence(digit)},
                                    Qt::WindowShortcut);
        connect(jump, &QAction::triggered, this, [this, number] { jumpToBookmark(number); });
    }
    listShortcut(this, places, tr("Bookmark the selected node"), tr("Ctrl+1 … Ctrl+9"));
    listShortcut(this, places, tr("Go to a bookmark"), tr("1 … 9"));
    // Digits are bookmarks here, so that what the canvas does on them has other keys.
    add(picture, tr("Zoom to 100 %"), {key("Ctrl+0")}, [press] { press(Qt::Key_1); });
    add(picture, tr("Zoom to what is selected"), {key("Z")}, [press] { press(Qt::Key_2); });
    for (const GraphCanvas::Key& each : GraphCanvas::keys())
        if (each.keys != u"1" && each.keys != u"2") listShortcut(this, picture, each.what, each.keys);
}

void GraphView::setBookmark(int number) {
    const NodeId node = selectedNode();
    const auto graph = shownGraph();
    if (inside() || !node.valid() || !graph)
        return emit message(tr("Select a node of the model to bookmark it."));
    const auto base = baseNodesOf({node});
    if (base.empty() || !graph->contains(*base.begin())) return;
    const QString label = QString::fromStdString(graph->node(*base.begin()).label());
    m_bookmarks.set(number, *base.begin(), label);
    emit message(tr("Bookmark %1: %2").arg(number).arg(label));
    showBookmarks();
}

void GraphView::showBookmarks() {
    std::vector<std::pair<int, QString>> list;
    for (int number = 1; number <= Bookmarks::Count; ++number)
        if (const QString label = m_bookmarks.label(number); !label.isEmpty()) list.emplace_back(number, label);
    m_outline->setBookmarks(list);
}

void GraphView::jumpToBookmark(int number) {
    if (!m_model) return;
    const auto node = m_bookmarks.find(number, *m_model);
    if (!node) return emit message(tr("There is no bookmark %1; Ctrl+%1 sets it.").arg(number));
    if (inside()) goTo(0);
    context().selection.select({*node, {}});
}

} // namespace edgewright::views
