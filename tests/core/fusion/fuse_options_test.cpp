// SPDX-License-Identifier: GPL-3.0-or-later
// What a person decides: single applications left out, groups by hand, stepping through the history.
#include "tests/core/fusion/random_net.h"
#include "tests/core/fusion/same_graph.h"
#include "tests/support/test_class.h"

#include "core/fusion/traffic.h"
#include "core/fusion/user_group.h"
#include "core/ir/verify.h"

#include <QTest>

#include <algorithm>

namespace edgewright::fuse_options_test {

using namespace edgewright::fusion;
using namespace edgewright::fusion::test;

namespace {

// Conv_0 -> Relu_1 -> Conv_2 -> Relu_3
Net twoConvs() {
    Net net;
    const ValueId a = net.node("Relu", {net.conv(net.floats("x", {1, 3, 8, 8}), {3, 3, 3, 3})});
    net.output(net.node("Relu", {net.conv(a, {3, 3, 3, 3})}));
    return net;
}

QString byHandReason(const Net& net, std::vector<NodeId> nodes) {
    const Match match = fuseUserGroup(inferred(net), net.opsets, std::move(nodes));
    const auto* refused = std::get_if<Refused>(&match);
    return refused ? QString::fromStdString(refused->reason) : QStringLiteral("legal");
}

} // namespace

class FuseOptionsTest : public QObject {
    Q_OBJECT

private slots:
    void sitesNameBaseNodes() {
        const History history = fused(twoConvs(), only({"fuse_activation"}));
        QCOMPARE(history.steps.size(), std::size_t(2));
        QCOMPARE(history.steps[0].site, (Site{"fuse_activation", {NodeId(0), NodeId(1)}}));
        QCOMPARE(history.steps[1].site, (Site{"fuse_activation", {NodeId(2), NodeId(3)}}));
        QCOMPARE(history.opsets, twoConvs().opsets);
    }

    void skippedIsPossible() {
        const Net net = twoConvs();
        Options options = only({"fuse_activation"});
        const Site second{"fuse_activation", {NodeId(2), NodeId(3)}};
        options.skipped = {second};
        const History history = fused(net, options);
        QCOMPARE(history.steps.size(), std::size_t(1));
        const auto it = std::ranges::find(history.possible, second, &Step::site);
        QVERIFY(it != history.possible.end());
        QCOMPARE(it->names, (std::vector<std::string>{"Relu_3", "Conv_2"}));
        QVERIFY(!it->reason.empty());
        QCOMPARE(it->benefit.launches, std::int64_t(1));
        QCOMPARE(it->benefit.trafficBytes,
                 std::int64_t(2 * 4 * 3 * 8 * 8)); // what Conv_2 writes and Relu_3 reads
        QVERIFY(history.graph.contains(NodeId(2)) && history.graph.contains(NodeId(3)));
        const auto applied = ir::apply(history.graph, it->patch);
        QVERIFY(applied && ir::verify(*applied).empty());
        QCOMPARE(difference(history.base, *applied, net.opsets), QString());
        for (const Refusal& refusal : history.refusals)
            QVERIFY(refusal.rule != "fuse_activation");
    }

    void switchedOffIsPossible() {
        const Net net = twoConvs();
        Options options;
        for (const Rule* rule : rules())
            options.without.insert(std::string(rule->name));
        const History history = fused(net, options);
        QVERIFY(history.steps.empty() && history.refusals.empty());
        QCOMPARE(std::ranges::count(history.possible, "fuse_activation", &Step::rule), std::ptrdiff_t(2));
        for (const Step& step : history.possible) {
            QVERIFY2(ir::apply(history.graph, step.patch), step.rule.c_str());
            QVERIFY(!step.site.nodes.empty() && step.site.rule == step.rule);
        }
    }

