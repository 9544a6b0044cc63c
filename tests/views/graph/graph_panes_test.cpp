// SPDX-License-Identifier: GPL-3.0-or-later
// The two pictures beside each other: what they show first, what they keep showing, and the map in their
// corner.
#include "tests/support/test_class.h"
#include "tests/views/graph/blocks.h"
#include "tests/views/graph/canvas_fixture.h"
#include "tests/views/graph/page_fixture.h"
#include "views/graph/canvas/mini_map.h"
#include "views/graph/graph_slides.h"
#include "views/graph/panels/history_bar.h"

#include <QImage>
#include <QPainter>
#include <QToolButton>

#include <cmath>

namespace edgewright::graph_panes_test {

using namespace edgewright::views;
using namespace edgewright::views::test;
using namespace Qt::StringLiterals;

class GraphPanesTest final : public QObject, private PageFixture {
    Q_OBJECT
private:
    ir::Graph m_graph;

    bool showBlocks() {
        m_graph = blocks(3, 30);
        m_sample.graph = m_graph; // what fuseAgain() fuses
        return show(analyse(m_graph));
    }
    bool rest() {
        QTest::qWait(300); // a glide
        return QTest::qWaitFor([&] {
            return m_pool.activeThreadCount() == 0 && !canvas(true)->inTransition() &&
                   !canvas(false)->inTransition();
        });
    }
    // A node of the fused graph that stands for `node`.
    NodeId heirOf(NodeId node) const {
        for (const NodeId id : history().graph.order())
            for (const NodeId origin : history().originsOf(id))
                if (origin == node) return id;
        return {};
    }
    NodeId fusedNode() const {
        for (const NodeId id : history().graph.order())
            if (history().originsOf(id).size() > 1 && id.index() > history().graph.order().front().index() + 6)
                return id;
        return {};
    }
    // How far apart, in pixels of the screen, the two are drawn.
    double apart(NodeId before, NodeId after) const {
        return std::abs(canvas(true)->nodeRect(before)->center().y() -
                        canvas(false)->nodeRect(after)->center().y());
    }
    // Of the node in the middle of the left picture, and what stands for it on the right.
    double middleApart() const {
        const GraphScene& scene = *canvas(true)->scene();
        const QRectF seen = canvas(true)->visibleRect();
        double least = 1e9, result = 1e9;
        for (const std::uint32_t i : scene.boxesIn(seen)) {
            const SceneBox& box = scene.boxes()[i];
            if (box.kind != SceneBox::Kind::Node || !heirOf(box.node).valid()) continue;
            if (const double away = std::abs(box.rect.center().y() - seen.center().y()); away < least) {
                least = away;
                result = apart(box.node, heirOf(box.node));
            }
        }
        return result;
    }

    // In pixels of the screen; pictures lie on whole ones.
    double offCentre(bool before) const {
        const GraphCanvas& c = *canvas(before);
        return (c.visibleRect().center().x() - c.scene()->size().width() / 2) * c.zoom();
    }
    std::vector<double> placesOf(bool before) const {
        std::vector<double> places;
        for (const SceneBox& box : canvas(before)->scene()->boxes())
            places.insert(places.end(), {box.rect.x(), box.rect.y(), box.rect.width(), box.rect.height()});
        return places;
    }
    std::vector<double> seen() const {
        std::vector<double> seen;
        for (const bool before : {true, false}) {
            const GraphCanvas& c = *canvas(before);
            seen.insert(seen.end(), {c.origin().x(), c.origin().y(), c.zoom()});
        }
        return seen;
    }

private slots:
    void init() {
        openPage({1400, 900});
        QVERIFY(QTest::qWaitForWindowExposed(m_view.get()));
    }
    void cleanup() { closePage(); }

    // Every step is shown before the next one is played, with its patch in sight on both sides, and the same
    // way each time.
    void playbackFollowsTheSteps() {
        QVERIFY(showBlocks() && rest());
        auto* bar = find<HistoryBar>(u"historyBar"_s);
        const std::size_t steps = history().steps.size();
        QVERIFY(steps > 3);
        std::vector<std::vector<double>> first, again;
        for (std::vector<std::vector<double>>* places : {&first, &again})
            for (std::size_t step = 0; step <= std::min<std::size_t>(steps, 5); ++step) {
                bar->setStep(step);
                const auto graph = fusion::graphAt(history(), step);
                QVERIFY(graph);
                QTRY_COMPARE_WITH_TIMEOUT(canvas(false)->scene()->graph().nodeCount(), graph->nodeCount(),
                                          30000);
                QVERIFY(rest());
                places->push_back(placesOf(false));
                if (step == 0) continue;
                const NodeId now = m_selection->current().node;
                QVERIFY(now.valid());
                const auto box = canvas(false)->scene()->rectOf(now);
                if (!box) continue; // it was removed
                QVERIFY2(canvas(false)->visibleRect().intersects(*box), qPrintable(QString::number(step)));
                QVERIFY(!canvas(true)->highlighted().empty());
                QCOMPARE(canvas(false)->zoom(), canvas(true)->zoom());
            }
        QCOMPARE(again, first);

        bar->setStep(steps);
        QVERIFY(rest());
        std::vector<std::size_t> played;
        connect(bar, &HistoryBar::stepChanged, this, [&](std::size_t step) {
            // The one before has arrived.
            if (!played.empty())
                QCOMPARE(canvas(false)->scene()->graph().nodeCount(),
                         fusion::graphAt(history(), played.back())->nodeCount());
            played.push_back(step);
        });
        bar->play(true);
        QTRY_VERIFY_WITH_TIMEOUT(played.size() >= 3, 30000);
        bar->play(false);
        bar->disconnect(this);
        for (std::size_t i = 0; i < played.size(); ++i)
            QCOMPARE(played[i], i);
    }

