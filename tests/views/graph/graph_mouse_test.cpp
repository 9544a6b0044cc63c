// SPDX-License-Identifier: GPL-3.0-or-later
// The Graph page driven by mouse and keys alone, at the places where things are drawn; what is compared is what
// is shown.
#include <QLabel>
#include <QLineEdit>
#include <QTest>
#include <QToolButton>
#include <QWheelEvent>

#include "tests/support/own_settings.h"
#include "tests/support/test_class.h"
#include "tests/views/graph/page_fixture.h"
#include "views/graph/canvas/callout.h"
#include "views/graph/canvas/hover_card.h"
#include "views/graph/canvas/mini_map.h"
#include "views/graph/graph_view.h"
#include "views/graph/panels/search_field.h"
#include "views/graph/picture/card_painter.h"

#include <algorithm>

namespace edgewright::graph_mouse_test {

using namespace edgewright::views;
using namespace edgewright::views::test;
using namespace Qt::StringLiterals;

class GraphMouseTest final : public QObject, protected PageFixture {
    Q_OBJECT
private:
    int m_nudge = 0;

    bool fuseNothing() {
        m_settings->change({}, [](pipeline::Settings& s) { s.fusion = withoutRules(); });
        return fuseAgain();
    }
    QString title(bool before) const {
        return find<QLabel>(before ? u"titleBefore"_s : u"titleAfter"_s)->accessibleName();
    }
    static QString nodes(std::size_t count) { return QString::number(count) + u" nodes"_s; }
    HoverCard* card(bool before) const { return canvas(before)->findChild<HoverCard*>(); }
    // The middle of a node, brought onto the canvas.
    QPoint at(bool before, NodeId node) const {
        canvas(before)->centreOn(node);
        return canvas(before)->nodeRect(node)->center().toPoint();
    }
    // Moves onto a node of the original graph, again where the picture has moved since; whether the card is
    // there.
    bool hovered(NodeId node) {
        m_nudge = 1 - m_nudge;
        QTest::mouseMove(canvas(true), at(true, node) + QPoint(m_nudge, 0));
        return card(true)->isVisible();
    }
    // The middle of the first badge of a kind on a node, by what the canvas has drawn there.
    std::optional<QPoint> badgeAt(bool before, NodeId node, const QString& sign) const {
        at(before, node);
        const QRectF box = *canvas(before)->nodeRect(node);
        const double zoom = canvas(before)->zoom();
        // Badges lie over the upper edge, from the right: the hover text says which one is below the pointer.
        for (double x = box.right() + 8 * zoom; x > box.left(); x -= 6 * zoom) {
            const QPoint point(static_cast<int>(x), static_cast<int>(box.top() - 5 * zoom));
            QTest::mouseMove(canvas(before), point);
            if (card(before)->said().contains(u"<b>"_s + sign + u"</b>"_s)) return point;
        }
        return std::nullopt;
    }

private slots:
    void initTestCase() { edgewright::test::useOwnSettings(); }
    void init() { QVERIFY(openShown({1300, 900})); }
    void cleanup() { closePage(); }

    void hoverShowsShapeBytesAndMacs() {
        HoverCard* shown = card(true);
        QTRY_VERIFY_WITH_TIMEOUT(hovered(m_sample.conv1), 30000);
        // 1x8x16x16 floats are 8 KiB; 8*3*3*3 weights of 4 bytes; 8*16*16 outputs of 27 products.
        for (const QString& part : {u"Conv"_s, u"1×8×16×16"_s, u"8.00 KiB"_s, u"864 B"_s, u"55.3 k"_s}) {
            const QString text = shown->text();
            QVERIFY2(text.contains(part) || (part == u"1×8×16×16"_s && text.contains(u"1x8x16x16"_s)) ||
                         (part == u"1×8×16×16"_s && text.contains(u"[1,8,16,16]"_s)),
                     qPrintable(part + u" is not in "_s + text));
        }
        QVERIFY(shown->width() <= 420);
        // Away from everything, and out of the widget, it goes.
        QTest::mouseMove(canvas(true), QPoint(3, canvas(true)->height() - 3));
        QTRY_VERIFY_WITH_TIMEOUT(!shown->isVisible(), 30000);
        QTRY_VERIFY_WITH_TIMEOUT(hovered(m_sample.conv1), 30000);
        QEvent leave(QEvent::Leave);
        QCoreApplication::sendEvent(canvas(true), &leave);
        QVERIFY(!shown->isVisible());
    }