    // Undo is an option: without one step, the rest stays, and it comes back when it is allowed again.
    void undo_data() {
        QTest::addColumn<unsigned>("seed");
        for (unsigned seed = 2000; seed < 2020; ++seed)
            QTest::addRow("%u", seed) << seed;
    }
    void undo() {
        QFETCH(unsigned, seed);
        const Net net = RandomNet(seed).make();
        const History whole = fused(net);
        for (std::size_t i = 0; i < whole.steps.size(); i += 5) {
            Options options;
            options.skipped = {whole.steps[i].site};
            const History without = fused(net, options);
            for (const Step& step : without.steps)
                QVERIFY(step.site != whole.steps[i].site);
            QCOMPARE(difference(without, net), QString());
            QCOMPARE(replayDifference(without), QString());
            QCOMPARE(graphDifference(fused(net, options).graph, without.graph), QString());
        }
        QCOMPARE(graphDifference(fused(net).graph, whole.graph), QString());
    }

    void stepping_data() { undo_data(); }
    void stepping() {
        QFETCH(unsigned, seed);
        const Net net = RandomNet(seed).make();
        const History history = fused(net);
        QVERIFY(!history.steps.empty());
        for (std::size_t n = 0; n <= history.steps.size(); n += 3) {
            Options options;
            options.patchLimit = n;
            const auto at = graphAt(history, n);
            QVERIFY2(at, at ? "" : at.error().message.c_str());
            const History cut = fused(net, options);
            QCOMPARE(cut.steps.size(), n);
            QCOMPARE(graphDifference(*at, cut.graph), QString());
        }
        for (const std::size_t n : {history.steps.size(), history.steps.size() + 7, SIZE_MAX}) {
            const auto at = graphAt(history, n);
            QVERIFY(at);
            QCOMPARE(graphDifference(*at, history.graph), QString());
        }
        QCOMPARE(graphDifference(*graphAt(history, 0), history.base), QString());
    }
    void foreignHistory() {
        History history = fused(twoConvs());
        history.steps.front().patch.removed = {NodeId(77)};
        const auto at = graphAt(history, 1);
        QVERIFY(!at && at.error().code == ErrorCode::Internal);
        QVERIFY(graphAt(history, 0));
    }

    void benefitsAddUp_data() { undo_data(); }
    void benefitsAddUp() {
        QFETCH(unsigned, seed);
        const History history = fused(RandomNet(seed).make());
        std::int64_t launches = 0, traffic = 0;
        for (const Step& step : history.steps) {
            launches += step.benefit.launches;
            traffic += step.benefit.trafficBytes;
        }
        QCOMPARE(launches, calls(history.base) - calls(history.graph));
        QCOMPARE(traffic, trafficBytes(history.base) - trafficBytes(history.graph));
    }
    void traffic() {
        Net net;
        const ValueId x = net.floats("x", {2, 8});                  // 64 bytes
        const ValueId y = net.node("Add", {x, x});                  // read once, written once
        const ValueId z = net.node("Mul", {y, net.scalar("k", 2)}); // constants are not counted
        net.output(net.node("Sub", {z, y}));
        const ir::Graph graph = inferred(net);
        QCOMPARE(trafficBytes(graph), std::int64_t(64 * (2 + 2 + 3)));
        QCOMPARE(computeNodes(graph), std::size_t(3));
        QCOMPARE(calls(graph), std::int64_t(3));
        Net open; // unknown extents count nothing
        open.output(open.node("Relu", {open.input("x", ir::TensorType(ir::DataType::Float32))}));
        QCOMPARE(trafficBytes(inferred(open)), std::int64_t(0));
    }