    void mapCoversNoNode() {
        QVERIFY(showBlocks());
        for (const bool before : {true, false}) {
            GraphCanvas& c = *canvas(before);
            const auto* map = c.findChild<MiniMap*>(u"miniMap"_s);
            int shown = 0;
            for (const double zoom : {0.3, 0.6, 1.0, 1.6})
                for (int step = 0; step < 40; ++step) {
                    const QSizeF size = c.scene()->size();
                    c.setViewFrom(QPointF(size.width() * (step % 5) / 5, size.height() * step / 40), zoom);
                    if (map->isHidden()) continue;
                    ++shown;
                    const QRectF under(c.origin() + QPointF(map->pos()) / c.zoom(),
                                       QSizeF(map->size()) / c.zoom());
                    QVERIFY(c.scene()->boxesIn(under).empty());
                }
            QVERIFY(shown > 20);
            c.fit();
            QVERIFY(map->isHidden());
        }
    }

    void fitShowsAllOfBoth() {
        QVERIFY(showBlocks());
        canvas(true)->setFocus();
        QTest::keyClick(canvas(true), Qt::Key_0);
        QVERIFY(rest());
        QVERIFY(canvas(true)->seesAll() && canvas(false)->seesAll());
        QCOMPARE(canvas(false)->zoom(), canvas(true)->zoom());
        QCOMPARE(canvas(true)->zoom(), canvas(true)->fittingZoom());
        for (const bool before : {true, false})
            QVERIFY(std::abs(offCentre(before)) < 2);
        const std::vector<double> fitted = seen();
        canvas(true)->zoomBy(3);
        QVERIFY(rest());
        QCOMPARE(canvas(false)->zoom(), canvas(true)->zoom());
        canvas(false)->fit(); // whichever is asked
        QVERIFY(rest());
        QCOMPARE(seen(), fitted);
    }

    // One model, another one of the same operators that somebody looked around in, and the first again.
    void nothingIsLeftOfWhatWasOpenBefore() {
        const auto first = analyse(residualSample().graph);
        QVERIFY(show(first) && rest());
        const std::vector<double> places = placesOf(true), after = placesOf(false), view = seen();
        QVERIFY(showBlocks());
        canvas(true)->setFocus();
        QTest::keyClick(canvas(true), Qt::Key_PageDown);
        canvas(true)->zoomBy(1.7);
        QVERIFY(rest() && showFused(withoutRules()) && rest());
        QVERIFY(seen() != view);
        QVERIFY(show(analyse(residualSample().graph)) && rest());
        QCOMPARE(placesOf(true), places);
        QCOMPARE(placesOf(false), after);
        QCOMPARE(seen(), view);
    }

    // In a higher window the pictures are higher, and begin where they did.
    void picturesTakeAllRoomLeft() {
        QVERIFY(show(analyse(residualSample().graph)) && rest());
        const int top = canvas(true)->mapTo(m_view.get(), QPoint()).y(), height = canvas(true)->height();
        m_view->resize(1400, 1300);
        QVERIFY(rest());
        QCOMPARE(canvas(true)->mapTo(m_view.get(), QPoint()).y(), top);
        QCOMPARE(canvas(true)->height(), height + 400);
    }

    // Slides about all of a graph that is too long for one show boxes that can be read, no line of them.
    void slidesOfLargeGraphsCanBeRead() {
        const auto analysis = analyse(blocks(3, 30));
        const std::vector<Slide> slides = graphSlides(analysis->fusion);
        QVERIFY(slides.size() > 2);
        for (const Slide* each : {&slides.front(), &slides.back()}) {
            const auto figure = each->make({});
            QVERIFY(figure);
            QImage image(1280, 600, QImage::Format_RGB32);
            image.fill(Qt::white);
            QPainter painter(&image);
            figure->paint(painter, QRectF(image.rect()), Theme::light());
            painter.end();
            int drawn = 0; // columns
            for (int x = 0; x < image.width(); ++x)
                for (int y = 0; y < image.height(); ++y)
                    if (image.pixel(x, y) != image.pixel(0, 0)) {
                        ++drawn;
                        break;
                    }
            QVERIFY2(drawn > 60, qPrintable(QString::number(drawn)));
        }
    }

