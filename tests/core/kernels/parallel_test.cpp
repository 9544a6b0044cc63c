// SPDX-License-Identifier: GPL-3.0-or-later
// Tasks that are split among threads: each is done once, whoever asks, and what they wrote is there afterwards.
#include "core/kernels/line_round_trip.h"
#include "core/kernels/own_threads.h"
#include "core/kernels/parallel.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <sched.h>

#include <array>
#include <atomic>
#include <chrono>
#include <latch>
#include <numeric>
#include <thread>
#include <vector>

namespace edgewright::parallel_test {

using namespace std::chrono_literals;

namespace {

// How often each task ran. Not atomic: two threads with one task would be a race. Tasks that wait a moment let
// the helpers come before all is done.
std::vector<int> timesRun(int threads, std::int64_t tasks, std::chrono::microseconds wait = {}) {
    std::vector<int> times(static_cast<std::size_t>(tasks));
    kernels::parallelFor(threads, tasks, [&](std::int64_t task, int) {
        if (wait.count() > 0) std::this_thread::sleep_for(wait);
        ++times[static_cast<std::size_t>(task)];
    });
    return times;
}

std::vector<int> ones(std::int64_t tasks) { return std::vector<int>(static_cast<std::size_t>(tasks), 1); }

} // namespace

class ParallelTest : public QObject {
    Q_OBJECT
private slots:
    void eachTaskOnce_data() {
        QTest::addColumn<int>("threads");
        for (const int threads : {1, 2, 3, 8})
            QTest::addRow("%d threads", threads) << threads;
    }
    void eachTaskOnce() {
        QFETCH(int, threads);
        for (const std::int64_t tasks : {0, 1, 2, 7, 1000})
            for (const auto wait : {0us, 50us})
                QCOMPARE(timesRun(threads, tasks, wait), ones(tasks));
    }

