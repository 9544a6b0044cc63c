// SPDX-License-Identifier: GPL-3.0-or-later
// What other fusers leave apart: each pattern alone, and whole networks that are known for it.
#include "tests/core/fusion/known_networks.h"
#include "tests/support/test_class.h"

#include "core/fusion/traffic.h"

#include <QTest>

namespace edgewright::group_holes_test {

using namespace edgewright::fusion;
using namespace edgewright::fusion::test;

namespace {

using Ints = std::vector<std::int64_t>;
using MakeNet = Net (*)();

Net residual() {
    Net net;
    const ValueId x = net.floats("x", {1, 4, 6, 6});
    const ValueId y = net.batchNorm(net.conv(x, {4, 4, 3, 3}), 4);
    net.output(net.node("Relu", {net.node("Add", {x, y})}));
    return net;
}
Net silu() {
    Net net;
    const ValueId y = net.batchNorm(net.conv(net.floats("x", {1, 4, 6, 6}), {4, 4, 3, 3}), 4);
    net.output(net.node("Mul", {y, net.node("Sigmoid", {y})}));
    return net;
}
Net hardSwish() {
    Net net;
    const ValueId y = net.conv(net.floats("x", {1, 4, 6, 6}), {4, 4, 3, 3});
    const ValueId gate =
        net.node("Clip", {net.node("Add", {y, net.scalar("a", 3)}), net.scalar("l", 0), net.scalar("h", 6)});
    net.output(net.node("Mul", {net.node("Mul", {y, gate}), net.scalar("s", 1.0F / 6)}));
    return net;
}
Net biasBeforeGate() { // a bias that reached its convolution as a sum, and gates that are multiplied first
    Net net;
    const ValueId y = net.conv(net.floats("x", {1, 4, 6, 6}), {4, 4, 3, 3});
    const ValueId gate =
        net.node("Clip", {net.node("Add", {y, net.scalar("a", 3)}), net.scalar("l", 0), net.scalar("h", 6)});
    net.output(net.node("Mul", {y, net.node("Mul", {gate, net.weights("s", {4, 1, 1})})}));
    return net;
}
Net preActivation() {
    Net net;
    const ValueId x = net.floats("x", {1, 4, 6, 6});
    const ValueId joined = net.node("Concat", {x, net.conv(x, {4, 4, 3, 3})}, {{"axis", std::int64_t(1)}});
    net.output(net.conv(net.node("Relu", {net.batchNorm(joined, 8)}), {4, 8, 1, 1}));
    return net;
}
Net shuffle() {
    Net net;
    const ValueId x = net.conv(net.floats("x", {1, 4, 6, 6}), {4, 4, 1, 1});
    const ValueId joined = net.node("Concat", {x, net.floats("y", {1, 4, 6, 6})}, {{"axis", std::int64_t(1)}});
    const ValueId split = net.node("Reshape", {joined, net.ints("s1", {1, 2, 4, 6, 6})});
    const ValueId swapped = net.node("Transpose", {split}, {{"perm", Ints{0, 2, 1, 3, 4}}});
    net.output(net.conv(net.node("Reshape", {swapped, net.ints("s2", {1, 8, 6, 6})}), {4, 8, 1, 1}));
    return net;
}
Net transposedConvolution() {
    Net net;
    const ValueId y =
        net.node("ConvTranspose", {net.floats("x", {1, 4, 6, 6}), net.weights("w", {4, 3, 2, 2})});
    net.output(net.node("Relu", {net.batchNorm(y, 3)}));
    return net;
}
Net prelu() {
    Net net;
    net.output(net.node(
        "PRelu", {net.conv(net.floats("x", {1, 4, 6, 6}), {4, 4, 3, 3}), net.weights("slope", {4, 1, 1})}));
    return net;
}
Net instanceNorm() {
    Net net;
    const ir::Dims four{4};
    const ValueId y = net.node("InstanceNormalization",
                               {net.floats("x", {1, 4, 6, 6}), net.weights("g", four), net.weights("b", four)});
    net.output(net.node("Relu", {y}));
    return net;
}
Net upsampledSum() { // the operand of a sum is read where it lies before it is enlarged
    Net net;
    const ValueId small = net.floats("s", {1, 4, 3, 3});
    const ValueId large =
        net.node("Resize", {small, ValueId(), net.constant("by", ir::Tensor::of<float>({4}, {1, 1, 2, 2}))},
                 {{"mode", std::string("linear")}});
    const ValueId y = net.node("Relu", {net.conv(net.floats("x", {1, 4, 6, 6}), {4, 4, 3, 3})});
    net.output(net.node("Add", {y, large}));
    return net;
}
Net pooledSum() {
    Net net;
    const ValueId x = net.floats("x", {1, 4, 6, 6});
    const ValueId y = net.node("AveragePool", {x}, {{"kernel_shape", Ints{3, 3}}, {"pads", Ints{1, 1, 1, 1}}});
    net.output(net.node("Relu", {net.node("Add", {y, x})}));
    return net;
}
Net fourLayers() { return encoder(4); }

} // namespace

class GroupHolesTest : public QObject {
    Q_OBJECT

private slots:
    void patterns_data() {
        QTest::addColumn<MakeNet>("make");
        QTest::addColumn<int>("groups");
        QTest::newRow("residual sum and Relu into the convolution") << MakeNet(residual) << 1;
        QTest::newRow("SiLU into the convolution") << MakeNet(silu) << 1;
        QTest::newRow("HardSwish spelled out, into the convolution") << MakeNet(hardSwish) << 1;
        QTest::newRow("gate with a factor, into the convolution") << MakeNet(biasBeforeGate) << 1;
        QTest::newRow("Concat, batch norm and Relu before a convolution") << MakeNet(preActivation) << 3;
        QTest::newRow("channel shuffle") << MakeNet(shuffle) << 3;
        QTest::newRow("transposed convolution") << MakeNet(transposedConvolution) << 1;
        QTest::newRow("convolution with PRelu") << MakeNet(prelu) << 1;
        QTest::newRow("instance norm with Relu") << MakeNet(instanceNorm) << 1;
        QTest::newRow("sum with an enlarged map") << MakeNet(upsampledSum) << 1;
        QTest::newRow("pool with a sum") << MakeNet(pooledSum) << 1;
    }
    void patterns() {
        QFETCH(MakeNet, make);
        QFETCH(int, groups);
        const Net net = make();
        const History history = fused(net);
        QVERIFY2(static_cast<int>(computeNodes(history.graph)) == groups,
                 qPrintable(opsOf(history.graph).join(QLatin1Char(' '))));
        QCOMPARE(difference(history, net), QString());
    }

