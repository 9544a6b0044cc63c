// SPDX-License-Identifier: GPL-3.0-or-later
// A | B in the real window: what is pinned, what differs, what stays and what is let go.
#include "tests/support/test_class.h"
#include "tests/workbench/window_fixture.h"
#include "views/graph/canvas/graph_canvas.h"
#include "views/memory/chart/plan_chart.h"
#include "views/support/page/page_answer.h"
#include "views/support/pin/pin_table.h"
#include "views/support/quantity.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QScrollBar>
#include <QTabWidget>
#include <QTableView>
#include <QToolButton>

namespace edgewright::pins_test {

using namespace edgewright::views;
using namespace Qt::StringLiterals;

class PinsTest : public QObject {
    Q_OBJECT

    test::WindowFixture m_fixture;

    std::shared_ptr<const pipeline::Analysis> analysis() const { return m_fixture.analysis(); }
    QWidget* page(const char* id) const {
        return m_fixture.find<QWidget>(u"view_"_s + QString::fromLatin1(id));
    }
    // A part of a page: each has its own A | B.
    template <typename T>
    T* on(const char* id, const QString& name) const {
        T* found = page(id)->findChild<T*>(name);
        if (!found) qWarning() << id << "has no" << name;
        return found;
    }
    void press(const char* id, const QString& name) const {
        QTest::mouseClick(on<QToolButton>(id, name), Qt::LeftButton);
    }
    QString answer(const char* id = "graph") const { return page(id)->findChild<PageAnswer*>()->plainText(); }
    bool hasTab(const char* id, const QString& tabs) const {
        const auto* widget = on<QTabWidget>(id, tabs);
        for (int i = 0; i < widget->count(); ++i)
            if (widget->tabText(i) == u"A | B"_s) return true;
        return false;
    }
    void switchRule(const QString& rule) const { m_fixture.find<QCheckBox>(u"rule_"_s + rule)->click(); }
    bool settle() const {
        const bool done = QTest::qWaitFor([&] { return m_fixture.settled(); }, 60000);
        QCoreApplication::processEvents();
        return done && QTest::qWaitFor([&] { return !answer().contains(u"computed"_s); }, 20000);
    }
    // The row of the table that begins so; empty when there is none.
    QStringList row(const char* id, const QString& what) const {
        const QAbstractItemModel* model = on<QTableView>(id, u"a-b"_s)->model();
        for (int i = 0; i < model->rowCount(); ++i)
            if (model->index(i, 0).data().toString() == what) {
                QStringList cells;
                for (int column = 1; column < model->columnCount(); ++column)
                    cells << model->index(i, column).data().toString();
                return cells;
            }
        return {};
    }
    bool isEnabled(const QString& button) const { return on<QToolButton>("graph", button)->isEnabled(); }
    bool offersBenefits() const { // "estimated time" is the last to be known
        return QTest::qWaitFor([&] { return answer().contains(u"estimated time"_s); }, 20000);
    }

private slots:
    void initTestCase() { test::useOwnSettings(); }
    void init() {
        test::useOwnSettings();
        QVERIFY(m_fixture.start());
    }
    void cleanup() { m_fixture.end(); }

    void nothingDiffersAtFirst() {
        QVERIFY(answer().contains(u"Fusion makes"_s));
        QVERIFY(!hasTab("graph", u"graphSide"_s));
        QVERIFY(!on<QWidget>("graph", u"pinA"_s)->isVisible());
        press("graph", u"pinFirst"_s);
        QCOMPARE(answer(), u"A = B: nothing differs. What you change now is compared with A."_s);
        QVERIFY(hasTab("graph", u"graphSide"_s));
        QVERIFY(!m_fixture.window().settings().canUndo()); // a view state
    }

