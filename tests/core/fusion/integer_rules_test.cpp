// SPDX-License-Identifier: GPL-3.0-or-later
// Products between DequantizeLinear and QuantizeLinear: when they become products of codes, and why not.
#include "core/exec/executor.h"

#include "tests/core/fusion/qdq_net.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <cmath>

namespace edgewright::integer_rules_test {

using namespace edgewright::fusion;
using namespace edgewright::fusion::test;

namespace {

using ir::DataType;
using Ints = std::vector<std::int64_t>;

// How far the last outputs of both graphs are apart, in codes; a negative number when one does not run.
double codesApart(const History& history, const ir::Opsets& opsets) {
    const auto feeds = ir::seededFeeds(history.base, 1);
    if (!feeds) return -1;
    const auto before = exec::run(history.base, opsets, *feeds, {});
    const auto after = exec::run(history.graph, opsets, *feeds, {});
    if (!before || !after || before->outputs.back().type() != after->outputs.back().type()) return -2;
    double apart = 0, low = 1e9, high = -1e9;
    for (std::int64_t i = 0; i < after->outputs.back().elements(); ++i) {
        const double a = ir::elementAsDouble(before->outputs.back(), i);
        apart = std::max(apart, std::abs(a - ir::elementAsDouble(after->outputs.back(), i)));
        low = std::min(low, a), high = std::max(high, a);
    }
    return high - low < 20 ? -3 : apart; // hardly any codes in use: the comparison would mean nothing
}

Options integers() { return only({"qdq_to_integer", "eliminate_unused"}); }

Parts matrices() {
    Parts parts;
    parts.op = "MatMul";
    parts.xDims = {6, 40}, parts.wDims = {40, 10};
    parts.wAxis = 1;
    return parts;
}

Parts with(void (*change)(Parts&), Parts parts = {}) {
    change(parts);
    return parts;
}

} // namespace


class IntegerRulesTest : public QObject {
    Q_OBJECT

private slots:
    void applied_data() {
        QTest::addColumn<Parts>("parts");
        QTest::addColumn<QString>("op");
        const auto row = [](const char* name, const Parts& parts, const char* op) {
            QTest::newRow(name) << parts << QString::fromLatin1(op);
        };
        const std::vector<float> eight{0.01F, 0.02F, 0.003F, 0.01F, 0.008F, 0.011F, 0.013F, 0.02F};
        row("uint8 by int8", {}, "QLinearConv");
        row("int8", with([](Parts& p) { p.x = p.y = DataType::Int8, p.xZero = -3, p.yZero = 5; }),
            "QLinearConv");
        row("uint8", with([](Parts& p) { p.w = DataType::UInt8, p.wZero = 127; }), "QLinearConv");
        row("zero points left out", with([](Parts& p) { p.zeroPoints = false, p.yScale = 0.03F; }),
            "QLinearConv");
        Parts channels;
        channels.wScales = eight;
        row("a scale for each channel", channels, "QLinearConv");
        channels.bias = Bias::Codes;
        row("and bias", channels, "QLinearConv");
        channels.wAxis = -4;
        channels.bias = Bias::ExactFloats;
        row("and a bias of such floats", channels, "QLinearConv");
        row("bias", with([](Parts& p) { p.bias = Bias::Codes; }), "QLinearConv");
        row("bias of floats", with([](Parts& p) { p.bias = Bias::ExactFloats; }), "QLinearConv");
        row("Relu at the lowest code", with([](Parts& p) { p.clip = "Relu", p.yZero = 0; }), "QLinearConv");
        row("Clip at both ends", with([](Parts& p) { p.clip = "Clip", p.yZero = 0, p.yScale = 6.0F / 255; }),
            "QLinearConv");
        row("attributes", with([](Parts& p) {
                p.wDims = {8, 2, 3, 3};
                p.yScale = 0.04F;
                p.attributes = {
                    {"group", std::int64_t(2)}, {"strides", Ints{2, 1}}, {"pads", Ints{1, 0, 2, 1}}};
            }),
            "QLinearConv");
        row("one axis", with([](Parts& p) { p.xDims = {2, 4, 30}, p.wDims = {8, 4, 5}; }), "QLinearConv");
        row("MatMul", matrices(), "QLinearMatMul");
        Parts columns = matrices();
        columns.wScales = eight;
        columns.wScales.insert(columns.wScales.end(), {0.005F, 0.004F});
        row("a scale for each column", columns, "QLinearMatMul");
        row("Gemm", with([](Parts& p) { p.op = "Gemm"; }, matrices()), "QGemm");
        row("Gemm with bias",
            with(
                [](Parts& p) {
                    p.op = "Gemm", p.wDims = {40, 40}, p.bias = Bias::ExactFloats;
                },
                matrices()),
            "QGemm");
        row("Gemm that transposes",
            with(
                [](Parts& p) {
                    p.op = "Gemm", p.wDims = {10, 40}, p.attributes = {{"transB", std::int64_t(1)}};
                },
                matrices()),
            "QGemm");
        row("stacked matrices", with([](Parts& p) { p.xDims = {3, 5, 40}; }, matrices()), "QLinearMatMul");
    }
    void applied() {
        QFETCH(Parts, parts);
        QFETCH(QString, op);
        const QdqNet net(parts);
        const History history = fused(net, integers());
        QVERIFY2(!history.steps.empty(), qPrintable(reasonOf(history, "qdq_to_integer")));
        QCOMPARE(opsOf(history.graph).join(QLatin1Char(' ')), QStringLiteral("QuantizeLinear ") + op);
        const double apart = codesApart(history, net.opsets);
        QVERIFY2(apart >= 0 && apart <= 1, qPrintable(QString::number(apart)));
        QCOMPARE(replayDifference(history), QString());
        const auto again = fuse(history.graph, net.opsets, integers());
        QVERIFY(again && again->steps.empty());
        const ir::Node& made = history.graph.node(history.graph.order().back());
        for (const ir::Attribute& attribute : parts.attributes)
            QVERIFY(made.find(attribute.name));
        QCOMPARE(made.name.substr(0, parts.op.size()), parts.op); // it goes on under the name of the product
    }

