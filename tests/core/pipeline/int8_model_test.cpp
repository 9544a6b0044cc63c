// SPDX-License-Identifier: GPL-3.0-or-later
// A whole model in simulated INT8, on what lies beside the sample: ranges from calibration.npy, figures from
// test.npz.
#include "core/ir/builder.h"
#include "core/pipeline/quantization/improved/quantized_table.h"
#include "core/pipeline/quantization/quantized_report.h"
#include "core/pipeline/quantization/remedies/sensitivity.h"
#include "core/pipeline/quantization/simulation/int8_model.h"
#include "core/pipeline/quantization/simulation/int8_table.h"
#include "tests/support/sanitizers.h"
#include "tests/support/shared_files.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <array>
#include <cmath>
#include <optional>
#include <set>
#include <utility>

namespace edgewright::int8_model_test {

class Int8ModelTest : public QObject {
    Q_OBJECT

    std::shared_ptr<const pipeline::Typed> m_typed;
    std::optional<dataset::SampleSet> m_calibration, m_samples;

    Result<pipeline::Int8Model> run(const pipeline::Int8ModelOptions& options) const {
        return pipeline::int8Model(*m_typed, pipeline::feedsOf(*m_calibration),
                                   pipeline::labelledFeeds(*m_samples), options);
    }
    std::optional<dataset::SampleSet> setOf(dataset::Use use, std::size_t limit) const {
        const auto source = dataset::sourceAt(test::sample("residual_cnn_2d"), use);
        if (!source) return std::nullopt;
        auto set = dataset::read(*source, *m_typed->graph, limit);
        return set ? std::optional(*std::move(set)) : std::nullopt;
    }
    // 16 of them.
    static std::vector<float> someWeights() {
        std::vector<float> weights;
        for (int i = 0; i < 16; ++i)
            weights.push_back(std::sin(static_cast<float>(i)));
        return weights;
    }
    static std::shared_ptr<const pipeline::Typed> typedOf(ir::Graph graph) {
        auto file = std::make_shared<ir::Model>();
        file->opsets[""] = 13;
        file->irVersion = 8;
        file->graph = std::move(graph);
        auto opened = std::make_shared<pipeline::Opened>();
        opened->model = std::move(file);
        return pipeline::type(opened, {}, true);
    }
    static pipeline::NextFeeds inputsOf(const ir::Feeds& feeds) {
        return [&feeds, given = false]() mutable -> Result<std::optional<ir::Feeds>> {
            return std::exchange(given, true) ? std::nullopt : std::optional(feeds);
        };
    }
    static pipeline::NextLabelledFeeds samplesOf(const ir::Feeds& feeds) {
        return [&feeds, given = false]() mutable -> Result<std::optional<pipeline::LabelledFeeds>> {
            return std::exchange(given, true) ? std::nullopt : std::optional(pipeline::LabelledFeeds{feeds});
        };
    }

private slots:
    void initTestCase() {
        const auto opened = pipeline::open(test::sample("residual_cnn_2d.onnx"));
        QVERIFY(opened.has_value());
        m_typed = pipeline::type(*opened, {}, true);
        m_calibration = setOf(dataset::Use::Calibration, 0);
        m_samples = setOf(dataset::Use::Accuracy, test::UnderSanitizer ? 1 : 12); // each test runs all of them
        QVERIFY(m_calibration && m_samples);
        QCOMPARE(m_calibration->count(), std::size_t(32));
    }
    void everyLayerAndTheOutput() {
        const auto model = run({});
        QVERIFY(model.has_value());
        QCOMPARE(model->layers.size(), std::size_t(12)); // 11 Conv, one Gemm
        QCOMPARE(model->counts.samples, m_samples->count());
        std::int64_t macs = 0;
        for (const pipeline::Int8Layer& layer : model->layers) {
            QVERIFY2(layer.sqnrDb > 25, layer.name.c_str());
            QVERIFY(layer.withinOneStep > 0.9 && layer.withinOneStep <= 1);
            QCOMPARE(layer.overflows, 0);
            macs += layer.macs;
        }
        QCOMPARE(macs, m_typed->macs);
        QVERIFY2(model->outputs.front().sqnrDb > 20,
                 qPrintable(QString::number(model->outputs.front().sqnrDb)));
        QCOMPARE(model->counts.agreement().value_or(0), 1.0);
    }
    // Boxes of a detector have a largest element, too, which says nothing: only a label makes it an answer.
    void onlyAnAxisOfClassesNamesOne() {
        const auto top = [](const ir::Dims& dims, const std::vector<float>& values, bool isLabelled) {
            const std::array outputs{ir::Tensor::of<float>(dims, values)};
            return pipeline::topOf(outputs, isLabelled);
        };
        for (const ir::Dims& dims : {ir::Dims{4}, ir::Dims{1, 4}, ir::Dims{1, 4, 1, 1}})
            QCOMPARE(top(dims, {1, 2, 4, 3}, false), 2);
        for (const ir::Dims& dims : {ir::Dims{2, 2}, ir::Dims{1, 2, 2}}) {
            QCOMPARE(top(dims, {1, 2, 4, 3}, false), -1);
            QCOMPARE(top(dims, {1, 2, 4, 3}, true), 2);
        }
        QCOMPARE(top({1, 1}, {3}, false), -1);
        pipeline::TopCounts counts;
        counts.add({}, 2, 2);
        counts.add({}, 2, 1);
        QCOMPARE(counts.agreement(), std::optional(0.5));
        counts.add({}, -1, -1);
        QCOMPARE(counts.agreement(), std::optional<double>());
        QCOMPARE(counts.agreed, std::size_t(1));
    }
    void oneLayerAloneHurtsLessThanAll() {
        pipeline::Int8ModelOptions options;
        options.sensitivity = true;
        const auto model = run(options);
        QVERIFY(model.has_value());
        for (const pipeline::Int8Layer& layer : model->layers)
            QVERIFY(layer.outputSqnrDb > model->outputs.front().sqnrDb);
    }
    // A layer is judged by the output that suffers most from it: each of these reaches one output, and leaves
    // the other one exact.
    void sensitivityIsOfTheWeakestOutput() {
        ir::GraphBuilder b;
        const ValueId x = b.input("x", ir::TensorType(ir::DataType::Float32, ir::Dims{4, 4}));
        std::vector<std::string> names;
        for (const char* name : {"v", "w"}) {
            const ValueId weights = b.constant(name, ir::Tensor::of<float>({4, 4}, someWeights()));
            b.output(b.node("MatMul", {x, weights}));
        }
        const auto typed = typedOf(b.take());
        for (const ValueId output : typed->graph->outputs)
            names.push_back(typed->graph->value(output).name);
        const auto feeds = ir::seededFeeds(*typed->graph, 1);
        QVERIFY(feeds.has_value());
        pipeline::Int8ModelOptions options;
        options.sensitivity = true;
        const auto model = pipeline::int8Model(*typed, inputsOf(*feeds), samplesOf(*feeds), options);
        QVERIFY2(model, model ? "" : model.error().message.c_str());
        const auto quantized = pipeline::quantize(*typed, inputsOf(*feeds));
        QVERIFY2(quantized, quantized ? "" : quantized.error().message.c_str());
        const auto found = pipeline::sensitivity(*quantized, [&] { return samplesOf(*feeds); });
        QVERIFY2(found, found ? "" : found.error().message.c_str());
        QCOMPARE(model->layers.size(), names.size());
        QCOMPARE(found->layers.size(), names.size());
        for (std::size_t i = 0; i < names.size(); ++i) {
            QCOMPARE(model->layers[i].weakestOutput, names[i]);
            QVERIFY(std::isfinite(model->layers[i].outputSqnrDb));
            const pipeline::ModelChange& alone = found->layers[i].alone;
            QCOMPARE(alone.weakest().name, names[i]);
            QVERIFY(std::isfinite(alone.outputSqnrDb()));
            QVERIFY(std::isinf(alone.outputs[1 - i].sqnrDb));
        }
        const table::Table layers = pipeline::int8Table(*model, true);
        QCOMPARE(std::get<std::string>(layers.at(1, "weakest_output")), names[1]);
        for (const table::Head& head : pipeline::int8Table(*model, false).heads)
            QVERIFY(head.key != "weakest_output" && head.key != "output_sqnr_db");
    }
    void perTensorWeightsAreNoBetter() {
        pipeline::Int8ModelOptions options;
        options.study.weights = quant::Granularity::PerTensor;
        const auto perTensor = run(options), perChannel = run({});
        QVERIFY(perTensor.has_value() && perChannel.has_value());
        double tensor = 0, channel = 0; // single layers may be lucky, all of them are not
        for (std::size_t i = 0; i < perTensor->layers.size(); ++i) {
            tensor += perTensor->layers[i].sqnrDb;
            channel += perChannel->layers[i].sqnrDb;
        }
        QVERIFY2(tensor < channel, qPrintable(QString::number(tensor - channel)));
    }
    // The same codes everywhere, so the same figures: of the sample, and of a Sigmoid whose codes say little.
    void asQuantizeTells() {
        const auto quantized = pipeline::quantize(*m_typed, *m_calibration);
        QVERIFY(quantized.has_value());
        const auto report = pipeline::quantizedReport(*quantized, pipeline::labelledFeeds(*m_samples));
        const auto model = run({});
        QVERIFY(report.has_value() && model.has_value());
        QVERIFY2(std::abs(report->outputs.front().sqnrDb - model->outputs.front().sqnrDb) < 0.5,
                 qPrintable(
                     QString("%1 %2").arg(report->outputs.front().sqnrDb).arg(model->outputs.front().sqnrDb)));
        QVERIFY(model->leftOut.empty());
    }
    void whatIsNoProductHasCodesToo() {
        ir::GraphBuilder b;
        const std::vector<float> weights = someWeights();
        const ValueId x = b.input("x", ir::TensorType(ir::DataType::Float32, ir::Dims{4, 4}));
        const ValueId first = b.node("Gemm", {x, b.constant("w", ir::Tensor::of<float>({4, 4}, weights)),
                                              b.constant("b", ir::Tensor::of<float>({4}, {-5, -4, -5, -4}))});
        const ValueId second = b.node("Sigmoid", {first});
        b.output(second);
        b.output(b.node("MatMul", {second, first}));
        std::vector<float> twice = weights;
        twice.insert(twice.end(), weights.begin(), weights.end());
        const ValueId stack = b.constant("stack", ir::Tensor::of<float>({2, 4, 4}, twice));
        b.output(b.node("MatMul", {second, stack})); // constant, but no layer: not one matrix
        const auto typed = typedOf(b.take());
        const auto feeds = ir::seededFeeds(*typed->graph, 1);
        QVERIFY(feeds.has_value());
        const auto quantized = pipeline::quantize(*typed, inputsOf(*feeds));
        QVERIFY2(quantized, quantized ? "" : quantized.error().message.c_str());
        const auto report = pipeline::quantizedReport(*quantized, samplesOf(*feeds));
        const auto model = pipeline::int8Model(*typed, inputsOf(*feeds), samplesOf(*feeds), {});
        QVERIFY2(report && model, model ? "" : model.error().message.c_str());
        for (std::size_t i = 0; i < 3; ++i)
            QVERIFY2(std::abs(report->outputs[i].sqnrDb - model->outputs[i].sqnrDb) < 0.5,
                     qPrintable(QString("%1 %2").arg(report->outputs[i].sqnrDb).arg(model->outputs[i].sqnrDb)));
        QCOMPARE(model->layers.size(), std::size_t(1));
        QCOMPARE(model->leftOut.size(), std::size_t(2));
        for (std::size_t i = 0; i < 2; ++i) {
            QCOMPARE(model->leftOut[i].name, "MatMul_" + std::to_string(i + 2));
            QVERIFY(model->leftOut[i].reason.find("reads and writes codes") != std::string::npos);
        }
    }
    void aNarrowAccumulatorOverflows() {
        pipeline::Int8ModelOptions options;
        options.study.accumulatorBits = 14;
        const auto model = run(options);
        QVERIFY(model.has_value());
        std::int64_t overflows = 0;
        for (const pipeline::Int8Layer& layer : model->layers)
            overflows += layer.overflows;
        QVERIFY(overflows > 0);
    }
    // What several accumulators share changes nothing: each is as if it were alone.
    void accumulatorsAtOnce() {
        const std::array accumulators{pipeline::Int8Accumulator{14, quant::Overflow::Wrap},
                                      pipeline::Int8Accumulator{19, quant::Overflow::Saturate},
                                      pipeline::Int8Accumulator{16, quant::Overflow::Saturate}};
        const auto runs = pipeline::int8Runs(*m_typed, pipeline::feedsOf(*m_calibration),
                                             pipeline::labelledFeeds(*m_samples), {}, accumulators);
        QVERIFY(runs.has_value());
        QCOMPARE(runs->models.size(), accumulators.size());
        for (std::size_t at = 0; at < accumulators.size(); ++at) {
            pipeline::Int8ModelOptions options;
            options.study.accumulatorBits = accumulators[at].bits;
            options.study.overflow = accumulators[at].overflow;
            const auto alone = run(options);
            QVERIFY(alone.has_value());
            const pipeline::Int8Model& shared = runs->models[at];
            QCOMPARE(shared.outputs.front().sqnrDb, alone->outputs.front().sqnrDb);
            QCOMPARE(shared.outputs.front().maxAbsError, alone->outputs.front().maxAbsError);
            for (std::size_t i = 0; i < alone->layers.size(); ++i) {
                const pipeline::Int8Layer &a = shared.layers[i], &b = alone->layers[i];
                QCOMPARE(a.sqnrDb, b.sqnrDb);
                QCOMPARE(a.overflows, b.overflows);
                QCOMPARE(a.accumulatorBitsNeeded, b.accumulatorBitsNeeded);
                QCOMPARE(a.accumulatedSqnrDb, b.accumulatedSqnrDb);
                QCOMPARE(a.accumulatedOverflows, b.accumulatedOverflows);
                QCOMPARE(a.accumulatedBitsNeeded, b.accumulatedBitsNeeded);
            }
            for (std::size_t i = 0; i < alone->tops.size(); ++i)
                QCOMPARE(shared.tops[i].int8Top, alone->tops[i].int8Top);
        }
    }
    void nothingToCalibrateOrCompareWith() {
        const auto noFeeds = []() -> Result<std::optional<ir::Feeds>> { return std::optional<ir::Feeds>(); };
        const auto noSamples = []() -> Result<std::optional<pipeline::LabelledFeeds>> {
            return std::optional<pipeline::LabelledFeeds>();
        };
        const auto uncalibrated =
            pipeline::int8Model(*m_typed, noFeeds, pipeline::labelledFeeds(*m_samples), {});
        const auto uncompared = pipeline::int8Model(*m_typed, pipeline::feedsOf(*m_calibration), noSamples, {});
        QVERIFY(!uncalibrated && uncalibrated.error().code == ErrorCode::BadInput);
        QVERIFY(!uncompared && uncompared.error().code == ErrorCode::BadInput);
    }
    void anUnknownLayerIsBadInput() {
        pipeline::Int8ModelOptions options;
        options.onlyLayer = "no_such_layer";
        const auto model = run(options);
        QVERIFY(!model.has_value());
        QCOMPARE(model.error().code, ErrorCode::BadInput);
        QVERIFY(model.error().message.find("no_such_layer") != std::string::npos);
    }
    void cancelling() {
        std::stop_source stop;
        stop.request_stop();
        const auto model =
            pipeline::int8Model(*m_typed, pipeline::feedsOf(*m_calibration),
                                pipeline::labelledFeeds(*m_samples), {}, {stop.get_token(), nullptr});
        QVERIFY(!model.has_value());
        QCOMPARE(model.error().code, ErrorCode::Cancelled);
    }

    // One head means one quantity: what is of a layer alone and what is in the whole model are called apart.
    void headsNameOneQuantity() {
        std::set<std::string> shared;
        for (const table::Head& simulated : pipeline::int8Table({}, true).heads)
            for (const table::Head& quantized : pipeline::quantizedTable({}).heads)
                if ((simulated.on & quantized.on & table::People) != 0 && *simulated.head != '\0' &&
                    std::string(simulated.head) == quantized.head)
                    shared.insert(simulated.head);
        QCOMPARE(shared, (std::set<std::string>{"Layer", "SQNR alone", "SQNR in the model", "Sensitivity"}));
    }
};

EDGEWRIGHT_TEST(Int8ModelTest)

} // namespace edgewright::int8_model_test

#include "int8_model_test.moc"
