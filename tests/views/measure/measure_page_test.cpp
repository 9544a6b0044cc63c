// SPDX-License-Identifier: GPL-3.0-or-later
// The measure page: measured, stopped, compared.
#include "tests/support/claims.h"
#include "tests/support/test_class.h"
#include "tests/views/measure/endless_plan.h"
#include "tests/views/measure/measure_fixture.h"
#include "views/measure/operator_pane.h"
#include "views/session/measurements.h"
#include "views/support/chart/chart_pane.h"
#include "views/support/page/page_answer.h"

#include <QComboBox>
#include <QDir>
#include <QLabel>
#include <QMenu>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTableView>
#include <QTemporaryDir>
#include <QToolButton>
#include <QTreeWidget>

namespace edgewright::measure_page_test {

using namespace edgewright::views;
using namespace Qt::StringLiterals;

class MeasurePageTest : public QObject {
    Q_OBJECT

    test::MeasureFixture m_fixture;

    Measurements& measurements() const { return m_fixture.measurements(); }
    QString answer() const { return m_fixture.find<PageAnswer>(u"measureAnswer"_s)->plainText(); }
    bool claims(const QString& beginning) const { return test::claims(answer(), beginning); }
    const OperatorTable& operators() const { return *m_fixture.view().findChild<OperatorTable*>(); }
    ChartPane* distribution() const { return m_fixture.find<ChartPane>(u"distributionChart"_s); }
    bool isIdle() const { return m_fixture.isIdle(); }
    bool measure() const {
        const std::size_t before = measurements().runs().size();
        m_fixture.click(u"measureButton"_s);
        return QTest::qWaitFor([&] { return isIdle() && measurements().runs().size() == before + 1; }, 60000);
    }
    // Of a box, by the beginning of its text.
    void choose(const QString& box, const QString& text) const {
        auto* combo = m_fixture.find<QComboBox>(box);
        const int index = combo->findText(text, Qt::MatchStartsWith);
        QVERIFY2(index >= 0, qPrintable(text));
        combo->setCurrentIndex(index);
        emit combo->activated(index);
    }

private slots:
    void init() {
        QDir(QStandardPaths::writableLocation(QStandardPaths::AppDataLocation)).removeRecursively();
        QVERIFY(m_fixture.start());
    }
    void cleanup() { m_fixture.end(); }

    void fromNothingToAnAnswer() {
        QVERIFY(answer().startsWith(u"Not measured yet"_s));
        QCOMPARE(operators().rowCount(), 0);
        QVERIFY(!m_fixture.find<QTableView>(u"operatorTimes"_s)->isVisible()); // no heads without rows
        QVERIFY(measure());
        QVERIFY(m_fixture.find<QTableView>(u"operatorTimes"_s)->isVisible());
        QVERIFY2(claims(u"Fused "_s), qPrintable(answer()));
        QVERIFY(answer().contains(u"●"_s) && answer().contains(u"≈"_s));
        const device::Record& record = *measurements().current()->record;
        QCOMPARE(record.variants.size(), std::size_t(4));
        QCOMPARE(distribution()->targetCount(), std::size_t(4));
        // The table holds every operator of the fused graph, and they sum up.
        double sum = 0, before = 0;
        for (const device::OperatorRow& row : operators().rows()) {
            sum += row.seconds;
            before += row.before;
        }
        QVERIFY(std::abs(sum - record.variants[1].operatorSeconds()) < 1e-12);
        QVERIFY(std::abs(before - record.variants[0].operatorSeconds()) < 1e-12);
        const auto* sums = m_fixture.find<QLabel>(u"measureSum"_s);
        QVERIFY(sums->text().contains(u"allocations"_s) && sums->text().contains(u"peak memory"_s));
        QVERIFY(sums->toolTip().startsWith(u"peak memory"_s));
        QVERIFY(answer().contains(QString::fromStdString(measure::thisMachine().text())));
    }

    // Three lines of text above controls and pictures, which stay where they are.
    // It says what is in the way, and offers nothing that would fail.
    void anUnknownOperator() {
        auto* action = m_fixture.view().findChild<QAction*>(u"measureAction"_s);
        QVERIFY(action->isEnabled());
        const auto show = [&](const char* op) {
            auto analysis = std::make_shared<pipeline::Analysis>(*m_fixture.analysis());
            auto typed = std::make_shared<pipeline::Typed>(*analysis->typed);
            auto graph = std::make_shared<ir::Graph>(*typed->graph);
            graph->node(m_fixture.firstOf("Conv")).op = op;
            typed->graph = graph;
            analysis->typed = typed;
            m_fixture.view().setAnalysis(analysis);
        };
        show("Mystery");
        QVERIFY(!action->isEnabled());
        QVERIFY2(action->toolTip().contains(u"Mystery"_s), qPrintable(action->toolTip()));
        QVERIFY2(answer().startsWith(u"This model cannot be measured here."_s), qPrintable(answer()));
        show("Conv");
        QVERIFY(action->isEnabled());
        QVERIFY(answer().startsWith(u"Not measured yet"_s));
    }

