// SPDX-License-Identifier: GPL-3.0-or-later
// Each invariant broken once: the judge must name it, and nothing else.
#include "core/ir/builder.h"
#include "core/ir/verify.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <functional>

namespace edgewright::verify_test {

using namespace edgewright::ir;

namespace {

using Break = std::function<void(GraphBuilder&)>;

TensorType floats() { return {DataType::Float32, Dims{2}}; }

// x, w -> Add -> t -> Relu -> y
GraphBuilder sound() {
    GraphBuilder builder;
    const ValueId x = builder.input("x", floats());
    const ValueId w = builder.constant("w", Tensor::of<float>({2}, {1, 2}));
    const ValueId t = builder.node("Add", {x, w});
    builder.output(builder.node("Relu", {t}));
    return builder;
}

} // namespace

class VerifyTest : public QObject {
    Q_OBJECT

private slots:
    void soundGraph();
    void brokenGraphs_data();
    void brokenGraphs();
    void subgraphs();
    void captures();
    void sharedBodiesAreSeenOnce();
    void places();
};

void VerifyTest::soundGraph() { QVERIFY(verify(sound().graph()).empty()); }

void VerifyTest::brokenGraphs_data() {
    QTest::addColumn<QString>("code");
    QTest::addColumn<Break>("damage");
    const auto row = [](const char* name, const char* code, Break damage) {
        QTest::newRow(name) << QString(QLatin1String(code)) << std::move(damage);
    };
    row("input from nowhere", "missing-input",
        [](GraphBuilder& b) { b.graph().node(NodeId(0)).inputs.push_back(b.value("nowhere")); });
    row("output from nowhere", "missing-input", [](GraphBuilder& b) { b.output(b.value("nowhere")); });
    row("two nodes write", "two-producers",
        [](GraphBuilder& b) { b.nodeInto("Neg", {ValueId(0)}, {b.graph().node(NodeId(1)).outputs.front()}); });
    row("an input is written", "two-producers",
        [](GraphBuilder& b) { b.nodeInto("Neg", {ValueId(1)}, {ValueId(0)}); });
    row("a constant is written", "two-producers",
        [](GraphBuilder& b) { b.nodeInto("Neg", {ValueId(0)}, {ValueId(1)}); });
    row("one node writes twice", "two-producers", [](GraphBuilder& b) {
        const ValueId v = b.value("v");
        b.nodeInto("Split", {ValueId(0)}, {v, v});
    });
    row("same name", "duplicate-name",
        [](GraphBuilder& b) { b.nodeInto("Neg", {ValueId(0)}, {b.value("x")}); });
    row("self loop", "cycle", [](GraphBuilder& b) {
        const ValueId v = b.value("v");
        b.nodeInto("Neg", {v}, {v});
    });
    // Tensor's factories keep bytes and shape together; only a type without a size slips through.
    row("bytes of no known size", "constant-bytes", [](GraphBuilder& b) {
        b.graph().value(ValueId(1)).constant = Tensor::allocate(DataType::Undefined, {0}).value();
    });
    row("data is missing", "missing-data", [](GraphBuilder& b) {
        b.graph().value(ValueId(1)).constant = Tensor::withoutData(DataType::Float32, {2});
    });
    row("no operator", "empty-operator", [](GraphBuilder& b) { b.graph().node(NodeId(1)).op.clear(); });
    row("input id", "invalid-id",
        [](GraphBuilder& b) { b.graph().node(NodeId(1)).inputs.push_back(ValueId(77)); });
    row("output id", "invalid-id",
        [](GraphBuilder& b) { b.graph().node(NodeId(1)).outputs.push_back(ValueId(77)); });
    row("graph output id", "invalid-id", [](GraphBuilder& b) { b.output(ValueId(77)); });
    row("graph output without id", "invalid-id", [](GraphBuilder& b) { b.output(ValueId()); });
    row("graph input id", "invalid-id", [](GraphBuilder& b) { b.graph().inputs.push_back(ValueId(77)); });
}

void VerifyTest::brokenGraphs() {
    QFETCH(QString, code);
    QFETCH(Break, damage);
    GraphBuilder builder = sound();
    damage(builder);
    const Diagnostics found = verify(builder.graph());
    QCOMPARE(found.size(), std::size_t(1));
    QCOMPARE(QString::fromStdString(found[0].code), code);
    QVERIFY(!found[0].message.empty() && !found[0].place.empty());
    QVERIFY(found[0].severity == Severity::Error);
}

void VerifyTest::subgraphs() {
    GraphBuilder inner("inner");
    inner.output(inner.node("Neg", {inner.value("nowhere")}));
    const auto graph = std::make_shared<const Graph>(inner.take());
    GraphBuilder builder = sound();
    builder.graph().node(NodeId(1)).set("body", graph);
    builder.graph().node(NodeId(1)).set("list", std::vector<std::shared_ptr<const Graph>>{graph, nullptr});
    const Diagnostics found = verify(builder.graph());
    QCOMPARE(found.size(), std::size_t(2));
    QCOMPARE(found[0].place, std::string("node 'Neg_0' in 'body' of node 'Relu_1'"));
    QCOMPARE(found[0].node, NodeId(1));
    QVERIFY(!found[0].value.valid());
}

void VerifyTest::captures() {
    const auto withOuter = [](ValueId outer) {
        GraphBuilder inner;
        Value value;
        value.name = "captured";
        value.outer = outer;
        inner.output(inner.node("Neg", {inner.graph().addValue(value)}));
        return std::make_shared<const Graph>(inner.take());
    };
    GraphBuilder builder = sound();
    builder.graph().node(NodeId(1)).set("body", withOuter(ValueId(0)));
    QVERIFY(verify(builder.graph()).empty());
    builder.graph().node(NodeId(1)).set("body", withOuter(ValueId(77)));
    QCOMPARE(verify(builder.graph()).at(0).code, std::string("invalid-id"));
    builder.graph().node(NodeId(1)).set("body", withOuter(builder.value("nowhere")));
    QCOMPARE(verify(builder.graph()).at(0).code, std::string("missing-input"));
}

// Thirty levels of bodies, each used twice: 2^30 visits if sharing went unnoticed.
void VerifyTest::sharedBodiesAreSeenOnce() {
    std::shared_ptr<const Graph> body;
    for (int level = 0; level < 30; ++level) {
        GraphBuilder builder;
        const ValueId x = builder.input("x", {});
        const ValueId a = builder.node(level == 0 ? "" : "Call", {x});
        builder.output(builder.node("Call", {a}));
        for (const NodeId id : builder.graph().order())
            builder.graph().node(id).body = body;
        body = std::make_shared<const Graph>(builder.take());
    }
    const Diagnostics found = verify(*body);
    QCOMPARE(found.size(), std::size_t(1));
    QCOMPARE(found[0].code, std::string("empty-operator"));
}

void VerifyTest::places() {
    GraphBuilder builder = sound();
    builder.graph().value(ValueId(1)).constant = Tensor::withoutData(DataType::Float32, {2});
    const Diagnostic found = verify(builder.graph()).at(0);
    QCOMPARE(found.place, std::string("initializer 'w'"));
    QCOMPARE(found.value, ValueId(1));
}

EDGEWRIGHT_TEST(VerifyTest)

} // namespace edgewright::verify_test

#include "verify_test.moc"