    void refused_data() {
        QTest::addColumn<Parts>("parts");
        QTest::addColumn<QString>("reason");
        const auto row = [](const char* name, const Parts& parts, const char* reason) {
            QTest::newRow(name) << parts << QString::fromLatin1(reason);
        };
        row("sum read", with([](Parts& p) { p.sumIsRead = true; }), "is also read by Abs");
        row("sum is an output", with([](Parts& p) { p.sumIsOutput = true; }), "is a graph output");
        row("limited sum read", with([](Parts& p) { p.clip = "Relu", p.yZero = 0, p.clipIsRead = true; }),
            "the output of Relu");
        row("scale at run time", with([](Parts& p) { p.scaleIsInput = true; }),
            "the scale of DequantizeLinear_1 is the graph input 'x_scale'");
        row("zero point at run time", with([](Parts& p) { p.zeroIsInput = true; }),
            "the zero point of DequantizeLinear_1 is the graph input 'x_zero'");
        row("scale in float16", with([](Parts& p) { p.halfScale = true; }),
            "the scale of QuantizeLinear_4 is float16, and integer products take float32");
        row("16 bits", with([](Parts& p) { p.x = DataType::UInt16, p.y = DataType::UInt16; }),
            "are uint16, and integer products take 8 bits");
        row("output in 16 bits", with([](Parts& p) { p.y = DataType::UInt16; }),
            "are uint16, and integer products take 8 bits");
        row("types that no runtime mixes", with([](Parts& p) { p.y = DataType::Int8, p.yZero = 0; }),
            "no runtime multiplies uint8 by int8 codes to int8 ones");
        row("int8 by uint8",
            with([](Parts& p) { p.x = p.y = DataType::Int8, p.w = DataType::UInt8, p.xZero = p.yZero = 0; }),
            "no runtime multiplies int8 by uint8 codes");
        Parts rows;
        rows.wDims = {4, 4, 3, 3};
        rows.wScales = {0.01F, 0.02F, 0.01F, 0.02F};
        rows.wAxis = 1;
        row("a scale for each input channel", rows,
            "run along axis 1, which is not that of the outputs of Conv");
        Parts inner = matrices();
        inner.wAxis = 0;
        inner.wDims = {4, 10}, inner.xDims = {6, 4};
        inner.wScales = rows.wScales;
        row("a scale for each row of a matrix", inner, "run along axis 0");
        row("bias of another scale", with([](Parts& p) { p.bias = Bias::CodesOfOtherScale; }),
            "has another scale than its products");
        row("bias with a zero point", with([](Parts& p) { p.bias = Bias::ShiftedCodes; }),
            "is int32 with a zero point");
        row("sums past 32 bits",
            with(
                [](Parts& p) {
                    p.xDims = {1, 33026}, p.wDims = {33026, 2};
                },
                matrices()),
            "may leave 32 bits");
        row("bias in 8 bits", with([](Parts& p) { p.bias = Bias::ShortCodes; }), "the bias of Conv_4 is int8");
        row("bias between codes", with([](Parts& p) { p.bias = Bias::Floats; }),
            "is no multiple of the scale of its products");
        row("bias at run time", with([](Parts& p) { p.bias = Bias::Input; }), "is the graph input 'b'");
        row("Relu above the lowest code", with([](Parts& p) { p.clip = "Relu"; }),
            "limits to codes from 128 to 255, and QuantizeLinear_5 writes all from 0 to 255");
        row("Clip below the highest code",
            with([](Parts& p) { p.clip = "Clip", p.yZero = 0, p.yScale = 8.0F / 255; }),
            "limits to codes from 0 to 191");
        row("Clip by an input", with([](Parts& p) { p.clip = "ClipByInput"; }), "is the graph input 'low'");
        row("Gemm with beta",
            with(
                [](Parts& p) {
                    p.op = "Gemm", p.wDims = {40, 40}, p.bias = Bias::ExactFloats;
                    p.attributes = {{"beta", 0.5F}};
                },
                matrices()),
            "multiplies its bias by beta");
        row("Gemm with alpha",
            with(
                [](Parts& p) {
                    p.op = "Gemm", p.attributes = {{"alpha", 0.5F}};
                },
                matrices()),
            "multiplies by alpha");
    }
    void refused() {
        QFETCH(Parts, parts);
        QFETCH(QString, reason);
        const QdqNet net(parts);
        const History history = fused(net, integers());
        QVERIFY2(history.steps.empty(), history.steps.empty() ? "" : history.steps.front().reason.c_str());
        QVERIFY2(reasonOf(history, "qdq_to_integer").contains(reason),
                 qPrintable(reasonOf(history, "qdq_to_integer")));
        QVERIFY(!history.refusals.front().tensors.empty() && history.refusals.front().tensors.front().valid());
    }

