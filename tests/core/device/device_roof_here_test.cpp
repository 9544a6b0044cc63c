// SPDX-License-Identifier: GPL-3.0-or-later
// The roof of whatever machine the test runs on: what must hold on each.
#include "core/device/operator_times.h"
#include "core/device/roof/kernel_cases.h"
#include "core/device/roof/measure_roof.h"
#include "core/exec/executor.h"
#include "core/ops/work.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <set>

namespace edgewright::device_roof_here_test {

using namespace edgewright::device;

class DeviceRoofHereTest : public QObject {
    Q_OBJECT

private slots:
    void everythingOnce() {
        RoofTask task;
        task.threads = {2, 1, 2};
        task.seconds = 0.05; // each number once or a few times
        Progress progress;
        const auto measured = measureRoof(task, {{}, &progress});
        QVERIFY2(measured, measured ? "" : measured.error().message.c_str());
        const Roof& roof = **measured;
        QCOMPARE(progress.get().first, 100u);
        QVERIFY(!roof.date.empty() && !roof.isa.empty() && roof.seconds > 0);
        QCOMPARE(roof.threads.size(), std::size_t(2));
        const auto cases = kernelCases();
        QVERIFY2(cases, cases ? "" : cases.error().message.c_str());
        QCOMPARE(roof.kernels.size(), 2 * cases->size());
        for (const ThreadRoof& on : roof.threads) {
            QVERIFY(on.float32 > 0 && on.int8 > 0);
            QVERIFY(on.threads == 1 || on.threads == 2);
            if (roof.machine.caches.empty()) continue;
            QVERIFY(on.levels.size() >= 2); // a cache at least, and memory
            for (const LevelBandwidth& level : on.levels)
                QVERIFY2(level.read > 0 && level.copy > 0 && level.triad > 0 && level.workingSet > 0,
                         level.level.c_str());
            QCOMPARE(on.levels.back().level, std::string(MemoryLevel));
        }
        for (const KernelTime& each : roof.kernels) {
            QVERIFY2(each.seconds > 0 && each.macs > 0 && each.bytes > 0, each.shape.c_str());
            const auto share = shareOfPeak(roof, each);
            QVERIFY2(share && *share > 0, each.shape.c_str());
            QVERIFY2(*share <= 1 || each.algorithm == "winograd", each.shape.c_str()); // does fewer MACs
            QVERIFY(shareOfRoof(roof, each));
        }
        for (std::size_t i = 1; i < roof.curve.size(); ++i)
            QVERIFY(roof.curve[i].bytes > roof.curve[i - 1].bytes && roof.curve[i].read > 0);
    }

    // Where the system tells of no cache, levels come from the curve, or there is memory alone.
    void withoutKnownCaches() {
        RoofTask task;
        task.threads = {1};
        task.seconds = 0.05;
        task.machine = measure::thisMachine();
        task.machine->caches.clear();
        const auto measured = measureRoof(task);
        QVERIFY2(measured, measured ? "" : measured.error().message.c_str());
        const Roof& roof = **measured;
        QVERIFY(roof.levelSource != LevelSource::System);
        QVERIFY(roof.curve.size() > 5);
        const std::size_t caches = levelsOf(roof.curve).size();
        QCOMPARE(roof.levelSource == LevelSource::Curve, caches > 0);
        QVERIFY(roof.machine.caches.empty()); // what was not told is not made up
        const std::vector<LevelBandwidth>& levels = roof.threads.front().levels;
        QVERIFY(!levels.empty() && levels.size() <= caches + 1);
        QVERIFY(levels.back().read > 0);
    }

    // Each case is one operator that runs, of the arithmetic that it says, and no two are the same.
    void cases() {
        const auto cases = kernelCases();
        QVERIFY2(cases, cases ? "" : cases.error().message.c_str());
        std::set<std::string> names;
        for (const KernelCase& each : *cases) {
            const std::string name = each.algorithm + each.shape + std::string(nameOf(each.arithmetic));
            QVERIFY2(names.insert(name).second, name.c_str());
            QCOMPARE(each.graph.order().size(), std::size_t(1));
            const ir::Node& node = each.graph.node(each.graph.order().front());
            QCOMPARE(arithmeticOf(each.graph, node), each.arithmetic);
            QVERIFY(ops::macsOf(each.graph, node) > 0);
            const auto ran = exec::run(each.graph, each.opsets, each.feeds, each.options);
            QVERIFY2(ran, ran ? "" : ran.error().message.c_str());
        }
        QVERIFY(names.size() > 20);
        std::set<std::string> algorithms;
        for (const KernelCase& each : *cases)
            algorithms.insert(each.algorithm);
        QCOMPARE(algorithms, (std::set<std::string>{"direct", "gemm", "im2col", "winograd"}));
        const KernelCase& product = cases->front();
        const ir::Node& node = product.graph.node(product.graph.order().front());
        QCOMPARE(ops::macsOf(product.graph, node), std::int64_t(128 * 128 * 128));
        QCOMPARE(bytesOf(product.graph, node), std::int64_t(3 * 4 * 128 * 128));
    }

    void stopped() {
        std::stop_source stop;
        stop.request_stop();
        const auto measured = measureRoof({}, {stop.get_token(), nullptr});
        QVERIFY(!measured);
        QCOMPARE(measured.error().code, ErrorCode::Cancelled);
    }
};

EDGEWRIGHT_TEST(DeviceRoofHereTest)

} // namespace edgewright::device_roof_here_test

#include "device_roof_here_test.moc"
