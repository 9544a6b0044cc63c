// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_class.h"
#include "views/support/job/job_slot.h"

#include <QSignalSpy>
#include <QTest>

#include <atomic>

namespace edgewright::job_slot_test {

using views::JobSlot;

namespace {

Result<int> untilStopped(const RunContext& run) {
    while (!run.stopped())
        QThread::usleep(50);
    return cancelled();
}

} // namespace

class JobSlotTest : public QObject {
    Q_OBJECT

private slots:
    void resultArrivesOnTheGuiThread() {
        QThreadPool pool;
        JobSlot slot(pool, QStringLiteral("job"));
        int got = 0;
        slot.start([](const RunContext&) { return Result<std::shared_ptr<int>>(std::make_shared<int>(7)); },
                   [&](Result<std::shared_ptr<int>> result) {
                       QCOMPARE(QThread::currentThread(), QCoreApplication::instance()->thread());
                       got = **result;
                   });
        QVERIFY(slot.running());
        QTRY_COMPARE_WITH_TIMEOUT(got, 7, 30000);
        QVERIFY(!slot.running());
    }
    void theNewestRequestWins() {
        QThreadPool pool;
        JobSlot slot(pool, QStringLiteral("job"));
        QList<int> got;
        for (int i = 0; i < 20; ++i)
            slot.start(
                [i](const RunContext& run) {
                    for (int k = 0; k < 50 && !run.stopped(); ++k)
                        QThread::msleep(1);
                    return Result<int>(i);
                },
                [&](Result<int> result) { got << *result; });
        QTRY_COMPARE_WITH_TIMEOUT(got, QList<int>{19}, 30000);
        pool.waitForDone();
        QCoreApplication::processEvents();
        QCOMPARE(got.size(), 1);
    }
    void theOwnerMayDieAtAnyMoment() {
        QThreadPool pool;
        std::atomic<int> answers = 0;
        for (int i = 0; i < 200; ++i) {
            auto slot = std::make_unique<JobSlot>(pool, QStringLiteral("job"));
            slot->start(untilStopped, [&](Result<int>) { ++answers; });
            if (i % 2) QThread::usleep(100);
            slot.reset();
            QCoreApplication::processEvents();
        }
        pool.waitForDone();
        QCoreApplication::processEvents();
        QCOMPARE(answers.load(), 0);
    }
    void progressNeverFalls() {
        QThreadPool pool;
        JobSlot slot(pool, QStringLiteral("job"));
        std::atomic<int> reported = 0;
        slot.start(
            [&](const RunContext& run) {
                run.report(600, 1000); // the first of two searches
                reported = 1;
                while (reported == 1 && !run.stopped())
                    QThread::usleep(50);
                run.report(10, 500);
                reported = 3;
                while (reported == 3 && !run.stopped())
                    QThread::usleep(50);
                run.report(400, 500);
                reported = 5;
                return untilStopped(run);
            },
            [](Result<int>) {});
        using Shown = std::pair<std::uint32_t, std::uint32_t>;
        QTRY_COMPARE_WITH_TIMEOUT(reported.load(), 1, 30000);
        QCOMPARE(slot.progress(), Shown(600, 1000));
        reported = 2;
        QTRY_COMPARE_WITH_TIMEOUT(reported.load(), 3, 30000);
        QCOMPARE(slot.progress(), Shown(600, 1000));
        reported = 4;
        QTRY_COMPARE_WITH_TIMEOUT(reported.load(), 5, 30000);
        QCOMPARE(slot.progress(), Shown(400, 500));
        slot.cancel();
        pool.waitForDone();
    }
    void cancelledJobsDoNotAnswer() {
        QThreadPool pool;
        JobSlot slot(pool, QStringLiteral("job"));
        int answers = 0;
        slot.start(untilStopped, [&](Result<int>) { ++answers; });
        slot.cancel();
        QVERIFY(!slot.running());
        pool.waitForDone();
        QTest::qWait(20);
        QCOMPARE(answers, 0);
    }
    void aMillionUpdatesAreAFewSignals() {
        QThreadPool pool;
        JobSlot slot(pool, QStringLiteral("job"));
        QSignalSpy progressed(&slot, &JobSlot::progressed);
        bool done = false;
        slot.start(
            [](const RunContext& run) {
                for (std::uint32_t i = 0; i < 1'000'000; ++i) {
                    run.report(i, 1'000'000);
                    if (i % 5000 == 0) QThread::msleep(1);
                }
                return Result<int>(1);
            },
            [&](Result<int>) { done = true; });
        QTRY_VERIFY_WITH_TIMEOUT(done, 20000);
        QVERIFY(progressed.count() >= 1);
        QVERIFY(progressed.count() < 400);
    }
    void exceptionsBecomeErrors() {
        QThreadPool pool;
        JobSlot slot(pool, QStringLiteral("job"));
        std::optional<Error> error;
        slot.start([](const RunContext&) -> Result<int> { throw std::runtime_error("broken"); },
                   [&](Result<int> result) { error = result.error(); });
        QTRY_VERIFY_WITH_TIMEOUT(error.has_value(), 30000);
        QCOMPARE(error->code, ErrorCode::Internal);
        QCOMPARE(error->message, std::string("broken"));
    }
};

EDGEWRIGHT_TEST(JobSlotTest)

} // namespace edgewright::job_slot_test

#include "job_slot_test.moc"
