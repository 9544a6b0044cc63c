// SPDX-License-Identifier: GPL-3.0-or-later
// All strategies on one layer: the same searches as alone, against the best of all, and what is said of them.
#include "core/cost/search/strategy_comparison.h"

#include "core/cost/search/scheduler.h"
#include "core/cost/systolic.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <algorithm>

namespace edgewright::strategy_comparison_test {

using namespace edgewright::cost;
using namespace edgewright::cost::search;

namespace {

Accelerator smallAccelerator() {
    Accelerator accelerator;
    accelerator.rows = accelerator.cols = 16;
    accelerator.ifmapKb = accelerator.filterKb = 4;
    accelerator.ofmapKb = 2;
    return accelerator;
}

Layer product(std::int64_t m, std::int64_t n, std::int64_t k) {
    Layer layer = productLayer(m, n, k);
    layer.name = "product";
    return layer;
}

Result<StrategyOutcomes> compared(const Layer& layer, const Accelerator& accelerator,
                                  const ComparisonOptions& options) {
    auto comparison = StrategyComparison::of(layer, accelerator, options);
    if (!comparison) return comparison.error();
    while (!comparison->isComplete())
        if (const auto good = comparison->advance(); !good) return good.error();
    return comparison->outcomes();
}

// `curve` ends with the best value.
StrategyOutcome outcome(const char* strategy, std::int64_t evaluations, std::vector<Step> curve) {
    StrategyOutcome made;
    made.strategy = findStrategy(strategy);
    made.result.evaluations = evaluations;
    made.result.curve = std::move(curve);
    made.result.value = made.result.curve.back().value;
    return made;
}

StrategyOutcomes example() {
    StrategyOutcomes outcomes;
    outcomes.strategies = {outcome("exhaustive", 5832, {{1, 90'000}, {4000, 12'340}}),
                           outcome("random", 200, {{1, 40'000}, {140, 12'500}}),
                           outcome("evolution", 200, {{1, 40'000}, {60, 20'000}}),
                           outcome("learned", 200, {{1, 40'000}, {12, 13'100}, {31, 12'900}, {60, 12'340}})};
    outcomes.strategies[0].result.proved = true;
    outcomes.usualValue = 12'390;
    return outcomes;
}

} // namespace

class StrategyComparisonTest : public QObject {
    Q_OBJECT

private slots:
    void searchesAreThoseOfEachStrategyAlone_data() {
        QTest::addColumn<int>("space");
        QTest::newRow("template") << int(SpaceKind::Template);
        QTest::newRow("generated") << int(SpaceKind::Generated);
    }
    void searchesAreThoseOfEachStrategyAlone() {
        QFETCH(int, space);
        const Layer layer = product(60, 40, 90);
        const Accelerator accelerator = smallAccelerator();
        const ComparisonOptions options{SpaceKind(space), 100, 3};
        const auto outcomes = compared(layer, accelerator, options);
        QVERIFY(outcomes);
        QCOMPARE(outcomes->strategies.size(), strategies().size());
        const auto tilings = tilingSpace(layer, accelerator, *energyTable(accelerator.energy), options.space);
        double best = std::numeric_limits<double>::infinity();
        for (std::size_t i = 0; i < strategies().size(); ++i) {
            const StrategyOutcome& each = outcomes->strategies[i];
            QCOMPARE(each.strategy, strategies()[i]);
            std::vector<ScheduledTask> tasks; // as on the command line
            tasks.push_back(
                {*SearchTask::start(tilings->space, *each.strategy, {options.seed, {}}), 1, 0, "MatMul"});
            Scheduler alone(std::move(tasks));
            QVERIFY(alone.advance(each.strategy->enumerates ? std::int64_t(1) << 40 : options.trials));
            const SearchResult& expected = alone.tasks()[0].task.result();
            QCOMPARE(each.result.curve, expected.curve);
            QCOMPARE(each.result.evaluations, expected.evaluations);
            QVERIFY(each.tiling == tilings->tilingOf(expected.best));
            best = std::min(best, expected.value);
        }
        QCOMPARE(outcomes->best(), best);
        QVERIFY(outcomes->proof() && outcomes->proof()->strategy->enumerates);
        QCOMPARE(outcomes->proof()->result.value, best);
        QCOMPARE(outcomes->usualValue,
                 double(estimate(layer, accelerator, {}, Mode::Physical)->cycles)); // that of the page
        for (const StrategyOutcome& each : outcomes->strategies) {
            const std::int64_t trial = outcomes->trialsToBest(each);
            if (trial == 0)
                QVERIFY(each.result.value > best / 0.95);
            else
                QVERIFY(each.result.bestAfter(trial) <= best / 0.95 &&
                        each.result.bestAfter(trial - 1) > best / 0.95);
        }
    }

