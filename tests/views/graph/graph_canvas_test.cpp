// SPDX-License-Identifier: GPL-3.0-or-later
// The canvas under a person's hands: hover, badges, rubber band, opened groups, portals, the map.
#include <QAccessible>
#include <QSignalSpy>

#include "tests/support/test_class.h"
#include "tests/views/graph/canvas_fixture.h"
#include "views/graph/canvas/hover_card.h"
#include "views/graph/canvas/mini_map.h"

#include <algorithm>
#include <cmath>

namespace edgewright::graph_canvas_test {

using namespace edgewright::views;
using namespace edgewright::views::test;

class GraphCanvasTest final : public CanvasFixture {
    Q_OBJECT
private slots:
    void initTestCase() { qRegisterMetaType<std::set<NodeId>>(); }
    void init() { open(); }
    void cleanup() { m_canvas.reset(); }

    void hoverSaysWhatANodeIs() {
        auto* card = m_canvas->findChild<HoverCard*>();
        QVERIFY(card);
        moveTo(*m_canvas, centre(m_sample.conv1));
        QVERIFY2(card->said().contains(QStringLiteral("Conv")), qPrintable(card->said()));
        QVERIFY(card->said().contains(QStringLiteral("8.00 KiB"))); // 1x8x16x16 floats
        QVERIFY(card->said().contains(QStringLiteral("864 B of weights")));
        QVERIFY(card->said().contains(QStringLiteral("MAC")));
        QTRY_VERIFY_WITH_TIMEOUT(card->isVisible(), 30000);
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
        QTRY_VERIFY_WITH_TIMEOUT((m_canvas->visibleRect().center() - target).manhattanLength() < 4, 30000);
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

    void panesMoveTogether() {
        QSignalSpy changed(m_canvas.get(), &GraphCanvas::viewChanged);
        m_canvas->setViewFrom(QPointF(-100, 40), 0.8);
        QVERIFY(std::abs(m_canvas->origin().x() + 100) <= 2 && std::abs(m_canvas->zoom() - 0.8) < 1e-9);
        QCOMPARE(changed.size(), 0);
        QTest::keyClick(m_canvas.get(), Qt::Key_PageDown);
        QTRY_VERIFY_WITH_TIMEOUT(changed.size() > 0, 30000);
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
};

EDGEWRIGHT_TEST(GraphCanvasTest)

} // namespace edgewright::graph_canvas_test

#include "graph_canvas_test.moc"
