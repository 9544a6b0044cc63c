// SPDX-License-Identifier: GPL-3.0-or-later
// Before opset 7 the attributes `broadcast` and `axis` say where the second operand of an element-wise operator
// lies. No rule may take it for lying at the end. All extents here are alike, so that a wrong place would fit,
// too.
#include "tests/core/fusion/net.h"
#include "tests/support/test_class.h"

#include <QTest>

namespace edgewright::axis_broadcast_test {

using namespace edgewright::fusion;
using namespace edgewright::fusion::test;

namespace {

constexpr std::int64_t Extent = 4;

std::vector<ir::Attribute> at(std::int64_t axis) { return {{"broadcast", std::int64_t(1)}, {"axis", axis}}; }

} // namespace

class AxisBroadcastTest : public QObject {
    Q_OBJECT

private slots:
    void fusesAlike_data() {
        QTest::addColumn<QString>("first");
        QTest::addColumn<int>("axis");
        QTest::addColumn<QString>("left"); // operators that remain
        for (const char* op : {"Add", "Sub", "Mul", "Div"}) {
            // Along the channels it is a scale of the convolution; along rows or columns it is none.
            QTest::addRow("%s at the channels", op) << QString::fromLatin1(op) << 1 << QStringLiteral("Conv");
            QTest::addRow("%s at the rows", op) << QString::fromLatin1(op) << 2 << QString();
            QTest::addRow("%s at the columns", op) << QString::fromLatin1(op) << 3 << QString();
            QTest::addRow("%s at the samples", op) << QString::fromLatin1(op) << 0 << QString();
        }
    }
    void fusesAlike() {
        QFETCH(QString, first);
        QFETCH(int, axis);
        QFETCH(QString, left);
        Net net(6);
        const ValueId x = net.floats("x", {Extent, Extent, Extent, Extent});
        const ValueId y = net.conv(x, {Extent, Extent, 3, 3});
        net.output(net.node(first.toStdString(), {y, net.weights("c", {Extent}, 0.5F, 2)}, at(axis)));
        const History folded = fused(net, only({"fold_scale"}));
        QCOMPARE(opsOf(folded.graph).join(QLatin1Char(' ')),
                 left.isEmpty() ? QStringLiteral("Conv ") + first : left);
        QCOMPARE(difference(folded, net), QString());
        QCOMPARE(difference(fused(net), net), QString());
    }
    // The same values at the end, as the general rule has it: the columns, and no scale.
    void withoutAxisItLiesAtTheEnd() {
        for (const std::int64_t opset : {6, 13}) {
            Net net(opset);
            const ValueId y = net.conv(net.floats("x", {1, Extent, Extent, Extent}), {Extent, Extent, 3, 3});
            std::vector<ir::Attribute> attributes;
            if (opset < 7) attributes = {{"broadcast", std::int64_t(1)}};
            net.output(net.node("Mul", {y, net.weights("c", {Extent})}, attributes));
            const History history = fused(net, only({"fold_scale"}));
            QVERIFY(history.steps.empty());
            QVERIFY(reasonOf(history, "fold_scale").contains(QStringLiteral("not one value per channel")));
        }
    }
    // Since opset 7 the attribute means nothing.
    void laterTheAttributeMeansNothing() {
        Net net(13);
        const ValueId y = net.conv(net.floats("x", {1, Extent, Extent, Extent}), {Extent, Extent, 3, 3});
        net.output(net.node("Mul", {y, net.weights("c", {Extent})}, at(1)));
        QVERIFY(fused(net, only({"fold_scale"})).steps.empty());
        QCOMPARE(difference(fused(net), net), QString());
    }
    // Chains, residuals, products and neutral elements, by all rules together.
    void everyRuleKeepsThePlace_data() {
        QTest::addColumn<int>("kind");
        int kind = 0;
        for (const char* name :
             {"chain", "residual", "bias of a product", "neutral", "reduction", "activation", "first"})
            QTest::addRow("%s", name) << kind++;
    }
    void everyRuleKeepsThePlace() {
        QFETCH(int, kind);
        for (std::int64_t axis = 0; axis < 4; ++axis) {
            Net net(6);
            const ValueId c = net.weights("c", {Extent}, 0.5F, 2);
            const bool matrices = kind == 2;
            const ValueId x = net.floats("x", matrices ? ir::Dims{Extent, Extent} : ir::Dims(4, Extent));
            ValueId y;
            switch (kind) {
            case 0:
                y = net.node("Div", {net.node("Mul", {net.node("Add", {x, c}, at(axis)), c}, at(3 - axis)), c},
                             at(1));
                break;
            case 1:
                y = net.node("Relu", {net.node("Add", {net.conv(x, {Extent, Extent, 3, 3}),
                                                       net.node("Mul", {x, c}, at(axis))})});
                break;
            case 2:
                y = net.node("Add", {net.node("MatMul", {x, net.weights("w", {Extent, Extent})}), c},
                             at(axis % 2));
                break;
            case 3: {
                const ValueId zeros = net.constant("zeros", ir::Tensor::of<float>({Extent}, {0, 0, 0, 0}));
                y = net.node("Relu", {net.node("Sub", {net.node("Add", {x, zeros}, at(axis)), c}, at(axis))});
                break;
            }
            case 4:
                y = net.node("ReduceSum", {net.node("Mul", {x, c}, at(axis))},
                             {{"axes", std::vector<std::int64_t>{1}}});
                break;
            case 5:
                y = net.node("Sigmoid", {net.node("Add", {net.conv(x, {Extent, Extent, 3, 3}), c}, at(axis))});
                break;
            default:
                y = net.node("Mul", {net.weights("whole", ir::Dims(4, Extent)), net.node("Neg", {c})},
                             at(axis));
                y = net.node("Add", {net.conv(x, {Extent, Extent, 3, 3}), y});
                break;
            }
            net.output(y);
            const History history = fused(net);
            QCOMPARE(difference(history, net), QString());
            QCOMPARE(replayDifference(history), QString());
        }
    }
};

EDGEWRIGHT_TEST(AxisBroadcastTest)

} // namespace edgewright::axis_broadcast_test

#include "axis_broadcast_test.moc"
