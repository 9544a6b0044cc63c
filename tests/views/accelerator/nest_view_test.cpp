// SPDX-License-Identifier: GPL-3.0-or-later
// The loop nest of a layer: its text, edited tiles with their cost, why one cannot be used, and what is
// adopted.
#include "views/accelerator/search/nest_view.h"

#include "core/cost/systolic.h"
#include "tests/support/test_class.h"
#include "tests/views/accelerator/small_products.h"

#include <QComboBox>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QTest>
#include <QThreadPool>

namespace edgewright::nest_view_test {

using namespace edgewright::views;
using namespace Qt::StringLiterals;

namespace {

cost::Accelerator nestArray() {
    cost::Accelerator array;
    array.rows = array.cols = 16;
    array.ifmapKb = array.filterKb = array.ofmapKb = 4;
    return array;
}

// Two products that are alike, another one, and an activation, with these tilings.
std::shared_ptr<pipeline::Analysis> example(const cost::Tilings& tilings = {}) {
    return test::costed({test::product("a", 3, 60, 40, 90), test::relu(), test::product("b", 4, 60, 40, 90),
                         test::product("large", 9, 200, 64, 96)},
                        nestArray(), tilings);
}

} // namespace

class NestViewTest : public QObject {
    Q_OBJECT
    Selection selection;
    SettingsModel settings;
    QThreadPool pool;
    ViewContext context{selection, settings, pool};
    std::unique_ptr<NestView> view;

    QSpinBox* field(const QString& name) { return view->findChild<QSpinBox*>(name); }
    QPushButton* button(const QString& name) { return view->findChild<QPushButton*>(name); }
    QString text() { return view->findChild<QPlainTextEdit*>(u"nestText"_s)->toPlainText(); }
    QString title() { return view->findChild<QLabel*>(u"nestTitle"_s)->text(); }
    QString cost() { return view->findChild<QLabel*>(u"nestCost"_s)->text(); }

private slots:
    void init() {
        settings.reset({});
        selection.select({NodeId(3), {}});
        view = std::make_unique<NestView>(context);
        view->resize(900, 420);
        view->show();
        QVERIFY(QTest::qWaitForWindowExposed(view.get()));
        QVERIFY(title().contains(u"Open a model"_s));
        view->setAnalysis(example());
    }
    void cleanup() { view.reset(); }

    void itIsThatOfTheLayer() {
        QVERIFY2(title().contains(u"<b>a</b>"_s), qPrintable(title()));
        QVERIFY2(text().contains(u"for m in 0..60 step %1"_s.arg(field(u"nestRows"_s)->value())),
                 qPrintable(text()));
        QVERIFY(text().contains(u"load weights"_s) && text().contains(u"spatial k"_s));
        QVERIFY2(cost().contains(u"as many cycles as the chosen one"_s), qPrintable(cost()));
        QCOMPARE(field(u"nestRows"_s)->maximum(), 60);
        selection.select({NodeId(9), {}});
        QVERIFY(title().contains(u"<b>large</b>"_s) && field(u"nestRows"_s)->maximum() == 200);
    }

    void editsAreCostedAtOnce() {
        field(u"nestRows"_s)->setValue(1);
        field(u"nestFilters"_s)->setValue(1);
        QVERIFY2(cost().contains(u"more cycles than the chosen one"_s), qPrintable(cost()));
        QVERIFY(text().contains(u"for m in 0..60 step 1"_s));
        auto* order = view->findChild<QComboBox*>(u"nestOrder"_s);
        order->setCurrentText(u"CFP"_s);
        QVERIFY2(text().startsWith(u"for k in 0..90"_s) || text().contains(u"\nfor k in 0..90"_s),
                 qPrintable(text()));
        QTest::mouseClick(button(u"nestReset"_s), Qt::LeftButton);
        QVERIFY(cost().contains(u"as many cycles as the chosen one"_s));
        // Two tiles of the sums are larger than their SRAM.
        field(u"nestRows"_s)->setValue(60);
        field(u"nestFilters"_s)->setValue(40);
        QVERIFY2(cost().contains(u"cannot be used"_s) && cost().contains(u"an SRAM of 4096"_s),
                 qPrintable(cost()));
        QVERIFY(text().isEmpty() && !button(u"nestUse"_s)->isEnabled());
    }

    // Of both that are alike; what is adopted is told, and given up by a button.
    void anEditedOneIsUsed() {
        field(u"nestRows"_s)->setValue(7);
        field(u"nestFilters"_s)->setValue(3);
        QTest::mouseClick(button(u"nestUse"_s), Qt::LeftButton);
        const cost::Tilings own = cost::tilingsFor(settings.get().tilings, nestArray());
        QCOMPARE(own.size(), std::size_t(2));
        QCOMPARE(own.at("a").rows, std::int64_t(7));
        QVERIFY(own.at("b") == own.at("a"));
        view->setAnalysis(example(own));
        QVERIFY2(title().contains(u"It has an adopted tiling"_s), qPrintable(title()));
        QCOMPARE(field(u"nestRows"_s)->value(), 7);
        QVERIFY(!button(u"nestUse"_s)->isEnabled() && button(u"nestDrop"_s)->isEnabled());
        QTest::mouseClick(button(u"nestDrop"_s), Qt::LeftButton);
        QVERIFY(settings.get().tilings.empty());
        settings.undo();
        QVERIFY(cost::tilingsFor(settings.get().tilings, nestArray()) == own);
    }

    void theVectorUnitHasNone() {
        selection.select({NodeId(5), {}});
        QVERIFY2(title().contains(u"No layer on the array"_s), qPrintable(title()));
        QVERIFY(text().isEmpty() && !button(u"nestUse"_s)->isEnabled());
    }
};

EDGEWRIGHT_TEST(NestViewTest)

} // namespace edgewright::nest_view_test

#include "nest_view_test.moc"
