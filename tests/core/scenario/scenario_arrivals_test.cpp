// SPDX-License-Identifier: GPL-3.0-or-later
// Arrivals as sequences: their times, their means and deviations, and that seeds decide them.
#include "core/scenario/arrivals.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <cmath>
#include <vector>

namespace edgewright::scenario_arrivals_test {

using namespace edgewright::scenario;

namespace {

std::vector<Ticks> drawn(const Model& model, std::size_t count, std::uint64_t seed = 1,
                         std::uint64_t stream = 0) {
    ArrivalSequence sequence(model, seed, stream);
    std::vector<Ticks> times;
    while (times.size() < count) {
        const Ticks at = sequence.next();
        if (at == Forever) break;
        times.push_back(at);
    }
    return times;
}

struct Moments {
    double mean = 0, deviation = 0;
};
template <typename Draw>
Moments momentsOf(int count, const Draw& draw) {
    double sum = 0, squares = 0;
    for (int i = 0; i < count; ++i) {
        const double x = draw();
        sum += x;
        squares += x * x;
    }
    const double mean = sum / count;
    return {mean, std::sqrt(squares / count - mean * mean)};
}

bool isNear(double found, double expected, double within) { return std::abs(found - expected) <= within; }

} // namespace

class ScenarioArrivalsTest : public QObject {
    Q_OBJECT
private slots:
    // The first numbers of a seed: equal on every platform, and in every version.
    void theGeneratorStays() {
        Random random(1);
        const std::uint64_t first = random.next(), second = random.next();
        Random again(1), other(2), stream(1, 1);
        QCOMPARE(again.next(), first);
        QCOMPARE(again.next(), second);
        QVERIFY(other.next() != first);
        QVERIFY(stream.next() != first);
        QCOMPARE(first, std::uint64_t(17154914556750032435U));
        QCOMPARE(drawn({.arrivals = {.kind = ArrivalKind::Poisson, .rate = 100}}, 3),
                 (std::vector<Ticks>{26588284, 44869003, 46676135}));
        QCOMPARE(drawn({.arrivals = {.kind = ArrivalKind::Gamma, .rate = 100, .cv = 2}}, 3),
                 (std::vector<Ticks>{7243851, 25808227, 32661448}));
    }

    void portableFunctions() {
        for (double x = 1e-300; x < 1e300; x *= 1.37) {
            QVERIFY(isNear(portableLog(x), std::log(x), 4e-16 * std::max(1.0, std::abs(std::log(x)))));
        }
        for (double x = -690; x < 690; x += 0.37)
            QVERIFY(isNear(portableExp(x) / std::exp(x), 1, 1e-12));
    }

    // Within five standard errors.
    void distributions() {
        constexpr int Count = 400'000;
        Random random(11);
        const double root = std::sqrt(static_cast<double>(Count));
        const Moments uniform = momentsOf(Count, [&] { return random.unit(); });
        QVERIFY(isNear(uniform.mean, 0.5, 5 * 0.289 / root));
        const Moments exponential = momentsOf(Count, [&] { return random.exponential(); });
        QVERIFY(isNear(exponential.mean, 1, 5 / root));
        QVERIFY(isNear(exponential.deviation, 1, 5 * 1.5 / root));
        const Moments normal = momentsOf(Count, [&] { return random.normal(); });
        QVERIFY(isNear(normal.mean, 0, 5 / root));
        QVERIFY(isNear(normal.deviation, 1, 5 / root));
        for (const double shape : {0.25, 1.0, 4.0}) {
            const Moments gamma = momentsOf(Count, [&] { return random.gamma(shape); });
            QVERIFY(isNear(gamma.mean, shape, 5 * std::sqrt(shape) / root));
            QVERIFY(isNear(gamma.deviation, std::sqrt(shape), 20 * std::sqrt(shape) / root));
        }
        std::vector<int> counts(7);
        for (int i = 0; i < 70'000; ++i)
            ++counts[random.upTo(7)];
        for (const int count : counts)
            QVERIFY(isNear(count, 10'000, 500));
    }

    void ratesAndDeviations() {
        for (const double cv : {0.5, 1.0, 3.0}) {
            const Model model{.arrivals = {.kind = ArrivalKind::Gamma, .rate = 200, .cv = cv}};
            const auto times = drawn(model, 200'000, 3);
            std::size_t i = 0;
            const Moments gaps = momentsOf(199'999, [&] {
                ++i;
                return secondsOf(times[i] - times[i - 1]);
            });
            QVERIFY(isNear(gaps.mean, 0.005, 0.005 * cv * 0.012));
            QVERIFY(isNear(gaps.deviation / gaps.mean, cv, cv * 0.04));
        }
        QCOMPARE(*meanRate({.arrivals = {.kind = ArrivalKind::Periodic, .periodMs = 20}}), 50.0);
        QVERIFY(!meanRate({.arrivals = {.kind = ArrivalKind::ClosedLoop}}));
    }

    void periodic() {
        QCOMPARE(drawn({.arrivals = {.periodMs = 10, .phaseMs = 3}}, 3),
                 (std::vector<Ticks>{3'000'000, 13'000'000, 23'000'000}));
        const auto late = drawn({.arrivals = {.periodMs = 10, .jitterMs = 10}}, 10'000);
        QVERIFY(std::ranges::is_sorted(late));
        for (std::size_t k = 0; k < late.size(); ++k) {
            const Ticks scheduled = static_cast<Ticks>(k) * 10'000'000;
            QVERIFY(late[k] >= scheduled && late[k] <= scheduled + 10'000'000);
        }
    }

    // k / rate by an absolute clock: the thirtieth frame is at 1 s.
    void framesDoNotDrift() {
        const auto times = drawn({.arrivals = {.kind = ArrivalKind::Frames, .rate = 30}}, 301);
        QCOMPARE(times[1], Ticks(33'333'333));
        QCOMPARE(times[30], TicksPerSecond);
        QCOMPARE(times[300], 10 * TicksPerSecond);
    }

    void othersEnd() {
        QCOMPARE(drawn({.arrivals = {.kind = ArrivalKind::Recorded}, .times = {0.5, 0.5, 2}}, 9),
                 (std::vector<Ticks>{500'000'000, 500'000'000, 2'000'000'000}));
        QCOMPARE(drawn({.arrivals = {.kind = ArrivalKind::AtOnce, .count = 100}}, 9), std::vector<Ticks>{0});
        QCOMPARE(drawn({.arrivals = {.kind = ArrivalKind::ClosedLoop, .streams = 2}}, 9),
                 (std::vector<Ticks>{0, 0}));
        QCOMPARE(samplesOfQuery({.kind = ArrivalKind::AtOnce, .count = 100}), std::int64_t(100));
        QCOMPARE(samplesOfQuery({.kind = ArrivalKind::ClosedLoop, .samples = 8}), std::int64_t(8));
        QCOMPARE(samplesOfQuery({}), std::int64_t(1));
    }

    void seedsDecide() {
        const Model model{.arrivals = {.kind = ArrivalKind::Poisson}};
        QVERIFY(drawn(model, 100, 1) == drawn(model, 100, 1));
        QVERIFY(drawn(model, 100, 1) != drawn(model, 100, 2));
        QVERIFY(drawn(model, 100, 1, 0) != drawn(model, 100, 1, 2));
    }
};

EDGEWRIGHT_TEST(ScenarioArrivalsTest)

} // namespace edgewright::scenario_arrivals_test

#include "scenario_arrivals_test.moc"
