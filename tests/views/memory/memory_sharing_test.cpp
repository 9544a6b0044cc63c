// SPDX-License-Identifier: GPL-3.0-or-later
// Who shares bytes with whom, the list of all buffers, and what-if on the memory page.
#include "views/memory/chart/plan_chart.h"
#include "views/memory/memory_view.h"

#include "tests/support/test_class.h"
#include "tests/views/memory/memory_example.h"
#include "views/memory/chart/arena_painter.h"
#include "views/memory/chart/gantt_painter.h"
#include "views/memory/chart/life_card.h"
#include "views/memory/lists/buffer_model.h"

#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QSpinBox>
#include <QTabBar>
#include <QTabWidget>
#include <QTableView>
#include <QTest>
#include <QToolButton>

#include <limits>

namespace edgewright::memory_sharing_test {

using namespace edgewright::views;
using namespace edgewright::test;
using namespace Qt::StringLiterals;

class MemorySharingTest : public QObject {
    Q_OBJECT
    Selection selection;
    SettingsModel settings;
    QThreadPool pool;
    ViewContext context{selection, settings, pool};
    Example example;
    SharedExample shared;
    std::unique_ptr<View> view;

    PlanChart* chart(const char* name) { return view->findChild<PlanChart*>(QString::fromLatin1(name)); }
    QString text(const char* name) { return view->findChild<QLabel*>(QString::fromLatin1(name))->text(); }
    void compare(const QString& what) {
        for (auto* button : view->findChildren<QToolButton*>())
            if (button->text() == what) return button->click();
        QFAIL(qPrintable(what));
    }

private slots:
    void init() {
        selection.clear();
        settings.reset({});
        view = memory_view.make(context);
        view->resize(1400, 860);
        view->show();
        view->setAnalysis(example.analysis);
        QVERIFY(QTest::qWaitForWindowExposed(view.get()));
    }
    void cleanup() {
        view.reset();
        pool.waitForDone();
    }

    void tensorsThatShareBytesAreJoined() {
        view->setAnalysis(shared.analysis);
        const auto side = PlanSide::make(shared.analysis, false);
        QCOMPARE(side->lives().size(), 5u);
        const LifeId a = side->lifeOf(shared.a), v = side->lifeOf(shared.v), r = side->lifeOf(shared.r);
        QCOMPARE(side->life(a).upper, 2); // read by Reshape in step 1
        QCOMPARE(side->life(v).lower, 1);
        QCOMPARE(side->life(r).lower, 2);
        QCOMPARE(side->life(r).upper, 4);
        QCOMPARE(side->links().size(), 2u);
        QVERIFY(side->links()[0].kind == memory::SharingKind::View &&
                side->links()[1].kind == memory::SharingKind::Overwrite);
        QCOMPARE(side->lifeAt(side->life(a).box, 0), a);
        QCOMPARE(side->lifeAt(side->life(a).box, 3), r);
        const GanttPainter painter(side, RowOrder::Start, {});
        const QRectF area(0, 0, 500, 400);
        const PlaneWindow window = painter.extent();
        const QPointF from = painter.lifeRect(area, window, v)->center(),
                      to = painter.lifeRect(area, window, r)->center();
        const QPointF between(painter.xOf(area, window, 2.5), (from.y() + to.y()) / 2);
        const auto link = painter.linkAt(area, window, between);
        QVERIFY(link);
        QVERIFY(linkCard(*side, side->links()[*link]).contains(u"last to read"_s));
        QVERIFY(!painter.linkAt(area, window, between + QPointF(20, 0)));
        // The rectangle is one, the tensor depends on the step.
        const ArenaPainter arena(side, {});
        const PlaneWindow all = arena.extent();
        const double y = arena.lifeRect(area, all, a)->center().y();
        QCOMPARE(arena.lifeAt(area, all, {arena.xOf(area, all, 0.5), y}), a);
        QCOMPARE(arena.lifeAt(area, all, {arena.xOf(area, all, 3.5), y}), r);
    }

    QTableView* buffers() { return view->findChild<QTableView*>(u"buffers"_s); }
    QString bufferCell(int row, int column) { return buffers()->model()->index(row, column).data().toString(); }
    // The check box of the row, by a click on it.
    void tick(int row) {
        const QModelIndex cell = buffers()->model()->index(row, BufferModel::How);
        buffers()->scrollTo(cell);
        QStyleOptionViewItem option;
        option.initFrom(buffers());
        option.rect = buffers()->visualRect(cell);
        option.features = QStyleOptionViewItem::HasCheckIndicator;
        const QRect box =
            buffers()->style()->subElementRect(QStyle::SE_ItemViewItemCheckIndicator, &option, buffers());
        QTest::mouseClick(buffers()->viewport(), Qt::LeftButton, {}, box.center());
    }
    void showList(int index) {
        auto* lists = view->findChild<QTabWidget*>(u"memoryLists"_s);
        QTest::mouseClick(lists->tabBar(), Qt::LeftButton, {}, lists->tabBar()->tabRect(index).center());
        QCOMPARE(lists->currentIndex(), index);
        QVERIFY(lists->currentWidget()->isVisible());
    }

