// SPDX-License-Identifier: GPL-3.0-or-later
// Denormal numbers count as zero in a run, or are kept; on all threads, and only while it lasts.
#include "core/exec/executor.h"
#include "core/ir/builder.h"
#include "core/kernels/float_control.h"
#include "core/kernels/parallel.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <limits>
#include <thread>

namespace edgewright::denormals_test {

using kernels::FloatControl;

namespace {

constexpr float Denormal = 1e-40f;
constexpr std::int64_t Count = 1 << 18; // enough for every thread

// x * 0.5 in every element, as a run makes it.
std::vector<float> halved(float x, bool flush, int threads) {
    ir::GraphBuilder builder;
    const ValueId in = builder.input("x", {ir::DataType::Float32, ir::Dims{Count}});
    builder.output(builder.node("Mul", {in, builder.constant("half", ir::Tensor::scalar(0.5f))}));
    exec::RunOptions options;
    options.threads = threads;
    options.flushDenormals = flush;
    const auto feed = ir::Tensor::of({Count}, std::vector<float>(std::size_t(Count), x));
    const auto result =
        exec::run(builder.graph(), {{"", 17}}, {{builder.graph().inputs.front(), feed}}, options);
    if (!result) return {};
    const auto made = result->outputs[0].as<float>();
    return {made.begin(), made.end()};
}

bool all(const std::vector<float>& values, float wanted) {
    return values.size() == std::size_t(Count) &&
           std::ranges::all_of(values, [&](float value) { return value == wanted; });
}

bool canFlush() { return FloatControl::ofThisThread().flushing(true).flushes(); }

} // namespace

class DenormalsTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        if (!canFlush()) QSKIP("this processor has no such setting");
    }

    void defaultFlushes() { QVERIFY(exec::RunOptions().flushDenormals); }

    void countAsZeroOrAreKept_data() {
        QTest::addColumn<int>("threads");
        for (const int threads : {1, 2, 4})
            QTest::addRow("%d threads", threads) << threads;
    }
    void countAsZeroOrAreKept() {
        QFETCH(int, threads);
        // As an operand, and as a result.
        for (const float x : {Denormal, std::numeric_limits<float>::min()}) {
            QVERIFY(all(halved(x, true, threads), 0.0f));
            QVERIFY(all(halved(x, false, threads), x * 0.5f));
            QVERIFY(x * 0.5f > 0);
        }
        QVERIFY(all(halved(3.0f, true, threads), 1.5f));
    }

    void settingOfTheThreadIsAsBefore() {
        const FloatControl before = FloatControl::ofThisThread();
        QVERIFY(!before.flushes());
        QVERIFY(all(halved(Denormal, true, 2), 0.0f));
        QVERIFY(!FloatControl::ofThisThread().flushes());
        // One that flushes gets what it asks for, too, and flushes again afterwards. Compared later: comparing
        // is computing.
        before.flushing(true).use();
        const std::vector<float> kept = halved(Denormal, false, 2);
        const bool flushesAgain = FloatControl::ofThisThread().flushes();
        before.use();
        QVERIFY(all(kept, Denormal * 0.5f));
        QVERIFY(flushesAgain);
    }

    // Who helps does as the caller does, in this loop and in the next one.
    void helpersDoAsTheCaller() {
        using namespace std::chrono_literals;
        for (const bool flush : {true, false, true}) {
            const kernels::ScopedDenormals denormals(flush);
            std::atomic<int> others{0};
            kernels::parallelFor(4, 64, [&](std::int64_t, int) {
                std::this_thread::sleep_for(100us); // so that helpers come
                if (FloatControl::ofThisThread().flushes() != flush) ++others;
            });
            QCOMPARE(others.load(), 0);
        }
    }
};

EDGEWRIGHT_TEST(DenormalsTest)

} // namespace edgewright::denormals_test

#include "denormals_test.moc"
