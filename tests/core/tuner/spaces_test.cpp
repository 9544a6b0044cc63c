// SPDX-License-Identifier: GPL-3.0-or-later
// The search in the spaces that a person chose: both, one of them, stopped in between, and without a compiler.
#include "core/tuner/spaces.h"

#include "core/tuner/tried.h"
#include "tests/core/loopnest/random_nests.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <algorithm>

namespace edgewright::spaces_test {

using namespace edgewright::tuner;

namespace {

// A convolution, and a product of matrices that are both inputs.
std::vector<Task> tasks() {
    std::vector<Task> all =
        tasksOf(test::convolutionGraph({1, 16, 20, 22}, {16, 16, 3, 3}, 1), test::NestOpsets);
    ir::GraphBuilder b;
    b.output(b.node("MatMul", {b.input("x", {ir::DataType::Float32, ir::Dims{24, 60}}),
                               b.input("y", {ir::DataType::Float32, ir::Dims{60, 40}})}));
    std::ranges::move(tasksOf(ops::inferTypes(b.take(), test::NestOpsets).graph, test::NestOpsets),
                      std::back_inserter(all));
    return all;
}

TuneChoices fewTrials(SpaceChoice space) {
    TuneChoices choices;
    choices.space = space;
    choices.search.trials = 16;
    choices.search.seconds = 600; // it is the trials that end it
    choices.search.deciding.minBlocks = choices.search.deciding.maxBlocks = 6;
    return choices;
}

// The results of parameters and of generated kernels for one task that takes a second, by their ratios to it;
// 1: the default stays.
SpacesResult decided(double parameters, double generated) {
    const Task task = tasks().front();
    auto own = std::make_shared<TuneResult>();
    TunedTask& tuned = own->tasks.emplace_back(TunedTask{.task = task, .best = task.space.usual});
    tuned.usualSeconds = 1;
    tuned.bestSeconds = parameters;
    tuned.comparison.ratio = parameters;
    if (parameters < 1) tuned.best.threads = 1;
    auto made = std::make_shared<GeneratedResult>();
    GeneratedTask& found = made->tasks.emplace_back(GeneratedTask{.task = task});
    found.usualSeconds = 2; // beside which it was measured
    found.bestSeconds = 2 * generated;
    found.comparison.ratio = generated;
    if (generated < 1) {
        const auto computation =
            std::make_shared<const loopnest::Computation>(simplified(*loopnest::computationOf(*task.graph)));
        const loopnest::ScheduleSpace space(computation, loopnest::targetHere());
        found.best = test::OperatorMaker(5).schedules(space, 1).front();
    }
    own->trials = made->trials = 5;
    return {own, made};
}

} // namespace

class SpacesTest : public QObject {
    Q_OBJECT
private slots:
    void both() {
        const std::vector<Task> some = tasks();
        std::vector<KernelSpace> searched;
        tune::TuneLog log;
        log.sessions.push_back({"a machine", "avx2", "1"});
        Tried tried = triedTasks(some, std::nullopt);
        SpacesListener listener;
        listener.searching = [&](KernelSpace space) {
            searched.push_back(space);
            beginSearch(tried);
        };
        listener.logged = [&](const tune::Trial& trial) { log.trials.push_back(trial); };
        listener.parameters = [&](const TrialNews& news) { add(tried, news); };
        listener.generated = [&](const GeneratedNews& news) { add(tried, news); };
        const auto result = tuneSpaces(some, fewTrials(SpaceChoice::Both), hereConnection(), listener);
        QVERIFY2(result, result ? "" : result.error().message.c_str());
        QVERIFY(result->parameters && result->generated && !result->wasStopped);
        QCOMPARE(searched, (std::vector{KernelSpace::Parameters, KernelSpace::Generated}));
        QCOMPARE(result->trials(), std::int64_t(32));
        QCOMPARE(tried.trials.size(), std::size_t(32));
        QVERIFY(std::ranges::is_sorted(tried.trials, {}, [](const auto& each) { return *each.after; }));
        QCOMPARE(std::ranges::count(tried.trials, KernelSpace::Generated,
                                    [](const auto& each) { return each.choice.space; }),
                 std::ptrdiff_t(16));
        // What was decided is what comes back from the log.
        const auto read = tunedFrom(log, "avx2", 1);
        QVERIFY2(read, read ? "" : read.error().message.c_str());
        QCOMPARE(read->parameters, result->decisions().parameters);
        QCOMPARE(read->generated, result->decisions().generated);
        QCOMPARE(tunedTable(*result).rows(), some.size());
        add(tried, *result);
        for (std::size_t i = 0; i < some.size(); ++i) {
            QVERIFY(tried.tasks[i].tunedSeconds <= tried.tasks[i].decidedUsual * 1.000001);
            QVERIFY(tried.tasks[i].winner);
            QCOMPARE(tried.tasks[i].winner->space == KernelSpace::Generated,
                     result->winner(i) == KernelSpace::Generated);
        }
        QVERIFY(!answerOf(*result).headline.empty());
    }
    // The lesser ratio has it; seconds are of the default that parameters were measured beside.
    void theBestOfBoth() {
        SpacesResult result = decided(0.8, 0.5);
        QCOMPARE(result.winner(0), std::optional(KernelSpace::Generated));
        QCOMPARE(result.usualSeconds(0), 1.0);
        QCOMPARE(result.bestSeconds(0), 0.5);
        QCOMPARE(result.decisions().generated.size(), std::size_t(1));
        QCOMPARE(result.decisions().parameters.size(), std::size_t(1)); // of machines without it
        QVERIFY2(answerOf(result).headline.find("0.5") != std::string::npos, answerOf(result).headline.c_str());
        result = decided(0.4, 0.5);
        QCOMPARE(result.winner(0), std::optional(KernelSpace::Parameters));
        QCOMPARE(result.bestSeconds(0), 0.4);
        QVERIFY(result.decisions().generated.empty());
        result = decided(1, 1);
        QVERIFY(!result.winner(0));
        QCOMPARE(result.bestSeconds(0), 1.0);
        QCOMPARE(result.decisions().kernels(), std::size_t(0));
        result = decided(1, 0.5);
        result.parameters.reset();
        QCOMPARE(result.usualSeconds(0), 2.0);
        QCOMPARE(result.bestSeconds(0), 1.0);
        result.notGenerated = "why";
        QVERIFY(answerOf(result).reasons.back().find("why") != std::string::npos);
    }
    void noCompiler() {
        const QByteArray before = qgetenv("PATH");
        qputenv("PATH", "/no/such/folder");
        const auto both = tuneSpaces(tasks(), fewTrials(SpaceChoice::Both), hereConnection(), {});
        const auto alone = tuneSpaces(tasks(), fewTrials(SpaceChoice::Generated), hereConnection(), {});
        qputenv("PATH", before);
        QVERIFY2(both, both ? "" : both.error().message.c_str());
        QVERIFY(both->parameters && !both->generated);
        QVERIFY(both->notGenerated.find("there is no C compiler") != std::string::npos);
        QCOMPARE(both->trials(), std::int64_t(16));
        QVERIFY(!alone);
        QCOMPARE(alone.error().code, ErrorCode::Unsupported);
    }
    // What was found is decided on, and nothing else is begun.
    void stopped() {
        std::stop_source source;
        SpacesListener listener;
        std::vector<KernelSpace> searched;
        listener.searching = [&](KernelSpace space) { searched.push_back(space); };
        listener.parameters = [&](const TrialNews&) { source.request_stop(); };
        TuneChoices choices = fewTrials(SpaceChoice::Both);
        choices.search.trials = 1000;
        const auto result =
            tuneSpaces(tasks(), choices, hereConnection(), listener, {source.get_token(), nullptr});
        QVERIFY2(result, result ? "" : result.error().message.c_str());
        QVERIFY(result->wasStopped && result->parameters && !result->generated);
        QCOMPARE(searched, std::vector{KernelSpace::Parameters});
        const auto lines = answerOf(*result).lines();
        QVERIFY(
            std::ranges::any_of(lines, [](const std::string& each) { return each.starts_with("Stopped: "); }));
    }
};

EDGEWRIGHT_TEST(SpacesTest)

} // namespace edgewright::spaces_test

#include "spaces_test.moc"
