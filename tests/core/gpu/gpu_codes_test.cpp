// SPDX-License-Identifier: GPL-3.0-or-later
// Networks in 8 bits on a driver that runs their kernels on the processor: the codes of this machine, bit by
// bit.
#include "tests/core/gpu/network_problem.h"
#include "tests/support/one_group.h"
#include "tests/support/test_class.h"

#include <QTest>

namespace edgewright::gpu_codes_test {

using namespace edgewright::test;

namespace {

// One operator on codes: `inputs` without elements are those of the graph, the others constants.
ir::Graph onCodes(const char* op, const std::vector<Tensor>& inputs, std::vector<ir::Attribute> attributes = {},
                  const char* domain = "", const ir::Opsets& opsets = Opset17) {
    GraphBuilder builder;
    std::vector<ValueId> ids;
    for (const Tensor& each : inputs) {
        const std::string name = "c" + std::to_string(ids.size());
        ids.push_back(each.hasData() ? builder.constant(name, each) : builder.input(name, each.type()));
    }
    builder.output(builder.node(op, ids, std::move(attributes)));
    ir::Graph graph = builder.take();
    graph.node(graph.order().front()).domain = domain;
    return ops::inferTypes(std::move(graph), opsets).graph;
}

Tensor scale(float value) { return Tensor::scalar(value); }
Tensor zero(int value, DataType type) {
    return type == DataType::UInt8 ? Tensor::scalar(static_cast<std::uint8_t>(value))
                                   : Tensor::scalar(static_cast<std::int8_t>(value));
}
Tensor wholes(std::int64_t count) {
    std::vector<std::int32_t> values;
    for (std::int64_t i = 0; i < count; ++i)
        values.push_back(static_cast<std::int32_t>(i * 7919 % 5003) - 2500);
    return Tensor::of<std::int32_t>({count}, values);
}
// Scales of channels, about `size`.
Tensor scales(std::int64_t count, float size) {
    std::vector<float> values;
    for (std::int64_t i = 0; i < count; ++i)
        values.push_back(size * (1 + 0.1f * static_cast<float>(i % 5)));
    return Tensor::of<float>({count}, values);
}
constexpr DataType U8 = DataType::UInt8, S8 = DataType::Int8;

void addCodeConvolutions() {
    const auto add = [](const char* name, DataType x, DataType w, const Dims& in, const Dims& filters,
                        std::vector<ir::Attribute> attributes, int xZero, int wZero, bool hasBias = true) {
        std::vector<Tensor> inputs{
            Tensor::withoutData(x, in), scale(0.02f),   zero(xZero, x), codes(w, filters),
            scales(filters[0], 0.004f), zero(wZero, w), scale(0.13f),   zero(x == U8 ? 119 : -7, x)};
        if (hasBias) inputs.push_back(wholes(filters[0]));
        QTest::newRow(name) << onCodes("QLinearConv", inputs, attributes) << Opset17;
        const std::string sums = std::string(name) + ", sums";
        QTest::newRow(sums.c_str()) << onCodes("ConvInteger",
                                               {Tensor::withoutData(x, in), codes(w, filters), zero(xZero, x),
                                                zero(wZero, w)},
                                               attributes)
                                    << Opset17;
    };
    const std::vector<ir::Attribute> padded{{"pads", Ints{1, 0, 1, 2}}, {"strides", Ints{2, 1}}};
    add("codes, convolution", U8, S8, {2, 3, 9, 8}, {10, 3, 3, 3}, padded, 131, 0);
    add("codes, convolution, zero points", U8, U8, {2, 3, 9, 8}, {10, 3, 3, 3}, padded, 7, 201);
    add("codes, convolution, with signs", S8, S8, {1, 5, 7, 6}, {9, 5, 1, 1}, {}, -3, 5, false);
    add("codes, convolution, few filters", U8, S8, {2, 3, 9, 8}, {4, 3, 3, 3}, padded, 200, -2);
    add("codes, convolution, groups", S8, S8, {2, 6, 5, 5}, {9, 2, 3, 3}, {{"group", std::int64_t(3)}}, 0, 0);
    add("codes, convolution, depthwise", U8, U8, {2, 6, 8, 7}, {6, 1, 3, 3},
        {{"group", std::int64_t(6)}, {"pads", Ints{1, 1, 1, 1}}}, 128, 128);
    add("codes, convolution, one axis", U8, S8, {2, 3, 17}, {9, 3, 4}, {{"pads", Ints{2, 1}}}, 0, 0);
}

void addCodeProducts() {
    const auto add = [](const char* name, DataType a, DataType b, const Dims& left, const Tensor& right,
                        int aZero, int bZero) {
        QTest::newRow(name) << onCodes("QLinearMatMul",
                                       {Tensor::withoutData(a, left), scale(0.02f), zero(aZero, a), right,
                                        scale(0.03f), zero(bZero, b), scale(0.7f), zero(a == U8 ? 99 : 4, a)})
                            << Opset17;
        const std::string sums = std::string(name) + ", sums";
        QTest::newRow(sums.c_str()) << onCodes("MatMulInteger", {Tensor::withoutData(a, left), right,
                                                                 zero(aZero, a), zero(bZero, b)})
                                    << Opset17;
    };
    add("codes, product", U8, S8, {3, 20}, codes(S8, {20, 7}), 131, 0);
    add("codes, product, zero points", U8, U8, {2, 3, 20}, codes(U8, {20, 70}), 3, 77);
    add("codes, product, with signs", S8, S8, {3, 20}, codes(S8, {20, 7}), -5, 4);
    add("codes, products of inputs", U8, U8, {2, 3, 4, 20}, Tensor::withoutData(U8, {2, 3, 20, 5}), 131, 77);
    add("codes, products of inputs, no zero points", S8, S8, {3, 20}, Tensor::withoutData(S8, {20, 5}), 0, 0);
    const ir::Opsets both{{"", 17}, {"com.microsoft", 1}};
    const auto gemm = [&](const char* name, std::vector<Tensor> inputs, std::vector<ir::Attribute> attributes) {
        QTest::newRow(name) << onCodes("QGemm", inputs, std::move(attributes), "com.microsoft", both) << both;
    };
    std::vector<Tensor> inputs{Tensor::withoutData(U8, {3, 20}),
                               scale(0.02f),
                               zero(9, U8),
                               codes(S8, {7, 20}),
                               scales(7, 0.004f),
                               zero(0, S8),
                               wholes(7)};
    gemm("codes, gemm as float32", inputs, {{"transB", std::int64_t(1)}, {"alpha", 0.5f}});
    inputs.insert(inputs.end(), {scale(0.11f), zero(101, U8)});
    gemm("codes, gemm", inputs, {{"transB", std::int64_t(1)}});
}

void addCodings() {
    const ir::Attribute axis{"axis", std::int64_t(1)};
    const auto add = [](const char* name, const char* op, std::vector<Tensor> inputs,
                        std::vector<ir::Attribute> attributes = {}) {
        QTest::newRow(name) << onCodes(op, inputs, std::move(attributes)) << Opset17;
    };
    const Tensor floats = Tensor::withoutData(DataType::Float32, {2, 3, 37});
    add("as codes", "QuantizeLinear", {floats, scale(0.003f), zero(120, U8)});
    add("as codes with signs", "QuantizeLinear", {floats, scale(0.003f), zero(-9, S8)});
    add("as codes, no zero point", "QuantizeLinear", {floats, scale(0.003f)});
    add("as codes of channels", "QuantizeLinear",
        {floats, scales(3, 0.003f), Tensor::of<std::uint8_t>({3}, {3, 128, 255})}, {axis});
    add("codes as numbers", "DequantizeLinear",
        {Tensor::withoutData(U8, {2, 3, 37}), scale(0.03f), zero(120, U8)});
    add("codes of channels as numbers", "DequantizeLinear",
        {Tensor::withoutData(S8, {2, 3, 37}), scales(3, 0.03f), Tensor::of<std::int8_t>({3}, {-3, 0, 9})},
        {axis});
    GraphBuilder builder; // sums as numbers
    const ValueId sums = builder.node("MatMulInteger", {builder.input("a", ir::TensorType(U8, Dims{3, 20})),
                                                        builder.constant("b", codes(S8, {20, 7}))});
    builder.output(builder.node("DequantizeLinear", {sums, builder.constant("scale", scale(0.001f))}));
    QTest::newRow("sums as numbers") << typed(builder) << Opset17;
}

void addCodeElements() {
    static const ir::Opsets Both{{"", 17}, {"com.microsoft", 1}};
    const auto add = [](const std::string& name, const char* op, const std::vector<Tensor>& inputs,
                        std::vector<ir::Attribute> attributes = {}) {
        QTest::newRow(name.c_str()) << onCodes(op, inputs, std::move(attributes), "com.microsoft", Both)
                                    << Both;
    };
    for (const DataType type : {U8, S8}) {
        const std::string kind = type == U8 ? "" : " with signs";
        const Tensor x = Tensor::withoutData(type, {2, 3, 5, 4}), row = codes(type, {3, 1, 1});
        const int one = type == U8 ? 131 : -7, other = type == U8 ? 3 : 99;
        for (const char* const op : {"QLinearAdd", "QLinearMul"})
            for (const Tensor& second : {x, row})
                add(op + kind + (second.hasData() ? " of rows" : ""), op,
                    {x, scale(0.02f), zero(one, type), second, scale(0.013f), zero(other, type),
                     scale(op[7] == 'A' ? 0.03f : 0.011f), zero(other, type)});
        add("QLinearConcat" + kind, "QLinearConcat",
            {scale(0.02f), zero(one, type), x, scale(0.02f), zero(one, type), codes(type, {2, 2, 5, 4}),
             scale(0.013f), zero(other, type)},
            {{"axis", std::int64_t(1)}});
        const Tensor plane = Tensor::withoutData(type, {2, 3, 9, 8});
        const std::vector<Tensor> pooled{plane, scale(0.02f), zero(one, type), scale(0.012f),
                                         zero(other, type)};
        add("QLinearGlobalAveragePool" + kind, "QLinearGlobalAveragePool", pooled);
        add("QLinearAveragePool" + kind, "QLinearAveragePool", pooled,
            {{"kernel_shape", Ints{3, 3}}, {"pads", Ints{1, 1, 1, 1}}});
        add("QLinearAveragePool with pads" + kind, "QLinearAveragePool", pooled,
            {{"kernel_shape", Ints{2, 3}},
             {"strides", Ints{2, 2}},
             {"pads", Ints{1, 0, 1, 1}},
             {"count_include_pad", std::int64_t(1)}});
        for (const char* const op : {"QLinearSigmoid", "QLinearLeakyRelu"})
            add(op + kind, op,
                {x, scale(0.02f), zero(one, type), scale(op[7] == 'S' ? 0.004f : 0.012f), zero(other, type)});
        GraphBuilder builder;
        const ValueId in = builder.input("x", ir::TensorType(type, Dims{2, 3, 9, 8}));
        builder.output(
            builder.node("MaxPool", {in},
                         {{"kernel_shape", Ints{3, 2}}, {"strides", Ints{2, 2}}, {"pads", Ints{1, 0, 1, 1}}}));
        const ValueId turned = builder.node("Transpose", {in}, {{"perm", Ints{0, 2, 3, 1}}});
        builder.output(builder.node("Concat", {turned, turned}, {{"axis", std::int64_t(-1)}}));
        builder.output(builder.node("Flatten", {turned}));
        QTest::newRow(("codes that move" + kind).c_str()) << typed(builder) << Opset17;
    }
}

} // namespace

class GpuCodesTest : public QObject {
    Q_OBJECT

private slots:
    void everyOperator_data() {
        QTest::addColumn<ir::Graph>("graph");
        QTest::addColumn<ir::Opsets>("opsets");
        addCodeConvolutions();
        addCodeProducts();
        addCodings();
        addCodeElements();
    }
    void everyOperator() {
        QFETCH(ir::Graph, graph);
        QFETCH(ir::Opsets, opsets);
        const std::string problem = problemOf(graph, opsets);
        QVERIFY2(problem.empty(), problem.c_str());
        QCOMPARE(fakeAllocations(), std::size_t(0));
    }
    // A group that is one function of a code is looked up.
    void functionsOfCodes() {
        for (const bool endsInCodes : {true, false}) {
            GraphBuilder body;
            const ValueId one = body.constant("one", scale(0.02f)), at = body.constant("at", zero(131, U8));
            const ValueId x =
                body.node("DequantizeLinear", {body.input("x", ir::TensorType(U8, Dims{2, 3, 5})), one, at});
            const ValueId y = body.node("Mul", {x, body.node("Sigmoid", {x})});
            body.output(endsInCodes ? body.node("QuantizeLinear", {y, one, at}) : y);
            const std::string problem = problemOf(asOneGroup(typed(body)), Opset17, 1);
            QVERIFY2(problem.empty(), problem.c_str());
        }
    }
    // Without tensor cores each element of a convolution is computed for itself, and products here.
    void codesWithoutTensorCores() {
        const FakeSetting older("turing");
        const Tensor x = Tensor::withoutData(U8, {2, 3, 9, 8});
        const std::string convolution = problemOf(
            onCodes("ConvInteger", {x, codes(S8, {10, 3, 3, 3}), zero(131, U8), zero(3, S8)}), Opset17, 1);
        QVERIFY2(convolution.empty(), convolution.c_str());
        const std::string product =
            problemOf(onCodes("MatMulInteger", {Tensor::withoutData(U8, {3, 20}), codes(S8, {20, 7})}), Opset17,
                      0, false, 1);
        QVERIFY2(product.empty(), product.c_str());
    }
    void everyRuleIsUsed() {
        for (const gpu::LayerRule* each : gpu::layerRules())
            QVERIFY2(!isOfCodes(*each) || usedRules.contains(each->name), each->name);
    }
};

EDGEWRIGHT_TEST(GpuCodesTest)

} // namespace edgewright::gpu_codes_test

#include "gpu_codes_test.moc"
