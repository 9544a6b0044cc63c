// SPDX-License-Identifier: GPL-3.0-or-later
// Tuning with generated kernels: searched, decided, logged, and told.
#include "core/ir/builder.h"
#include "core/ops/infer.h"
#include "core/tuner/generated_table.h"
#include "core/tuner/tuned_log.h"
#include "tests/core/loopnest/random_nests.h"
#include "tests/support/test_class.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

namespace edgewright::generated_test {

using namespace edgewright::tuner;

namespace {

// A convolution, a product of matrices that are both inputs, and a convolution in a group with what no loop
// nest has.
std::vector<Task> tasks() {
    std::vector<Task> all =
        tasksOf(test::convolutionGraph({1, 16, 20, 22}, {16, 16, 3, 3}, 1), test::NestOpsets);
    ir::GraphBuilder b;
    b.output(b.node("MatMul", {b.input("x", {ir::DataType::Float32, ir::Dims{24, 60}}),
                               b.input("y", {ir::DataType::Float32, ir::Dims{60, 40}})}));
    const ir::Graph product = ops::inferTypes(b.take(), test::NestOpsets).graph;
    std::ranges::move(tasksOf(product, test::NestOpsets), std::back_inserter(all));
    return all;
}

// A task whose graph is two operators: no loop nest is derived.
Task refusedTask() {
    Task task = tasks().front();
    task.key = "two operators";
    task.graph =
        std::make_shared<const ir::Graph>(test::convolutionGraph({1, 8, 9, 9}, {8, 8, 3, 3}, 1, 1, "Sigmoid"));
    return task;
}

} // namespace

class GeneratedTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        QVERIFY(m_folder.isValid());
        m_cache.emplace(*loopnest::ObjectCache::in(m_folder.filePath("kernels").toStdString()));
    }

    void searchesAndDecides() {
        std::vector<Task> some = tasks();
        QCOMPARE(some.size(), std::size_t(2));
        some.push_back(refusedTask());
        std::vector<tune::Trial> logged;
        GeneratedOptions options;
        options.trials = 48;
        options.seconds = 600; // it is the trials that end it
        options.decidingBlocks = 12;
        options.told = [&](const GeneratedNews& news) {
            logged.push_back(loggedTrial(some[news.task], 1, news));
        };
        const auto result = tuneGenerated(some, *loopnest::findCompiler(), *m_cache, options);
        QVERIFY2(result, result ? "" : result.error().message.c_str());
        QCOMPARE(result->trials, std::int64_t(48));
        QCOMPARE(logged.size(), std::size_t(48));
        QCOMPARE(result->failed, std::int64_t(0));
        QCOMPARE(result->derived(), std::size_t(2));
        QVERIFY(result->compileSeconds > 0 && !result->wasStopped);
        for (const GeneratedTask& each : result->tasks) {
            QCOMPARE(each.isDerived(), each.trials > 0);
            if (!each.isDerived()) continue;
            QVERIFY(each.usualSeconds > 0 && each.sketches > 0);
            QCOMPARE(each.best.has_value(), !each.object.empty());
            if (!each.best) continue;
            QCOMPARE(each.comparison.verdict, measure::Verdict::Faster);
            QVERIFY(QFile::exists(QString::fromStdString(each.object.string())));
        }
        QVERIFY2(result->tasks[2].refused.find("one operator") != std::string::npos,
                 result->tasks[2].refused.c_str());
        // What was decided comes back from a log.
        tune::TuneLog log;
        log.sessions.push_back({"a machine", "avx2", "1"});
        log.trials = logged;
        for (const GeneratedTask& each : result->tasks)
            log.trials.push_back(loggedDecision(each, 1));
        const auto read = tunedFrom(log, "avx2", 1);
        QVERIFY2(read, read ? "" : read.error().message.c_str());
        QCOMPARE(read->generated.size(), result->faster());
        for (const GeneratedWinner& each : read->generated) {
            const auto task =
                std::ranges::find(result->tasks, each.key, [](const auto& one) { return one.task.key; });
            QVERIFY(task != result->tasks.end() && task->best);
            QCOMPARE(each.sketch, task->best->sketch.name());
            QCOMPARE(each.choices, task->best->choices);
        }
        for (const tune::Trial& each : logged) {
            QCOMPARE(each.knobs.front().name, std::string("sketch"));
            QVERIFY(!each.nest.empty() && each.price.total() > 0);
        }
        const auto shared = std::make_shared<const GeneratedResult>(*result);
        const table::Table table = generatedTable(shared);
        QCOMPARE(table.rows(), std::size_t(3));
        const auto lines = answerOf(*shared).lines();
        QVERIFY(std::ranges::any_of(lines, [](const std::string& line) {
            return line.find("on this machine alone") != std::string::npos;
        }));
    }
    // A task that no trial was left for has the time of its own kernel.
    void fewTrials() {
        GeneratedOptions options;
        options.trials = options.together = 2;
        options.seconds = 600;
        options.decidingBlocks = 12;
        const auto result = tuneGenerated(tasks(), *loopnest::findCompiler(), *m_cache, options);
        QVERIFY2(result, result ? "" : result.error().message.c_str());
        QCOMPARE(result->tasks[0].trials + result->tasks[1].trials, std::int64_t(2));
        for (const GeneratedTask& each : result->tasks)
            QVERIFY(each.usualSeconds > 0 && each.bestSeconds > 0);
    }
    void nothingIsDerived() {
        const auto result = tuneGenerated({refusedTask()}, *loopnest::findCompiler(), *m_cache, {});
        QVERIFY2(result, result ? "" : result.error().message.c_str());
        QCOMPARE(result->trials, std::int64_t(0));
        QVERIFY(answerOf(*result).headline.starts_with("No loop nest"));
        QCOMPARE(answerOf(*result).lines().size(), std::size_t(1)); // nothing was compiled nor decided
    }
    void compilersThatFail() {
        const QString script = m_folder.filePath("cc");
        QFile file(script);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("#!/bin/sh\necho 'no room' >&2\nexit 1\n");
        file.close();
        QVERIFY(file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
        const auto result = tuneGenerated(tasks(), {script.toStdString(), "1"}, *m_cache, {});
        QVERIFY(!result);
        QCOMPARE(result.error().code, ErrorCode::BadInput);
        QVERIFY2(result.error().message.find("no room") != std::string::npos, result.error().message.c_str());
    }
    // It ends with the search, which has no more time than that; each kernel has the time of its own one.
    void compilersThatHang() {
        const QString script = m_folder.filePath("hangs");
        QFile file(script);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("#!/bin/sh\nexec sleep 600\n");
        file.close();
        QVERIFY(file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
        GeneratedOptions options;
        options.seconds = 0.2;
        options.decidingBlocks = 12;
        options.trying.compiling.patience = std::chrono::hours(1);
        const auto result = tuneGenerated(tasks(), {script.toStdString(), "1"}, *m_cache, options);
        QVERIFY2(result, result ? "" : result.error().message.c_str());
        QVERIFY(result->wasStopped);
        QCOMPARE(result->trials, std::int64_t(0));
        QVERIFY(answerOf(*result).headline.starts_with("No generated kernel was tried"));
        for (const GeneratedTask& each : result->tasks)
            QVERIFY(!each.best && each.usualSeconds > 0);
    }
    void stopped() {
        std::stop_source source;
        GeneratedOptions options;
        options.seconds = 600;
        options.decidingBlocks = 12;
        options.together = 4;
        options.told = [&](const GeneratedNews&) { source.request_stop(); };
        const auto result =
            tuneGenerated(tasks(), *loopnest::findCompiler(), *m_cache, options, {source.get_token(), nullptr});
        QVERIFY2(result, result ? "" : result.error().message.c_str());
        QVERIFY(result->wasStopped && result->trials >= 1 && result->trials <= 8);
    }
    void unknownStrategy() {
        GeneratedOptions options;
        options.strategy = "guess";
        const auto result = tuneGenerated(tasks(), *loopnest::findCompiler(), *m_cache, options);
        QVERIFY(!result);
        QVERIFY(result.error().message.find("guess") != std::string::npos);
    }

private:
    QTemporaryDir m_folder;
    std::optional<loopnest::ObjectCache> m_cache;
};

EDGEWRIGHT_TEST(GeneratedTest)

} // namespace edgewright::generated_test

#include "generated_test.moc"
