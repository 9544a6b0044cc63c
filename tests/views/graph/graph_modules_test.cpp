// SPDX-License-Identifier: GPL-3.0-or-later
// Modules on the graph page: opened and folded by clicks and keys, in both pictures, the outline and the
// breadcrumb.
#include "core/ops/work.h"
#include "core/pipeline/graph_modules.h"
#include "tests/core/layout/checks.h"
#include "tests/support/shared_files.h"
#include "tests/support/test_class.h"
#include "tests/views/graph/blocks.h"
#include "tests/views/graph/canvas_fixture.h"
#include "tests/views/graph/page_fixture.h"
#include "views/graph/panels/breadcrumbs.h"
#include "views/graph/panels/outline_panel.h"
#include "views/graph/picture/graph_transition.h"
#include "views/inspector/inspector.h"
#include "views/inspector/name_label.h"

#include <QAbstractItemModelTester>
#include <QHeaderView>
#include <QSignalSpy>
#include <QToolButton>
#include <QTreeView>

#include <algorithm>

namespace edgewright::graph_modules_test {

using namespace edgewright::views;
using namespace edgewright::views::test;
using namespace Qt::StringLiterals;

namespace {

NodeId named(const ir::Graph& graph, const std::string& name) {
    return graph.findNode(name).value_or(NodeId());
}

} // namespace

class GraphModulesTest final : public QObject, private PageFixture {
    Q_OBJECT
private:
    ir::Graph m_graph;

    const GraphScene& scene(bool before = true) const { return *canvas(before)->scene(); }
    std::size_t modulesShown(bool before = true) const {
        return static_cast<std::size_t>(std::ranges::count_if(
            scene(before).boxes(), [](const SceneBox& box) { return box.module.valid(); }));
    }
    // The box that stands for `node`; null where it shows itself.
    const SceneBox* folded(const std::string& node, bool before = true) const {
        const auto box = scene(before).boxOf(named(m_graph, node));
        return box && scene(before).boxes()[*box].module.valid() ? &scene(before).boxes()[*box] : nullptr;
    }
    bool rest() {
        int looks = 0;
        return QTest::qWaitFor([&] {
            const bool resting = m_pool.activeThreadCount() == 0 && !canvas(true)->inTransition() &&
                                 !canvas(false)->inTransition();
            looks = resting ? looks + 1 : 0;
            return looks > 3;
        });
    }
    QPointF onScreen(QPointF at, bool before = true) const {
        return (at - canvas(before)->origin()) * canvas(before)->zoom();
    }
    bool click(QPointF scenePoint, bool before = true, bool twice = false) {
        canvas(before)->centreOnPoint(scenePoint);
        if (canvas(before)->zoom() < 0.6) canvas(before)->zoomBy(1 / canvas(before)->zoom());
        canvas(before)->centreOnPoint(scenePoint);
        const QPoint at = onScreen(scenePoint, before).toPoint();
        if (twice)
            QTest::mouseDClick(canvas(before), Qt::LeftButton, {}, at);
        else
            QTest::mouseClick(canvas(before), Qt::LeftButton, {}, at);
        return rest();
    }
    void key(Qt::Key pressed, Qt::KeyboardModifiers modifiers = {}) {
        canvas(true)->setFocus();
        QTest::keyClick(canvas(true), pressed, modifiers);
        QVERIFY(rest());
    }
    QStringList crumbs() const { return find<Breadcrumbs>(u"breadcrumbs"_s)->path(); }
    QTreeView* outline() const { return find<QTreeView>(u"outline"_s); }
    QModelIndex row(const QString& name) const {
        const auto found = outline()->model()->match(outline()->model()->index(0, 0), Qt::DisplayRole, name, 1,
                                                     Qt::MatchStartsWith | Qt::MatchRecursive);
        return found.isEmpty() ? QModelIndex() : found.first();
    }

private slots:
    void init() {
        openPage({1400, 900});
        m_graph = blocks(9);
        QVERIFY(QTest::qWaitForWindowExposed(m_view.get()));
        QVERIFY(show(analyse(m_graph)));
    }
    void cleanup() { closePage(); }

