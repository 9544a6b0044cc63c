// SPDX-License-Identifier: GPL-3.0-or-later
// Activations whose codes are chosen at run time: one product by hand, other shapes against float32, and a
// trained sample.
#include "core/dataset/sample_set.h"
#include "core/exec/executor.h"
#include "core/ir/builder.h"
#include "core/ops/infer.h"
#include "core/pipeline/quantization/quantize.h"
#include "tests/support/sanitizers.h"
#include "tests/support/shared_files.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <cmath>

namespace edgewright::quantize_at_run_time_test {

namespace {

ir::TensorType floats(ir::Dims dims) { return ir::TensorType(ir::DataType::Float32, std::move(dims)); }

struct Made {
    ir::Graph graph;
    std::vector<ir::Tensor> before, after; // outputs: in float32, and of integers
};

std::vector<float> wave(std::size_t count, double step) {
    std::vector<float> values;
    for (std::size_t i = 0; i < count; ++i)
        values.push_back(static_cast<float>(std::sin(static_cast<double>(i) * step) * 1.7));
    return values;
}

Result<Made> dynamicOf(const ir::Graph& graph, const quant::DynamicOptions& options = {}) {
    const ir::Opsets opsets{{"", 13}};
    auto made = quant::quantizeDynamically(graph, options);
    if (!made) return made.error();
    Made result{std::move(made->graph), {}, {}};
    ops::inferTypes(result.graph, opsets);
    ir::Feeds feeds;
    for (const ValueId input : graph.inputs) {
        const ir::Dims dims = *graph.value(input).type.dims();
        std::int64_t count = 1;
        for (const std::int64_t each : dims)
            count *= each;
        feeds.emplace(input, ir::Tensor::of<float>(dims, wave(static_cast<std::size_t>(count), 0.7)));
    }
    auto before = exec::run(graph, opsets, feeds, {});
    auto after = exec::run(result.graph, opsets, feeds, {});
    if (!before) return before.error();
    if (!after) return after.error();
    result.before = before->outputs;
    result.after = after->outputs;
    return result;
}

double sqnr(const Made& made) {
    const auto reference = made.before.front().as<float>(), got = made.after.front().as<float>();
    double signal = 0, noise = 0;
    for (std::size_t i = 0; i < reference.size(); ++i) {
        const double value = static_cast<double>(reference[i]);
        signal += value * value;
        noise += (static_cast<double>(got[i]) - value) * (static_cast<double>(got[i]) - value);
    }
    return 10 * std::log10(signal / noise);
}

ir::Graph productGraph(const char* op, ir::Dims input, ir::Dims weights, ir::Dims output, std::int64_t biases,
                       std::vector<ir::Attribute> attributes = {}) {
    ir::GraphBuilder b;
    std::int64_t count = 1;
    for (const std::int64_t each : weights)
        count *= each;
    std::vector<ValueId> inputs{b.input("x", floats(std::move(input))),
                                b.constant("w", ir::Tensor::of<float>(weights, wave(std::size_t(count), 1.3)))};
    if (biases > 0)
        inputs.push_back(b.constant("bias", ir::Tensor::of<float>({biases}, wave(std::size_t(biases), 2.1))));
    const ValueId y = b.value("y", floats(std::move(output)));
    b.nodeInto(op, inputs, {y}, std::move(attributes));
    b.output(y);
    return b.take();
}

} // namespace

class QuantizeAtRunTimeTest : public QObject {
    Q_OBJECT

private slots:
    // x = [1, -0.5]: from -0.5 to 1 in 255 steps of 1.5/255 from 85 on, codes less 85 are 170 and -85.
    // w = [[2, 0.5], [1.5, -0.3]]: steps 2/127 and 0.5/127, codes 127, 95 (95.25) and 127, -76 (-76.2).
    void byHand() {
        ir::GraphBuilder b;
        const ValueId x = b.input("x", floats({1, 2}));
        const ValueId w = b.constant("w", ir::Tensor::of<float>({2, 2}, {2.0f, 0.5f, 1.5f, -0.3f}));
        const ValueId y = b.value("y", floats({1, 2}));
        b.nodeInto("MatMul", {x, w}, {y});
        b.output(y);
        const ir::Graph graph = b.take();
        const ir::Opsets opsets{{"", 13}};
        auto made = quant::quantizeDynamically(graph);
        QVERIFY(made);
        QCOMPARE(made->products.size(), std::size_t(1));
        QCOMPARE(made->weightBytesBefore, 16);
        QCOMPARE(made->weightBytesAfter, 4 + 2 * 4);
        ops::inferTypes(made->graph, opsets);
        const ir::Feeds feeds{{x, ir::Tensor::of<float>({1, 2}, std::vector<float>{1.0f, -0.5f})}};
        const auto run = exec::run(made->graph, opsets, feeds, {});
        QVERIFY2(run, run ? "" : run.error().message.c_str());
        const auto got = run->outputs.front().as<float>();
        const double step = 1.5 / 255;
        const double first = (170 * 127 - 85 * 95) * step * 2 / 127,
                     second = (170 * 127 + 85 * 76) * step * 0.5 / 127;
        QVERIFY2(std::abs(static_cast<double>(got[0]) - first) < 1e-5, qPrintable(QString::number(got[0])));
        QVERIFY2(std::abs(static_cast<double>(got[1]) - second) < 1e-5, qPrintable(QString::number(got[1])));
    }

