// SPDX-License-Identifier: GPL-3.0-or-later
// What broken files lead to: one clear error, or a model with findings.
#include "tests/core/onnx/crafted_model.h"
#include "tests/support/shared_files.h"
#include "tests/support/test_class.h"

#include <QTemporaryDir>
#include <QTest>

namespace edgewright::import_faults_test {

using namespace edgewright::test;

class ImportFaultsTest : public QObject {
    Q_OBJECT

private slots:
    void badFiles_data();
    void badFiles();
    void noModel_data();
    void noModel();
    void otherFormats_data();
    void otherFormats();
    void largerThanAModel();
    void missingFile();
    void cycle();
    void missingInput();
    void twoProducers();
    void writtenInput();
    void unsorted();
    void newerVersions();
    void missingOpset();
};

void ImportFaultsTest::badFiles_data() {
    QTest::addColumn<QString>("error"); // part of the error; empty: the file opens
    QTest::addColumn<QString>("code");  // of a finding
    QTest::addColumn<int>("nodes");
    QTest::newRow("git-lfs-pointer") << "git lfs pull"
                                     << "" << 0;
    QTest::newRow("truncated-at-400000-bytes") << "is cut off: it ends after 400 000 of at least "
                                               << "" << 0;
    QTest::newRow("bare-graphproto-no-modelproto") << "bare graph"
                                                   << "" << 0;
    QTest::newRow("external-data-file-missing") << ""
                                                << "missing-data" << 4;
    QTest::newRow("custom-domain-finn") << ""
                                        << "" << 4;
    QTest::newRow("custom-op-RequantShift-resnet8-int") << ""
                                                        << "" << 29;
}

void ImportFaultsTest::badFiles() {
    if (shared("bad-files").empty()) QSKIP(sharedMissing());
    QFETCH(QString, error);
    QFETCH(QString, code);
    QFETCH(int, nodes);
    const std::string name = std::string(QTest::currentDataTag()) + ".onnx";
    const auto imported = edgewright::onnx::importModel(shared("bad-files/" + name));
    if (!error.isEmpty()) {
        QVERIFY(!imported);
        const std::string& message = imported.error().message;
        QVERIFY2(contains(message, error.toStdString()), message.c_str());
        QVERIFY2(contains(message, name), message.c_str());
        return;
    }
    QVERIFY2(imported, imported ? "" : imported.error().message.c_str());
    QCOMPARE(imported->model->graph.nodeCount(), std::size_t(nodes));
    if (code.isEmpty())
        QVERIFY2(std::ranges::none_of(imported->diagnostics,
                                      [](const Diagnostic& each) { return each.severity == Severity::Error; }),
                 textOf(imported->diagnostics).c_str());
    else
        QVERIFY2(count(imported->diagnostics, code.toStdString()) > 0, textOf(imported->diagnostics).c_str());
}

void ImportFaultsTest::noModel_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("error");
    QTest::newRow("empty") << QByteArray() << "is empty";
    QTest::newRow("text") << QByteArray("hello, this is a text\n") << "not an ONNX model";
    QTest::newRow("zeros") << QByteArray(100, '\0') << "not an ONNX model";
    QTest::newRow("html") << QByteArray("<!DOCTYPE html><html>") << "web page";
    const auto padded = [](QByteArray start) { return start.append(QByteArray(100, '\0')); };
    QTest::newRow("TensorFlow Lite") << padded(QByteArray("\x1c\0\0\0TFL3", 8)) << "tf2onnx.convert --tflite";
    QTest::newRow("ORT format") << padded(QByteArray("\x20\0\0\0ORTM", 8)) << "ONNX Runtime's own format";
    QTest::newRow("GGUF") << padded("GGUF\x03") << "GGUF";
    QTest::newRow("safetensors") << QByteArray("\x02\0\0\0\0\0\0\0{}", 10) << "safetensors";
    QTest::newRow("HDF5") << padded("\x89HDF\r\n\x1a\n") << "tf2onnx.convert --keras";
    QTest::newRow("gzip") << padded("\x1f\x8b\x08") << "gunzip";
    QTest::newRow("bzip2") << padded("BZh9") << "bunzip2";
    QTest::newRow("xz") << padded(QByteArray("\xfd"
                                             "7zXZ",
                                             6))
                        << "unxz";
    QTest::newRow("Zstandard") << padded("\x28\xb5\x2f\xfd") << "unzstd";
    QTest::newRow("pickle") << padded("\x80\x04\x95") << "pickle";
    QTest::newRow("ZIP") << padded("PK\x03\x04") << "unzip";
    QTest::newRow("PyTorch") << padded("PK\x03\x04").append("archive/data.pkl") << "torch.onnx.export";
    QTest::newRow("TorchScript")
        << padded("PK\x03\x04").append(QByteArray(1 << 20, 'x')).append("archive/.data/serialization_id")
        << "torch.onnx.export";
    QTest::newRow("Keras") << padded("PK\x03\x04").append("model.weights.h5") << "Keras";
    QTest::newRow("text protobuf") << QByteArray("ir_version: 8\ngraph {\n  name: \"g\"\n}\n")
                                   << "format=\"textproto\"";
    QTest::newRow("ONNX text") << QByteArray(
                                      "<ir_version: 8, opset_import: [\"\": 17]>\nagraph (float[2] x) => "
                                      "(float[2] y) { y = Relu(x) }\n")
                               << "format=\"onnxtxt\"";
    QTest::newRow("JSON") << QByteArray("{\"irVersion\": \"8\", \"graph\": {}}") << "format=\"json\"";
    QTest::newRow("no graph") << QByteArray("\x08\x08", 2) << "no graph";
    QTest::newRow("empty graph") << QByteArray("\x08\x08\x3a\x00", 4) << "empty graph";
    QTest::newRow("no version") << QByteArray("\x3a\x04\x0a\x02\x22\x00", 6) << "neither an IR version";
    QTest::newRow("wild version") << QByteArray("\x08\xff\xff\xff\x7f\x3a\x04\x0a\x02\x22\x00", 11)
                                  << "IR version 268435455";
    QTest::newRow("endless length") << QByteArray("\x3a\xff\xff\xff\xff\x0f", 6)
                                    << "is cut off: it ends after 6 of at least 4 294 967 301 bytes";
    QTest::newRow("cut elsewhere") << QByteArray("\x12\xff\x01", 3) << "only a part of one: field 2 at byte 0";
}

