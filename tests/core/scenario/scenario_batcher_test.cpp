// SPDX-License-Identifier: GPL-3.0-or-later
// The batcher, request by request: which prefix is sent, why, and when it asks to be woken.
#include "core/scenario/batcher.h"
#include "tests/support/test_class.h"

#include <QTest>

namespace edgewright::scenario_batcher_test {

using namespace edgewright::scenario;

namespace {

constexpr std::int64_t Never = INT64_MAX;

// Requests of one sample that arrived at these times.
BatchQueue queueOf(const BatchRules& rules, std::initializer_list<std::int64_t> times) {
    BatchQueue queue(rules);
    std::uint32_t id = 0;
    for (const std::int64_t each : times)
        queue.add({.id = id++, .since = each});
    return queue;
}

BatchDecision decided(BatchQueue& queue, std::int64_t now) {
    std::vector<Queued> expired;
    return queue.decide(now, expired);
}

void compare(const BatchDecision& decision, std::size_t requests, BatchReason reason) {
    QCOMPARE(decision.requests, requests);
    QCOMPARE(reasonName(decision.reason), reasonName(reason));
}

std::vector<std::uint32_t> idsOf(const BatchQueue& queue) {
    std::vector<std::uint32_t> ids;
    for (std::size_t i = 0; i < queue.size(); ++i)
        ids.push_back(queue.at(i).id);
    return ids;
}

} // namespace

class ScenarioBatcherTest : public QObject {
    Q_OBJECT
private slots:
    void nothingWaits() {
        BatchQueue queue(BatchRules{});
        const BatchDecision decision = decided(queue, 5);
        QCOMPARE(decision.requests, std::size_t(0));
        QCOMPARE(decision.until, Never);
    }

    void withoutBatchesEachIsFull() {
        BatchQueue queue = queueOf({}, {0, 0, 0});
        compare(decided(queue, 0), 1, BatchReason::Full);
    }

    // Without a delay: what is there when an instance is free.
    void withoutDelayWhatIsThere() {
        BatchQueue queue = queueOf({.maxSize = 8}, {0, 1, 2});
        compare(decided(queue, 2), 3, BatchReason::Idle);
    }

    // It never waits for a larger preferred size once one is there, and takes the largest that is.
    void theLargestPreferredPrefix() {
        const BatchRules rules{.maxSize = 8, .preferred = {2, 4}, .delay = 100};
        BatchQueue three = queueOf(rules, {0, 0, 0});
        compare(decided(three, 10), 2, BatchReason::Preferred);
        QCOMPARE(decided(three, 10).until, std::int64_t(100));
        BatchQueue five = queueOf(rules, {0, 0, 0, 0, 0});
        compare(decided(five, 10), 4, BatchReason::Preferred);
        BatchQueue one = queueOf(rules, {0});
        QCOMPARE(decided(one, 10).requests, std::size_t(0));
        QCOMPARE(decided(one, 10).until, std::int64_t(100));
    }

    // Also without a delay: 4 of 6, not 6 ("wrong preferred size", Triton's issue 3116).
    void aPreferredPrefixIsSentWithoutDelay() {
        BatchQueue six = queueOf({.maxSize = 8, .preferred = {4}}, {0, 0, 0, 0, 0, 0});
        compare(decided(six, 0), 4, BatchReason::Preferred);
    }

    // After the delay all goes that is there, whatever its size.
    void afterTheDelayAll() {
        const BatchRules rules{.maxSize = 8, .preferred = {4}, .delay = 100};
        BatchQueue three = queueOf(rules, {0, 50, 99});
        QCOMPARE(decided(three, 99).requests, std::size_t(0));
        compare(decided(three, 100), 3, BatchReason::Delay);
        BatchQueue five = queueOf(rules, {0, 1, 2, 3, 4});
        compare(decided(five, 99), 4, BatchReason::Preferred);
        compare(decided(five, 100), 5, BatchReason::Full); // beyond the largest preferred size
    }

    void noMoreThanTheLargestBatch() {
        BatchQueue queue = queueOf({.maxSize = 4, .delay = 100}, {0, 0, 0, 0, 0, 0});
        compare(decided(queue, 1), 4, BatchReason::Full);
        compare(decided(queue, 200), 4, BatchReason::Full);
    }

