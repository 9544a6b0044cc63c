// SPDX-License-Identifier: GPL-3.0-or-later
// What runs inside of If, Loop and Scan lies in the planned arena, too.
#include "core/exec/executor.h"
#include "core/ir/builder.h"
#include "core/memory/body_plan.h"
#include "core/memory/plan_verify.h"
#include "core/ops/infer.h"
#include "core/pipeline/memory/memory_plan.h"
#include "tests/support/test_class.h"

#define QT_NO_KEYWORDS // ArenaPlan has slots of its own
#include <QTest>

#include <algorithm>
#include <functional>

namespace edgewright::body_memory_test {

using ir::DataType;
using ir::Dims;
using ir::Tensor;
using ir::TensorType;

namespace {

const ir::Opsets Opsets{{"", 17}};
const TensorType Row(DataType::Float32, Dims{100}); // 400 bytes, 448 with what the alignment leaves free
constexpr std::int64_t RowBytes = 448;

using Body = std::shared_ptr<const ir::Graph>;
Body shared(ir::GraphBuilder& builder) { return std::make_shared<const ir::Graph>(builder.take()); }

bool sameBits(const Tensor& a, const Tensor& b) {
    return a.type() == b.type() && std::ranges::equal(a.bytes(), b.bytes());
}

// Of a Loop that carries as many rows as `make` gets; what it returns is carried on, then collected.
using Make = std::function<std::vector<ValueId>(ir::GraphBuilder&, const std::vector<ValueId>&)>;
Body loopBody(std::size_t carried, const Make& make, bool goesOn = true) {
    ir::GraphBuilder body;
    const ValueId i = body.input("i", {DataType::Int64, Dims{}});
    const ValueId more = body.input("more", {DataType::Bool, Dims{}});
    std::vector<ValueId> rows;
    for (std::size_t k = 0; k < carried; ++k)
        rows.push_back(body.input("carried" + std::to_string(k), Row));
    const ValueId three = body.constant("three", Tensor::scalar<std::int64_t>(3));
    body.output(goesOn ? more : body.node("Less", {i, three}));
    for (const ValueId id : make(body, rows))
        body.output(id);
    return shared(body);
}

ValueId outer(ir::GraphBuilder& body, ValueId of) {
    const ValueId id = body.value("outer" + std::to_string(of.index()), Row);
    body.graph().value(id).outer = of;
    return id;
}

} // namespace

class BodyMemoryTest : public QObject {
    Q_OBJECT

    struct Ran {
        std::shared_ptr<const pipeline::MemoryPlan> plan;
        exec::RunResult run;
        std::int64_t outside = 0;
    };

    // Plans and runs with guards; the outputs are those without an arena.
    static std::optional<Ran> ran(const ir::Graph& graph, const ir::Opsets& opsets = Opsets) {
        const ir::Graph typed = ops::inferTypes(graph, opsets).graph;
        const auto feeds = ir::seededFeeds(typed, 1);
        const auto plan = pipeline::plan(typed, opsets, {});
        if (!feeds || !plan) return std::nullopt;
        exec::RunOptions plain;
        const auto expected = exec::run(typed, opsets, *feeds, plain);
        const ir::ArenaPlan arena = memory::arenaPlan((*plan)->liveness, (*plan)->solution);
        exec::RunOptions inside;
        inside.arena = &arena;
        inside.guardArena = true;
        auto result = exec::run((*plan)->graph(), opsets, *feeds, inside);
        if (!expected || !result) {
            qWarning("%s", (expected ? result : expected).error().message.c_str());
            return std::nullopt;
        }
        if (!std::ranges::equal(result->outputs, expected->outputs, sameBits)) {
            qWarning("the outputs differ");
            return std::nullopt;
        }
        const std::int64_t outside = result->valueBytes - (*plan)->solution.peak;
        return Ran{*plan, *std::move(result), outside};
    }

