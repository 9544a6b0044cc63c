// SPDX-License-Identifier: GPL-3.0-or-later
// The verdict on single operators, and what would change it.
#include "core/fusion/verdict.h"

#include "tests/core/fusion/net.h"
#include "tests/support/test_class.h"

#include <QTest>

namespace edgewright::verdict_test {

using namespace edgewright::fusion;
using namespace edgewright::fusion::test;

namespace {

NodeId named(const ir::Graph& graph, const std::string& op) {
    for (const NodeId id : graph.order())
        if (graph.node(id).op == op) return id;
    return {};
}

} // namespace

class VerdictTest : public QObject {
    Q_OBJECT
private slots:
    void fused() {
        Net net;
        net.output(net.node("Relu", {net.conv(net.floats("x", {1, 3, 8, 8}), {4, 3, 3, 3})}));
        const History history = fusion::test::fused(net);
        for (const char* op : {"Conv", "Relu"}) {
            const Finding finding = findingOf(history, named(history.base, op));
            QCOMPARE(finding.verdict, Verdict::Fused);
            QVERIFY(!finding.steps.empty());
            QVERIFY(finding.refusals.empty());
        }
        QCOMPARE(findingOf(history, history.graph.order().front()).verdict, Verdict::Fused);
    }

    void notFusedNamesTheOtherReader() {
        Net net;
        const ValueId sum = net.conv(net.floats("x", {1, 3, 8, 8}), {4, 3, 3, 3});
        net.output(net.batchNorm(sum, 4));
        net.output(net.node("Flatten", {sum}));
        const History history = fusion::test::fused(net, only({"fold_batch_norm"}));
        const Finding finding = findingOf(history, named(history.graph, "BatchNormalization"));
        QCOMPARE(finding.verdict, Verdict::NotFused);
        QVERIFY(finding.steps.empty());
        QCOMPARE(finding.refusals.size(), std::size_t(1));
        QCOMPARE(finding.refusals[0]->neededOpset, std::int64_t(0));
        QCOMPARE(otherReaders(history, *finding.refusals[0]),
                 std::vector<NodeId>{named(history.graph, "Flatten")});
        QCOMPARE(findingOf(history, named(history.graph, "Flatten")).verdict, Verdict::Untouched);
    }

    // A group does what Gelu would; with the opset that it needs, the refusal is gone.
    void fusedOtherwiseNamesTheOpset() {
        Net net(13);
        const ValueId x = net.floats("x", {2, 8});
        const ValueId erf = net.node("Erf", {net.node("Div", {x, net.scalar("", 1.41421356F)})});
        const ValueId wide = net.node("Mul", {x, net.node("Add", {erf, net.scalar("", 1)})});
        net.output(net.node("Mul", {wide, net.scalar("", 0.5F)}));
        const History history = fusion::test::fused(net);
        const NodeId node = named(history.base, "Erf");
        const Finding finding = findingOf(history, node);
        QCOMPARE(finding.verdict, Verdict::FusedOtherwise);
        QVERIFY(!finding.steps.empty());
        QCOMPARE(finding.refusals.front()->neededOpset, std::int64_t(20));
        Options raised;
        raised.opsetLimit = finding.refusals.front()->neededOpset;
        const History after = fusion::test::fused(net, raised);
        QCOMPARE(findingOf(after, node).verdict, Verdict::Fused);
    }

    // That the product is read elsewhere is not what its opset stands for.
    void theOpsetIsNoReader() {
        Net net(10);
        const ValueId turned = net.node("Transpose", {net.floats("x", {8, 4})});
        const ValueId product = net.node("MatMul", {turned, net.floats("w", {8, 3})});
        net.output(net.node("Relu", {product}));
        net.output(net.node("Sigmoid", {product}));
        const History history = fusion::test::fused(net, only({"fold_transpose"}));
        const Finding finding = findingOf(history, named(history.graph, "MatMul"));
        QCOMPARE(finding.verdict, Verdict::NotFused);
        QCOMPARE(finding.refusals.front()->neededOpset, std::int64_t(11));
        QVERIFY(otherReaders(history, *finding.refusals.front()).empty());
    }

    void possibleWhereItIsSwitchedOff() {
        Net net;
        net.output(net.node("Relu", {net.conv(net.floats("x", {1, 3, 8, 8}), {4, 3, 3, 3})}));
        Options options = only({"fuse_activation"});
        options.without.insert("fuse_activation");
        const History history = fusion::test::fused(net, options);
        const Finding finding = findingOf(history, named(history.base, "Relu"));
        QCOMPARE(finding.verdict, Verdict::Untouched);
        QCOMPARE(finding.possible.size(), std::size_t(1));
    }
};

EDGEWRIGHT_TEST(VerdictTest)

} // namespace edgewright::verdict_test

#include "verdict_test.moc"