    void aPageOfTabsHasIt_data() {
        QTest::addColumn<QByteArray>("id");
        QTest::addColumn<QString>("tabs");
        QTest::newRow("accelerator") << QByteArray("accelerator") << u"acceleratorCharts"_s;
        QTest::newRow("int8") << QByteArray("int8") << u"int8ModelParts"_s;
        QTest::newRow("measure") << QByteArray("measure") << u"measurePictures"_s;
    }
    void aPageOfTabsHasIt() {
        QFETCH(const QByteArray, id);
        QFETCH(const QString, tabs);
        QVERIFY(m_fixture.window().showPage(QString::fromLatin1(id)));
        QVERIFY(!hasTab(id, tabs));
        press(id, u"pinFirst"_s);
        QVERIFY(hasTab(id, tabs));
        press(id, u"pinA"_s); // to the table
        QTRY_VERIFY_WITH_TIMEOUT(on<QTableView>(id, u"a-b"_s)->isVisible(), 30000);
        m_fixture.window().pin().releaseAction().trigger();
        QVERIFY(!hasTab(id, tabs));
    }

    void theAnswerTellsWhatDiffers() {
        QTRY_VERIFY_WITH_TIMEOUT(m_fixture.find<QLabel>(u"nodeCounts"_s), 30000);
        press("graph", u"pinFirst"_s);
        const auto pinned = analysis();
        switchRule(u"fold_batch_norm"_s);
        QVERIFY(settle() && offersBenefits());
        const auto now = analysis();
        const auto more = static_cast<std::int64_t>(now->after()->nodeCount() - pinned->after()->nodeCount());
        QVERIFY(more > 0);
        for (const QString& part :
             {u"nodes +%1 (%2 → %3)"_s.arg(more)
                  .arg(pinned->after()->nodeCount())
                  .arg(now->after()->nodeCount()),
              u"MACs ±0"_s, u"rule fold_batch_norm off"_s, u"rule fold_batch_norm on"_s, u"arena "_s})
            QVERIFY2(answer().contains(part), qPrintable(answer() + u" | "_s + part));
        press("graph", u"pinA"_s); // to the table
        QVERIFY(on<QTableView>("graph", u"a-b"_s)->isVisible());
        QCOMPARE(row("graph", u"Rule fold_batch_norm"_s).mid(0, 2), (QStringList{u"on"_s, u"off"_s}));
        const QStringList arena = row("graph", u"Arena"_s);
        QCOMPARE(arena[0], bytesText(pinned->memoryAfter->solution.peak));
        QCOMPARE(arena[1], bytesText(now->memoryAfter->solution.peak));
        const QStringList operators = row("graph", u"Nodes"_s);
        QCOMPARE(operators[2], u"+%1"_s.arg(more));
        QCOMPARE(row("graph", u"Accelerator"_s)[1], cyclesText(now->costs->report.cycles));
        // The way back: undo knows of the rule alone.
        m_fixture.window().settings().undo();
        QVERIFY(settle());
        QTRY_COMPARE_WITH_TIMEOUT(answer(),
                                  u"A = B: nothing differs. What you change now is compared with A."_s, 30000);
        QVERIFY(!m_fixture.window().settings().canUndo());
    }

    // At the least width of the accelerator's page too: what arrives late, and texts of settings.
    void noNumberOfTheTableIsCut() {
        m_fixture.window().resize(1280, 720);
        QVERIFY(m_fixture.window().showPage(u"accelerator"_s));
        press("accelerator", u"pinFirst"_s);
        press("accelerator", u"pinA"_s);
        m_fixture.window().settings().change({}, [](pipeline::Settings& s) {
            s.accelerator.rows = 8;
            s.space.axes = {"size=4,8,16,32,64,128", "dataflow=os,ws,is", "bandwidth=2,4,8,16,32"};
        });
        QVERIFY(QTest::qWaitFor([&] { return m_fixture.settled(); }, 60000));
        auto* table = on<QTableView>("accelerator", u"a-b"_s);
        QTRY_VERIFY_WITH_TIMEOUT(row("accelerator", u"Accelerator"_s).value(2).contains(u"cycles"_s), 30000);
        QTRY_VERIFY(table->isVisible() && !table->horizontalScrollBar()->isVisible());
        const QHeaderView& heads = *table->horizontalHeader();
        for (int column = 1; column < heads.count(); ++column) {
            if (heads.isSectionHidden(column)) continue;
            QVERIFY2(heads.sectionSize(column) >= heads.sectionSizeHint(column),
                     qPrintable(QString::number(column)));
            for (int i = 0; i < table->model()->rowCount(); ++i) {
                const QModelIndex index = table->model()->index(i, column);
                if (!table->model()->index(i, 3).data().toString().isEmpty()) // a number, not a text
                    QVERIFY2(table->sizeHintForIndex(index).width() <= heads.sectionSize(column),
                             qPrintable(index.data().toString()));
            }
        }
    }