    void theCardComesLate() {
        at(true, m_sample.conv1);
        QVERIFY(card(true)->delay() >= 250);
        hovered(m_sample.conv1);
        QVERIFY(!card(true)->isVisible() && !card(true)->said().isEmpty());
        QTRY_VERIFY_WITH_TIMEOUT(hovered(m_sample.conv1), 30000);
        QTest::mouseMove(canvas(true), canvas(true)->nodeRect(m_sample.norm1)->center().toPoint());
        QVERIFY(!card(true)->isVisible()); // it does not run along
    }

    // What stands for the node on the other side, and what is next to that, stays free.
    void theCardLeavesTheOtherSideFree() {
        const auto* pair = find<GraphPair>(u"graphPanes"_s);
        const NodeId group = history().descendantsOf(m_sample.conv1).front();
        canvas(true)->fit();
        const std::vector<QRect> clear = pair->counterparts(pair->before(), m_sample.conv1);
        const QRect partner = canvas(false)->nodeRect(group)->toAlignedRect();
        const QRect onScreen(canvas(false)->mapToGlobal(partner.topLeft()), partner.size());
        QVERIFY(std::ranges::find(clear, onScreen) != clear.end());
        QVERIFY(clear.size() > 2); // what feeds it, and what reads it
        const QRect room(0, 0, 1000, 800), node(100, 300, 140, 50);
        const QSize size(240, 120);
        QCOMPARE(placeBeside(size, node, {}, room).top(), node.top());
        QVERIFY(placeBeside(size, node, {}, room).left() > node.right());
        const std::vector<QRect> others{{300, 280, 140, 50}, {300, 360, 140, 50}, {300, 440, 140, 50}};
        const QRect place = placeBeside(size, node, others, room);
        QVERIFY(room.contains(place) && !place.intersects(node));
        for (const QRect& other : others)
            QVERIFY(!place.intersects(other));
        const QRect narrow(90, 290, 400, 70); // nothing is free
        QVERIFY(!placeBeside({120, 60}, node, {{250, 290, 240, 70}}, narrow).intersects(node));
    }

    void veryLongNamesStayOnTheCard() {
        ir::GraphBuilder b("long");
        const ValueId x = b.input("x", ir::TensorType(ir::DataType::Float32, ir::Dims{1, 4}));
        std::string name = "model/activation_1/Relu";
        for (int i = 0; i < 12; ++i)
            name += ";model/batch_normalization_" + std::to_string(i) + "/FusedBatchNormV3";
        const ValueId y = b.value(name), z = b.value("z");
        const NodeId relu = b.nodeInto("Relu", {x}, {y});
        b.nodeInto("Softmax", {y}, {z});
        b.output(z);
        QVERIFY(show(analyse(ops::inferTypes(b.take(), {{"", 17}}).graph)));
        QTRY_VERIFY_WITH_TIMEOUT(!canvas(true)->inTransition(), 30000);
        QTRY_VERIFY_WITH_TIMEOUT(hovered(relu), 30000);
        QVERIFY(card(true)->width() <= 420);
        QVERIFY2(card(true)->height() < 160, qPrintable(QString::number(card(true)->height())));
    }

    void aClickOnABadgeUndoesAFusion() {
        const std::size_t fused = history().graph.nodeCount();
        QCOMPARE(title(true), u"Original · "_s + nodes(8));
        QCOMPARE(title(false), u"Fused · "_s + nodes(fused));
        const NodeId group = history().descendantsOf(m_sample.relu1).front();
        const auto point = badgeAt(false, group, u"✓"_s);
        QVERIFY(point);
        QTest::mouseClick(canvas(false), Qt::LeftButton, {}, *point);
        QCOMPARE(m_settings->get().fusion.skipped.size(), std::size_t(1));
        QVERIFY(find<Callout>(u"callout"_s)->isVisible());
        QVERIFY(fuseAgain());
        QVERIFY(history().graph.nodeCount() > fused);
        QCOMPARE(title(false), u"Fused · "_s + nodes(history().graph.nodeCount()));
        // The other way by the badge of what is possible now.
        const NodeId possible = history().possible.front().nodes.front();
        const auto apply = badgeAt(false, possible, u"▸"_s);
        QVERIFY(apply);
        QTest::mouseClick(canvas(false), Qt::LeftButton, {}, *apply);
        QVERIFY(m_settings->get().fusion.skipped.empty());
        QVERIFY(fuseAgain());
        QCOMPARE(title(false), u"Fused · "_s + nodes(fused));
    }

