// SPDX-License-Identifier: GPL-3.0-or-later
// Blocks at once on a multiprocessor, as CUDA's occupancy calculator has them.
#include "core/gpu/occupancy.h"
#include "tests/support/test_class.h"

#include <QTest>

namespace edgewright::occupancy_test {

using namespace Qt::StringLiterals;
using gpu::BlockNeeds, gpu::Multiprocessor, gpu::Occupancy, gpu::OccupancyLimit;

namespace {

// Of the tables of compute capabilities in CUDA's programming guide.
constexpr Multiprocessor Turing{1024, 16, 65536, 65536, 0}, Ampere{2048, 32, 65536, 167936, 1024},
    GeForceAmpere{1536, 16, 65536, 102400, 1024}, Hopper{2048, 32, 65536, 233472, 1024};

} // namespace

class OccupancyTest : public QObject {
    Q_OBJECT

private slots:
    void knownValues_data() {
        QTest::addColumn<int>("sm");
        QTest::addColumn<int>("threads");
        QTest::addColumn<int>("registers");
        QTest::addColumn<int>("shared");
        QTest::addColumn<int>("blocks");
        QTest::addColumn<int>("limit");
        const auto row = [](const char* name, int sm, int threads, int registers, int shared, int blocks,
                            OccupancyLimit limit) {
            QTest::newRow(name) << sm << threads << registers << shared << blocks << int(limit);
        };
        row("7.5, all threads", 75, 256, 32, 0, 4, OccupancyLimit::Threads);
        row("7.5, registers", 75, 256, 65, 0, 3, OccupancyLimit::Registers);
        row("7.5, shared memory", 75, 128, 32, 32768, 2, OccupancyLimit::SharedMemory);
        row("8.0, small blocks", 80, 32, 32, 0, 32, OccupancyLimit::Blocks);
        row("8.0, 48 KiB", 80, 256, 64, 49152, 3, OccupancyLimit::SharedMemory);
        row("8.6, half of a block is lost", 86, 1024, 32, 0, 1, OccupancyLimit::Threads);
        row("8.6, 128 registers", 86, 256, 128, 0, 2, OccupancyLimit::Registers);
        row("9.0, 128 registers", 90, 256, 128, 0, 2, OccupancyLimit::Registers);
        row("9.0, one register more", 90, 256, 129, 0, 1, OccupancyLimit::Registers);
        row("9.0, 33 registers", 90, 1024, 33, 0, 1, OccupancyLimit::Registers);
        row("9.0, no whole warp", 90, 33, 16, 0, 32, OccupancyLimit::Threads);
        row("9.0, 48 KiB", 90, 128, 32, 49152, 4, OccupancyLimit::SharedMemory);
        row("9.0, more than there is", 90, 128, 32, 240000, 0, OccupancyLimit::SharedMemory);
        row("9.0, more registers than there are", 90, 1024, 255, 0, 0, OccupancyLimit::Registers);
    }
    void knownValues() {
        QFETCH(int, sm);
        QFETCH(int, threads);
        QFETCH(int, registers);
        QFETCH(int, shared);
        const Multiprocessor& of = sm == 75 ? Turing : sm == 80 ? Ampere : sm == 86 ? GeForceAmpere : Hopper;
        const Occupancy found = occupancyOf(of, {threads, registers, shared});
        QTEST(found.blocks, "blocks");
        QTEST(int(found.limit), "limit");
        QCOMPARE(found.warps, found.blocks * ((threads + 31) / 32));
        QCOMPARE(found.share, found.warps * 32.0 / of.threads);
    }

    // More of anything never makes more blocks.
    void moreNeedsAreNoMoreBlocks() {
        for (int threads = 1; threads <= 1024; threads += 31)
            for (int registers = 1; registers < 255; registers += 7)
                for (int shared = 0; shared < 200'000; shared += 9'999) {
                    const int blocks = occupancyOf(Hopper, {threads, registers, shared}).blocks;
                    QVERIFY(occupancyOf(Hopper, {threads, registers + 1, shared}).blocks <= blocks);
                    QVERIFY(occupancyOf(Hopper, {threads, registers, shared + 127}).blocks <= blocks);
                    QVERIFY(occupancyOf(Hopper, {threads + 32, registers, shared}).blocks <= blocks);
                    QVERIFY(std::int64_t(blocks) * threads * registers <= Hopper.registers);
                    QVERIFY(blocks * (shared + std::int64_t(1024)) <= Hopper.sharedBytes);
                }
    }
};

EDGEWRIGHT_TEST(OccupancyTest)

} // namespace edgewright::occupancy_test

#include "occupancy_test.moc"
