// SPDX-License-Identifier: GPL-3.0-or-later
// A whole model in simulated INT8, on what lies beside the sample: ranges from calibration.npy, figures from
// test.npy.
#include "core/onnx/tensor_file.h"
#include "core/pipeline/int8_model.h"
#include "tests/support/shared_files.h"

#include <QTest>

#include <cmath>

using namespace edgewright;

class Int8ModelTest : public QObject {
    Q_OBJECT

    std::shared_ptr<const pipeline::Typed> m_typed;
    std::vector<exec::Feeds> m_calibration, m_samples;

    Result<pipeline::Int8Model> run(const pipeline::Int8ModelOptions& options) const {
        return pipeline::int8Model(*m_typed, m_calibration, m_samples, options);
    }
    // One for each row of the file, for the first input.
    std::vector<exec::Feeds> rowsOf(const char* file) const {
        const auto read = onnx::readTensorFile(test::sample("residual_cnn_2d") / file);
        if (!read) return {};
        ir::Dims dims = read->tensor.dims();
        const auto all = read->tensor.as<float>();
        const std::size_t rows = static_cast<std::size_t>(dims[0]), row = all.size() / rows;
        dims[0] = 1;
        std::vector<exec::Feeds> feeds;
        for (std::size_t i = 0; i < rows; ++i)
            feeds.push_back(
                {{m_typed->graph->inputs.front(),
                  ir::Tensor::of(
                      dims, std::vector<float>(all.begin() + static_cast<std::ptrdiff_t>(i * row),
                                               all.begin() + static_cast<std::ptrdiff_t>((i + 1) * row)))}});
        return feeds;
    }

private slots:
    void initTestCase() {
        const auto opened = pipeline::open(test::sample("residual_cnn_2d.onnx"));
        QVERIFY(opened.has_value());
        m_typed = pipeline::type(*opened, {}, true);
        m_calibration = rowsOf("calibration.npy");
        m_samples = rowsOf("test.npy");
        QCOMPARE(m_calibration.size(), std::size_t(32));
        QCOMPARE(m_samples.size(), std::size_t(64));
        m_samples.resize(12); // each test runs every layer on all of them
    }
    void everyLayerAndTheOutput() {
        const auto model = run({});
        QVERIFY(model.has_value());
        QCOMPARE(model->layers.size(), std::size_t(12)); // 11 Conv, one Gemm
        QCOMPARE(model->samples, m_samples.size());
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
        QCOMPARE(model->top1Agreement, 1.0);
    }
    void oneLayerAloneHurtsLessThanAll() {
        pipeline::Int8ModelOptions options;
        options.sensitivity = true;
        const auto model = run(options);
        QVERIFY(model.has_value());
        for (const pipeline::Int8Layer& layer : model->layers)
            QVERIFY(layer.outputSqnrDb > model->outputs.front().sqnrDb);
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
            pipeline::int8Model(*m_typed, m_calibration, m_samples, {}, {stop.get_token(), nullptr});
        QVERIFY(!model.has_value());
        QCOMPARE(model.error().code, ErrorCode::Cancelled);
    }
};

QTEST_GUILESS_MAIN(Int8ModelTest)
#include "int8_model_test.moc"
