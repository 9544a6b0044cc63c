// SPDX-License-Identifier: GPL-3.0-or-later
// Trials as pictures show them, the numbers over them, and the loops that parameters make.
#include "core/tuner/tried.h"

#include "core/cost/search/trees/cost_model.h"
#include "core/loopnest/loops.h"
#include "core/tune/log_format.h"
#include "core/tuner/kernel_nest.h"
#include "core/tuner/kernel_space.h"
#include "core/tuner/nest_features.h"
#include "core/tuner/trial_statistics.h"
#include "core/tuner/tune_fields.h"
#include "core/tuner/tuned_log.h"
#include "tests/core/loopnest/random_nests.h"
#include "tests/core/tune/example_logs.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <algorithm>
#include <cmath>

namespace edgewright::tried_test {

using namespace edgewright::tuner;

namespace {

constexpr double Never = std::numeric_limits<double>::infinity();

bool isNear(double a, double b) { return std::abs(a - b) < 1e-9; }

TriedTrial trialOf(std::size_t task, double seconds) { return {.task = task, .seconds = seconds}; }

// Two tasks, the second one occurs three times.
Tried twoTasks() {
    Tried tried;
    tried.tasks = {{.name = "a"}, {.name = "b", .weight = 3}};
    for (const auto& [task, seconds] : std::vector<std::pair<std::size_t, double>>{
             {0, 4}, {0, Never}, {1, 2}, {0, 5}, {0, 3}, {1, 2}, {1, 1}}) {
        tried.trials.push_back(trialOf(task, seconds));
        tried.trials.back().after = static_cast<double>(tried.trials.size()) / 10;
    }
    return tried;
}

std::vector<std::pair<std::int64_t, double>> stepsOf(const std::vector<TunePoint>& points) {
    std::vector<std::pair<std::int64_t, double>> steps;
    for (const TunePoint& each : points)
        steps.emplace_back(each.trial, each.value);
    return steps;
}

} // namespace

class TriedTest : public QObject {
    Q_OBJECT
private slots:
    void theBestSoFar() {
        using Steps = std::vector<std::pair<std::int64_t, double>>;
        const Tried tried = twoTasks();
        QCOMPARE(stepsOf(bestSoFar(tried, 0)), (Steps{{1, 4}, {5, 3}}));
        QCOMPARE(stepsOf(bestSoFar(tried, 1)), (Steps{{3, 2}, {7, 1}}));
        // The sum begins where each task has a time.
        QCOMPARE(stepsOf(bestSoFar(tried)), (Steps{{3, 10}, {5, 9}, {7, 6}}));
        QVERIFY(isNear(bestSoFar(tried).back().seconds, 0.7));
        QCOMPARE(tried.best(0), std::optional<std::size_t>(4));
        QCOMPARE(tried.failed(), std::int64_t(1));
        QCOMPARE(tried.sum(&TriedTask::usualSeconds), 0.0); // not known
    }