    void shapes_data() {
        QTest::addColumn<QByteArray>("op");
        QTest::addColumn<int>("kind");
        QTest::newRow("conv with groups, strides, pads") << QByteArray("Conv") << 0;
        QTest::newRow("conv of one axis") << QByteArray("Conv") << 1;
        QTest::newRow("gemm") << QByteArray("Gemm") << 2;
        QTest::newRow("gemm with transposed weights") << QByteArray("Gemm") << 3;
        QTest::newRow("matmul of a batch") << QByteArray("MatMul") << 4;
    }
    void shapes() {
        QFETCH(QByteArray, op);
        QFETCH(int, kind);
        using Ints = std::vector<std::int64_t>;
        ir::Graph graph;
        if (kind == 0)
            graph =
                productGraph(op, {1, 4, 9, 8}, {6, 2, 3, 3}, {1, 6, 5, 4}, 6,
                             {{"group", std::int64_t(2)}, {"strides", Ints{2, 2}}, {"pads", Ints{1, 1, 1, 1}}});
        if (kind == 1) graph = productGraph(op, {2, 3, 20}, {5, 3, 4}, {2, 5, 17}, 5);
        if (kind == 2) graph = productGraph(op, {3, 8}, {8, 5}, {3, 5}, 5);
        if (kind == 3) graph = productGraph(op, {3, 8}, {5, 8}, {3, 5}, 5, {{"transB", std::int64_t(1)}});
        if (kind == 4) graph = productGraph(op, {2, 3, 8}, {8, 5}, {2, 3, 5}, 0);
        for (const auto weights : {quant::Granularity::PerChannel, quant::Granularity::PerTensor}) {
            const auto made = dynamicOf(graph, {weights, {}});
            QVERIFY2(made, made ? "" : made.error().message.c_str());
            QVERIFY(made->before.front().dims() == made->after.front().dims());
            QVERIFY2(sqnr(*made) > 30, qPrintable(QString::number(sqnr(*made))));
        }
    }

    void whatIsLeft() {
        const ir::Graph scaled = productGraph("Gemm", {3, 8}, {8, 5}, {3, 5}, 5, {{"alpha", 0.5f}});
        const auto none = quant::quantizeDynamically(scaled);
        QVERIFY(!none);
        QCOMPARE(none.error().code, ErrorCode::BadInput);
        QVERIFY2(none.error().message.find("it scales or transposes") != std::string::npos,
                 none.error().message.c_str());
        ir::Graph half = productGraph("MatMul", {3, 8}, {8, 5}, {3, 5}, 0);
        half.value(half.outputs.front()).type.dtype = ir::DataType::Float16;
        const auto halves = quant::quantizeDynamically(half);
        QVERIFY(!halves);
        QVERIFY2(halves.error().message.ends_with(": it computes in float16, and only float32 is quantized"),
                 halves.error().message.c_str());
        const ir::Graph graph = productGraph("Conv", {2, 3, 20}, {5, 3, 4}, {2, 5, 17}, 5);
        const auto asked = quant::quantizeDynamically(
            graph, {quant::Granularity::PerChannel, {graph.node(graph.order().front()).label()}});
        QVERIFY(!asked);
        ir::Graph bad = productGraph("MatMul", {3, 8}, {8, 5}, {3, 5}, 0);
        ir::Tensor weights = *bad.value(bad.node(bad.order().front()).input(1)).constant;
        weights.as<float>()[3] = std::nanf("");
        bad.value(bad.node(bad.order().front()).input(1)).constant = weights;
        const auto infinite = quant::quantizeDynamically(bad);
        QVERIFY(!infinite);
        QVERIFY2(infinite.error().message.find("'w'") != std::string::npos, infinite.error().message.c_str());
    }

    void aTrainedSample() {
        const auto opened = pipeline::open(test::sample("tiny_cnn_2d.onnx"));
        QVERIFY(opened);
        const auto typed = pipeline::type(*opened, {}, true);
        const auto source = dataset::bestSource(typed->opened->file, *typed->graph, dataset::Use::Accuracy,
                                                dataset::randomSource(1));
        QVERIFY(source && source->name.starts_with("test.npz"));
        const auto samples = dataset::read(*source, *typed->graph, test::UnderSanitizer ? 4 : 32);
        QVERIFY(samples);
        const auto made = pipeline::quantizeAtRunTime(*typed, {}, true, pipeline::labelledFeeds(*samples));
        QVERIFY2(made, made ? "" : made.error().message.c_str());
        QCOMPARE(made->change.tops.agreement().value_or(0), 1.0);
        QVERIFY2(made->change.outputSqnrDb() > 25, qPrintable(QString::number(made->change.outputSqnrDb())));
        QVERIFY(made->details.weightBytesAfter * 3 < made->details.weightBytesBefore);
        QVERIFY(made->details.left.empty());
    }
};

EDGEWRIGHT_TEST(QuantizeAtRunTimeTest)

} // namespace edgewright::quantize_at_run_time_test

#include "quantize_at_run_time_test.moc"
