// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/roofline.h"

#include "core/cost/workload.h"
#include "tests/support/test_class.h"

#include <QTest>

namespace edgewright::roofline_test {

using namespace edgewright::cost;

class RooflineTest : public QObject {
    Q_OBJECT
private slots:
    void byHand() {
        Accelerator accelerator;
        accelerator.rows = 16;
        accelerator.cols = 12;
        accelerator.bandwidth = 8;
        const Roofline roof = roofline(accelerator, Mode::ScaleSim);
        QCOMPARE(roof.peak, 192.0);
        QCOMPARE(roof.bandwidth, 24.0);
        QCOMPARE(roof.ridge, 8.0);
        QCOMPARE(roof.attainable(2.0), 48.0);
        QCOMPARE(roof.attainable(8.0), 192.0);
        QCOMPARE(roof.attainable(100.0), 192.0);
    }

    void wordsAndAssumptions() {
        Accelerator accelerator; // 32 x 32, unlimited
        QCOMPARE(roofline(accelerator, Mode::ScaleSim).bandwidth, 30.0);
        accelerator.wordBytes = 2;
        QCOMPARE(roofline(accelerator, Mode::ScaleSim).bandwidth, 60.0);
    }

    // One DRAM for all SRAMs, in bytes, and every array.
    void physical() {
        Accelerator accelerator;
        accelerator.wordBytes = 2;
        accelerator.arrays = 4;
        QCOMPARE(roofline(accelerator, Mode::Physical).bandwidth, 16.0);
        QCOMPARE(roofline(accelerator, Mode::Physical).peak, 4096.0);
        QCOMPARE(roofline(accelerator, Mode::Physical).sram, 0.0);
        accelerator.bandwidth = 5;
        accelerator.sramBandwidth = 64;
        QCOMPARE(roofline(accelerator, Mode::Physical).bandwidth, 5.0);
        QCOMPARE(roofline(accelerator, Mode::Physical).sram, 64.0);
    }
};

EDGEWRIGHT_TEST(RooflineTest)

} // namespace edgewright::roofline_test

#include "roofline_test.moc"