    // Decisions are no trials; other machines are other tasks; seconds are those that trials cost.
    void logsOfOurOwn() {
        tune::TuneLog log;
        log.sessions = {{"one", "avx2", "1"}, {"other", "avx2", "1"}};
        TrialNews news;
        news.outcome = {.end = TrialEnd::Correct, .seconds = {3, 2, 4}};
        news.price = 0.5;
        news.score = 0.75;
        Task task;
        task.key = "Conv(float32 1)";
        log.trials = {loggedTrial(task, 1, news), loggedTrial(task, 1, news)};
        log.trials[1].session = 1;
        TunedTask tuned;
        tuned.task = task;
        tuned.usualSeconds = 4;
        tuned.bestSeconds = 4;
        log.trials.push_back(loggedDecision(tuned, 1));
        GeneratedTask generated;
        generated.task = task;
        generated.usualSeconds = generated.bestSeconds = 1;
        log.trials.push_back(loggedDecision(generated, 1));
        const Tried tried = triedOf(log);
        QCOMPARE(tried.tasks.size(), std::size_t(2));
        QCOMPARE(tried.trials.size(), std::size_t(2));
        QVERIFY(!tried.areWeightsKnown);
        QCOMPARE(tried.trials[0].seconds, 3.0);
        QCOMPARE(tried.trials[0].score, std::optional(0.75));
        QCOMPARE(tried.trials[1].after, std::optional(1.0));
        QCOMPARE(tried.tasks[0].defaultSeconds(), 4.0);
        QCOMPARE(tried.tasks[0].tunedSeconds, 4.0);
        QCOMPARE(tried.tasks[1].defaultSeconds(), 0.0);
    }
    // What was decided on in either space counts; the lesser share of the default's time is what runs.
    void logsOfGeneratedKernels() {
        tune::TuneLog log;
        log.sessions.push_back({"m", "avx2", "1"});
        const auto trial = [](const char* task, double seconds, const char* quantity, double ratio) {
            tune::Trial each;
            each.task = task;
            each.knobs = {{"tile.m", std::int64_t(2)}};
            each.seconds = {seconds};
            if (*quantity) each.quantities = {{quantity, ratio, ""}};
            return each;
        };
        log.trials = {trial("a", 8, "", 0),
                      trial("b", 8, "", 0),
                      trial("c", 8, "", 0),
                      trial("d", 8, "", 0),
                      trial("a", 8, "decided", 0.8),
                      trial("b", 4, "decided", 0.4),
                      trial("a", 5, "generated", 0.5),
                      trial("b", 5, "generated", 0.5),
                      trial("c", 3, "generated", 0.75),
                      trial("d", 7, "generated", 1)};
        for (const std::size_t at : {4U, 5U})
            log.trials[at].quantities.push_back({"default", 10, "s"});
        log.trials[9].knobs.clear();
        const Tried tried = triedOf(log);
        QCOMPARE(tried.trials.size(), std::size_t(4));
        QCOMPARE(tried.tasks[0].tunedSeconds, 5.0); // of 10 s
        QCOMPARE(tried.tasks[1].tunedSeconds, 4.0);
        QCOMPARE(tried.tasks[2].decidedUsual, 4.0);
        QCOMPARE(tried.tasks[2].tunedSeconds, 3.0);
        QCOMPARE(tried.tasks[3].decidedUsual, 7.0); // nothing is faster
        QCOMPARE(tried.tasks[3].tunedSeconds, 7.0);
        QCOMPARE(tried.tasks[0].winner->space, KernelSpace::Generated);
        QCOMPARE(tried.tasks[1].winner->space, KernelSpace::Parameters);
        QVERIFY(tried.tasks[3].winner && tried.tasks[3].winner->knobs.empty());
    }

    // Where the model is at hand, a kernel has the name of its first node.
    void logsOfTheOpenModel() {
        tune::TuneLog log;
        log.sessions.push_back({"m", "avx2", "1"});
        tune::Trial trial;
        trial.seconds = {1};
        for (const char* const task : {"Conv(a)", "Conv(a) on 2 threads", "Conv(b)"}) {
            trial.task = task;
            log.trials.push_back(trial);
        }
        Task known;
        known.key = "Conv(a)";
        known.label = "first";
        const Tried tried = triedOf(log, {known});
        QVERIFY(tried.tasks[0].task && tried.tasks[1].task && !tried.tasks[2].task);
        QCOMPARE(tried.tasks[1].threads, 2);
        QCOMPARE(tried.tasks.size(), std::size_t(3));
        QCOMPARE(tried.tasks[0].name, std::string("first"));
        QCOMPARE(tried.tasks[1].name, std::string("first on 2 threads"));
        QCOMPARE(tried.tasks[2].name, std::string("Conv(b)"));
    }
    void logsOfOthers_data() {
        QTest::addColumn<QString>("format");
        for (const tune::LogFormat* const each : tune::logFormats())
            QTest::addRow("%s", each->name.data())
                << QString::fromUtf8(each->name.data(), static_cast<qsizetype>(each->name.size()));
    }
    void logsOfOthers() {
        QFETCH(QString, format);
        const tune::LogFormat& known = *tune::logFormatCalled(format.toStdString());
        const auto read = known.read(test::exampleLog(format.toStdString()), "example", {});
        QVERIFY2(read, read ? "" : read.error().message.c_str());
        const Tried tried = triedOf(read->log);
        QCOMPARE(tried.trials.size(), read->log.trials.size());
        QCOMPARE(tried.tasks.size(), tune::tasksOf(read->log).size());
        for (const TriedTrial& each : tried.trials) {
            QVERIFY(each.task < tried.tasks.size() && !each.score);
            QVERIFY(each.seconds > 0);
        }
        QVERIFY(importanceOf(tried).empty() && !rankingOf(tried)); // too few trials
    }

