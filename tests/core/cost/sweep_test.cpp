// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/sweep.h"

#include "core/cost/workload.h"

#include <QtTest>

using namespace edgewright;
using namespace edgewright::cost;

class SweepTest : public QObject {
    Q_OBJECT

    Workload m_workload;

private slots:
    void initTestCase() {
        m_workload.layers = {productLayer(784, 128, 1152), productLayer(1, 1000, 512), productLayer(49, 64, 9)};
        m_workload.layers[2].repeat = 32;
    }

    void pointsAreEstimates() {
        const std::vector<ArraySize> arrays = {{8, 8}, {16, 32}, {128, 1}};
        const auto points = sweep(m_workload, arrays);
        QVERIFY(points);
        QCOMPARE(points->size(), std::size_t(9));
        std::size_t next = 0;
        for (const ArraySize& size : arrays)
            for (const Dataflow dataflow :
                 {Dataflow::OutputStationary, Dataflow::WeightStationary, Dataflow::InputStationary}) {
                const DesignPoint& point = (*points)[next++];
                Accelerator accelerator;
                accelerator.rows = size.rows;
                accelerator.cols = size.cols;
                accelerator.dataflow = dataflow;
                const auto report = estimate(m_workload, accelerator);
                QVERIFY(report);
                QCOMPARE(point.rows, size.rows);
                QCOMPARE(point.cols, size.cols);
                QVERIFY(point.dataflow == dataflow);
                QCOMPARE(point.cycles, report->cycles);
                QCOMPARE(point.utilization, report->utilization);
            }
    }

    void refusesAndStops() {
        QVERIFY(!sweep(m_workload, {{0, 8}}));
        QVERIFY(sweep(m_workload, {})->empty());
        std::stop_source source;
        source.request_stop();
        const auto stopped = sweep(m_workload, {{8, 8}}, {source.get_token(), nullptr});
        QVERIFY(!stopped && stopped.error().code == ErrorCode::Cancelled);
    }
};

QTEST_GUILESS_MAIN(SweepTest)
#include "sweep_test.moc"