    // Both graphs, also where neither was drawn on screen before.
    void figuresFoldAsThePageDoes() {
        const auto sizesOf = [this] {
            std::vector<QSizeF> sizes;
            for (const Figure& figure : m_view->figures())
                if (const auto complete = completeFigure(figure)) sizes.push_back(complete->size);
            return sizes;
        };
        const std::vector<QSizeF> shown = sizesOf();
        QCOMPARE(shown.size(), std::size_t(3));
        closePage();
        openPage({1400, 900});
        m_view->setAnalysis(m_analysis); // at once: nothing has been laid out yet
        const std::vector<QSizeF> unseen = sizesOf();
        QCOMPARE(unseen.size(), std::size_t(3));
        for (std::size_t i = 0; i < 2; ++i) // alike, not like one of 400 boxes above each other
            QVERIFY2(unseen[i].height() < 1.5 * shown[i].height(),
                     qPrintable(u"%1 and %2"_s.arg(unseen[i].height()).arg(shown[i].height())));
    }

    void opensFoldedAboveThreeHundredNodes() {
        QVERIFY(m_graph.nodeCount() > 300);
        QVERIFY(find<QToolButton>(u"foldModules"_s)->isChecked());
        QVERIFY(modulesShown() > 0);
        QVERIFY(scene().boxes().size() <= 82);
        const SceneBox* box = folded("/blocks/blocks.4/attn/Op_7");
        QVERIFY(box);
        std::int64_t macs = 0;
        for (const NodeId id : box->nodes)
            macs += ops::macsOf(m_graph, m_graph.node(id));
        QCOMPARE(box->facts.macs, macs);
        QVERIFY(std::ranges::any_of(box->card.chips,
                                    [](const Chip& chip) { return chip.text.contains(u"same"_s); }));
        QVERIFY(modulesShown(false) > 0 && scene(false).boxes().size() <= 82);
        QVERIFY(show(analyse(blocks(2))));
        QVERIFY(!find<QToolButton>(u"foldModules"_s)->isChecked());
        QVERIFY(find<QToolButton>(u"foldModules"_s)->isEnabled());
        m_graph = blocks(2);
        QCOMPARE(modulesShown(), std::size_t(0));
        key(Qt::Key_F);
        QVERIFY(modulesShown() > 0);
    }

    // By its handle, by a double click, by keys; the box stays where it is, the frame's name folds it again.
    void clicksOpenAndFold() {
        const std::string inside = "/blocks/blocks.4/attn/Op_7";
        const SceneBox* box = folded(inside);
        QVERIFY(box);
        const ModuleId module = box->module;
        const QRectF was = box->rect;
        canvas(true)->centreOnPoint(was.center());
        QVERIFY(click(handleRect(was).center()));
        QVERIFY(!folded(inside) || folded(inside)->module != module);
        const SceneHull* hull = nullptr;
        for (const SceneHull& each : scene().hulls())
            if (each.spec.module == module) hull = &each;
        QVERIFY(hull && hull->tag.startsWith(u"− "_s));
        QVERIFY(click(hull->tagRect.center()));
        QVERIFY(folded(inside) && folded(inside)->module == module);
        QVERIFY(click(folded(inside)->rect.center(), true, true));
        QVERIFY(!folded(inside) || folded(inside)->module != module);
    }

    // Nothing is drawn while they are looked for; who cancels the search has the graph without them.
    void cancelledModulesLeaveThePlainGraph() {
        const auto analysis = analyse(blocks(10));
        const auto found = std::exchange(analysis->modules, nullptr);
        analysis->pending.insert("modules");
        const auto before = canvas(true)->scene();
        m_view->setAnalysis(analysis);
        QVERIFY(rest());
        QCOMPARE(canvas(true)->scene(), before);
        const auto without = std::make_shared<pipeline::Analysis>(*analysis);
        without->pending.clear();
        without->cancelled.insert("modules");
        QVERIFY(show(without));
        QVERIFY(scene().boxes().size() > 300 && modulesShown() == 0);
        QVERIFY(!find<QToolButton>(u"foldModules"_s)->isEnabled());
        const auto with = std::make_shared<pipeline::Analysis>(*analysis); // after all
        with->pending.clear();
        with->modules = found;
        QVERIFY(show(with));
        QVERIFY(find<QToolButton>(u"foldModules"_s)->isEnabled() && modulesShown() > 0);
    }

    // Those of another graph, still held while this one's are looked for, are none.
    void modulesOfAnotherGraphAreNone() {
        const auto held = m_analysis->modules;
        const auto analysis = analyse(blocks(10));
        analysis->modules = held;
        analysis->pending.insert("modules");
        const auto before = canvas(true)->scene();
        m_view->setAnalysis(analysis);
        QVERIFY(rest());
        QCOMPARE(canvas(true)->scene(), before);
    }

