// SPDX-License-Identifier: GPL-3.0-or-later
// The canvas under a person's hands: hover, badges, rubber band, opened groups, transitions, portals, the map.
#include <QAccessible>
#include <QMouseEvent>
#include <QSignalSpy>
#include <QTest>

#include "tests/views/graph/sample.h"
#include "views/graph/graph_canvas.h"
#include "views/graph/graph_legend.h"
#include "views/graph/hover_card.h"
#include "views/graph/mini_map.h"

#include <algorithm>
#include <cmath>
#include <random>

using namespace edgewright;
using namespace edgewright::views;
using namespace edgewright::views::test;

namespace {

std::shared_ptr<GraphScene> placed(std::shared_ptr<const ir::Graph> graph, SceneOptions options = {}) {
    auto scene = std::make_shared<GraphScene>(std::move(graph), cardFonts(), std::move(options));
    const auto layout = layout::layoutGraph(scene->request(), {});
    if (layout) scene->place(*layout);
    return scene;
}

std::shared_ptr<GraphScene> placed(const ir::Graph& graph, SceneOptions options = {}) {
    return placed(std::make_shared<const ir::Graph>(graph), std::move(options));
}

std::shared_ptr<const ir::Graph> chain(int nodes) {
    ir::GraphBuilder b;
    ValueId x = b.input("x", ir::TensorType(ir::DataType::Float32, ir::Dims{2, 3}));
    for (int i = 0; i < nodes; ++i)
        x = b.node("Relu", {x});
    b.output(x);
    return std::make_shared<const ir::Graph>(b.take());
}

void moveTo(QWidget& widget, QPointF at, Qt::MouseButtons buttons = Qt::NoButton,
            Qt::KeyboardModifiers modifiers = {}) {
    QMouseEvent event(QEvent::MouseMove, at, widget.mapToGlobal(at), Qt::NoButton, buttons, modifiers);
    QCoreApplication::sendEvent(&widget, &event);
}

void drag(QWidget& widget, QPointF from, QPointF to, Qt::KeyboardModifiers modifiers) {
    QTest::mousePress(&widget, Qt::LeftButton, modifiers, from.toPoint());
    moveTo(widget, (from + to) / 2, Qt::LeftButton, modifiers);
    moveTo(widget, to, Qt::LeftButton, modifiers);
    QTest::mouseRelease(&widget, Qt::LeftButton, modifiers, to.toPoint());
}

NodeId groupOf(const fusion::History& history) {
    for (const NodeId id : history.graph.order())
        if (history.graph.node(id).body) return id;
    return {};
}

} // namespace

class GraphCanvasTest final : public QObject {
    Q_OBJECT
private:
    Sample m_sample;
    std::unique_ptr<GraphCanvas> m_canvas;

    void show(std::shared_ptr<const GraphScene> scene) {
        m_canvas->setScene(std::move(scene));
        m_canvas->setViewFrom(m_canvas->origin(), 1);
    }
    QPoint centre(NodeId node) const { return m_canvas->nodeRect(node)->center().toPoint(); }

private slots:
    void initTestCase() { qRegisterMetaType<std::set<NodeId>>(); }
    void init() {
        m_sample = residualSample();
        m_canvas = std::make_unique<GraphCanvas>();
        m_canvas->resize(700, 900);
        m_canvas->show();
        show(placed(m_sample.graph));
    }
    void cleanup() { m_canvas.reset(); }

    void hoverSaysWhatANodeIs() {
        auto* card = m_canvas->findChild<HoverCard*>();
        QVERIFY(card);
        moveTo(*m_canvas, centre(m_sample.conv1));
        QVERIFY2(card->said().contains(QStringLiteral("Conv")), qPrintable(card->said()));
        QVERIFY(card->said().contains(QStringLiteral("8.00 KiB"))); // 1x8x16x16 floats
        QVERIFY(card->said().contains(QStringLiteral("864 B of weights")));
        QVERIFY(card->said().contains(QStringLiteral("MAC")));
        QTRY_VERIFY(card->isVisible());
        moveTo(*m_canvas, QPointF(1, 450));
        QVERIFY(card->said().isEmpty());
        QVERIFY(!card->isVisible());
    }

    void hoverSaysWhatTheColourMeans() {
        const ir::Graph* graphs[]{&m_sample.graph};
        m_canvas->setColouring(std::make_shared<const NodeColouring>(colourByMacs(graphs)));
        moveTo(*m_canvas, centre(m_sample.conv2));
        const QString said = m_canvas->findChild<HoverCard*>()->said();
        QVERIFY2(said.contains(QStringLiteral("MACs: ")), qPrintable(said));
    }

