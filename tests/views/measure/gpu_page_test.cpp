// SPDX-License-Identifier: GPL-3.0-or-later
// The GPU on the measure page, with a driver that runs its kernels on the processor: measured, stopped, not
// there.
#include "core/device/gpu/gpu_run.h"
#include "tests/core/gpu/fake_gpu.h"
#include "tests/support/own_settings.h"
#include "tests/support/test_class.h"
#include "tests/views/measure/endless_plan.h"
#include "tests/views/measure/measure_fixture.h"
#include "views/measure/operator_pane.h"
#include "views/session/measurements.h"
#include "views/support/chart/chart_pane.h"
#include "views/support/page/page_answer.h"

#include <QComboBox>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTreeWidget>

#include <algorithm>

namespace edgewright::gpu_page_test {

using namespace edgewright::views;
using namespace Qt::StringLiterals;

class GpuPageTest : public QObject {
    Q_OBJECT

    test::MeasureFixture m_fixture;
    static constexpr int GpuRow = 1;
    static constexpr const char* Gpu = "gpu";

    Measurements& measurements() const { return m_fixture.measurements(); }
    QTreeWidget* list() const { return m_fixture.find<QTreeWidget>(u"deviceList"_s); }
    QString answer() const { return m_fixture.find<PageAnswer>(u"measureAnswer"_s)->plainText(); }
    const OperatorTable& operators() const { return *m_fixture.view().findChild<OperatorTable*>(); }
    void chooseDevice(int row) const { list()->setCurrentItem(list()->topLevelItem(row)); }
    DeviceStatus::State state() const { return measurements().gpu().status().state; }
    bool start(const char* sample = "tiny_cnn_2d") {
        if (!m_fixture.start(sample)) return false;
        chooseDevice(GpuRow);
        return QTest::qWaitFor(
            [&] { return state() == DeviceStatus::State::Connected || state() == DeviceStatus::State::Failed; },
            60000);
    }
    bool measure() const {
        const std::size_t before = measurements().runs().size();
        m_fixture.click(u"measureButton"_s);
        return QTest::qWaitFor([&] { return m_fixture.isIdle() && measurements().runs().size() == before + 1; },
                               120000);
    }

private slots:
    void init() {
        test::useOwnSettings();
        QDir(QStandardPaths::writableLocation(QStandardPaths::AppDataLocation)).removeRecursively();
        qputenv("EDGEWRIGHT_CUDA", QByteArray::fromStdString(test::fakeDriver()));
        qputenv("EDGEWRIGHT_NVRTC", QByteArray::fromStdString(test::fakeCompiler()));
    }
    void cleanup() {
        m_fixture.end();
        for (const char* each : {"EDGEWRIGHT_CUDA", "EDGEWRIGHT_NVRTC", "FAKE_GPU"})
            qunsetenv(each);
    }

    void measured() {
        QVERIFY(start());
        QVERIFY(state() == DeviceStatus::State::Connected);
        QCOMPARE(list()->currentItem()->text(0), u"GPU"_s);
        QVERIFY(list()->currentItem()->toolTip(0).contains(u"Emulated GPU"_s));
        QVERIFY2(answer().startsWith(u"Not measured yet on the GPU"_s) && answer().contains(u"Emulated GPU"_s),
                 qPrintable(answer()));
        for (const QString& ofProcessors : {u"measureThreads"_s, u"measureCores"_s})
            QVERIFY(!m_fixture.find<QWidget>(ofProcessors)->isVisible());
        QVERIFY(measure());
        const device::Record& record = *measurements().runs()[0].record;
        QCOMPARE(record.machine.processor, std::string("Emulated GPU"));
        QCOMPARE(measurements().deviceOf(measurements().runs()[0]), std::string(Gpu));
        QCOMPARE(record.variants.size(), std::size_t(4));
        for (const device::VariantRecord& each : record.variants)
            QVERIFY(!each.outputs.empty() &&
                    std::ranges::all_of(each.outputs, [](const auto& output) { return output.agrees; }));
        QVERIFY(measurements().current(Gpu) && !measurements().current());
        for (const QString& part : {u"on the GPU"_s, u"Emulated GPU"_s, u"of this machine's"_s,
                                    u"operators ran on the GPU"_s, u"2 copies between both took"_s})
            QVERIFY2(answer().contains(part), qPrintable(answer()));
        // Nothing of a processor is said of it.
        for (const QString& part : {u"governor"_s, u"Predicted"_s})
            QVERIFY2(!answer().contains(part), qPrintable(answer()));
        QCOMPARE(int(std::ranges::count(operators().rows(), device::RanBy::Copy, &device::OperatorRow::ranBy)),
                 2); // input and output, each of the variant that is shown beside that of the other
        double sum = 0;
        for (const device::OperatorRow& row : operators().rows())
            sum += row.seconds;
        QVERIFY(sum > 0);
        auto* pictures = m_fixture.find<QTabWidget>(u"measurePictures"_s);
        for (int tab = 0; tab < pictures->count(); ++tab)
            pictures->setCurrentIndex(tab);
        QCOMPARE(m_fixture.find<ChartPane>(u"distributionChart"_s)->targetCount(), std::size_t(4));
    }