    void evenPieces() {
        QCOMPARE(kernels::evenPiece(1, 1000, 400), 334);       // three, as even as can be
        QCOMPARE(kernels::evenPiece(2, 1000, 400), 250);       // two for each
        QCOMPARE(kernels::evenPiece(2, 1000, 400, 16), 256);   // of whole units
        QCOMPARE(kernels::evenPiece(2, 1000, 400, 1, 2), 334); // three, twice: three for each
        QCOMPARE(kernels::evenPiece(2, 3, 4, 1), 2);
        QCOMPARE(kernels::evenPiece(8, 5, 100), 1);           // no more than there are
        QCOMPARE(kernels::evenPiece(2, 100'000, 1000), 1000); // many: one more or less does not matter
        QCOMPARE(kernels::evenPiece(2, 10, 0), 1);
        QCOMPARE(kernels::evenPiece(4, 0, 100), 1);
    }

    // The helpers are handed one short job after another; none may take part in one that is over.
    void jobAfterJob() {
        for (int round = 0; round < 2000; ++round) {
            const int threads = 2 + round % 3;
            QCOMPARE(timesRun(threads, 5, round % 2 * 20us), ones(5));
        }
    }

    // Tasks that wait for each other end only where each has a thread.
    void reallyAtOnce() {
        for (int round = 0; round < 20; ++round) {
            std::latch all(3);
            kernels::parallelFor(3, 3, [&](std::int64_t, int) { all.arrive_and_wait(); });
            QVERIFY(all.try_wait());
        }
    }

    // Memory by worker index belongs to one thread at a time.
    void workersHaveTheirOwn() {
        constexpr int Threads = 4;
        for (int round = 0; round < 20; ++round) {
            std::vector<std::int64_t> sums(Threads);
            kernels::parallelFor(Threads, 200, [&](std::int64_t task, int worker) {
                std::this_thread::sleep_for(10us);
                sums.at(static_cast<std::size_t>(worker)) += task;
            });
            QCOMPARE(std::accumulate(sums.begin(), sums.end(), std::int64_t(0)), std::int64_t(200 * 199 / 2));
        }
    }

    // A caller that finds the helpers taken does its tasks itself.
    void severalCallers() {
        std::atomic<int> wrong = 0;
        std::vector<std::jthread> callers;
        for (int caller = 0; caller < 4; ++caller)
            callers.emplace_back([&, caller] {
                for (int round = 0; round < 200; ++round)
                    if (timesRun(2 + caller % 2, 20, round % 2 * 10us) != ones(20)) ++wrong;
            });
        callers.clear();
        QCOMPARE(wrong.load(), 0);
    }

    // Tasks of two loops that all wait for each other end only where both callers have threads of their own;
    // one that asks for more gets no others, nor does a loop inside of a task.
    void ownThreads() {
        std::latch all(4);
        std::atomic<int> wrong = 0;
        const auto call = [&] {
            kernels::OwnThreads own(2);
            own.use();
            kernels::parallelFor(2, 2, [&](std::int64_t, int) { all.arrive_and_wait(); });
            for (int round = 0; round < 200; ++round) {
                if (timesRun(5, 20, round % 2 * 10us) != ones(20)) ++wrong;
                if (round % 10 == 0) own.rest();
            }
            std::atomic<int> most = 0;
            kernels::parallelFor(5, 50,
                                 [&](std::int64_t, int worker) { most = std::max(most.load(), worker); });
            if (most > 1) ++wrong;
            kernels::parallelFor(2, 4, [&](std::int64_t, int) {
                if (timesRun(2, 10) != ones(10)) ++wrong;
            });
        };
        std::vector<std::jthread> callers;
        callers.emplace_back(call);
        callers.emplace_back(call);
        callers.clear();
        QCOMPARE(wrong.load(), 0);
    }

    void ownThreadsStayOnTheirProcessors() {
        cpu_set_t usable;
        CPU_ZERO(&usable);
        QCOMPARE(sched_getaffinity(0, sizeof usable, &usable), 0);
        int processor = 0;
        while (!CPU_ISSET(static_cast<std::size_t>(processor), &usable))
            ++processor;
        std::vector<int> on(2, -1);
        std::thread([&] {
            kernels::OwnThreads own(2);
            own.use();
            QCOMPARE(own.pin(pthread_self(), std::array{processor, processor}), 0);
            std::latch both(2);
            kernels::parallelFor(2, 2, [&](std::int64_t task, int) {
                on[static_cast<std::size_t>(task)] = sched_getcpu();
                both.arrive_and_wait();
            });
        }).join();
        QCOMPARE(on, std::vector<int>(2, processor));
        QVERIFY(kernels::pinThread(pthread_self(), 1000) != 0); // there is none
    }

    void fromInsideATask() {
        std::vector<std::vector<int>> inner(6);
        kernels::parallelFor(3, std::int64_t(inner.size()), [&](std::int64_t task, int) {
            inner[static_cast<std::size_t>(task)] = timesRun(3, 10);
        });
        for (const std::vector<int>& each : inner)
            QCOMPARE(each, ones(10));
    }

    void roundTripOfALine() {
        kernels::LineRoundTrip unanswered;
        unanswered.ask();
        QVERIFY(!unanswered.time());
        unanswered.answer(); // too late: it is over
        // Another thread answers unless the system holds it up each time.
        std::optional<std::chrono::nanoseconds> time;
        for (int tries = 0; !time && tries < 10'000; ++tries) {
            kernels::LineRoundTrip trip;
            std::latch both(2);
            std::jthread other([&] {
                both.arrive_and_wait();
                trip.answer();
            });
            both.arrive_and_wait();
            trip.ask();
            time = trip.time();
        }
        QVERIFY(time && time->count() > 0);
        QVERIFY(kernels::workPerThread() >= kernels::WorkPerThread);
        QVERIFY(kernels::helperRoundTrip() >= 0);
    }

    void threadsThatAreWorthIt() {
        QCOMPARE(kernels::usefulThreads(8, 0, 100), 1);
        QCOMPARE(kernels::usefulThreads(8, kernels::WorkPerThread - 1, 100), 1);
        QVERIFY(kernels::usefulThreads(8, kernels::WorkPerThread, 100) <= 2);
        QCOMPARE(kernels::usefulThreads(8, 10'000'000, 100), 8);
        QCOMPARE(kernels::usefulThreads(8, 10'000'000, 3), 3);
        QCOMPARE(kernels::usefulThreads(0, 10'000'000, 0), 1);
        QCOMPARE(kernels::usefulThreads(1000, std::int64_t(1) << 40, 1000), 64);
    }
};

EDGEWRIGHT_TEST(ParallelTest)

} // namespace edgewright::parallel_test

#include "parallel_test.moc"
