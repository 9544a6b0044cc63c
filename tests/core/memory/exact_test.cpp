// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/checked.h"
#include "core/memory/packing/bounds.h"
#include "core/memory/packing/csv.h"
#include "core/memory/packing/planner.h"
#include "core/memory/plan_verify.h"
#include "tests/core/memory/random_problem.h"
#include "tests/support/packings.h"
#include "tests/support/shared_files.h"
#include "tests/support/test_class.h"

#include <QTest>

namespace edgewright::exact_test {

using namespace edgewright::memory;

namespace {

Result<Solution> exactly(const Problem& problem, PlannerOptions options = {}) {
    options.timeLimitSeconds = 1000;
    if (options.nodeLimit < 0) options.nodeLimit = 2000000;
    return findPlanner("exact")->solve(problem, options, {});
}

bool together(const Buffer& a, const Buffer& b) {
    for (std::int64_t step = std::max(a.lower, b.lower); step < std::min(a.upper, b.upper); ++step) {
        const auto absent = [step](const Buffer& buffer) {
            return std::ranges::any_of(buffer.gaps,
                                       [&](const Gap& gap) { return gap.lower <= step && step < gap.upper; });
        };
        if (!absent(a) && !absent(b)) return true;
    }
    return false;
}

// Some order of placing every buffer as low as possible gives the smallest peak: that of a best plan's offsets.
std::int64_t exhaustive(const Problem& problem) {
    std::vector<std::size_t> free, all;
    for (std::size_t i = 0; i < problem.buffers.size(); ++i)
        (problem.buffers[i].fixedOffset ? all : free).push_back(i);
    const std::size_t fixed = all.size();
    std::int64_t best = INT64_MAX;
    do {
        all.resize(fixed);
        std::vector<std::int64_t> offsets(problem.buffers.size(), 0);
        std::int64_t peak = 0;
        for (const std::size_t i : all) {
            offsets[i] = *problem.buffers[i].fixedOffset;
            peak = std::max(peak, offsets[i] + problem.buffers[i].size);
        }
        for (const std::size_t i : free) {
            const Buffer& buffer = problem.buffers[i];
            std::int64_t offset = 0;
            for (bool moved = buffer.size > 0; moved;) {
                moved = false;
                for (const std::size_t j : all) {
                    const Buffer& other = problem.buffers[j];
                    if (other.size == 0 || offset >= offsets[j] + other.size ||
                        offsets[j] >= offset + buffer.size || !together(buffer, other))
                        continue;
                    offset = ceilDiv(offsets[j] + other.size, buffer.alignment) * buffer.alignment;
                    moved = true;
                }
            }
            offsets[i] = offset;
            all.push_back(i);
            peak = std::max(peak, offset + buffer.size);
        }
        best = std::min(best, peak);
    } while (std::ranges::next_permutation(free).found);
    return best;
}

} // namespace

class ExactTest : public QObject {
    Q_OBJECT
private slots:
    void agreesWithExhaustiveSearch_data() {
        QTest::addColumn<bool>("aligned");
        QTest::addColumn<bool>("fixed");
        QTest::addColumn<bool>("gaps");
        QTest::addColumn<int>("largest");
        QTest::newRow("plain") << false << false << false << 9;
        QTest::newRow("plain, large") << false << false << false << 5000;
        QTest::newRow("aligned") << true << false << false << 200;
        QTest::newRow("fixed") << false << true << false << 12;
        QTest::newRow("gaps") << false << false << true << 9;
        QTest::newRow("all") << true << true << true << 150;
    }
    void agreesWithExhaustiveSearch() {
        QFETCH(bool, aligned);
        QFETCH(bool, fixed);
        QFETCH(bool, gaps);
        QFETCH(int, largest);
        int above = 0; // the bound of live bytes is not enough
        for (std::uint64_t seed = 0; seed < 150; ++seed) {
            const Problem problem = test::randomProblem(seed, {.buffers = seed % 10 == 0 ? 8 : 7,
                                                               .steps = 9,
                                                               .largest = largest,
                                                               .aligned = aligned,
                                                               .fixed = fixed,
                                                               .gaps = gaps,
                                                               .windows = false});
            const auto solved = exactly(problem);
            QVERIFY(solved);
            const Verdict verdict = verify(problem, *solved);
            QVERIFY2(verdict.legal, verdict.reason.c_str());
            const std::int64_t best = exhaustive(problem);
            QVERIFY2(solved->peak == best, qPrintable(QString("seed %1: %2, exhaustive %3, bound %4")
                                                          .arg(seed)
                                                          .arg(solved->peak)
                                                          .arg(best)
                                                          .arg(solved->lowerBound)));
            QCOMPARE(solved->outcome, Outcome::Optimal);
            QCOMPARE(solved->lowerBound, best);
            above += best > alignedBound(problem);
        }
        qInfo("%d of 150 above the bound", above);
    }

