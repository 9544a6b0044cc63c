// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ir/builder.h"
#include "core/ir/patch.h"
#include "core/ir/verify.h"
#include "tests/support/test_class.h"

#include <QTest>

namespace edgewright::patch_test {

using namespace edgewright::ir;

namespace {

struct Chain {
    Graph graph;
    ValueId x, w, product, sum, y;
};

// x, w -> MatMul -> product -> Add (x) -> sum -> Relu -> y
Chain chain() {
    Chain c;
    GraphBuilder builder;
    c.x = builder.input("x", {DataType::Float32, Dims{2, 2}});
    c.w = builder.constant("w", Tensor::of<float>({2, 2}, {1, 2, 3, 4}));
    c.product = builder.node("MatMul", {c.x, c.w});
    c.sum = builder.node("Add", {c.product, c.x});
    c.y = builder.node("Relu", {c.sum});
    builder.output(c.y);
    c.graph = builder.take();
    return c;
}

std::vector<std::string> opsOf(const Graph& graph) {
    std::vector<std::string> ops;
    for (const NodeId id : graph.order())
        ops.push_back(graph.node(id).op);
    return ops;
}

} // namespace

class PatchTest : public QObject {
    Q_OBJECT

private slots:
    void replacesNodes();
    void liesInWhatTheRemovedShare();
    void originsAccumulate();
    void redirectsChains();
    void redirectsOutputs();
    void unreadConstantsLoseTheirTensor();
    void refusesDanglingReads();
    void refusesCycles();
    void refusesUnknownNodes();
    void nodesKeepTheirIds();
};

void PatchTest::liesInWhatTheRemovedShare() {
    Chain c = chain();
    const auto lies = [&](std::uint32_t node, const Hierarchy& levels) {
        c.graph.node(NodeId(node)).hierarchy = std::make_shared<const Hierarchy>(levels);
    };
    lies(0, {{"m", "Model"}, {"layers.0", "Layer"}, {"proj", "Linear"}});
    lies(2, {{"m", "Model"}, {"layers.0", "Layer"}, {"act", "ReLU"}}); // nothing is known of the sum between
    PatchBuilder patch(c.graph);
    for (const std::uint32_t node : {0U, 1U, 2U})
        patch.remove(NodeId(node));
    Node fused;
    fused.op = "Fused";
    fused.inputs = {c.x, c.w};
    fused.outputs = {c.y};
    const NodeId id = patch.add(std::move(fused));
    const auto result = apply(c.graph, patch.take());
    QVERIFY2(result, result ? "" : result.error().message.c_str());
    QVERIFY(result->node(id).hierarchy);
    QVERIFY((*result->node(id).hierarchy == Hierarchy{{"m", "Model"}, {"layers.0", "Layer"}}));
}

void PatchTest::replacesNodes() {
    const Chain c = chain();
    PatchBuilder patch(c.graph);
    patch.remove(NodeId(0));
    patch.remove(NodeId(1));
    Node fused;
    fused.op = "Fused";
    fused.inputs = {c.x, c.w, patch.constant("extra", Tensor::of<float>({1}, {9}))};
    fused.outputs = {c.sum};
    const NodeId id = patch.add(std::move(fused));
    QCOMPARE(id, NodeId(3));
    const auto result = apply(c.graph, patch.take());
    QVERIFY2(result, result ? "" : result.error().message.c_str());
    QVERIFY((opsOf(*result) == std::vector<std::string>{"Fused", "Relu"}));
    QVERIFY((result->node(id).origins == std::vector<NodeId>{NodeId(0), NodeId(1)}));
    QVERIFY(verify(*result).empty());
    QCOMPARE(opsOf(c.graph).size(), std::size_t(3)); // the original is untouched
    QCOMPARE(result->value(*result->findValue("extra")).type.text(), std::string("float32[1]"));
}

void PatchTest::originsAccumulate() {
    const Chain c = chain();
    PatchBuilder first(c.graph);
    first.remove(NodeId(0));
    first.remove(NodeId(1));
    Node fused;
    fused.op = "Fused";
    fused.inputs = {c.x, c.w};
    fused.outputs = {c.sum};
    first.add(fused);
    const auto once = apply(c.graph, first.take());
    QVERIFY(once);
    PatchBuilder second(*once);
    second.remove(NodeId(3));
    second.remove(NodeId(2));
    Node larger = fused;
    larger.op = "Larger";
    larger.outputs = {c.y};
    const NodeId id = second.add(larger);
    const auto twice = apply(*once, second.take());
    QVERIFY(twice);
    QVERIFY((twice->node(id).origins == std::vector<NodeId>{NodeId(0), NodeId(1), NodeId(2)}));
}

void PatchTest::redirectsChains() {
    const Chain c = chain();
    PatchBuilder patch(c.graph);
    patch.remove(NodeId(0));
    patch.remove(NodeId(1));
    patch.redirect(c.sum, c.product);
    patch.redirect(c.product, c.x);
    const auto result = apply(c.graph, patch.take());
    QVERIFY2(result, result ? "" : result.error().message.c_str());
    QCOMPARE(result->node(NodeId(2)).inputs.front(), c.x);
}

void PatchTest::redirectsOutputs() {
    const Chain c = chain();
    PatchBuilder patch(c.graph);
    patch.remove(NodeId(2));
    patch.redirect(c.y, c.sum);
    const auto result = apply(c.graph, patch.take());
    QVERIFY(result);
    QCOMPARE(result->outputs.front(), c.sum);
}

void PatchTest::unreadConstantsLoseTheirTensor() {
    const Chain c = chain();
    PatchBuilder patch(c.graph);
    patch.remove(NodeId(0));
    patch.redirect(c.product, c.x);
    const auto result = apply(c.graph, patch.take());
    QVERIFY(result);
    QVERIFY(!result->value(c.w).constant);
    QVERIFY(c.graph.value(c.w).constant);
}

void PatchTest::refusesDanglingReads() {
    const Chain c = chain();
    PatchBuilder patch(c.graph);
    patch.remove(NodeId(0));
    const auto result = apply(c.graph, patch.take());
    QVERIFY(!result);
    QVERIFY(result.error().code == ErrorCode::Internal);
    QVERIFY2(result.error().message.find("MatMul_0_out") != std::string::npos, result.error().message.c_str());
}

void PatchTest::refusesCycles() {
    const Chain c = chain();
    PatchBuilder patch(c.graph);
    patch.remove(NodeId(0));
    Node loop;
    loop.op = "Loop";
    loop.inputs = {c.y};
    loop.outputs = {c.product};
    patch.add(loop);
    const auto result = apply(c.graph, patch.take());
    QVERIFY(!result && result.error().message.find("cycle") != std::string::npos);
}

void PatchTest::refusesUnknownNodes() {
    const Chain c = chain();
    Patch patch;
    patch.removed = {NodeId(42)};
    QVERIFY(!apply(c.graph, patch));
}

void PatchTest::nodesKeepTheirIds() {
    const Chain c = chain();
    PatchBuilder patch(c.graph);
    patch.remove(NodeId(1));
    Node added;
    added.op = "Sub";
    added.inputs = {c.product, c.x};
    added.outputs = {c.sum};
    const NodeId id = patch.add(added);
    const auto result = apply(c.graph, patch.take());
    QVERIFY(result);
    // Where the removed node was, not at the end.
    QVERIFY((result->order() == std::vector<NodeId>{NodeId(0), id, NodeId(2)}));
    QCOMPARE(result->node(NodeId(2)).op, std::string("Relu"));
    QVERIFY(!result->contains(NodeId(1)));
}

EDGEWRIGHT_TEST(PatchTest)

} // namespace edgewright::patch_test

#include "patch_test.moc"
