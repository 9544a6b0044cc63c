// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/executor.h"
#include "core/exec/program.h"
#include "core/ir/builder.h"
#include "core/ops/infer.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <stop_token>

namespace edgewright::executor_test {

using ir::DataType;
using ir::Dims;
using ir::TensorType;

namespace {

const ir::Opsets Opsets{{"", 17}};

TensorType vector(std::int64_t n) { return {DataType::Float32, Dims{n}}; }
ir::Tensor floats(std::vector<float> values) {
    return ir::Tensor::of({static_cast<std::int64_t>(values.size())}, values);
}
std::vector<float> elements(const ir::Tensor& tensor) {
    const auto span = tensor.as<float>();
    return {span.begin(), span.end()};
}

// x -> Neg -> Exp -> Neg -> ... (count nodes)
ir::Graph chain(std::int64_t n, int count) {
    ir::GraphBuilder builder;
    ValueId value = builder.input("x", vector(n));
    for (int i = 0; i < count; ++i)
        value = builder.node(i % 2 == 0 ? "Neg" : "Abs", {value});
    builder.output(value);
    return builder.take();
}

Result<exec::RunResult> runOn(const ir::Graph& graph, const ir::Tensor& x,
                              const exec::RunOptions& options = {}) {
    return exec::run(graph, Opsets, {{graph.inputs.front(), x}}, options);
}

bool mentions(const Error& error, std::initializer_list<const char*> words) {
    for (const char* word : words)
        if (error.message.find(word) == std::string::npos) {
            qWarning("'%s' lacks '%s'", error.message.c_str(), word);
            return false;
        }
    return true;
}

} // namespace

class ExecutorTest : public QObject {
    Q_OBJECT

private slots:
    void computes() {
        ir::GraphBuilder builder;
        const ValueId x = builder.input("x", vector(3));
        const ValueId two = builder.constant("two", ir::Tensor::scalar(2.0f));
        const ValueId product = builder.node("Mul", {x, two});
        builder.output(builder.node("Add", {product, x}));
        const auto result = runOn(builder.graph(), floats({1, -2, 5}));
        QVERIFY2(result, result ? "" : result.error().message.c_str());
        QCOMPARE(elements(result->outputs[0]), (std::vector<float>{3, -6, 15}));
        QCOMPARE(result->operatorCalls, std::int64_t(2));
        QCOMPARE(result->timings.size(), std::size_t(2));
        QCOMPARE(result->timings[0].node, builder.graph().order()[0]);
    }

    // Two values of a chain are alive at a time, however long it is.
    void intermediatesAreFreed() {
        ir::GraphBuilder builder;
        ValueId value = builder.input("x", vector(1000));
        for (int i = 0; i < 20; ++i)
            value = builder.node("Softmax", {value});
        builder.output(value);
        const auto result = runOn(builder.graph(), floats(std::vector<float>(1000, 1.0f)));
        QVERIFY(result.has_value());
        QCOMPARE(result->allocations, std::int64_t(20));
        QCOMPARE(result->valueBytes, std::int64_t(2 * 4000));
    }

    // Element-wise operators write over what nobody needs any more, but not over what was fed or captured.
    void chainsRunInPlace() {
        const ir::Tensor x = floats(std::vector<float>(1000, 1.0f));
        const ir::Graph graph = chain(1000, 20);
        const auto result = runOn(graph, x);
        QVERIFY(result.has_value());
        QCOMPARE(result->allocations, std::int64_t(1));
        QCOMPARE(result->valueBytes, std::int64_t(4000));
        QCOMPARE(elements(x), std::vector<float>(1000, 1.0f));
        exec::RunOptions options;
        options.capture = {graph.node(graph.order()[0]).outputs[0]};
        const auto captured = runOn(graph, x, options);
        QVERIFY(captured.has_value());
        QCOMPARE(elements(captured->captured.at(options.capture[0])), std::vector<float>(1000, -1.0f));
        QCOMPARE(captured->allocations, std::int64_t(2));
    }

