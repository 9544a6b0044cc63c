// SPDX-License-Identifier: GPL-3.0-or-later
// Bindings are for the calibration: a quantized model is as open as the one that was given, and computes at
// sizes that it was not calibrated at.
#include "core/base/propagate.h"
#include "core/ir/builder.h"
#include "core/onnx/arrays/tensor_file.h"
#include "core/onnx/export.h"
#include "core/pipeline/quantization/error_sums.h"
#include "core/pipeline/quantization/folded_model.h"
#include "core/pipeline/quantization/improved/quantized_model.h"
#include "tests/support/test_class.h"

#include <QTemporaryDir>
#include <QTest>

#include <cmath>

namespace edgewright::open_dimensions_test {

using namespace edgewright::pipeline;

namespace {

ir::Tensor waves(ir::Dims dims, double step) {
    std::size_t count = 1;
    for (const std::int64_t each : dims)
        count *= static_cast<std::size_t>(each);
    std::vector<float> values;
    for (std::size_t i = 0; i < count; ++i)
        values.push_back(static_cast<float>(std::sin(static_cast<double>(i) * step)));
    return ir::Tensor::of(std::move(dims), values);
}

ir::Tensor numbers(const std::vector<std::int64_t>& values) {
    return ir::Tensor::of<std::int64_t>({static_cast<std::int64_t>(values.size())}, values);
}

// x[N,4,H,W] -> Conv -> Relu -> Conv -> Reshape to [batch, 6, rest], both as Shape tells them -> y; and a Mul
// by as many ones as the batch has, which is a constant for whoever takes the batch for known -> z.
ir::Graph network() {
    ir::GraphBuilder b;
    const auto open = [](const char* name) { return ir::Dim::named(name); };
    const ValueId x =
        b.input("x", ir::TensorType(ir::DataType::Float32, {open("N"), ir::Dim(4), open("H"), open("W")}));
    ValueId last = b.node("Conv", {x, b.constant("w1", waves({8, 4, 3, 3}, 0.7))},
                          {{"pads", std::vector<std::int64_t>{1, 1, 1, 1}}});
    last = b.node("Relu", {last});
    last = b.node("Conv", {last, b.constant("w2", waves({6, 8, 1, 1}, 1.3))});
    const ValueId batch = b.node(
        "Slice", {b.node("Shape", {last}), b.constant("from", numbers({0})), b.constant("to", numbers({1}))});
    const ValueId shape =
        b.node("Concat", {batch, b.constant("tail", numbers({6, -1}))}, {{"axis", std::int64_t(0)}});
    const ValueId y = b.value("y"), z = b.value("z");
    b.nodeInto("Reshape", {last, shape}, {y});
    const ValueId ones =
        b.node("ConstantOfShape",
               {b.node("Concat", {batch, b.constant("ones", numbers({1, 1}))}, {{"axis", std::int64_t(0)}})},
               {{"value", ir::Tensor::of<float>({1}, std::vector<float>{1})}});
    b.nodeInto("Mul", {y, ones}, {z});
    b.output(y);
    b.output(z);
    return b.take();
}

std::shared_ptr<const Typed> typed() {
    auto model = std::make_shared<ir::Model>();
    model->opsets[""] = 13;
    model->irVersion = 8;
    model->graph = network();
    auto opened = std::make_shared<Opened>();
    opened->model = std::move(model);
    return type(opened, {{"N", 2}, {"H", 8}, {"W", 8}}, true);
}

NextFeeds inputs(const Typed& model, std::size_t count) {
    return [&model, count, next = std::size_t(0)]() mutable -> Result<std::optional<ir::Feeds>> {
        if (next == count) return std::optional<ir::Feeds>();
        ASSIGN_OR_RETURN(auto feeds, ir::seededFeeds(*model.graph, ++next));
        return std::optional(std::move(feeds));
    };
}

QString shapeOf(const ir::Graph& graph, ValueId value) {
    return QString::fromStdString(graph.value(value).type.text());
}

// Against the model that was given, at a size of its own.
void compare(const Typed& given, const ir::Graph& graph, const ir::Opsets& opsets, double leastSqnr) {
    QCOMPARE(shapeOf(graph, graph.inputs.front()), QString("float32[N,4,H,W]"));
    QVERIFY2(shapeOf(graph, graph.outputs.front()).startsWith("float32[N,6,"),
             qPrintable(shapeOf(graph, graph.outputs.front())));
    const ir::Feeds feeds{{graph.inputs.front(), waves({3, 4, 5, 7}, 0.37)}};
    const auto wanted = exec::run(*withOpenDimensions(given)->graph, given.opened->model->opsets, feeds, {});
    const auto got = exec::run(graph, opsets, feeds, {});
    QVERIFY2(wanted && got, got ? "" : got.error().message.c_str());
    for (std::size_t i = 0; i < 2; ++i) {
        QVERIFY(got->outputs[i].dims() == (ir::Dims{3, 6, 35}));
        ErrorSums sums;
        sums.add(got->outputs[i], wanted->outputs[i]);
        QVERIFY2(sums.sqnrDb() > leastSqnr, qPrintable(QString::number(sums.sqnrDb())));
    }
}

} // namespace

class OpenDimensionsTest : public QObject {
    Q_OBJECT

private slots:
    void remedies_data() {
        QTest::addColumn<bool>("folds");
        QTest::addColumn<bool>("improved");
        QTest::newRow("plain") << true << false;
        QTest::newRow("unfolded") << false << false;
        QTest::newRow("equalized, biases corrected") << true << true;
    }
    void remedies() {
        QFETCH(bool, folds);
        QFETCH(bool, improved);
        const auto model = typed();
        QuantizeOptions options;
        options.folds = folds;
        auto calibration = calibrate(*model, inputs(*model, 4), options);
        QVERIFY2(calibration, calibration ? "" : calibration.error().message.c_str());
        if (improved) {
            auto equalized = equalizeCalibrated(*calibration, inputs(*model, 4), {}, options);
            QVERIFY2(equalized, equalized ? "" : equalized.error().message.c_str());
            QCOMPARE(equalized->details.pairs.size(), std::size_t(1));
            *calibration = std::move(equalized->calibration);
        }
        auto made = quantized(*calibration, options);
        QVERIFY2(made, made ? "" : made.error().message.c_str());
        if (improved) {
            auto corrected = correctBias(*made, [&] { return inputs(*model, 4); });
            QVERIFY2(corrected, corrected ? "" : corrected.error().message.c_str());
            *made = std::move(corrected->quantized);
        }
        // The graph that runs here is bound.
        QCOMPARE(shapeOf(*made->typed->graph, made->typed->graph->inputs.front()), QString("float32[2,4,8,8]"));
        const auto open = withOpenDimensions(*made->typed);
        const ir::Opsets& opsets = open->opened->model->opsets;
        compare(*model, *open->graph, opsets, 25);
        const auto integer = integerOperators(*open);
        QVERIFY2(integer, integer ? "" : integer.error().message.c_str());
        compare(*model, integer->graph, integer->opsets, 25);
    }