    void theAnswerComesAndNothingMoves() {
        auto* shown = m_fixture.find<PageAnswer>(u"measureAnswer"_s);
        auto* conditions = m_fixture.find<QLabel>(u"conditions"_s);
        const auto* headline = shown->findChild<QLabel*>(u"answer"_s);
        const auto below = [&] {
            QList<QRect> places;
            for (const QString& name : {u"measureButton"_s, u"measurePictures"_s}) {
                const auto* each = m_fixture.find<QWidget>(name);
                places << QRect(each->mapTo(&m_fixture.view(), QPoint()), each->size());
            }
            return places;
        };
        const auto lines = [](const QLabel& label) {
            return (label.heightForWidth(label.width()) + label.fontMetrics().leading()) /
                   label.fontMetrics().height();
        };
        QCoreApplication::processEvents();
        const QList<QRect> before = below();
        QVERIFY(measure());
        QCoreApplication::processEvents();
        QCOMPARE(below(), before);
        QVERIFY2(lines(*headline) <= 2, qPrintable(headline->text()));
        QCOMPARE(conditions->height(), conditions->sizeHint().height());
        QVERIFY(!shown->findChild<QLabel*>(u"reasons"_s)->isVisible());
        // The lines are all that stands above the controls.
        QVERIFY(shown->height() <= 2 * headline->fontMetrics().height() + 2 * conditions->height());
        QCOMPARE(shown->mapTo(&m_fixture.view(), QPoint()).y(), 8);
    }

    // A row selects its node for the whole window, and a node of the original marks the group it is in.
    void rowsAndNodes() {
        QVERIFY(measure());
        auto* table = m_fixture.find<QTableView>(u"operatorTimes"_s);
        table->setCurrentIndex(table->model()->index(0, 0));
        const NodeId node = m_fixture.selection().current().node;
        QVERIFY(node.valid() && m_fixture.analysis()->after()->contains(node));
        const NodeId original = m_fixture.firstOf("Conv");
        m_fixture.selection().select({original, {}});
        QCOMPARE(table->selectionModel()->selectedRows().size(), 1);
        choose(u"measureShown"_s, u"original"_s);
        choose(u"measureBeside"_s, u"beside fused"_s);
        QVERIFY(claims(u"Original "_s));
        choose(u"measureGrouping"_s, u"by kind"_s);
        QVERIFY(operators().rowCount() < static_cast<int>(m_fixture.analysis()->before()->nodeCount()));
        choose(u"measureBeside"_s, u"beside nothing"_s);
        QVERIFY2(claims(u"The original network takes"_s), qPrintable(answer()));
    }

    // In INT8 beside the same in float32: rows are nodes of the model's graph, and nothing is predicted.
    void quantized() {
        QList<QAction*> variants = m_fixture.find<QToolButton>(u"measureVariants"_s)->menu()->actions();
        QVERIFY(!variants.takeLast()->isVisible()); // halves are for a GPU
        QVERIFY(!variants.takeLast()->isVisible()); // nothing was tuned
        QCOMPARE(variants.size(), static_cast<qsizetype>(device::standardVariants().size()));
        QVERIFY(!variants.last()->isChecked());
        for (QAction* each : variants)
            each->setChecked(each == variants.last() || each == variants[3]);
        QVERIFY(measure());
        const device::Record& record = *measurements().current()->record;
        QCOMPARE(record.variants.size(), std::size_t(2));
        QVERIFY2(claims(u"INT8, in the arena"_s) && answer().contains(u"The arena goes from"_s) &&
                     !answer().contains(u"Predicted"_s),
                 qPrintable(answer()));
        const QString sum = m_fixture.find<QLabel>(u"measureSum"_s)->text();
        QVERIFY2(sum.contains(u"no prediction"_s) && sum.contains(u"32 inputs of calibration.npy"_s),
                 qPrintable(sum));
        double before = 0;
        for (const device::OperatorRow& row : operators().rows()) {
            before += row.before;
            QCOMPARE(row.predicted, 0.0);
        }
        QVERIFY(std::abs(before - record.variants[0].operatorSeconds()) < 1e-12);
        auto* table = m_fixture.find<QTableView>(u"operatorTimes"_s);
        table->setCurrentIndex(table->model()->index(0, 0));
        const NodeId node = m_fixture.selection().current().node;
        QVERIFY(node.valid() && m_fixture.analysis()->before()->contains(node));
        m_fixture.selection().select({m_fixture.firstOf("Conv"), {}});
        QCOMPARE(table->selectionModel()->selectedRows().size(), 1);
        for (const char* grouping : {"by kind", "by module"})
            choose(u"measureGrouping"_s, QString::fromLatin1(grouping));
        variants.last()->setChecked(false);
        for (qsizetype i = 0; i < 3; ++i)
            variants[i]->setChecked(true);
    }