    void capturedValuesAreKept() {
        const ir::Graph graph = chain(4, 4);
        const ValueId middle = graph.node(graph.order()[1]).outputs[0];
        exec::RunOptions options;
        options.capture = {middle, graph.inputs[0]};
        const auto result = runOn(graph, floats({1, -2, 3, -4}), options);
        QVERIFY(result.has_value());
        QCOMPARE(elements(result->captured.at(middle)), (std::vector<float>{1, 2, 3, 4}));
        QCOMPARE(elements(result->captured.at(graph.inputs[0])), (std::vector<float>{1, -2, 3, -4}));
    }

    void theClockIsReadWhereThatIsAsked() {
        const ir::Graph graph = chain(1000, 20);
        const ir::Tensor x = floats(std::vector<float>(1000, 1.0f));
        const auto total = [](const exec::RunResult& result) {
            double microseconds = 0;
            for (const exec::NodeTiming& each : result.timings)
                microseconds += each.microseconds;
            return microseconds;
        };
        exec::RunOptions timed;
        timed.timeNodes = true;
        const auto with = runOn(graph, x, timed), without = runOn(graph, x);
        QVERIFY(with.has_value() && without.has_value());
        QCOMPARE(with->timings.size(), graph.nodeCount());
        QCOMPARE(without->timings.size(), graph.nodeCount());
        QVERIFY(total(*with) > 0);
        QVERIFY(total(*without) == 0);
    }

    void unneededNodesAreLeftOut() {
        ir::GraphBuilder builder;
        const ValueId x = builder.input("x", vector(1));
        builder.node("NoSuchOperator", {x});
        builder.output(builder.node("Neg", {x}));
        const auto result = runOn(builder.graph(), floats({1}));
        QVERIFY2(result, result ? "" : result.error().message.c_str());
        QCOMPARE(result->operatorCalls, std::int64_t(1));
    }

    void foldedValuesAreNotComputed() {
        ir::GraphBuilder builder;
        const ValueId x = builder.input("x", vector(1));
        const ValueId folded = builder.node("NoSuchOperator", {});
        builder.graph().value(folded).folded = floats({5});
        builder.output(builder.node("Add", {x, folded}));
        const auto result = runOn(builder.graph(), floats({1}));
        QVERIFY2(result, result ? "" : result.error().message.c_str());
        QCOMPARE(elements(result->outputs[0]), std::vector<float>{6});
    }

    void anyOrderInTheFileWillDo() {
        ir::GraphBuilder builder;
        const ValueId x = builder.input("x", vector(1));
        const ValueId late = builder.value("late");
        builder.output(builder.node("Neg", {late}));
        builder.nodeInto("Exp", {x}, {late});
        const auto result = runOn(builder.graph(), floats({0}));
        QVERIFY(result.has_value());
        QCOMPARE(elements(result->outputs[0]), std::vector<float>{-1});
    }

    void faultsNameNodeAndOperator() {
        {
            ir::GraphBuilder builder;
            builder.output(builder.node("NoSuchOperator", {builder.input("x", vector(1))}));
            const auto result = runOn(builder.graph(), floats({1}));
            QVERIFY(!result);
            QCOMPARE(result.error().code, ErrorCode::Unsupported);
            QVERIFY(mentions(result.error(), {"NoSuchOperator_0", "(NoSuchOperator)", "not known"}));
        }
        {
            ir::GraphBuilder builder;
            const ValueId x = builder.input("x", vector(1));
            const ValueId a = builder.value("a");
            const ValueId b = builder.value("b");
            builder.nodeInto("Add", {x, b}, {a});
            builder.nodeInto("Neg", {a}, {b});
            builder.output(b);
            const auto result = runOn(builder.graph(), floats({1}));
            QVERIFY(!result);
            QVERIFY(mentions(result.error(), {"Add_0", "cycle"}));
        }
        {
            ir::GraphBuilder builder;
            const ValueId x = builder.input("x", vector(1));
            const ValueId w = builder.constant("weights.bin", ir::Tensor::withoutData(DataType::Float32, {1}));
            builder.output(builder.node("Add", {x, w}));
            const auto result = runOn(builder.graph(), floats({1}));
            QVERIFY(!result);
            QVERIFY(mentions(result.error(), {"Add_0", "weights.bin", "missing"}));
        }
        {
            ir::GraphBuilder builder;
            const ValueId x = builder.input("x", vector(3));
            const ValueId index = builder.constant("index", ir::Tensor::scalar<std::int64_t>(12));
            builder.output(builder.node("Gather", {x, index}));
            const auto result = runOn(builder.graph(), floats({1, 2, 3}));
            QVERIFY(!result);
            QCOMPARE(result.error().message,
                     std::string("node 'Gather_0' (Gather): index 12 is outside [-3, 2]"));
        }
    }

