// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/limits.h"
#include "core/cost/scalesim/buffers.h"
#include "core/cost/scalesim/calc_reads.h"
#include "core/cost/scalesim/window.h"
#include "core/cost/systolic.h"
#include "core/cost/workload.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <cmath>
#include <set>

namespace edgewright::systolic_test {

using namespace edgewright::cost;

namespace {

Layer product(std::int64_t m, std::int64_t n, std::int64_t k) {
    Layer layer = productLayer(m, n, k);
    layer.name = "product";
    return layer;
}

Accelerator array(std::int64_t rows, std::int64_t cols, Dataflow dataflow) {
    Accelerator result;
    result.rows = rows;
    result.cols = cols;
    result.dataflow = dataflow;
    return result;
}

const Dataflow All[] = {Dataflow::OutputStationary, Dataflow::WeightStationary, Dataflow::InputStationary};

} // namespace

class SystolicTest : public QObject {
    Q_OBJECT
private slots:
    void dataflowNames() {
        for (const Dataflow dataflow : All)
            QVERIFY(dataflowFrom(dataflowName(dataflow)) == dataflow);
        QVERIFY(!dataflowFrom("rs"));
    }

    // M 10, N 6, K 20 on 4 x 4, by hand from the formulas of the three dataflows.
    void cyclesByHand() {
        const Layer layer = product(10, 6, 20);
        // os: 3 x 2 folds of 20 + 4 + 4 - 2 lines. ws: 5 x 2 folds of 2*4 + 4 + 10 - 2. is: 5 x 3 folds of 2*4
        // + 4 + 6 - 2.
        QCOMPARE(estimate(layer, array(4, 4, Dataflow::OutputStationary))->cycles, 6 * 26 - 1);
        QCOMPARE(estimate(layer, array(4, 4, Dataflow::WeightStationary))->cycles, 10 * 20 - 1);
        QCOMPARE(estimate(layer, array(4, 4, Dataflow::InputStationary))->cycles, 15 * 16 - 1);
        const auto os = estimate(layer, array(4, 4, Dataflow::OutputStationary));
        QVERIFY(os);
        QCOMPARE(os->cycles, 155);
        QCOMPARE(os->folds, 6);
        QCOMPARE(os->mappingEfficiency, 60.0 / (16 * 6));
        QCOMPARE(os->utilization, 1200.0 / (155 * 16));
        QCOMPARE(os->attained, 1200.0 / 155);
        QCOMPARE(os->sram.ifmap, 2 * 10 * 20);
        QCOMPARE(os->sram.filter, 3 * 6 * 20);
        QCOMPARE(os->sram.ofmap, 60 + 6 * 8);
        QCOMPARE(os->dram.ifmap, 200);
        QCOMPARE(os->dram.filter, 120);
        QCOMPARE(os->dram.ofmap, 60);
        QVERIFY(os->exact && os->stallCycles == 0);
    }

    void energyByHand() {
        Accelerator accelerator = array(4, 4, Dataflow::OutputStationary);
        accelerator.ifmapKb = 8;
        accelerator.filterKb = 32;
        accelerator.ofmapKb = 1024;
        const auto cost = estimate(product(10, 6, 20), accelerator);
        QVERIFY(cost);
        const double memories = 400 * 1.25 + 360 * 2.5 + 108 * 12.5 + (200 + 120 + 60) * 162.5;
        // Each MAC writes its sum, of 4 bytes, and takes two operands from its neighbours. The 60 sums leave
        // over half of the 10 / 3 rows that are used, and one more.
        const double sums = 1200 * 4 * 0.072, way = (10.0 / 3 + 1) / 2;
        const double expected = 1200 * 0.3 + sums + (1200 * 2 + 60 * 4 * way) * 0.099 + memories;
        QVERIFY2(std::abs(cost->energy.total() - expected) < 1e-6 * expected,
                 qPrintable(QString::number(cost->energy.total())));
        QCOMPARE(cost->intensity, 1200.0 / 380);
        accelerator.wordBytes = 2;
        const auto wide = estimate(product(10, 6, 20), accelerator);
        // Words of twice the bytes, but for sums; a MAC of 16 bits takes 1.5 pJ, and its cells are wider.
        const double doubled = 1200 * 1.5 + sums + (1200 * 4 + 60 * 4 * way) * 0.129 + 2 * memories;
        QVERIFY2(std::abs(wide->energy.total() - doubled) < 1e-6 * doubled,
                 qPrintable(QString::number(wide->energy.total())));
        QCOMPARE(wide->intensity, 600.0 / 380);
    }

