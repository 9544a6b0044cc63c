// SPDX-License-Identifier: GPL-3.0-or-later
// Traces of a GPU on the measure page: a device of their own, with answers in words; of another program alone.
#include "core/device/profile_record.h"
#include "tests/support/test_class.h"
#include "tests/views/measure/measure_fixture.h"
#include "views/measure/operator_pane.h"
#include "views/measure/timeline/timeline_widget.h"
#include "views/measure/timeline/unmatched_panel.h"
#include "views/session/measurements.h"
#include "views/support/page/page_answer.h"

#include <QDir>
#include <QHeaderView>
#include <QLabel>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTabWidget>
#include <QTableView>
#include <QTemporaryDir>

namespace edgewright::device_trace_test {

using namespace edgewright::views;
using namespace Qt::StringLiterals;

namespace {

// Two passes of `calls` operators of PyTorch, each 100 µs after the one before, with a kernel of 10 µs; two
// streams; memory that grows. `stray`: µs of a kernel that nothing known started; 0: none.
QByteArray kineto(const char* operatorName, int calls, double stray) {
    QByteArray events;
    int number = 0;
    const auto add = [&](const char* category, const char* name, int process, int thread, double start,
                         double duration, int correlation) {
        events += QStringLiteral(R"(,{"ph":"X","cat":"%1","name":"%2","pid":%3,"tid":%4,"ts":%5,"dur":%6,)"
                                 R"("args":{"correlation":%7}})")
                      .arg(QLatin1String(category), QLatin1String(name))
                      .arg(process)
                      .arg(thread)
                      .arg(start)
                      .arg(duration)
                      .arg(correlation)
                      .toUtf8();
    };
    for (int i = 0; i < 2 * calls; ++i) {
        const double start = i * 100.0;
        add("cpu_op", operatorName, 9, 9, start, 80, 0);
        add("cuda_runtime", "cudaLaunchKernel", 9, 9, start + 10, 5, ++number);
        add("kernel", "void conv<float>(int)", 0, 7 + i % 2, start + 50, 10, number);
        events += QStringLiteral(R"(,{"ph":"i","name":"[memory]","pid":9,"tid":9,"ts":%1,)"
                                 R"("args":{"Total Allocated":%2,"Device Type":1,"Device Id":0}})")
                      .arg(start)
                      .arg((i + 1) * 1048576)
                      .toUtf8();
    }
    if (stray > 0) add("kernel", "stray", 0, 7, 2000.0 * calls, stray, 0);
    return R"({"deviceProperties":[{"id":0,"name":"Tested GPU"}],"traceEvents":[)" + events.mid(1) + "]}";
}

} // namespace

class DeviceTraceTest : public QObject {
    Q_OBJECT

    test::MeasureFixture m_fixture;
    QTemporaryDir m_folder;

    Measurements& measurements() const { return m_fixture.measurements(); }
    QString answer() const { return m_fixture.find<PageAnswer>(u"measureAnswer"_s)->plainText(); }
    TimelineWidget& timeline() const { return *m_fixture.find<TimelineWidget>(u"timelineWidget"_s); }
    int convolutions() const {
        int count = 0;
        const ir::Graph& graph = *m_fixture.analysis()->before();
        for (const NodeId id : graph.order())
            count += graph.node(id).op == "Conv" ? 1 : 0;
        return count;
    }
    void open(const QByteArray& events) {
        const QString file = m_folder.filePath(u"trace.json"_s);
        QFile out(file);
        QVERIFY(out.open(QIODevice::WriteOnly));
        out.write(events);
        out.close();
        m_fixture.view().openProfile(file);
    }
    bool isShown() const {
        const auto* scene = timeline().scene();
        return scene && !timeline().isPreparing() && scene->sources.size() == 1;
    }

private slots:
    void init() {
        QDir(QStandardPaths::writableLocation(QStandardPaths::AppDataLocation)).removeRecursively();
        QVERIFY(m_fixture.start());
    }
    void cleanup() { m_fixture.end(); }

    // Half of its time is that of an operator that the model does not have.
    void anotherModel() {
        open(kineto("aten::conv2d", convolutions(), 2 * convolutions() * 10.0));
        QTRY_COMPARE_WITH_TIMEOUT(measurements().runs().size(), std::size_t(1), 20000);
        QTRY_VERIFY_WITH_TIMEOUT(answer().contains(u"no node of the model"_s), 20000);
        QVERIFY2(answer().contains(u"Only 50.0 % of the time of kernels"_s) &&
                     answer().contains(u"another model"_s),
                 qPrintable(answer()));
    }