    void theOpenedBoxStaysInPlace() {
        const SceneBox* box = folded("/blocks/blocks.4/attn/Op_7");
        const ModuleId module = box->module;
        canvas(true)->zoomBy(1 / canvas(true)->zoom());
        canvas(true)->centreOnPoint(box->rect.center());
        const QPointF top = onScreen({box->rect.center().x(), box->rect.top()});
        const QPointF at = onScreen(handleRect(box->rect).center());
        QTest::mouseClick(canvas(true), Qt::LeftButton, {}, at.toPoint());
        QVERIFY(rest());
        const QRectF now = *scene().rectOf(module);
        const QPointF moved = onScreen({now.center().x(), now.top()}) - top;
        QVERIFY2(std::abs(moved.x()) < 2 && std::abs(moved.y()) < 2,
                 qPrintable(u"%1 %2"_s.arg(moved.x()).arg(moved.y())));
    }

    void keysOpenAndFold() {
        const std::string inside = "/blocks/blocks.4/attn/Op_7";
        const SceneBox* box = folded(inside);
        const ModuleId module = box->module;
        QVERIFY(click(box->rect.center()));
        QVERIFY(folded(inside)); // picking it does not open it
        QVERIFY(canvas(true)->highlighted().contains(named(m_graph, inside)));
        key(Qt::Key_Return);
        QVERIFY(!folded(inside) || folded(inside)->module != module);
        key(Qt::Key_F, Qt::ShiftModifier);
        QVERIFY(folded(inside) && folded(inside)->module == module);
        key(Qt::Key_F);
        QCOMPARE(modulesShown(), std::size_t(0));
        QVERIFY(!find<QToolButton>(u"foldModules"_s)->isChecked());
        key(Qt::Key_F);
        QVERIFY(folded(inside) && folded(inside)->module == module);
    }

    // Whoever goes to a node gets to see it: from another page, the search, a bookmark, a problem.
    void whatIsGoneToIsUnfolded() {
        const std::string inside = "/blocks/blocks.6/mlp/Op_9";
        QVERIFY(folded(inside));
        m_selection->select({named(m_graph, inside), {}});
        QVERIFY(rest());
        QVERIFY(!folded(inside));
        QTRY_VERIFY_WITH_TIMEOUT(canvas(true)->visibleRect().contains(*scene().rectOf(named(m_graph, inside))),
                                 30000);
        QCOMPARE(crumbs().mid(1), QStringList({u"blocks"_s, u"6"_s, u"mlp"_s}));
        QTRY_COMPARE(find<QToolButton>(u"crumb_0"_s)->text(), crumbs().front()); // there is room for it
    }

    // Beside the buttons, which stay where they are; in a narrow window the last names are told, not the
    // middle.
    void thePathTakesNoLineOfItsOwn() {
        auto* path = find<Breadcrumbs>(u"breadcrumbs"_s);
        const auto top = [&] { return canvas(true)->mapTo(m_view.get(), QPoint()).y(); };
        m_selection->select({named(m_graph, "/blocks/blocks.6/mlp/Op_9"), {}});
        QVERIFY(rest());
        const int shown = top();
        QVERIFY(path->isVisible());
        path->setPath({});
        QCoreApplication::processEvents(); // what is laid out anew
        QVERIFY(!path->isVisible());
        QCOMPARE(top(), shown);
        QWidget room;
        auto* narrow = new Breadcrumbs(&room);
        narrow->resize(260, 30);
        QStringList names{u"net"_s};
        for (int depth = 0; depth < 12; ++depth)
            names << u"a module of depth %1"_s.arg(depth);
        narrow->setPath(names);
        QVERIFY(narrow->findChild<QToolButton*>(u"crumb_12"_s)->text().contains(u"11"_s));
        QCOMPARE(narrow->findChild<QToolButton*>(u"crumb_1"_s)->text(), u"…"_s);
        QCOMPARE(narrow->findChild<QToolButton*>(u"crumb_0"_s)->text(), names.front());
    }

    void outlineInStep() {
        const std::string inside = "/blocks/blocks.6/mlp/Op_9";
        m_selection->select({named(m_graph, inside), {}});
        QVERIFY(rest());
        QModelIndex index = outline()->currentIndex();
        QVERIFY(index.data().toString().contains(u"Op_9"_s));
        for (index = index.parent(); index.isValid(); index = index.parent())
            QVERIFY(outline()->isExpanded(index));
        outline()->collapse(outline()->currentIndex().parent());
        QVERIFY(rest());
        QVERIFY(folded(inside));
        outline()->expand(row(u"6  "_s));
        const QModelIndex mlp = outline()->model()->index(1, 0, row(u"6  "_s));
        QVERIFY(mlp.data().toString().startsWith(u"mlp"_s));
        outline()->expand(mlp);
        QVERIFY(rest());
        QVERIFY(!folded(inside));
        // A click on a row of a module selects all of it.
        outline()->scrollTo(mlp);
        find<QTabWidget>(u"graphSide"_s)->setCurrentIndex(2);
        QTest::mouseClick(outline()->viewport(), Qt::LeftButton, {}, outline()->visualRect(mlp).center());
        QVERIFY(rest());
        QCOMPARE(canvas(true)->highlighted().size(), std::size_t(24));
    }