    void largeSpacesAreNotGoneThrough() {
        const auto outcomes =
            compared(product(4000, 300, 500), smallAccelerator(), {SpaceKind::Generated, 40, 1});
        QVERIFY(outcomes && outcomes->points > MaxExhausted);
        QVERIFY(!outcomes->proof());
        for (const StrategyOutcome& each : outcomes->strategies) {
            QVERIFY(!each.strategy->enumerates);
            QCOMPARE(each.result.evaluations, std::int64_t(40));
        }
        QVERIFY(answerOf(*outcomes).headline.find(" cycles, the best known") != std::string::npos);
    }

    void spacesSmallerThanTheTrials() {
        const auto outcomes = compared(product(1, 2, 2), smallAccelerator(), {SpaceKind::Generated, 500, 1});
        QVERIFY(outcomes);
        QCOMPARE(outcomes->points, PointId(24)); // in six orders
        for (const StrategyOutcome& each : outcomes->strategies)
            QCOMPARE(each.result.evaluations, std::int64_t(24));
    }

    void refusesWhatHasNoTilings() {
        Layer vector = product(10, 10, 10);
        vector.unit = cost::Unit::Vector;
        QVERIFY(!StrategyComparison::of(vector, smallAccelerator()));
        QVERIFY(!StrategyComparison::of(product(10, 10, 10), smallAccelerator(), {SpaceKind::Template, 0, 1}));
        Accelerator tiny = smallAccelerator();
        tiny.wordBytes = 4;
        tiny.ifmapKb = tiny.filterKb = tiny.ofmapKb = 0;
        QVERIFY(!StrategyComparison::of(product(10, 10, 10), tiny));
    }

    void whatWasTriedBeforeAStopIsKept() {
        auto comparison = StrategyComparison::of(product(60, 40, 90), smallAccelerator());
        QVERIFY(comparison);
        Progress progress;
        std::stop_source stop;
        QVERIFY(comparison->advance({stop.get_token(), &progress}));
        const double before = comparison->outcomes().best();
        const auto points = static_cast<std::uint32_t>(comparison->outcomes().points);
        const auto samplers = static_cast<std::uint32_t>(strategies().size() - 1);
        QCOMPARE(progress.get().first, 16 * samplers);
        QCOMPARE(progress.get().second, points + 200 * samplers);
        stop.request_stop();
        const auto stopped = comparison->advance({stop.get_token(), &progress});
        QVERIFY(!stopped && stopped.error().code == ErrorCode::Cancelled);
        QCOMPARE(comparison->outcomes().best(), before);
        QVERIFY(!comparison->isComplete());
        for (const StrategyOutcome& each : comparison->outcomes().strategies)
            QCOMPARE(each.result.evaluations, std::int64_t(each.strategy->enumerates ? 0 : 16));
        QVERIFY(comparison->advance({})); // and goes on
        QCOMPARE(comparison->outcomes().strategies.back().result.evaluations, std::int64_t(32));
    }

    void inWords() {
        StrategyOutcomes outcomes = example();
        QCOMPARE(outcomes.trialsToBest(outcomes.strategies[0]), std::int64_t(4000));
        QCOMPARE(
            answerOf(outcomes).lines(),
            (std::vector<std::string>{
                "A search finds a tiling of 12 340 cycles, the best of all 5 832 tilings that fit; the one "
                "chosen without a search takes 0.4 % more.",
                "Tiles of every extent, at most 200 trials of each strategy, seed 1.",
                "Learned reaches 95 % of the best after 31 trials, random after 140, evolution stays at 62 % "
                "after 200 trials."}));
        outcomes.strategies.erase(outcomes.strategies.begin()); // nobody went through all
        outcomes.usualValue = 12'340;
        outcomes.strategies[0].result.curve = {{1, 12'341}};
        outcomes.options = {SpaceKind::Template, 1, 7};
        QCOMPARE(
            answerOf(outcomes).lines(),
            (std::vector<std::string>{
                "No strategy finds a better tiling than the one chosen without a search: 12 340 cycles, the "
                "best known.",
                "Divisors and powers of two, at most 1 trial of each strategy, seed 7.",
                "Random reaches 95 % of the best after 1 trial, learned after 31, evolution stays at 62 % "
                "after 200 trials."}));
        outcomes.usualValue = 6000;
        outcomes.strategies.resize(1);
        outcomes.strategies[0].result.value = 12'341;
        QCOMPARE(answerOf(outcomes).reasons,
                 std::vector<std::string>{
                     "No strategy reaches 95 % of the best: random stays at 49 % after 200 trials."});
        outcomes.accelerator.objective = Objective::Energy;
        QVERIFY(answerOf(outcomes).headline.ends_with(" 6.00 nJ, the best known."));
        outcomes.strategies.clear();
        QVERIFY(answerOf(outcomes).lines().empty());
    }
};

EDGEWRIGHT_TEST(StrategyComparisonTest)

} // namespace edgewright::strategy_comparison_test

#include "strategy_comparison_test.moc"