    // Nothing was measured here: the GPU is a device, and everything is of it.
    void aDeviceOfItsOwn() {
        QVERIFY(convolutions() > 0);
        open(kineto("aten::conv2d", convolutions(), 5));
        QTRY_COMPARE_WITH_TIMEOUT(measurements().runs().size(), std::size_t(1), 20000);
        QTRY_VERIFY_WITH_TIMEOUT(isShown(), 20000);
        const device::Run& run = measurements().runs().front();
        QCOMPARE(run.device, std::string("Tested GPU"));
        QVERIFY(device::isOfProfile(*run.record) && measurements().isCurrent(run));
        QVERIFY2(answer().contains(u"GPU 0 computes or copies; it waits for launches"_s), qPrintable(answer()));
        QVERIFY2(answer().contains(u"5.00 µs of the "_s) && answer().contains(u"no node of the model"_s),
                 qPrintable(answer()));
        QVERIFY(!answer().contains(u"another model"_s));
        QVERIFY2(answer().contains(u"GPU 0 memory: at most "_s), qPrintable(answer()));
        // The rows are all that was profiled: a row for each convolution, one for what belongs to none.
        const auto& rows = m_fixture.view().findChild<OperatorTable*>()->rows();
        QCOMPARE(rows.size(), static_cast<std::size_t>(convolutions() + 1));
        // Columns of which nothing is known are folded.
        const QHeaderView& heads = *m_fixture.find<QTableView>(u"operatorTimes"_s)->horizontalHeader();
        QStringList heading;
        for (int column = 0; column < heads.count(); ++column)
            if (!heads.isSectionHidden(column))
                heading << heads.model()->headerData(column, Qt::Horizontal).toString();
        QCOMPARE(heading, (QStringList{u"Operator"_s, u"Time"_s, u"Share"_s}));
        double sum = 0;
        for (const device::OperatorRow& row : rows)
            sum += row.seconds;
        QVERIFY(std::abs(sum - (convolutions() * 10 + 2.5) * 1e-6) < 1e-12);
        // A row for each stream below the host's, and the memory.
        const TimelineModel& model = *timeline().scene()->sources.front().model;
        QCOMPARE(model.tracks().size(), std::size_t(3));
        QVERIFY(model.tracks()[1].name.contains(u"GPU 0"_s) && model.tracks()[1].name.contains(u"stream 7"_s));
        QVERIFY(model.tracks()[2].name.contains(u"stream 8"_s));
        QVERIFY(!model.source().memory.empty());
        QVERIFY(!model.positionsOf(m_fixture.firstOf("Conv")).empty());
        const auto* unmatched = m_fixture.view().findChild<QLabel*>(u"unmatchedSentence"_s);
        QVERIFY2(unmatched && unmatched->text().contains(u"They take 5.00 µs of "_s),
                 qPrintable(unmatched->text()));
        // The same file again is the same run.
        QSignalSpy prepared(&timeline(), &TimelineWidget::prepared);
        m_fixture.view().openProfile(m_folder.filePath(u"trace.json"_s));
        QTRY_VERIFY_WITH_TIMEOUT(!prepared.isEmpty(), 20000);
        QCOMPARE(measurements().runs().size(), std::size_t(1));
        // Without its run there is nothing.
        measurements().remove(0);
        QVERIFY(answer().startsWith(u"Not measured yet"_s));
    }

    // Of another program: what the GPU did is told all the same, until something else is shown.
    void ofAnotherProgram() {
        open(kineto("aten::nothing", 3, 0));
        QTRY_VERIFY_WITH_TIMEOUT(isShown(), 20000);
        QVERIFY(measurements().runs().empty());
        QVERIFY2(answer().contains(u"GPU 0 waits for launches"_s) &&
                     answer().contains(u"None of its kernels was started for a node of this model."_s),
                 qPrintable(answer()));
        m_fixture.click(u"measureButton"_s);
        QTRY_VERIFY_WITH_TIMEOUT(m_fixture.isIdle() && measurements().runs().size() == 1, 60000);
        QVERIFY(!answer().contains(u"GPU 0"_s));
    }

    // A profile of a runtime on processors needs something to stand beside.
    void ofARuntime() {
        QSignalSpy said(&m_fixture.view(), &View::message);
        const ir::Graph& graph = *m_fixture.analysis()->before();
        const std::string name = graph.node(m_fixture.firstOf("Conv")).name;
        open(R"([{"cat":"Node","name":")" + QByteArray::fromStdString(name) +
             R"(_kernel_time","ph":"X","ts":1,"dur":5,"pid":1,"tid":1,"args":{"op_name":"Conv"}}])");
        QTRY_VERIFY_WITH_TIMEOUT(!said.isEmpty(), 20000);
        QVERIFY2(said.last().first().toString().contains(u"Measure the model first"_s),
                 qPrintable(said.last().first().toString()));
    }
};

EDGEWRIGHT_TEST(DeviceTraceTest)

} // namespace edgewright::device_trace_test

#include "device_trace_test.moc"
