// SPDX-License-Identifier: GPL-3.0-or-later
// The loops that a machine is measured with do what their counts say, with every instruction set.
#include "core/kernels/isa.h"
#include "core/kernels/table.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <array>
#include <bit>
#include <set>
#include <vector>

namespace edgewright::machine_loops_test {

using namespace edgewright::kernels;

namespace {

// Whole blocks, 64-byte aligned, with a canary behind them.
class Array {
public:
    explicit Array(std::int64_t count) : m_memory(static_cast<std::size_t>(count) + 32), m_count(count) {
        const auto address = reinterpret_cast<std::uintptr_t>(m_memory.data());
        m_begin = m_memory.data() + (64 - address % 64) % 64 / sizeof(float);
        for (std::int64_t i = 0; i < count; ++i)
            m_begin[i] = static_cast<float>(i * 7 % 1001) / 8.0f;
        m_begin[count] = Canary;
    }
    float* data() { return m_begin; }
    bool isWhole() const { return m_begin[m_count] == Canary; }

private:
    static constexpr float Canary = 12345.0f;
    std::vector<float> m_memory;
    float* m_begin;
    std::int64_t m_count;
};

} // namespace

class MachineLoopsTest : public QObject {
    Q_OBJECT

private slots:
    void streams_data() {
        QTest::addColumn<int>("isa");
        QTest::addColumn<int>("blocks");
        for (const Isa isa : available())
            for (const int blocks : {1, 2, 9})
                QTest::addRow("%s, %d blocks", nameOf(isa).data(), blocks) << static_cast<int>(isa) << blocks;
    }
    void streams() {
        QFETCH(int, isa);
        QFETCH(int, blocks);
        const StreamLoops& loops = *tableOf(static_cast<Isa>(isa)).stream;
        const std::int64_t count = blocks * StreamBlock;
        Array a(count), b(count), to(count);
        for (std::int64_t i = 0; i < count; ++i) {
            b.data()[i] = static_cast<float>(i % 5);
            to.data()[i] = -1;
        }
        loops.triad(a.data(), b.data(), 2, to.data(), count, 3);
        for (std::int64_t i = 0; i < count; ++i)
            QCOMPARE(to.data()[i], a.data()[i] + 2 * b.data()[i]);
        loops.copy(a.data(), to.data(), count, 2);
        for (std::int64_t i = 0; i < count; ++i)
            QCOMPARE(to.data()[i], a.data()[i]);
        QVERIFY(to.isWhole());

        // Every element is read, in every pass: an odd number of passes leaves the bits that differ.
        std::array<float, 64> result{};
        loops.read(a.data(), count, 3, result.data());
        std::uint32_t all = 0, expected = 0;
        for (int lane = 0; lane < tableOf(static_cast<Isa>(isa)).lanes; ++lane)
            all ^= std::bit_cast<std::uint32_t>(result[static_cast<std::size_t>(lane)]);
        for (std::int64_t i = 0; i < count; ++i)
            expected ^= std::bit_cast<std::uint32_t>(a.data()[i]);
        QCOMPARE(all, expected);
    }

    void peaks_data() {
        QTest::addColumn<int>("isa");
        for (const Isa isa : available())
            QTest::addRow("%s", nameOf(isa).data()) << static_cast<int>(isa);
    }
    void peaks() {
        QFETCH(int, isa);
        const Table& table = tableOf(static_cast<Isa>(isa));
        std::set<int> accumulators;
        QVERIFY(table.peak->multiplyAdds > 0 && table.peak->dots > 0);
        for (int i = 0; i < table.peak->multiplyAdds; ++i) {
            const PeakLoop& loop = table.peak->multiplyAdd[i];
            accumulators.insert(loop.accumulators);
            QCOMPARE(loop.macs, static_cast<double>(loop.accumulators * table.lanes));
            alignas(64) std::array<float, 64> memory{};
            loop.run(200, memory.data());
            for (int lane = 0; lane < table.lanes; ++lane) // each sum has become 1 / (1 - 0.5)
                QCOMPARE(memory[static_cast<std::size_t>(lane)], 2.0f * static_cast<float>(loop.accumulators));
        }
        QCOMPARE(accumulators.size(), static_cast<std::size_t>(table.peak->multiplyAdds));
        QVERIFY(*accumulators.begin() < 8 && *accumulators.rbegin() > 12);
        for (int i = 0; i < table.peak->dots; ++i) {
            const PeakLoop& loop = table.peak->dot[i];
            const int depth = table.integer->depth, units = table.integer->rowUnits; // at once
            QCOMPARE(loop.macs, static_cast<double>(loop.accumulators * table.lanes * depth * units));
            constexpr std::uint32_t Units = 0x00030002; // in units of 2: 2 and 3, times 0x0003 and 0x0102
            alignas(64) std::array<float, 64> memory{};
            for (float& each : memory)
                each = std::bit_cast<float>(Units);
            loop.run(10, memory.data());
            const std::uint32_t one = depth == 4 ? 2 * 3 + 0 * 1 + 3 * 2 + 0 * 1 : 2 * 0x0103 + 3 * 0x0102;
            for (int lane = 0; lane < table.lanes; ++lane)
                QCOMPARE(std::bit_cast<std::uint32_t>(memory[static_cast<std::size_t>(lane)]),
                         one * 10 * static_cast<std::uint32_t>(loop.accumulators * units));
        }
    }
};

EDGEWRIGHT_TEST(MachineLoopsTest)

} // namespace edgewright::machine_loops_test

#include "machine_loops_test.moc"
