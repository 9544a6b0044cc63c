// SPDX-License-Identifier: GPL-3.0-or-later
// The engine: order of rules, history, limits, provenance, bad graphs.
#include "tests/core/fusion/net.h"
#include "tests/support/test_class.h"

#include "core/ir/verify.h"

#include <QTest>

#include <algorithm>
#include <set>

namespace edgewright::fuse_test {

using namespace edgewright::fusion;
using namespace edgewright::fusion::test;

namespace {

// Conv -> BN -> Relu -> Conv -> BN -> + x -> Relu
Net residualBlock() {
    Net net;
    const ValueId x = net.floats("x", {1, 3, 8, 8});
    const ValueId a = net.node("Relu", {net.batchNorm(net.conv(x, {3, 3, 3, 3}), 3)});
    const ValueId b = net.batchNorm(net.conv(a, {3, 3, 3, 3}), 3);
    net.output(net.node("Relu", {net.node("Add", {b, x})}));
    return net;
}

} // namespace

class FuseTest : public QObject {
    Q_OBJECT

private slots:
    void catalogue() {
        std::set<std::string_view> names;
        for (const Rule* rule : rules()) {
            QVERIFY(names.insert(rule->name).second);
            QVERIFY(!rule->summary.empty() && !rule->before.empty() && !rule->after.empty() && rule->match);
            QCOMPARE(findRule(rule->name), rule);
        }
        QVERIFY(names.size() >= 12);
        QVERIFY(!findRule("nothing"));
    }

    void fixedPoint() {
        const Net net = residualBlock();
        const History history = fused(net);
        QCOMPARE(opsOf(history.graph),
                 (QStringList{QStringLiteral("ConvRelu"), QStringLiteral("ConvAddRelu")}));
        QCOMPARE(difference(history, net), QString());
        QCOMPARE(replayDifference(history), QString());
        QVERIFY(ir::verify(history.graph).empty());
        QVERIFY(history.refusals.empty());
        QCOMPARE(history.steps.size(), std::size_t(5));
        const auto again = fuse(history.graph, net.opsets);
        QVERIFY(again && again->steps.empty());
        for (const NodeId id : history.graph.order())
            for (const ValueId output : history.graph.node(id).outputs)
                QVERIFY(history.graph.value(output).type.dims().has_value());
    }

    void provenance() {
        const History history = fused(residualBlock());
        std::set<NodeId> all;
        for (const NodeId id : history.graph.order())
            for (const NodeId origin : history.originsOf(id)) {
                QVERIFY(history.base.contains(origin));
                QVERIFY(all.insert(origin).second);
                QCOMPARE(history.descendantsOf(origin), std::vector{id});
                QVERIFY(std::ranges::count(history.graph.node(id).origins, origin) == 1);
            }
        QCOMPARE(all.size(), history.base.nodeCount());
    }
    void untouchedAndFoldedAway() {
        Net net;
        const ValueId x = net.floats("x", {2, 3});
        net.output(net.node("Softmax", {net.node("Reshape", {x, net.node("Shape", {x})})}));
        const History history = fused(net, only({"fold_constants"}));
        QCOMPARE(history.descendantsOf(NodeId(0)), std::vector<NodeId>()); // Shape
        QCOMPARE(history.originsOf(NodeId(2)), std::vector{NodeId(2)});
        QCOMPARE(history.descendantsOf(NodeId(2)), std::vector{NodeId(2)});
    }

    void limitAndSwitches() {
        const Net net = residualBlock();
        for (std::size_t limit = 0; limit <= 5; ++limit) {
            Options options;
            options.patchLimit = limit;
            const History history = fused(net, options);
            QCOMPARE(history.steps.size(), limit);
            QCOMPARE(difference(history, net), QString());
            QCOMPARE(replayDifference(history), QString());
        }
        Options options;
        options.without = {"fold_batch_norm", "fuse_elementwise"};
        const History history = fused(net, options);
        for (const Step& step : history.steps)
            QVERIFY(!options.without.contains(step.rule));
        QVERIFY(opsOf(history.graph).contains(QStringLiteral("BatchNormalizationRelu")));
    }

    void refusalsNameNodesOfTheFinalGraph() {
        Net net;
        const ValueId y = net.conv(net.floats("x", {1, 2, 6, 6}), {3, 2, 3, 3});
        net.output(net.node("Relu", {y}));
        net.output(net.node("Softmax", {y}));
        const History history = fused(net);
        QVERIFY(!history.refusals.empty());
        std::set<std::pair<std::string, NodeId>> seen;
        for (const Refusal& refusal : history.refusals) {
            QCOMPARE(refusal.nodes.size(), refusal.names.size());
            for (std::size_t i = 0; i < refusal.nodes.size(); ++i)
                QCOMPARE(history.graph.node(refusal.nodes[i]).label(), refusal.names[i]);
            for (const ValueId tensor : refusal.tensors)
                QVERIFY(history.graph.contains(tensor));
            QVERIFY(seen.emplace(refusal.rule, refusal.nodes.front()).second);
        }
        QVERIFY(reasonOf(history, "fuse_activation").contains(QStringLiteral("Softmax_2")));
    }