    void seededPositionsFit() { // an update as long as the cache can only go to 0
        ir::GraphBuilder builder;
        const ValueId cache = builder.input("cache", {DataType::Float32, ir::Dims{8, 4, 2}});
        const ValueId update = builder.input("update", {DataType::Float32, ir::Dims{8, 4, 2}});
        const ValueId at = builder.input("at", {DataType::Int64, ir::Dims{8}});
        builder.output(builder.node("TensorScatter", {cache, update, at}));
        const auto feeds = ir::seededFeeds(builder.graph(), 7);
        QVERIFY(feeds && exec::run(builder.graph(), {{"", 24}}, *feeds, {}));
    }

    void wrongFeeds_data() {
        QTest::addColumn<int>("kind");
        QTest::addColumn<QString>("word");
        QTest::newRow("missing") << 0 << "no tensor was given";
        QTest::newRow("dtype") << 1 << "element type";
        QTest::newRow("rank") << 2 << "rank";
        QTest::newRow("extent") << 3 << "axis 0";
        QTest::newRow("no input") << 4 << "neither an input nor an initializer";
    }

    void wrongFeeds() {
        QFETCH(int, kind);
        QFETCH(QString, word);
        const ir::Graph graph = chain(3, 1);
        ir::Feeds feeds;
        const ValueId x = graph.inputs[0];
        if (kind == 1) feeds[x] = ir::Tensor::of<std::int32_t>({3}, {1, 2, 3});
        if (kind == 2) feeds[x] = ir::Tensor::of<float>({1, 3}, {1, 2, 3});
        if (kind == 3) feeds[x] = floats({1, 2});
        if (kind == 4) feeds = {{x, floats({1, 2, 3})}, {graph.outputs[0], floats({1, 2, 3})}};
        const auto result = exec::run(graph, Opsets, feeds, {});
        QVERIFY(!result);
        QCOMPARE(result.error().code, ErrorCode::BadInput);
        QVERIFY2(result.error().message.find(word.toStdString()) != std::string::npos,
                 result.error().message.c_str());
    }

    void memoryLimit() {
        exec::RunOptions options;
        options.memoryLimitBytes = 3999;
        const auto result = runOn(chain(1000, 3), floats(std::vector<float>(1000, 1.0f)), options);
        QVERIFY(!result);
        QVERIFY(mentions(result.error(), {"limit 3999 bytes"}));
        options.memoryLimitBytes = 4000;
        QVERIFY(runOn(chain(1000, 3), floats(std::vector<float>(1000, 1.0f)), options).has_value());
    }

    void cancels() {
        std::stop_source source;
        source.request_stop();
        const ir::Graph graph = chain(3, 1);
        const auto result =
            exec::run(graph, Opsets, {{graph.inputs[0], floats({1, 2, 3})}}, {}, {source.get_token(), nullptr});
        QVERIFY(!result);
        QCOMPARE(result.error().code, ErrorCode::Cancelled);
    }

    void replacedNode() {
        exec::RunOptions options;
        int seen = 0;
        options.replace =
            [&](const ir::Node& node,
                std::span<const ir::Tensor* const> inputs) -> std::optional<Result<std::vector<ir::Tensor>>> {
            ++seen;
            if (node.op != "Abs") return std::nullopt;
            return Result(std::vector<ir::Tensor>{floats({inputs[0]->as<float>()[0] * 100})});
        };
        const auto result = runOn(chain(1, 3), floats({1}), options);
        QVERIFY(result.has_value());
        QCOMPARE(seen, 3);
        QCOMPARE(elements(result->outputs[0]), std::vector<float>{100}); // -(100 * -1)
    }

