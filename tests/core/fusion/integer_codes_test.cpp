// SPDX-License-Identifier: GPL-3.0-or-later
// Operators between DequantizeLinear and QuantizeLinear on codes: which, with what parameters, and why not.
#include "core/exec/executor.h"
#include "core/ops/infer.h"
#include "tests/core/fusion/qdq_net.h"
#include "tests/support/test_class.h"

#include <QTest>

namespace edgewright::integer_codes_test {

using namespace edgewright::fusion;
using namespace edgewright::fusion::test;

namespace {

// x, and x behind a Tanh: each with a pair of its own; `op` on them; a pair behind it.
struct CodesNet {
    ir::GraphBuilder builder;
    ir::Opsets opsets{{"", 13}};

    ValueId number(float value) {
        return builder.constant("number_" + std::to_string(builder.graph().valueCount()),
                                ir::Tensor::scalar<float>(value));
    }
    ValueId zero(int value) {
        return builder.constant("zero_" + std::to_string(builder.graph().valueCount()),
                                ir::Tensor::scalar<std::uint8_t>(static_cast<std::uint8_t>(value)));
    }
    ValueId coded(ValueId x, float scale, int zeroPoint) {
        const ValueId s = number(scale), z = zero(zeroPoint);
        return builder.node("DequantizeLinear", {builder.node("QuantizeLinear", {x, s, z}), s, z});
    }
    ir::Graph typed() {
        ir::Graph graph = builder.take();
        return ops::inferTypes(graph, opsets).graph;
    }
};

Options codesOnly() { return only({"qdq_to_integer_codes", "qdq_moves_codes", "eliminate_unused"}); }

double apart(const History& history, const ir::Opsets& opsets) {
    const auto feeds = ir::seededFeeds(history.base, 1);
    if (!feeds) return -1;
    const auto before = exec::run(history.base, opsets, *feeds, {});
    const auto after = exec::run(history.graph, history.opsets, *feeds, {});
    if (!before || !after || before->outputs[0].type() != after->outputs[0].type()) return -2;
    double largest = 0;
    for (std::int64_t i = 0; i < after->outputs[0].elements(); ++i)
        largest = std::max(largest, std::abs(ir::elementAsDouble(before->outputs[0], i) -
                                             ir::elementAsDouble(after->outputs[0], i)));
    return largest;
}

} // namespace

class IntegerCodesTest : public QObject {
    Q_OBJECT
private slots:
    void applied_data() {
        QTest::addColumn<QString>("op");
        QTest::addColumn<int>("operands");
        QTest::addColumn<QString>("made");
        QTest::newRow("Add") << QStringLiteral("Add") << 2 << QStringLiteral("QLinearAdd");
        QTest::newRow("Mul") << QStringLiteral("Mul") << 2 << QStringLiteral("QLinearMul");
        QTest::newRow("Concat") << QStringLiteral("Concat") << 2 << QStringLiteral("QLinearConcat");
        QTest::newRow("AveragePool") << QStringLiteral("AveragePool") << 1
                                     << QStringLiteral("QLinearAveragePool");
        QTest::newRow("GlobalAveragePool")
            << QStringLiteral("GlobalAveragePool") << 1 << QStringLiteral("QLinearGlobalAveragePool");
        QTest::newRow("Sigmoid") << QStringLiteral("Sigmoid") << 1 << QStringLiteral("QLinearSigmoid");
        QTest::newRow("LeakyRelu") << QStringLiteral("LeakyRelu") << 1 << QStringLiteral("QLinearLeakyRelu");
        QTest::newRow("Softmax") << QStringLiteral("Softmax") << 1 << QStringLiteral("QLinearSoftmax");
    }
    void applied() {
        QFETCH(QString, op);
        QFETCH(int, operands);
        QFETCH(QString, made);
        CodesNet net;
        const ValueId x = net.builder.input("x", {ir::DataType::Float32, ir::Dims{1, 4, 6, 6}});
        std::vector<ValueId> inputs{net.coded(x, 0.02F, 120)};
        if (operands == 2) inputs.push_back(net.coded(net.builder.node("Tanh", {x}), 0.008F, 128));
        std::vector<ir::Attribute> attributes;
        if (op == u"Concat") attributes = {{"axis", std::int64_t(1)}};
        if (op == u"AveragePool") attributes = {{"kernel_shape", std::vector<std::int64_t>{2, 2}}};
        const ValueId y = net.builder.node(op.toStdString(), inputs, attributes);
        net.builder.output(net.coded(y, 0.03F, 100));
        const History history = *fuse(net.typed(), net.opsets, codesOnly());
        QVERIFY2(!history.steps.empty(), qPrintable(reasonOf(history, "qdq_to_integer_codes")));
        QVERIFY(opsOf(history.graph).contains(made));
        const double codes = apart(history, net.opsets) / double(0.03F);
        QVERIFY2(codes >= 0 && codes < 1.01, qPrintable(QString::number(codes)));
        QCOMPARE(replayDifference(history), QString());
    }