    void stoppedKeepsWhatThereIs() {
        QSignalSpy changed(&measurements(), &Measurements::changed);
        QSignalSpy failed(&measurements(), &Measurements::failed);
        measurements().measure(test::endlessPlan());
        QTRY_VERIFY2_WITH_TIMEOUT(measurements().live() != nullptr,
                                  failed.isEmpty() ? "" : qPrintable(failed[0][0].toString()), 90000);
        m_fixture.click(u"measureButton"_s); // it says Stop now
        QTRY_VERIFY_WITH_TIMEOUT(isIdle(), 30000);
        QCOMPARE(measurements().runs().size(), std::size_t(1));
        QVERIFY(!measurements().runs()[0].record->variants[0].blocks.empty());
        QVERIFY(measurements().runs()[0].record->end == measure::End::Cancelled);
        QVERIFY(!changed.isEmpty());
    }

    // Other settings are another network: its runs stay in the list, and do not answer for this one.
    void ofOtherSettings() {
        QVERIFY(measure());
        QVERIFY(measurements().current());
        m_fixture.settings().change({}, [](pipeline::Settings& s) { s.fusion.patchLimit = 1; });
        QTRY_VERIFY_WITH_TIMEOUT(m_fixture.settled(), 60000);
        QVERIFY(!measurements().current());
        auto* conditions = m_fixture.find<QLabel>(u"conditions"_s);
        QVERIFY2(conditions->accessibleName().contains(u"other settings"_s),
                 qPrintable(conditions->accessibleName()));
        m_fixture.settings().undo();
        QTRY_VERIFY_WITH_TIMEOUT(m_fixture.settled() && measurements().current(), 60000);
    }

    // An older run is shown when it is chosen, the newest when it comes.
    void anOlderRun() {
        QVERIFY(measure());
        QVERIFY(measure());
        auto* list = m_fixture.find<QTreeWidget>(u"deviceList"_s);
        QTreeWidgetItem* device = list->topLevelItem(0);
        QCOMPARE(device->childCount(), 2);
        const auto shows = [&](std::size_t run) {
            const device::Record& record = *measurements().runs()[run].record;
            double sum = 0;
            for (const device::OperatorRow& row : operators().rows())
                sum += row.seconds;
            return std::abs(sum - record.variants[1].operatorSeconds()) < 1e-12;
        };
        QVERIFY(shows(1));
        list->setCurrentItem(device->child(1)); // the newest stands first
        QVERIFY(shows(0));
        QVERIFY(measure());
        QVERIFY(shows(2));
    }

    // The profile of another runtime on another network says so, and takes nothing away.
    void aProfileThatDoesNotFit() {
        QVERIFY(measure());
        QTemporaryDir folder;
        const QString file = folder.filePath(u"profile.json"_s);
        QFile out(file);
        QVERIFY(out.open(QIODevice::WriteOnly));
        out.write(R"([{"cat":"Node","name":"nobody_kernel_time","ph":"X","ts":1,"dur":5,"pid":1,"tid":1,)"
                  R"("args":{"op_name":"Conv"}}])");
        out.close();
        QSignalSpy said(&m_fixture.view(), &View::message);
        m_fixture.view().openProfile(file);
        QTRY_VERIFY_WITH_TIMEOUT(!said.isEmpty(), 20000);
        QVERIFY(claims(u"Fused "_s));
        said.clear();
        m_fixture.view().openProfile(folder.filePath(u"not there.json"_s));
        QTRY_VERIFY_WITH_TIMEOUT(!said.isEmpty(), 20000);
        QVERIFY(said.last().first().toString().contains(u"not there.json"_s));
    }
};

EDGEWRIGHT_TEST(MeasurePageTest)

} // namespace edgewright::measure_page_test

#include "measure_page_test.moc"
