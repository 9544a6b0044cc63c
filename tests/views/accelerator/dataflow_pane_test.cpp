// SPDX-License-Identifier: GPL-3.0-or-later
// Three dataflows of a small product: one counter of cycles, the formulas with their numbers, other sizes.
#include "views/accelerator/array/dataflow_pane.h"

#include "tests/support/test_class.h"
#include "views/support/figure/figure_format.h"

#include <QImage>
#include <QJsonObject>
#include <QLabel>
#include <QSpinBox>
#include <QTest>
#include <QThreadPool>

namespace edgewright::dataflow_pane_test {

using namespace edgewright::views;
using namespace Qt::StringLiterals;

class DataflowPaneTest : public QObject {
    Q_OBJECT
    Selection selection;
    SettingsModel settings;
    QThreadPool pool;
    ViewContext context{selection, settings, pool};
    std::unique_ptr<DataflowPane> pane;

    QWidget* canvas() { return pane->findChild<QWidget*>(u"dataflowCanvas"_s); }
    QSpinBox* field(const QString& name) { return pane->findChild<QSpinBox*>(name); }
    void press(Qt::Key key) { QTest::keyClick(canvas(), key); }

private slots:
    void init() {
        pane = std::make_unique<DataflowPane>(context);
        pane->resize(1000, 460);
        pane->show();
        QVERIFY(QTest::qWaitForWindowExposed(pane.get()));
    }
    void cleanup() { pane.reset(); }

    // 8 x 8 x 8 on 4 x 4: 2 x 2 folds of 8 + 4 + 4 - 2, or of 4 more.
    void formulasHaveTheirNumbers() {
        const auto& walks = pane->scene()->walks;
        QCOMPARE(walks.size(), std::size_t(3));
        QCOMPARE(formulaText(walks[0]),
                 u"⌈M 8 / 4⌉ · ⌈N 8 / 4⌉ = 4 folds of K 8 + 4 + 4 − 2 = 14 cycles: 56 cycles"_s);
        QCOMPARE(formulaText(walks[1]),
                 u"⌈K 8 / 4⌉ · ⌈N 8 / 4⌉ = 4 folds of M 8 + 2 · 4 + 4 − 2 = 18 cycles: 72 cycles"_s);
        QVERIFY(formulaText(walks[2]).startsWith(u"⌈K 8 / 4⌉ · ⌈M 8 / 4⌉"_s));
        QVERIFY2(readsText(walks[0]).contains(u"inputs 128, weights 128. Sums: 64 written, 0 read"_s),
                 qPrintable(readsText(walks[0])));
        const auto* title = pane->findChild<QLabel*>(u"dataflowTitle"_s);
        QVERIFY(title->text().contains(u"os 56, ws 72, is 72; folds do not overlap here"_s) &&
                !title->font().bold());
        field(u"dataflowK"_s)->setValue(4);
        QCOMPARE(pane->scene()->walks[1].foldsDown, std::int64_t(1));
        QCOMPARE(pane->cycle(), std::int64_t(0));
    }

    void oneCounterForAll() {
        const std::int64_t last = pane->scene()->cycles() - 1;
        press(Qt::Key_Right);
        QCOMPARE(pane->cycle(), std::int64_t(1));
        press(Qt::Key_Left);
        press(Qt::Key_Left);
        QCOMPARE(pane->cycle(), std::int64_t(0));
        press(Qt::Key_End);
        QCOMPARE(pane->cycle(), last);
        const QImage end = canvas()->grab().toImage();
        press(Qt::Key_Home);
        QVERIFY(canvas()->grab().toImage() != end);
        // The first one is done where the others still compute.
        QVERIFY(pane->scene()->walks[0].at(60).isOver && !pane->scene()->walks[1].at(60).isOver);
    }

    void itsFigureSaysAllOfIt() {
        const QByteArray svg = figureSvg(pane->figure());
        for (const char* words : {"Output stationary", "Weight stationary", "Input stationary", "Cycle 1 of 72",
                                  "What stays shifts in", "8 × 8 × 8"})
            QVERIFY2(svg.contains(words), words);
    }

    void itsSlideCanBePlayed() {
        press(Qt::Key_Right);
        std::optional<Slide> slide = pane->slide();
        QCOMPARE(slide->headline, dataflowSentence(*pane->scene()));
        QCOMPARE(slide->caption, u"Cycle 2 of 72"_s);
        slide = slide->stepped(100);
        QVERIFY(slide);
        QCOMPARE(slide->caption, u"Cycle 72 of 72"_s);
        QVERIFY(!slide->stepped(1) && slide->stepped(-1));
    }

    void comesBackAsItWasLeft() {
        field(u"dataflowRows"_s)->setValue(2);
        field(u"dataflowM"_s)->setValue(5);
        const QJsonObject state = pane->saveState();
        DataflowPane other(context);
        other.restoreState(state);
        QCOMPARE(other.saveState(), state);
        QVERIFY(other.scene()->product == pane->scene()->product);
        other.restoreState({{u"m"_s, -1e300}, {u"rows"_s, u"x"_s}, {u"k"_s, 1000}});
        QCOMPARE(other.scene()->product.rows, std::int64_t(2));
        QVERIFY(other.scene()->product.k <= 16);
    }
};

EDGEWRIGHT_TEST(DataflowPaneTest)

} // namespace edgewright::dataflow_pane_test

#include "dataflow_pane_test.moc"