    void attributesThatMatter_data() {
        QTest::addColumn<QString>("op");
        QTest::addColumn<QString>("attribute");
        QTest::addColumn<int>("value");
        QTest::addColumn<QString>("reason");
        QTest::newRow("blocks") << QStringLiteral("DequantizeLinear") << QStringLiteral("block_size") << 20
                                << QStringLiteral("a scale for each block");
        QTest::newRow("precision") << QStringLiteral("QuantizeLinear") << QStringLiteral("precision") << 10
                                   << QStringLiteral("divides in another precision");
    }
    void attributesThatMatter() {
        QFETCH(QString, op);
        QFETCH(QString, attribute);
        QFETCH(int, value);
        QFETCH(QString, reason);
        const QdqNet net(matrices());
        ir::Graph graph = inferred(net);
        for (const NodeId id : graph.order())
            if (graph.node(id).is(op.toStdString()))
                graph.node(id).set(attribute.toStdString(), std::int64_t(value));
        const auto history = fuse(graph, net.opsets, integers());
        QVERIFY(history && history->steps.empty());
        QVERIFY2(reasonOf(*history, "qdq_to_integer").contains(reason),
                 qPrintable(reasonOf(*history, "qdq_to_integer")));
    }

    // In float16 nothing is said of the sums.
    void halvesAreNoMatch() {
        QdqNet net(Parts{});
        ir::Graph graph = inferred(net);
        for (const NodeId id : graph.order())
            if (graph.node(id).is("Conv")) graph.value(graph.node(id).output(0)).type.dtype = DataType::Float16;
        const auto history = fuse(graph, net.opsets, integers());
        QVERIFY(history && history->steps.empty());
    }

