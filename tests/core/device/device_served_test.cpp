// SPDX-License-Identifier: GPL-3.0-or-later
// Models of a scenario as they are served.
#include "core/device/served_model.h"
#include "core/ir/builder.h"
#include "core/onnx/export.h"
#include "core/serve/serve.h"
#include "tests/support/shared_files.h"
#include "tests/support/test_class.h"

#include <QTemporaryDir>
#include <QTest>

namespace edgewright::device_served_test {

namespace {

// x of these extents -> Relu, as a file.
std::filesystem::path written(const QTemporaryDir& folder, const std::string& name, std::vector<ir::Dim> dims) {
    ir::GraphBuilder builder;
    builder.output(builder.node("Relu", {builder.input("x", {ir::DataType::Float32, std::move(dims)})}));
    ir::Model model;
    model.opsets = {{"", 17}};
    model.graph = builder.take();
    const std::filesystem::path file = folder.filePath(QString::fromStdString(name)).toStdString();
    return onnx::exportModel(model, model.graph, file) ? file : std::filesystem::path();
}

} // namespace

class DeviceServedTest : public QObject {
    Q_OBJECT
    QTemporaryDir m_folder;
private slots:
    void oneGraphForEachSize() {
        const scenario::Model model{.name = "a",
                                    .file =
                                        written(m_folder, "open.onnx", {ir::Dim::named("batch"), ir::Dim(5)}),
                                    .batching = {.maxSize = 3}};
        const auto served = device::servedModel(model);
        QVERIFY2(served, served ? "" : served.error().message.c_str());
        QCOMPARE(served->sizes.size(), std::size_t(3));
        for (const serve::SizedGraph& each : served->sizes)
            QCOMPARE(each.feeds.at(each.graph->inputs[0]).dims(), (ir::Dims{each.size, 5}));
        QVERIFY(serve::check(model, *served));
        // An extent without a name is open, too.
        const scenario::Model unnamed{.name = "b",
                                      .file = written(m_folder, "unnamed.onnx", {ir::Dim(), ir::Dim(5)}),
                                      .batching = {.maxSize = 2}};
        QVERIFY(device::servedModel(unnamed));
    }

    void fixedExtentsAreNoBatches() {
        scenario::Model model{.name = "fixed",
                              .file = written(m_folder, "fixed.onnx", {ir::Dim(1), ir::Dim(5)})};
        QVERIFY(device::servedModel(model));
        model.batching.maxSize = 2;
        const auto refused = device::servedModel(model);
        QVERIFY(!refused);
        for (const char* word : {"fixed.onnx", "'fixed'", "'x'", "first extent"})
            QVERIFY2(refused.error().message.find(word) != std::string::npos, refused.error().message.c_str());
    }

    void missingFile() {
        QVERIFY(!device::servedModels({.models = {{.name = "a", .file = "/nowhere/a.onnx"}}}));
    }

    // A trained network in batches, really.
    void sampleRuns() {
        scenario::Scenario scenario{.models = {{.name = "cnn",
                                                .file = test::sample("residual_cnn_2d.onnx"),
                                                .times = std::vector<double>(6, 0.0)}},
                                    .cores = 1,
                                    .seconds = 1};
        scenario.models[0].arrivals.kind = scenario::ArrivalKind::Recorded;
        scenario.models[0].batching.maxSize = 4;
        const auto models = device::servedModels(scenario);
        QVERIFY2(models, models ? "" : models.error().message.c_str());
        const auto served = serve::serve(scenario, *models);
        QVERIFY2(served, served ? "" : served.error().message.c_str());
        QCOMPARE(served->simulation.models[0].done, std::int64_t(6));
        QCOMPARE(served->simulation.models[0].batches.back().size, std::int64_t(4));
    }
};

EDGEWRIGHT_TEST(DeviceServedTest)

} // namespace edgewright::device_served_test

#include "device_served_test.moc"