    void badgesAreClicked() {
        Badges badges;
        badges[m_sample.add] = {{Badge::Kind::Refused, {QStringLiteral("because")}, {}, Badge::Level::Near},
                                {Badge::Kind::Possible, {}, {}, Badge::Level::Good}};
        m_canvas->setBadges(badges);
        m_canvas->centreOn(m_sample.add);
        QSignalSpy clicked(m_canvas.get(), &GraphCanvas::badgeClicked);
        const QRectF box = *m_canvas->scene()->rectOf(m_sample.add);
        const std::vector<QRectF> rects = badgeRects(box, badges[m_sample.add]);
        QCOMPARE(rects.size(), std::size_t(2));
        for (std::size_t i = 0; i < 2; ++i) {
            const QPointF at = (rects[i].center() - m_canvas->origin()) * m_canvas->zoom();
            moveTo(*m_canvas, at);
            QCOMPARE(m_canvas->findChild<HoverCard*>()->said().contains(QStringLiteral("because")), i == 0);
            QTest::mouseClick(m_canvas.get(), Qt::LeftButton, {}, at.toPoint());
            QCOMPARE(clicked.size(), qsizetype(i + 1));
            QCOMPARE(clicked.back()[0].value<Item>().node, m_sample.add);
            QCOMPARE(clicked.back()[1].value<Badge::Kind>(), badges[m_sample.add][i].kind);
        }
        // Several of one kind are one.
        badges[m_sample.add][1] = {
            Badge::Kind::Refused, {QStringLiteral("and why else")}, {}, Badge::Level::Near};
        m_canvas->setBadges(badges);
        moveTo(*m_canvas, QPointF(1, 1));
        moveTo(*m_canvas, (rects[0].center() - m_canvas->origin()) * m_canvas->zoom());
        QVERIFY(m_canvas->findChild<HoverCard*>()->said().contains(QStringLiteral("and why else")));
        const QImage with = m_canvas->grab().toImage();
        m_canvas->setBadges({});
        QVERIFY(m_canvas->grab().toImage() != with);
    }

    void rubberBandChooses() {
        QSignalSpy chosen(m_canvas.get(), &GraphCanvas::areaSelected);
        const QRectF first = *m_canvas->nodeRect(m_sample.conv1), second = *m_canvas->nodeRect(m_sample.norm1);
        const QPointF origin = m_canvas->origin();
        drag(*m_canvas, first.topLeft() - QPointF(6, 6), second.center(), Qt::ShiftModifier);
        QCOMPARE(chosen.size(), 1);
        QCOMPARE(m_canvas->chosen(), (std::set<NodeId>{m_sample.conv1, m_sample.norm1}));
        QCOMPARE(m_canvas->origin(), origin); // nothing was panned
        QTest::mouseClick(m_canvas.get(), Qt::LeftButton, Qt::ControlModifier, centre(m_sample.relu1));
        QCOMPARE(m_canvas->chosen().size(), std::size_t(3));
        QTest::mouseClick(m_canvas.get(), Qt::LeftButton, Qt::ControlModifier, centre(m_sample.conv1));
        QCOMPARE(m_canvas->chosen(), (std::set<NodeId>{m_sample.norm1, m_sample.relu1}));
        QTest::keyClick(m_canvas.get(), Qt::Key_Escape);
        QVERIFY(m_canvas->chosen().empty());
        // As a tool, without Shift; then a plain drag no longer pans.
        m_canvas->setTool(GraphCanvas::Tool::Choose);
        drag(*m_canvas, first.topLeft() - QPointF(6, 6), second.center(), {});
        QCOMPARE(m_canvas->chosen().size(), std::size_t(2));
        QCOMPARE(m_canvas->origin(), origin);
    }

