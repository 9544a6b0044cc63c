// SPDX-License-Identifier: GPL-3.0-or-later
// Standard operators for whole blocks (Attention, LayerNormalization, Softmax and their like) take along what
// moves or maps single elements around them, as the spelled-out blocks do.
#include "tests/core/fusion/expect_rule.h"
#include "tests/support/test_class.h"

namespace edgewright::operator_blocks_test {

using namespace edgewright::fusion;
using namespace edgewright::fusion::test;

namespace {

using Ints = std::vector<std::int64_t>;

struct Blocks : Net {
    explicit Blocks(std::int64_t opset = 24) : Net(opset) {}

    ValueId layerNorm(ValueId x, std::int64_t extent) {
        return node("LayerNormalization", {x, weights("scale", {extent}, 0.5F, 2), weights("shift", {extent})},
                    {{"axis", std::int64_t(-1)}});
    }
    ValueId turned(ValueId x, const Ints& perm) { return node("Transpose", {x}, {{"perm", perm}}); }
    // Query, key and value in one tensor of 24 columns.
    std::vector<ValueId> parts(ValueId x) {
        std::vector<ValueId> outputs{value("q"), value("k"), value("v")};
        nodeInto("Split", {x}, outputs, {{"axis", std::int64_t(2)}, {"num_outputs", std::int64_t(3)}});
        return outputs;
    }
    ValueId attention(const std::vector<ValueId>& inputs) {
        return node("Attention", inputs, {{"q_num_heads", std::int64_t(2)}, {"kv_num_heads", std::int64_t(2)}});
    }
};

} // namespace

class OperatorBlocksTest : public QObject {
    Q_OBJECT

private slots:
    void attention() {
        Blocks n;
        const ValueId x = n.node("MatMul", {n.floats("x", {1, 6, 8}), n.weights("w", {8, 24})});
        const ValueId y = n.attention(n.parts(x));
        n.output(n.node("Reshape", {n.turned(y, {1, 0, 2}), n.ints("flat", {6, 8})}));
        EXPECT_FUSED(n, "fuse_attention", "MatMul SplitAttentionTransposeReshape");
        Blocks alone;
        alone.output(alone.attention(
            {alone.floats("q", {1, 6, 8}), alone.floats("k", {1, 6, 8}), alone.floats("v", {1, 6, 8})}));
        QVERIFY(fused(alone, only({"fuse_attention"})).steps.empty());
    }
    void attentionWithMask() {
        Blocks n;
        std::vector<ValueId> inputs = n.parts(n.floats("x", {1, 6, 24}));
        inputs.push_back(n.node("Expand", {n.floats("mask", {1, 1, 1, 6}), n.ints("to", {1, 1, 6, 1})}));
        n.output(n.attention(inputs));
        EXPECT_FUSED(n, "fuse_attention", "SplitExpandAttention");
        Blocks shared; // the mask is made once for two
        inputs = shared.parts(shared.floats("x", {1, 6, 24}));
        inputs.push_back(shared.node("Mul", {shared.floats("mask", {6, 6}), shared.scalar("low", -9)}));
        const ValueId y = shared.attention(inputs);
        shared.output(shared.attention({y, y, y, inputs.back()}));
        EXPECT_FUSED(shared, "fuse_attention", "Mul SplitAttention Attention");
    }
    void attentionKeepsTheBiasOfProjections() {
        Blocks n;
        const ValueId product = n.node("MatMul", {n.floats("x", {1, 6, 8}), n.weights("w", {8, 24})});
        const ValueId x = n.node("Add", {product, n.weights("b", {24})});
        n.output(n.attention(n.parts(x)));
        EXPECT_FUSED(n, "fuse_attention", "MatMul Add SplitAttention");
    }

    void normalisation() {
        Blocks n; // channels of an image
        const ValueId x = n.turned(n.floats("x", {1, 4, 5, 6}), {0, 2, 3, 1});
        n.output(n.turned(n.layerNorm(x, 4), {0, 3, 1, 2}));
        EXPECT_FUSED(n, "fuse_normalisation", "TransposeLayerNormalizationTranspose");
        Blocks shares;
        const ValueId rows = shares.node("Reshape", {shares.floats("x", {6, 4}), shares.ints("s", {2, 3, 4})});
        shares.output(shares.node("Softmax", {rows}));
        EXPECT_FUSED(shares, "fuse_normalisation", "ReshapeSoftmax");
        Blocks alone;
        alone.output(alone.layerNorm(alone.floats("x", {3, 4}), 4));
        QVERIFY(fused(alone, only({"fuse_normalisation"})).steps.empty());
    }
    void residualBefore() {
        Blocks n;
        const ValueId sum = n.node("Add", {n.floats("x", {3, 4}), n.floats("skip", {3, 4})});
        n.output(n.layerNorm(sum, 4));
        EXPECT_FUSED(n, "fuse_normalisation", "AddLayerNormalization");
        Blocks read; // the sum goes on to the next residual
        const ValueId x = read.node("Add", {read.floats("x", {3, 4}), read.floats("skip", {3, 4})});
        read.output(read.layerNorm(x, 4));
        read.output(read.node("TopK", {x, read.ints("k", {2})}));
        QVERIFY(fused(read, only({"fuse_normalisation"})).steps.empty());
    }
    void codesAround() {
        Blocks n;
        const ValueId scale = n.scalar("s", 0.05F);
        const ValueId zero = n.constant("z", ir::Tensor::scalar<std::uint8_t>(128));
        const ValueId codes = n.node("QuantizeLinear", {n.node("Abs", {n.floats("x", {3, 4})}), scale, zero});
        n.output(codes);
        const ValueId x = n.node("DequantizeLinear", {codes, scale, zero});
        n.output(n.node("QuantizeLinear", {n.layerNorm(x, 4), scale, zero}));
        EXPECT_FUSED(n, "fuse_normalisation", "Abs QuantizeLinear LayerNormalizationQuantizeLinear");
    }
    void neighbours() { // looks at several rows at a time
        Blocks n;
        const ValueId x = n.node("Reshape", {n.floats("x", {6, 20}), n.ints("s", {1, 6, 4, 5})});
        n.output(n.node("LRN", {x}, {{"size", std::int64_t(3)}}));
        QVERIFY(fused(n, only({"fuse_normalisation"})).steps.empty());
    }
    // Since opset 18 a reduction reads its axes; inside a group they are read from outside.
    void axesOutsideOfTheGroup() {
        Net n(18);
        const ValueId axes = n.ints("axes", {1, 2});
        const ValueId x = n.floats("x", {2, 3, 4});
        const ValueId mean = n.node("ReduceMean", {x, axes});
        const ValueId difference = n.node("Sub", {x, mean});
        const ValueId spread = n.node("ReduceMean", {n.node("Mul", {difference, difference}), axes});
        n.output(n.node("Div", {difference, n.node("Sqrt", {spread})}));
        const History history = fused(n, only({"fuse_reduction", "fuse_normalisation"}));
        QCOMPARE(history.graph.nodeCount(), std::size_t(1));
        QCOMPARE(fusion::test::difference(history, n), QString());
    }
};

EDGEWRIGHT_TEST(OperatorBlocksTest)

} // namespace edgewright::operator_blocks_test

#include "operator_blocks_test.moc"
