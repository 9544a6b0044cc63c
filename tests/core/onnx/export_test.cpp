// SPDX-License-Identifier: GPL-3.0-or-later
// Written models read back as what they were, and say what a runtime asks of a model.
#include "core/ir/builder.h"
#include "tests/core/onnx/graph_difference.h"
#include "tests/core/onnx/written_model.h"
#include "tests/support/shared_files.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <sys/stat.h>

namespace edgewright::export_test {

using namespace edgewright::test;

namespace {

ir::TensorType floats(ir::Dims dims) { return {ir::DataType::Float32, std::move(dims)}; }

} // namespace

class ExportTest : public QObject, private WrittenModel {
    Q_OBJECT

private slots:
    void roundTrip_data();
    void roundTrip();
    void header();
    void executionOrder();
    void earlyFilesListConstants();
    void unreadConstantsAreLeftOut();
    void missingDataIsAnError();
    void failureLeavesNothing();
    void otherTypes();
};

void ExportTest::roundTrip_data() {
    QTest::addColumn<QString>("path");
    for (const std::string& name : samples())
        QTest::newRow(name.c_str()) << QString::fromStdString(sample(name + ".onnx").string());
    for (const char* name :
         {"models/mnist-8-cntk", "models/squeezenet-fp16-caffe2-op7", "models/resnet8-cifar10-tf2onnx",
          "models/retinaface-mb025-qdq-vitis", "models/silero-vad-v5-if", "models/silero-vad-v4-if-lstm",
          "models/nuphar-lstm-loop", "models/gtcrn-raw-2230-nodes", "models/tiny-gpt2-ort-fused",
          "models/shufflenet-v2-int8-qlinear", "models/camera-cnn-external-data", "models/tiny-decoder-op24",
          "models/stories260k-decoder", "exports/bert_small_op17"})
        if (const auto path = shared(name); !path.empty())
            QTest::newRow(name) << QString::fromStdString((path / "model.onnx").string());
}

void ExportTest::roundTrip() {
    QFETCH(QString, path);
    const auto first = edgewright::onnx::importModel(path.toStdString());
    QVERIFY(first);
    const ir::Model& model = *first->model;
    const auto done = edgewright::onnx::exportModel(model, model.graph, file());
    QVERIFY2(done, done ? "" : done.error().message.c_str());
    auto written = static_cast<std::int64_t>(std::filesystem::file_size(file()));
    std::filesystem::path beside = file();
    beside += ".data";
    if (model.externalData) written += static_cast<std::int64_t>(std::filesystem::file_size(beside));
    const auto bytes = edgewright::onnx::exportedBytes(model, model.graph, model.opsets);
    QVERIFY(bytes);
    // Names of the file beside have other lengths.
    QVERIFY2(model.externalData ? std::abs(*bytes - written) < written / 100 : *bytes == written,
             qPrintable(QString("%1, written %2").arg(*bytes).arg(written)));
    const auto second = edgewright::onnx::importModel(file());
    QVERIFY2(second, second ? "" : second.error().message.c_str());
    const std::string found = difference(model.graph, second->model->graph);
    QVERIFY2(found.empty(), found.c_str());
    QCOMPARE(second->model->irVersion, model.irVersion);
    QCOMPARE(second->model->producerName, model.producerName);
    QVERIFY(second->model->opsets == model.opsets);
    QVERIFY(second->model->metadata == model.metadata);
    QVERIFY(second->model->doc == model.doc && second->model->graph.doc == model.graph.doc);
    QCOMPARE(second->diagnostics.size(), first->diagnostics.size());
}

void ExportTest::header() {
    ir::GraphBuilder builder("g");
    builder.output(builder.node("Relu", {builder.input("x", floats({1}))}));
    builder.graph().doc = "graph doc";
    ir::Model model = modelOf(builder.take());
    model.producerName = "p";
    model.producerVersion = "v";
    model.domain = "d";
    model.modelVersion = 3;
    model.doc = "doc";
    model.metadata = {{"a", "b"}, {"c", "d"}};
    model.opsets["ai.onnx.ml"] = 3;
    const pb::ModelProto proto = written(model);
    QCOMPARE(proto.ir_version(), 7);
    QCOMPARE(proto.producer_name(), std::string("p"));
    QCOMPARE(proto.producer_version(), std::string("v"));
    QCOMPARE(proto.domain(), std::string("d"));
    QCOMPARE(proto.model_version(), 3);
    QCOMPARE(proto.doc_string(), std::string("doc"));
    QCOMPARE(proto.graph().doc_string(), std::string("graph doc"));
    QCOMPARE(proto.metadata_props_size(), 2);
    QCOMPARE(proto.opset_import_size(), 2);
    QCOMPARE(proto.functions_size(), 0);
}

void ExportTest::executionOrder() {
    ir::GraphBuilder builder;
    const ValueId x = builder.input("x", floats({1}));
    const ValueId t = builder.value("t"), y = builder.value("y");
    builder.nodeInto("Relu", {t}, {y});
    builder.nodeInto("Neg", {x}, {t});
    builder.output(y);
    const pb::ModelProto proto = written(modelOf(builder.take()));
    QCOMPARE(proto.graph().node(0).op_type(), std::string("Neg"));
}

void ExportTest::earlyFilesListConstants() {
    ir::GraphBuilder builder;
    const ValueId x = builder.input("x", floats({1}));
    builder.output(builder.node("Add", {x, builder.constant("w", ir::Tensor::of<float>({1}, {1}))}));
    ir::Model model = modelOf(builder.take());
    model.irVersion = 3;
    const pb::ModelProto proto = written(model);
    QCOMPARE(proto.graph().input_size(), 2);
    QCOMPARE(proto.graph().input(1).name(), std::string("w"));
    QCOMPARE(proto.graph().input(1).type().tensor_type().shape().dim(0).dim_value(), 1);
}

void ExportTest::unreadConstantsAreLeftOut() {
    ir::GraphBuilder builder;
    const ValueId x = builder.input("x", floats({1}));
    builder.constant("unread", ir::Tensor::of<float>({1}, {1}));
    builder.output(builder.node("Neg", {x}));
    const pb::ModelProto proto = written(modelOf(builder.take()));
    QCOMPARE(proto.graph().initializer_size(), 0);
}

void ExportTest::missingDataIsAnError() {
    ir::GraphBuilder builder;
    const ValueId x = builder.input("x", floats({1}));
    const ValueId w = builder.constant("weights", ir::Tensor::withoutData(ir::DataType::Float32, {1}));
    builder.output(builder.node("Add", {x, w}));
    const ir::Model model = modelOf(builder.take());
    const auto done = edgewright::onnx::exportModel(model, model.graph, file());
    QVERIFY(!done);
    QVERIFY2(contains(done.error().message, "initializer 'weights' has no data"), done.error().message.c_str());
}

void ExportTest::failureLeavesNothing() {
    ir::GraphBuilder builder;
    builder.output(builder.node("Neg", {builder.input("x", floats({1}))}));
    const ir::Model model = modelOf(builder.take());
    const auto target = file().parent_path() / "absent" / "out.onnx";
    const auto done = edgewright::onnx::exportModel(model, model.graph, target);
    QVERIFY(!done);
    QVERIFY2(contains(done.error().message, target.string()), done.error().message.c_str());
    // A folder in the way: the temporary is written, the rename fails, and nothing stays.
    const auto blocked = file().parent_path() / "blocked";
    std::filesystem::create_directories(blocked / "something");
    QVERIFY(!edgewright::onnx::exportModel(model, model.graph, blocked));
    for (const auto& entry : std::filesystem::directory_iterator(file().parent_path()))
        QVERIFY2(entry.path().extension() != ".part", entry.path().c_str());
    QVERIFY(edgewright::onnx::exportModel(model, model.graph, file()));
    struct stat status {};
    QCOMPARE(::stat(file().c_str(), &status), 0);
    QVERIFY(status.st_mode & S_IRUSR);
}

void ExportTest::otherTypes() {
    CraftedModel crafted;
    auto& input = *crafted.graph().add_input();
    input.set_name("s");
    input.mutable_type()->mutable_sequence_type()->mutable_elem_type()->mutable_tensor_type()->set_elem_type(1);
    auto& optional = *crafted.graph().add_input();
    optional.set_name("o");
    auto& inner =
        *optional.mutable_type()->mutable_optional_type()->mutable_elem_type()->mutable_sequence_type();
    inner.mutable_elem_type()->mutable_tensor_type()->set_elem_type(7);
    auto& map = *crafted.graph().add_input();
    map.set_name("m");
    map.mutable_type()->mutable_map_type()->set_key_type(7);
    crafted.node("SequenceLength", {"s"}, {"n"});
    crafted.graph().add_output()->set_name("n");
    const auto first = crafted.import();
    QVERIFY(first);
    const pb::ModelProto proto = written(*first->model);
    QCOMPARE(proto.graph().input(0).type().sequence_type().elem_type().tensor_type().elem_type(), 1);
    QVERIFY(!proto.graph().output(0).has_type());
    const auto& again = proto.graph().input(1).type().optional_type().elem_type().sequence_type();
    QCOMPARE(again.elem_type().tensor_type().elem_type(), 7);
    QCOMPARE(proto.graph().input(2).type().map_type().key_type(), 7);
}

EDGEWRIGHT_TEST(ExportTest)

} // namespace edgewright::export_test

#include "export_test.moc"