    void keysChooseToo() {
        m_canvas->setHighlight({m_sample.conv1}, {}, m_sample.conv1);
        connect(m_canvas.get(), &GraphCanvas::picked, m_canvas.get(), [this](const Item& item) {
            m_canvas->setHighlight(item.node.valid() ? std::set<NodeId>{item.node} : std::set<NodeId>{},
                                   item.value, item.node);
        });
        QTest::keyClick(m_canvas.get(), Qt::Key_Down, Qt::ShiftModifier);
        QTest::keyClick(m_canvas.get(), Qt::Key_Down, Qt::ShiftModifier);
        QCOMPARE(m_canvas->chosen(), (std::set<NodeId>{m_sample.conv1, m_sample.norm1, m_sample.relu1}));
        QTest::keyClick(m_canvas.get(), Qt::Key_Space);
        QCOMPARE(m_canvas->chosen(), (std::set<NodeId>{m_sample.conv1, m_sample.norm1}));
        QTest::keyClick(m_canvas.get(), Qt::Key_A, Qt::ControlModifier);
        QCOMPARE(m_canvas->chosen().size(), m_sample.graph.nodeCount());
        QVERIFY(GraphCanvas::keys().size() > 10);
    }

    void groupsOpenInPlace() {
        const auto analysis = analyse(m_sample.graph);
        const auto after = std::shared_ptr<const ir::Graph>(analysis->fusion, &analysis->fusion->graph);
        const NodeId group = groupOf(*analysis->fusion);
        QVERIFY(group.valid());
        show(placed(after));
        QSignalSpy opened(m_canvas.get(), &GraphCanvas::openRequested);
        QTest::mouseDClick(m_canvas.get(), Qt::LeftButton, {}, centre(group));
        QCOMPARE(opened.size(), 1);
        QCOMPARE(opened[0][0].value<NodeId>(), group);
        QVERIFY(opened[0][1].toBool());

        const auto open = placed(after, {{group}, {}});
        const auto members = after->node(group).body->nodeCount();
        QVERIFY(members > 1);
        QCOMPARE(open->boxes().size(), m_canvas->scene()->boxes().size() - 1 + members);
        const auto hull = std::find_if(open->hulls().begin(), open->hulls().end(), [&](const SceneHull& h) {
            return h.spec.style == HullSpec::Style::Opened && h.spec.group == group;
        });
        QVERIFY(hull != open->hulls().end());
        std::set<std::uint32_t> shown, groups;
        const auto request = open->request();
        for (std::uint32_t i = 0; i < open->boxes().size(); ++i) {
            const SceneBox& box = open->boxes()[i];
            if (box.node != group) continue;
            QVERIFY(box.member.valid());
            QVERIFY(hull->path.contains(box.rect));
            shown.insert(i);
            groups.insert(request.groups[i]);
        }
        QCOMPARE(shown.size(), members);
        QCOMPARE(groups.size(), std::size_t(1));
        QVERIFY(*groups.begin() > 0);
        // What the group read and wrote, its members do; inside, they are linked.
        const auto crossing =
            std::count_if(open->edges().begin(), open->edges().end(),
                          [&](const SceneEdge& e) { return shown.count(e.from) != shown.count(e.to); });
        const auto before = m_canvas->scene();
        const auto own = *before->boxOf(group);
        const auto touching = std::count_if(before->edges().begin(), before->edges().end(),
                                            [&](const SceneEdge& e) { return e.from == own || e.to == own; });
        QVERIFY2(crossing >= touching, "a value that two members read has two edges");
        const auto inside = std::count_if(open->edges().begin(), open->edges().end(), [&](const SceneEdge& e) {
            return shown.count(e.from) != 0 && shown.count(e.to) != 0;
        });
        QVERIFY(inside >= static_cast<std::ptrdiff_t>(members) - 1);

        // Its tag closes it again.
        show(open);
        m_canvas->centreOn(group);
        const QPointF tag = (hull->tagRect.center() - m_canvas->origin()) * m_canvas->zoom();
        QTest::mouseClick(m_canvas.get(), Qt::LeftButton, {}, tag.toPoint());
        QCOMPARE(opened.size(), 2);
        QVERIFY(!opened[1][1].toBool());
    }

