// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tuner/older_trials.h"

#include "core/cost/search/task.h"
#include "core/tuner/kernel_space.h"
#include "core/tuner/tuned_log.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <cmath>

namespace edgewright::older_trials_test {

using namespace edgewright::tuner;
namespace search = cost::search;

namespace {

// A product that is fastest with tile 3 and blocks of 256 rows, whatever its extents.
ops::ParameterSpace product() {
    ops::ParameterSpace space;
    space.axes = {{"tile", {0, 2, 3, 4, 5}}, {"k", {0, 64, 128, 256, 512}}, {"n", {0, 48, 96, 192}}};
    return space;
}
double secondsOf(const kernels::KernelParameters& by) {
    const double k = by.gemm.k == 0 ? 6 : std::log2(double(by.gemm.k));
    const double n = by.gemm.n == 0 ? 6 : std::log2(double(by.gemm.n));
    return 1e-3 * (1 + (by.gemm.tile == 3 ? 0 : 0.3) + 0.1 * std::abs(k - 8) + 0.01 * std::abs(n - 6));
}
std::string keyOf(int extent) {
    return "MatMul(float32 " + std::to_string(extent) + "x64,float32 64x" + std::to_string(extent) + "=)";
}

// Every second point of three products.
tune::TuneLog log(const std::string& isa, int threads) {
    tune::TuneLog made;
    made.sessions.push_back({"a machine", isa, "0.1.0"});
    const search::Space space = kernelSpace(product());
    search::Point point;
    for (const int extent : {32, 64, 128})
        for (search::PointId id = 0; id < *search::pointsOf(space); id += 2) {
            search::decode(space, id, point);
            const kernels::KernelParameters by = parametersAt(product(), point);
            tune::Trial trial;
            trial.task = logTask(keyOf(extent), threads);
            trial.knobs = knobsOf(by);
            trial.seconds = {3 * extent * secondsOf(by), extent * secondsOf(by)}; // the first one is cold
            made.trials.push_back(std::move(trial));
        }
    return made;
}

} // namespace

class OlderTrialsTest : public QObject {
    Q_OBJECT

private slots:
    void aNewKernelBeginsWithWhatWasFast() {
        const auto older = OlderTrials::of(log("avx2", 1), "avx2", 1);
        QVERIFY(older);
        QCOMPARE(older->kernels(), std::size_t(3));
        QCOMPARE(older->trials(), std::size_t(150));
        search::Space space = kernelSpace(product());
        std::vector<float> before, after;
        search::appendFeatures(space, space.first.front(), before);
        older->teach(space, keyOf(96), product(), 6, 1);
        QCOMPARE(space.first.size(), std::size_t(7));
        QCOMPARE(parametersAt(product(), space.first.front()), kernels::KernelParameters{}); // the default
        QCOMPARE(parametersAt(product(), space.first[1]).gemm.tile, std::int64_t(3));
        QCOMPARE(parametersAt(product(), space.first[1]).gemm.k, std::int64_t(256));
        search::appendFeatures(space, space.first.front(), after);
        QCOMPARE(after.size(), before.size() + 1);
        QVERIFY(older->expected(keyOf(96), parametersAt(product(), space.first[1])) > after.back());
    }

    void fewerTrials() {
        const auto older = OlderTrials::of(log("avx2", 2), "avx2", 2);
        QVERIFY(older);
        for (const char* const name : {"learned", "annealing", "evolution"}) {
            std::int64_t trials[2] = {0, 0};
            for (const bool isTaught : {false, true})
                for (std::uint64_t seed = 1; seed <= 5; ++seed) {
                    search::Space space = kernelSpace(product());
                    space.evaluate = [](std::span<const search::Choice> point) {
                        return secondsOf(parametersAt(product(), point));
                    };
                    if (isTaught) older->teach(space, keyOf(80), product(), 6, seed);
                    const auto found = search::minimize(std::move(space), *search::findStrategy(name), 100,
                                                        {seed, "own_trees"});
                    QVERIFY(found && found->trialsTo(1.03e-3) > 0);
                    trials[isTaught] += found->trialsTo(1.03e-3);
                }
            QVERIFY2(2 * trials[1] <= trials[0],
                     qPrintable(QString("%1: %2, %3").arg(name).arg(trials[0]).arg(trials[1])));
        }
    }

    void theSameKernelBeginsWithItsFastest() {
        tune::TuneLog given = log("avx2", 1);
        // Slow in all that is known of others.
        kernels::KernelParameters odd;
        odd.gemm = {.tile = 5, .k = 64, .n = 192};
        tune::Trial trial;
        trial.task = keyOf(32);
        trial.knobs = knobsOf(odd);
        trial.seconds = {1e-6};
        given.trials.push_back(trial);
        const auto older = OlderTrials::of(given, "avx2", 1);
        QVERIFY(older);
        search::Space space = kernelSpace(product());
        older->teach(space, keyOf(32), product(), 4, 1);
        QCOMPARE(parametersAt(product(), space.first[1]), odd);
    }

    // Other instruction sets, other numbers of threads, trials that failed, decisions, foreign knobs.
    void whatIsOfNoUse() {
        const auto other = OlderTrials::of(log("avx2", 2), "avx512", 1);
        QVERIFY(!other);
        QCOMPARE(other.error().message,
                 std::string("nothing was tried for avx512 on 1 thread, but for avx2 on 2 threads"));
        tune::TuneLog given = log("avx2", 1);
        for (std::size_t i = 0; i < given.trials.size(); ++i) {
            tune::Trial& trial = given.trials[i];
            if (i % 3 == 0) trial.state = tune::TrialState::TimedOut;
            if (i % 3 == 1) trial.quantities.push_back({"decided", 0.9, ""});
            if (i % 3 == 2) trial.knobs.push_back({"tile_x", std::int64_t(4)});
        }
        const auto none = OlderTrials::of(given, "avx2", 1);
        QVERIFY(!none);
        QVERIFY(none.error().message.ends_with("the log has no trials of kernels"));
        QVERIFY(!OlderTrials::of({}, "avx2", 1));
    }

    // Keys are text of a file.
    void anyKey() {
        tune::TuneLog given = log("avx2", 1);
        const char* const keys[] = {"",
                                    "(",
                                    "Conv{group=",
                                    "Conv{group=99999999999999999999}(float32 x,)",
                                    "a (b",
                                    "MatMul(float32 1x2x3x4x5x6,float32 )"};
        for (std::size_t i = 0; i < given.trials.size(); ++i)
            given.trials[i].task = keys[i % std::size(keys)];
        const auto older = OlderTrials::of(given, "avx2", 1);
        QVERIFY(older);
        for (const char* const key : keys)
            QVERIFY(std::isfinite(older->expected(key, {})));
    }
};

EDGEWRIGHT_TEST(OlderTrialsTest)

} // namespace edgewright::older_trials_test

#include "older_trials_test.moc"
