// SPDX-License-Identifier: GPL-3.0-or-later
// Generated kernels that a log decided on: read, compiled again, run in a network, and refused where they are
// wrong.
#include "core/agent/own_objects.h"
#include "core/base/propagate.h"
#include "core/exec/compare.h"
#include "core/exec/program.h"
#include "core/exec/tolerance.h"
#include "core/ir/builder.h"
#include "core/ops/infer.h"
#include "core/tuner/generated_winners.h"
#include "tests/core/loopnest/random_nests.h"
#include "tests/support/test_class.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

namespace edgewright::winners_test {

using namespace edgewright::tuner;

namespace {

// Two convolutions with one key, the second with other weights, and a product of matrices with weights.
ir::Graph network() {
    cost::search::Random random(7);
    ir::GraphBuilder b;
    ValueId y = b.input("x", {ir::DataType::Float32, ir::Dims{1, 8, 13, 14}});
    for (const char* const name : {"first", "second"})
        y = b.node("Conv",
                   {y, b.constant(name, test::randomFloats({8, 8, 3, 3}, random)),
                    b.constant(std::string(name) + " bias", test::randomFloats({8}, random))},
                   {{"pads", std::vector<std::int64_t>{1, 1, 1, 1}}});
    b.output(b.node("MatMul", {y, b.constant("w", test::randomFloats({14, 24}, random))}));
    return ops::inferTypes(b.take(), test::NestOpsets).graph;
}

ir::Feeds feedsOf(const ir::Graph& graph) {
    cost::search::Random random(3);
    ir::Feeds feeds;
    for (const ValueId id : graph.inputs)
        feeds.emplace(id, test::randomFloats(*graph.value(id).type.dims(), random));
    return feeds;
}

// Some schedule for the kernel of a task: one that packs where any does.
GeneratedWinner winnerFor(const Task& task) {
    const auto computation =
        std::make_shared<const loopnest::Computation>(simplified(*loopnest::computationOf(*task.graph)));
    const loopnest::ScheduleSpace space(computation, loopnest::targetHere());
    std::vector<loopnest::Schedule> some = test::OperatorMaker(5).schedules(space, 40);
    const auto packed = std::ranges::find_if(
        some, [](const loopnest::Schedule& each) { return each.sketch.packed.has_value(); });
    const loopnest::Schedule& taken = packed == some.end() ? some.front() : *packed;
    return {task.key, taken.sketch.name(), taken.choices};
}

std::string textOf(const ReadyKernels& ready) {
    std::string text;
    for (const std::string& each : ready.remarks)
        text += each + "\n";
    return text;
}

} // namespace

class WinnersTest : public QObject {
    Q_OBJECT
    QTemporaryDir m_folder;
    std::optional<loopnest::ObjectCache> m_cache;
    std::optional<loopnest::Compiler> m_compiler;
    ir::Graph m_network = network();
    std::vector<Task> m_tasks = tasksOf(m_network, test::NestOpsets);

    std::vector<GeneratedWinner> winners() const {
        std::vector<GeneratedWinner> all;
        for (const Task& each : m_tasks)
            all.push_back(winnerFor(each));
        std::ranges::sort(all, {}, &GeneratedWinner::key);
        return all;
    }
    ReadyKernels ready(const std::vector<GeneratedWinner>& some, const loopnest::Compiler& compiler,
                       const loopnest::CompileLimits& limits = {}) const {
        return *readyKernels(some, m_network, test::NestOpsets, compiler, *m_cache, limits);
    }
    // Of the three nodes that two kernels run for.
    std::int64_t packedBytes(const std::vector<kernels::GeneratedChoice>& generated) const {
        std::int64_t floats = 0;
        const auto loaded = *agent::loadOwn(m_cache->folder(), generated);
        for (const kernels::GeneratedChoice& each : generated) {
            const auto task = std::ranges::find(m_tasks, each.key, &Task::key);
            floats += loaded->at(each.object)->packedFloats * std::ssize(task->nodes);
        }
        return floats * std::int64_t(sizeof(float));
    }
    Result<exec::RunResult> run(const std::vector<kernels::GeneratedChoice>& generated, int threads,
                                int times = 1) const {
        exec::RunOptions options;
        options.threads = threads;
        options.generated = generated;
        ASSIGN_OR_RETURN(options.loaded, agent::loadOwn(m_cache->folder(), generated));
        exec::Program program(m_network, test::NestOpsets);
        Result<exec::RunResult> last = badInput("not run");
        for (int i = 0; i < times; ++i)
            last = program.run(feedsOf(m_network), options);
        return last;
    }
    loopnest::Compiler script(const char* name, const QByteArray& text) const {
        const QString file = m_folder.filePath(QString::fromUtf8(name));
        QFile out(file);
        if (!out.open(QIODevice::WriteOnly) || out.write("#!/bin/sh\n" + text) < 0) qFatal("cannot be written");
        out.close();
        out.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        return {file.toStdString(), name};
    }

private slots:
    void initTestCase() {
        QVERIFY(m_folder.isValid());
        m_cache.emplace(*loopnest::ObjectCache::in(m_folder.filePath("kernels").toStdString()));
        m_compiler.emplace(*loopnest::findCompiler());
        QCOMPARE(m_tasks.size(), std::size_t(2));
    }

