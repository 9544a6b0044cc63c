// SPDX-License-Identifier: GPL-3.0-or-later
// Where pairs of QuantizeLinear and DequantizeLinear go, and what is written into them: one layer by hand.
#include "core/ir/builder.h"
#include "core/quant/qdq/code_tensor.h"
#include "core/quant/qdq/insert_qdq.h"
#include "core/quant/qdq/operator_role.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

namespace edgewright::qdq_test {

using namespace edgewright::quant;

namespace {

ir::TensorType floats(ir::Dims dims) { return {ir::DataType::Float32, std::move(dims)}; }

// x -> Conv -> Relu -> MaxPool -> y, and x -> Tanh -> z
struct SmallNet {
    ir::GraphBuilder net;
    ValueId x, conv, relu, pool, tanh;

    explicit SmallNet(std::vector<float> bias = {0.5F, -0.25F}) {
        x = net.input("x", floats({1, 1, 4, 4}));
        const ValueId w = net.constant("w", ir::Tensor::of<float>({2, 1, 1, 1}, {0.5F, -2.0F}));
        const ValueId b = net.constant("b", ir::Tensor::of<float>({2}, bias));
        conv = net.node("Conv", {x, w, b});
        relu = net.node("Relu", {conv});
        pool = net.node("MaxPool", {relu}, {{"kernel_shape", std::vector<std::int64_t>{2, 2}}});
        tanh = net.node("Tanh", {x});
        net.output(pool);
        net.output(tanh);
        for (const ValueId each : {conv, relu})
            net.graph().value(each).type = floats({1, 2, 4, 4});
        net.graph().value(pool).type = floats({1, 2, 3, 3});
        net.graph().value(tanh).type = floats({1, 1, 4, 4});
    }
    const ir::Graph& graph() { return net.graph(); }
    std::map<ValueId, Range> ranges() const { return {{x, {-1, 1}}, {relu, {0, 2.55F}}}; }
};

const ir::Tensor* constantOf(const ir::Graph& graph, const char* name) {
    const auto found = graph.findValue(name);
    return found ? graph.value(*found).known() : nullptr;
}

std::size_t countOf(const ir::Graph& graph, const char* op) {
    return static_cast<std::size_t>(
        std::ranges::count_if(graph.order(), [&](NodeId id) { return graph.node(id).is(op); }));
}

} // namespace

class QdqTest : public QObject {
    Q_OBJECT
private slots:
    void placement() {
        SmallNet net;
        const Placement placed = placementOf(net.graph());
        QCOMPARE(placed.nodes.size(), std::size_t(3)); // Conv, Relu, MaxPool; Tanh stays
        QCOMPARE(placed.tensors, (std::vector<ValueId>{net.x, net.relu, net.pool}));
        QCOMPARE(placed.inLimits.size(), std::size_t(1));
        QCOMPARE(placed.movedFrom.at(net.pool), net.relu);
        QCOMPARE(placed.toCalibrate(net.graph()), (std::vector<ValueId>{net.x, net.relu}));
        const std::string conv = net.graph().node(net.graph().order()[0]).label();
        const Placement without = placementOf(net.graph(), {conv});
        QVERIFY(without.nodes.empty() && without.left.size() == 1); // nothing else has codes to work on
    }

    // A sum gets no codes for itself; one of which all is in codes but what is broadcast does.
    void amongFloats() {
        const auto quantized = [](const char* op, ir::Dims other) {
            ir::GraphBuilder net;
            const ValueId x = net.input("x", floats({1, 1, 4, 4})), y = net.input("y", floats(other));
            const ValueId w = net.constant("w", ir::Tensor::of<float>({2, 1, 1, 1}, {0.5F, -2.0F}));
            const ValueId conv = net.node("Conv", {x, w}), tanh = net.node("Tanh", {y});
            const bool joins = std::string_view(op) == "Concat";
            const ValueId made =
                joins ? net.node(op, {conv, tanh}, {{"axis", std::int64_t(1)}}) : net.node(op, {conv, tanh});
            net.output(made);
            net.graph().value(tanh).type = floats(other);
            net.graph().value(conv).type = floats({1, 2, 4, 4});
            net.graph().value(made).type = floats({1, joins ? 4 : 2, 4, 4});
            const Placement placed = placementOf(net.graph());
            return std::pair(placed.nodes.size(), placed.left.size());
        };
        const std::pair<std::size_t, std::size_t> both{2, 0}, one{1, 1};
        QCOMPARE(quantized("Add", {1, 2, 4, 4}), one);
        QCOMPARE(quantized("Mul", {1, 2, 1, 1}), both); // squeeze and excite
        QCOMPARE(quantized("Concat", {1, 2, 4, 4}), one);
    }