    void repetitionsMultiply() {
        Layer layer = product(30, 20, 50);
        for (const bool user : {false, true}) {
            Accelerator accelerator = array(8, 8, Dataflow::WeightStationary);
            accelerator.ifmapKb = accelerator.filterKb = accelerator.ofmapKb = 1;
            if (user) accelerator.bandwidth = 1;
            layer.repeat = 1;
            const auto one = estimate(layer, accelerator);
            layer.repeat = 7;
            const auto seven = estimate(layer, accelerator);
            QVERIFY(one && seven);
            QCOMPARE(seven->cycles, 7 * one->cycles);
            QCOMPARE(seven->stallCycles, 7 * one->stallCycles);
            QVERIFY(!user || one->stallCycles > 0);
            QCOMPARE(seven->dram.total(), 7 * one->dram.total());
            QCOMPARE(seven->sram.total(), 7 * one->sram.total());
            QCOMPARE(seven->utilization, one->utilization);
            QVERIFY(std::abs(seven->energy.total() / one->energy.total() - 7) < 1e-9);
        }
    }

    void totalsAreSums() {
        Workload workload;
        workload.layers = {product(30, 20, 50), product(7, 9, 11), product(30, 20, 50)};
        workload.layers[2].name = "again";
        const auto report = estimate(workload, array(8, 8, Dataflow::OutputStationary));
        QVERIFY(report);
        QCOMPARE(report->layers.size(), std::size_t(3));
        QCOMPARE(report->layers[2].layer.name, std::string("again"));
        QCOMPARE(report->layers[2].cycles, report->layers[0].cycles);
        std::int64_t cycles = 0;
        double energy = 0;
        for (const LayerCost& cost : report->layers) {
            cycles += cost.cycles;
            energy += cost.energy.total();
        }
        QCOMPARE(report->cycles, cycles);
        QVERIFY(std::abs(report->energy.total() - energy) < 1e-9 * energy);
        QCOMPARE(report->macs, 2 * 30 * 20 * 50 + 7 * 9 * 11);
        QVERIFY(std::abs(report->utilization - double(report->macs) / double(cycles * 64)) < 1e-12);
    }

    void vectorUnitByHand() {
        Layer layer;
        layer.unit = cost::Unit::Vector;
        layer.elements = 100;
        layer.readWords = 100;
        layer.weightWords = 7;
        layer.writtenWords = 50;
        layer.repeat = 3;
        Accelerator accelerator = array(4, 16, Dataflow::OutputStationary);
        accelerator.bandwidth = 1000;
        const auto wide = estimate(layer, accelerator); // a lane per column
        QVERIFY(wide);
        QCOMPARE(wide->spent[Spent::Vector], 3 * 7);
        QVERIFY(wide->limit() == Spent::Vector);
        QCOMPARE(wide->dram.total(), 3 * 157);
        QCOMPARE(wide->utilization, 0.0);
        accelerator.lanes = 1;
        QCOMPARE(estimate(layer, accelerator)->spent[Spent::Vector], 300);
        accelerator.lanes = 100;
        accelerator.bandwidth = 10;
        const auto slow = estimate(layer, accelerator); // 471 bytes in all
        QCOMPARE(slow->cycles, 48);
        QCOMPARE(slow->spent[Spent::Vector], 3);
        QCOMPARE(slow->spent.total(), 48);
        QVERIFY(slow->limit() == Spent::DramInputs);
        accelerator.lanes = 0;
        QVERIFY(!estimate(layer, accelerator));
    }

    // What is computing, idle, filling and waiting is everything.
    void cyclesAreAttributed() {
        for (const Dataflow dataflow : All)
            for (const bool user : {false, true}) {
                Accelerator accelerator = array(8, 16, dataflow);
                accelerator.ifmapKb = accelerator.filterKb = accelerator.ofmapKb = 2;
                if (user) accelerator.bandwidth = 1;
                const auto cost = estimate(product(100, 60, 200), accelerator);
                QVERIFY(cost);
                QCOMPARE(cost->spent.total(), cost->cycles);
                QCOMPARE(cost->spent[Spent::Computing], 100 * 60 * 200 / 128);
                for (const std::int64_t part : cost->spent.cycles)
                    QVERIFY(part >= 0);
                QCOMPARE(isDram(cost->limit()), user && 2 * cost->stallCycles > cost->cycles);
            }
    }