    void ranking() {
        Tried tried;
        tried.tasks = {{.name = "a"}, {.name = "b"}};
        for (int i = 0; i < 20; ++i) {
            tried.trials.push_back(trialOf(0, i + 1));
            tried.trials.back().score = -i;
        }
        tried.trials.push_back(trialOf(0, Never)); // has no speed
        tried.trials.back().score = 100;
        auto found = rankingOf(tried, 0);
        QVERIFY(found);
        QCOMPARE(found->count, std::size_t(20));
        QVERIFY(isNear(found->correlation, 1));
        QCOMPARE(found->best, std::size_t(2));
        QCOMPARE(found->recall, 1.0);
        QVERIFY(!rankingOf(tried, 1));
        QCOMPARE(rankingOf(tried)->count, std::size_t(20));
        for (TriedTrial& each : tried.trials)
            each.score = -*each.score;
        found = rankingOf(tried, 0);
        QVERIFY(isNear(found->correlation, -1));
        QCOMPARE(found->recall, 0.0);
        std::swap(tried.trials[0].score, tried.trials[19].score); // the fastest one is now thought best
        QCOMPARE(rankingOf(tried, 0)->recall, 0.5);
        tried.trials.resize(MinRanked - 1);
        QVERIFY(!rankingOf(tried, 0));
    }

    // Three knobs of two values each, the logarithm is 2 a + b: four and one fifth of the variance.
    void importance() {
        Tried tried;
        tried.tasks = {{.name = "a"}};
        for (int point = 0; point < 8; ++point) {
            const int a = point & 1 ? 1 : -1, b = point & 2 ? 1 : -1, c = point & 4 ? 1 : -1;
            TriedTrial trial = trialOf(0, std::exp(2.0 * a + b));
            trial.choice.knobs = {{"a", std::int64_t(a)},
                                  {"b", std::int64_t(b)},
                                  {"c", std::int64_t(c)},
                                  {"one", std::int64_t(1)},
                                  {"each", std::int64_t(point)}};
            tried.trials.push_back(std::move(trial));
        }
        tried.trials.push_back(trialOf(0, Never));
        const auto found = importanceOf(tried, 0);
        QCOMPARE(found.size(), std::size_t(3)); // one value, and a value for each trial, tell nothing
        QCOMPARE(found[0].knob, std::string("a"));
        QVERIFY(isNear(found[0].share, 1 - 0.2 * 7 / 6));
        QCOMPARE(found[0].best, std::string("-1"));
        QCOMPARE(found[0].values, std::size_t(2));
        QCOMPARE(found[1].knob, std::string("b"));
        QVERIFY(isNear(found[1].share, 1 - 0.8 * 7 / 6));
        QCOMPARE(found[2].share, 0.0);
        // Of two tasks, of which the other one knows only b, the mean by trials.
        tried.tasks.push_back({.name = "b"});
        for (int i = 0; i < 8; ++i) {
            TriedTrial trial = trialOf(1, i % 2 ? 3 : 2);
            trial.choice.knobs = {{"b", std::int64_t(i % 2 ? -1 : 1)}};
            tried.trials.push_back(std::move(trial));
        }
        const auto both = importanceOf(tried);
        const auto b = std::ranges::find(both, "b", &KnobImportance::knob);
        QVERIFY(isNear(b->share, (1 - 0.8 * 7 / 6 + 1) / 2));
        QCOMPARE(b->trials, std::size_t(16));
        QVERIFY(b->best.empty()); // they do not agree
        tried.trials.resize(MinExplained - 1);
        QVERIFY(importanceOf(tried, 0).empty());
    }