    // What ends a normalisation in its parts stays with them in float32, where one node makes floats for both
    // that read them; what is filled with one number is as good as a constant.
    void normalisations() {
        ir::GraphBuilder net;
        const ValueId x = net.input("x", floats({1, 1, 2, 4}));
        const ValueId w = net.constant("w", ir::Tensor::of<float>({2, 1, 1, 1}, {0.5F, -2.0F}));
        const ValueId conv = net.node("Conv", {x, w});
        const ValueId squares = net.node("Pow", {conv, net.constant("two", ir::Tensor::scalar<float>(2))});
        const ValueId mean = net.node("ReduceMean", {squares}, {{"axes", std::vector<std::int64_t>{-1}}});
        const ValueId factor = net.node("Reciprocal", {net.node("Sqrt", {mean})});
        const ValueId normal = net.node("Mul", {conv, factor});
        const ValueId fill = net.node("ConstantOfShape",
                                      {net.constant("shape", ir::Tensor::of<std::int64_t>({4}, {1, 2, 2, 4}))});
        const ValueId joined = net.node("Concat", {conv, fill}, {{"axis", std::int64_t(1)}});
        net.output(normal);
        net.output(joined);
        for (const ValueId each : {conv, squares, normal, fill})
            net.graph().value(each).type = floats({1, 2, 2, 4});
        for (const ValueId each : {mean, factor})
            net.graph().value(each).type = floats({1, 2, 2, 1});
        net.graph().value(joined).type = floats({1, 4, 2, 4});
        const Placement placed = placementOf(net.graph());
        QCOMPARE(placed.nodes.size(), std::size_t(2)); // Conv and Concat
        QCOMPARE(placed.left.size(), std::size_t(1));
        const auto made =
            insertQdq(net.graph(), placed, {{x, {-1, 1}}, {conv, {-2, 2}}, {fill, {0, 0}}, {joined, {-2, 2}}});
        QVERIFY2(made, made ? "" : made.error().message.c_str());
        // Of x and w, of what Conv makes once for Pow and Mul and once for Concat, and of the fill and the
        // result.
        QCOMPARE(countOf(made->graph, "DequantizeLinear"), std::size_t(6));
    }

    // A sum that is clipped gets the codes of what is left of it: ONNX Runtime refuses the model without a pair
    // between them, and with it no number changes.
    void clippedSums() {
        ir::GraphBuilder net;
        const ValueId x = net.input("x", floats({1, 2, 4, 4}));
        const ValueId w = net.constant("w", ir::Tensor::of<float>({2, 2, 1, 1}, {0.5F, -2.0F, 1.0F, 0.25F}));
        const ValueId conv = net.node("Conv", {x, w});
        const ValueId sum = net.node("Add", {conv, x});
        const ValueId clip = net.node("Clip", {sum, net.constant("low", ir::Tensor::scalar<float>(0)),
                                               net.constant("high", ir::Tensor::scalar<float>(1))});
        net.output(clip);
        for (const ValueId each : {conv, sum, clip})
            net.graph().value(each).type = floats({1, 2, 4, 4});
        const Placement placed = placementOf(net.graph());
        QVERIFY(placed.inLimits.empty());
        QCOMPARE(placed.tensors, (std::vector<ValueId>{x, conv, clip, sum}));
        QCOMPARE(placed.movedFrom.at(sum), clip);
        QCOMPARE(placed.toCalibrate(net.graph()), (std::vector<ValueId>{x, conv, clip}));
        const auto made = insertQdq(net.graph(), placed, {{x, {-1, 1}}, {conv, {-2, 2}}, {clip, {0, 1}}});
        QVERIFY2(made, made ? "" : made.error().message.c_str());
        QCOMPARE(countOf(made->graph, "QuantizeLinear"), std::size_t(4));
        for (const QuantizedTensor& tensor : made->tensors)
            if (tensor.value == sum || tensor.value == clip) QCOMPARE(tensor.params.scale, 1.0F / 255);
    }

