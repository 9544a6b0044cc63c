// SPDX-License-Identifier: GPL-3.0-or-later
// The graph, who reads what in it, and the order in which its nodes can run.
#include "core/ir/builder.h"
#include "core/ir/known_tensor.h"
#include "core/ir/order.h"
#include "core/ir/subgraphs.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <algorithm>
#include <random>

namespace edgewright::graph_test {

using namespace edgewright::ir;

class GraphTest : public QObject {
    Q_OBJECT

private slots:
    void idsAreNotReused();
    void insertingWithIds();
    void finding();
    void connections();
    void capturedReads();
    void subgraphs();
    void opsets();
    void stableOrder();
    void cyclesAreSetApart();
    void repeatedOutput();
    void randomGraphs();
    void attributes();
    void sameOperands();
};

void GraphTest::idsAreNotReused() {
    GraphBuilder builder;
    const ValueId x = builder.input("x", {});
    const ValueId a = builder.node("A", {x});
    builder.node("B", {a});
    Graph& graph = builder.graph();
    graph.removeNode(NodeId(0));
    QVERIFY(!graph.contains(NodeId(0)) && graph.contains(NodeId(1)));
    QCOMPARE(graph.nodeCount(), std::size_t(1));
    QCOMPARE(graph.nextNode(), NodeId(2));
    const Graph copy = graph;
    QCOMPARE(copy.node(NodeId(1)).op, std::string("B"));
    QVERIFY(!copy.contains(NodeId()) && !copy.contains(ValueId()));
}

void GraphTest::insertingWithIds() {
    Graph graph;
    Value value;
    value.id = ValueId(3);
    value.name = "late";
    graph.insertValue(value);
    QCOMPARE(graph.valueCount(), std::size_t(4));
    QCOMPARE(graph.value(ValueId(3)).name, std::string("late"));
    QCOMPARE(graph.value(ValueId(1)).id, ValueId(1));
    for (const std::uint32_t id : {2u, 5u}) {
        Node node;
        node.id = NodeId(id);
        graph.insertNode(node, 0);
    }
    QVERIFY((graph.order() == std::vector<NodeId>{NodeId(5), NodeId(2)}));
    QVERIFY(!graph.contains(NodeId(3)));
}

void GraphTest::finding() {
    GraphBuilder builder;
    const ValueId x = builder.input("x", {});
    builder.nodeInto("Relu", {x}, {builder.value("y")});
    Graph& graph = builder.graph();
    QCOMPARE(graph.findNode("Relu_0"), std::optional(NodeId(0)));
    graph.node(NodeId(0)).name.clear();
    QCOMPARE(graph.node(NodeId(0)).label(), std::string("Relu #0"));
    QCOMPARE(graph.findNode("Relu #0"), std::optional(NodeId(0)));
    QCOMPARE(graph.findValue("y"), std::optional(ValueId(1)));
    QVERIFY(!graph.findValue("z") && !graph.findNode("z"));
}

void GraphTest::connections() {
    GraphBuilder builder;
    const ValueId x = builder.input("x", {});
    const ValueId a = builder.node("A", {x, x, ValueId()});
    const ValueId b = builder.node("B", {a, x});
    builder.nodeInto("C", {b, ValueId(99)}, {a}); // a second producer, and an id that is not there
    const Connections connections(builder.graph());
    QCOMPARE(connections.producer(a), std::optional(NodeId(0)));
    QVERIFY(!connections.producer(x) && !connections.producer(ValueId()) && !connections.producer(ValueId(99)));
    const auto readers = connections.consumers(x);
    QVERIFY((std::vector<NodeId>(readers.begin(), readers.end()) == std::vector<NodeId>{NodeId(0), NodeId(1)}));
    QCOMPARE(connections.consumers(a).size(), std::size_t(1));
    QVERIFY(connections.consumers(ValueId()).empty() && connections.consumers(ValueId(99)).empty());
}

void GraphTest::capturedReads() {
    GraphBuilder inner;
    Value captured;
    captured.name = "x";
    captured.outer = ValueId(0);
    inner.output(inner.node("Neg", {inner.graph().addValue(captured)}));
    GraphBuilder builder;
    const ValueId x = builder.input("x", {});
    const ValueId c = builder.input("c", {});
    const auto body = std::make_shared<const Graph>(inner.take());
    builder.node("If", {c},
                 {{"then_branch", body}, {"others", std::vector<std::shared_ptr<const Graph>>{body, nullptr}}});
    QVERIFY(capturedValues(builder.graph().node(NodeId(0))) == std::vector<ValueId>{x});
    const Connections connections(builder.graph());
    QCOMPARE(connections.consumers(x).size(), std::size_t(1));
}

void GraphTest::subgraphs() {
    const auto first = std::make_shared<const Graph>(), second = std::make_shared<const Graph>();
    Node node;
    node.set("axis", std::int64_t(1));
    QVERIFY(!hasSubgraph(node));
    node.set("then_branch", first);
    node.set("others", std::vector<Subgraph>{second, nullptr, first});
    node.body = second;
    QVERIFY(hasSubgraph(node));
    std::vector<const Graph*> seen;
    forEachSubgraph(std::as_const(node), [&](const Subgraph& graph) { seen.push_back(graph.get()); });
    QVERIFY((seen == std::vector<const Graph*>{first.get(), second.get(), first.get()}));
    forEachSubgraph(node, [&](Subgraph& graph) { graph = second; });
    QVERIFY(node.graph("then_branch") == second);
}

void GraphTest::opsets() {
    const Opsets model{{"", 13}, {"com.microsoft", 2}};
    QCOMPARE(opsetOf(model), std::int64_t(13));
    QCOMPARE(opsetOf(model, "com.microsoft"), std::int64_t(2));
    QCOMPARE(opsetOf({}), std::int64_t(1));
    Graph graph;
    QCOMPARE(&opsetsOf(graph, model), &model);
    graph.opsets[""] = 7;
    QCOMPARE(opsetOf(opsetsOf(graph, model)), std::int64_t(7));
    QCOMPARE(opsetOf(opsetsOf(graph, model), "com.microsoft"), std::int64_t(1));
}

void GraphTest::stableOrder() {
    GraphBuilder builder;
    const ValueId x = builder.input("x", {});
    const ValueId b = builder.value("b"), d = builder.value("d");
    builder.nodeInto("late", {b, d}, {builder.value("e")}); // 0
    builder.nodeInto("second", {x}, {d});                   // 1
    builder.nodeInto("first", {x}, {b});                    // 2
    const Order order = executionOrder(builder.graph());
    QVERIFY((order.nodes == std::vector<NodeId>{NodeId(1), NodeId(2), NodeId(0)}));
    QVERIFY(order.cyclic.empty());
}

void GraphTest::cyclesAreSetApart() {
    GraphBuilder builder;
    const ValueId x = builder.input("x", {});
    const ValueId a = builder.value("a"), b = builder.value("b"), s = builder.value("s");
    builder.nodeInto("before", {x}, {builder.value("ok")}); // 0
    builder.nodeInto("one", {b}, {a});                      // 1
    builder.nodeInto("two", {a}, {b});                      // 2
    builder.nodeInto("behind", {b}, {builder.value("c")});  // 3
    builder.nodeInto("self", {s}, {s});                     // 4
    const Order order = executionOrder(builder.graph());
    QVERIFY((order.nodes == std::vector<NodeId>{NodeId(0)}));
    QVERIFY((order.cyclic == std::vector<NodeId>{NodeId(1), NodeId(2), NodeId(3), NodeId(4)}));
}

// A node that names an output twice must not let its reader go before the other producer.
void GraphTest::repeatedOutput() {
    GraphBuilder builder;
    const ValueId x = builder.input("x", {});
    const ValueId a = builder.value("a"), b = builder.value("b");
    builder.nodeInto("twice", {x}, {a, a});
    builder.nodeInto("reader", {a, b}, {builder.value("y")});
    builder.nodeInto("other", {x}, {b});
    const Order order = executionOrder(builder.graph());
    QVERIFY((order.nodes == std::vector<NodeId>{NodeId(0), NodeId(2), NodeId(1)}));
}

void GraphTest::randomGraphs() {
    std::mt19937 random(7);
    for (int round = 0; round < 50; ++round) {
        GraphBuilder builder;
        std::vector<ValueId> values{builder.input("x", {})};
        struct Planned {
            std::vector<ValueId> inputs;
            ValueId output;
        };
        std::vector<Planned> nodes;
        for (int i = 0; i < 60; ++i) {
            Planned node;
            for (unsigned k = 0; k < 1 + random() % 3; ++k)
                node.inputs.push_back(values[random() % values.size()]);
            node.output = builder.value("v" + std::to_string(i));
            values.push_back(node.output);
            nodes.push_back(node);
        }
        std::ranges::shuffle(nodes, random);
        for (const Planned& node : nodes)
            builder.nodeInto("N", node.inputs, {node.output});
        const Graph& graph = builder.graph();
        const Order order = executionOrder(graph);
        QCOMPARE(order.nodes.size(), nodes.size());
        std::vector<bool> ready(graph.valueCount(), false);
        ready[0] = true;
        for (const NodeId id : order.nodes) {
            for (const ValueId input : graph.node(id).inputs)
                QVERIFY(ready[input.index()]);
            ready[graph.node(id).outputs.front().index()] = true;
        }
        // Sorted once, the order is its own order.
        Graph sorted = graph;
        sorted.setOrder(order.nodes);
        QVERIFY(executionOrder(sorted).nodes == order.nodes);
    }
}

void GraphTest::attributes() {
    Node node;
    node.set("axis", std::int64_t(2));
    node.set("axis", std::int64_t(3));
    node.set("alpha", 0.5f);
    QCOMPARE(node.attributes.size(), std::size_t(2));
    QCOMPARE(node.intOr("axis", 0), std::int64_t(3));
    QCOMPARE(node.floatOr("alpha", 0), 0.5f);
    QCOMPARE(node.intOr("alpha", 9), std::int64_t(9)); // of another kind
    QCOMPARE(node.stringOr("mode", "none"), std::string("none"));
    QVERIFY(node.ints("axis").empty() && !node.tensor("axis") && !node.graph("axis"));
}

EDGEWRIGHT_TEST(GraphTest)

void GraphTest::sameOperands() {
    GraphBuilder builder;
    const ValueId x = builder.input("x", {});
    const ValueId two = builder.constant("two", Tensor::of<float>({2}, {1, 2})),
                  same = builder.constant("same", Tensor::of<float>({2}, {1, 2})),
                  other = builder.constant("other", Tensor::of<float>({2}, {1, 3})),
                  column = builder.constant("column", Tensor::of<float>({2, 1}, {1, 2})),
                  whole = builder.constant("whole", Tensor::of<std::int32_t>({2}, {0x3f800000, 0x40000000}));
    const Graph& graph = builder.graph();
    QVERIFY(areSameOperands(graph, x, x) && areSameOperands(graph, ValueId(), ValueId()));
    QVERIFY(areSameOperands(graph, two, same));
    for (const ValueId each : {x, other, column, whole, ValueId()})
        QVERIFY(!areSameOperands(graph, two, each) && !areSameOperands(graph, each, two));
    QVERIFY(knownTensor(graph, two) && !knownTensor(graph, x));
}

} // namespace edgewright::graph_test

#include "graph_test.moc"