    // With nothing else changed, the ideal cycles can only be exceeded.
    void stallsNeverNegative() {
        for (const Dataflow dataflow : All)
            for (const std::int64_t bandwidth : {1, 3, 10, 100}) {
                Accelerator accelerator = array(8, 8, dataflow);
                accelerator.ifmapKb = accelerator.filterKb = accelerator.ofmapKb = 2;
                const auto stallFree = estimate(product(100, 60, 200), accelerator);
                accelerator.bandwidth = bandwidth;
                const auto cost = estimate(product(100, 60, 200), accelerator);
                QVERIFY(cost && stallFree);
                QVERIFY(cost->stallCycles >= 0);
                QVERIFY(cost->cycles >= stallFree->cycles);
                QVERIFY(cost->utilization > 0 && cost->utilization <= 1);
            }
    }

    void touchesCountPositions() {
        for (std::int64_t extent = 1; extent < 14; ++extent)
            for (std::int64_t filter = 1; filter < 6; ++filter)
                for (std::int64_t out = 1; out < 9; ++out)
                    for (std::int64_t stride = 1; stride < 6; ++stride)
                        for (std::int64_t dilation = 1; dilation < 4; ++dilation) {
                            std::set<std::int64_t> distinct;
                            std::int64_t total = 0;
                            for (std::int64_t w = 0; w < out; ++w)
                                for (std::int64_t t = 0; t < filter; ++t)
                                    if (w * stride + t * dilation < extent) {
                                        distinct.insert(w * stride + t * dilation);
                                        ++total;
                                    }
                            if ((out - 1) * stride >= extent) continue; // a window that begins outside
                            const AxisTouches found = touches(extent, filter, out, stride, dilation);
                            if (found.distinct != static_cast<std::int64_t>(distinct.size()) ||
                                found.total != total)
                                QFAIL(qPrintable(
                                    QString("extent %1 filter %2 out %3 stride %4 dilation %5: %6 and %7")
                                        .arg(extent)
                                        .arg(filter)
                                        .arg(out)
                                        .arg(stride)
                                        .arg(dilation)
                                        .arg(found.distinct)
                                        .arg(found.total)));
                        }
    }

    void dilatedWindowsSkipWords() {
        Layer layer; // 1 x 9 ifmap, taps 0 4 8: three words of nine
        layer.name = "dilated";
        layer.ifmapW = 9;
        layer.filterW = layer.k = 3;
        layer.dilationW = 4;
        layer.filters = layer.n = layer.m = 1;
        const auto cost = estimate(layer, array(4, 4, Dataflow::WeightStationary));
        QVERIFY(cost);
        QCOMPARE(cost->dram.ifmap, 3);
    }

    void writeBufferDrainsHalves() {
        WriteBuffer buffer(1, 10); // 1024 words, drains 52 lines of 10
        std::int64_t stalls = 0;
        for (std::int64_t cycle = 0; cycle < 200; ++cycle)
            stalls += buffer.accept(10, cycle);
        QCOMPARE(stalls, 0);
        QVERIFY(buffer.finish(1999) >= 2000);
        WriteBuffer slow(1, 1); // 20 words in, 1 word out per cycle: must wait
        stalls = 0;
        for (std::int64_t cycle = 0; cycle < 200; ++cycle)
            stalls += slow.accept(20, cycle + stalls);
        QVERIFY(stalls > 2000);
        QCOMPARE(slow.finish(4000), 4000);
    }

