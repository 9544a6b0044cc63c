// SPDX-License-Identifier: GPL-3.0-or-later
// How variants take turns, when it ends, and what is left of it when it is stopped.
#include "core/measure/sampling.h"

#include "core/measure/statistics.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <algorithm>
#include <chrono>
#include <limits>
#include <set>
#include <thread>

namespace edgewright::measure_sampling_test {

using namespace edgewright::measure;

namespace {

Subject spinning(const std::string& name, double seconds, std::string* log = nullptr) {
    return {name, [name, seconds, log](const RunContext&) -> Result<void> {
                if (log) *log += name;
                const Stopwatch watch;
                while (watch.elapsed().wall < seconds) {}
                return {};
            }};
}

} // namespace

class MeasureSamplingTest : public QObject {
    Q_OBJECT
private slots:
    void eachOnceInEveryBlockInAnyOrder() {
        std::string log;
        Effort effort;
        effort.warmups = 1;
        effort.uncertainty = 0; // never
        effort.maxBlocks = 60;
        const auto samples =
            sample({spinning("a", 1e-5, &log), spinning("b", 1e-5, &log), spinning("c", 1e-5, &log)}, effort);
        QVERIFY(samples);
        QCOMPARE(samples->end, End::TimeUp);
        QCOMPARE(samples->first.size(), std::size_t(3));
        QCOMPARE(samples->warmups, std::vector<int>(3, 1));
        for (std::size_t variant = 0; variant < 3; ++variant)
            QCOMPARE(samples->wall(variant).size(), std::size_t(60));
        QCOMPARE(log.size(), std::size_t(3 * 62));
        std::set<std::string> orders;
        for (std::size_t at = 6; at < log.size(); at += 3) {
            const std::string block = log.substr(at, 3);
            QCOMPARE(std::set<char>(block.begin(), block.end()).size(), std::size_t(3));
            orders.insert(block);
        }
        QCOMPARE(orders.size(), std::size_t(6)); // all of them
    }

    // At the first look where anything is known enough.
    void endsWhenItIsKnown() {
        Effort effort;
        effort.uncertainty = std::numeric_limits<double>::infinity();
        effort.minSeconds = 0;
        const auto samples = sample({spinning("a", 1e-4)}, effort);
        QVERIFY(samples);
        QCOMPARE(samples->end, End::Known);
        QCOMPARE(samples->blocks[0].size(), effort.minBlocks);
        for (const Timing& timing : samples->blocks[0])
            QVERIFY(timing.wall >= 1e-4);
    }

    // Not before, and at the first look that knows; which one that is, is the machine's.
    void goesOnUntilItIsKnown() {
        Effort effort;
        effort.uncertainty = 0.5;
        effort.minSeconds = 0;
        effort.seconds = 60;
        const auto samples = sample({spinning("a", 1e-4)}, effort);
        QVERIFY(samples);
        QCOMPARE(samples->end, End::Known);
        const std::vector<double> wall = samples->wall(0);
        const auto uncertaintyOf = [&](std::size_t runs) {
            return summaryOf({wall.begin(), wall.begin() + static_cast<std::ptrdiff_t>(runs)}).uncertainty();
        };
        std::size_t look = effort.minBlocks;
        for (; look < wall.size(); look += std::max<std::size_t>(look / 4, 1))
            QVERIFY(uncertaintyOf(look) > effort.uncertainty);
        QCOMPARE(look, wall.size());
        QVERIFY(uncertaintyOf(look) <= effort.uncertainty);
    }

    // However well its median is known after a few of them.
    void shortRunsGoOn() {
        Effort effort;
        effort.uncertainty = 1;
        effort.minSeconds = 0.1;
        effort.maxBlocks = 1'000'000;
        const auto samples = sample({spinning("a", 1e-6)}, effort);
        QVERIFY(samples);
        QCOMPARE(samples->end, End::Known);
        QVERIFY(samples->seconds >= 0.1);
    }

    void endsWhenTheTimeIsUp() {
        Effort effort;
        effort.uncertainty = 0;
        effort.seconds = 0.2;
        effort.maxBlocks = 1'000'000;
        const auto samples = sample({spinning("a", 1e-3)}, effort);
        QVERIFY(samples);
        QCOMPARE(samples->end, End::TimeUp);
        QVERIFY(samples->seconds >= 0.2 && samples->seconds < 2);
    }

    // First runs that take more than a quarter of the time leave none for warm-ups.
    void tellsOfWarmupsThatThereWasNoTimeFor() {
        std::string log;
        Effort effort;
        effort.seconds = 0.02;
        effort.maxBlocks = 1;
        const auto samples = sample({spinning("a", 0.01, &log), spinning("b", 1e-5, &log)}, effort);
        QVERIFY(samples);
        QCOMPARE(samples->warmups, std::vector<int>(2, 0));
        QCOMPARE(log.size(), std::size_t(4)); // first runs, and one block
    }

    // What was measured is kept; before the first block there is nothing.
    void stoppedHalfWay() {
        std::stop_source stop;
        int runs = 0;
        const Subject subject{"a", [&](const RunContext& run) -> Result<void> {
                                  if (++runs == 10) stop.request_stop();
                                  if (run.stopped()) return cancelled();
                                  return {};
                              }};
        Effort effort;
        effort.uncertainty = 0;
        const auto samples = sample({subject}, effort, {stop.get_token(), nullptr});
        QVERIFY(samples);
        QCOMPARE(samples->end, End::Cancelled);
        QCOMPARE(samples->blocks[0].size(), std::size_t(5)); // 1 first, 3 warm-ups, the tenth is none
        const auto nothing = sample({subject}, effort, {stop.get_token(), nullptr});
        QVERIFY(!nothing && nothing.error().code == ErrorCode::Cancelled);
    }

    void errorsEndIt() {
        const Subject broken{"a",
                             [](const RunContext&) -> Result<void> { return badInput("no such operator"); }};
        const auto samples = sample({spinning("b", 1e-6), broken}, {});
        QVERIFY(!samples);
        QCOMPARE(samples.error().message, std::string("no such operator"));
    }

    void toldAfterEachBlock() {
        Progress progress;
        std::size_t told = 0;
        Effort effort;
        effort.uncertainty = 0;
        effort.maxBlocks = 20;
        const auto samples = sample({spinning("a", 1e-5)}, effort, {{}, &progress},
                                    [&](const Samples& so) { QCOMPARE(so.blocks[0].size(), ++told); });
        QVERIFY(samples);
        QCOMPARE(told, std::size_t(20));
        QCOMPARE(progress.get().second, 100u);
    }

    // Who sleeps does not compute: as if something else had the processor.
    void takenAwayIsSeen() {
        const Subject sleeping{"a", [](const RunContext&) -> Result<void> {
                                   std::this_thread::sleep_for(std::chrono::milliseconds(1));
                                   return {};
                               }};
        Effort effort;
        effort.maxBlocks = 20;
        const auto samples = sample({sleeping}, effort);
        QVERIFY(samples);
        QCOMPARE(samples->disturbed(0, 1), 1.0);
        QCOMPARE(samples->disturbed(0, 2), 0.0); // threads may wait for each other
    }
};

EDGEWRIGHT_TEST(MeasureSamplingTest)

} // namespace edgewright::measure_sampling_test

#include "measure_sampling_test.moc"
