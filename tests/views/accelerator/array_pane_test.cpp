// SPDX-License-Identifier: GPL-3.0-or-later
// The chosen layer on the array: which one is drawn, how one goes through its cycles, and what is said instead.
#include "views/accelerator/array/array_pane.h"

#include "core/cost/systolic.h"
#include "tests/support/test_class.h"
#include "tests/views/accelerator/small_products.h"
#include "tests/views/memory/recorded_painting.h"
#include "views/accelerator/array/array_canvas.h"
#include "views/accelerator/array/array_parts.h"
#include "views/accelerator/array/array_transport.h"
#include "views/support/figure/figure_format.h"
#include "views/support/figure/figure_style.h"
#include "views/support/job/stage_overlay.h"

#include <QHelpEvent>
#include <QLabel>
#include <QSignalSpy>
#include <QSlider>
#include <QTest>
#include <QToolButton>
#include <QToolTip>

namespace edgewright::array_pane_test {

using namespace edgewright::views;

namespace {

// Two products and an activation on `accelerator`, with the tiles that are best there.
std::shared_ptr<pipeline::Analysis> example(const cost::Accelerator& accelerator) {
    return test::costed(
        {test::product("small", 3, 20, 7, 30), test::relu(), test::product("large", 9, 300, 40, 50)},
        accelerator);
}

} // namespace

class ArrayPaneTest : public QObject {
    Q_OBJECT
    Selection selection;
    SettingsModel settings;
    QThreadPool pool;
    ViewContext context{selection, settings, pool};
    std::unique_ptr<ArrayPane> pane;
    ArrayCanvas* canvas = nullptr;
    ArrayTransport* transport = nullptr;

    static cost::Accelerator array() {
        cost::Accelerator made;
        made.rows = made.cols = 8;
        return made;
    }
    QString title() { return pane->findChild<QLabel*>(QStringLiteral("arrayTitle"))->text(); }
    QString stage() { return pane->findChild<StageOverlay*>(QStringLiteral("arrayStage"))->text(); }
    // As it is drawn.
    static Scene large() {
        const auto analysis = example(array());
        const cost::LayerCost& layer = analysis->costs->report.layers.at(2);
        const auto walk = cost::ArrayWalk::of(layer.layer, array(), layer.tiling);
        return walk ? std::make_shared<ArrayScene>(QStringLiteral("large"), *walk) : nullptr;
    }
    ArrayLayout layoutOf(const ArrayScene& scene) {
        return arrayLayout(QRectF(canvas->rect()).adjusted(6, 4, -6, -4), scene);
    }
    void press(const char* name) {
        QTest::mouseClick(pane->findChild<QToolButton*>(QString::fromLatin1(name)), Qt::LeftButton);
    }

private slots:
    void init() {
        selection.clear();
        pane = std::make_unique<ArrayPane>(context);
        canvas = pane->findChild<ArrayCanvas*>();
        transport = pane->findChild<ArrayTransport*>();
        pane->resize(800, 420);
        pane->show();
        QVERIFY(QTest::qWaitForWindowExposed(pane.get()));
        QVERIFY(stage().contains(QStringLiteral("Open a model")));
        pane->setAnalysis(example(array()));
    }
    void cleanup() { pane.reset(); }

    void namesTheLayer() {
        QVERIFY2(title().contains(QStringLiteral("No layer is selected")) &&
                     title().contains(QStringLiteral("<b>large</b>: 50 × 40 weights")),
                 qPrintable(title()));
        QVERIFY(title().contains(QStringLiteral("35 folds"))); // 7 blocks of K, 5 of filters
        selection.select({NodeId(3), {}});
        QVERIFY2(title().startsWith(QStringLiteral("<b>small</b>: 30 × 7 weights")), qPrintable(title()));
        QVERIFY(title().contains(QStringLiteral("8 × 8 cells in 4 folds")));
        QVERIFY(title().contains(
            QStringLiteral("2 of 8 rows are idle in the last ones, 1 of 8 columns are idle in every fold")));
        QVERIFY(stage().isEmpty());
    }

    // Of K = 50 in tiles of 20, the blocks have 8, 8, 4, 8, 8, 4, 8 and 2 rows.
    void tilesHaveBlocksOfTheirOwn() {
        const auto analysis = example(array());
        const cost::LayerCost& layer = analysis->costs->report.layers.at(2);
        cost::Tiling tiling = layer.tiling;
        tiling.channels = 20;
        const auto walk = cost::ArrayWalk::of(layer.layer, array(), tiling);
        QVERIFY(walk);
        const QString text = sceneText({QStringLiteral("large"), *walk});
        QVERIFY2(text.contains(QStringLiteral("the blocks of the tiles do not all fill the array")),
                 qPrintable(text));
        QVERIFY(!text.contains(QStringLiteral("idle")));
    }

