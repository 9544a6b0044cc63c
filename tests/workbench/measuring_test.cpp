// SPDX-License-Identifier: GPL-3.0-or-later
// What is measured in the real window: kept in a study and beside it, shown on the graph page.
#include "app/workbench/bars/banner.h"
#include "tests/support/claims.h"
#include "tests/support/test_class.h"
#include "tests/workbench/window_fixture.h"
#include "views/graph/canvas/graph_legend.h"
#include "views/graph/picture/node_colouring.h"
#include "views/session/measurements.h"
#include "views/support/answer_line.h"
#include "views/support/page/page_answer.h"

#include <QDir>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QStandardPaths>
#include <QTemporaryDir>

#include <algorithm>

namespace edgewright::measuring_test {

using namespace edgewright::views;
using workbench::Banner;
using namespace Qt::StringLiterals;

class MeasuringTest : public QObject {
    Q_OBJECT

    test::WindowFixture m_fixture;

    Measurements& measurements() const { return m_fixture.window().measurements(); }
    QString answer() const { return m_fixture.find<PageAnswer>(u"measureAnswer"_s)->plainText(); }
    bool claims(const QString& beginning) const { return test::claims(answer(), beginning); }
    QString answerOfGraph() const {
        return m_fixture.find<QWidget>(u"view_graph"_s)->findChild<AnswerLine*>(u"answer"_s)->plainAnswer();
    }
    bool isIdle() const { return measurements().state() == Measurements::State::Idle; }
    bool measure() const {
        const std::size_t before = measurements().runs().size();
        m_fixture.click(u"measureButton"_s);
        return QTest::qWaitFor([&] { return isIdle() && measurements().runs().size() == before + 1; }, 60000);
    }

private slots:
    void init() {
        QDir(QStandardPaths::writableLocation(QStandardPaths::AppDataLocation)).removeRecursively();
        QVERIFY(m_fixture.start());
        m_fixture.click(u"page_measure"_s);
        m_fixture.find<QDoubleSpinBox>(u"measureSeconds"_s)->setValue(1);
    }
    void cleanup() { m_fixture.end(); }

    void onTheGraphPage() {
        m_fixture.click(u"page_graph"_s);
        QTRY_VERIFY_WITH_TIMEOUT(answerOfGraph().contains(u"predicted: "_s), 20000);
        m_fixture.click(u"page_measure"_s);
        QVERIFY(measure());
        m_fixture.click(u"page_graph"_s);
        const auto isMeasured = [&] { // of a busy machine, "measured, machine not quiet: ●"
            return answerOfGraph().contains(u"; measured"_s) && answerOfGraph().contains(u": ●"_s);
        };
        QTRY_VERIFY_WITH_TIMEOUT(isMeasured(), 20000);
        QTRY_VERIFY_WITH_TIMEOUT(m_fixture.find<QLabel>(u"fusionBenefits"_s)->text().contains(u"Measured"_s),
                                 20000);
    }

    // Its button measures what both pages show, and colours the nodes by it.
    void fromTheGraphPage() {
        m_fixture.click(u"page_graph"_s);
        m_fixture.click(u"measureTimes"_s);
        QTRY_VERIFY_WITH_TIMEOUT(isIdle() && measurements().current(), 60000);
        QCOMPARE(measurements().current()->record->variants.size(), std::size_t(2));
        const auto legends = m_fixture.window().findChildren<GraphLegend*>(); // other pages have one, too
        const auto shown = std::ranges::find_if(legends, &GraphLegend::isVisible);
        QVERIFY(shown != legends.end());
        const GraphLegend* const legend = *shown;
        QTRY_COMPARE_WITH_TIMEOUT(legend->current()->key, u"time"_s, 30000);
        m_fixture.click(u"page_measure"_s);
        QVERIFY2(claims(u"Fused "_s), qPrintable(answer()));
    }

    void inAStudy() {
        QVERIFY(measure());
        QTemporaryDir folder;
        const QString study = folder.filePath(u"a.study.json"_s);
        m_fixture.window().session().saveStudy(study);
        QTRY_VERIFY_WITH_TIMEOUT(QFileInfo::exists(study) && m_fixture.window().session().idle(), 20000);
        const auto record = measurements().current()->record;
        QVERIFY(m_fixture.openSample("signal_cnn_1d"));
        QVERIFY(measurements().runs().empty());
        QVERIFY(answer().startsWith(u"Not measured yet"_s));
        m_fixture.window().open(study);
        QTRY_VERIFY_WITH_TIMEOUT(m_fixture.settled() && !measurements().runs().empty(), 60000);
        QTRY_VERIFY_WITH_TIMEOUT(measurements().current(), 30000);
        const device::Record& back = *measurements().current()->record;
        QCOMPARE(back.date, record->date);
        QCOMPARE(back.variants[1].wall(), record->variants[1].wall());
        QTRY_VERIFY2(claims(u"Fused "_s), qPrintable(answer()));
    }

    // On whatever page one is by then, until it is closed by hand.
    void aLostRunStaysTold() {
        m_fixture.click(u"page_memory"_s);
        QVERIFY(!m_fixture.window().findChild<Banner*>()->isVisible());
        measurements().measure({.variants = {device::Variant{}}, .device = "garden"});
        const auto* banner = m_fixture.window().findChild<Banner*>();
        QVERIFY(banner->isVisible());
        QVERIFY2(banner->text().contains(u"garden"_s), qPrintable(banner->text()));
        m_fixture.click(u"page_graph"_s);
        QVERIFY(banner->isVisible());
    }

    // Without a study: what is remembered of a model has its runs.
    void afterTheProgramEnded() {
        QVERIFY(measure());
        const std::string date = measurements().runs()[0].record->date;
        m_fixture.window().close();
        QTRY_VERIFY_WITH_TIMEOUT(m_fixture.window().session().idle(), 20000);
        m_fixture.end();
        QVERIFY(m_fixture.start());
        QTRY_COMPARE_WITH_TIMEOUT(measurements().runs().size(), std::size_t(1), 30000);
        QCOMPARE(measurements().runs()[0].record->date, date);
        QVERIFY(measurements().current());
    }
};

EDGEWRIGHT_TEST(MeasuringTest)

} // namespace edgewright::measuring_test

#include "measuring_test.moc"