    // Who lives in a buffer, one after the other, with the reason of each.
    void tenantsOfABuffer() {
        view->setAnalysis(shared.analysis);
        showList(1);
        QCOMPARE(buffers()->model()->rowCount(), 5);      // x; a, v, r; y
        const QString name = buffers()->accessibleName(); // says of which graph
        QVERIFY2(name.endsWith(u": Buffers and the tensors that live in them"_s), qPrintable(name));
        const QStringList tensors{u"x"_s, u"a"_s, u"v"_s, u"r"_s, u"y"_s},
            steps{u"0"_s, u"0–1"_s, u"1–2"_s, u"2–3"_s, u"3"_s},
            hows{u"own bytes"_s, u"own bytes"_s, u"view"_s, u"in place"_s, u"own bytes"_s};
        for (int row = 0; row < 5; ++row) {
            QCOMPARE(bufferCell(row, BufferModel::Tensor), tensors[row]);
            QCOMPARE(bufferCell(row, BufferModel::Steps), steps[row]);
            QCOMPARE(bufferCell(row, BufferModel::How), hows[row]);
            QCOMPARE(bufferCell(row, BufferModel::Buffer), QString::number(row == 0 ? 0 : row == 4 ? 2 : 1));
        }
        QCOMPARE(bufferCell(3, BufferModel::Why), u"Relu is the last to read 'v'"_s);
        QVERIFY2(text("sharingText").contains(u"2 tensors"_s), qPrintable(text("sharingText")));
        // Filtered by what is typed, sorted by a click on a column.
        auto* filter = view->findChild<QLineEdit*>(u"buffersFilter"_s);
        filter->setFocus();
        QTest::keyClicks(filter, u"last"_s);
        QCOMPARE(buffers()->model()->rowCount(), 1);
        QCOMPARE(bufferCell(0, BufferModel::Tensor), u"r"_s);
        filter->clear();
        QHeaderView* header = buffers()->horizontalHeader();
        for (int click = 0; click < 2; ++click)
            QTest::mouseClick(header->viewport(), Qt::LeftButton, {},
                              {header->sectionViewportPosition(BufferModel::Size) + 8, header->height() / 2});
        QCOMPARE(bufferCell(0, BufferModel::Size), u"4.00 KiB"_s);
        QCOMPARE(bufferCell(4, BufferModel::Size), u"1.00 KiB"_s);
    }

    void sharingCanBeSwitchedOff() {
        view->setAnalysis(shared.analysis);
        showList(1);
        tick(3);
        QVERIFY(settings.get().liveness.unshared.contains(shared.r));
        settings.undo();
        QVERIFY(settings.get().liveness.unshared.empty());
        QCOMPARE(buffers()->model()->index(3, BufferModel::How).data(Qt::CheckStateRole).toInt(),
                 int(Qt::Checked));
        QTest::mouseClick(buffers()->viewport(), Qt::LeftButton, {},
                          buffers()->visualRect(buffers()->model()->index(2, BufferModel::Tensor)).center());
        QCOMPARE(selection.current(), (Item{{}, shared.v}));
        selection.select({{}, shared.a});
        QCOMPARE(buffers()->selectionModel()->selectedRows().front().row(), 1);
    }

    void theTableOfBuffersStaysWhereItIs() {
        const auto analysis = oneBuffer(3000);
        view->setAnalysis(analysis);
        showList(1);
        QCOMPARE(buffers()->model()->rowCount(), 3000);
        const auto choose = [&](int row) {
            const QModelIndex cell = buffers()->model()->index(row, BufferModel::Tensor);
            buffers()->scrollTo(cell, QAbstractItemView::PositionAtTop);
            QTest::mouseClick(buffers()->viewport(), Qt::LeftButton, {}, buffers()->visualRect(cell).center());
        };
        choose(1205);
        const auto chosen = [&] {
            const auto rows = buffers()->selectionModel()->selectedRows(BufferModel::Tensor);
            return rows.isEmpty() ? QString() : rows.front().data().toString();
        };
        QCOMPARE(chosen(), u"v1205"_s);
        auto next = std::make_shared<pipeline::Analysis>(*analysis);
        auto plan = std::make_shared<pipeline::MemoryPlan>(*analysis->memoryBefore);
        plan->liveness.sharings.erase(plan->liveness.sharings.begin() + 3);
        next->memoryBefore = plan;
        view->setAnalysis(next);
        QCOMPARE(chosen(), u"v1205"_s);
        const QRect row = buffers()->visualRect(buffers()->selectionModel()->selectedRows().front());
        QVERIFY(buffers()->viewport()->rect().contains(row.center()));
        settings.change({}, [](pipeline::Settings& s) { s.planner = "no_reuse"; }); // nothing to do with it
        QCOMPARE(chosen(), u"v1205"_s);
    }