    // Weights that two products read are coded and counted once; no two nodes have one name, which ONNX Runtime
    // refuses.
    void sharedWeights() {
        ir::GraphBuilder net;
        const ValueId x = net.input("x", floats({1, 2, 4, 4}));
        const ValueId w = net.constant("w", ir::Tensor::of<float>({2, 2, 1, 1}, {0.5F, -2.0F, 1.0F, 0.25F}));
        const ValueId first = net.node("Conv", {x, w}), second = net.node("Conv", {first, w});
        net.output(second);
        for (const ValueId each : {first, second})
            net.graph().value(each).type = floats({1, 2, 4, 4});
        const auto made = insertQdq(net.graph(), placementOf(net.graph()),
                                    {{x, {-1, 1}}, {first, {-1, 1}}, {second, {-1, 1}}});
        QVERIFY2(made, made ? "" : made.error().message.c_str());
        std::set<std::string> names;
        for (const NodeId id : made->graph.order())
            if (const std::string& name = made->graph.node(id).name; !name.empty())
                QVERIFY2(names.insert(name).second, name.c_str());
        QVERIFY(countOf(made->graph, "DequantizeLinear") >= 5);
        QVERIFY(constantOf(made->graph, "w_codes") && !constantOf(made->graph, "w_codes_2"));
        QCOMPARE(made->weightBytesBefore, 4 * 4);
        QCOMPARE(made->weightBytesAfter, 4 + 2 * 4); // codes, and a scale for each channel
    }

    // Products in subgraphs are told with their count.
    void productsInSubgraphs() {
        const auto branch = [](const char* op) {
            ir::GraphBuilder inner;
            const ValueId y = inner.node(op, {inner.constant("a", ir::Tensor::of<float>({1, 1}, {1})),
                                              inner.constant("b", ir::Tensor::of<float>({1, 1}, {2}))});
            inner.output(inner.node("MatMul", {y, y}));
            return std::make_shared<const ir::Graph>(inner.take());
        };
        ir::GraphBuilder net;
        const ValueId which = net.input("which", {ir::DataType::Bool, ir::Dims{}});
        net.output(
            net.node("If", {which}, {{"then_branch", branch("MatMul")}, {"else_branch", branch("Add")}}));
        const Placement placed = placementOf(net.graph());
        QVERIFY(placed.nodes.empty() && placed.left.size() == 1);
        const std::string& reason = placed.left.front().reason;
        QVERIFY2(reason.find("3 products") != std::string::npos, reason.c_str());
    }

    // A mask of infinities has no codes, and what adds it stays in float32.
    void constantsThatAreNotFinite() {
        ir::GraphBuilder net;
        const ValueId x = net.input("x", floats({1, 1, 2, 2}));
        const ValueId w = net.constant("w", ir::Tensor::of<float>({1, 1, 1, 1}, {0.5F}));
        const ValueId scores = net.node("Conv", {x, w});
        const ValueId masked =
            net.node("Add", {scores, net.constant("mask", ir::Tensor::of<float>({2}, {0, -INFINITY}))});
        net.output(masked);
        for (const ValueId each : {scores, masked})
            net.graph().value(each).type = floats({1, 1, 2, 2});
        const Placement placed = placementOf(net.graph());
        QCOMPARE(placed.nodes.size(), std::size_t(1));
        QCOMPARE(placed.left.size(), std::size_t(1));
        QVERIFY(placed.left.front().reason.find("'mask'") != std::string::npos);
        QVERIFY(insertQdq(net.graph(), placed, {{x, {-1, 1}}, {scores, {-1, 1}}}));
    }