    // Trials of both spaces, in turns: each knob is told from the trials of its space that have it.
    void importanceInBothSpaces() {
        Tried tried;
        tried.tasks = {{.name = "a"}};
        for (int i = 0; i < 16; ++i) {
            TriedTrial own = trialOf(0, i % 2 ? 3 : 2);
            own.choice.knobs = {{"b", std::int64_t(i % 2)}};
            // The knob of a sketch is in every other trial, and says nothing; the sketch says all.
            TriedTrial made = trialOf(0, i % 2 ? 300 : 100);
            made.choice = {KernelSpace::Generated, {{"sketch", std::string(i % 2 ? "tile" : "tile, pad")}}};
            if (i % 2) made.choice.knobs.push_back({"b", std::int64_t(i % 4)});
            made.score = i;
            tried.trials.push_back(std::move(own));
            tried.trials.push_back(std::move(made));
        }
        QVERIFY(tried.has(KernelSpace::Parameters) && tried.has(KernelSpace::Generated));
        const auto found = importanceOf(tried, 0);
        QCOMPARE(found.size(), std::size_t(3));
        for (const KnobImportance& each : found) {
            const bool isOwn = each.space == KernelSpace::Parameters;
            QCOMPARE(each.knob, std::string(isOwn || each.trials == 8 ? "b" : "sketch"));
            QVERIFY(isNear(each.share, isOwn || each.knob == "sketch" ? 1 : 0));
        }
        QCOMPARE(importanceOf(tried).size(), std::size_t(3));
        // Scores of one space are not ranked against speeds of the other.
        QVERIFY(!rankingOf(tried, 0, KernelSpace::Parameters));
        QCOMPARE(rankingOf(tried, 0, KernelSpace::Generated)->count, std::size_t(16));
        QCOMPARE(rankingOf(tried, 0)->count, std::size_t(16));
    }

    void loopsOfAProduct() {
        Task task;
        task.kind = "MatMul";
        task.products = {{.m = 256, .n = 512, .k = 1024}};
        kernels::KernelParameters parameters;
        parameters.gemm = {.k = 128, .n = 96, .m = 48};
        const measure::ThreadRoof roof{.threads = 1,
                                       .float32 = 10,
                                       .int8 = 0,
                                       .levels = {{"L1", 32 << 10, 0, 100, 0, 0},
                                                  {"L2", 1 << 20, 0, 50, 0, 0},
                                                  {std::string(measure::MemoryLevel), 0, 0, 10, 0, 0}}};
        const KernelNest nest = kernelNest(task, parameters, 1, &roof);
        QCOMPARE(nest.loops.size(), std::size_t(6));
        const std::int64_t n = nest.loops[0].step, m = nest.loops[1].step, k = nest.loops[2].step;
        QCOMPARE(nest.loops[0].extent, std::int64_t(512));
        QCOMPARE(nest.loops[1].extent, std::int64_t(256));
        QCOMPARE(nest.loops[2].extent, std::int64_t(1024));
        QVERIFY(n >= 96 && n < 192 && m >= 48 && m < 96 && k <= 128);
        QCOMPARE(nest.loops[2].bytes, 4 * (m * k + k * n + m * n));
        QCOMPARE(nest.loops[2].turns(), (1024 + k - 1) / k);
        QVERIFY(nest.loops[0].isParallel && !nest.loops[2].isParallel);
        for (std::size_t i = 1; i < nest.loops.size(); ++i) {
            QCOMPARE(nest.loops[i].depth, i);
            QVERIFY(nest.loops[i].bytes < nest.loops[i - 1].bytes); // inner loops work on less
        }
        QCOMPARE(nest.loops[0].level, std::string(measure::MemoryLevel)); // all of A, 1 MiB, and more
        QCOMPARE(nest.loops[2].level, std::string("L2"));
        QCOMPARE(nest.loops.back().level, std::string(RegisterLevel));
        QVERIFY(nest.loops[0].text().find("512") != std::string::npos);
        QVERIFY(kernelNest(task, parameters, 1, nullptr).loops[0].level.empty());
        // More threads have the level together.
        QCOMPARE(kernelNest(task, kernels::KernelParameters(), 64, &roof).loops[2].level,
                 std::string(measure::MemoryLevel));
        task.products.clear();
        QVERIFY(kernelNest(task, parameters, 1, &roof).loops.empty());
    }

