// SPDX-License-Identifier: GPL-3.0-or-later
// Groups that runtimes would refuse as functions stand as their operators.
#include "core/fusion/loadable_groups.h"

#include "core/ir/subgraphs.h"
#include "core/ir/verify.h"
#include "core/ops/infer.h"
#include "tests/core/fusion/net.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <algorithm>

namespace edgewright::loadable_groups_test {

using namespace edgewright::fusion;
using namespace edgewright::fusion::test;

namespace {

// x + x, normalised by `op`, and negated: one group by hand.
Net normalised(std::int64_t opset, const char* op) {
    Net net(opset);
    const ValueId x = net.floats("x", {2, 4});
    const ValueId sum = net.node("Add", {x, x});
    const ValueId y = net.node(op, {sum, net.weights("scale", {4})});
    net.output(net.node("Neg", {y}));
    return net;
}

History grouped(const Net& net, std::initializer_list<std::uint32_t> nodes) {
    Options options = only({"eliminate_identity"});
    options.userGroups.emplace_back();
    for (const std::uint32_t node : nodes)
        options.userGroups.back().emplace_back(node);
    return fused(net, options);
}

// Values that nobody writes any more may have the names of those that members write.
bool isSound(const ir::Graph& graph) {
    return std::ranges::all_of(ir::verify(graph),
                               [](const Diagnostic& found) { return found.code == "duplicate-name"; });
}

} // namespace

class LoadableGroupsTest : public QObject {
    Q_OBJECT

private slots:
    void undefinedOperators_data() {
        QTest::addColumn<int>("opset");
        QTest::addColumn<QString>("op");
        QTest::addColumn<bool>("stays");
        QTest::newRow("too old") << 14 << QStringLiteral("LayerNormalization") << false;
        QTest::newRow("new enough") << 17 << QStringLiteral("LayerNormalization") << true;
        QTest::newRow("no opset has it") << 20 << QStringLiteral("SimplifiedLayerNormalization") << false;
        QTest::newRow("of a later opset") << 20 << QStringLiteral("RMSNormalization") << false;
        QTest::newRow("from there on") << 23 << QStringLiteral("RMSNormalization") << true;
    }
    void undefinedOperators() {
        QFETCH(int, opset);
        QFETCH(QString, op);
        QFETCH(bool, stays);
        const Net net = normalised(opset, qPrintable(op));
        const History history = grouped(net, {0, 1, 2});
        QCOMPARE(history.graph.nodeCount(), std::size_t(1));
        const ir::Graph loadable = withLoadableGroups(history.graph, net.opsets);
        if (stays) {
            QCOMPARE(opsOf(loadable), opsOf(history.graph));
            return;
        }
        QCOMPARE(opsOf(loadable), (QStringList{QStringLiteral("Add"), op, QStringLiteral("Neg")}));
        QVERIFY(isSound(loadable));
        QCOMPARE(difference(loadable, inferred(net), net.opsets), QString());
        QCOMPARE(loadable.value(loadable.outputs[0]).name, history.graph.value(history.graph.outputs[0]).name);
    }

    // A group takes single numbers in, and may have nothing left to read.
    void groupsWithoutInputs() {
        const ir::Opsets opsets{{"", 17}};
        ir::GraphBuilder body("AddNeg");
        const ValueId a = body.constant("a", ir::Tensor::scalar(1.0F));
        const ValueId inner = body.node("Add", {a, body.constant("b", ir::Tensor::scalar(2.0F))});
        body.output(body.node("Neg", {inner}));
        body.output(inner);
        body.output(inner);
        body.output(a);
        ir::GraphBuilder builder;
        ir::Node group;
        group.op = "AddNeg";
        group.domain = ir::FusedDomain;
        for (const char* name : {"y", "sum", "again", "same"}) {
            group.outputs.push_back(builder.value(name));
            builder.output(group.outputs.back());
        }
        group.body = std::make_shared<const ir::Graph>(body.take());
        builder.graph().addNode(std::move(group));
        const ir::Graph graph = ops::inferTypes(builder.graph(), opsets).graph;
        const ir::Graph loadable = withLoadableGroups(graph, opsets);
        QCOMPARE(opsOf(loadable), (QStringList{QStringLiteral("Add"), QStringLiteral("Neg"),
                                               QStringLiteral("Identity"), QStringLiteral("Identity")}));
        QVERIFY(isSound(loadable));
        QCOMPARE(difference(loadable, graph, opsets), QString());
    }

    // In branches, too; and what an operator holds that nobody knows is not entered.
    void subgraphs() {
        ir::GraphBuilder branch;
        const auto chain = [&](ir::GraphBuilder& in) {
            const ValueId c = in.constant("c", randomTensor({4}, 1));
            const ValueId sum = in.node("Add", {c, c});
            in.output(in.node("RelQStringLiteral(", {in.node("LayerNormalization", {sum, c})}));
        };
        chain(branch);
        const auto then = std::make_shared<const ir::Graph>(branch.take());
        Net net(14);
        const ValueId c = net.input("c", ir::TensorType(ir::DataType::Bool, ir::Dims{}));
        net.output(net.node("If", {c}, {{"then_branch", then}, {"else_branch", then}}));
        net.output(net.node("Mystery", {c}, {{"decoder", then}, {"depth", std::int64_t(3)}}));
        const ir::Graph given = net.graph();
        const History history = fused(net);
        QVERIFY(!history.steps.empty());
        for (const Step& step : history.steps)
            QVERIFY2(!step.site.inside.ends_with("decoder"), step.rule.c_str());
        ir::Graph loadable = withLoadableGroups(history.graph, net.opsets);
        keepForeignSubgraphs(loadable, given);
        for (const NodeId id : loadable.order()) {
            const ir::Node& node = loadable.node(id);
            if (node.is("Mystery")) QVERIFY(node.graph("decoder") == then);
            ir::forEachSubgraph(node, [](const ir::Subgraph& each) {
                for (const NodeId inner : each->order())
                    QVERIFY(!each->node(inner).body);
            });
        }
    }
};

EDGEWRIGHT_TEST(LoadableGroupsTest)

} // namespace edgewright::loadable_groups_test

#include "loadable_groups_test.moc"