    void steps() {
        QCOMPARE(pane->moment(), (ArrayMoment{0, 0}));
        const QImage before = canvas->grab().toImage();
        press("arrayForward");
        QCOMPARE(pane->moment(), (ArrayMoment{0, 1}));
        QVERIFY(canvas->grab().toImage() != before);
        QCOMPARE(canvas->state().computing(), 0); // weights shift in for 8 cycles
        canvas->setFocus();
        for (int i = 0; i < 7; ++i)
            QTest::keyClick(canvas, Qt::Key_Right);
        QCOMPARE(canvas->state().computing(), 1);
        QTest::keyClick(canvas, Qt::Key_Right);
        QCOMPARE(canvas->state().computing(), 3);
        QTest::keyClick(canvas, Qt::Key_Left);
        QCOMPARE(pane->moment(), (ArrayMoment{0, 8}));
        QTest::keyClick(canvas, Qt::Key_End);
        press("arrayForward"); // into the next one, and back
        QCOMPARE(pane->moment(), (ArrayMoment{1, 0}));
        press("arrayBack");
        QCOMPARE(pane->moment().fold, 0);
        press("arrayFoldForward");
        QCOMPARE(pane->moment(), (ArrayMoment{1, 0}));
        auto* slider = pane->findChild<QSlider*>(QStringLiteral("arrayCycle"));
        slider->setValue(slider->maximum());
        const qint64 last = pane->moment().cycle;
        QTest::keyClick(canvas, Qt::Key_End);
        QCOMPARE(pane->moment().cycle, last);
        press("arrayFoldBack");
        QCOMPARE(pane->moment(), (ArrayMoment{0, 0}));
        QVERIFY(!pane->findChild<QToolButton*>(QStringLiteral("arrayBack"))->isEnabled());
    }

    void sameResultKeepsTheMoment() {
        press("arrayForward");
        pane->setAnalysis(example(array()));
        QCOMPARE(pane->moment(), (ArrayMoment{0, 1}));
        selection.select({NodeId(3), {}});
        QCOMPARE(pane->moment(), (ArrayMoment{0, 0}));
    }

    void playsWhileVisible() {
        press("arrayPlay");
        QVERIFY(transport->playing());
        QTRY_VERIFY_WITH_TIMEOUT(pane->moment().cycle > 2, 30000);
        pane->hide();
        QVERIFY(!transport->playing());
        const ArrayMoment moment = pane->moment();
        QTest::qWait(150);
        QCOMPARE(pane->moment(), moment);
        pane->show();
        QVERIFY(!transport->playing());
        QTest::keyClick(canvas, Qt::Key_Space);
        QVERIFY(transport->playing());
        QTest::keyClick(canvas, Qt::Key_Space);
        QVERIFY(!transport->playing());
    }

    // At the very end it stops by itself.
    void stopsAtTheEnd() {
        selection.select({NodeId(3), {}});
        for (int fold = 0; fold < 40; ++fold)
            press("arrayFoldForward");
        canvas->setFocus();
        QTest::keyClick(canvas, Qt::Key_End);
        const ArrayMoment end = pane->moment();
        QTest::keyClick(canvas, Qt::Key_Right);
        QCOMPARE(pane->moment(), end);
        press("arrayPlay");
        QTRY_VERIFY_WITH_TIMEOUT(!transport->playing(), 30000);
    }

    void followsTheAccelerator() {
        const QImage before = canvas->grab().toImage();
        cost::Accelerator other = array();
        other.dataflow = cost::Dataflow::OutputStationary;
        pane->setAnalysis(example(other));
        QVERIFY2(title().contains(QStringLiteral("300 × 40 sums")), qPrintable(title()));
        QVERIFY(canvas->grab().toImage() != before);
        other.dataflow = cost::Dataflow::InputStationary;
        other.rows = other.cols = 256; // more cells than pixels
        pane->setAnalysis(example(other));
        QVERIFY2(title().contains(QStringLiteral("50 × 300 inputs")), qPrintable(title()));
        QVERIFY(!canvas->grab().isNull());
    }

    void hiddenWaits() {
        pane->hide();
        selection.select({NodeId(3), {}});
        QVERIFY(title().contains(QStringLiteral("large")));
        QVERIFY(figureSvg(pane->figure().value()).contains("Fold 1 of 8")); // of the one that is chosen now
        pane->show();
        QVERIFY(title().contains(QStringLiteral("small")));
    }

    void vectorUnit() {
        press("arrayPlay");
        selection.select({NodeId(5), {}});
        QVERIFY2(stage().contains(QStringLiteral("relu (Relu) runs on the vector unit, 8 elements")),
                 qPrintable(stage()));
        QVERIFY(!transport->playing());
        QVERIFY(!pane->figure());
        QTest::keyClick(canvas, Qt::Key_Right); // nothing to step through
        selection.clear();
        QVERIFY(stage().isEmpty());
    }

