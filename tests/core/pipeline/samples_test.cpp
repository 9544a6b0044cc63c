// SPDX-License-Identifier: GPL-3.0-or-later
// The shipped samples, all the way down: PyTorch's outputs, accuracy, fusion, memory, cost.
#include "core/dataset/sample_set.h"
#include "core/exec/executor.h"
#include "core/onnx/arrays/tensor_file.h"
#include "core/pipeline/study.h"
#include "tests/support/sanitizers.h"
#include "tests/support/shared_files.h"
#include "tests/support/test_class.h"
#include "tests/support/typed_model.h"

#include <QTest>

#include <algorithm>
#include <cmath>

namespace edgewright::samples_test {

namespace {

std::vector<std::string> namesOf(const std::vector<dataset::DataSource>& sources) {
    std::vector<std::string> names;
    for (const dataset::DataSource& source : sources)
        names.push_back(source.text());
    return names;
}

} // namespace

class SamplesTest : public QObject {
    Q_OBJECT

    static ir::Tensor read(const std::string& name) {
        const auto file = onnx::readTensorFile(test::sample(name));
        return file ? file->tensor : ir::Tensor();
    }

private slots:
    void samplesBesideOurModels_data() {
        QTest::addColumn<QString>("name");
        for (const std::string& name : test::samples())
            QTest::newRow(name.c_str()) << QString::fromStdString(name);
    }
    void samplesBesideOurModels() {
        QFETCH(QString, name);
        const std::filesystem::path file = test::sample(name.toStdString() + ".onnx");
        const auto model = test::typedModel(file, true);
        QVERIFY(model);
        const std::string tested =
            std::string("test.npz beside the model, ") + (name == "signal_cnn_1d" ? "968" : "328") + " samples";
        const auto calibration = dataset::discover(file, model->graph);
        QCOMPARE(namesOf(calibration), (std::vector<std::string>{"calibration.npy beside the model, 32 samples",
                                                                 tested, "random values, 4 samples"}));
        QVERIFY(!calibration[0].isRandom() && calibration[2].isRandom());
        const auto accuracy = dataset::discover(file, model->graph, dataset::Use::Accuracy);
        QCOMPARE(namesOf(accuracy),
                 (std::vector<std::string>{tested, "calibration.npy beside the model, 32 samples",
                                           "random values, 4 samples"}));
        const auto labelled = dataset::read(accuracy.front(), model->graph);
        QVERIFY(labelled && labelled->hasLabels());
        // They begin with the inputs that PyTorch answered, rounded to 8 bits.
        const ir::Tensor inputs = read(name.toStdString() + "/inputs.npy");
        const auto first = labelled->feeds(0);
        QVERIFY(first && inputs.hasData());
        const auto rounded = first->begin()->second.as<float>();
        const float halfStep = name == "signal_cnn_1d" ? 1.0f / 32 : 1.0f / 255;
        for (std::size_t i = 0; i < rounded.size(); ++i)
            QVERIFY(std::abs(rounded[i] - inputs.as<float>()[i]) <= halfStep * 1.001f);
        QVERIFY(!dataset::read(calibration.front(), model->graph)->hasLabels());
        // Each source runs, and its labels are what the network says of most samples.
        for (const dataset::DataSource& source : accuracy) {
            const auto set = dataset::read(source, model->graph, test::UnderSanitizer ? 16 : 0);
            QVERIFY(set);
            std::size_t right = 0;
            for (std::size_t i = 0; i < set->count(); ++i) {
                const auto feeds = set->feeds(i);
                QVERIFY(feeds);
                const auto result = exec::run(model->graph, model->opsets, *feeds, {});
                QVERIFY(result);
                const auto scores = result->outputs.front().as<float>();
                right += set->label(i) == std::ranges::max_element(scores) - scores.begin();
            }
            if (set->hasLabels()) QVERIFY(right * 10 >= set->count() * 9);
        }
    }

    void followed_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<std::int64_t>("parametersAtLeast");
        QTest::addColumn<std::int64_t>("parametersAtMost");
        QTest::newRow("tiny_cnn_2d") << QStringLiteral("tiny_cnn_2d") << std::int64_t(110000)
                                     << std::int64_t(130000);
        QTest::newRow("signal_cnn_1d")
            << QStringLiteral("signal_cnn_1d") << std::int64_t(20000) << std::int64_t(30000);
        QTest::newRow("residual_cnn_2d")
            << QStringLiteral("residual_cnn_2d") << std::int64_t(50000) << std::int64_t(150000);
        QTest::newRow("depthwise_cnn_2d")
            << QStringLiteral("depthwise_cnn_2d") << std::int64_t(50000) << std::int64_t(150000);
    }

    void followed() {
        QFETCH(QString, name);
        QFETCH(std::int64_t, parametersAtLeast);
        QFETCH(std::int64_t, parametersAtMost);
        const std::string stem = name.toStdString();
        const ir::Tensor inputs = read(stem + "/inputs.npy");
        const ir::Tensor expected = read(stem + "/outputs.npy");
        QVERIFY(inputs.hasData() && expected.hasData());
        const std::int64_t count = inputs.dims().front();

        const auto opened = pipeline::open(test::sample(stem + ".onnx"));
        QVERIFY2(opened.has_value(), opened ? "" : opened.error().message.c_str());
        QVERIFY((*opened)->diagnostics.empty());
        const auto typed = pipeline::type(*opened, {{"batch", count}}, false);
        QVERIFY(typed->unresolved.empty());
        QVERIFY(typed->parameters >= parametersAtLeast && typed->parameters <= parametersAtMost);

        const auto history = pipeline::fuse(*typed, {});
        QVERIFY(history.has_value());
        QVERIFY((*history)->graph.nodeCount() < typed->graph->nodeCount());
        const ir::Feeds feeds{{typed->graph->inputs.front(), inputs}};
        for (const ir::Graph* graph : {typed->graph.get(), &(*history)->graph}) {
            const auto result = exec::run(*graph, (*opened)->model->opsets, feeds, {});
            QVERIFY2(result.has_value(), result ? "" : result.error().message.c_str());
            const ir::Tensor& output = result->outputs.front();
            const exec::Difference difference = exec::compare(output, expected);
            QVERIFY2(difference.relNorm < 1e-5, qPrintable(QString::number(difference.relNorm)));
        }

        for (const char* planner : {"no_reuse", "greedy_by_size"}) {
            const auto before = pipeline::plan(*typed->graph, (*opened)->model->opsets, {{}, false, planner});
            const auto after = pipeline::plan((*history)->graph, (*history)->opsets, {{}, false, planner});
            QVERIFY(before.has_value() && after.has_value());
            QVERIFY((*after)->lowerBound <= (*before)->lowerBound); // a greedy plan may still be larger
            QVERIFY((*after)->lowerBound <= (*after)->solution.peak);
            QVERIFY((*after)->sum <= (*before)->sum);
        }
        const auto costs = pipeline::costs((*history)->graph, {});
        QVERIFY(costs.has_value());
        QCOMPARE((*costs)->report.macs, typed->macs);
        for (const auto& layer : (*costs)->report.layers)
            QVERIFY(layer.attained <= (*costs)->roofline.attainable(layer.intensity) * 1.000001);
    }
};

EDGEWRIGHT_TEST(SamplesTest)

} // namespace edgewright::samples_test

#include "samples_test.moc"