    // What the kernel decides by itself is not made up.
    void loopsOfConvolutions() {
        Task task;
        task.kind = "Conv";
        task.products = {{.m = 56 * 56, .n = 64, .k = 64 * 9}};
        task.products.front().windows =
            ops::MatrixProduct::Windows{{.in = 58, .filter = 3, .out = 56, .stride = 1},
                                        {.in = 58, .filter = 3, .out = 56, .stride = 1},
                                        64};
        kernels::KernelParameters parameters;
        parameters.algorithm = kernels::ConvolutionAlgorithm::Direct;
        KernelNest nest = kernelNest(task, parameters, 1, nullptr);
        QCOMPARE(nest.loops.front().step, std::int64_t(0));
        QCOMPARE(nest.loops.front().bytes, std::int64_t(0));
        parameters.strip = 4; // which read six rows
        nest = kernelNest(task, parameters, 1, nullptr);
        QCOMPARE(nest.loops.front().turns(), std::int64_t(14));
        QCOMPARE(nest.loops.front().bytes, std::int64_t(4 * (64 * 6 * 58 + 64 * 576 + 64 * 4 * 56)));
        parameters.algorithm = kernels::ConvolutionAlgorithm::Winograd;
        nest = kernelNest(task, parameters, 1, nullptr);
        QCOMPARE(nest.loops.front().extent, std::int64_t(14)); // rows of tiles
        parameters = {};
        parameters.algorithm = kernels::ConvolutionAlgorithm::Im2col;
        nest = kernelNest(task, parameters, 1, nullptr);
        QCOMPARE(nest.loops[0].extent, std::int64_t(56 * 56));
        QCOMPARE(nest.loops[1].extent, std::int64_t(64));
    }

    // What was chosen for a task of the open model has its loops, in either space; other choices are told of.
    void loopsOfChoices() {
        const std::vector<Task> tasks =
            tasksOf(test::convolutionGraph({1, 16, 20, 20}, {24, 16, 3, 3}, 1), test::NestOpsets);
        const measure::ThreadRoof roof{
            .threads = 1,
            .float32 = 10,
            .int8 = 0,
            .levels = {{"L1", 32 << 10, 0, 100, 0, 0}, {std::string(measure::MemoryLevel), 0, 0, 10, 0, 0}}};
        const auto own = kernelNest(tasks[0], TriedChoice(), 1, &roof);
        QVERIFY(own && !own->loops.empty());
        const auto computation = std::make_shared<const loopnest::Computation>(
            simplified(*loopnest::computationOf(*tasks[0].graph)));
        const loopnest::ScheduleSpace space(computation, loopnest::targetHere());
        const loopnest::Schedule schedule = test::OperatorMaker(5).schedules(space, 1).front();
        TriedChoice choice{KernelSpace::Generated, knobsOf(schedule)};
        const auto made = kernelNest(tasks[0], choice, 1, &roof);
        QVERIFY2(made, made ? "" : made.error().message.c_str());
        const auto loops = loopnest::loopsOf(*loopnest::Nest::of(schedule));
        QCOMPARE(made->loops.size(), loops.size());
        for (std::size_t i = 0; i < loops.size(); ++i) {
            QCOMPARE(made->loops[i].bytes, loops[i].bytes);
            const bool isInRegisters =
                loops[i].kind == loopnest::LoopKind::Vector || loops[i].kind == loopnest::LoopKind::Unrolled;
            QCOMPARE(made->loops[i].level, isInRegisters                  ? std::string(RegisterLevel)
                                           : loops[i].bytes <= (32 << 10) ? std::string("L1")
                                                                          : std::string(measure::MemoryLevel));
            QVERIFY(!made->loops[i].text().empty());
        }
        choice.knobs.front().value = std::string("no sketch");
        QVERIFY(!kernelNest(tasks[0], choice, 1, &roof));
        QVERIFY(!kernelNest(tasks[0], TriedChoice{KernelSpace::Parameters, {{"nothing", std::int64_t(1)}}}, 1,
                            &roof));
        const measure::ThreadRoof here = cachesHere(2);
        QCOMPARE(here.threads, 2);
        QVERIFY(here.isInOrder());
    }

