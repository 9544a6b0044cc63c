// SPDX-License-Identifier: GPL-3.0-or-later
// The variant in INT8 beside those in float32: what runs, what its operators stand for, and models that have
// none.
#include "core/device/operator_rows.h"
#include "core/device/variant_graph.h"

#include "core/bundle/bundle.h"
#include "core/device/prepared_task.h"
#include "tests/support/shared_files.h"
#include "tests/support/test_class.h"

#include <QTemporaryDir>
#include <QTest>

#include <set>

namespace edgewright::device_quantized_test {

using namespace edgewright::device;

class DeviceQuantizedTest : public QObject {
    Q_OBJECT

    static Task taskOf(std::shared_ptr<const pipeline::Typed> typed, std::initializer_list<const char*> names) {
        Task task;
        task.typed = std::move(typed);
        task.history = *pipeline::fuse(*task.typed, {});
        task.feeds = *ir::seededFeeds(*task.typed->graph, 1);
        for (const char* name : names)
            task.variants.push_back(*variantNamed(name));
        task.effort.seconds = 120; // it is the number of blocks that ends it, on slow machines, too
        task.effort.minBlocks = task.effort.maxBlocks = 10;
        task.planning.seconds = 1;
        return task;
    }
    static std::shared_ptr<const pipeline::Typed> typedOf(const std::filesystem::path& file) {
        const auto opened = pipeline::open(file);
        return opened ? pipeline::type(*opened, {}, true) : nullptr;
    }

private slots:
    void besideFloat32() {
        Task task = taskOf(typedOf(test::sample("residual_cnn_2d.onnx")), {"baseline", "both", "int8"});
        task.compares = true;
        const auto measured = measureHere(task);
        QVERIFY2(measured, measured ? "" : measured.error().message.c_str());
        const Record& record = **measured;
        QCOMPARE(record.variants.size(), std::size_t(3));
        const VariantRecord &baseline = record.variants[0], &both = record.variants[1],
                            &int8 = record.variants[2];
        QCOMPARE(inFloat32(record, int8), &both);
        QVERIFY(!inFloat32(record, both));
        QVERIFY(int8.calibratedOn && !int8.calibratedOn->isRandom && int8.calibratedOn->samples == 32);
        QVERIFY(!both.calibratedOn);
        QCOMPARE(int8.blocks.size(), both.blocks.size());
        // A byte for each number instead of four, and something for the scales.
        QVERIFY(int8.arenaBytes > 0 && int8.arenaBytes <= both.arenaBytes * 3 / 10);
        QVERIFY(int8.weightBytes > 0 && int8.weightBytes <= both.weightBytes * 3 / 10);
        // The agent's integers are ours.
        QCOMPARE(int8.outputs.size(), std::size_t(1));
        QVERIFY(int8.outputs[0].identical);

        // Every product is one on codes, and stands for nodes of the original graph.
        const ir::Graph& original = *task.typed->graph;
        std::set<NodeId> products, found;
        for (const NodeId id : original.order())
            if (original.node(id).is("Conv") || original.node(id).is("Gemm")) products.insert(id);
        for (const OperatorTime& each : int8.operators) {
            QCOMPARE(each.node.valid(), !each.origins.empty());
            for (const NodeId origin : each.origins)
                QVERIFY(original.contains(origin));
            if (each.arithmetic != Arithmetic::Int8) continue;
            QVERIFY(original.contains(each.node));
            found.insert(each.node);
        }
        QCOMPARE(found, products);
        // Beside float32 nothing is lost, each row is of one part of the model, and nothing is predicted.
        for (const VariantRecord* other : {&baseline, &both}) {
            double seconds = 0, before = 0;
            std::set<NodeId> seen;
            for (const OperatorRow& row : operatorRows(int8, other, cost::referenceProcessor())) {
                seconds += row.seconds;
                before += row.before;
                QCOMPARE(row.predicted, 0.0);
                for (const NodeId origin : row.origins)
                    QVERIFY(seen.insert(origin).second);
            }
            QVERIFY(std::abs(seconds - int8.operatorSeconds()) < 1e-12);
            QVERIFY(std::abs(before - other->operatorSeconds()) < 1e-12);
        }
        QVERIFY(predictedSeconds(both, cost::referenceProcessor()) > 0);
    }

    // The float32 weights stay here.
    void whatIsSent() {
        Task task = taskOf(typedOf(test::sample("residual_cnn_2d.onnx")), {"int8"});
        QVERIFY(complete(task));
        const auto prepared = device::prepared(task);
        QVERIFY(prepared);
        QTemporaryDir folder;
        const auto written =
            bundle::write(prepared->bundle, folder.filePath(QStringLiteral("a.bundle")).toStdString());
        QVERIFY(written);
        QVERIFY(static_cast<std::int64_t>(written->bytes) < weightBytesOf(*task.typed->graph) / 2);
        // What was made is not made again.
        const auto network = task.quantized;
        const auto plan = task.planQuantized;
        QVERIFY(complete(task) && task.quantized == network && task.planQuantized == plan);
    }

    // Such a variant says why it is not there, and the others run.
    void notToBeQuantized() {
        const auto typed = typedOf(test::sample("residual_cnn_2d.onnx"));
        const auto network = pipeline::quantizedNetwork(typed);
        QVERIFY2(network, network ? "" : network.error().message.c_str());
        auto already = std::make_shared<pipeline::Typed>(*typed);
        already->graph = {*network, &(*network)->history->base}; // with its pairs
        auto model = std::make_shared<ir::Model>(*typed->opened->model);
        model->graph = *already->graph;
        model->opsets = (*network)->history->opsets;
        auto opened = std::make_shared<pipeline::Opened>(*typed->opened);
        opened->model = std::move(model);
        already->opened = std::move(opened);
        const auto measured = measureHere(taskOf(already, {"fusion", "int8"}));
        QVERIFY2(measured, measured ? "" : measured.error().message.c_str());
        QCOMPARE((*measured)->variants.size(), std::size_t(1));
        QCOMPARE((*measured)->leftOut.size(), std::size_t(1));
        QCOMPARE((*measured)->leftOut[0].variant.name, std::string("int8"));
        QVERIFY((*measured)->leftOut[0].reason.find("quantized already") != std::string::npos);
        const auto alone = measureHere(taskOf(already, {"int8"}));
        QVERIFY(!alone && alone.error().message.find("quantized already") != std::string::npos);
    }
};

EDGEWRIGHT_TEST(DeviceQuantizedTest)

} // namespace edgewright::device_quantized_test

#include "device_quantized_test.moc"