    // The best anchors are those of ../shared/facts/fusion.md for the full-sized networks.
    void networks_data() {
        QTest::addColumn<MakeNet>("make");
        QTest::addColumn<int>("bestAnchor");
        QTest::addColumn<int>("groups");
        QTest::newRow("ResNet-18") << MakeNet(resNet18) << 24 << 24;
        QTest::newRow("DenseNet-121") << MakeNet(denseNet121) << 189 << 188;
        QTest::newRow("EfficientNet-B0") << MakeNet(efficientNetB0) << 116 << 68;
        QTest::newRow("MobileNetV3 small") << MakeNet(mobileNetV3Small) << 74 << 47;
        QTest::newRow("RegNetY-400MF") << MakeNet(regNetY400) << 120 << 72;
        QTest::newRow("GoogLeNet") << MakeNet(googLeNet) << 82 << 55;
        QTest::newRow("MNASNet 1.0") << MakeNet(mnasNet) << 54 << 54;
        QTest::newRow("four layers of BERT") << MakeNet(fourLayers) << 94 << 29;
    }
    void networks() {
        QFETCH(MakeNet, make);
        QFETCH(int, bestAnchor);
        QFETCH(int, groups);
        const Net net = make();
        const History history = fused(net);
        const auto left = static_cast<int>(computeNodes(history.graph));
        QVERIFY2(left <= bestAnchor,
                 qPrintable(QStringLiteral("%1: ").arg(left) + opsOf(history.graph).join(QLatin1Char(' '))));
        QVERIFY2(left == groups,
                 qPrintable(QStringLiteral("%1: ").arg(left) + opsOf(history.graph).join(QLatin1Char(' '))));
        QCOMPARE(difference(history, net), QString());
    }
};

EDGEWRIGHT_TEST(GroupHolesTest)

} // namespace edgewright::group_holes_test

#include "group_holes_test.moc"
