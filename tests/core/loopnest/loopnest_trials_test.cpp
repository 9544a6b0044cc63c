// SPDX-License-Identifier: GPL-3.0-or-later
// Trials of generated kernels in a process of their own: right ones, wrong ones, those that hang or crash.
#include "core/agent/generated_run.h"
#include "core/loopnest/c_source.h"
#include "core/loopnest/run_lines.h"
#include "tests/core/loopnest/random_nests.h"
#include "tests/support/test_class.h"

#include <QTemporaryDir>
#include <QTest>

#include <limits>

namespace edgewright::loopnest_trials_test {

using namespace edgewright::loopnest;

namespace {

// The kernels of a source, with others that have the same operands behind them: their functions run, by name.
std::string withOthers(std::string source, const std::string& functions,
                       const std::vector<std::string>& names) {
    const std::string table = "static const struct kernel kernels[] = {\n";
    const std::size_t begin = source.find(table);
    std::size_t record = begin + table.size();
    const std::size_t end = source.find('\n', record) + 1;
    const std::string first = source.substr(record, end - record);
    std::string more;
    for (const std::string& name : names) {
        std::string copy = first;
        copy.replace(copy.find("run0"), 4, name);
        more += copy;
    }
    source.insert(end, more);
    source.insert(begin, functions);
    const std::string version = "{" + std::to_string(kernels::GeneratedVersion) + ", ",
                      count = version + "1, kernels}";
    source.replace(source.find(count), count.size(), version + std::to_string(1 + names.size()) + ", kernels}");
    return source;
}

constexpr const char* Others = R"(
#define ARGUMENTS const float* const* o, const float* p, const float* c, float* y, i64 begin, i64 end
static void hangs(ARGUMENTS) { for (volatile int forever = 1; forever;) {} }
static void crashes(ARGUMENTS) { *(volatile int*)8 = 1; }
static void ends(ARGUMENTS) { __builtin_trap(); }
static void lies(ARGUMENTS) { y[0] = 1; }
)";

} // namespace

class LoopnestTrialsTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        QVERIFY(m_folder.isValid());
        m_compiler = *findCompiler();
        m_cache.emplace(*ObjectCache::in(m_folder.filePath("kernels").toStdString()));
    }

    void kernelsAreMeasuredBesideTheOwn() {
        for (const ir::Graph& graph : {test::convolutionGraph({1, 16, 20, 20}, {24, 16, 3, 3}, 1),
                                       test::convolutionGraph({1, 24, 15, 15}, {24, 1, 3, 3}, 1, 2)}) {
            const auto bench = KernelBench::make(graph, test::NestOpsets);
            QVERIFY2(bench, bench ? "" : bench.error().message.c_str());
            const std::vector<Schedule> some = schedules(*bench, 16);
            KernelTrialOptions options;
            options.samples = 3;
            const auto trials = bench->measure(m_compiler, *m_cache, some, options);
            QVERIFY2(trials, trials ? "" : trials.error().message.c_str());
            QVERIFY(trials->compiled);
            QCOMPARE(trials->kernels.size(), some.size());
            QCOMPARE(trials->own.size(), std::size_t(3));
            for (std::size_t i = 0; i < some.size(); ++i) {
                QVERIFY2(trials->kernels[i].end == KernelEnd::Correct, some[i].text().c_str());
                const std::size_t samples = trials->kernels[i].seconds.size(); // a very slow one has one
                QVERIFY(samples == 3 || samples == 1);
            }
            const auto again = bench->measure(m_compiler, *m_cache, some, options);
            QVERIFY(again && !again->compiled);
        }
    }

    void theOthersGoOn() {
        const auto bench =
            KernelBench::make(test::convolutionGraph({1, 8, 9, 9}, {8, 8, 3, 3}, 1), test::NestOpsets);
        QVERIFY(bench);
        const auto nest = Nest::of(schedules(*bench, 1).front());
        const std::string source = withOthers(sourceOf(std::span(&*nest, 1)), Others,
                                              {"crashes", "run0", "hangs", "lies", "ends", "run0"});
        const auto object = m_cache->object(m_compiler, source);
        QVERIFY2(object, object ? "" : object.error().message.c_str());
        KernelTrialOptions options;
        options.samples = 2;
        options.patience = std::chrono::seconds(8); // beside a machine that is busy
        const auto trials = bench->measureObject(*object, 7, options);
        QVERIFY2(trials, trials ? "" : trials.error().message.c_str());
        std::vector<KernelEnd> ends;
        for (const KernelOutcome& each : trials->kernels) {
            ends.push_back(each.end);
            QCOMPARE(!each.seconds.empty(), each.end == KernelEnd::Correct);
        }
        QCOMPARE(ends,
                 (std::vector{KernelEnd::Correct, KernelEnd::Crashed, KernelEnd::Correct, KernelEnd::TimedOut,
                              KernelEnd::Wrong, KernelEnd::Crashed, KernelEnd::Correct}));
        QCOMPARE(trials->own.size(), std::size_t(2));
    }

    void objectsThatAreNone() {
        const auto bench =
            KernelBench::make(test::convolutionGraph({1, 8, 9, 9}, {8, 8, 3, 3}, 1), test::NestOpsets);
        QVERIFY(bench);
        const auto missing = bench->measureObject(m_folder.filePath("none.so").toStdString(), 2, {});
        QVERIFY(!missing);
        QVERIFY2(missing.error().message.find("none.so") != std::string::npos, missing.error().message.c_str());
        // Of another operator: it writes as many elements as that has.
        const auto other =
            KernelBench::make(test::convolutionGraph({1, 8, 7, 9}, {8, 8, 3, 3}, 1), test::NestOpsets);
        const auto nest = Nest::of(schedules(*other, 1).front());
        const auto object = m_cache->object(m_compiler, sourceOf(std::span(&*nest, 1)));
        QVERIFY(object);
        const auto trials = bench->measureObject(*object, 1, {});
        QVERIFY(trials && trials->kernels[0].end == KernelEnd::Crashed);
    }

    void stopped() {
        const auto bench =
            KernelBench::make(test::convolutionGraph({1, 8, 9, 9}, {8, 8, 3, 3}, 1), test::NestOpsets);
        std::stop_source source;
        source.request_stop();
        const auto trials =
            bench->measure(m_compiler, *m_cache, schedules(*bench, 2), {}, {source.get_token(), nullptr});
        QVERIFY(!trials);
        QCOMPARE(trials.error().code, ErrorCode::Cancelled);
    }

    // Kernels can write what they want to where the process tells its lines.
    void linesOfOthers() {
        KernelTrials trials;
        trials.kernels.resize(2);
        RunLines lines(trials, exec::Tolerance::norm(1e-4));
        for (const char* const line :
             {"", "sample", "sample 7 1", "sample -2 1", "sample 0 nan", "sample 0 -1", "sample 0 x",
              "begin -1", "begin 99999999999999999999", "end 1", "end 1 0", "nothing 1 2", "end -1 0 0 0"})
            lines.take(line);
        QVERIFY(trials.own.empty() && trials.kernels[0].seconds.empty() && !lines.isDone());
        lines.take("begin 0");
        QCOMPARE(lines.running(), std::optional<std::int64_t>(0));
        lines.take("end 0 0 0 0");
        QVERIFY(trials.kernels[0].end == KernelEnd::Correct);
        lines.take("end 0 inf inf 0");
        QVERIFY(trials.kernels[0].end == KernelEnd::Wrong);
        lines.take("end 0 0 0 3");
        QVERIFY(trials.kernels[0].end == KernelEnd::Wrong);
        lines.take("end 0 nan nan 0");
        QVERIFY(trials.kernels[0].end == KernelEnd::Wrong);
        lines.take("sample -1 0.5");
        lines.take("sample 1 0.25");
        QCOMPARE(trials.own, std::vector{0.5});
        QCOMPARE(trials.kernels[1].seconds, std::vector{0.25});
        lines.take("done");
        QVERIFY(lines.isDone());
    }

    void ordersAreWords() {
        const agent::GeneratedOrder order{"a.bundle", "b.so", {0, 3}, 2, 7, "folder"};
        const auto read = agent::generatedOrderOf(agent::wordsOf(order));
        QVERIFY(read);
        QCOMPARE(agent::wordsOf(*read), agent::wordsOf(order));
        QVERIFY(agent::generatedOrderOf({"a", "b", "-", "1", "0", "f"})->kernels.empty());
        for (const std::vector<std::string>& words : {std::vector<std::string>{},
                                                      {"a", "b", "-1", "1", "1", "f"},
                                                      {"a", "b", "1,x", "1", "1", "f"},
                                                      {"a", "b", "1", "0", "1", "f"},
                                                      {"a", "b", "1", "1", "", "f"},
                                                      {"a", "b", "99999", "1", "1", "f"}})
            QVERIFY(!agent::generatedOrderOf(words));
    }

private:
    std::vector<Schedule> schedules(const KernelBench& bench, std::size_t count) const {
        test::OperatorMaker maker(17);
        return maker.schedules(ScheduleSpace(bench.computation(), targetHere()), count);
    }

    QTemporaryDir m_folder;
    Compiler m_compiler;
    std::optional<ObjectCache> m_cache;
};

EDGEWRIGHT_TEST(LoopnestTrialsTest)

} // namespace edgewright::loopnest_trials_test

#include "loopnest_trials_test.moc"