    void nonsense_data() {
        QTest::addColumn<qint64>("rows");
        QTest::addColumn<qint64>("kiloBytes");
        QTest::addColumn<qint64>("m");
        QTest::addColumn<qint64>("repeat");
        QTest::addColumn<QString>("complaint");
        const qint64 huge = INT64_MAX;
        QTest::newRow("no rows") << qint64(0) << qint64(1) << qint64(1) << qint64(1)
                                 << "Array rows: expected 1 to 65536, found 0";
        QTest::newRow("rows") << huge << qint64(1) << qint64(1) << qint64(1) << "Array rows";
        QTest::newRow("no memory") << qint64(8) << qint64(0) << qint64(1) << qint64(1) << "SRAM for inputs";
        QTest::newRow("no M") << qint64(8) << qint64(1) << qint64(0) << qint64(1)
                              << "layer 'product': M: expected";
        QTest::newRow("M") << qint64(8) << qint64(1) << huge << qint64(1) << "layer 'product': M: expected";
        QTest::newRow("repeat") << qint64(8) << qint64(1) << qint64(1) << qint64(-1)
                                << "layer 'product': repetitions";
        QTest::newRow("product") << qint64(8) << qint64(1) << (qint64(1) << 30) << (qint64(1) << 31)
                                 << "layer 'product'";
    }
    void nonsense() {
        QFETCH(qint64, rows);
        QFETCH(qint64, kiloBytes);
        QFETCH(qint64, m);
        QFETCH(qint64, repeat);
        QFETCH(QString, complaint);
        Layer layer = product(m, 1 << 8, 1 << 8);
        layer.repeat = repeat;
        Accelerator accelerator = array(rows, 8, Dataflow::WeightStationary);
        accelerator.ifmapKb = kiloBytes;
        const auto cost = estimate(layer, accelerator);
        QVERIFY(!cost);
        QVERIFY2(cost.error().message.starts_with(complaint.toStdString()), cost.error().message.c_str());
    }

    void contradictionsAreRefused() {
        Layer layer = product(4, 4, 4);
        layer.k = 5;
        QVERIFY(!estimate(layer, array(4, 4, Dataflow::OutputStationary)));
    }

    // Far too large to simulate: an estimate that says so, never below what is physically needed.
    void hugeLayersAreEstimated() {
        Layer layer = product(1 << 22, 1 << 12, 1 << 12);
        for (const Dataflow dataflow : All)
            for (const bool user : {false, true}) {
                Accelerator accelerator = array(8, 8, dataflow);
                if (user) accelerator.bandwidth = 10;
                const auto cost = estimate(layer, accelerator);
                QVERIFY(cost);
                QVERIFY(!cost->exact);
                QVERIFY(cost->dram.ifmap >= layer.m * layer.k && cost->dram.ofmap >= layer.m * layer.n);
                QVERIFY(!user || cost->cycles * 10 >= std::max(cost->dram.ifmap, cost->dram.ofmap));
            }
    }

    // The widest layer of VGG-16: 1.85 GMAC, 3136 kB of ifmap in small SRAMs.
    void bigLayersAreSimulated() {
        Layer layer;
        layer.name = "conv1_2";
        layer.ifmapH = layer.ifmapW = 226;
        layer.filterH = layer.filterW = 3;
        layer.channels = layer.filters = layer.n = 64;
        layer.outH = layer.outW = 224;
        layer.m = 224 * 224;
        layer.k = 576;
        for (const Dataflow dataflow : All)
            for (const bool user : {false, true}) {
                Accelerator accelerator = array(32, 32, dataflow);
                accelerator.ifmapKb = accelerator.filterKb = accelerator.ofmapKb = 16;
                if (user) accelerator.bandwidth = 4;
                const auto cost = estimate(layer, accelerator);
                QVERIFY(cost && cost->exact);
                QVERIFY(cost->dram.ifmap >= 226 * 226 * 64);
            }
    }

    void stops() {
        std::stop_source source;
        source.request_stop();
        const RunContext run{source.get_token(), nullptr};
        Workload workload;
        workload.layers = {product(100, 100, 100)};
        Accelerator accelerator = array(8, 8, Dataflow::OutputStationary);
        const auto whole = estimate(workload, accelerator, run);
        QVERIFY(!whole && whole.error().code == ErrorCode::Cancelled);
        accelerator.bandwidth = 1;
        accelerator.ifmapKb = 1;
        const auto one = estimate(workload.layers[0], accelerator, run);
        QVERIFY(!one && one.error().code == ErrorCode::Cancelled);
    }
};

EDGEWRIGHT_TEST(SystolicTest)

} // namespace edgewright::systolic_test

#include "systolic_test.moc"