    // What is known when the model is loaded runs never: no call, and nothing is read or written for it.
    void knownBeforehandCostsNothing() {
        Net net;
        const ValueId x = net.floats("x", {2, 8}); // 64 bytes
        const ValueId shape = net.node("Shape", {x});
        const ValueId flat = net.node("Reshape", {net.node("Relu", {x}), net.node("Abs", {shape})});
        net.output(net.node("Exp", {flat}));
        const ir::Graph graph = inferred(net);
        QCOMPARE(computeNodes(graph), std::size_t(5));
        QCOMPARE(calls(graph), std::int64_t(3));
        QCOMPARE(trafficBytes(graph), std::int64_t(64 * 2 * 3));
        const History history = fused(net, only({"fold_constants", "eliminate_unused"}));
        QVERIFY(!history.steps.empty());
        for (const Step& step : history.steps)
            QVERIFY(step.benefit == Benefit());
    }

    void byHandFirst() {
        const Net net = twoConvs();
        Options options;
        options.userGroups = {{NodeId(2), NodeId(1)}};
        const History history = fused(net, options);
        QVERIFY(!history.steps.empty());
        QCOMPARE(history.steps[0].rule, std::string());
        QCOMPARE(history.steps[0].site, (Site{"", {NodeId(1), NodeId(2)}}));
        QCOMPARE(history.steps[0].names, (std::vector<std::string>{"Relu_1", "Conv_2"}));
        QVERIFY(history.steps[0].reason.find("fused by hand") != std::string::npos);
        const auto first = graphAt(history, 1);
        QVERIFY(first);
        QCOMPARE(opsOf(*first),
                 (QStringList{QStringLiteral("Conv"), QStringLiteral("ReluConv"), QStringLiteral("Relu")}));
        QCOMPARE(difference(history, net), QString());
        QCOMPARE(replayDifference(history), QString());
        QCOMPARE(history.descendantsOf(NodeId(1)), history.descendantsOf(NodeId(2)));
    }
    void byHandOrderAndLimit() {
        const Net net = twoConvs();
        Options options;
        options.userGroups = {{NodeId(0), NodeId(1)}, {NodeId(2), NodeId(3)}};
        options.patchLimit = 1;
        QCOMPARE(opsOf(fused(net, options).graph),
                 (QStringList{QStringLiteral("ConvRelu"), QStringLiteral("Conv"), QStringLiteral("Relu")}));
        options.patchLimit = SIZE_MAX;
        options.userGroups.push_back({NodeId(1), NodeId(2)}); // taken by then
        const History history = fused(net, options);
        QCOMPARE(history.steps.size(), std::size_t(2));
        QVERIFY2(reasonOf(history, "").contains(QStringLiteral("Relu_1 is in another group")),
                 qPrintable(reasonOf(history, "")));
        QCOMPARE(history.refusals.front().names, (std::vector<std::string>{"Relu_1", "Conv_2"}));
    }
    void byHandSeveralOutputs() { // the first output is read before the group could have run
        Net net;
        const ValueId x = net.floats("x", {2, 8});
        const ValueId a = net.node("Relu", {x});
        const ValueId early = net.node("Softmax", {a});
        const ValueId b = net.node("Tanh", {a});
        net.output(net.node("MatMul", {net.node("Transpose", {early}), b}));
        Options options = only({});
        options.userGroups = {{NodeId(0), NodeId(2)}};
        const History history = fused(net, options);
        QCOMPARE(history.steps.size(), std::size_t(1));
        const std::string& reason = history.steps[0].reason;
        QVERIFY2(reason.find("'Relu_0_out' and 'Tanh_2_out' leave the group") != std::string::npos,
                 reason.c_str());
        QCOMPARE(opsOf(history.graph).first(), QStringLiteral("ReluTanh"));
        QCOMPARE(difference(history, net), QString());
        QCOMPARE(replayDifference(history), QString());
    }

