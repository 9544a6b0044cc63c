// SPDX-License-Identifier: GPL-3.0-or-later
// The fit to a machine is made beside the window, from other models than the open one.
#include "views/session/known_machine.h"

#include "tests/support/test_class.h"

#include <QSignalSpy>
#include <QTest>

namespace edgewright::known_machine_test {

using views::KnownMachine;

namespace {

// `count` models, each of one operator that takes a microsecond for each call.
device::Calibration measured(int count) {
    device::Calibration calibration;
    calibration.machine.name = calibration.machine.processor = "tester";
    calibration.isa = "avx2";
    for (int i = 0; i < count; ++i) {
        cost::Observation one;
        one.features[cost::Feature::Simple] = 1000.0 * (i + 1);
        one.seconds = 1e-6 * (i + 1);
        calibration.networks.push_back(
            {"model " + std::to_string(i), "baseline", "2026-11-27T04:10:00Z", {one}});
    }
    return calibration;
}

} // namespace

class KnownMachineTest : public QObject {
    Q_OBJECT

private slots:
    void isFittedInAJob() {
        QThreadPool pool;
        KnownMachine machine(pool, {});
        QSignalSpy changed(&machine, &KnownMachine::changed);
        machine.take(measured(3));
        QVERIFY(changed.isEmpty());                                            // not before the caller goes on
        QCOMPARE(machine.predictor().processor.from.networks, std::size_t(0)); // but with what there was
        QTRY_COMPARE_WITH_TIMEOUT(changed.size(), 1, 30000);
        QCOMPARE(machine.predictor().processor.from.networks, std::size_t(3));
        // The open model is not predicted from itself; of several requests the newest counts.
        machine.setModel("model 0");
        machine.setModel("nobody's");
        machine.setModel("model 1");
        QTRY_COMPARE_WITH_TIMEOUT(machine.predictor().processor.from.networks, std::size_t(2), 30000);
        QCOMPARE(changed.size(), 2);
    }

    // A window that closes meanwhile waits for nothing.
    void mayEndMeanwhile() {
        QThreadPool pool;
        {
            KnownMachine machine(pool, {});
            machine.take(measured(40));
        }
        pool.waitForDone();
        QCoreApplication::processEvents();
    }
};

EDGEWRIGHT_TEST(KnownMachineTest)

} // namespace edgewright::known_machine_test

#include "known_machine_test.moc"