    void transitionsEndAtTheNewScene() {
        const auto analysis = analyse(m_sample.graph);
        const auto after = placed(std::shared_ptr<const ir::Graph>(analysis->fusion, &analysis->fusion->graph));
        NodePairs pairs;
        for (const NodeId id : after->graph().order())
            for (const NodeId origin : analysis->fusion->originsOf(id))
                pairs.emplace_back(origin, id);
        m_canvas->setHighlight({m_sample.pool}, {}, m_sample.pool);
        m_canvas->centreOn(m_sample.pool);
        const QPointF at = m_canvas->nodeRect(m_sample.pool)->center();
        QSignalSpy ended(m_canvas.get(), &GraphCanvas::transitionEnded);
        m_canvas->transitionTo(after, pairs);
        QCOMPARE(m_canvas->scene(), std::shared_ptr<const GraphScene>(after));
        if (m_canvas->inTransition()) {
            QTest::qWait(60);
            QVERIFY(!m_canvas->grab().isNull());
            // Interrupted on the way: back again.
            m_canvas->transitionTo(placed(m_sample.graph), {});
            m_canvas->transitionTo(after, pairs);
        }
        QTRY_COMPARE(m_canvas->inTransition(), false);
        QVERIFY(ended.size() >= 1);
        QVERIFY((m_canvas->nodeRect(m_sample.pool)->center() - at).manhattanLength() <= 2);
        GraphCanvas fresh;
        fresh.resize(m_canvas->size());
        fresh.setScene(after);
        fresh.setViewFrom(m_canvas->origin(), m_canvas->zoom());
        fresh.setHighlight({m_sample.pool}, {}, m_sample.pool);
        m_canvas->clearFocus();
        QCOMPARE(m_canvas->grab().toImage(), fresh.grab().toImage());
    }

    void membersMoveIntoTheirGroup() {
        const auto analysis = analyse(m_sample.graph);
        const auto before = placed(m_sample.graph),
                   after = placed(std::shared_ptr<const ir::Graph>(analysis->fusion, &analysis->fusion->graph));
        NodePairs pairs;
        for (const NodeId id : after->graph().order())
            for (const NodeId origin : analysis->fusion->originsOf(id))
                pairs.emplace_back(origin, id);
        std::vector<QRectF> rects;
        for (const SceneBox& box : before->boxes())
            rects.push_back(box.rect);
        const QRectF all(-1e6, -1e6, 2e6, 2e6);
        const GraphTransition transition(before, rects, after, pairs, all, all);
        const auto heirs = analysis->fusion->heirsOf(m_sample.norm1);
        QCOMPARE(heirs.size(), std::size_t(1));
        const QRectF target = *after->rectOf(heirs.front());
        int found = 0;
        for (const GraphTransition::Mover& mover : transition.movers()) {
            if (!mover.old || before->boxes()[mover.box].node != m_sample.norm1) continue;
            ++found;
            QCOMPARE(mover.to, target);
            QCOMPARE(mover.fadeTo, 0.0);
        }
        QCOMPARE(found, 1);
        const std::vector<QRectF> end = transition.rectsAt(1);
        for (std::size_t i = 0; i < end.size(); ++i)
            QCOMPARE(end[i], after->boxes()[i].rect);
    }

    void seedsComeFromTheOldPicture() {
        const auto before = placed(m_sample.graph);
        const auto analysis = analyse(m_sample.graph);
        const auto after = placed(std::shared_ptr<const ir::Graph>(analysis->fusion, &analysis->fusion->graph));
        NodePairs pairs;
        for (const NodeId id : after->graph().order())
            for (const NodeId origin : analysis->fusion->originsOf(id))
                pairs.emplace_back(origin, id);
        const auto request = after->request(before.get(), pairs);
        QCOMPARE(request.seed.size(), after->boxes().size());
        const auto pool = request.seed[*after->boxOf(m_sample.pool)];
        QVERIFY(pool);
        QCOMPARE(QPointF(pool->x, pool->y), before->rectOf(m_sample.pool)->center());
        for (const auto& seed : request.seed)
            QVERIFY(seed); // every node comes from somewhere
    }

    void portalsLeadToTheOtherEnd() {
        auto scene = std::make_shared<GraphScene>(chain(40));
        auto layout = *layout::layoutGraph(scene->request(), {});
        layout.portals.assign(layout.edges.size(), false);
        auto& points = layout.edges[20]; // cut in two stubs
        const layout::Point a = points.front(), b = points.back();
        points = {
            a, {a.x, a.y + 2}, {a.x, a.y + 4}, {a.x, a.y + 6}, {b.x, b.y - 6}, {b.x, b.y - 4}, {b.x, b.y - 2},
            b};
        layout.portals[20] = true;
        scene->place(layout);
        const SceneEdge& edge = scene->edges()[20];
        QVERIFY(edge.portal && !edge.label.isEmpty() && !edge.farLabel.isEmpty());
        show(scene);
        m_canvas->centreOnPoint(edge.labelRect.center() + QPointF(0, 300));
        const QPointF at = (edge.labelRect.topLeft() + QPointF(4, 4) - m_canvas->origin()) * m_canvas->zoom();
        QSignalSpy picked(m_canvas.get(), &GraphCanvas::picked);
        QTest::mouseClick(m_canvas.get(), Qt::LeftButton, {}, at.toPoint());
        QCOMPARE(picked.size(), 1);
        QCOMPARE(picked[0][0].value<Item>().value, edge.value);
        const QPointF target = scene->boxes()[edge.to].rect.center();
        QTRY_VERIFY((m_canvas->visibleRect().center() - target).manhattanLength() < 4);
    }