void ImportFaultsTest::noModel() {
    QFETCH(QByteArray, bytes);
    QFETCH(QString, error);
    QTemporaryDir folder;
    const std::filesystem::path path = std::filesystem::path(folder.path().toStdString()) / "some.onnx";
    std::ofstream(path, std::ios::binary).write(bytes.data(), bytes.size());
    const auto imported = edgewright::onnx::importModel(path);
    QVERIFY(!imported);
    QVERIFY2(contains(imported.error().message, error.toStdString()), imported.error().message.c_str());
    QVERIFY2(contains(imported.error().message, "some.onnx"), imported.error().message.c_str());
    QVERIFY(imported.error().code == ErrorCode::BadInput);
}

void ImportFaultsTest::otherFormats_data() {
    QTest::addColumn<QString>("error");
    QTest::newRow("a.tflite") << "TensorFlow Lite";
    QTest::newRow("a.gguf") << "GGUF";
    QTest::newRow("a.safetensors") << "safetensors";
    QTest::newRow("a.textproto") << "protobuf's text format";
    QTest::newRow("net.onnx.gz") << "gunzip";
}

void ImportFaultsTest::otherFormats() {
    const auto folder = shared("wild/message-other-formats");
    if (folder.empty()) QSKIP(sharedMissing());
    QFETCH(QString, error);
    const auto imported = edgewright::onnx::importModel(folder / QTest::currentDataTag());
    QVERIFY(!imported);
    QVERIFY2(contains(imported.error().message, error.toStdString()), imported.error().message.c_str());
}

// Weights of other formats are named as such whatever their size, not as models that are too large.
void ImportFaultsTest::largerThanAModel() {
    QTemporaryDir folder;
    const std::filesystem::path path = std::filesystem::path(folder.path().toStdString()) / "large.gguf";
    std::ofstream(path, std::ios::binary) << "GGUF";
    std::filesystem::resize_file(path, std::uintmax_t(3) << 30); // a hole
    const auto imported = edgewright::onnx::importModel(path);
    QVERIFY(!imported);
    QVERIFY2(contains(imported.error().message, "GGUF"), imported.error().message.c_str());
}

void ImportFaultsTest::missingFile() {
    const auto imported = edgewright::onnx::importModel("/nowhere/model.onnx");
    QVERIFY(!imported);
    QVERIFY2(contains(imported.error().message, "/nowhere/model.onnx: cannot be opened: No such file"),
             imported.error().message.c_str());
    const auto folder = edgewright::onnx::importModel("/");
    QVERIFY(!folder && contains(folder.error().message, "not a regular file"));
}

