// SPDX-License-Identifier: GPL-3.0-or-later
// One small layer computed here, number by number, beside what the library says of it: scales, codes, sums,
// results and errors.
#include "core/exec/executor.h"
#include "core/ir/builder.h"
#include "core/pipeline/quantization/improved/quantized_table.h"
#include "core/pipeline/quantization/quantized_report.h"
#include "core/pipeline/quantization/simulation/int8_model.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <cmath>
#include <set>
#include <string_view>

namespace edgewright::by_hand_test {

using namespace edgewright::pipeline;

namespace {

// y = Relu(x W^T + b), two inputs, two outputs.
//
//   calibrated on x = (2, -0.55):  range -0.55 to 2, 255 steps of 0.01; code of 0: 55
//   W = 1.27  -0.30     scales by output: 1.27 / 127 = 0.01 and 0.635 / 127 = 0.005
//       0.20   0.635    codes: (127, -30) and (40, 127)
//   b = (0.1, -0.2)     steps 0.01 * 0.01 and 0.01 * 0.005; codes 1000 and -4000
//   y on the calibration: 2.54 + 0.165 + 0.1 = 2.805 and 0.4 - 0.34925 - 0.2 < 0: 0
//       range 0 to 2.805, 255 steps of 0.011; code of 0: 0
std::shared_ptr<const Typed> layer() {
    ir::GraphBuilder builder;
    const ir::TensorType row(ir::DataType::Float32, ir::Dims{1, 2});
    const ValueId x = builder.input("x", row);
    const ValueId w = builder.constant("w", ir::Tensor::of<float>({2, 2}, {1.27f, -0.30f, 0.20f, 0.635f}));
    const ValueId b = builder.constant("b", ir::Tensor::of<float>({2}, {0.1f, -0.2f}));
    builder.output(builder.node("Relu", {builder.node("Gemm", {x, w, b}, {{"transB", std::int64_t(1)}})}));
    auto model = std::make_shared<ir::Model>();
    model->opsets[""] = 17;
    model->irVersion = 8;
    model->graph = builder.take();
    auto opened = std::make_shared<Opened>();
    opened->model = std::move(model);
    return type(opened, {}, true);
}

ir::Feeds inputOf(const Typed& typed, float first, float second) {
    return {{typed.graph->inputs.front(), ir::Tensor::of<float>({1, 2}, {first, second})}};
}

// x = (1.0049, 0.3333): codes 155 and 88, which are 100 and 33 above the code of 0.
//   sums     100 * 127 + 33 * -30 + 1000 = 12710      100 * 40 + 33 * 127 - 4000 = 4191
//   real     1.2710                                   0.20955
//   codes    1.2710 / 0.011 = 115.5..: 116            0.20955 / 0.011 = 19.05: 19
//   back     1.276                                    0.209
//   FP32     1.0049 * 1.27 - 0.3333 * 0.3 + 0.1       1.0049 * 0.2 + 0.3333 * 0.635 - 0.2
constexpr double Back[] = {1.276, 0.209};
constexpr double Float[] = {1.0049 * 1.27 - 0.3333 * 0.3 + 0.1, 1.0049 * 0.2 + 0.3333 * 0.635 - 0.2};
constexpr double Step = 0.011;

double largestError() { return std::max(std::abs(Back[0] - Float[0]), std::abs(Back[1] - Float[1])); }
double meanError() { return (std::abs(Back[0] - Float[0]) + std::abs(Back[1] - Float[1])) / 2; }
double decibels() {
    return 10 * std::log10((Float[0] * Float[0] + Float[1] * Float[1]) /
                           ((Back[0] - Float[0]) * (Back[0] - Float[0]) +
                            (Back[1] - Float[1]) * (Back[1] - Float[1])));
}
double cosine() {
    return (Float[0] * Back[0] + Float[1] * Back[1]) /
           (std::hypot(Float[0], Float[1]) * std::hypot(Back[0], Back[1]));
}
bool isNear(double a, double b, double tolerance) { return std::abs(a - b) <= tolerance; }

} // namespace

class ByHandTest : public QObject {
    Q_OBJECT

private slots:
    void quantizedModel() {
        const auto typed = layer();
        const auto calibration = inputOf(*typed, 2.0f, -0.55f);
        bool isDone = false;
        const auto quantized = quantize(*typed, [&]() -> Result<std::optional<ir::Feeds>> {
            if (std::exchange(isDone, true)) return std::optional<ir::Feeds>();
            return std::optional(calibration);
        });
        QVERIFY2(quantized, quantized ? "" : quantized.error().message.c_str());
        const quant::QuantizedProduct& product = quantized->details.products.front();
        QCOMPARE(product.weights.size(), std::size_t(2));
        QVERIFY(isNear(static_cast<double>(product.weights[0].scale), 0.01, 1e-8));
        QVERIFY(isNear(static_cast<double>(product.weights[1].scale), 0.005, 1e-8));

        // The constants that the integer operator gets.
        const auto integer = integerOperators(*quantized->typed);
        QVERIFY(integer);
        std::vector<std::vector<std::int64_t>> codes;
        for (const NodeId id : integer->graph.order()) {
            const ir::Node& node = integer->graph.node(id);
            if (node.op != "QGemm") continue;
            QCOMPARE(ir::toInt64s(*integer->graph.value(node.input(2)).known()),
                     (std::vector<std::int64_t>{55}));
            for (const std::size_t input : {std::size_t(3), std::size_t(6)})
                codes.push_back(ir::toInt64s(*integer->graph.value(node.input(input)).known()));
        }
        QCOMPARE(codes.size(), std::size_t(2));
        QCOMPARE(codes[0], (std::vector<std::int64_t>{127, -30, 40, 127}));
        QCOMPARE(codes[1], (std::vector<std::int64_t>{1000, -4000}));

        const auto sample = inputOf(*typed, 1.0049f, 0.3333f);
        const auto result = exec::run(integer->graph, integer->opsets, sample, {});
        QVERIFY(result);
        for (std::size_t i = 0; i < 2; ++i)
            QVERIFY(isNear(static_cast<double>(result->outputs.front().as<float>()[i]), Back[i], 1e-6));

        isDone = false;
        const auto report = quantizedReport(*quantized, [&]() -> Result<std::optional<LabelledFeeds>> {
            if (std::exchange(isDone, true)) return std::optional<LabelledFeeds>();
            return std::optional(LabelledFeeds{sample, "the one", 1});
        });
        QVERIFY2(report, report ? "" : report.error().message.c_str());
        QCOMPARE(report->layers.size(), std::size_t(1));
        const QuantizedLayer& told = report->layers.front();
        QCOMPARE(told.op, std::string("Gemm"));
        QCOMPARE(told.activation, std::string("Relu"));
        QVERIFY(told.inIntegers);
        QVERIFY(isNear(static_cast<double>(told.output.scale), Step, 1e-8));
        QCOMPARE(told.output.zeroPoint, 0);
        QVERIFY(isNear(told.maxAbsError, largestError(), 1e-6));
        QVERIFY(isNear(told.meanAbsError, meanError(), 1e-6));
        QVERIFY(isNear(told.sqnrDb, decibels(), 0.01));
        QVERIFY(isNear(told.localSqnrDb, decibels(), 0.01)); // there is nothing before it
        QVERIFY(isNear(told.cosine, cosine(), 1e-7));
        QCOMPARE(told.withinOneStep, 1.0);
        QVERIFY(told.reason.empty());
        // One number by two units, and bits by what they hold: heads say which.
        std::set<std::string_view> heads;
        const table::Table layers = quantizedTable({&*report, &quantized->details, nullptr});
        for (const table::Head& each : layers.heads)
            if (*each.head != '\0') QVERIFY2(heads.insert(each.head).second, each.head);
        QVERIFY(isNear(layers.at(0, "max_abs_error").number().value_or(0), largestError(), 1e-6));
        QVERIFY(isNear(layers.at(0, "max_steps").number().value_or(0), largestError() / Step, 1e-4));
        // 4 weights and 2 biases of 4 bytes; 4 codes, 2 scales, 2 codes of 4 bytes.
        QCOMPARE(report->bytesBefore, 4 * 4 + 2 * 4);
        QCOMPARE(report->bytesAfter, 4 + 2 * 4 + 2 * 4);
        QCOMPARE(report->counts.samples, std::size_t(1));
        QCOMPARE(report->counts.agreed, std::size_t(1));
        QCOMPARE(report->counts.labelled, std::size_t(1));
        QCOMPARE(report->counts.accuracyFp32(), std::optional(0.0)); // its label is 1
        QCOMPARE(report->counts.accuracyInt8(), std::optional(0.0));
    }