    void aClickOnTheBadgeOfAHullUndoesIt() {
        const std::size_t fused = history().graph.nodeCount();
        const auto point = badgeAt(true, m_sample.conv1, u"✓"_s);
        QVERIFY(point);
        QTest::mouseClick(canvas(true), Qt::LeftButton, {}, *point);
        QCOMPARE(m_selection->current().node, m_sample.conv1);
        QCOMPARE(m_settings->get().fusion.skipped.size(), std::size_t(1));
        QVERIFY(fuseAgain());
        QVERIFY(history().graph.nodeCount() > fused);
        QCOMPARE(title(false), u"Fused · "_s + nodes(history().graph.nodeCount()));
    }

    void aClickOnATagOfAHullSelectsItsGroup() {
        const NodeId group = history().descendantsOf(m_sample.conv1).front();
        const auto& hulls = canvas(true)->scene()->hulls();
        const auto hull =
            std::ranges::find_if(hulls, [&](const SceneHull& h) { return h.spec.group == group; });
        QVERIFY(hull != hulls.end());
        at(true, m_sample.conv1);
        const QPointF tag = (hull->tagRect.center() - canvas(true)->origin()) * canvas(true)->zoom();
        QTest::mouseClick(canvas(true), Qt::LeftButton, {}, tag.toPoint());
        QCOMPARE(m_selection->current().node, group);
        QVERIFY(canvas(true)->highlighted().count(m_sample.conv1));
        QVERIFY(canvas(false)->highlighted().count(group));
    }

    void rubberBandAndGFuse() {
        QVERIFY(fuseNothing());
        QCOMPARE(title(false), u"Fused · "_s + nodes(8));
        const std::set<NodeId> wanted{m_sample.conv2, m_sample.norm2, m_sample.add};
        GraphCanvas& left = *canvas(true);
        left.fit();
        // Off the other nodes, around these: a rectangle between their boxes' edges, where nobody is touched.
        QRectF all;
        for (const NodeId node : wanted)
            all |= *left.nodeRect(node);
        const QPoint from = (all.topLeft() - QPointF(4, 4)).toPoint(),
                     to = (all.bottomRight() + QPointF(4, 4)).toPoint();
        QTest::mousePress(&left, Qt::LeftButton, Qt::ShiftModifier, from);
        const auto drag = [&](QPoint where) {
            QMouseEvent move(QEvent::MouseMove, where, left.mapToGlobal(where), Qt::NoButton, Qt::LeftButton,
                             Qt::ShiftModifier);
            QCoreApplication::sendEvent(&left, &move);
        };
        drag((from + to) / 2);
        drag(to);
        QTest::mouseRelease(&left, Qt::LeftButton, Qt::ShiftModifier, to);
        for (const NodeId node : wanted)
            QVERIFY(left.chosen().count(node));
        QCOMPARE(left.chosen(), wanted);
        QVERIFY(find<QToolButton>(u"fuseThese"_s)->isEnabled());
        QTest::keyClick(&left, Qt::Key_G);
        QTRY_COMPARE_WITH_TIMEOUT(m_settings->get().fusion.userGroups.size(), std::size_t(1), 30000);
        QVERIFY(fuseAgain());
        QCOMPARE(title(false), u"Fused · "_s + nodes(6));
        m_settings->undo();
        QVERIFY(fuseAgain());
        QCOMPARE(title(false), u"Fused · "_s + nodes(8));
    }