    void codesChosenInEachRun() {
        const auto model = typed();
        const auto feeds = ir::seededFeeds(*model->graph, 1);
        QVERIFY(feeds);
        bool isLast = false;
        const auto made = quantizeAtRunTime(*model, {}, true, [&]() -> Result<std::optional<LabelledFeeds>> {
            if (std::exchange(isLast, true)) return std::optional<LabelledFeeds>();
            return std::optional(LabelledFeeds{*feeds});
        });
        QVERIFY2(made, made ? "" : made.error().message.c_str());
        const auto open = withOpenDimensions(*made->typed);
        compare(*model, *open->graph, open->opened->model->opsets, 25);
    }

    // Open extents are those of the test data beside the file, where nobody chose others.
    void asInTheTestData() {
        QTemporaryDir place;
        const std::filesystem::path folder(place.path().toStdString());
        const auto model = typed()->opened->model;
        QVERIFY(onnx::exportModel(*model, model->graph, folder / "net.onnx"));
        const auto extents = [&](const ir::Bindings& given) {
            const auto opened = open(folder / "net.onnx");
            return opened ? type(*opened, given, true)->bindings : ir::Bindings();
        };
        QCOMPARE(extents({}), (ir::Bindings{{"N", 1}, {"H", 224}, {"W", 224}}));
        std::filesystem::create_directory(folder / "test_data_set_0");
        QVERIFY(
            onnx::writeTensorFile(folder / "test_data_set_0" / "input_0.pb", "x", waves({3, 4, 10, 12}, 1)));
        QCOMPARE(extents({}), (ir::Bindings{{"N", 3}, {"H", 10}, {"W", 12}}));
        QCOMPARE(extents({{"W", 40}}), (ir::Bindings{{"N", 3}, {"H", 10}, {"W", 40}}));
        // What cannot be read says nothing.
        std::filesystem::resize_file(folder / "test_data_set_0" / "input_0.pb", 7);
        QCOMPARE(extents({}), (ir::Bindings{{"N", 1}, {"H", 224}, {"W", 224}}));
        // A NumPy file has them, too; its header is enough, whatever its size.
        std::filesystem::remove(folder / "test_data_set_0" / "input_0.pb");
        const std::filesystem::path array = folder / "test_data_set_0" / "input_0.npy";
        QVERIFY(onnx::writeTensorFile(array, "x", waves({3, 4, 2, 2}, 1)));
        QCOMPARE(extents({}), (ir::Bindings{{"N", 3}, {"H", 2}, {"W", 2}}));
        std::filesystem::resize_file(array, std::uintmax_t(200) << 20); // a hole: nothing is written
        QCOMPARE(extents({}), (ir::Bindings{{"N", 3}, {"H", 2}, {"W", 2}}));
    }
};

EDGEWRIGHT_TEST(OpenDimensionsTest)

} // namespace edgewright::open_dimensions_test

#include "open_dimensions_test.moc"