    // A fused group: one call, and its element-wise members write over each other's results.
    void bodyRunsInPlace() {
        ir::GraphBuilder inner;
        ValueId value = inner.input("a", vector(1000));
        for (int i = 0; i < 5; ++i)
            value = inner.node("Neg", {value});
        inner.output(value);

        ir::GraphBuilder builder;
        const ValueId x = builder.input("x", vector(1000));
        ir::Node group;
        group.name = "group";
        group.op = "Chain";
        group.domain = ir::FusedDomain;
        group.body = std::make_shared<const ir::Graph>(inner.take());
        group.inputs = {x};
        group.outputs = {builder.value("y")};
        builder.output(group.outputs[0]);
        builder.graph().addNode(std::move(group));
        const auto result = runOn(builder.graph(), floats(std::vector<float>(1000, 2.0f)));
        QVERIFY2(result, result ? "" : result.error().message.c_str());
        QCOMPARE(result->outputs[0].as<float>()[999], -2.0f);
        QCOMPARE(result->operatorCalls, std::int64_t(1));
        QCOMPARE(result->allocations, std::int64_t(1));
        QCOMPARE(result->valueBytes, std::int64_t(4000));
    }

    void branches() {
        const auto branch = [](const char* op, ValueId outer) {
            ir::GraphBuilder inner;
            const ValueId x = inner.value("x");
            inner.graph().value(x).outer = outer;
            inner.output(inner.node(op, {x}));
            return std::make_shared<const ir::Graph>(inner.take());
        };
        ir::GraphBuilder builder;
        const ValueId x = builder.input("x", vector(1));
        const ValueId doubled = builder.node("Add", {x, x}); // read by the branches only
        const ValueId zero = builder.constant("zero", ir::Tensor::scalar(0.0f));
        const ValueId positive = builder.node("Greater", {x, zero});
        builder.output(
            builder.node("If", {positive},
                         {{"then_branch", branch("Neg", doubled)}, {"else_branch", branch("Abs", doubled)}}));
        for (const auto& [in, out] : {std::pair(3.0f, -6.0f), std::pair(-3.0f, 6.0f)}) {
            const auto result = runOn(builder.graph(), floats({in}));
            QVERIFY2(result, result ? "" : result.error().message.c_str());
            QCOMPARE(elements(result->outputs[0]), std::vector<float>{out});
        }
    }

    void loopCarriesAndScans() {
        ir::GraphBuilder body;
        const ValueId i = body.input("i", {DataType::Int64, Dims{}});
        const ValueId more = body.input("more", {DataType::Bool, Dims{}});
        const ValueId sum = body.input("sum", {DataType::Float32, Dims{}});
        const ValueId step = body.node("Cast", {i}, {{"to", std::int64_t(1)}});
        const ValueId next = body.node("Add", {sum, step});
        body.output(body.node("Identity", {more}));
        body.output(next);
        body.output(body.node("Neg", {next}));

        ir::GraphBuilder builder;
        const ValueId start = builder.input("x", {DataType::Float32, Dims{}});
        const ValueId trips = builder.constant("trips", ir::Tensor::scalar<std::int64_t>(4));
        const ValueId last = builder.value("last");
        const ValueId all = builder.value("all");
        builder.nodeInto("Loop", {trips, ValueId(), start}, {last, all},
                         {{"body", std::make_shared<const ir::Graph>(body.take())}});
        builder.output(last);
        builder.output(all);
        const auto result = runOn(builder.graph(), ir::Tensor::scalar(10.0f));
        QVERIFY2(result, result ? "" : result.error().message.c_str());
        QCOMPARE(elements(result->outputs[0]), std::vector<float>{16}); // 10 + 0 + 1 + 2 + 3
        QCOMPARE(elements(result->outputs[1]), (std::vector<float>{-10, -11, -13, -16}));

        exec::RunOptions options;
        options.loopTripLimit = 3;
        const auto stopped = runOn(builder.graph(), ir::Tensor::scalar(10.0f), options);
        QVERIFY(!stopped);
        QVERIFY(mentions(stopped.error(), {"Loop", "limit of 3"}));
    }