    // Whatever moves codes gives exactly the same.
    void moved_data() {
        QTest::addColumn<QString>("op");
        QTest::newRow("MaxPool") << QStringLiteral("MaxPool");
        QTest::newRow("Transpose") << QStringLiteral("Transpose");
        QTest::newRow("Flatten") << QStringLiteral("Flatten");
    }
    void moved() {
        QFETCH(QString, op);
        CodesNet net;
        const ValueId x = net.builder.input("x", {ir::DataType::Float32, ir::Dims{1, 4, 6, 6}});
        std::vector<ir::Attribute> attributes;
        if (op == u"MaxPool") attributes = {{"kernel_shape", std::vector<std::int64_t>{2, 2}}};
        const ValueId y = net.builder.node(op.toStdString(), {net.coded(x, 0.02F, 120)}, attributes);
        net.builder.output(net.coded(y, 0.02F, 120));
        const History history = *fuse(net.typed(), net.opsets, codesOnly());
        QCOMPARE(opsOf(history.graph).join(u' '),
                 QStringLiteral("QuantizeLinear ") + op + QStringLiteral(" DequantizeLinear"));
        QCOMPARE(apart(history, net.opsets), 0.0);
    }

    void splitCodes() {
        CodesNet net;
        const ValueId x = net.builder.input("x", {ir::DataType::Float32, ir::Dims{1, 4, 6, 6}});
        const std::vector<ValueId> parts{net.builder.value("a"), net.builder.value("b")};
        const ValueId sizes = net.builder.constant("sizes", ir::Tensor::of<std::int64_t>({2}, {1, 3}));
        net.builder.nodeInto("Split", {net.coded(x, 0.02F, 120), sizes}, parts, {{"axis", std::int64_t(1)}});
        for (const ValueId part : parts)
            net.builder.output(net.coded(part, 0.02F, 120));
        const History history = *fuse(net.typed(), net.opsets, codesOnly());
        QCOMPARE(opsOf(history.graph).join(u' '),
                 QStringLiteral("QuantizeLinear Split DequantizeLinear DequantizeLinear"));
        QCOMPARE(apart(history, net.opsets), 0.0);
    }

    void refused() {
        CodesNet net;
        const ValueId x = net.builder.input("x", {ir::DataType::Float32, ir::Dims{1, 4, 6, 6}});
        const ValueId y = net.builder.node("MaxPool", {net.coded(x, 0.02F, 120)},
                                           {{"kernel_shape", std::vector<std::int64_t>{2, 2}}});
        net.builder.output(net.coded(y, 0.03F, 120));
        const History history = *fuse(net.typed(), net.opsets, codesOnly());
        QVERIFY(history.steps.empty());
        QVERIFY(reasonOf(history, "qdq_moves_codes").contains(QStringLiteral("different scales")));
    }
};

EDGEWRIGHT_TEST(IntegerCodesTest)

} // namespace edgewright::integer_codes_test

#include "integer_codes_test.moc"