    void sizesAndShapes() {
        BatchQueue sizes({.maxSize = 8, .delay = 100});
        sizes.add({.id = 0, .size = 3, .since = 0});
        sizes.add({.id = 1, .size = 4, .since = 0});
        QCOMPARE(decided(sizes, 1).requests, std::size_t(0));
        sizes.add({.id = 2, .size = 2, .since = 0}); // does not fit
        compare(decided(sizes, 1), 2, BatchReason::Full);
        BatchQueue shapes({.maxSize = 8, .delay = 100});
        shapes.add({.id = 0, .shape = 1, .since = 0});
        shapes.add({.id = 1, .shape = 2, .since = 0});
        compare(decided(shapes, 1), 1, BatchReason::Full);
        BatchQueue large({.maxSize = 2});
        large.add({.id = 0, .size = 5, .since = 0});
        compare(decided(large, 0), 1, BatchReason::Full);
    }

    void aFullQueueRefuses() {
        BatchQueue queue({.maxSize = 4, .maxQueue = 2});
        QVERIFY(queue.add({.id = 0}));
        QVERIFY(queue.add({.id = 1}));
        QVERIFY(!queue.add({.id = 2}));
        queue.takeFirst();
        QVERIFY(queue.add({.id = 3}));
        QCOMPARE(idsOf(queue), (std::vector<std::uint32_t>{1, 3}));
    }

    void expiredOnesAreRejected() {
        BatchQueue queue = queueOf({.maxSize = 4, .delay = 100, .timeout = 30}, {0, 20, 25});
        std::vector<Queued> expired;
        QCOMPARE(queue.decide(29, expired).until, std::int64_t(30)); // the nearest time-out, before the delay
        QVERIFY(expired.empty());
        const BatchDecision decision = queue.decide(30, expired);
        QCOMPARE(decision.requests, std::size_t(0));
        QCOMPARE(decision.until, std::int64_t(50));
        QCOMPARE(expired.size(), std::size_t(1));
        QCOMPARE(expired[0].id, std::uint32_t(0));
        QCOMPARE(idsOf(queue), (std::vector<std::uint32_t>{1, 2}));
        queue.decide(60, expired);
        QCOMPARE(expired.size(), std::size_t(3));
        QVERIFY(queue.isEmpty());
    }

    void expiredOnesAreDelayed() {
        BatchQueue queue = queueOf(
            {.maxSize = 4, .delay = 100, .timeout = 30, .timeoutAction = TimeoutAction::Delay}, {0, 20, 25});
        std::vector<Queued> expired;
        queue.decide(30, expired);
        QCOMPARE(idsOf(queue), (std::vector<std::uint32_t>{1, 2, 0}));
        queue.add({.id = 3, .since = 40}); // before those that were delayed
        QCOMPARE(idsOf(queue), (std::vector<std::uint32_t>{1, 2, 3, 0}));
        compare(queue.decide(45, expired), 4, BatchReason::Full);
        queue.decide(1000, expired);
        QCOMPARE(idsOf(queue), (std::vector<std::uint32_t>{0, 1, 2, 3})); // and they expire no more
        QVERIFY(expired.empty());
    }

    // As far as the batch reaches, and the ones right behind it.
    void expiredOnesBehindAFullBatch() {
        BatchQueue queue = queueOf({.maxSize = 1, .timeout = 30}, {20, 0, 0});
        std::vector<Queued> expired;
        compare(queue.decide(40, expired), 1, BatchReason::Full);
        QCOMPARE(expired.size(), std::size_t(2));
        QCOMPARE(idsOf(queue), std::vector<std::uint32_t>{0});
    }

    void aLongQueueKeepsItsOrder() {
        BatchQueue queue({.maxSize = 1});
        std::uint32_t next = 0, first = 0;
        for (int round = 0; round < 1000; ++round) {
            for (int i = 0; i < 3; ++i)
                queue.add({.id = next++, .since = round});
            for (int i = 0; i < (round < 500 ? 2 : 4) && !queue.isEmpty(); ++i) {
                QCOMPARE(queue.at(0).id, first++);
                queue.takeFirst();
            }
        }
    }

    void millisecondsAreTicks() {
        const BatchRules rules =
            rulesOf({.maxSize = 8, .preferred = {2}, .delayMs = 1.5, .maxQueue = 3, .timeoutMs = 2});
        QCOMPARE(rules.delay, std::int64_t(1'500'000));
        QCOMPARE(rules.timeout, std::int64_t(2'000'000));
        QCOMPARE(rules.maxQueue, std::size_t(3));
    }
};

EDGEWRIGHT_TEST(ScenarioBatcherTest)

} // namespace edgewright::scenario_batcher_test

#include "scenario_batcher_test.moc"
