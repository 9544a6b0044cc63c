// SPDX-License-Identifier: GPL-3.0-or-later
// What was refused before its operators became part of a group.
#include "tests/core/fusion/expect_rule.h"
#include "tests/support/test_class.h"
#include "tests/support/typed_model.h"

#include <algorithm>
#include <set>

namespace edgewright::subsumed_refusals_test {

using namespace edgewright::fusion;
using namespace edgewright::fusion::test;

namespace {

// 0.5 x (1 + erf(x / sqrt 2)): Gelu from opset 20 on.
ValueId gelu(Net& net, ValueId x) {
    const ValueId erf = net.node("Erf", {net.node("Div", {x, net.scalar("", 1.41421356F)})});
    const ValueId wide = net.node("Mul", {x, net.node("Add", {erf, net.scalar("", 1)})});
    return net.node("Mul", {wide, net.scalar("", 0.5F)});
}

std::vector<Refusal> of(const History& history, const std::string& rule) {
    std::vector<Refusal> found;
    std::ranges::copy_if(history.refusals, std::back_inserter(found),
                         [&](const Refusal& each) { return each.rule == rule; });
    return found;
}

} // namespace

class SubsumedRefusalsTest : public QObject {
    Q_OBJECT

private slots:
    void standOnTheGroup() {
        Net net(13);
        net.output(gelu(net, net.floats("x", {2, 8})));
        const History history = fused(net);
        QCOMPARE(history.graph.nodeCount(), std::size_t(1));
        const NodeId group = history.graph.order().front();
        QVERIFY(history.graph.node(group).domain == ir::FusedDomain);
        const auto refusals = of(history, "compose_gelu");
        QCOMPARE(refusals.size(), std::size_t(1));
        const QString reason = QString::fromStdString(refusals[0].reason);
        QVERIFY2(reason.contains(QStringLiteral("opset 20")), qPrintable(reason));
        QVERIFY(refusals[0].isFused);
        QCOMPARE(refusals[0].nodes.size(), refusals[0].names.size());
        QVERIFY(!refusals[0].nodes.empty());
        for (const NodeId node : refusals[0].nodes)
            QCOMPARE(node, group);
        QVERIFY(std::ranges::count(refusals[0].names, "Erf_1") == 1);
    }

    // Operators that are all in groups are fused: what is refused of them is only told where one standard
    // operator would do what they do, and then not as something that is not fused.
    void whatIsFusedIsNotCalledUnfused_data() {
        QTest::addColumn<QString>("file");
        for (const auto& file : edgewright::test::sharedModels())
            QTest::newRow(file.parent_path().filename().c_str()) << QString::fromStdString(file.string());
        if (edgewright::test::sharedModels().empty()) QTest::newRow("no models") << QString();
    }
    void whatIsFusedIsNotCalledUnfused() {
        QFETCH(QString, file);
        if (file.isEmpty()) QSKIP(edgewright::test::sharedMissing());
        const auto model = edgewright::test::typedModel(file.toStdString(), false);
        QVERIFY2(model, "does not import");
        const auto history = fuse(model->graph, model->opsets);
        QVERIFY(history);
        int otherwise = 0;
        for (const Refusal& refusal : history->refusals) {
            QVERIFY(refusal.names.size() == refusal.nodes.size() || !refusal.inside.empty());
            if (!refusal.inside.empty()) continue;
            const bool isFused = !refusal.nodes.empty() && std::ranges::all_of(refusal.nodes, [&](NodeId id) {
                const ir::Node& node = history->graph.node(id);
                return node.domain == ir::FusedDomain && node.body;
            });
            QCOMPARE(refusal.isFused, isFused);
            if (!isFused && !refusal.nodes.empty()) {
                const ir::Node& node = history->graph.node(refusal.nodes.at(refusal.firstUnfused));
                QVERIFY(node.domain != ir::FusedDomain || !node.body);
            }
            const Rule& rule = *findRule(refusal.rule);
            const bool severalGroups = std::set<NodeId>(refusal.nodes.begin(), refusal.nodes.end()).size() > 1;
            QVERIFY2(!isFused || rule.composes || (rule.groups && severalGroups), refusal.reason.c_str());
            otherwise += isFused ? 1 : 0;
        }
        if (file.contains(
                QStringLiteral("yolox-nano-416"))) { // x * sigmoid(x), in the epilogues of convolutions
            QVERIFY(otherwise > 50);
            QCOMPARE(otherwise, static_cast<int>(history->refusals.size()));
        }
    }

    void oneForEachInOneGroup() {
        Net net(13);
        net.output(gelu(net, gelu(net, gelu(net, net.floats("x", {2, 8})))));
        const History history = fused(net);
        QCOMPARE(history.graph.nodeCount(), std::size_t(1));
        const auto refusals = of(history, "compose_gelu");
        QCOMPARE(refusals.size(), std::size_t(3));
        std::set<std::string> erfs;
        for (const Refusal& refusal : refusals)
            for (const std::string& name : refusal.names)
                if (name.starts_with("Erf_")) erfs.insert(name);
        QCOMPARE(erfs, (std::set<std::string>{"Erf_1", "Erf_6", "Erf_11"}));
    }

