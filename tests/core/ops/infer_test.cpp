// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/infer.h"

#include "core/ir/builder.h"
#include "core/ops/operator.h"
#include "core/ops/work.h"
#include "tests/support/test_class.h"

#include <QTest>

namespace edgewright::infer_test {

namespace {

const ir::Opsets Opset13{{"", 13}};

ir::TensorType floats(std::vector<ir::Dim> dims) { return {ir::DataType::Float32, std::move(dims)}; }
ir::Dim symbol(const char* name) { return ir::Dim::named(name); }

ir::Tensor zeros(ir::Dims dims) { return *ir::Tensor::allocate(ir::DataType::Float32, std::move(dims)); }

QString typeOf(const ops::Inferred& inferred, ValueId id) {
    return QString::fromStdString(inferred.graph.value(id).type.text());
}

std::vector<std::string> codes(const ops::Inferred& inferred) {
    std::vector<std::string> result;
    for (const Diagnostic& each : inferred.diagnostics)
        result.push_back(each.code);
    return result;
}

// x [N, 3, H, W] -> Conv(8, 3 x 3, pads 1) -> Relu -> GlobalAveragePool
struct Small {
    ir::GraphBuilder builder;
    ValueId x, conv, relu, pool;

    Small() {
        x = builder.input("x", floats({symbol("N"), 3, symbol("H"), ir::Dim()}));
        const ValueId w = builder.constant("w", zeros({8, 3, 3, 3}));
        conv = builder.node("Conv", {x, w}, {{"pads", std::vector<std::int64_t>{1, 1, 1, 1}}});
        relu = builder.node("Relu", {conv});
        pool = builder.node("GlobalAveragePool", {relu});
        builder.output(pool);
    }
};

} // namespace

class InferTest : public QObject {
    Q_OBJECT
private slots:
    // Past and new tokens are all tokens there are: whoever chooses two has the third.
    void tokensAddUp() {
        ir::Bindings bindings{{"batch", 4}, {"past_seq_len", 16}, {"seq_len", 16}, {"total_seq_len", 16}};
        ops::bindSum(bindings, {});
        QCOMPARE(bindings["total_seq_len"], std::int64_t(32));
        bindings["total_seq_len"] = 20;
        ops::bindSum(bindings, {"total_seq_len"});
        QCOMPARE(bindings["past_seq_len"], std::int64_t(4));
        QCOMPARE(bindings["seq_len"], std::int64_t(16));
        bindings["total_seq_len"] = 9;
        ops::bindSum(bindings, {"total_seq_len", "past_seq_len"});
        QCOMPARE(bindings["seq_len"], std::int64_t(5));
        bindings["past_seq_len"] = INT64_MAX;
        ops::bindSum(bindings, {"past_seq_len", "seq_len"}); // no sum: nothing is changed
        QCOMPARE(bindings["total_seq_len"], std::int64_t(9));
        ir::Bindings two{{"past_seq_len", 1}, {"seq_len", 1}, {"decoder_seq_len", 1}, {"total_seq_len", 1}};
        ops::bindSum(two, {});
        QCOMPARE(two["total_seq_len"], std::int64_t(1));
    }

