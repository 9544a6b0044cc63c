// SPDX-License-Identifier: GPL-3.0-or-later
// What the canvas draws: the way from one picture to the next, cycles, differences, colours, scales.
#include <QDir>
#include <QMenu>
#include <QSet>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QToolButton>

#include "tests/support/test_class.h"
#include "tests/views/graph/canvas_fixture.h"
#include "views/graph/canvas/graph_legend.h"
#include "views/support/motion.h"

#include <algorithm>
#include <tuple>

namespace edgewright::graph_picture_test {

using namespace edgewright::views;
using namespace edgewright::views::test;

class GraphPictureTest final : public CanvasFixture {
    Q_OBJECT
private slots:
    void initTestCase() { qRegisterMetaType<std::set<NodeId>>(); }
    void init() { open(); }
    void cleanup() { m_canvas.reset(); }

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
        QTRY_COMPARE_WITH_TIMEOUT(m_canvas->inTransition(), false, 30000);
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

    void nothingMovesWhereNoMotionIsWanted() {
        const auto analysis = analyse(m_sample.graph);
        const auto before = placed(m_sample.graph),
                   after = placed(std::shared_ptr<const ir::Graph>(analysis->fusion, &analysis->fusion->graph));
        NodePairs pairs;
        for (const NodeId id : after->graph().order())
            for (const NodeId origin : analysis->fusion->originsOf(id))
                pairs.emplace_back(origin, id);
        QVERIFY(m_canvas->isVisible());
        for (const bool wanted : {true, false}) {
            m_canvas->setScene(before);
            setMotionWanted(wanted);
            m_canvas->transitionTo(after, pairs);
            QCOMPARE(m_canvas->inTransition(), wanted);
            m_canvas->finishTransition();
        }
        QSettings().remove(QStringLiteral("motion"));
    }

    // In the files of KDE and of GTK.
    void theDesktopsWishForStillnessIsRead() {
        for (const auto& [name, said, wanted] :
             {std::tuple("kdeglobals", "[KDE]\nAnimationDurationFactor=0\n", false),
              std::tuple("kdeglobals", "[KDE]\nAnimationDurationFactor=0.5\n", true),
              std::tuple("gtk-3.0/settings.ini", "[Settings]\ngtk-enable-animations=0\n", false),
              std::tuple("gtk-4.0/settings.ini", "[Settings]\ngtk-enable-animations=false\n", false),
              std::tuple("gtk-4.0/settings.ini", "[Settings]\ngtk-enable-animations=1\n", true)}) {
            const QTemporaryDir folder;
            QVERIFY(desktopWantsMotion(folder.path()));
            const QString path = folder.filePath(QString::fromLatin1(name));
            QVERIFY(QDir().mkpath(QFileInfo(path).path()));
            QFile file(path);
            QVERIFY(file.open(QIODevice::WriteOnly) && file.write(said) > 0);
            file.close();
            QVERIFY2(desktopWantsMotion(folder.path()) == wanted, said);
        }
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
        const auto heirs = analysis->fusion->descendantsOf(m_sample.norm1);
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

    void differencesFadeTheRest() {
        const QImage plain = m_canvas->grab().toImage();
        m_canvas->setDifference({{m_sample.conv2, Change::Removed}});
        const QImage marked = m_canvas->grab().toImage();
        QVERIFY(plain != marked);
        m_canvas->setDifference({});
        QCOMPARE(m_canvas->grab().toImage(), plain);
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

    // Beside the colours, folded: each line as it is drawn, no two alike.
    void theLegendListsTheLines() {
        GraphLegend legend;
        auto* lines = legend.findChild<QToolButton*>(QStringLiteral("legendLines"));
        QVERIFY(lines && lines->isHidden()); // nothing is drawn
        legend.setPresent({ops::Category::Activation});
        QVERIFY(!lines->isHidden());
        emit lines->menu()->aboutToShow();
        emit lines->menu()->aboutToShow(); // lists them once
        QSet<QByteArray> samples;
        QSet<QString> texts;
        for (const QAction* line : lines->menu()->actions()) {
            const QImage image = line->icon().pixmap(32, 14).toImage().convertToFormat(QImage::Format_RGB32);
            samples << QByteArray(reinterpret_cast<const char*>(image.constBits()), image.sizeInBytes());
            texts << line->text();
        }
        QCOMPARE(lines->menu()->actions().size(), 6);
        QCOMPARE(samples.size(), 6);
        QCOMPARE(texts.size(), 6);
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

EDGEWRIGHT_TEST(GraphPictureTest)

} // namespace edgewright::graph_picture_test

#include "graph_picture_test.moc"