    void whatOneOfThemFusesIsListedAndShown() {
        press("graph", u"pinFirst"_s);
        const auto pinned = analysis();
        switchRule(u"fuse_activation"_s);
        QVERIFY(settle());
        press("graph", u"pinB"_s);
        auto* list = on<QTableView>("graph", u"fused-a-b"_s);
        QTRY_VERIFY_WITH_TIMEOUT(list->model()->rowCount() > 0, 30000);
        bool activations = true;
        for (int i = 0; i < list->model()->rowCount(); ++i)
            activations = activations && !list->model()->index(i, 1).data().toString().isEmpty();
        QVERIFY(activations);
        QCOMPARE(list->model()->index(0, 0).data().toString(), u"A"_s);
        const QString first = list->model()->index(0, 2).data().toString().section(u", "_s, 0, 0);
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {},
                          list->visualRect(list->model()->index(0, 1)).center());
        const NodeId node = m_fixture.window().selection().current().node;
        QVERIFY(node.valid() && analysis()->before()->contains(node));
        QCOMPARE(QString::fromStdString(analysis()->before()->node(node).label()), first);
        QTRY_VERIFY_WITH_TIMEOUT(
            m_fixture.find<GraphCanvas>(u"graphCanvasBefore"_s)->highlighted().contains(node), 30000);
    }

    void resultsThatArriveLaterBelongToA() {
        switchRule(u"fold_batch_norm"_s);
        QVERIFY(!m_fixture.settled());
        press("graph", u"pinFirst"_s);
        QVERIFY(settle());
        QTRY_COMPARE_WITH_TIMEOUT(answer(),
                                  u"A = B: nothing differs. What you change now is compared with A."_s, 30000);
        switchRule(u"fold_batch_norm"_s);
        QVERIFY(settle() && offersBenefits());
        QVERIFY2(answer().contains(u"nodes −"_s), qPrintable(answer()));
    }

    // What had not arrived when the settings changed is not told as a result of A.
    void whatIsOlderThanAIsNotOfA() {
        const auto before = analysis();
        m_fixture.window().settings().change(
            {}, [](pipeline::Settings& s) { s.fusion.without.insert("fold_batch_norm"); });
        press("graph", u"pinFirst"_s); // nothing of it is computed yet
        m_fixture.window().settings().undo();
        QVERIFY(settle());
        QVERIFY(before->after()->nodeCount() == analysis()->after()->nodeCount());
        QVERIFY2(!answer().contains(u"nodes"_s), qPrintable(answer()));
        QVERIFY2(answer().contains(u"fold_batch_norm"_s), qPrintable(answer()));
    }

    void swapRunsWhatWasPinned() {
        press("graph", u"pinFirst"_s);
        const std::size_t pinned = analysis()->after()->nodeCount();
        switchRule(u"fold_batch_norm"_s);
        QVERIFY(settle());
        const std::size_t running = analysis()->after()->nodeCount();
        press("graph", u"swapActionButton"_s);
        QCOMPARE(m_fixture.window().settings().undoText(), u"Swap A and B"_s);
        QVERIFY(settle() && offersBenefits());
        QCOMPARE(analysis()->after()->nodeCount(), pinned);
        QVERIFY2(answer().contains(u"(%1 → %2)"_s.arg(running).arg(pinned)), qPrintable(answer()));
        QVERIFY(m_fixture.find<QCheckBox>(u"rule_fold_batch_norm"_s)->isChecked());
    }

