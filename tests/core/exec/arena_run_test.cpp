// SPDX-License-Identifier: GPL-3.0-or-later
// Running inside a planned arena: same results, one allocation, and a wrong plan shows in the results.
#include "core/exec/arena_guard.h"
#include "core/exec/executor.h"
#include "core/ir/builder.h"
#include "core/ops/infer.h"
#include "tests/support/test_class.h"

#include <QTest>

namespace edgewright::arena_run_test {

using ir::DataType;
using ir::Dims;

namespace {

const ir::Opsets Opsets{{"", 17}};

// a = -x; b = |a|; c = exp(b) -> reshape; d = c + a
struct Example {
    ir::Graph graph;
    ValueId a, b, c, view, d;
};

Example example() {
    ir::GraphBuilder builder;
    Example e;
    const ValueId x = builder.input("x", {DataType::Float32, Dims{2, 2}});
    const ValueId shape = builder.constant("shape", ir::Tensor::of<std::int64_t>({2}, {2, 2}));
    e.a = builder.node("Neg", {x});
    e.b = builder.node("Abs", {e.a});
    e.c = builder.node("Exp", {e.b});
    e.view = builder.node("Reshape", {e.c, shape});
    e.d = builder.node("Add", {e.view, e.a});
    builder.output(e.d);
    e.graph = builder.take();
    return e;
}

ir::Feeds feedsFor(const ir::Graph& graph) {
    return {{graph.inputs[0], ir::Tensor::of<float>({2, 2}, {1, -2, 0.5f, 3})}};
}

std::vector<float> elements(const ir::Tensor& tensor) {
    const auto span = tensor.as<float>();
    return {span.begin(), span.end()};
}

std::vector<float> reference(const Example& e) {
    const auto result = exec::run(e.graph, Opsets, feedsFor(e.graph), {});
    return result ? elements(result->outputs[0]) : std::vector<float>();
}

} // namespace

class ArenaRunTest : public QObject {
    Q_OBJECT

private slots:
    void sameResultInOneAllocation() {
        const Example e = example();
        const ir::ArenaPlan plan{
            64, {{e.a, {0, 16}}, {e.b, {16, 16}}, {e.c, {32, 16}}, {e.view, {48, 16}}, {e.d, {16, 16}}}};
        exec::RunOptions options;
        options.arena = &plan;
        const auto result = exec::run(e.graph, Opsets, feedsFor(e.graph), options);
        QVERIFY2(result, result ? "" : result.error().message.c_str());
        QCOMPARE(elements(result->outputs[0]), reference(e));
        QCOMPARE(result->allocations, std::int64_t(1));
        QCOMPARE(result->valueBytes, std::int64_t(64));
    }

    // Inputs that have a place are copied there, which is told; without an arena nothing is.
    void inputsInTheirPlaces() {
        const Example e = example();
        const ValueId x = e.graph.inputs[0];
        const ir::ArenaPlan plan{64,
                                 {{x, {0, 16}},
                                  {e.a, {16, 16}},
                                  {e.b, {32, 16}},
                                  {e.c, {48, 16}},
                                  {e.view, {48, 16}},
                                  {e.d, {0, 16}}}};
        const ir::Feeds feeds = feedsFor(e.graph);
        exec::RunOptions options;
        options.arena = &plan;
        options.guardArena = true;
        const auto result = exec::run(e.graph, Opsets, feeds, options);
        QVERIFY2(result, result ? "" : result.error().message.c_str());
        QCOMPARE(elements(result->outputs[0]), reference(e));
        QCOMPARE(elements(feeds.at(x)), elements(feedsFor(e.graph).at(x)));
        QCOMPARE(result->arenaReach, std::int64_t(64));
        QVERIFY(result->inputCopy.count() > 0);
        QCOMPARE(exec::run(e.graph, Opsets, feeds, {})->inputCopy.count(), 0.0);
    }

    // b and c are written where their only input lies, and the reshaped value stays where it is.
    void inPlaceSlots() {
        const Example e = example();
        const ir::ArenaPlan plan{
            32, {{e.a, {0, 16}}, {e.b, {16, 16}}, {e.c, {16, 16}}, {e.view, {16, 16}}, {e.d, {16, 16}}}};
        exec::RunOptions options;
        options.arena = &plan;
        const auto result = exec::run(e.graph, Opsets, feedsFor(e.graph), options);
        QVERIFY(result.has_value());
        QCOMPARE(elements(result->outputs[0]), reference(e));
        QCOMPARE(result->valueBytes, std::int64_t(32));
    }

