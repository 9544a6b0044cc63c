// SPDX-License-Identifier: GPL-3.0-or-later
// Patches in place are what ir::apply makes of them, and illegal ones are told why and change nothing.
#include "core/fusion/engine/workspace.h"

#include "core/ir/builder.h"
#include "tests/support/test_class.h"

#include <QTest>

namespace edgewright::workspace_test {

using fusion::Workspace;

namespace {

// x -> Neg -> Abs -> Exp -> y
ir::Graph chain() {
    ir::GraphBuilder builder;
    ValueId last = builder.input("x", {ir::DataType::Float32, ir::Dims{2}});
    for (const char* op : {"Neg", "Abs", "Exp"})
        last = builder.node(op, {last});
    builder.output(last);
    return builder.take();
}

ir::Node node(std::string op, std::vector<ValueId> inputs, std::vector<ValueId> outputs) {
    ir::Node node;
    node.op = std::move(op);
    node.inputs = std::move(inputs);
    node.outputs = std::move(outputs);
    return node;
}

std::vector<std::string> opsOf(const ir::Graph& graph) {
    std::vector<std::string> ops;
    for (const NodeId id : graph.order())
        ops.push_back(graph.node(id).op);
    return ops;
}

} // namespace

class WorkspaceTest : public QObject {
    Q_OBJECT

private slots:
    void appliesAsIrDoes() {
        const ir::Graph graph = chain();
        const ir::Node& abs = graph.node(graph.order()[1]);
        ir::PatchBuilder builder(graph);
        builder.remove(abs.id);
        const ValueId between = builder.value("between", {ir::DataType::Float32, ir::Dims{2}});
        builder.add(node("Relu", {between}, abs.outputs)); // in front of the one that it reads from
        builder.add(node("Neg", abs.inputs, {between}));
        ir::Patch patch = builder.take();
        const auto expected = ir::apply(graph, patch);
        QVERIFY(expected);
        Workspace work(graph);
        QVERIFY(work.wouldApply(patch, true));
        QCOMPARE(work.apply(patch, {}), Workspace::Outcome::Applied);
        work.finish();
        QCOMPARE(opsOf(work.graph()), (std::vector<std::string>{"Neg", "Neg", "Relu", "Exp"}));
        QCOMPARE(opsOf(work.graph()), opsOf(*expected));
        QCOMPARE(work.graph().order(), expected->order());
        QVERIFY(!work.has(abs.id));
    }

    void addedNodesStandForWhatIrSays() {
        ir::Graph graph = chain();
        const auto lies = [&](std::size_t place, const ir::Hierarchy& levels) {
            graph.node(graph.order()[place]).hierarchy = std::make_shared<const ir::Hierarchy>(levels);
        };
        lies(0, {{"layers.0", ""}, {"proj", ""}});
        lies(1, {{"layers.0", ""}, {"act", ""}});
        ir::PatchBuilder builder(graph);
        builder.remove(graph.order()[0]);
        builder.remove(graph.order()[1]);
        const ValueId between = builder.value("between", {ir::DataType::Float32, ir::Dims{2}});
        const NodeId first = builder.add(node("Relu", graph.inputs, {between}));
        ir::Node own = node("Sqrt", {between}, graph.node(graph.order()[1]).outputs);
        own.origins = {graph.order()[1]};
        own.hierarchy = std::make_shared<const ir::Hierarchy>(ir::Hierarchy{{"layers.1", ""}});
        const NodeId second = builder.add(std::move(own));
        ir::Patch patch = builder.take();
        const auto expected = ir::apply(graph, patch);
        QVERIFY(expected);
        Workspace work(graph);
        QCOMPARE(work.apply(patch, {}), Workspace::Outcome::Applied);
        work.finish();
        for (const ir::Graph* made : {&*expected, &work.graph()}) {
            QCOMPARE(made->node(first).origins, (std::vector{graph.order()[0], graph.order()[1]}));
            QVERIFY((*made->node(first).hierarchy == ir::Hierarchy{{"layers.0", ""}}));
            QCOMPARE(made->node(second).origins, std::vector{graph.order()[1]});
            QVERIFY((*made->node(second).hierarchy == ir::Hierarchy{{"layers.1", ""}}));
        }
    }

    void illegal_data() {
        QTest::addColumn<int>("kind");
        QTest::addColumn<QString>("why");
        QTest::newRow("nothing") << 0 << "changes nothing";
        QTest::newRow("twice") << 1 << "removes a node twice";
        QTest::newRow("no producer") << 2 << "leaves 'Abs_1_out' without a producer";
        QTest::newRow("two producers") << 3 << "Relu writes 'Neg_0_out', which Neg_0 writes too";
        QTest::newRow("cycle") << 4 << "closes a cycle through Exp_2";
        QTest::newRow("a circle") << 5 << "redirects values in a circle";
    }
    void illegal() {
        QFETCH(int, kind);
        QFETCH(QString, why);
        const ir::Graph graph = chain();
        const ir::Node &abs = graph.node(graph.order()[1]), &exp = graph.node(graph.order()[2]);
        ir::PatchBuilder builder(graph);
        if (kind >= 1 && kind <= 2) builder.remove(abs.id);
        if (kind == 1) builder.remove(abs.id);
        if (kind == 3) builder.add(node("Relu", {graph.inputs[0]}, abs.inputs));
        if (kind == 4) {
            builder.remove(abs.id);
            builder.add(node("Relu", exp.outputs, abs.outputs));
        }
        if (kind == 5) {
            builder.redirect(abs.outputs[0], abs.inputs[0]);
            builder.redirect(abs.inputs[0], abs.outputs[0]);
        }
        ir::Patch patch = builder.take();
        Workspace work(graph);
        QVERIFY(!work.wouldApply(patch, false));
        QCOMPARE(work.apply(patch, {}), Workspace::Outcome::Illegal);
        QCOMPARE(QString::fromStdString(work.fault()), why);
        work.finish();
        QCOMPARE(work.graph().order(), graph.order());
    }

    // Two patches that were found on one state: the second refers to what the first has removed.
    void conflict() {
        const ir::Graph graph = chain();
        const auto without = [&](std::size_t at) {
            const ir::Node& node = graph.node(graph.order()[at]);
            ir::PatchBuilder builder(graph);
            builder.remove(node.id);
            builder.redirect(node.outputs[0], node.inputs[0]);
            return builder.take();
        };
        ir::Patch first = without(1), second = without(2), third = without(0);
        Workspace work(graph);
        QCOMPARE(work.apply(first, {}), Workspace::Outcome::Applied);
        QCOMPARE(work.apply(second, {graph.order()[1]}), Workspace::Outcome::Conflict);
        work.finish();
        work.begin();
        QCOMPARE(work.apply(third, {}), Workspace::Outcome::Applied);
        work.finish();
        QCOMPARE(opsOf(work.graph()), (std::vector<std::string>{"Exp"}));
    }
};

EDGEWRIGHT_TEST(WorkspaceTest)

} // namespace edgewright::workspace_test

#include "workspace_test.moc"