    // 282 : 1 is told, 282 : 4.5 is not.
    void rangesThatOneScaleMixes() {
        ir::GraphBuilder net;
        const ValueId x = net.input("x", floats({1, 1, 4, 4}));
        const ValueId w = net.constant("w", ir::Tensor::of<float>({2, 1, 1, 1}, {0.5F, -2.0F}));
        const ValueId v = net.constant("v", ir::Tensor::of<float>({1, 1, 1, 1}, {1.0F}));
        const ValueId boxes = net.node("Conv", {x, w}), scores = net.node("Conv", {x, v});
        const ValueId both = net.node("Concat", {boxes, scores}, {{"axis", std::int64_t(1)}});
        net.output(both);
        net.graph().value(boxes).type = floats({1, 2, 4, 4});
        net.graph().value(scores).type = floats({1, 1, 4, 4});
        net.graph().value(both).type = floats({1, 3, 4, 4});
        const auto mixedOf = [&](float score) {
            const auto made =
                insertQdq(net.graph(), placementOf(net.graph()),
                          {{x, {-1, 1}}, {boxes, {-100, 182}}, {scores, {0, score}}, {both, {-100, 182}}});
            return made ? made->mixed : std::vector<MixedRanges>(9);
        };
        QVERIFY(mixedOf(4.5F).empty() && mixedOf(0).empty());
        const auto mixed = mixedOf(1);
        QCOMPARE(mixed.size(), std::size_t(1));
        QCOMPARE(mixed.front().name, std::string("Concat_2"));
        QCOMPARE(mixed.front().widest, net.graph().value(boxes).name);
        QCOMPARE(mixed.front().narrowest, net.graph().value(scores).name);
        QVERIFY(std::abs(mixed.front().steps - 255.0 / 282) < 1e-5);
    }

    void oneLayerByHand() {
        SmallNet net;
        const auto made = insertQdq(net.graph(), placementOf(net.graph()), net.ranges());
        QVERIFY2(made, made ? "" : made.error().message.c_str());
        const ir::Graph& graph = made->graph;
        // x: 255 steps from -1 to 1; relu: from 0 to 2.55; the pool has the same.
        const float xScale = 2.0F / 255;
        QCOMPARE(constantOf(graph, "x_scale")->as<float>()[0], xScale);
        QCOMPARE(int(constantOf(graph, "x_zero_point")->as<std::uint8_t>()[0]), 128); // half to even of 127.5
        const std::string relu = net.graph().value(net.relu).name, pool = net.graph().value(net.pool).name;
        QCOMPARE(constantOf(graph, (relu + "_scale").c_str())->as<float>()[0], 2.55F / 255);
        QCOMPARE(constantOf(graph, (pool + "_scale").c_str())->as<float>()[0], 2.55F / 255);
        // Weights: the largest of each channel is 127.
        const auto codes = constantOf(graph, "w_codes")->as<std::int8_t>();
        QVERIFY(codes[0] == 127 && codes[1] == -127);
        const auto scales = constantOf(graph, "w_scale")->as<float>();
        QVERIFY(scales[0] == 0.5F / 127 && scales[1] == 2.0F / 127);
        // The bias at the scale of the products.
        const auto bias = constantOf(graph, "b_codes")->as<std::int32_t>();
        QCOMPARE(bias[0], static_cast<std::int32_t>(std::nearbyint(0.5 / double(xScale * scales[0]))));
        QCOMPARE(bias[1], static_cast<std::int32_t>(std::nearbyint(-0.25 / double(xScale * scales[1]))));
        QCOMPARE(countOf(graph, "QuantizeLinear"), std::size_t(3));
        // x is read by Conv and Tanh, relu by MaxPool, the pool by who reads the output; weights and bias.
        QCOMPARE(countOf(graph, "DequantizeLinear"), std::size_t(6));
        // The outputs keep their ids, and no pair stands between Conv and Relu.
        QCOMPARE(graph.outputs, net.graph().outputs);
        const ir::Connections connections(graph);
        QVERIFY(graph.node(*connections.producer(net.pool)).is("DequantizeLinear"));
        QVERIFY(
            graph.node(*connections.producer(graph.node(*connections.producer(net.relu)).input(0))).is("Conv"));
    }

    void perTensor() {
        SmallNet net;
        QdqOptions options;
        options.weights = Granularity::PerTensor;
        const auto made = insertQdq(net.graph(), placementOf(net.graph()), net.ranges(), options);
        QVERIFY(made);
        const auto codes = constantOf(made->graph, "w_codes")->as<std::int8_t>();
        QVERIFY(codes[0] == 32 && codes[1] == -127); // 0.5 / (2 / 127) is 31.75
    }