    void symbolsStay() {
        Small small;
        const auto inferred = ops::inferTypes(small.builder.graph(), Opset13);
        QCOMPARE(typeOf(inferred, small.conv), QStringLiteral("float32[N,8,H,?]"));
        QCOMPARE(typeOf(inferred, small.relu), QStringLiteral("float32[N,8,H,?]"));
        QCOMPARE(typeOf(inferred, small.pool), QStringLiteral("float32[N,8,1,1]"));
        QCOMPARE(inferred.unresolved, (std::vector<ValueId>{small.x, small.conv, small.relu, small.pool}));
        QVERIFY(inferred.diagnostics.empty());
    }
    void bindingsByNameAndByAxis() {
        Small small;
        small.builder.graph().value(small.pool).type = floats({symbol("N"), ir::Dim(), ir::Dim(), ir::Dim()});
        const auto inferred =
            ops::inferTypes(small.builder.graph(), Opset13, {{"N", 2}, {"H", 32}, {"x#3", 16}});
        QCOMPARE(typeOf(inferred, small.relu), QStringLiteral("float32[2,8,32,16]"));
        QVERIFY(inferred.unresolved.empty());
        // A symbol bound through its axis is bound everywhere.
        const auto byAxis = ops::inferTypes(small.builder.graph(), Opset13, {{"x#0", 5}});
        QCOMPARE(typeOf(byAxis, small.pool), QStringLiteral("float32[5,8,1,1]"));
        // A negative extent binds nothing.
        QCOMPARE(typeOf(ops::inferTypes(small.builder.graph(), Opset13, {{"N", -4}}), small.x),
                 QStringLiteral("float32[N,3,H,?]"));
    }
    void defaultsResolveEverything() {
        Small small;
        const auto bindings = ops::defaultBindings(small.builder.graph(), {{"H", 64}});
        QCOMPARE(bindings, (ir::Bindings{{"H", 64}, {"N", 1}, {"x#3", 224}}));
        QVERIFY(ops::inferTypes(small.builder.graph(), Opset13, bindings).unresolved.empty());
    }
    void oneSymbolGetsOneValue() {
        ir::GraphBuilder builder;
        builder.input("a", floats({symbol("batch"), symbol("n")}));
        builder.input("b", floats({symbol("n"), symbol("batch")}));
        QCOMPARE(ops::defaultBindings(builder.graph()), (ir::Bindings{{"batch", 1}, {"n", 512}}));
    }
    // A cache of keys is of rank 4 as images are; what its name counts decides.
    void tokensAreNoPixels() {
        ir::GraphBuilder builder;
        builder.input("keys", floats({1, 4, symbol("past"), 16}));
        builder.input("mask", floats({symbol("batch"), symbol("SequenceLength")}));
        builder.input("image", floats({1, 3, symbol("height"), symbol("w")}));
        builder.input("sound", floats({1, symbol("sequence")}));
        QCOMPARE(ops::defaultBindings(builder.graph()), (ir::Bindings{{"batch", 1},
                                                                      {"past", 16},
                                                                      {"SequenceLength", 16},
                                                                      {"height", 224},
                                                                      {"w", 224},
                                                                      {"sequence", 512}}));
        QVERIFY(ops::countsTokens("past_seq_len") && !ops::countsTokens("width") && !ops::countsTokens(""));
    }
    void unknownOperatorsKeepDeclaredTypes() {
        ir::GraphBuilder builder;
        const ValueId x = builder.input("x", floats({1, 4}));
        const ValueId y = builder.node("Mystery", {x});
        builder.graph().value(y).type = floats({1, 9});
        const ValueId z = builder.node("Relu", {y});
        const ValueId lost = builder.node("Mystery", {z});
        builder.output(lost);
        const auto inferred = ops::inferTypes(builder.graph(), {{"", 13}, {"com.example", 3}});
        QCOMPARE(typeOf(inferred, z), QStringLiteral("float32[1,9]"));
        QCOMPARE(codes(inferred), (std::vector<std::string>{"unknown-operator", "unknown-operator"}));
        QCOMPARE(inferred.diagnostics[0].severity, Severity::Note);
        QVERIFY(inferred.diagnostics[0].message.find("Mystery") != std::string::npos);
        QVERIFY(inferred.diagnostics[0].message.find("opset 13") != std::string::npos);
        QCOMPARE(inferred.unresolved, std::vector<ValueId>{lost});
    }
    void contradictionsAreWarnedAbout() {
        ir::GraphBuilder builder;
        const ValueId x = builder.input("x", floats({1, 4}));
        const ValueId y = builder.node("Relu", {x});
        builder.graph().value(y).type = floats({1, 5});
        const ValueId z = builder.node("Relu", {y});
        builder.graph().value(z).type = floats({1, 4}); // what inference finds, too
        const auto inferred = ops::inferTypes(builder.graph(), Opset13);
        QCOMPARE(typeOf(inferred, z), QStringLiteral("float32[1,4]"));
        QCOMPARE(codes(inferred), std::vector<std::string>{"shape-mismatch"});
        QCOMPARE(inferred.diagnostics[0].value, y);
        QCOMPARE(inferred.diagnostics[0].severity, Severity::Warning);
    }
    void operatorErrorsAreDiagnosed() {
        ir::GraphBuilder builder;
        const ValueId x = builder.input("x", floats({1, 3, 8, 8}));
        const ValueId w = builder.constant("w", zeros({4, 2, 3, 3}));
        const ValueId y = builder.node("Conv", {x, w});
        builder.graph().value(y).type = floats({1, 4, 6, 6});
        const auto inferred = ops::inferTypes(builder.graph(), Opset13);
        QCOMPARE(codes(inferred), std::vector<std::string>{"shape-error"});
        QCOMPARE(inferred.diagnostics[0].severity, Severity::Error);
        QVERIFY(inferred.diagnostics[0].message.find("Conv_0") != std::string::npos);
        QCOMPARE(typeOf(inferred, y), QStringLiteral("float32[1,4,6,6]"));
    }
    void declaredFillsWhatInferenceLeavesOpen() {
        ir::GraphBuilder builder;
        const ValueId x = builder.input("x", {ir::DataType::Float32});
        const ValueId y = builder.node("Relu", {x});
        builder.graph().value(y).type = floats({2, symbol("k")});
        QCOMPARE(typeOf(ops::inferTypes(builder.graph(), Opset13), y), QStringLiteral("float32[2,k]"));
        QCOMPARE(typeOf(ops::inferTypes(builder.graph(), Opset13, {{"k", 3}}), y),
                 QStringLiteral("float32[2,3]"));
    }
    void constantsFold() {
        ir::GraphBuilder builder;
        const ValueId c = builder.constant("c", ir::Tensor::of<float>({2}, {-1, 3}));
        const ValueId relu = builder.node("Relu", {c});
        const ValueId sum = builder.node("ReduceSum", {relu}, {{"keepdims", std::int64_t(0)}});
        const ValueId x = builder.input("x", floats({2}));
        const ValueId open = builder.node("Relu", {x});
        const ValueId large = builder.node("Relu", {builder.constant("l", zeros({5000}))});
        const auto inferred = ops::inferTypes(builder.graph(), Opset13);
        QVERIFY(inferred.graph.value(sum).folded);
        QCOMPARE(inferred.graph.value(sum).folded->as<float>()[0], 3.0f);
        QVERIFY(inferred.graph.value(relu).folded);
        QVERIFY(!inferred.graph.value(open).folded);
        QVERIFY(!inferred.graph.value(large).folded);
        QCOMPARE(typeOf(inferred, large), QStringLiteral("float32[5000]"));
    }
    void shapesFlowIntoReshape() {
        if (!ops::find("", "Shape") || !ops::find("", "Gather") || !ops::find("", "Concat") ||
            !ops::find("", "Reshape"))
            QFAIL("operators are missing from the catalogue");
        // Flatten as exporters write it: Shape -> Gather(0) -> Unsqueeze -> Concat(-1) -> Reshape.
        ir::GraphBuilder builder;
        const ValueId x = builder.input("x", floats({symbol("N"), 3, 4}));
        const ValueId shape = builder.node("Shape", {x});
        const ValueId zero = builder.constant("zero", ir::Tensor::of<std::int64_t>({1}, {0}));
        const ValueId batch = builder.node("Gather", {shape, zero}, {{"axis", std::int64_t(0)}});
        const ValueId rest = builder.constant("rest", ir::Tensor::of<std::int64_t>({1}, {-1}));
        const ValueId target = builder.node("Concat", {batch, rest}, {{"axis", std::int64_t(0)}});
        const ValueId flat = builder.node("Reshape", {x, target});
        const auto inferred = ops::inferTypes(builder.graph(), Opset13, {{"N", 7}});
        QCOMPARE(typeOf(inferred, flat), QStringLiteral("float32[7,12]"));
        QVERIFY(inferred.graph.value(target).folded);
    }
    void bodiesAreTypedToo() {
        ir::GraphBuilder body;
        const ValueId in = body.input("in", {});
        const ValueId weight = body.input("weight", {});
        const ValueId product = body.node("Conv", {in, weight});
        body.output(body.node("Relu", {product}));
        ir::GraphBuilder builder;
        const ValueId x = builder.input("x", floats({1, 3, 8, 8}));
        const ValueId w = builder.constant("w", zeros({4, 3, 3, 3}));
        ir::Node group;
        group.name = "group";
        group.op = "ConvRelu";
        group.domain = std::string(ir::FusedDomain);
        group.inputs = {x, w};
        const ValueId y = builder.value("y");
        group.outputs = {y};
        group.body = std::make_shared<const ir::Graph>(body.take());
        const auto untouched = group.body;
        const NodeId id = builder.graph().addNode(group);
        builder.output(y);
        const auto inferred = ops::inferTypes(builder.graph(), Opset13);
        QCOMPARE(typeOf(inferred, y), QStringLiteral("float32[1,4,6,6]"));
        const ir::Node& node = inferred.graph.node(id);
        QVERIFY(node.body != untouched);
        QCOMPARE(QString::fromStdString(node.body->value(product).type.text()),
                 QStringLiteral("float32[1,4,6,6]"));
        QVERIFY(!untouched->value(product).type.shape);
        QVERIFY(inferred.diagnostics.empty());
        QCOMPARE(ops::macsOf(inferred.graph, node), std::int64_t(4 * 36 * 27));
    }
    void branchesSeeTheEnclosingGraph() {
        QVERIFY(ops::find("", "If"));
        ir::GraphBuilder builder;
        const ValueId x = builder.input("x", floats({1, 3, 8, 8}));
        const ValueId condition = builder.input("condition", {ir::DataType::Bool, ir::Dims{}});
        const ValueId w = builder.constant("w", zeros({4, 3, 1, 1}));
        const auto branch = [&](bool convolves) {
            ir::GraphBuilder inner;
            const ValueId captured = inner.value("x");
            inner.graph().value(captured).outer = x;
            const ValueId weight = inner.value("w");
            inner.graph().value(weight).outer = w;
            inner.output(convolves ? inner.node("Conv", {captured, weight})
                                   : inner.node("Mystery", {captured}));
            return std::make_shared<const ir::Graph>(inner.take());
        };
        const ValueId y =
            builder.node("If", {condition}, {{"then_branch", branch(true)}, {"else_branch", branch(true)}});
        builder.output(y);
        const auto inferred = ops::inferTypes(builder.graph(), Opset13);
        QCOMPARE(typeOf(inferred, y), QStringLiteral("float32[1,4,8,8]"));
        const ir::Node& node = inferred.graph.node(inferred.graph.order()[0]);
        const auto then = node.graph("then_branch");
        QCOMPARE(QString::fromStdString(then->value(then->outputs[0]).type.text()),
                 QStringLiteral("float32[1,4,8,8]"));
        // One branch runs: it counts once.
        QCOMPARE(ops::macsOf(inferred.graph, node), std::int64_t(4 * 64 * 3));

        builder.graph().node(NodeId(0)).set("else_branch", branch(false));
        const auto mixed = ops::inferTypes(builder.graph(), Opset13);
        QCOMPARE(codes(mixed), std::vector<std::string>{"unknown-operator"});
        QCOMPARE(mixed.diagnostics[0].node, NodeId(0));
        QVERIFY(mixed.diagnostics[0].place.find("else_branch") != std::string::npos);
    }
    void macs() {
        ir::GraphBuilder builder;
        const ValueId x = builder.input("x", floats({2, 4, 9, 9}));
        const ValueId grouped =
            builder.node("Conv", {x, builder.constant("w", zeros({6, 2, 3, 3}))}, {{"group", std::int64_t(2)}});
        const ValueId up = builder.node("ConvTranspose", {x, builder.constant("t", zeros({4, 5, 2, 2}))});
        const ValueId a = builder.input("a", floats({3, 5, 7}));
        const ValueId product = builder.node("MatMul", {a, builder.constant("b", zeros({7, 11}))});
        const ValueId m = builder.input("m", floats({7, 3}));
        const ValueId gemm =
            builder.node("Gemm", {m, builder.constant("c", zeros({7, 4}))}, {{"transA", std::int64_t(1)}});
        const ValueId sequence = builder.input("s", floats({10, 2, 8}));
        const ValueId lstm = builder.node(
            "LSTM",
            {sequence, builder.constant("W", zeros({1, 24, 8})), builder.constant("R", zeros({1, 24, 6}))},
            {{"hidden_size", std::int64_t(6)}});
        const auto inferred = ops::inferTypes(builder.graph(), Opset13);
        QVERIFY(inferred.diagnostics.empty());
        const auto macsInto = [&](ValueId value) {
            return ops::macsOf(inferred.graph,
                               inferred.graph.node(*ir::Connections(inferred.graph).producer(value)));
        };
        QCOMPARE(macsInto(grouped), std::int64_t(2 * 6 * 49 * 2 * 9));
        QCOMPARE(macsInto(up), std::int64_t(2 * 4 * 81 * 5 * 4));
        QCOMPARE(macsInto(product), std::int64_t(3 * 5 * 7 * 11));
        QCOMPARE(macsInto(gemm), std::int64_t(3 * 4 * 7));
        QCOMPARE(macsInto(lstm), std::int64_t(10 * 2 * 24 * (8 + 6)));
        // Nothing is known: nothing is counted.
        Small small;
        for (const NodeId id : small.builder.graph().order())
            QCOMPARE(ops::macsOf(small.builder.graph(), small.builder.graph().node(id)), std::int64_t(0));
    }
    void brokenGraphsStayDefined() {
        ir::GraphBuilder builder;
        const ValueId a = builder.value("a"), b = builder.value("b", floats({3}));
        builder.nodeInto("Relu", {a}, {b}); // a cycle
        builder.nodeInto("Relu", {b}, {a});
        builder.nodeInto("Conv", {}, {});
        builder.nodeInto("Conv", {ValueId(), ValueId(99)}, {ValueId(77), ValueId()});
        builder.nodeInto("Relu", {builder.value("dangling")}, {builder.value("y")});
        const ValueId x = builder.input("x", floats({INT64_MAX, INT64_MAX}));
        builder.nodeInto("Relu", {x}, {x}); // writes its own input
        builder.node("Softmax", {x});
        builder.output(ValueId(55));
        const auto inferred = ops::inferTypes(builder.graph(), Opset13);
        QCOMPARE(typeOf(inferred, b), QStringLiteral("float32[3]"));
        QCOMPARE(inferred.graph.nodeCount(), builder.graph().nodeCount());
    }
    void stopsWhenAsked() {
        Small small;
        std::stop_source source;
        source.request_stop();
        RunContext run;
        run.stop = source.get_token();
        const auto inferred = ops::inferTypes(small.builder.graph(), Opset13, {}, run);
        QVERIFY(!inferred.graph.value(small.conv).type.shape);
    }
};

EDGEWRIGHT_TEST(InferTest)

} // namespace edgewright::infer_test

#include "infer_test.moc"