    void anotherModelIsComparedInNumbersAndTheFirstIsLetGo() {
        press("graph", u"pinFirst"_s);
        press("graph", u"pinA"_s);
        QVERIFY(m_fixture.window().showPage(u"memory"_s)); // its pages hold on to plans, too
        QVERIFY(m_fixture.window().showPage(u"accelerator"_s));
        auto* filter = m_fixture.find<QLineEdit>(u"layerTableFilter"_s);
        filter->setText(u"conv1"_s);
        QCoreApplication::processEvents();
        QVERIFY(m_fixture.window().showPage(u"graph"_s));
        const auto nodes = analysis()->after()->nodeCount();
        const std::weak_ptr<const pipeline::Opened> first = analysis()->opened;
        QVERIFY(!on<QLabel>("graph", u"pinModel"_s)->isVisible());
        QVERIFY(m_fixture.openSample("residual_cnn_2d"));
        QVERIFY(settle() && offersBenefits());
        QVERIFY(filter->text().isEmpty());
        for (const QString& part : {u"residual_cnn_2d.onnx"_s, u"tiny_cnn_2d.onnx"_s,
                                    u"(%1 → %2)"_s.arg(nodes).arg(analysis()->after()->nodeCount())})
            QVERIFY2(answer().contains(part), qPrintable(answer()));
        QCOMPARE(row("graph", u"Model"_s).mid(0, 2),
                 (QStringList{u"tiny_cnn_2d.onnx"_s, u"residual_cnn_2d.onnx"_s}));
        QVERIFY(!isEnabled(u"swapActionButton"_s));
        for (const char* id :
             {"accelerator", "int8", "measure", "memory", "graph"}) { // every page in the same words
            QVERIFY(m_fixture.window().showPage(QString::fromLatin1(id)));
            const auto* model = on<QLabel>(id, u"pinModel"_s);
            QTRY_VERIFY2(model->isVisible(), id);
            QVERIFY2(model->text().startsWith(u"A is of tiny_cnn_2d"_s), qPrintable(model->text()));
            QCOMPARE(model->toolTip(),
                     u"A is of tiny_cnn_2d.onnx, B of residual_cnn_2d.onnx: numbers alone are compared."_s);
        }
        QVERIFY(on<QLabel>("graph", u"fusedHeading"_s)->text().contains(u"not matched"_s));
        QTRY_VERIFY_WITH_TIMEOUT(first.expired(), 30000); // nothing keeps its weights mapped
        QVERIFY(m_fixture.window().showPage(u"memory"_s));
        QTRY_VERIFY2(answer("memory").startsWith(u"Fusion "_s) &&
                         answer("memory").contains(u"against A (tiny_cnn_2d.onnx)"_s),
                     qPrintable(answer("memory")));
        QVERIFY(m_fixture.window().showPage(u"graph"_s));
        press("graph", u"releaseActionButton"_s);
        QVERIFY(!on<QLabel>("graph", u"pinModel"_s)->isVisible());
        QVERIFY(answer().contains(u"Fusion makes"_s));
        QVERIFY(!hasTab("graph", u"graphSide"_s));
    }

    void whatIsReleasedIsLetGo() {
        press("graph", u"pinFirst"_s);
        switchRule(u"fold_batch_norm"_s);
        QVERIFY(settle());
        press("graph", u"pinA"_s);
        QVERIFY(m_fixture.window().showPage(u"memory"_s));
        QCoreApplication::processEvents();
        QVERIFY(m_fixture.window().showPage(u"graph"_s));
        const std::weak_ptr<const fusion::History> pinned = m_fixture.window().pin().a()->analysis->fusion;
        const std::weak_ptr<const pipeline::MemoryPlan> plan =
            m_fixture.window().pin().a()->analysis->memoryAfter;
        QVERIFY(pinned.lock() != analysis()->fusion && !plan.expired());
        press("graph", u"releaseActionButton"_s);
        QTRY_VERIFY_WITH_TIMEOUT(pinned.expired() && plan.expired(), 30000);
    }

    void byTheCommandField() {
        auto* field = m_fixture.find<QLineEdit>(u"commandField"_s);
        QTest::keyClicks(field, u"pin as a"_s);
        QTest::keyClick(field, Qt::Key_Return);
        QTRY_VERIFY_WITH_TIMEOUT(m_fixture.window().pin().a() != nullptr, 30000);
        QTest::keyClick(&m_fixture.window(), Qt::Key_R, Qt::ControlModifier | Qt::ShiftModifier);
        QTRY_VERIFY_WITH_TIMEOUT(m_fixture.window().pin().a() == nullptr, 30000);
    }