    // A bias that would not fit 32 bits raises the scale of its channel, and leaves room for the products.
    void largeBias() {
        SmallNet net({1e9F, 1.0F});
        const auto made = insertQdq(net.graph(), placementOf(net.graph()), net.ranges());
        QVERIFY(made);
        QCOMPARE(made->products[0].raisedForBias, std::size_t(1));
        const auto bias = constantOf(made->graph, "b_codes")->as<std::int32_t>();
        QVERIFY(bias[0] > 2'000'000'000 && bias[0] <= 2'147'483'647 - 255 * 255);
        const double scale = double(2.0F / 255) * double(made->products[0].weights[0].scale);
        QVERIFY(std::abs(bias[0] * scale / 1e9 - 1) < 1e-6);
    }

    void activations_data() {
        QTest::addColumn<bool>("int8");
        QTest::addColumn<bool>("symmetric");
        QTest::addColumn<double>("scale");
        QTest::addColumn<int>("zero");
        QTest::newRow("uint8") << false << false << 4.0 / 255 << 64;
        QTest::newRow("int8") << true << false << 4.0 / 255 << -64;
        QTest::newRow("uint8 symmetric") << false << true << 6.0 / 255 << 128;
        QTest::newRow("int8 symmetric") << true << true << 3.0 / 127 << 0;
    }
    void activations() {
        QFETCH(bool, int8);
        QFETCH(bool, symmetric);
        SmallNet net;
        QdqOptions options;
        Scheme& scheme = options.activationScheme;
        scheme.type = int8 ? CodeType::Int8 : CodeType::UInt8;
        scheme.symmetric = symmetric;
        scheme.limits = usualLimits(scheme.type, symmetric);
        const auto made =
            insertQdq(net.graph(), placementOf(net.graph()), {{net.x, {-1, 3}}, {net.relu, {0, 1}}}, options);
        QVERIFY2(made, made ? "" : made.error().message.c_str());
        const auto x = std::ranges::find(made->tensors, net.x, &QuantizedTensor::value);
        QVERIFY(x != made->tensors.end());
        const Params params = x->params;
        const ir::Tensor* zero = constantOf(made->graph, "x_zero_point");
        QCOMPARE(zero->dtype(), int8 ? ir::DataType::Int8 : ir::DataType::UInt8);
        QCOMPARE(ir::elementAsInt64(*zero, 0), std::int64_t(params.zeroPoint));
        QTEST(params.zeroPoint, "zero");
        QFETCH(double, scale);
        QVERIFY(std::abs(double(params.scale) - scale) < 1e-9);
    }

    // Codes of weights of every type: as tensors, and back as the numbers that they stand for.
    void weights_data() {
        QTest::addColumn<int>("type");
        QTest::addColumn<bool>("symmetric");
        QTest::addColumn<int>("limits");
        QTest::addColumn<QList<int>>("codes"); // of 0.5 and of -2, each its own channel
        const auto row = [](const char* name, CodeType type, bool symmetric, Limits limits, QList<int> codes) {
            QTest::newRow(name) << int(type) << symmetric << int(limits) << codes;
        };
        row("int8", CodeType::Int8, true, Limits::Restricted, {127, -127});
        row("int8 reduced", CodeType::Int8, true, Limits::Reduced, {64, -64});
        row("int4", CodeType::Int4, true, Limits::Restricted, {7, -7});
        row("int4 reduced, asymmetric", CodeType::Int4, false, Limits::Reduced, {3, -4});
        row("int16", CodeType::Int16, true, Limits::Restricted, {32767, -32767});
        row("uint8", CodeType::UInt8, false, Limits::Full, {255, 0});
    }
    void weights() {
        QFETCH(int, type);
        QFETCH(bool, symmetric);
        QFETCH(int, limits);
        QFETCH(QList<int>, codes);
        SmallNet net;
        QdqOptions options;
        options.weightScheme = {static_cast<CodeType>(type), symmetric, static_cast<Limits>(limits), false};
        const auto made = insertQdq(net.graph(), placementOf(net.graph()), net.ranges(), options);
        QVERIFY2(made, made ? "" : made.error().message.c_str());
        const ir::Tensor* tensor = constantOf(made->graph, "w_codes");
        QCOMPARE(tensor->dtype(), dataTypeOf(options.weightScheme.type));
        const auto scales = constantOf(made->graph, "w_scale")->as<float>();
        const ir::Tensor* zeros = constantOf(made->graph, "w_zero_point");
        QCOMPARE(zeros->dtype(), tensor->dtype());
        const double real[] = {0.5, -2.0};
        for (int i = 0; i < 2; ++i) {
            QCOMPARE(ir::elementAsInt64(*tensor, i), std::int64_t(codes[i]));
            const auto difference = ir::elementAsInt64(*tensor, i) - ir::elementAsInt64(*zeros, i);
            QVERIFY(std::abs(double(difference) * double(scales[std::size_t(i)]) - real[i]) < 1e-6);
        }
        QCOMPARE(leastOpset(options),
                 tensor->dtype() == ir::DataType::Int4 || tensor->dtype() == ir::DataType::Int16
                     ? std::int64_t(21)
                     : std::int64_t(13));
    }