    void whyNothingIsShared() {
        QVERIFY2(text("sharingText").contains(u"No tensor"_s), qPrintable(text("sharingText")));
        compare(u"Original"_s);
        settings.change({}, [&](pipeline::Settings& s) {
            s.liveness.unshared = {example.r}; // of both graphs
            s.liveness.inPlace = false;
        });
        QVERIFY2(text("sharingText").contains(u"switched off"_s), qPrintable(text("sharingText")));
        settings.change({}, [](pipeline::Settings& s) { s.liveness.inPlace = true; });
        QCOMPARE(bufferCell(2, BufferModel::How), u"apart"_s);
        QCOMPARE(buffers()->model()->index(2, BufferModel::How).data(Qt::CheckStateRole).toInt(),
                 int(Qt::Unchecked));
    }

    void whatIfTellsTheDifference() {
        auto changed = std::make_shared<pipeline::Analysis>(*example.analysis);
        auto plan = std::make_shared<pipeline::MemoryPlan>(*example.analysis->memoryBefore);
        plan->solution.offsets = {4096, 0, 4096, 0}; // x below r's first byte, in another step
        plan->solution.peak = 8192;
        changed->memoryBefore = plan;
        view->setAnalysis(changed);
        QVERIFY2(text("memorySummaryBefore").contains(u"11.1 % less than before (9.00 KiB)"_s),
                 qPrintable(text("memorySummaryBefore")));
        QVERIFY(!text("memorySummaryAfter").contains(u"before"_s)); // the same plan as it was
        QVERIFY(chart("arenaBefore")->fit().y1 > 9216);             // what it was stays in sight
        auto other = std::make_shared<pipeline::Analysis>(*changed);
        other->opened = std::make_shared<pipeline::Opened>();
        view->setAnalysis(other);
        QVERIFY(!text("memorySummaryBefore").contains(u"than before"_s)); // another model
    }

    void openExtentsAreFields() {
        auto open = std::make_shared<pipeline::Analysis>(*example.analysis);
        auto typed = std::make_shared<pipeline::Typed>(*example.analysis->typed);
        typed->bindings["batch"] = 1;
        open->typed = typed;
        view->setAnalysis(open);
        auto* field = view->findChild<QSpinBox*>(u"extent_batch"_s);
        QVERIFY(field);
        QCOMPARE(field->value(), 1);
        auto more = std::make_shared<pipeline::Analysis>(*open);
        auto huge = std::make_shared<pipeline::Typed>(*typed);
        huge->bindings["batch"] = (std::int64_t(1) << 32) + 1;
        more->typed = huge;
        view->setAnalysis(more);
        QCOMPARE(field->value(), std::numeric_limits<int>::max()); // not 1
        QVERIFY(settings.get().bindings.empty());                  // showing is not setting
        view->setAnalysis(open);
        field->setValue(8);
        QCOMPARE(settings.get().bindings.at("batch"), 8);
        auto* order = view->findChild<QComboBox*>(u"scheduler"_s);
        order->setCurrentIndex(order->findData(u"depth_first"_s));
        emit order->activated(order->currentIndex());
        QCOMPARE(settings.get().scheduler, std::string("depth_first"));
    }

    void threeOpenExtentsFitANarrowPage() {
        auto open = std::make_shared<pipeline::Analysis>(*example.analysis);
        auto typed = std::make_shared<pipeline::Typed>(*example.analysis->typed);
        for (const char* symbol : {"batch_size", "past_sequence_length + 1", "sequence_length"})
            typed->bindings[symbol] = 1024;
        open->typed = typed;
        view->setAnalysis(open);
        view->resize(980, 700);
        QCoreApplication::processEvents();
        QCOMPARE(view->width(), 980);
        QVERIFY(view->minimumSizeHint().width() <= 980);
        for (const QWidget* each : view->findChildren<QWidget*>())
            if (each->isVisible() &&
                (qobject_cast<const QSpinBox*>(each) || qobject_cast<const QComboBox*>(each) ||
                 qobject_cast<const QToolButton*>(each)))
                QVERIFY2(view->rect().contains(QRect(each->mapTo(view.get(), QPoint()), each->size())),
                         qPrintable(each->objectName()));
    }
};

EDGEWRIGHT_TEST(MemorySharingTest)

} // namespace edgewright::memory_sharing_test

#include "memory_sharing_test.moc"