    void hiddenPagesAreQuiet() {
        press("graph", u"pinFirst"_s);
        const QString shown = answer();
        QVERIFY(m_fixture.window().showPage(u"memory"_s));
        m_fixture.window().settings().change({}, [](pipeline::Settings& s) { s.planner = "no_reuse"; });
        QVERIFY(QTest::qWaitFor([&] { return m_fixture.settled(); }, 60000));
        QCoreApplication::processEvents();
        QCOMPARE(answer(), shown);
        QVERIFY(m_fixture.window().showPage(u"graph"_s));
        QTRY_VERIFY2(answer().contains(u"planner no reuse"_s), qPrintable(answer()));
    }

    void memoryShowsBothPlans() {
        QVERIFY(m_fixture.window().showPage(u"memory"_s));
        press("memory", u"pinFirst"_s);
        const auto pinned = analysis();
        auto* first = m_fixture.find<PlanChart>(u"arenaBefore"_s);
        auto* second = m_fixture.find<PlanChart>(u"arenaAfter"_s);
        QVERIFY(first->painter() && first->painter()->side().sharedPlan() == pinned->memoryAfter);
        QVERIFY2(answer("memory").startsWith(u"A and B need the same"_s), qPrintable(answer("memory")));
        auto* planner = m_fixture.find<QComboBox>(u"planner"_s);
        planner->setCurrentIndex(planner->findData(u"no_reuse"_s));
        emit planner->activated(planner->currentIndex());
        QTRY_VERIFY_WITH_TIMEOUT(second->painter() && m_fixture.settled() &&
                                     second->painter()->side().sharedPlan() == analysis()->memoryAfter,
                                 60000);
        QCOMPARE(first->painter()->side().sharedPlan(), pinned->memoryAfter);
        QVERIFY(analysis()->memoryAfter->solution.peak > pinned->memoryAfter->solution.peak);
        QVERIFY2(answer("memory").startsWith(u"B (planner no reuse) needs "_s) &&
                     answer("memory").contains(u" more than A (planner "_s),
                 qPrintable(answer("memory")));
        // An accelerator has nothing to do with it.
        m_fixture.window().settings().change({}, [](pipeline::Settings& s) { s.accelerator.rows = 8; });
        QVERIFY(QTest::qWaitFor([&] { return m_fixture.settled(); }, 60000));
        QTRY_VERIFY2(answer("memory").startsWith(u"B (planner no reuse) needs "_s),
                     qPrintable(answer("memory")));
        press("memory", u"pinB"_s);
        QTRY_COMPARE_WITH_TIMEOUT(row("memory", u"Arena"_s)[1],
                                  bytesText(analysis()->memoryAfter->solution.peak), 30000);
        QCOMPARE(row("memory", u"Array rows"_s).value(1), u"8"_s); // the table has all numbers
        // Back to what was compared before.
        press("memory", u"releaseActionButton"_s);
        QVERIFY2(answer("memory").startsWith(u"Fusion "_s), qPrintable(answer("memory")));
        QVERIFY(!hasTab("memory", u"memoryLists"_s));
        QCOMPARE(first->painter()->side().after(), false);
    }

    // A node of the one fusion is found in the other by what both were made of.
    void selectionMeansTheSameInBothPlans() {
        press("graph", u"pinFirst"_s);
        const auto pinned = analysis();
        switchRule(u"fold_batch_norm"_s);
        QVERIFY(settle());
        QVERIFY(m_fixture.window().showPage(u"memory"_s));
        auto* first = m_fixture.find<PlanChart>(u"arenaBefore"_s);
        auto* second = m_fixture.find<PlanChart>(u"arenaAfter"_s);
        QTRY_VERIFY_WITH_TIMEOUT(first->painter() && second->painter(), 30000);
        for (const NodeId id : analysis()->after()->order()) {
            m_fixture.window().selection().select({id, {}});
            QCoreApplication::processEvents();
            const auto origins = analysis()->fusion->originsOf(id);
            std::set<NodeId> expected;
            for (const LifeId life : first->highlighted())
                if (const NodeId node = first->painter()->side().producer(life); node.valid())
                    for (const NodeId origin : pinned->fusion->originsOf(node))
                        expected.insert(origin);
            if (first->highlighted().empty()) continue;
            QVERIFY2(std::ranges::any_of(origins, [&](NodeId origin) { return expected.contains(origin); }),
                     analysis()->after()->node(id).label().c_str());
        }
    }
};

EDGEWRIGHT_TEST(PinsTest)

} // namespace edgewright::pins_test

#include "pins_test.moc"