void ImportFaultsTest::cycle() {
    CraftedModel crafted;
    crafted.input("x");
    crafted.node("Add", {"x", "b"}, {"a"});
    crafted.node("Relu", {"a"}, {"b"});
    crafted.output("b");
    const auto imported = crafted.import();
    QVERIFY(imported);
    QCOMPARE(count(imported->diagnostics, "cycle"), std::size_t(2));
    QCOMPARE(imported->diagnostics.size(), std::size_t(2));
    const Diagnostic& found = *find(imported->diagnostics, "cycle");
    QCOMPARE(found.place, std::string("node 'Add_a'"));
    QCOMPARE(found.node, NodeId(0));
}

void ImportFaultsTest::missingInput() {
    CraftedModel crafted;
    crafted.input("x");
    crafted.node("Add", {"x", "nothing"}, {"y"});
    crafted.output("y");
    crafted.output("z");
    const auto imported = crafted.import();
    QVERIFY(imported);
    QCOMPARE(count(imported->diagnostics, "missing-input"), std::size_t(2));
    QVERIFY(contains(imported->diagnostics[0].message, "nothing"));
    QVERIFY(contains(imported->diagnostics[1].message, "z"));
}

void ImportFaultsTest::twoProducers() {
    CraftedModel crafted;
    crafted.input("x");
    crafted.node("Relu", {"x"}, {"y"});
    crafted.node("Neg", {"x"}, {"y"});
    crafted.output("y");
    const auto imported = crafted.import();
    QVERIFY(imported);
    QVERIFY2(count(imported->diagnostics, "two-producers") == 1 && imported->diagnostics.size() == 1,
             textOf(imported->diagnostics).c_str());
    const Diagnostic& found = *find(imported->diagnostics, "two-producers");
    QCOMPARE(found.node, NodeId(0));            // whose result nobody gets
    QVERIFY(found.severity == Severity::Error); // other than for Constants, no runtime loads that
    const ir::Graph& graph = imported->model->graph;
    QVERIFY(graph.outputs.front() == graph.node(NodeId(1)).outputs.front());
    QVERIFY(graph.node(NodeId(1)).outputs.front() != graph.node(NodeId(0)).outputs.front());
}

void ImportFaultsTest::writtenInput() {
    CraftedModel crafted;
    crafted.input("x");
    crafted.weights("w", {1}, std::string(4, '\0'));
    crafted.node("Relu", {"w"}, {"x"});
    crafted.node("Relu", {"x"}, {"w"});
    crafted.output("x");
    const auto imported = crafted.import();
    QVERIFY(imported);
    QCOMPARE(count(imported->diagnostics, "two-producers"), std::size_t(2));
    QVERIFY(contains(imported->diagnostics[0].message, "is a graph input"));
    QVERIFY(contains(imported->diagnostics[1].message, "is an initializer"));
    const ir::Graph& graph = imported->model->graph;
    QVERIFY(graph.outputs.front() == graph.inputs.front()); // what is fed counts
    QVERIFY(graph.node(NodeId(0)).inputs.front() == graph.node(NodeId(1)).outputs.front());
}

void ImportFaultsTest::unsorted() {
    CraftedModel crafted;
    crafted.input("x");
    crafted.node("Relu", {"t"}, {"y"});
    crafted.node("Neg", {"x"}, {"t"});
    crafted.output("y");
    const auto imported = crafted.import();
    QVERIFY(imported);
    QVERIFY2(count(imported->diagnostics, "unsorted-nodes") == 1 && imported->diagnostics.size() == 1,
             textOf(imported->diagnostics).c_str());
    const ir::Graph& graph = imported->model->graph;
    QVERIFY(graph.node(NodeId(0)).inputs.front() == graph.node(NodeId(1)).outputs.front());
}

void ImportFaultsTest::newerVersions() {
    CraftedModel crafted;
    crafted.small();
    crafted.model.set_ir_version(99);
    crafted.model.mutable_opset_import(0)->set_version(99);
    const auto imported = crafted.import();
    QVERIFY(imported);
    QCOMPARE(count(imported->diagnostics, "newer-ir"), std::size_t(1));
    QCOMPARE(count(imported->diagnostics, "newer-opset"), std::size_t(1));
    QVERIFY(imported->diagnostics[0].severity == Severity::Note);
}

void ImportFaultsTest::missingOpset() {
    CraftedModel crafted;
    crafted.small();
    crafted.model.clear_opset_import();
    const auto imported = crafted.import();
    QVERIFY(imported);
    QCOMPARE(count(imported->diagnostics, "no-opset"), std::size_t(1));
    QCOMPARE(imported->model->opset(), std::int64_t(1));
}

EDGEWRIGHT_TEST(ImportFaultsTest)

} // namespace edgewright::import_faults_test

#include "import_faults_test.moc"
