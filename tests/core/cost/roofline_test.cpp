// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/roofline.h"

#include "core/cost/workload.h"

#include <QtTest>

using namespace edgewright::cost;

class RooflineTest : public QObject {
    Q_OBJECT
private slots:
    void byHand() {
        Accelerator accelerator;
        accelerator.rows = 16;
        accelerator.cols = 12;
        accelerator.bandwidth = 8;
        const Roofline roof = roofline(accelerator);
        QCOMPARE(roof.peak, 192.0);
        QCOMPARE(roof.bandwidth, 24.0);
        QCOMPARE(roof.ridge, 8.0);
        QCOMPARE(roof.attainable(2.0), 48.0);
        QCOMPARE(roof.attainable(8.0), 192.0);
        QCOMPARE(roof.attainable(100.0), 192.0);
    }

    void wordsAndAssumptions() {
        Accelerator accelerator; // 32 x 32, unlimited
        QCOMPARE(roofline(accelerator).bandwidth, 30.0);
        QCOMPARE(roofline(accelerator, 20).bandwidth, 60.0);
        accelerator.wordBytes = 2;
        QCOMPARE(roofline(accelerator).bandwidth, 60.0);
    }

    void bound() {
        Accelerator accelerator;
        accelerator.rows = accelerator.cols = 8; // ridge 64 / 30
        accelerator.dataflow = Dataflow::OutputStationary;
        // A matrix times a vector reads every weight once: about one MAC per byte.
        const auto vector = estimate(productLayer(1, 200, 200), accelerator);
        const auto matrix = estimate(productLayer(100, 100, 100), accelerator);
        QVERIFY(vector && matrix);
        QVERIFY(vector->memoryBound && vector->intensity < 1);
        QVERIFY(!matrix->memoryBound && matrix->intensity > 20);
    }
};

QTEST_GUILESS_MAIN(RooflineTest)
#include "roofline_test.moc"
