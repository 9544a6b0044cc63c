// SPDX-License-Identifier: GPL-3.0-or-later
// Generated kernels against the definition: random shapes, random schedules, every sketch.
#include "core/kernels/generated_kernel.h"
#include "core/loopnest/c_source.h"
#include "core/loopnest/compiler.h"
#include "tests/core/loopnest/random_nests.h"
#include "tests/support/test_class.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace edgewright::loopnest_kernels_test {

using namespace edgewright::loopnest;

namespace {

double largestDifference(std::span<const float> a, std::span<const float> b) {
    double largest = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        const double difference = std::abs(double(a[i]) - double(b[i]));
        if (!(difference <= largest)) largest = difference; // and of NaN
    }
    return largest;
}

// A schedule for each sketch, where one was found, and further ones.
std::vector<Schedule> someSchedules(test::OperatorMaker& maker, const ScheduleSpace& space, std::size_t count) {
    std::vector<Schedule> chosen, rest;
    std::set<std::string> sketches;
    for (Schedule& each : maker.schedules(space, 8 * count))
        (sketches.insert(each.sketch.name()).second ? chosen : rest).push_back(std::move(each));
    for (Schedule& each : rest)
        if (chosen.size() < count) chosen.push_back(std::move(each));
    return chosen;
}

} // namespace

class LoopnestKernelsTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        const auto found = findCompiler();
        QVERIFY2(found, found ? "" : found.error().message.c_str());
        m_compiler = *found;
        QVERIFY(m_folder.isValid());
    }

    void simplifiedIsTheSame() {
        test::OperatorMaker maker(11);
        for (int i = 0; i < 60; ++i) {
            const test::RandomOperator made = maker.any();
            const Computation computation = *computationOf(made.graph);
            QCOMPARE(evaluated(simplified(computation), made.spans()), evaluated(computation, made.spans()));
        }
    }

    void everySketchIsRight_data() {
        QTest::addColumn<int>("seed");
        for (int seed = 1; seed <= 6; ++seed)
            QTest::addRow("%d", seed) << seed;
    }
    void everySketchIsRight() {
        QFETCH(int, seed);
        test::OperatorMaker maker(static_cast<std::uint64_t>(seed));
        const Target target = targetHere();
        for (const int kind : {0, 1, 2, 3}) {
            const test::RandomOperator made = kind == 0   ? maker.convolution(false)
                                              : kind == 1 ? maker.convolution(true)
                                              : kind == 2 ? maker.gemm()
                                                          : maker.product();
            const auto given = computationOf(made.graph);
            QVERIFY2(given, given ? "" : given.error().message.c_str());
            const std::vector<float> expected = evaluated(*given, made.spans());
            const auto computation = std::make_shared<const Computation>(simplified(*given));
            const std::vector<Schedule> schedules =
                someSchedules(maker, ScheduleSpace(computation, target), 16);
            QVERIFY2(!schedules.empty(), computation->text().c_str());
            runAll(made, schedules, expected, seed * 10 + kind);
        }
    }
    // The shapes above were not all of one structure.
    void manySketchesWereRight() {
        QVERIFY2(m_sketches.size() >= 6, qPrintable(QString::number(m_sketches.size())));
        for (const char* const step : {"vectorise ow", "vectorise oc", "pack", "copy padded", "cache write"})
            QVERIFY2(
                std::ranges::any_of(
                    m_sketches, [&](const std::string& each) { return each.find(step) != std::string::npos; }),
                step);
    }

    // A residual connection and both bounds behind the sum.
    void epilogues() {
        const ir::Graph graph = test::convolutionGraph({1, 5, 11, 13}, {17, 5, 3, 3}, 2);
        Computation given = *computationOf(graph);
        given.epilogue.low = 0.0F;
        given.epilogue.high = 0.75F;
        Access residual = given.output;
        residual.name = "b1";
        residual.place = 3;
        given.epilogue.addends.push_back({residual, 0.25F});
        cost::search::Random random(3);
        test::RandomOperator made{graph, {}};
        for (const ir::Dims& dims :
             {ir::Dims{1, 5, 11, 13}, ir::Dims{17, 5, 3, 3}, ir::Dims{17}, given.output.dims})
            made.operands.push_back(test::randomFloats(dims, random));
        const auto computation = std::make_shared<const Computation>(simplified(given));
        test::OperatorMaker maker(13);
        const std::vector<float> expected = evaluated(given, made.spans());
        QVERIFY(std::ranges::count(expected, 0.75F) > 0 && std::ranges::count(expected, 0.0F) > 0);
        runAll(made, someSchedules(maker, ScheduleSpace(computation, targetHere()), 16), expected, 1000);
    }

    void objectsOfOthersAreRefused() {
        const auto loads = [&](const std::string& source, const char* name) {
            const std::string object = m_folder.filePath(name).toStdString();
            const auto compiled = compile(m_compiler, source, object);
            return compiled && kernels::loadGenerated(object);
        };
        QVERIFY(!loads("int other;", "other.so"));
        QVERIFY(!loads("const long edgewright_generated[3] = {2, 1, 0};", "version.so"));
        QVERIFY(!loads("const long edgewright_generated[3] = {1, 1, 0};", "none.so"));
        QVERIFY(!loads("static const long one[9] = {1, 1, 0, 0, 0, 1, 0, 0, 0};\n"
                       "const struct { long version, count; const long* kernels; } "
                       "edgewright_generated = {1, 1, one};",
                       "functions.so"));
        QVERIFY(!kernels::loadGenerated(m_folder.filePath("missing.so").toStdString()));
    }

private:
    void runAll(const test::RandomOperator& made, const std::vector<Schedule>& schedules,
                const std::vector<float>& expected, int number) {
        std::vector<Nest> nests;
        for (const Schedule& each : schedules)
            nests.push_back(*Nest::of(each));
        const std::string object = m_folder.filePath(QString("%1.so").arg(number)).toStdString();
        const auto compiled = compile(m_compiler, sourceOf(nests), object);
        QVERIFY2(compiled, compiled ? "" : compiled.error().message.c_str());
        const auto kernels = kernels::loadGenerated(object);
        QVERIFY2(kernels, kernels ? "" : kernels.error().message.c_str());
        QCOMPARE(kernels->size(), schedules.size());
        for (std::size_t i = 0; i < kernels->size(); ++i) {
            m_sketches.insert(schedules[i].sketch.name());
            const auto call = kernels::GeneratedCall::make((*kernels)[i], made.pointers());
            QVERIFY2(call, call ? "" : call.error().message.c_str());
            QVERIFY(!kernels::GeneratedCall::make((*kernels)[i], {}));
            for (const int threads : {1, 2}) {
                std::vector<float> written(expected.size() + 1, 1e9F); // one more: it stays
                call->run(written.data(), threads);
                QCOMPARE(written.back(), 1e9F);
                written.pop_back();
                const double difference = largestDifference(written, expected);
                QVERIFY2(difference < 2e-4, (schedules[i].computation->text() + " | " + schedules[i].text() +
                                             ": " + std::to_string(difference))
                                                .c_str());
            }
        }
    }

    Compiler m_compiler;
    QTemporaryDir m_folder;
    std::set<std::string> m_sketches;
};

EDGEWRIGHT_TEST(LoopnestKernelsTest)

} // namespace edgewright::loopnest_kernels_test

#include "loopnest_kernels_test.moc"