    // One byte less than the optimum is infeasible, the optimum is not.
    void provesThatACapacityIsTooSmall() {
        for (std::uint64_t seed = 0; seed < 200; ++seed) {
            Problem problem = test::randomProblem(seed, {.buffers = 12,
                                                         .steps = 8,
                                                         .largest = 30,
                                                         .aligned = false,
                                                         .fixed = seed % 2 == 0,
                                                         .gaps = seed % 3 == 0,
                                                         .windows = false});
            const auto best = exactly(problem);
            QVERIFY(best && best->outcome == Outcome::Optimal);
            PlannerOptions options;
            options.fitIsEnough = true;
            problem.capacity = best->peak;
            const auto fits = exactly(problem, options);
            QVERIFY(fits && fits->peak == best->peak);
            if (best->peak == 0) continue;
            problem.capacity = best->peak - 1;
            const auto tooSmall = exactly(problem, options);
            QVERIFY(tooSmall && verify(problem, *tooSmall).legal);
            QCOMPARE(tooSmall->outcome, Outcome::Infeasible);
            QVERIFY(tooSmall->lowerBound > *problem.capacity);
        }
    }

    void neverAboveGreedyAndNeverBelowTheBound() {
        for (std::uint64_t seed = 0; seed < 150; ++seed) {
            const Problem problem = test::randomProblem(seed);
            PlannerOptions options;
            options.nodeLimit = 3000;
            std::int64_t last = INT64_MAX;
            std::int64_t plans = 0;
            options.improved = [&](const Solution& better) {
                QVERIFY(better.peak < last);
                QVERIFY(verify(problem, better).legal);
                last = better.peak;
                ++plans;
            };
            const auto solved = exactly(problem, options);
            QVERIFY(solved);
            const Verdict verdict = verify(problem, *solved);
            QVERIFY2(verdict.legal, qPrintable(QString("seed %1: ").arg(seed) + verdict.reason.c_str()));
            QVERIFY(solved->peak >= solved->lowerBound && solved->lowerBound >= lowerBound(problem));
            QVERIFY(solved->peak <= findPlanner("greedy_by_size")->solve(problem, {}, {})->peak);
            QCOMPARE(solved->peak, last);
            QCOMPARE(solved->improvements, plans - 1);
            QVERIFY(solved->nodes <= options.nodeLimit + 1);
        }
    }

    void equalSeedsGiveEqualPlans() {
        const Problem problem = test::knownPacking(test::Packing::Slack, 120, 30, 1 << 16, 5).problem;
        PlannerOptions options;
        options.nodeLimit = 20000;
        options.seed = 42;
        const auto first = exactly(problem, options), second = exactly(problem, options);
        QVERIFY(first && second);
        QCOMPARE(first->offsets, second->offsets);
        QCOMPARE(first->nodes, second->nodes);
    }

    void findsPerfectPackings_data() {
        QTest::addColumn<int>("kind");
        QTest::addColumn<int>("count");
        for (const int count : {50, 200}) {
            const char* names[] = {"guillotine", "pinwheel", "refilled", "slack"};
            for (int kind = 0; kind < 4; ++kind)
                QTest::addRow("%s %d", names[kind], count) << kind << count;
        }
    }
    void findsPerfectPackings() {
        QFETCH(int, kind);
        QFETCH(int, count);
        const auto known = test::knownPacking(static_cast<test::Packing>(kind), static_cast<std::size_t>(count),
                                              4 * count, 1 << 20, 3);
        QVERIFY(verify(known.problem, {known.plan, known.peak}).legal);
        QCOMPARE(lowerBound(known.problem), known.peak);
        const auto solved = exactly(known.problem);
        QVERIFY(solved && verify(known.problem, *solved).legal);
        QCOMPARE(solved->peak, known.peak);
        QCOMPARE(solved->outcome, Outcome::Optimal);
    }

    void hardInstances_data() {
        QTest::addColumn<QString>("file");
        for (const char* name : {"A", "B", "C", "D", "E", "F"})
            QTest::newRow(name) << QString(name) + ".1048576.csv";
    }
    void hardInstances() {
        QFETCH(QString, file);
        const auto path = test::shared("golden/memory/" + file.toStdString());
        if (path.empty()) QSKIP(test::sharedMissing());
        const auto problem = readInstance(path);
        QVERIFY(problem);
        PlannerOptions options;
        options.fitIsEnough = true;
        const auto solved = exactly(*problem, options);
        QVERIFY(solved && verify(*problem, *solved).legal);
        QVERIFY(solved->peak <= *problem->capacity);
    }