    void byHandRefusals() {
        Net net;
        const ValueId x = net.floats("x", {2, 8});
        const ValueId a = net.node("Relu", {x});
        const ValueId b = net.node("Softmax", {a});
        const ValueId c = net.node("Add", {a, b});
        const ValueId d = net.node("Mystery", {c});
        const ValueId e = net.node("Sigmoid", {d});
        const ValueId r = net.node("RandomNormalLike", {e});
        net.output(net.node("Abs", {r}));
        net.node("Tanh", {c}); // 7, read by nobody
        QVERIFY(byHandReason(net, {}).contains(QStringLiteral("no operator is chosen")));
        QVERIFY(byHandReason(net, {NodeId(0)}).contains(QStringLiteral("Relu_0 alone is no group")));
        QVERIFY(byHandReason(net, {NodeId(0), NodeId(0)}).contains(QStringLiteral("alone")));
        QVERIFY(byHandReason(net, {NodeId(0), NodeId(99)}).contains(QStringLiteral("not in this graph")));
        QVERIFY(byHandReason(net, {NodeId(0), NodeId()}).contains(QStringLiteral("not in this graph")));
        QVERIFY(byHandReason(net, {NodeId(0), NodeId(2)})
                    .contains(QStringLiteral("closes a cycle through Softmax_1")));
        QVERIFY(byHandReason(net, {NodeId(0), NodeId(1), NodeId(4)})
                    .contains(QStringLiteral("no tensor goes from Sigmoid_4 to Relu_0 and Softmax_1")));
        QVERIFY(
            byHandReason(net, {NodeId(2), NodeId(3)}).contains(QStringLiteral("unknown operator 'Mystery'")));
        QVERIFY(byHandReason(net, {NodeId(4), NodeId(5)}).contains(QStringLiteral("draws random numbers")));
        QCOMPARE(byHandReason(net, {NodeId(2), NodeId(1)}), QStringLiteral("legal"));

        for (const std::vector<NodeId>& nodes :
             {std::vector{NodeId(0), NodeId(2)}, std::vector{NodeId(2), NodeId(3)}, std::vector{NodeId(98)}}) {
            Options options = only({});
            options.userGroups = {nodes};
            const History history = fused(net, options);
            QVERIFY(history.steps.empty());
            QCOMPARE(graphDifference(history.graph, history.base), QString());
            QCOMPARE(history.refusals.size(), std::size_t(1));
            QVERIFY(history.refusals[0].rule.empty() && !history.refusals[0].reason.empty());
        }
    }
    void byHandNothingLeaves() {
        Net net;
        const ValueId x = net.floats("x", {2, 8});
        net.node("Tanh", {net.node("Relu", {x})});
        net.output(net.node("Abs", {x}));
        QVERIFY(byHandReason(net, {NodeId(0), NodeId(1)}).contains(QStringLiteral("nobody reads")));
    }
    // Whatever is picked: it is legal and keeps the numbers, or there is a reason and nothing changes.
    void byHandRandom_data() { undo_data(); }
    void byHandRandom() {
        QFETCH(unsigned, seed);
        const Net net = RandomNet(seed).make();
        const ir::Graph graph = inferred(net);
        std::mt19937 random(seed);
        int legal = 0;
        for (int i = 0; i < 60; ++i) {
            Options options = only({});
            const std::size_t start = random() % graph.nodeCount();
            std::vector<NodeId> nodes;
            for (std::size_t k = 0; k < 2 + random() % 4; ++k)
                nodes.push_back(NodeId(std::min(start + random() % 4, graph.nodeCount() - 1)));
            options.userGroups = {nodes};
            const auto history = fuse(graph, net.opsets, options);
            QVERIFY2(history, history ? "" : history.error().message.c_str());
            QCOMPARE(history->steps.size() + history->refusals.size(), std::size_t(1));
            if (history->steps.empty()) continue;
            ++legal;
            QVERIFY(ir::verify(history->graph).empty());
            QCOMPARE(replayDifference(*history), QString());
            if (legal <= 5) QCOMPARE(difference(*history, net), QString());
        }
        QVERIFY(legal > 0);
    }
};

EDGEWRIGHT_TEST(FuseOptionsTest)

} // namespace edgewright::fuse_options_test

#include "fuse_options_test.moc"