    void cyclesAreDrawnBackwards() {
        ir::GraphBuilder b;
        const ValueId x = b.input("x", {}), a = b.value("a"), c = b.value("c");
        b.nodeInto("Add", {x, c}, {a});
        b.nodeInto("Relu", {a}, {c});
        b.output(c);
        const auto scene = placed(b.graph());
        QCOMPARE(std::count_if(scene->edges().begin(), scene->edges().end(),
                               [](const SceneEdge& e) { return e.back; }),
                 std::ptrdiff_t(1));
        QVERIFY(edgeColour(*std::find_if(scene->edges().begin(), scene->edges().end(),
                                         [](const SceneEdge& e) { return e.back; }),
                           Theme::light(), {}) == Theme::light().bad);
    }

    void hullTagsAreClicked() {
        const auto scene = placed(m_sample.graph);
        scene->setHulls({{{m_sample.conv1, m_sample.norm1},
                          QStringLiteral("Conv + BN"),
                          HullSpec::Style::Possible,
                          m_sample.conv1}});
        show(scene);
        m_canvas->centreOn(m_sample.conv1);
        QSignalSpy clicked(m_canvas.get(), &GraphCanvas::hullClicked);
        const QPointF at = scene->hulls()[0].tagRect.center() - m_canvas->origin();
        QTest::mouseClick(m_canvas.get(), Qt::LeftButton, {}, at.toPoint());
        QCOMPARE(clicked.size(), 1);
        QCOMPARE(clicked[0][0].value<HullSpec>().group, m_sample.conv1);
    }

    void differencesFadeTheRest() {
        const QImage plain = m_canvas->grab().toImage();
        m_canvas->setDifference({{m_sample.conv2, Change::Removed}});
        const QImage marked = m_canvas->grab().toImage();
        QVERIFY(plain != marked);
        m_canvas->setDifference({});
        QCOMPARE(m_canvas->grab().toImage(), plain);
    }

    void panesMoveTogether() {
        QSignalSpy changed(m_canvas.get(), &GraphCanvas::viewChanged);
        m_canvas->setViewFrom(QPointF(-100, 40), 0.8);
        m_canvas->putNodeAt(m_sample.relu1, 200);
        QVERIFY(std::abs(m_canvas->nodeRect(m_sample.relu1)->center().y() - 200) <= 1);
        QCOMPARE(changed.size(), 0);
        QTest::keyClick(m_canvas.get(), Qt::Key_PageDown);
        QTRY_VERIFY(changed.size() > 0);
    }

    void theMapMoves() {
        MiniMap map(m_canvas.get());
        m_canvas->fit();
        QVERIFY(map.isHidden()); // everything is seen
        show(placed(chain(300)));
        QVERIFY(!map.isHidden());
        QVERIFY(map.frame().height() < map.height() / 4.0);
        QTest::mouseClick(&map, Qt::LeftButton, {}, QPoint(map.width() / 2, map.height() - 20));
        QVERIFY(m_canvas->origin().y() > m_canvas->scene()->size().height() * 0.7);
        QVERIFY(map.frame().center().y() > map.height() * 0.7);
        const QImage image = map.grab().toImage();
        std::set<QRgb> colours;
        for (int y = 0; y < image.height(); ++y)
            colours.insert(image.pixel(image.width() / 2, y));
        QVERIFY(colours.size() > 2);
        map.setWanted(false);
        QVERIFY(map.isHidden());
    }

    void detailFollowsTheScale() {
        QSignalSpy zoomed(m_canvas.get(), &GraphCanvas::zoomChanged);
        for (const double zoom : {0.6, 0.4, 0.2, 0.05}) {
            m_canvas->setViewFrom(QPointF(-50, -50), zoom);
            const QImage image = m_canvas->grab().toImage();
            // A box is where it should be: its centre is not the background.
            const QPoint at = centre(m_sample.add);
            QVERIFY2(image.pixelColor(at) != Theme::light().background, qPrintable(QString::number(zoom)));
        }
        QCOMPARE(zoomed.size(), 4);
    }