    void theWheelZoomsAboutThePointer() {
        GraphCanvas& left = *canvas(true);
        const QPointF where = at(true, m_sample.relu1);
        const QPointF below = left.origin() + where / left.zoom();
        const double zoom = left.zoom();
        QWheelEvent wheel(where, left.mapToGlobal(where), {}, QPoint(0, 240), Qt::NoButton, {},
                          Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(&left, &wheel);
        QVERIFY(left.zoom() > 1.5 * zoom);
        const QPointF now = left.origin() + where / left.zoom();
        QVERIFY(std::abs(now.x() - below.x()) < 1 && std::abs(now.y() - below.y()) < 1);
        QCOMPARE(canvas(false)->zoom(), left.zoom());
    }

    void draggingPans() {
        GraphCanvas& left = *canvas(true);
        const QPointF before = left.origin();
        const QPoint from(20, 20), to(60, 90);
        QTest::mousePress(&left, Qt::LeftButton, {}, from);
        QMouseEvent move(QEvent::MouseMove, to, left.mapToGlobal(to), Qt::NoButton, Qt::LeftButton, {});
        QCoreApplication::sendEvent(&left, &move);
        QTest::mouseRelease(&left, Qt::LeftButton, {}, to);
        const QPointF way = (before - left.origin()) * left.zoom();
        QVERIFY2(std::abs(way.x() - 40) < 1.5 && std::abs(way.y() - 70) < 1.5,
                 qPrintable(u"%1, %2"_s.arg(way.x()).arg(way.y())));
        QVERIFY(m_selection->current().empty());
    }

    void clickSelectsOnBothSides() {
        QTest::mouseClick(canvas(true), Qt::LeftButton, {}, at(true, m_sample.relu2));
        QCOMPARE(m_selection->current().node, m_sample.relu2);
        QCOMPARE(canvas(false)->highlighted().count(history().descendantsOf(m_sample.relu2).front()),
                 std::size_t(1));
    }

    void typingSearches() {
        QTest::keyClick(canvas(true), Qt::Key_F, Qt::ControlModifier);
        auto* line = find<QLineEdit>(u"graphSearch"_s);
        QTRY_VERIFY_WITH_TIMEOUT(line->hasFocus(), 30000);
        QTest::keyClicks(line, u"op:Relu"_s);
        auto* count = find<QLabel>(u"graphSearchCount"_s);
        QTRY_VERIFY_WITH_TIMEOUT(!count->text().isEmpty(), 30000);
        QTest::keyClick(line, Qt::Key_Return);
        QTRY_VERIFY2(count->text().startsWith(u"1 of"_s), qPrintable(count->text()));
        QCOMPARE(m_selection->current().node, m_sample.relu1);
        QTRY_VERIFY_WITH_TIMEOUT(
            canvas(true)->rect().contains(canvas(true)->nodeRect(m_sample.relu1)->center().toPoint()), 30000);
    }

    void anotherModeKeepsTheSelectedNodeInSight() {
        QTest::mouseClick(canvas(true), Qt::LeftButton, {}, at(true, m_sample.relu2));
        for (int i = 0; i < 2; ++i) {
            QTest::keyClick(canvas(i == 0), Qt::Key_V);
            const NodeId group = history().descendantsOf(m_sample.relu2).front();
            QTRY_VERIFY_WITH_TIMEOUT(QRectF(canvas(false)->rect()).intersects(*canvas(false)->nodeRect(group)),
                                     30000);
            // In the middle of the width.
            const double scene = canvas(false)->scene()->size().width() * canvas(false)->zoom();
            if (scene > canvas(false)->width() - 40) continue;
            const double left = -canvas(false)->origin().x() * canvas(false)->zoom();
            QTRY_VERIFY_WITH_TIMEOUT(std::abs(left + scene / 2 - canvas(false)->width() / 2.0) < 40, 30000);
        }
    }

    void theLegendExplainsTheDifference() {
        auto* signs = find<QLabel>(u"legendChanges"_s);
        QVERIFY(!signs->isVisible());
        find<QToolButton>(u"difference"_s)->click();
        QVERIFY(signs->isVisible());
        for (const QString& word :
             {u"−"_s, u"removed"_s, u"→"_s, u"absorbed"_s, u"+"_s, u"new"_s, u"≠"_s, u"changed"_s})
            QVERIFY2(signs->text().contains(word), qPrintable(signs->text()));
        find<QToolButton>(u"difference"_s)->click();
        QVERIFY(!signs->isVisible());
    }

    void badgesOfANarrowBoxDoNotOverlap() {
        Badge applied, numeric;
        numeric.kind = Badge::Kind::Numeric;
        numeric.text = u"1e-07"_s;
        Badge refused;
        refused.kind = Badge::Kind::Refused;
        const std::vector<Badge> badges{applied, refused, numeric};
        const QRectF box(0, 0, 88, 44);
        for (const double zoom : {1.0, 0.5, 0.3}) {
            const std::vector<QRectF> rects = badgeRects(box, badges, zoom);
            QCOMPARE(rects.size(), badges.size());
            for (std::size_t i = 0; i < rects.size(); ++i) {
                QVERIFY(rects[i].isEmpty() || (rects[i].left() >= box.left() && rects[i].bottom() <= 4));
                for (std::size_t k = i + 1; k < rects.size(); ++k)
                    QVERIFY(!rects[i].intersects(rects[k]));
            }
            QCOMPARE(rects[2].isEmpty(), zoom < FullDetail);
        }
    }
};

EDGEWRIGHT_TEST(GraphMouseTest)

} // namespace edgewright::graph_mouse_test

#include "graph_mouse_test.moc"