    void floatsAroundAreNoMatch() {
        Net net;
        const ValueId x = net.floats("x", {1, 4, 9, 9});
        const ValueId scale = net.scalar("s", 0.1F);
        net.output(net.node("QuantizeLinear", {net.conv(x, {8, 4, 3, 3}), scale}));
        const History history = fused(net, integers());
        QVERIFY(history.steps.empty() && history.refusals.empty());
    }

    // Two convolutions read one tensor of codes; their sum stays one of floats between DequantizeLinear and
    // QuantizeLinear. All rules together leave groups that run.
    void residualBlock() {
        Parts parts;
        parts.wDims = {4, 4, 3, 3};
        parts.attributes = {{"pads", Ints{1, 1, 1, 1}}};
        QdqNet net(parts);
        ir::Graph& graph = net.graph();
        const ValueId codes = graph.outputs.front();
        const ValueId scale = *graph.findValue("y_scale"), zero = *graph.findValue("y_zero");
        const ValueId again = net.node("DequantizeLinear", {codes, scale, zero});
        const ValueId other =
            net.node("Conv", {again, *graph.findValue("DequantizeLinear_2_out")}, parts.attributes);
        const ValueId otherCodes = net.node("QuantizeLinear", {other, net.scalar("z_scale", 0.3F), zero});
        const ValueId sum = net.node(
            "Add", {again, net.node("DequantizeLinear", {otherCodes, *graph.findValue("z_scale"), zero})});
        graph.outputs = {net.node("QuantizeLinear", {net.node("Relu", {sum}), net.scalar("u_scale", 0.2F),
                                                     net.zero("u_zero", DataType::UInt8, 0)})};
        const History history = fused(net, integers());
        QCOMPARE(
            opsOf(history.graph).join(QLatin1Char(' ')),
            QStringLiteral("QuantizeLinear QLinearConv DequantizeLinear QLinearConv DequantizeLinear Add Relu "
                           "QuantizeLinear"));
        const double apart = codesApart(history, net.opsets);
        QVERIFY2(apart >= 0 && apart <= 2, qPrintable(QString::number(apart)));
        // The sum on codes as well, whose Relu is in their limits.
        const History codesOnly =
            fused(net, only({"qdq_to_integer", "qdq_to_integer_codes", "eliminate_unused"}));
        QCOMPARE(opsOf(codesOnly.graph).join(QLatin1Char(' ')),
                 QStringLiteral("QuantizeLinear QLinearConv QLinearConv QLinearAdd"));
        const double codesOnlyApart = codesApart(codesOnly, net.opsets);
        QVERIFY2(codesOnlyApart >= 0 && codesOnlyApart <= 2, qPrintable(QString::number(codesOnlyApart)));
        const History all = fused(net);
        QCOMPARE(opsOf(all.graph).filter(QStringLiteral("QLinearConv")).size(), 2);
        QCOMPARE(replayDifference(all), QString());
        const double allApart = codesApart(all, net.opsets);
        QCOMPARE(allApart, codesOnlyApart);
    }
};

EDGEWRIGHT_TEST(IntegerRulesTest)

} // namespace edgewright::integer_rules_test

#include "integer_rules_test.moc"