    // The simulation, whose layer reads codes and writes codes by the same numbers.
    void simulatedModel() {
        const auto typed = layer();
        bool isCalibrated = false, isCompared = false;
        const auto calibration = [&]() -> Result<std::optional<ir::Feeds>> {
            if (std::exchange(isCalibrated, true)) return std::optional<ir::Feeds>();
            return std::optional(inputOf(*typed, 2.0f, -0.55f));
        };
        const auto samples = [&]() -> Result<std::optional<LabelledFeeds>> {
            if (std::exchange(isCompared, true)) return std::optional<LabelledFeeds>();
            return std::optional(LabelledFeeds{inputOf(*typed, 1.0049f, 0.3333f), {}, 0});
        };
        Int8ModelOptions options;
        options.sensitivity = true;
        const auto model = int8Model(*typed, calibration, samples, options);
        QVERIFY2(model, model ? "" : model.error().message.c_str());
        QCOMPARE(model->layers.size(), std::size_t(1));
        const Int8Layer& told = model->layers.front();
        QCOMPARE(told.activation, std::string("Relu"));
        QCOMPARE(told.origins.size(), std::size_t(2));
        QVERIFY(typed->graph->node(told.node).is("Gemm"));
        QCOMPARE(told.macs, 4);
        // The largest partial sum: 100 * 127 = 12700 and 12710 take 15 bits with their sign.
        QCOMPARE(told.accumulatorBitsNeeded, 15);
        QVERIFY(isNear(told.maxAbsError, largestError(), 1e-6));
        QVERIFY(isNear(told.meanAbsError, meanError(), 1e-6));
        QVERIFY(isNear(told.cosine, cosine(), 1e-7));
        for (const double each : {told.sqnrDb, told.accumulatedSqnrDb, told.outputSqnrDb})
            QVERIFY2(isNear(each, decibels(), 0.01), qPrintable(QString::number(each)));
        QVERIFY(told.weightSqnrDb > 100); // every weight is a multiple of its step
        QCOMPARE(model->counts.accuracyFp32(), std::optional(1.0));
        QCOMPARE(model->counts.accuracyInt8(), std::optional(1.0));
        QCOMPARE(model->tops.front().name, std::string("0"));
    }
};

EDGEWRIGHT_TEST(ByHandTest)

} // namespace edgewright::by_hand_test

#include "by_hand_test.moc"