    void goneWhenItFuses() {
        Net net(20);
        net.output(gelu(net, net.floats("x", {2, 8})));
        QVERIFY(of(fused(net), "compose_gelu").empty());
        Options options;
        options.opsetLimit = 20;
        Net low(13);
        low.output(gelu(low, low.floats("x", {2, 8})));
        const History raised = fused(low, options);
        QCOMPARE(raised.steps.front().rule, std::string("compose_gelu"));
        QVERIFY(of(raised, "compose_gelu").empty());
    }

    void notOfRulesThatAreOff() {
        Net net(13);
        net.output(gelu(net, net.floats("x", {2, 8})));
        Options options;
        options.without = {"compose_gelu"};
        QVERIFY(of(fused(net, options), "compose_gelu").empty());
    }

    // One per rule and operator, with every grouping, and the same each time.
    void areOrderlyEverywhere() {
        for (const bool least : {false, true}) {
            Net net(13);
            const ValueId x = net.conv(net.floats("x", {1, 4, 8, 8}), {4, 4, 3, 3});
            const ValueId y = net.conv(gelu(net, x), {4, 4, 3, 3});
            net.output(net.node("Add", {gelu(net, y), x}));
            Options options;
            options.leastTraffic = least;
            const History history = fused(net, options);
            QCOMPARE(of(history, "compose_gelu").size(), std::size_t(2));
            std::set<std::pair<std::string, std::string>> seen;
            for (const Refusal& refusal : history.refusals) {
                QVERIFY(!refusal.nodes.empty());
                QVERIFY(seen.emplace(refusal.rule, refusal.names.front()).second);
                for (const NodeId node : refusal.nodes)
                    QVERIFY(history.graph.contains(node));
                for (const ValueId tensor : refusal.tensors)
                    QVERIFY(history.graph.contains(tensor));
            }
            const History again = fused(net, options);
            QCOMPARE(again.refusals.size(), history.refusals.size());
            for (std::size_t i = 0; i < again.refusals.size(); ++i) {
                QCOMPARE(again.refusals[i].reason, history.refusals[i].reason);
                QVERIFY(again.refusals[i].nodes == history.refusals[i].nodes);
                QVERIFY(again.refusals[i].names == history.refusals[i].names);
            }
        }
    }

    // One sweep merges 0 with 1 and 2 with 3. That 1 and 2, 3 and 4 could be merged as well came too late for
    // it: what is left of them is looked at again.
    void whatOverlapsIsFoundLater() {
        Net net;
        ValueId x = net.floats("x", {2, 3, 4});
        for (int i = 0; i < 5; ++i)
            x = net.node("Transpose", {x}, {{"perm", std::vector<std::int64_t>{1, 2, 0}}});
        net.output(net.node("Softmax", {x}));
        const History history = fused(net, only({"merge_transposes"}));
        QCOMPARE(history.steps.size(), std::size_t(4));
        QCOMPARE(history.steps[0].names, (std::vector<std::string>{"Transpose_1", "Transpose_0"}));
        QCOMPARE(history.steps[1].names, (std::vector<std::string>{"Transpose_3", "Transpose_2"}));
        QCOMPARE(opsOf(history.graph), (QStringList{QStringLiteral("Transpose"), QStringLiteral("Softmax")}));
        QCOMPARE(difference(history, net), QString());
        QCOMPARE(replayDifference(history), QString());
    }

    // Operators that only have a twin once those before them are one.
    void whatBecomesEqualIsFoundLater() {
        Net net;
        const ValueId x = net.floats("x", {2, 8});
        std::vector<ValueId> parts;
        for (int i = 0; i < 5; ++i)
            parts.push_back(net.node("Transpose", {net.node("Neg", {x})}));
        net.output(net.node("Concat", parts, {{"axis", std::int64_t(0)}}));
        const History merged = fused(net, only({"merge_duplicates"}));
        QCOMPARE(merged.steps.size(), std::size_t(8));
        QCOMPARE(opsOf(merged.graph),
                 (QStringList{QStringLiteral("Neg"), QStringLiteral("Transpose"), QStringLiteral("Concat")}));
        const History history = fused(net);
        QCOMPARE(history.graph.nodeCount(), std::size_t(1));
        QCOMPARE(difference(history, net), QString());
        QCOMPARE(replayDifference(history), QString());
        const auto again = fuse(history.graph, net.opsets);
        QVERIFY(again && again->steps.empty());
    }
};

EDGEWRIGHT_TEST(SubsumedRefusalsTest)

} // namespace edgewright::subsumed_refusals_test

#include "subsumed_refusals_test.moc"