    // By any number, among what stands side by side; a third click brings the order of execution back.
    void outlineSorts() {
        const QAbstractItemModelTester tester(outline()->model());
        find<QTabWidget>(u"graphSide"_s)->setCurrentIndex(2);
        const QAbstractItemModel& rows = *outline()->model();
        QHeaderView& heads = *outline()->header();
        int macs = -1;
        for (int column = 0; column < rows.columnCount(); ++column)
            if (rows.headerData(column, Qt::Horizontal, KeyRole).toString() == u"macs"_s) macs = column;
        QVERIFY(macs > 0 && !heads.isSectionHidden(macs));
        const auto place = [&] { // of the one node with MACs among those beside it
            const QModelIndex mlp = rows.index(1, 0, row(u"6  "_s));
            int at = 0;
            while (at < rows.rowCount(mlp) && !rows.index(at, 0, mlp).data().toString().contains(u"MatMul"_s))
                ++at;
            return at;
        };
        QCOMPARE(place(), 0);
        outline()->sortByColumn(macs, Qt::AscendingOrder);
        QCOMPARE(place(), 23);
        outline()->sortByColumn(macs, Qt::DescendingOrder);
        QCOMPARE(place(), 0);
        QVERIFY(rows.index(0, 0).data().toString().startsWith(u"blocks"_s)); // most of all
        outline()->sortByColumn(-1, Qt::AscendingOrder);
        QVERIFY(rows.index(0, 0).data().toString().contains(u"stem"_s));
        // Documents have no tree around a name.
        const QModelIndex node = rows.index(0, 0, rows.index(1, 0, row(u"6  "_s)));
        QVERIFY(!node.data().toString().contains(u"/blocks/"_s));
        QVERIFY2(node.data(WholeRole).toString().startsWith(u"/blocks/blocks.6/mlp/"_s),
                 qPrintable(node.data(WholeRole).toString()));
        // The sums are those of the module.
        const modules::Modules& all = m_analysis->modules->modules;
        const ModuleId mlp = all.moduleOf(named(m_graph, "/blocks/blocks.6/mlp/Op_9"));
        QCOMPARE(row(u"6  "_s).siblingAtColumn(macs).data(SortRole).toDouble(),
                 ops::sumsOf(m_graph, all.nodes(all[mlp].parent)).macs);
    }

    // In the outline, the picture or the path: a module is selected with all that is in it, and has sums.
    void aModuleIsSelectedAsAWhole() {
        const SceneBox* box = folded("/blocks/blocks.4/attn/Op_7");
        QVERIFY(box);
        const std::set<NodeId> inside(box->nodes.begin(), box->nodes.end());
        const ModuleId module = box->module;
        QVERIFY(click(box->rect.center()));
        const Selection::Part part = m_selection->part();
        const auto all = m_analysis->modules->modules.nodes(module);
        QCOMPARE(part.nodes, std::vector<NodeId>(all.begin(), all.end()));
        QCOMPARE(part.name, QString::fromStdString(m_analysis->modules->modules.pathText(module)));
        for (const NodeId node : inside)
            QVERIFY(std::ranges::find(part.nodes, node) != part.nodes.end());
        const ops::Sums sums = ops::sumsOf(m_graph, part.nodes);
        QCOMPARE(sums.nodes, static_cast<std::int64_t>(part.nodes.size()));
        double macs = 0;
        for (const NodeId node : part.nodes)
            macs += static_cast<double>(ops::macsOf(m_graph, m_graph.node(node)));
        QCOMPARE(sums.macs, macs);
        QCOMPARE(sums.parameters, std::int64_t(256)); // one weight, however many read it
        QCOMPARE(sums.weightBytes, std::int64_t(1024));
        QCOMPARE(sums.activationBytes, static_cast<std::int64_t>(part.nodes.size()) * 64);

        Inspector inspector(*m_context);
        inspector.setAnalysis(m_analysis);
        QCOMPARE(inspector.findChild<NameLabel*>(u"inspectorTitle"_s)->full(), part.name);
        m_selection->select({part.nodes.back(), {}}); // a node is a node
        QVERIFY(m_selection->part().nodes.empty());
        QVERIFY(inspector.findChild<NameLabel*>(u"inspectorTitle"_s)->full() != part.name);
    }