    void boxesHaveNamesForAssistiveTechnology() {
        QAccessibleInterface* canvas = QAccessible::queryAccessibleInterface(m_canvas.get());
        QVERIFY(canvas);
        QCOMPARE(canvas->childCount(), static_cast<int>(m_canvas->scene()->boxes().size()));
        const auto index = static_cast<int>(*m_canvas->scene()->boxOf(m_sample.conv1));
        m_canvas->setHighlight({m_sample.conv1}, {}, m_sample.conv1);
        QAccessibleInterface* box = canvas->child(index);
        QVERIFY(box->text(QAccessible::Name).startsWith(QStringLiteral("Conv ")));
        QVERIFY(box->text(QAccessible::Description).contains(QStringLiteral("1×8×16×16")));
        QVERIFY(box->state().selected);
        const QPoint at = m_canvas->mapToGlobal(centre(m_sample.conv1));
        QVERIFY(box->rect().contains(at));
        QCOMPARE(canvas->childAt(at.x(), at.y()), box);
        QCOMPARE(canvas->indexOfChild(box), index);
    }

    void theLegendSwitches() {
        GraphLegend legend;
        const ir::Graph* graphs[]{&m_sample.graph};
        const auto kind = std::make_shared<const NodeColouring>(colourByKind(graphs)),
                   macs = std::make_shared<const NodeColouring>(colourByMacs(graphs)),
                   dtype = std::make_shared<const NodeColouring>(colourByDtype(graphs));
        legend.setColourings({kind, macs, dtype});
        QSignalSpy chosen(&legend, &GraphLegend::colouringChosen);
        legend.setCurrent(QStringLiteral("macs"));
        QCOMPARE(legend.current(), macs);
        QCOMPARE(chosen.size(), 1);
        QVERIFY(!legend.findChild<QWidget*>(QStringLiteral("legendScale"))->isHidden());
        legend.setColourings({kind, dtype});
        QCOMPARE(legend.current(), kind);
    }

    void numbersHaveAPlaceOnTheScale() {
        const ir::Graph* graphs[]{&m_sample.graph};
        const NodeColouring macs = colourByMacs(graphs);
        QCOMPARE(macs.values.size(), std::size_t(2));
        QCOMPARE(macs.values.at(m_sample.conv1), 16.0 * 16 * 8 * 27);
        QCOMPARE(macs.values.at(m_sample.conv2), 16.0 * 16 * 8 * 72);
        QCOMPARE(*macs.position(m_sample.conv1), 0.0);
        QCOMPARE(*macs.position(m_sample.conv2), 1.0);
        QVERIFY(!macs.position(m_sample.add));
        NodeColouring difference;
        difference.kind = NodeColouring::Kind::Diverging;
        difference.values = {{m_sample.add, -2.0}, {m_sample.pool, 1.0}};
        difference.fitRange();
        QCOMPARE(*difference.position(m_sample.add), -1.0);
        QCOMPARE(*difference.position(m_sample.pool), 0.5);
    }
};

class SceneIndexTest final : public QObject {
    Q_OBJECT
private slots:
    void findsWhatALinearSearchFinds() {
        std::mt19937 random(7);
        std::uniform_real_distribution<double> place(0, 5000), size(0, 80);
        std::vector<QRectF> rects;
        for (int i = 0; i < 3000; ++i)
            rects.emplace_back(place(random), place(random), size(random), i % 50 == 0 ? 4000 : size(random));
        const SceneIndex index(rects);
        for (int i = 0; i < 200; ++i) {
            const QRectF area(place(random), place(random), size(random) * 10, size(random) * 10);
            std::vector<std::uint32_t> expected;
            for (std::uint32_t r = 0; r < rects.size(); ++r)
                if (rects[r].left() <= area.right() && rects[r].right() >= area.left() &&
                    rects[r].top() <= area.bottom() && rects[r].bottom() >= area.top())
                    expected.push_back(r);
            QCOMPARE(index.in(area), expected);
        }
        QVERIFY(SceneIndex().in(QRectF(0, 0, 10, 10)).empty());
    }
};

int main(int argc, char** argv) {
    QApplication app(argc, argv);
    GraphCanvasTest canvas;
    SceneIndexTest index;
    return QTest::qExec(&index, argc, argv) + QTest::qExec(&canvas, argc, argv);
}
#include "graph_canvas_test.moc"