    // This machine beside it; choosing one leaves the results of the other.
    void besideThisMachine() {
        QVERIFY(start());
        QVERIFY(measure());
        chooseDevice(0);
        QVERIFY2(answer().startsWith(u"Not measured yet on this machine"_s), qPrintable(answer()));
        QVERIFY(m_fixture.find<QWidget>(u"measureThreads"_s)->isVisible());
        QVERIFY(measure());
        QVERIFY(measurements().current() && measurements().current(Gpu));
        m_fixture.find<QTabWidget>(u"measurePictures"_s)->setCurrentIndex(4);
        QCOMPARE(m_fixture.find<ChartPane>(u"devicesChart"_s)->targetCount(), std::size_t(8));
    }

    void stopped() {
        QVERIFY(start());
        measurements().measure(test::endlessPlan(Gpu));
        QTRY_VERIFY_WITH_TIMEOUT(measurements().live() != nullptr, 120000);
        QCOMPARE(list()->topLevelItem(GpuRow)->childCount(), 1); // its progress
        m_fixture.click(u"measureButton"_s);                     // it says Stop now
        QTRY_VERIFY_WITH_TIMEOUT(m_fixture.isIdle() && measurements().runs().size() == 1, 60000);
        QVERIFY(measurements().runs()[0].record->end == measure::End::Cancelled);
        QVERIFY2(answer().contains(u"Stopped"_s), qPrintable(answer()));
    }

    // One calm line says what to install; what is shown of other devices stays.
    void withoutDriver() {
        QVERIFY(m_fixture.start());
        QVERIFY(measure());
        qputenv("EDGEWRIGHT_CUDA", "/no/libcuda.so.1");
        chooseDevice(GpuRow);
        QTRY_VERIFY_WITH_TIMEOUT(state() == DeviceStatus::State::Failed, 60000);
        const auto told = device::openThisGpu();
        QVERIFY(!told);
        const QString sentence = QString::fromStdString(told.error().message);
        QVERIFY2(sentence.contains(u"install NVIDIA's driver"_s) && sentence.contains(u"/no/libcuda.so.1"_s),
                 qPrintable(sentence));
        QVERIFY2(answer().startsWith(u"Not measured yet on the GPU"_s) && answer().contains(sentence),
                 qPrintable(answer()));
        QSignalSpy failed(&measurements(), &Measurements::failed);
        m_fixture.click(u"measureButton"_s);
        QTRY_VERIFY_WITH_TIMEOUT(m_fixture.isIdle() && failed.size() == 1, 60000);
        QVERIFY2(failed[0][0].toString().contains(sentence), qPrintable(failed[0][0].toString()));
        QCOMPARE(measurements().runs().size(), std::size_t(1));
        chooseDevice(0);
        QVERIFY2(answer().contains(u"this machine"_s) && operators().rowCount() > 0, qPrintable(answer()));
        QTRY_VERIFY_WITH_TIMEOUT(state() == DeviceStatus::State::Failed, 60000); // it looked again
        // It was installed meanwhile.
        qputenv("EDGEWRIGHT_CUDA", QByteArray::fromStdString(test::fakeDriver()));
        chooseDevice(GpuRow);
        QTRY_VERIFY_WITH_TIMEOUT(state() == DeviceStatus::State::Connected, 60000);
        QVERIFY(answer().contains(u"Emulated GPU"_s));
    }

    // What goes wrong there is told; earlier results stay.
    void outOfMemory() {
        QVERIFY(start("residual_cnn_2d"));
        QVERIFY(measure());
        const test::FakeSetting small("small");
        QSignalSpy failed(&measurements(), &Measurements::failed);
        m_fixture.click(u"measureButton"_s);
        QTRY_VERIFY_WITH_TIMEOUT(m_fixture.isIdle() && failed.size() == 1, 60000);
        QVERIFY2(failed[0][0].toString().contains(u"on the GPU"_s), qPrintable(failed[0][0].toString()));
        QCOMPARE(measurements().runs().size(), std::size_t(1));
        QVERIFY(operators().rowCount() > 0);
    }

    // A board may have its name; then that is meant.
    void aBoardOfThatName() {
        QVERIFY(start());
        remote::Host host;
        host.name = Gpu;
        host.address = "192.0.2.1";
        QVERIFY(measurements().boards().save({}, host));
        QVERIFY(!measurements().isThisGpu(Gpu) && measurements().isMeasurable(Gpu));
        QCOMPARE(list()->topLevelItemCount(), 2);
        QCOMPARE(list()->topLevelItem(1)->text(0), QString::fromLatin1(Gpu));
        QVERIFY(measurements().boards().forget(Gpu));
        QVERIFY(measurements().isThisGpu(Gpu));
    }
};

EDGEWRIGHT_TEST(GpuPageTest)

} // namespace edgewright::gpu_page_test

#include "gpu_page_test.moc"