    void breadcrumbGoesUp() {
        const std::string inside = "/blocks/blocks.6/mlp/Op_9";
        m_selection->select({named(m_graph, inside), {}});
        QVERIFY(rest());
        find<QToolButton>(u"crumb_2"_s)->click(); // blocks/6
        QVERIFY(rest());
        QCOMPARE(crumbs().mid(1), QStringList({u"blocks"_s, u"6"_s}));
        QCOMPARE(canvas(true)->highlighted().size(), std::size_t(48));
        find<QToolButton>(u"crumb_0"_s)->click();
        QVERIFY(rest());
        QVERIFY(m_selection->current().empty());
        QVERIFY(canvas(true)->visibleRect().contains(QRectF(QPointF(), scene().size())));
    }

    void rememberedForTheModel() {
        const std::string inside = "/blocks/blocks.6/mlp/Op_9";
        m_selection->select({named(m_graph, inside), {}});
        QVERIFY(rest());
        QVERIFY(!folded(inside));
        const ir::Graph other = blocks(2);
        m_selection->clear();
        QVERIFY(show(analyse(other)));
        QVERIFY(show(analyse(m_graph)));
        QVERIFY(!folded(inside));
        QVERIFY(folded("/blocks/blocks.5/attn/Op_9"));
    }

    // A folded box and what is in it move into each other.
    void transitionBetweenFoldedAndOpen() {
        const auto modules = std::make_shared<const modules::Modules>(*modules::modulesOf(m_graph));
        const auto graph = std::make_shared<const ir::Graph>(m_graph);
        SceneOptions folded;
        folded.folding = {modules, std::shared_ptr<const std::vector<ModuleId>>(modules, &modules->of), {}};
        SceneOptions open = folded;
        for (std::size_t i = 1; i < modules->all.size(); ++i)
            open.folding.open.insert(ModuleId(i));
        const auto small = placed(graph, folded), large = placed(graph, open);
        QCOMPARE(small->boxes().size(), std::size_t(2 + modules->all[0].items.size()));
        QCOMPARE(large->boxes().size(), m_graph.nodeCount() + 2);
        const QRectF all(-1e6, -1e6, 2e6, 2e6);
        std::vector<QRectF> rects;
        for (const SceneBox& box : small->boxes())
            rects.push_back(box.rect);
        const GraphTransition unfolding(small, rects, large, {}, all, all);
        const std::vector<QRectF> start = unfolding.rectsAt(0);
        for (std::size_t i = 0; i < large->boxes().size(); ++i)
            if (const SceneBox& box = large->boxes()[i]; box.kind == SceneBox::Kind::Node)
                QCOMPARE(start[i], small->boxes()[*small->boxOf(box.node)].rect);
        const auto edges = small->edges().size(); // one between any two boxes
        QCOMPARE(edges, small->boxes().size() - 1);
    }

    // With frames around what is open: of the blocks, and of a real model where there is one.
    void noEdgeRunsThroughABox() {
        std::vector<std::shared_ptr<const ir::Graph>> graphs{std::make_shared<const ir::Graph>(m_graph)};
        if (const auto file = edgewright::test::sharedIfAny("exports/swin_micro/model.onnx"); !file.empty())
            if (const auto opened = pipeline::open(file))
                graphs.push_back(pipeline::type(*opened, {}, true)->graph);
        for (const auto& graph : graphs) {
            const auto modules = std::make_shared<const modules::Modules>(*modules::modulesOf(*graph));
            SceneOptions options;
            options.folding = {modules, std::shared_ptr<const std::vector<ModuleId>>(modules, &modules->of),
                               modules::opened(*modules, ModuleFolds::MinBoxes, ModuleFolds::MaxBoxes)};
            const layout::Request request = GraphScene(graph, cardFonts(), options).request();
            const auto laidOut = layout::layoutGraph(request, {});
            QVERIFY(laidOut);
            QCOMPARE(layout::test::throughBoxes(request, *laidOut), std::string());
            QVERIFY(std::ranges::none_of(laidOut->backward, [](bool back) { return back; }));
        }
    }
};

EDGEWRIGHT_TEST(GraphModulesTest)

} // namespace edgewright::graph_modules_test

#include "graph_modules_test.moc"