    // d's first operand overwrites a, which is still needed: the executor follows the plan, and the harm shows.
    void overlappingPlanGivesWrongResults() {
        const Example e = example();
        const ir::ArenaPlan plan{32, {{e.a, {0, 16}}, {e.b, {0, 16}}, {e.c, {16, 16}}}};
        exec::RunOptions options;
        options.arena = &plan;
        const auto result = exec::run(e.graph, Opsets, feedsFor(e.graph), options);
        QVERIFY(result.has_value());
        QVERIFY(elements(result->outputs[0]) != reference(e));
    }

    // A view of a slot that the plan reuses must not change with it: it gets memory of its own.
    void viewOutsideThePlan() {
        ir::GraphBuilder builder;
        const ValueId x = builder.input("x", {DataType::Float32, Dims{4}});
        const ValueId shape = builder.constant("shape", ir::Tensor::of<std::int64_t>({1}, {4}));
        const ValueId a = builder.node("Neg", {x});
        const ValueId view = builder.node("Reshape", {a, shape});
        const ValueId b = builder.node("Abs", {x});
        builder.output(builder.node("Add", {view, b}));
        const ir::Graph& graph = builder.graph();
        const ir::ArenaPlan plan{16, {{a, {0, 16}}, {b, {0, 16}}}};
        exec::RunOptions options;
        options.arena = &plan;
        const auto result = exec::run(graph, Opsets, {{x, ir::Tensor::of<float>({4}, {1, 2, -3, 4})}}, options);
        QVERIFY(result.has_value());
        QCOMPARE(elements(result->outputs[0]), (std::vector<float>{0, 0, 6, 0}));
    }

    void capturedFromAReusedSlot() {
        const Example e = example();
        const ir::ArenaPlan plan{32, {{e.a, {0, 16}}, {e.b, {16, 16}}, {e.c, {16, 16}}}};
        exec::RunOptions options;
        options.arena = &plan;
        options.capture = {e.b};
        const auto result = exec::run(e.graph, Opsets, feedsFor(e.graph), options);
        QVERIFY(result.has_value());
        QCOMPARE(elements(result->captured.at(e.b)), (std::vector<float>{1, 2, 0.5f, 3}));
    }

    // Slots that do not fit the value or the arena are not used, whatever the plan says.
    void unusableSlots_data() {
        QTest::addColumn<qint64>("offset");
        QTest::addColumn<qint64>("size");
        QTest::newRow("too small") << qint64(0) << qint64(8);
        QTest::newRow("too large") << qint64(0) << qint64(32);
        QTest::newRow("negative") << qint64(-16) << qint64(16);
        QTest::newRow("past the end") << qint64(64) << qint64(16);
        QTest::newRow("overflow") << std::numeric_limits<qint64>::max() - 3 << qint64(16);
        QTest::newRow("misaligned") << qint64(2) << qint64(16);
    }

    void unusableSlots() {
        QFETCH(qint64, offset);
        QFETCH(qint64, size);
        const Example e = example();
        const ir::ArenaPlan plan{64, {{e.a, {offset, size}}}};
        exec::RunOptions options;
        options.arena = &plan;
        const auto result = exec::run(e.graph, Opsets, feedsFor(e.graph), options);
        QVERIFY(result.has_value());
        QCOMPARE(elements(result->outputs[0]), reference(e));
        QCOMPARE(result->allocations, std::int64_t(3)); // the arena; a; b, over which c and d are written
    }

    // Sizes that the data decide are planned as the most that they can be: less lies there, more beside the
    // arena.
    void boundedSizes() {
        ir::GraphBuilder builder;
        const ValueId x = builder.input("x", {DataType::Float32, Dims{2, 3}});
        const ValueId found = builder.node("NonZero", {x}), places = builder.node("Transpose", {found});
        builder.output(places);
        const ir::Graph graph = ops::inferTypes(builder.graph(), Opsets).graph;
        const ir::Feeds feeds{{x, ir::Tensor::of<float>({2, 3}, {0, 1, 0, 2, 0, 3})}};
        const std::vector<std::int64_t> expected{0, 1, 1, 0, 1, 2};
        for (const std::int64_t bytes : {std::int64_t(96), std::int64_t(48), std::int64_t(40)}) {
            ir::ArenaPlan plan{192, {{found, {0, bytes}}, {places, {96, bytes}}}};
            plan.atMost = {found, places};
            exec::RunOptions options;
            options.arena = &plan;
            options.guardArena = true;
            const auto result = exec::run(graph, Opsets, feeds, options);
            QVERIFY2(result.has_value(), result ? "" : result.error().message.c_str());
            const auto elements = result->outputs[0].as<std::int64_t>();
            QCOMPARE(std::vector(elements.begin(), elements.end()), expected);
            QCOMPARE(result->arenaReach, bytes < 48 ? 0 : 96 + 48);
        }
    }

