// SPDX-License-Identifier: GPL-3.0-or-later
// What cannot be planned as a whole is an error, not a plan of the rest.
#include "core/ir/builder.h"
#include "core/pipeline/memory/memory_plan.h"
#include "tests/support/test_class.h"

#include <QTest>

namespace edgewright::plannable_test {

namespace {

ir::Graph relus(const ir::Dims& dims, int nodes = 1) {
    ir::GraphBuilder builder;
    const ir::TensorType type(ir::DataType::Float32, dims);
    ValueId last = builder.input("x", type);
    for (int i = 0; i < nodes; ++i)
        last = builder.node("Relu", {last});
    builder.output(last);
    ir::Graph graph = builder.take();
    for (std::size_t i = 0; i < graph.valueCount(); ++i)
        graph.value(ValueId(i)).type = type;
    return graph;
}

std::string errorOf(const ir::Graph& graph) {
    const auto execution = pipeline::executionGraph(graph, {}, {});
    const auto plan = pipeline::plan(graph, {}, {});
    if (execution.has_value() || plan.has_value()) return {};
    return execution.error().message == plan.error().message && execution.error().code == ErrorCode::BadInput
               ? execution.error().message
               : "two errors";
}

} // namespace

class PlannableTest : public QObject {
    Q_OBJECT

private slots:
    void cycle() {
        ir::Graph graph = relus({2});
        const ValueId y = graph.outputs.front();
        ir::Node node;
        node.name = "again";
        node.op = "Add";
        ir::Value value;
        value.name = "z";
        const ValueId z = graph.addValue(value);
        node.inputs = {y, z};
        node.outputs = {z};
        graph.addNode(node);
        QCOMPARE(
            errorOf(graph),
            std::string("a memory plan needs an execution order, and node 'again' lies on a cycle or behind "
                        "one: it depends on its own output, or on a node that does"));
    }

    void uncountable_data() {
        QTest::addColumn<qint64>("batch");
        QTest::addColumn<QString>("error");
        constexpr auto Most = std::numeric_limits<std::int64_t>::max();
        QTest::newRow("elements") << qint64(Most) << "value 'x' is float32[9223372036854775807,3], more bytes";
        QTest::newRow("bytes") << qint64(Most / 3) << "value 'x' is float32[3074457345618258602,3], more bytes";
        QTest::newRow("sum") << qint64(Most / 3 / 64) << "have more bytes together than can be counted";
    }
    void uncountable() {
        QFETCH(qint64, batch);
        QFETCH(QString, error);
        const std::string found = errorOf(relus({batch, 3}, 40));
        QVERIFY2(found.find(error.toStdString()) != std::string::npos, found.c_str());
    }

    void sound() { QVERIFY(pipeline::executionGraph(relus({2, 3}), {}, {}).has_value()); }
};

EDGEWRIGHT_TEST(PlannableTest)

} // namespace edgewright::plannable_test

#include "plannable_test.moc"