    void foldsAndTilesAreChosenByClicks() {
        const Scene scene = large();
        const ArrayLayout layout = layoutOf(*scene);
        QSignalSpy chosen(canvas, &ArrayCanvas::foldChosen);
        QTest::mouseClick(canvas, Qt::LeftButton, {}, layout.srams.center().toPoint());
        QCOMPARE(chosen.count(), 1);
        const std::int64_t fold = chosen[0][0].toLongLong();
        QCOMPARE(fold, scene->walk.firstFoldOf(scene->walk.fold(fold).step));
        QCOMPARE(pane->moment(), (ArrayMoment{fold, 0}));
        QTest::mouseClick(canvas, Qt::LeftButton, {}, (layout.folds.topLeft() + QPointF(5, 25)).toPoint());
        QCOMPARE(chosen.count(), 2);
    }

    void saysWhatIsUnderThePointer() {
        const auto tipAt = [&](QPointF at) {
            QHelpEvent help(QEvent::ToolTip, at.toPoint(), canvas->mapToGlobal(at.toPoint()));
            QCoreApplication::sendEvent(canvas, &help);
            return QToolTip::text();
        };
        const Scene scene = large();
        const ArrayLayout layout = layoutOf(*scene);
        const QRectF cells = cellsIn(layout.cells, scene->walk);
        const QPointF cell(cells.left() + cells.width() / 16, cells.top() + cells.height() * 5 / 16);
        QVERIFY2(tipAt(cell).contains(QStringLiteral("Row 3, column 1: waits")), qPrintable(QToolTip::text()));
        const QString step = tipAt(layout.srams.center());
        QVERIFY2(step.contains(QStringLiteral("Step")) && step.contains(QStringLiteral("Weights: ")) &&
                     step.contains(QStringLiteral("of 64.0 KiB")),
                 qPrintable(step));
        QVERIFY(canvas->accessibleDescription().contains(QStringLiteral("Fold 1 of")));
    }

    void figure() {
        const auto figure = pane->figure();
        QVERIFY(figure);
        QCOMPARE(figure->name, QStringLiteral("array"));
        QCOMPARE(figure->title, QStringLiteral("large on the array"));
        const QByteArray svg = figureSvg(*figure);
        QVERIFY(svg.contains("large: 50 × 40 weights"));
        QVERIFY(svg.contains("partial sums") && svg.contains("Weights shift in") && svg.contains("Fold 1 of"));
    }

    // A slide goes on as the page does, from where the page is, and gives its room to the picture.
    void itsSlideCanBePlayed() {
        press("arrayForward");
        std::optional<Slide> slide = pane->slide();
        QVERIFY(slide && slide->stepped);
        QCOMPARE(slide->headline, canvas->accessibleDescription());
        QVERIFY(slide->caption.startsWith(QStringLiteral("large: 50 × 40 weights")));
        slide = slide->stepped(1);
        press("arrayForward");
        QVERIFY(slide);
        QCOMPARE(slide->headline, canvas->accessibleDescription());
        const Scene scene = large();
        int folds = 1;
        while (const auto next = slide->stepped(1 << 20)) { // into the next fold, at most
            slide = next;
            ++folds;
        }
        QCOMPARE(folds, static_cast<int>(scene->walk.folds()));
        QVERIFY(slide->stepped(-1) && !slide->stepped(1));
        const QRectF area(0, 0, 800, 400);
        QVERIFY(arrayLayout(area, *scene, -1).cells.height() > arrayLayout(area, *scene).cells.height());
        QCOMPARE(arrayLayout(area, *scene, -1).cells.top(), area.top());
    }

    // All that is said of the moment is there in a column, too, where it takes two lines.
    void theCaptionIsWholeInAColumn() {
        const auto figure = pane->figure();
        const Scene scene = large();
        QVERIFY(figure && scene);
        FigureStyle narrow = *findFigureStyle(QStringLiteral("paper-84"));
        narrow.width = 64;
        const Figure drawn = styled(*figure, narrow, 96);
        test::RecordingDevice device(drawn.size.toSize());
        QPainter painter(&device);
        drawn.paint(painter, QRectF(QPointF(), drawn.size), Theme::light());
        painter.end();
        QString said;
        for (const test::PaintedThing& each : device.things())
            if (each.kind == test::PaintedThing::Text) said += each.text;
        const QString moment = momentText(*scene, canvas->state(), pane->moment());
        QVERIFY2(said.remove(u' ').contains(QString(moment).remove(u' ')), qPrintable(said));
    }
};

EDGEWRIGHT_TEST(ArrayPaneTest)

} // namespace edgewright::array_pane_test

#include "array_pane_test.moc"