    void readsInsideSubgraphs() { // what a body reads cannot be redirected
        Net net;
        const ValueId x = net.floats("x", {2});
        const ValueId y = net.node("Identity", {net.node("Abs", {x})});
        const auto branch = [&](const char* op) {
            ir::GraphBuilder inner;
            ir::Value captured;
            captured.name = "outer_y";
            captured.outer = y;
            const ValueId in = inner.graph().addValue(captured);
            inner.output(inner.node(op, {in}));
            return std::make_shared<const ir::Graph>(inner.take());
        };
        const ValueId condition = net.input("condition", ir::TensorType(ir::DataType::Bool, ir::Dims{}));
        net.output(
            net.node("If", {condition}, {{"then_branch", branch("Neg")}, {"else_branch", branch("Exp")}}));
        const History history = fused(net, only({"eliminate_identity"}));
        QCOMPARE(history.graph.nodeCount(), std::size_t(3));
        QVERIFY2(reasonOf(history, "eliminate_identity")
                     .contains(QStringLiteral("is read inside a subgraph of If_2")),
                 qPrintable(reasonOf(history, "eliminate_identity")));
        const History grouped = fused(net); // a group keeps the value that the body reads
        QCOMPARE(opsOf(grouped.graph), (QStringList{QStringLiteral("AbsIdentity"), QStringLiteral("If")}));
        QCOMPARE(difference(grouped, net), QString());
    }

    void badGraphs() {
        Net cycle;
        const ValueId a = cycle.value("a");
        const ValueId b = cycle.node("Relu", {a});
        cycle.nodeInto("Abs", {b}, {a});
        cycle.output(b);
        const auto first = fuse(cycle.graph(), cycle.opsets);
        QVERIFY(!first && first.error().code == ErrorCode::BadInput);
        QVERIFY(first.error().message.find("depends on its own output") != std::string::npos);
        Net missing;
        missing.output(missing.node("Relu", {missing.value("nowhere")}));
        const auto second = fuse(missing.graph(), missing.opsets);
        QVERIFY(!second && second.error().message.find("nowhere") != std::string::npos);
        Net strange;
        strange.output(strange.node("Relu", {ValueId(99)}));
        QVERIFY(!fuse(strange.graph(), strange.opsets));
        const auto empty = fuse(ir::Graph(), {});
        QVERIFY(empty && empty->steps.empty());
        Net noData; // weights whose file is missing
        const ValueId w = noData.constant("w", ir::Tensor::withoutData(ir::DataType::Float32, {3, 2, 1, 1}));
        noData.output(noData.batchNorm(noData.node("Conv", {noData.floats("x", {1, 2, 4, 4}), w}), 3));
        const History history = fused(noData, only({"fold_batch_norm"}));
        QVERIFY(reasonOf(history, "fold_batch_norm").contains(QStringLiteral("without usable data")));
        Net unknown;
        const ValueId u = unknown.node("Mystery", {unknown.floats("x", {2})});
        unknown.output(unknown.node("Relu", {u}));
        QVERIFY(fused(unknown).steps.empty());
    }
    void unsortedInput() {
        Net net;
        const ValueId x = net.floats("x", {1, 2, 4, 4});
        const ValueId y = net.value("y");
        net.output(net.node("Relu", {y}));
        net.nodeInto("Conv", {x, net.weights("w", {3, 2, 3, 3})}, {y});
        const History history = fused(net);
        QCOMPARE(opsOf(history.graph), QStringList{QStringLiteral("ConvRelu")});
        QCOMPARE(replayDifference(history), QString());
        QCOMPARE(difference(history, net), QString());
    }

    void cancelled() {
        std::stop_source source;
        source.request_stop();
        Net net;
        ValueId x = net.floats("x", {4});
        for (int i = 0; i < 200; ++i)
            x = net.node("Softmax", {x});
        net.output(x);
        const auto history = fuse(inferred(net), net.opsets, {}, RunContext{source.get_token(), nullptr});
        QVERIFY(!history && history.error().code == ErrorCode::Cancelled);
    }

    // Many patches, constants by the hundred: copying the graph for each would take longer than a test may.
    void largeGraph() {
        constexpr int Blocks = 400;
        Net net;
        ValueId x = net.floats("x", {1, 4, 4, 4});
        for (int i = 0; i < Blocks; ++i) {
            const ValueId c = net.node("Constant", {}, {{"value", ir::Tensor::of<float>({1}, {0.5F})}});
            const ValueId y = net.node("Add", {net.batchNorm(net.conv(x, {4, 4, 3, 3}), 4), c});
            x = net.node("Add", {net.node("Relu", {y}), x});
        }
        net.output(x);
        const ir::Graph graph = inferred(net);
        const auto history = fuse(graph, net.opsets);
        QVERIFY(history && history->faults.empty());
        QCOMPARE(history->graph.nodeCount(), std::size_t(Blocks));
        QCOMPARE(std::ranges::count(history->steps, "fold_batch_norm", &Step::rule), std::ptrdiff_t(Blocks));
    }
};

EDGEWRIGHT_TEST(FuseTest)

} // namespace edgewright::fuse_test

#include "fuse_test.moc"