    static const memory::Buffer* bodyBuffer(const memory::Liveness& live) {
        const auto found =
            std::ranges::find(live.problem.buffers, memory::BufferKind::Body, &memory::Buffer::kind);
        return found == live.problem.buffers.end() ? nullptr : &*found;
    }

    struct Loop {
        ir::GraphBuilder builder;
        std::vector<ValueId> start;
        ValueId trips;

        Loop(std::size_t carried, bool knownTrips) {
            for (std::size_t k = 0; k < carried; ++k)
                start.push_back(builder.input("x" + std::to_string(k), Row));
            trips = knownTrips ? builder.constant("trips", Tensor::scalar<std::int64_t>(5))
                               : builder.node("ReduceSum", {builder.input("bits", {DataType::Int64, Dims{20}})},
                                              {{"keepdims", std::int64_t(0)}});
        }
        ir::Graph take(const Body& body, std::size_t outputs) {
            std::vector<ValueId> inputs{trips, ValueId()}, made;
            inputs.insert(inputs.end(), start.begin(), start.end());
            for (std::size_t k = 0; k < outputs; ++k)
                made.push_back(builder.value("y" + std::to_string(k)));
            builder.nodeInto("Loop", inputs, made, {{"body", body}});
            for (const ValueId id : made)
                builder.output(id);
            return builder.take();
        }
    };

private Q_SLOTS:
    // The larger of both branches, whichever runs.
    void branches() {
        for (const bool small : {false, true}) {
            ir::GraphBuilder builder;
            const ValueId x = builder.input("x", Row);
            const ValueId first =
                builder.node("Slice", {x, builder.constant("from", Tensor::of<std::int64_t>({1}, {0})),
                                       builder.constant("to", Tensor::of<std::int64_t>({1}, {1}))});
            const ValueId limit = builder.constant("limit", Tensor::scalar(small ? 100.f : -100.f));
            const ValueId condition = builder.node("Greater", {first, limit});
            const auto branch = [&](bool large) {
                ir::GraphBuilder body;
                const ValueId in = outer(body, x);
                const ValueId a = body.node("Exp", {in});
                body.output(
                    large ? body.node("Mul",
                                      {body.node("CumSum",
                                                 {a, body.constant("axis", Tensor::scalar<std::int64_t>(0))}),
                                       body.node("Softmax", {a})})
                          : a);
                return shared(body);
            };
            const ValueId y = builder.value("y");
            builder.nodeInto("If", {condition}, {y},
                             {{"then_branch", branch(true)}, {"else_branch", branch(false)}});
            builder.output(y);
            const auto done = ran(builder.take());
            QVERIFY(done);
            QCOMPARE(done->outside, std::int64_t(0));
            QVERIFY(done->plan->liveness.skipped.empty());
            const memory::Buffer* buffer = bodyBuffer(done->plan->liveness);
            QVERIFY(buffer && buffer->name.starts_with("body of If"));
            QCOMPARE(buffer->size, 2 * RowBytes + 400); // a, its sums, its Softmax
            QVERIFY(done->plan->lowerBound >= buffer->size);
        }
    }