    // A rule that is switched off and on again leaves no trace.
    void placesComeFromTheRulesAlone() {
        QVERIFY(showBlocks() && rest());
        const std::vector<double> places = placesOf(true), after = placesOf(false), view = seen();
        QVERIFY(showFused(withoutRules()) && rest());
        QVERIFY(placesOf(false) != after);
        QVERIFY(showFused({}) && rest());
        QCOMPARE(placesOf(true), places);
        QCOMPARE(placesOf(false), after);
        QCOMPARE(seen(), view);
    }

    // From where nobody has zoomed or panned, too.
    void bothStayAtOneHeightAfterARule() {
        m_sample = residualSample();
        QVERIFY(show(analyse(m_sample.graph)) && rest());
        for (const fusion::Options& options : {withoutRules(), fusion::Options()}) {
            QVERIFY(showFused(options) && rest());
            QCOMPARE(canvas(false)->zoom(), canvas(true)->zoom());
            QVERIFY2(middleApart() < 60, qPrintable(QString::number(middleApart())));
        }
    }

    // Somebody's scale and place outlive a rule, and the way into a group and back.
    void whatSomebodyLooksAtIsNotTakenBack() {
        QVERIFY(showBlocks());
        canvas(true)->zoomBy(1.7);
        canvas(true)->centreOn(m_graph.order()[40]);
        QVERIFY(rest());
        const double zoom = canvas(true)->zoom();
        QVERIFY(showFused(withoutRules()) && rest());
        QCOMPARE(canvas(true)->zoom(), zoom);
        QCOMPARE(canvas(false)->zoom(), zoom);
        QVERIFY(showFused({}) && rest());
        const QPointF origin = canvas(true)->origin();
        const NodeId group = groupOf(history());
        QVERIFY(group.valid());
        auto* page = static_cast<GraphView*>(m_view.get());
        page->enter(group);
        QTRY_VERIFY_WITH_TIMEOUT(&canvas(true)->scene()->graph() == history().graph.node(group).body.get(),
                                 30000);
        page->leave();
        QTRY_VERIFY_WITH_TIMEOUT(&canvas(true)->scene()->graph() == m_analysis->before(), 30000);
        QVERIFY(rest());
        QCOMPARE(canvas(true)->zoom(), zoom);
        QTRY_VERIFY_WITH_TIMEOUT((canvas(true)->origin() - origin).manhattanLength() * zoom < 4, 30000);
    }

    void smallGraphsStartWhole() {
        QVERIFY(show(analyse(residualSample().graph)));
        for (const bool before : {true, false}) {
            QVERIFY(canvas(before)->seesAll());
            const double off = offCentre(before);
            QVERIFY2(std::abs(off) < 2, qPrintable(u"%1 %2"_s.arg(before).arg(off)));
        }
        QCOMPARE(canvas(false)->zoom(), canvas(true)->zoom());
    }

    void sameNodeAfterUndo() {
        QVERIFY(showBlocks());
        const NodeId fused = fusedNode();
        QVERIFY(fused.valid());
        const std::vector<NodeId> members = history().originsOf(fused);
        m_selection->select({fused, {}});
        QVERIFY(rest());
        canvas(false)->setFocus();
        QTest::keyClick(canvas(false), Qt::Key_U);
        QVERIFY(fuseAgain() && rest());
        QVERIFY(!history().graph.contains(fused) || history().originsOf(fused) != members);
        const NodeId now = m_selection->current().node;
        QVERIFY(std::ranges::find(members, now) != members.end());
        QVERIFY(canvas(true)->highlighted().contains(now));
        QVERIFY(canvas(true)->visibleRect().intersects(*canvas(true)->scene()->rectOf(now)));
        QVERIFY2(apart(now, heirOf(now)) < 3, qPrintable(QString::number(apart(now, heirOf(now)))));
    }

    void sameNodeAfterARule() {
        QVERIFY(showBlocks());
        canvas(true)->setFocus();
        QTest::keyClick(canvas(true), Qt::Key_PageDown);
        QTest::keyClick(canvas(true), Qt::Key_PageDown);
        QVERIFY(rest());
        QVERIFY(middleApart() < 60);
        QVERIFY(showFused(withoutRules()) && rest());
        QVERIFY2(middleApart() < 60, qPrintable(QString::number(middleApart())));
        QVERIFY(showFused({}) && rest());
        QVERIFY2(middleApart() < 60, qPrintable(QString::number(middleApart())));
    }

    void sameNodeAfterAResize() {
        QVERIFY(showBlocks());
        const NodeId fused = fusedNode();
        m_selection->select({fused, {}});
        QVERIFY(rest());
        for (const QSize size : {QSize(1100, 700), QSize(1700, 1000)}) {
            m_view->resize(size);
            QVERIFY(rest());
            const NodeId first = history().originsOf(fused).front();
            QVERIFY(canvas(true)->visibleRect().intersects(*canvas(true)->scene()->rectOf(first)));
            QVERIFY(canvas(false)->visibleRect().intersects(*canvas(false)->scene()->rectOf(fused)));
        }
    }
};

EDGEWRIGHT_TEST(GraphPanesTest)

} // namespace edgewright::graph_panes_test

#include "graph_panes_test.moc"