    void networksRunWithThem() {
        const ReadyKernels kernels = ready(winners(), *m_compiler);
        QVERIFY2(kernels.remarks.empty(), textOf(kernels).c_str());
        QCOMPARE(kernels.kernels.size(), std::size_t(2));
        for (const int threads : {1, 2}) {
            const auto own = run({}, threads);
            // The first run is beside the own kernels; the third has packed factors of an earlier one.
            const auto once = run(kernels.kernels, threads), often = run(kernels.kernels, threads, 3);
            QVERIFY2(once && often, once ? "" : once.error().message.c_str());
            const exec::Difference difference = exec::compare(often->outputs[0], own->outputs[0]);
            QVERIFY(exec::agrees(difference, ir::DataType::Float32, exec::Tolerance{}));
            QVERIFY(difference.maxAbs > 0); // other sums: it is another kernel that ran
            QCOMPARE(exec::compare(once->outputs[0], often->outputs[0]).maxAbs, 0.0);
            // What the own kernels prepared for the comparison is gone.
            QVERIFY(often->preparedBytes > 0 && often->preparedBytes <= packedBytes(kernels.kernels) + 1024);
        }
    }
    // What is there already is neither compiled nor tried again.
    void objectsAreKept() {
        const auto first = ready(winners(), *m_compiler).kernels;
        loopnest::CompileLimits none;
        none.patience = std::chrono::milliseconds(0);
        QCOMPARE(ready(winners(), *m_compiler, none).kernels, first);
        QCOMPARE(first.size(), std::size_t(2));
    }
    void logsTellThem() {
        tune::TuneLog log;
        log.sessions = {{"a machine", "avx2", "1"}};
        const GeneratedWinner winner = winnerFor(m_tasks[0]);
        const auto decision = [&](const char* quantity, double ratio) {
            tune::Trial& trial = log.trials.emplace_back();
            trial.task = m_tasks[0].key;
            trial.quantities = {{quantity, ratio, ""}};
            trial.seconds = {1};
            return &trial;
        };
        tune::Trial* trial = decision("generated", 0.8);
        trial->knobs = {{"sketch", winner.sketch}};
        for (const auto& [key, value] : winner.choices)
            trial->knobs.push_back({key, value});
        auto read = tunedFrom(log, "avx2", 1);
        QVERIFY2(read, read ? "" : read.error().message.c_str());
        QCOMPARE(read->generated, std::vector{winner});
        QCOMPARE(read->machines, std::vector<std::string>{"a machine"});
        QVERIFY(read->parameters.empty());
        // The lesser ratio has it, whichever came last.
        decision("decided", 0.7)->knobs = {{"k", std::int64_t(64)}};
        read = tunedFrom(log, "avx2", 1);
        QVERIFY(read->generated.empty() && read->parameters.size() == 1);
        QCOMPARE(read->kernels(), std::size_t(1));
        decision("decided", 0.9)->knobs = {{"k", std::int64_t(64)}};
        read = tunedFrom(log, "avx2", 1);
        QCOMPARE(read->generated, std::vector{winner});
        QCOMPARE(read->kernels(), std::size_t(1));
        // The own kernel stayed at last.
        decision("generated", 1);
        QVERIFY(tunedFrom(log, "avx2", 1)->generated.empty());
        decision("generated", 0.5)->knobs = {{"tile", 0.5}};
        QVERIFY(!tunedFrom(log, "avx2", 1));
    }
    // No schedule of another hand gets further than here.
    void schedulesOfOthers() {
        std::vector<GeneratedWinner> some = winners();
        some[0].sketch = "tile; system(\"true\")";
        some[1].choices.front().second = 1'000'000'007;
        const ReadyKernels kernels = ready(some, *m_compiler);
        QVERIFY(kernels.kernels.empty());
        QVERIFY2(textOf(kernels).find("no rule derives") != std::string::npos, textOf(kernels).c_str());
        QVERIFY2(textOf(kernels).find("has another") != std::string::npos, textOf(kernels).c_str());
        QVERIFY(ready({{"Conv(of another network)", some[1].sketch, {}}}, *m_compiler).kernels.empty());
    }
    void compilersThatFail() {
        const ReadyKernels kernels = ready(winners(), script("poor", "echo 'no room' >&2\nexit 1\n"));
        QVERIFY(kernels.kernels.empty());
        QCOMPARE(kernels.remarks.size(), std::size_t(1)); // once for both
        QVERIFY2(kernels.remarks[0].find("2 generated kernels") != std::string::npos &&
                     kernels.remarks[0].find("no room") != std::string::npos,
                 kernels.remarks[0].c_str());
    }
    // The first ends after its time, and the others are not waited for.
    void compilersThatHang() {
        loopnest::CompileLimits limits;
        limits.patience = std::chrono::milliseconds(300);
        const QString calls = m_folder.filePath("calls");
        const ReadyKernels kernels =
            ready(winners(), script("hangs", "echo 1 >> " + calls.toUtf8() + "\nexec sleep 600\n"), limits);
        QVERIFY(kernels.kernels.empty());
        QCOMPARE(kernels.remarks.size(), std::size_t(1));
        QFile counted(calls);
        QVERIFY(counted.open(QIODevice::ReadOnly));
        QCOMPARE(counted.readAll().count('1'), 1);
    }
    // The cache has the first one: it runs, and the other is told of by its name.
    void noCompilerAndAnObject() {
        const QTemporaryDir folder;
        const loopnest::ObjectCache cache =
            *loopnest::ObjectCache::in(folder.filePath("kernels").toStdString());
        const auto all = winners();
        const auto first =
            readyKernels(std::span(all).first(1), m_network, test::NestOpsets, *m_compiler, cache);
        QCOMPARE(first->kernels.size(), std::size_t(1));
        const auto kernels = readyKernels(all, m_network, test::NestOpsets, loopnest::noCompiler(), cache);
        QVERIFY(kernels);
        QCOMPARE(kernels->kernels, first->kernels);
        QCOMPARE(kernels->remarks.size(), std::size_t(1));
        QVERIFY2(kernels->remarks[0].find("1 generated kernel runs as the program's own (" + m_tasks[1].label +
                                          "): there is no C compiler") == 0,
                 kernels->remarks[0].c_str());
    }
    void noCompiler() {
        const QByteArray before = qgetenv("PATH");
        qputenv("PATH", "/no/such/folder");
        const auto kernels = readyKernels(winners(), m_network, test::NestOpsets);
        qputenv("PATH", before);
        QVERIFY(kernels && kernels->kernels.empty());
        QCOMPARE(kernels->remarks.size(), std::size_t(1));
        QVERIFY2(kernels->remarks[0].find("there is no C compiler") != std::string::npos,
                 kernels->remarks[0].c_str());
    }
    // One that adds what it should multiply: found in a process of its own, before the network runs.
    void wrongObjectsAreRefused() {
        const QByteArray cc = QByteArray::fromStdString(m_compiler->program.string());
        const loopnest::Compiler wrong =
            script("wrong", "for last; do :; done\nsed -i 's/ \\* g/ + g/g' \"$last\"\n" + QByteArray("exec ") +
                                cc + " \"$@\"\n");
        const ReadyKernels kernels = ready(winners(), wrong);
        QVERIFY(kernels.kernels.empty());
        QVERIFY2(textOf(kernels).find("its result is another one") != std::string::npos,
                 textOf(kernels).c_str());
        // Nor is it taken from the cache the next time.
        QVERIFY(ready(winners(), wrong).kernels.empty());
    }
    // The executor checks what it is given: shapes before each run, the result in the first one.
    void wrongResultsAreRefused() {
        const ir::Graph graph = test::convolutionGraph({1, 8, 12, 12}, {8, 8, 3, 3}, 1);
        const ir::Graph strided = test::convolutionGraph({1, 8, 24, 24}, {8, 8, 3, 3}, 1, 2);
        const std::vector<Task> tasks = tasksOf(graph, test::NestOpsets),
                                others = tasksOf(strided, test::NestOpsets);
        const std::vector<GeneratedWinner> other{winnerFor(others.front())};
        auto kernels = readyKernels(other, strided, test::NestOpsets, *m_compiler, *m_cache)->kernels;
        QCOMPARE(kernels.size(), std::size_t(1));
        kernels.front().key = tasks.front().key;
        exec::RunOptions options;
        options.generated = kernels;
        const auto unloaded = exec::run(graph, test::NestOpsets, feedsOf(graph), options);
        QVERIFY(!unloaded && unloaded.error().message.find("is not loaded") != std::string::npos);
        options.loaded = *agent::loadOwn(m_cache->folder(), kernels);
        const auto refused = exec::run(graph, test::NestOpsets, feedsOf(graph), options);
        QVERIFY(!refused);
        QVERIFY2(refused.error().message.find("is of other shapes") != std::string::npos,
                 refused.error().message.c_str());
        // The same shapes, and another result.
        kernels =
            readyKernels({{winnerFor(tasks.front())}}, graph, test::NestOpsets, *m_compiler, *m_cache)->kernels;
        QCOMPARE(kernels.size(), std::size_t(1));
        kernels::LoadedKernels spoiled = **agent::loadOwn(m_cache->folder(), kernels);
        static kernels::GeneratedKernel zeros;
        zeros = *spoiled.begin()->second;
        zeros.run = [](const float* const*, const float*, const float*, float* output, std::int64_t,
                       std::int64_t) { output[0] = 1e6F; };
        spoiled.begin()->second = &zeros;
        options.generated = kernels;
        options.loaded = std::make_shared<const kernels::LoadedKernels>(spoiled);
        const auto wrong = exec::run(graph, test::NestOpsets, feedsOf(graph), options);
        QVERIFY(!wrong);
        QVERIFY2(wrong.error().message.find("the generated kernel is refused") != std::string::npos,
                 wrong.error().message.c_str());
    }
    // Nothing but this user's own objects is loaded, by their digest and from their folder.
    void objectsOfOthers() {
        const auto kernels = ready(winners(), *m_compiler).kernels;
        const auto message = [&](const std::filesystem::path& folder, const std::string& object) {
            const auto loaded =
                agent::loadOwn(folder, std::vector{kernels::GeneratedChoice{"key", object, {}}});
            return loaded ? std::string() : loaded.error().message;
        };
        const std::string& good = kernels.front().object;
        QCOMPARE(message(m_cache->folder(), good), std::string());
        QVERIFY(message({}, good).find("none is loaded here") != std::string::npos);
        QVERIFY(message(m_cache->folder(), "../" + good).find("is no name") != std::string::npos);
        QVERIFY(message(m_cache->folder(), std::string(64, 'g')).find("is no name") != std::string::npos);
        QVERIFY(message(m_cache->folder(), std::string(64, 'a')).find("not among those") != std::string::npos);
        const std::filesystem::path object = m_cache->folder() / (good + ".so");
        std::filesystem::permissions(object, std::filesystem::perms::others_write,
                                     std::filesystem::perm_options::add);
        QVERIFY(message(m_cache->folder(), good).find("not among those") != std::string::npos);
        std::filesystem::permissions(object, std::filesystem::perms::others_write,
                                     std::filesystem::perm_options::remove);
        QFile changed(QString::fromStdString(object.string()));
        QVERIFY(changed.open(QIODevice::Append) && changed.write("x") == 1);
        changed.close();
        QVERIFY(message(m_cache->folder(), good).find("not among those") != std::string::npos);
    }
};

EDGEWRIGHT_TEST(WinnersTest)

} // namespace edgewright::winners_test

#include "winners_test.moc"