    // What an operator needs for itself lies where the plan wants it, or beside the arena where that is too
    // small.
    void scratchInItsSlot() {
        ir::GraphBuilder builder;
        const ValueId x = builder.input("x", {DataType::Float32, Dims{1, 3, 9, 9}});
        const ValueId w =
            builder.constant("w", ir::Tensor::of<float>({4, 3, 3, 3}, std::vector<float>(108, 0.5f)));
        const ValueId y = builder.node("Conv", {x, w});
        builder.output(y);
        const ir::Graph graph = ops::inferTypes(builder.graph(), Opsets).graph;
        const auto feeds = ir::seededFeeds(graph, 1);
        QVERIFY(feeds.has_value());
        const auto plain = exec::run(graph, Opsets, *feeds, {});
        QVERIFY2(plain, plain ? "" : plain.error().message.c_str());
        QCOMPARE(plain->scratch.size(), std::size_t(1));
        const NodeId conv = graph.order().front();
        QCOMPARE(plain->scratch[0].node, conv);
        const std::int64_t bytes = plain->scratch[0].bytes;
        QVERIFY(bytes > 0 && bytes % 64 == 0 && bytes == plain->scratchBytes());

        const std::int64_t size = *graph.value(y).type.bytes();
        const std::int64_t after = (size + 63) / 64 * 64;
        for (const std::int64_t place :
             {after, after + 4, bytes + after - 60}) { // fits; not aligned; too small
            ir::ArenaPlan plan{after + bytes, {{y, {0, size}}}, {{conv, {place, after + bytes - place}}}};
            exec::RunOptions options;
            options.arena = &plan;
            options.guardArena = true;
            const auto result = exec::run(graph, Opsets, *feeds, options);
            QVERIFY2(result, result ? "" : result.error().message.c_str());
            QVERIFY(std::ranges::equal(result->outputs[0].bytes(), plain->outputs[0].bytes()));
            QVERIFY(place == after ? result->arenaReach > size : result->arenaReach == size);
            QCOMPARE(result->scratchBytes(), bytes);
        }
    }

    // A plan that lets two live values overlap is caught at the node that destroys one.
    void guardsFindWhatStrays() {
        const Example e = example();
        exec::RunOptions options;
        options.guardArena = true;
        const ir::ArenaPlan good{
            64, {{e.a, {0, 16}}, {e.b, {16, 16}}, {e.c, {32, 16}}, {e.view, {48, 16}}, {e.d, {16, 16}}}};
        options.arena = &good;
        const auto guarded = exec::run(e.graph, Opsets, feedsFor(e.graph), options);
        QVERIFY2(guarded, guarded ? "" : guarded.error().message.c_str());
        QCOMPARE(elements(guarded->outputs[0]), reference(e));
    }
    void guardReportsTheByte() {
        std::vector<std::byte> arena(64);
        const std::span<std::byte> all(arena);
        {
            exec::ArenaGuard guard(all, {all.subspan(0, 16)}, {all.subspan(16, 16)});
            arena[20] = std::byte{1}; // its own output
            QVERIFY(guard.check());
            arena[40] = std::byte{1};
            const auto strayed = guard.check();
            QVERIFY(!strayed);
            QVERIFY2(strayed.error().message.find("byte 40") != std::string::npos,
                     strayed.error().message.c_str());
        }
        exec::ArenaGuard guard(all, {all.subspan(0, 16)}, {all.subspan(16, 16)});
        arena[3] = std::byte{9};
        const auto strayed = guard.check();
        QVERIFY(!strayed);
        QVERIFY2(strayed.error().message.find("live value") != std::string::npos,
                 strayed.error().message.c_str());
    }
};

EDGEWRIGHT_TEST(ArenaRunTest)

} // namespace edgewright::arena_run_test

#include "arena_run_test.moc"