    // A search for some plan that fits ends on the way of the search for the best one.
    void aCapacityNeverCostsNodes_data() {
        QTest::addColumn<QString>("file");
        for (const char* name : {"A", "B", "C", "D", "E", "F"})
            QTest::newRow(name) << "golden/memory/" + QString(name) + ".1048576.csv";
        for (int kind = 0; kind < 4; ++kind)
            QTest::addRow("packing %d", kind) << QString::number(kind);
    }
    void aCapacityNeverCostsNodes() {
        QFETCH(QString, file);
        Problem problem;
        if (file.endsWith(".csv")) {
            const auto path = test::shared(file.toStdString());
            if (path.empty()) QSKIP(test::sharedMissing());
            problem = *readInstance(path);
        } else {
            problem = test::knownPacking(static_cast<test::Packing>(file.toInt()), 120, 60, 1 << 16, 7).problem;
            for (std::size_t i = 0; i < problem.buffers.size(); i += 3) // nothing is full
                problem.buffers[i].size = problem.buffers[i].size * 7 / 8 + 1;
        }
        problem.capacity.reset();
        PlannerOptions options;
        options.nodeLimit = 60'000;
        const auto best = exactly(problem, options);
        QVERIFY(best);
        const std::int64_t bound = alignedBound(problem);
        options.fitIsEnough = true;
        for (const std::int64_t part : {0, 1, 2, 5, 10, 20, 50, 100, 300}) { // thousandths above the bound
            problem.capacity = bound + bound * part / 1000;
            const auto fits = exactly(problem, options);
            QVERIFY(fits && verify(problem, *fits).legal);
            QVERIFY2(fits->nodes <= best->nodes, std::to_string(part).c_str());
            QCOMPARE(fits->peak <= *problem.capacity, best->peak <= *problem.capacity);
        }
    }

    void smallestCapacityOfC() {
        const auto path = test::shared("golden/memory/C.1048576.csv");
        if (path.empty()) QSKIP(test::sharedMissing());
        const auto solved = exactly(*readInstance(path));
        QVERIFY(solved);
        QCOMPARE(solved->peak, 1039360);
        QCOMPARE(solved->outcome, Outcome::Optimal);
    }

    void stopsAreToldApart() {
        const Problem problem = test::knownPacking(test::Packing::Guillotine, 1000, 60, 1 << 20, 9).problem;
        PlannerOptions options;
        options.nodeLimit = 5000;
        QCOMPARE(exactly(problem, options)->outcome, Outcome::Feasible);

        // Stopped from within: the best plan up to then comes back.
        std::stop_source source;
        options = {};
        options.timeLimitSeconds = 1000;
        options.improved = [&](const Solution&) { source.request_stop(); };
        const auto stopped = findPlanner("exact")->solve(problem, options, {source.get_token(), nullptr});
        QVERIFY(stopped && verify(problem, *stopped).legal);
        QCOMPARE(stopped->outcome, Outcome::Cancelled);

        options.improved = {};
        const auto before = findPlanner("exact")->solve(problem, options, {source.get_token(), nullptr});
        QVERIFY(!before && before.error().code == ErrorCode::Cancelled);

        options.timeLimitSeconds = 0;
        const auto noTime = findPlanner("exact")->solve(problem, options, {});
        QVERIFY(noTime && verify(problem, *noTime).legal);
        QCOMPARE(noTime->outcome, Outcome::Feasible);
    }

    void hugeSizesDoNotOverflow() {
        Problem problem;
        problem.steps = 3;
        for (int i = 0; i < 3; ++i) {
            Buffer buffer;
            buffer.name = std::string(1, static_cast<char>('a' + i));
            buffer.size = INT64_MAX / 4 - i;
            buffer.lower = i;
            buffer.upper = std::min(i + 2, 3);
            problem.buffers.push_back(buffer);
        }
        const auto solved = exactly(problem);
        QVERIFY(solved && verify(problem, *solved).legal);
        QCOMPARE(solved->outcome, Outcome::Optimal);
        QCOMPARE(solved->peak, lowerBound(problem));
        problem.capacity = INT64_MAX;
        QCOMPARE(exactly(problem)->outcome, Outcome::Optimal);
    }
};

EDGEWRIGHT_TEST(ExactTest)

} // namespace edgewright::exact_test

#include "exact_test.moc"