    // [MatMul, Add] reads at once what it multiplies and what it adds. One by one, the first is gone when the
    // second is made.
    void groupsInsideGiveWay() {
        const TensorType row(DataType::Float32, Dims{1, 100});
        ir::GraphBuilder inner;
        const ValueId a = inner.input("a", row), added = inner.input("added", row);
        const ValueId weights =
            inner.constant("w", Tensor::of<float>({100, 100}, std::vector<float>(10'000, 0.01F)));
        inner.output(inner.node("Add", {inner.node("MatMul", {a, weights}), added}));
        ir::Graph members = inner.take();
        members.node(members.order()[0]).origins = {NodeId(1)};
        members.node(members.order()[1]).origins = {NodeId(3)};

        ir::GraphBuilder builder;
        const ValueId x = builder.input("x", row), yes = builder.input("yes", {DataType::Bool, Dims{}});
        const auto seenIn = [&](ir::GraphBuilder& body) {
            const ValueId seen = body.value("seen", row);
            body.graph().value(seen).outer = x;
            return seen;
        };
        ir::GraphBuilder branch, other;
        const ValueId seen = seenIn(branch);
        ir::Node group;
        group.op = "MatMulAdd";
        group.domain = ir::FusedDomain;
        group.inputs = {branch.node("Softmax", {seen}), branch.node("Exp", {seen})};
        group.outputs = {branch.value("sum")};
        group.origins = {NodeId(1), NodeId(3)};
        group.body = std::make_shared<const ir::Graph>(std::move(members));
        branch.graph().node(NodeId(1)).origins = {NodeId(2)}; // Exp came behind MatMul
        branch.graph().addNode(group);
        branch.output(group.outputs[0]);
        other.output(other.node("Neg", {seenIn(other)}));
        const ValueId y = builder.value("y");
        const NodeId node = builder.nodeInto("If", {yes}, {y},
                                             {{"then_branch", shared(branch)}, {"else_branch", shared(other)}});
        builder.output(y);
        const auto done = ran(builder.take());
        QVERIFY(done);
        QCOMPARE(done->plan->execution.splits.size(), std::size_t(1));
        QCOMPARE(done->plan->execution.splits[0].group, node);
        QCOMPARE(done->plan->execution.splits[0].bytes, RowBytes);
        const memory::Buffer* buffer = bodyBuffer(done->plan->liveness);
        QVERIFY(buffer);
        QCOMPARE(buffer->size, RowBytes + 400);
    }

    void loops_data() {
        QTest::addColumn<bool>("known");
        QTest::addColumn<bool>("goesOn");
        QTest::newRow("known trips") << true << true;
        QTest::newRow("trips that the run tells") << false << true;
        QTest::newRow("a condition ends it") << true << false;
    }
    // A row is carried, each is collected.
    void loops() {
        QFETCH(bool, known);
        QFETCH(bool, goesOn);
        Loop loop(1, known);
        const Body body = loopBody(
            1,
            [](ir::GraphBuilder& b, const std::vector<ValueId>& rows) {
                const ValueId next = b.node("Softmax", {rows[0]});
                return std::vector<ValueId>{next, b.node("Neg", {next})};
            },
            goesOn);
        const auto done = ran(loop.take(body, 2));
        QVERIFY(done);
        const bool planned = known && goesOn;
        QCOMPARE(done->outside == 0, planned);
        QCOMPARE(done->plan->liveness.skipped.empty(), planned);
        QVERIFY(bodyBuffer(done->plan->liveness));
    }
    // Without what is collected, the number of trips does not matter.
    void loopsThatCarryOnly() {
        for (const bool goesOn : {true, false}) {
            Loop loop(1, false);
            const auto done = ran(loop.take(loopBody(
                                                1,
                                                [](ir::GraphBuilder& b, const std::vector<ValueId>& rows) {
                                                    return std::vector<ValueId>{b.node("Softmax", {rows[0]})};
                                                },
                                                goesOn),
                                            1));
            QVERIFY(done);
            QCOMPARE(done->outside, std::int64_t(0));
            QVERIFY(bodyBuffer(done->plan->liveness)->size >= RowBytes + 400); // what came, what goes
        }
    }
    // Carried values that change places, are handed through, delayed, and viewed.
    void carriedValuesChangePlaces() {
        const std::vector<Make> makes{
            [](ir::GraphBuilder& b, const std::vector<ValueId>& r) {
                return std::vector<ValueId>{r[1], r[2], b.node("Add", {r[0], r[1]})};
            },
            [](ir::GraphBuilder&, const std::vector<ValueId>& r) {
                return std::vector<ValueId>{r[1], r[2], r[0]};
            },
            [](ir::GraphBuilder& b, const std::vector<ValueId>& r) {
                return std::vector<ValueId>{r[1], r[0], b.node("Add", {r[0], r[2]})};
            },
            [](ir::GraphBuilder& b, const std::vector<ValueId>& r) {
                return std::vector<ValueId>{r[0], b.node("Identity", {r[2]}), b.node("Identity", {r[1]})};
            },
            [](ir::GraphBuilder& b, const std::vector<ValueId>& r) {
                const ValueId sum = b.node("Add", {r[0], r[1]});
                return std::vector<ValueId>{sum, sum, r[0], r[2], b.node("Exp", {r[0]})}; // two are collected
            },
            [](ir::GraphBuilder& b, const std::vector<ValueId>& r) { // a window that moves
                const ValueId whole = b.node("Concat", {r[0], r[1]}, {{"axis", std::int64_t(0)}});
                const auto part = [&](std::int64_t from) {
                    return b.node("Slice", {whole, b.constant("", Tensor::of<std::int64_t>({1}, {from})),
                                            b.constant("", Tensor::of<std::int64_t>({1}, {from + 100}))});
                };
                return std::vector<ValueId>{part(10), part(50), r[2]};
            }};
        for (const Make& make : makes) {
            Loop loop(3, true);
            ir::GraphBuilder probe;
            const std::size_t outputs =
                make(probe, {probe.input("a", Row), probe.input("b", Row), probe.input("c", Row)}).size();
            const auto done = ran(loop.take(loopBody(3, make), outputs));
            QVERIFY(done);
            QCOMPARE(done->outside, std::int64_t(0));
        }
    }

    void scans() {
        for (const std::int64_t axis : {0, 1}) {
            ir::GraphBuilder body;
            const ValueId state = body.input("state", {DataType::Float32, Dims{20}});
            const ValueId step = body.input("step", {DataType::Float32, Dims{20}});
            const ValueId next = body.node("Softmax", {body.node("Add", {state, step})});
            body.output(next);
            body.output(body.node("Exp", {next}));
            ir::GraphBuilder builder;
            const ValueId start = builder.input("start", {DataType::Float32, Dims{20}});
            const ValueId all =
                builder.input("all", {DataType::Float32, axis == 0 ? Dims{7, 20} : Dims{20, 7}});
            const ValueId last = builder.value("last"), each = builder.value("each");
            builder.nodeInto("Scan", {start, all}, {last, each},
                             {{"body", shared(body)},
                              {"num_scan_inputs", std::int64_t(1)},
                              {"scan_input_axes", std::vector<std::int64_t>{axis}},
                              {"scan_input_directions", std::vector<std::int64_t>{1}},
                              {"scan_output_axes", std::vector<std::int64_t>{axis}}});
            builder.output(last);
            builder.output(each);
            const auto done = ran(builder.take());
            QVERIFY(done);
            QCOMPARE(done->outside, std::int64_t(0));
            QVERIFY(done->plan->liveness.skipped.empty());
        }
    }

    // A Loop in the branch of an If, which captures from both graphs around it; and a call in that Loop.
    void nestedBodies() {
        ir::GraphBuilder builder;
        const ValueId x = builder.input("x", Row);
        const ValueId condition = builder.input("condition", {DataType::Bool, Dims{}});
        ir::GraphBuilder branch;
        const ValueId captured = outer(branch, x);
        const ValueId start = branch.node("Exp", {captured});
        const Body body = loopBody(1, [&](ir::GraphBuilder& b, const std::vector<ValueId>& rows) {
            ir::GraphBuilder function;
            const ValueId argument = function.input("argument", Row);
            function.output(function.node("Mul", {function.node("Softmax", {argument}), argument}));
            ir::Node call;
            call.op = "Scaled";
            call.domain = "test";
            call.body = shared(function);
            call.inputs = {rows[0]};
            call.outputs = {b.value("scaled")};
            const ValueId scaled = call.outputs[0];
            b.graph().addNode(std::move(call));
            return std::vector<ValueId>{b.node("Add", {scaled, outer(b, captured)})};
        });
        const ValueId trips = branch.constant("trips", Tensor::scalar<std::int64_t>(3));
        const ValueId result = branch.value("result");
        branch.nodeInto("Loop", {trips, ValueId(), start}, {result}, {{"body", body}});
        branch.output(result);
        ir::GraphBuilder other;
        other.output(other.node("Neg", {outer(other, x)}));
        const ValueId y = builder.value("y");
        builder.nodeInto("If", {condition}, {y},
                         {{"then_branch", shared(branch)}, {"else_branch", shared(other)}});
        builder.output(y);
        const auto done = ran(builder.take());
        QVERIFY(done);
        QCOMPARE(done->outside, std::int64_t(0));
        QVERIFY(done->plan->liveness.skipped.empty());
        const auto& bodies = *done->plan->liveness.bodies.begin()->second;
        QCOMPARE(bodies.size(), std::size_t(2));
        QVERIFY(bodyBuffer(bodies[0].liveness));
    }

    // Sizes that the data decide inside of a body are named with the node.
    void whatHasNoSizeIsNamed() {
        Loop loop(1, true);
        const Body body = loopBody(1, [](ir::GraphBuilder& b, const std::vector<ValueId>& rows) {
            const auto number = [&](const char* name, float value) {
                return b.constant(name, ir::Tensor::scalar<float>(value));
            };
            const ValueId sum =
                b.node("ReduceSum", {b.node("Relu", {rows[0]})}, {{"keepdims", std::int64_t(0)}});
            const ValueId found = b.node(
                "Range", {number("from", 0), b.node("Min", {sum, number("most", 5)}), number("step", 1)});
            const ValueId count = b.node("Cast", {b.node("Size", {found})}, {{"to", std::int64_t(1)}});
            return std::vector<ValueId>{b.node("Add", {rows[0], count})};
        });
        const auto done = ran(loop.take(body, 1));
        QVERIFY(done);
        QVERIFY(done->outside > 0);
        const Diagnostics& skipped = done->plan->liveness.skipped;
        QCOMPARE(skipped.size(), std::size_t(1));
        QVERIFY2(skipped[0].message.starts_with("in 'body' of node 'Loop_"), skipped[0].message.c_str());
        QVERIFY(skipped[0].node.valid() && !skipped[0].value.valid());
    }
    void whatIsNotPlannedIsNamed() {
        ir::GraphBuilder inner;
        inner.output(inner.node("Neg", {inner.input("item", {DataType::Float32, Dims{1}})}));
        ir::GraphBuilder builder;
        const ValueId items = builder.node("SplitToSequence", {builder.input("x", Row)});
        const ValueId mapped = builder.value("mapped");
        builder.nodeInto("SequenceMap", {items}, {mapped}, {{"body", shared(inner)}});
        builder.output(builder.node("ConcatFromSequence", {mapped}, {{"axis", std::int64_t(0)}}));
        const auto done = ran(builder.take());
        QVERIFY(done);
        const Diagnostics& skipped = done->plan->liveness.skipped;
        QVERIFY(std::ranges::find(skipped, "unplanned-body", &Diagnostic::code) != skipped.end());
    }

    void wrongInnerPlansAreRejected() {
        Loop loop(2, true);
        const Body body = loopBody(2, [](ir::GraphBuilder& b, const std::vector<ValueId>& r) {
            const ValueId next = b.node("Softmax", {r[0]});
            return std::vector<ValueId>{next, b.node("Add", {next, r[1]})};
        });
        const auto done = ran(loop.take(body, 2));
        QVERIFY(done);
        const memory::Liveness& good = done->plan->liveness;
        const memory::Solution& solution = done->plan->solution;
        QVERIFY(memory::verifyWithBodies(good, solution).legal);
        const NodeId node = good.bodies.begin()->first;
        const auto plans = good.bodies.begin()->second;
        const auto reasonOf = [&](const std::function<void(memory::Liveness&, memory::BodyPlan&)>& spoil) {
            memory::Liveness bad = good;
            auto inner = *plans;
            spoil(bad, inner[0]);
            bad.bodies[node] = std::make_shared<const std::vector<memory::BodyPlan>>(inner);
            const memory::Verdict verdict = memory::verifyWithBodies(bad, solution);
            return verdict.legal ? std::string() : verdict.reason;
        };
        const auto contains = [](const std::string& text, const char* part) {
            return text.find(part) != std::string::npos;
        };
        // Two values of the body at one place.
        QVERIFY(contains(reasonOf([](memory::Liveness&, memory::BodyPlan& plan) {
                             std::ranges::fill(plan.solution.offsets, 0);
                             plan.solution.peak = 0;
                             for (const memory::Buffer& each : plan.liveness.problem.buffers)
                                 plan.solution.peak = std::max(plan.solution.peak, each.size);
                         }),
                         "share bytes"));
        // More than the node has for it.
        QVERIFY(contains(reasonOf([](memory::Liveness&, memory::BodyPlan& plan) {
                             for (std::int64_t& offset : plan.solution.offsets)
                                 offset += 6400;
                             plan.solution.peak += 6400;
                         }),
                         "the plan ends at"));
        // What one run hands on lies where the next one's inputs go.
        QVERIFY(contains(reasonOf([](memory::Liveness&, memory::BodyPlan& plan) {
                             plan.liveness.problem.steps = 100;
                             std::int64_t lower = 0;
                             for (memory::Buffer& each : plan.liveness.problem.buffers) {
                                 each.lower = lower++;
                                 each.upper = lower;
                             }
                             std::ranges::fill(plan.solution.offsets, 0);
                             plan.solution.peak = 400;
                         }),
                         "what the next one is given"));
        // No memory at all; or that of another time.
        QVERIFY(contains(reasonOf([](memory::Liveness& live, memory::BodyPlan&) {
                             for (memory::Buffer& each : live.problem.buffers)
                                 if (each.kind == memory::BufferKind::Body)
                                     each.kind = memory::BufferKind::Scratch;
                         }),
                         "has no buffer"));
        QVERIFY(contains(reasonOf([](memory::Liveness& live, memory::BodyPlan&) {
                             live.steps.insert(live.steps.begin(), 3, NodeId());
                         }),
                         "is not alive in step"));
    }

    // What a body writes outside of its node's buffer is found while it runs.
    void guardsSeeInside() {
        Loop loop(1, true);
        const ValueId x = loop.start[0];
        const Body body = loopBody(1, [](ir::GraphBuilder& b, const std::vector<ValueId>& r) {
            return std::vector<ValueId>{b.node("Exp", {b.node("Softmax", {r[0]})})};
        });
        const ir::Graph typed = ops::inferTypes(loop.take(body, 1), Opsets).graph;
        const auto plan = pipeline::plan(typed, Opsets, {});
        QVERIFY(plan.has_value());
        ir::ArenaPlan arena = memory::arenaPlan((*plan)->liveness, (*plan)->solution);
        QCOMPARE(arena.bodies.size(), std::size_t(1));
        const ir::Graph& inside = *(*plan)->liveness.bodies.begin()->second->front().graph;
        for (const NodeId id : inside.order())
            if (inside.node(id).is("Softmax"))
                arena.bodies.begin()->second.front().places.at(inside.node(id).output(0)) = arena.places.at(x);
        exec::RunOptions options;
        options.arena = &arena;
        options.guardArena = true;
        const auto result = exec::run((*plan)->graph(), Opsets, *ir::seededFeeds(typed, 1), options);
        QVERIFY(!result);
        QVERIFY2(result.error().message.find("wrote into a live value") != std::string::npos,
                 result.error().message.c_str());
    }
};

EDGEWRIGHT_TEST(BodyMemoryTest)

} // namespace edgewright::body_memory_test

#include "body_memory_test.moc"
