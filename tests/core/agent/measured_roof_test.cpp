// SPDX-License-Identifier: GPL-3.0-or-later
// The roof of whatever machine the test runs on: what must hold on each.
#include "core/agent/roof/kernel_cases.h"
#include "core/agent/roof/measured_roof.h"
#include "core/agent/roof/stream.h"
#include "core/device/operator_times.h"
#include "core/device/roof/roof.h"
#include "core/exec/executor.h"
#include "core/ops/work.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <set>

namespace edgewright::measured_roof_test {

using namespace edgewright::agent;
using namespace edgewright::measure;

namespace {

constexpr std::int64_t Ki = 1024, Mi = 1024 * Ki;

} // namespace

class MeasuredRoofTest : public QObject {
    Q_OBJECT

private slots:
    void everythingOnce() {
        protocol::RoofOrder order;
        order.threads = {2, 1, 2};
        order.seconds = 0.05; // each number once or a few times
        Progress progress;
        const auto measured = measuredRoof(order, {{}, &progress});
        QVERIFY2(measured, measured ? "" : measured.error().message.c_str());
        const Roof& roof = **measured;
        QCOMPARE(progress.get().first, 100u);
        QVERIFY(roof.date.empty() && !roof.isa.empty() && roof.seconds > 0 && roof.isInOrder());
        QCOMPARE(roof.machine, thisMachine());
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
            const auto share = device::shareOfPeak(roof, each);
            QVERIFY2(share && *share > 0, each.shape.c_str());
            QVERIFY2(*share <= 1 || each.algorithm == "winograd", each.shape.c_str()); // does fewer MACs
            QVERIFY(device::shareOfRoof(roof, each));
        }
        for (std::size_t i = 1; i < roof.curve.size(); ++i)
            QVERIFY(roof.curve[i].bytes > roof.curve[i - 1].bytes && roof.curve[i].read > 0);
    }

    // Where the system tells of no cache, levels come from the curve, or there is memory alone.
    void withoutKnownCaches() {
        Machine machine = thisMachine();
        machine.caches.clear();
        const auto measured = measuredRoof({.threads = {1}, .seconds = 0.05}, {}, machine);
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
            QCOMPARE(device::arithmeticOf(each.graph, node), each.arithmetic);
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
        QCOMPARE(ops::bytesOf(product.graph, node), std::int64_t(3 * 4 * 128 * 128));
    }

    void workingSetsLieInTheirLevel() {
        const std::vector<Cache> caches{{1, 32 * Ki, 1}, {2, Mi, 1}, {3, 32 * Mi, 8}};
        const auto one = workingSets(caches, 1, 1024 * Mi);
        QCOMPARE(one.size(), std::size_t(4));
        QCOMPARE(one[3].level, std::string("memory"));
        QVERIFY(one[3].capacity == 0 && one[3].perThread > 127 * Mi && one[3].perThread <= 128 * Mi);
        QCOMPARE(one[1].level, std::string("L2"));
        QVERIFY(one[1].capacity == Mi && one[1].perThread <= Mi / 2 && one[1].perThread > 500 * Ki);
        // Two threads have two L2, and share L3.
        const auto two = workingSets(caches, 2, 1024 * Mi);
        QCOMPARE(two[1].capacity, 2 * Mi);
        QCOMPARE(two[1].perThread, one[1].perThread);
        QVERIFY(two[2].capacity == 32 * Mi && two[2].perThread <= 4 * Mi && two[2].perThread > 3 * Mi);
        QVERIFY(one[2].perThread <= 8 * Mi && one[2].perThread > 7 * Mi); // others fill L3, too
        // With sixteen each has 4 MiB of the two L3 that there are; half of it is twice an L2.
        const auto sixteen = workingSets(caches, 16, 1024 * Mi);
        QCOMPARE(sixteen[2].capacity, 64 * Mi);
        QVERIFY(sixteen[2].perThread > Mi && sixteen[2].perThread <= 2 * Mi);
        // Where a thread has no more of L3 than of L2, it cannot be told from that.
        const std::vector<Cache> crowded{{1, 32 * Ki, 2}, {2, Mi, 2}, {3, 16 * Mi, 64}};
        const auto many = workingSets(crowded, 64, 1024 * Mi);
        QCOMPARE(many.size(), std::size_t(3));
        QCOMPARE(many[2].level, std::string("memory"));
        for (const auto& sets : {one, two, sixteen, many})
            for (const WorkingSet& each : sets)
                QVERIFY(each.perThread > 0 && each.perThread % WorkingSetUnit == 0);
        // A limit that memory cannot be told from the last cache with.
        QCOMPARE(workingSets(caches, 1, 48 * Mi).back().level, std::string("L3"));
        QVERIFY(workingSets(caches, 1, 65 * Mi).back().perThread <= 65 * Mi);
        const auto unknown = workingSets({}, 1, 1024 * Mi);
        QVERIFY(unknown.size() == 1 && unknown[0].level == "memory" && unknown[0].perThread <= 256 * Mi);
    }

    void levelsFromACurve() {
        std::vector<BandwidthPoint> curve;
        const auto add = [&](std::initializer_list<double> rates) {
            for (const double rate : rates)
                curve.push_back({8192LL << curve.size(), rate});
        };
        add({190, 200, 198, 120, 100, 102, 99, 97, 60, 40, 41, 40, 22, 12, 11.5, 12});
        const auto caches = levelsOf(curve);
        QCOMPARE(caches.size(), std::size_t(3)); // the last stretch is memory
        QCOMPARE(caches[0], (Cache{1, 32 * Ki, 1}));
        QCOMPARE(caches[1], (Cache{2, 8192LL << 7, 1}));
        QCOMPARE(caches[2], (Cache{3, 8192LL << 11, 1}));
        curve.clear();
        add({100, 99, 101, 100});
        QVERIFY(levelsOf(curve).empty()); // one stretch
        curve.clear();
        add({100, 50, 25, 12});
        QVERIFY(levelsOf(curve).empty()); // none
        QVERIFY(levelsOf({}).empty());
    }

    void stopped() {
        std::stop_source stop;
        stop.request_stop();
        const auto measured = measuredRoof({}, {stop.get_token(), nullptr});
        QVERIFY(!measured);
        QCOMPARE(measured.error().code, ErrorCode::Cancelled);
    }
};

EDGEWRIGHT_TEST(MeasuredRoofTest)

} // namespace edgewright::measured_roof_test

#include "measured_roof_test.moc"