    // Codes take a byte; an attention goes through its queries.
    void loopsOfCodesAndAttention() {
        Task task;
        task.kind = "QLinearMatMul";
        task.isInteger = true;
        task.products = {{.m = 256, .n = 512, .k = 1024}};
        kernels::KernelParameters parameters;
        parameters.gemm = {.n = 64, .m = 32};
        KernelNest nest = kernelNest(task, parameters, 1, nullptr);
        QCOMPARE(nest.loops.size(), std::size_t(3));
        QCOMPARE(nest.loops[0].bytes, std::int64_t(32 * 1024 + 1024 * 512 + 32 * 512));
        QCOMPARE(nest.loops[1].turns(), std::int64_t(8));
        task.kind = "QLinearConv";
        task.space.axes = {{"algorithm", {1, 2}}, {"n", {0, 64}}};
        task.products = {{.m = 56 * 56, .n = 64, .k = 64 * 9}};
        nest = kernelNest(task, parameters, 1, nullptr);
        QCOMPARE(nest.loops[0].turns(), std::int64_t(49));
        task.kind = "Attention";
        task.isInteger = false;
        task.products = {{.m = 50, .n = 30, .k = 16, .count = 2, .part = "scores"},
                         {.m = 50, .n = 16, .k = 30, .count = 2}};
        parameters.strip = 25;
        nest = kernelNest(task, parameters, 1, nullptr);
        QCOMPARE(nest.loops[0].extent, std::int64_t(2));
        QCOMPARE(nest.loops[1].turns(), std::int64_t(2));
        QCOMPARE(nest.loops[1].bytes, std::int64_t(4 * (2 * (25 + 30) * 16 + 25 * 30)));
    }

    // A cost model sees the loops that a choice comes to, not only its name.
    void loopsAsNumbers() {
        Task task;
        task.kind = "MatMul";
        task.products = {{.m = 300, .n = 500, .k = 700}};
        task.space.axes = {{"k", {0, 64, 700, 4096}}, {"n", {0, 96}}, {"m", {0, 48}}};
        const auto numbers = [&](std::int64_t k, std::int64_t n, std::int64_t m) {
            std::vector<float> all;
            kernels::KernelParameters parameters;
            parameters.gemm = {.k = k, .n = n, .m = m};
            appendNestFeatures(task, parameters, 1, all);
            return all;
        };
        QCOMPARE(numbers(700, 96, 48), numbers(4096, 96, 48)); // no block is deeper than the product
        QVERIFY(numbers(64, 96, 48) != numbers(700, 96, 48));
        const KernelNest usual = kernelNest(task, kernels::KernelParameters(), 1, nullptr);
        QCOMPARE(numbers(0, 0, 0), numbers(usual.loops[2].step, usual.loops[0].step, usual.loops[1].step));
        const auto last = numbers(64, 96, 48);
        // 700 by 64: eleven turns, the last one of them with 4 of 64 beyond.
        QCOMPARE(last[8], std::log2(65.0F));
        QCOMPARE(last[9], std::log2(12.0F));
        QVERIFY(isNear(last[11], 1 - 700.0F / 704.0F));
        const cost::search::Space space = kernelSpace(task, 1), knobs = kernelSpace(task.space);
        std::vector<float> all, few;
        appendFeatures(space, std::vector<cost::search::Choice>{1, 1, 1}, all);
        appendFeatures(knobs, std::vector<cost::search::Choice>{1, 1, 1}, few);
        QCOMPARE(all.size(), few.size() + last.size());
        QVERIFY(std::equal(last.begin(), last.end(), all.end() - std::ptrdiff_t(last.size())));
    }

    void choicesAsFields() {
        TuneChoices choices;
        for (const Field<TuneChoices>& each : tuneFields()) {
            const FieldValue usual = each.get(choices);
            if (const auto* const count = std::get_if<std::int64_t>(&usual))
                QVERIFY2(each.admits(static_cast<double>(*count)), each.key.data());
            if (each.kind == FieldKind::Choice && each.absent.empty())
                QVERIFY2(each.choiceOf(usual), each.key.data());
            each.set(choices, usual);
        }
        fieldNamed(tuneFields(), "trials").set(choices, std::int64_t(7));
        fieldNamed(tuneFields(), "threads").set(choices, std::int64_t(2));
        QCOMPARE(choices.search.trials, std::int64_t(7));
        QCOMPARE(choices.runs.threads, 2);
        QCOMPARE(fieldNamed(tuneFields(), "strategy").allChoices().size(), cost::search::strategies().size());
        QCOMPARE(fieldNamed(tuneFields(), "cost_model").allChoices().size(), cost::search::costModels().size());
    }
};

EDGEWRIGHT_TEST(TriedTest)

} // namespace edgewright::tried_test

#include "tried_test.moc"