    void packedCodes() {
        const auto tensor = codeTensor(CodeType::Int4, {5}, std::array{-8, 7, -1, 0, 3});
        QVERIFY(tensor);
        QCOMPARE(tensor->bytes().size(), std::size_t(3));
        QCOMPARE(std::to_integer<int>(tensor->bytes()[0]), 0x78);
        QCOMPARE(std::to_integer<int>(tensor->bytes()[1]), 0x0f);
        QCOMPARE(std::to_integer<int>(tensor->bytes()[2]), 0x03);
        for (std::int64_t i = 0; i < 5; ++i)
            QCOMPARE(ir::elementAsInt64(*tensor, i),
                     (std::array<std::int64_t, 5>{-8, 7, -1, 0, 3})[std::size_t(i)]);
        QVERIFY(!codeTensor(CodeType::Int8, {4}, std::array{1, 2, 3}));
    }

    // A raised scale is a power of two again, and rounding is what was asked for.
    void powersOfTwoAndRounding() {
        SmallNet net({1e9F, 1.0F});
        QdqOptions options;
        options.weightScheme.powerOfTwo = options.activationScheme.powerOfTwo = true;
        const auto made = insertQdq(net.graph(), placementOf(net.graph()), net.ranges(), options);
        QVERIFY(made);
        QCOMPARE(made->products[0].raisedForBias, std::size_t(1));
        std::vector<float> scales{made->tensors[0].params.scale, made->tensors[1].params.scale};
        for (const Params& params : made->products[0].weights)
            scales.push_back(params.scale);
        for (const float scale : scales) {
            int exponent = 0;
            QVERIFY(std::frexp(scale, &exponent) == 0.5F);
        }
        options = {};
        options.weights = Granularity::PerTensor;
        options.rounding = Rounding::Truncate; // 31.75
        SmallNet plain;
        const auto truncated = insertQdq(plain.graph(), placementOf(plain.graph()), plain.ranges(), options);
        QVERIFY(truncated);
        QCOMPARE(int(constantOf(truncated->graph, "w_codes")->as<std::int8_t>()[0]), 31);
    }

    void refusals() {
        SmallNet net;
        QdqOptions narrow;
        narrow.activationScheme.type = CodeType::Int4;
        const auto four = insertQdq(net.graph(), placementOf(net.graph()), net.ranges(), narrow);
        QVERIFY(!four && four.error().message.find("activations of 4 bits") != std::string::npos);
        const Placement placed = placementOf(net.graph());
        auto ranges = net.ranges();
        ranges.erase(net.x);
        const auto missing = insertQdq(net.graph(), placed, ranges);
        QVERIFY(!missing && missing.error().message.find("'x'") != std::string::npos);
        ranges[net.x] = {-INFINITY, 1};
        const auto infinite = insertQdq(net.graph(), placed, ranges);
        QVERIFY(!infinite && infinite.error().message.find("'x'") != std::string::npos);
        SmallNet broken({NAN, 0});
        const auto weights = insertQdq(broken.graph(), placementOf(broken.graph()), broken.ranges());
        QVERIFY(!weights && weights.error().message.find("'b'") != std::string::npos);
    }
};

EDGEWRIGHT_TEST(QdqTest)

} // namespace edgewright::qdq_test

#include "qdq_test.moc"