    // tf2onnx and keras2onnx declare iteration number and condition as one element of rank 1: they get that.
    void bodiesThatDeclareOneElement() {
        const auto loop = [](ir::Dims shape, const char* op, std::vector<ir::Attribute> attributes) {
            ir::GraphBuilder body;
            const ValueId i = body.input("i", {ir::DataType::Int64, shape});
            const ValueId more = body.input("more", {ir::DataType::Bool, shape});
            body.output(body.node("Not", {body.node("Not", {more})}));
            body.output(body.node(op, {i, i}, attributes));
            body.output(body.node(op, {more, more}, std::move(attributes)));
            ir::GraphBuilder builder;
            builder.input("x", vector(1));
            const ValueId trips = builder.constant("trips", ir::Tensor::scalar<std::int64_t>(3));
            const ValueId numbers = builder.value("numbers"), conditions = builder.value("conditions");
            builder.nodeInto("Loop", {trips, builder.constant("go", ir::Tensor::scalar(true))},
                             {numbers, conditions}, {{"body", std::make_shared<const ir::Graph>(body.take())}});
            builder.output(numbers);
            builder.output(conditions);
            return builder.take();
        };
        const ir::Graph graph = loop({1}, "Concat", {{"axis", std::int64_t(0)}});
        const auto result = runOn(graph, floats({1}));
        QVERIFY2(result, result ? "" : result.error().message.c_str());
        QCOMPARE(result->outputs[0].dims(), (ir::Dims{3, 2}));
        QCOMPARE(ir::toInt64s(result->outputs[0]), (std::vector<std::int64_t>{0, 0, 1, 1, 2, 2}));
        QCOMPARE(result->outputs[1].dims(), (ir::Dims{3, 2}));
        const ir::Graph typed = ops::inferTypes(graph, {{"", 17}}).graph;
        const ir::Graph& body = *typed.node(typed.order().front()).graph("body");
        QCOMPARE(body.value(body.inputs[0]).type, ir::TensorType(ir::DataType::Int64, ir::Dims{1}));
        QCOMPARE(body.value(body.inputs[1]).type, ir::TensorType(ir::DataType::Bool, ir::Dims{1}));
        QVERIFY(typed.value(typed.outputs[0]).type.rank() == std::size_t(2));
        // The usual scalars stay scalars.
        const auto scalars = runOn(loop({}, "Equal", {}), floats({1}));
        QVERIFY2(scalars, scalars ? "" : scalars.error().message.c_str());
        QCOMPARE(scalars->outputs[0].dims(), ir::Dims{3});
    }

    void betweenNodes() {
        const ir::Graph graph = chain(3, 5);
        exec::Program program(graph, Opsets);
        int calls = 0;
        std::stop_source stop;
        const auto count = [&] { ++calls; };
        const ir::Feeds feeds{{graph.inputs.front(), floats({1, -2, 3})}};
        const auto whole = program.run(feeds, {}, {}, count);
        QVERIFY(whole);
        QCOMPARE(calls, 4);
        QCOMPARE(whole->operatorCalls, std::int64_t(5));
        QCOMPARE(elements(whole->outputs[0]), elements(runOn(graph, floats({1, -2, 3}))->outputs[0]));
        // What stops the run there is looked at before the next node.
        const auto cut = program.run(feeds, {}, {stop.get_token(), nullptr}, [&] {
            if (++calls == 6) stop.request_stop();
        });
        QVERIFY(!cut);
        QCOMPARE(cut.error().code, ErrorCode::Cancelled);
        QCOMPARE(calls, 6);
    }

    void deepNestingIsRefused() {
        auto body = std::make_shared<const ir::Graph>([] {
            ir::GraphBuilder inner;
            inner.output(inner.node("Neg", {inner.input("x", vector(1))}));
            return inner.take();
        }());
        for (int depth = 0; depth < 200; ++depth) {
            ir::GraphBuilder outer;
            ir::Node call;
            call.op = "Call";
            call.domain = "local";
            call.body = body;
            call.inputs = {outer.input("x", vector(1))};
            call.outputs = {outer.value("y")};
            outer.output(call.outputs[0]);
            outer.graph().addNode(std::move(call));
            body = std::make_shared<const ir::Graph>(outer.take());
        }
        const auto result = runOn(*body, floats({1}));
        QVERIFY(!result);
        QVERIFY(mentions(result.error(), {"nested deeper than 64"}));
    }
};

EDGEWRIGHT_TEST(ExecutorTest)

} // namespace edgewright::executor_test

#include "executor_test.moc"
