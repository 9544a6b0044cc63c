// SPDX-License-Identifier: GPL-3.0-or-later
// Tensors that are not what they say: bytes, shapes, numbers of types, files beside the model.
#include "tests/core/onnx/crafted_model.h"
#include "tests/support/test_class.h"

#include <QTemporaryDir>
#include <QTest>

namespace edgewright::import_data_faults_test {

using namespace edgewright::test;

namespace {

void external(pb::TensorProto& tensor, const std::string& location) {
    tensor.clear_raw_data();
    tensor.set_data_location(pb::TensorProto::EXTERNAL);
    auto& entry = *tensor.add_external_data();
    entry.set_key("location");
    entry.set_value(location);
}

} // namespace

class ImportDataFaultsTest : public QObject {
    Q_OBJECT

private slots:
    void wrongBytes();
    void badShapes();
    void unknownNumbers();
    void duplicateInitializer();
    void missingExternalData();
    void externalDataOutside_data();
    void externalDataOutside();
    void externalDataThroughLink();
    void cacheOfLinks();
    void sparseOutside();
    void hugeSparse();
    void boolsAreNormal();
};

void ImportDataFaultsTest::wrongBytes() {
    CraftedModel crafted;
    crafted.small();
    crafted.weights("short", {3, 2}, std::string(20, 'x'));
    crafted.weights("none", {2}, "").clear_raw_data();
    auto& typed = crafted.weights("typed", {2}, "");
    typed.clear_raw_data();
    typed.add_float_data(1);
    const auto imported = crafted.import();
    QVERIFY(imported);
    QVERIFY2(count(imported->diagnostics, "constant-bytes") == 3 && imported->diagnostics.size() == 3,
             textOf(imported->diagnostics).c_str());
    QVERIFY(contains(imported->diagnostics[0].message, "holds 20 bytes where float32[3,2] asks for 24"));
    const ir::Graph& graph = imported->model->graph;
    const ir::Value& value = graph.value(*graph.findValue("short"));
    QVERIFY(value.constant && !value.constant->hasData());
    QCOMPARE(value.type.text(), std::string("float32[3,2]"));
    QVERIFY(imported->diagnostics[0].value == graph.findValue("short"));
}

void ImportDataFaultsTest::badShapes() {
    CraftedModel crafted;
    crafted.small();
    crafted.weights("negative", {-3}, "abcd");
    crafted.weights("overflow", {std::int64_t(1) << 62, 4}, "abcd");
    crafted.weights("huge", {std::int64_t(1) << 40}, "abcd");
    const auto imported = crafted.import();
    QVERIFY(imported);
    QVERIFY2(count(imported->diagnostics, "bad-dims") == 2 && count(imported->diagnostics, "tensor-limit") == 1,
             textOf(imported->diagnostics).c_str());
    QCOMPARE(imported->diagnostics.size(), std::size_t(3));
}

void ImportDataFaultsTest::unknownNumbers() {
    CraftedModel crafted;
    crafted.small();
    crafted.weights("w", {1}, "abcd").set_data_type(99);
    auto& attribute = *crafted.graph().mutable_node(0)->add_attribute();
    attribute.set_name("odd");
    attribute.GetReflection()
        ->MutableUnknownFields(&attribute)
        ->AddVarint(pb::AttributeProto::kTypeFieldNumber, 77);
    crafted.graph().mutable_input(0)->mutable_type()->mutable_tensor_type()->set_elem_type(55);
    const auto imported = crafted.import();
    QVERIFY(imported);
    QCOMPARE(count(imported->diagnostics, "unknown-data-type"), std::size_t(2));
    QCOMPARE(count(imported->diagnostics, "unknown-attribute-type"), std::size_t(1));
    QCOMPARE(imported->diagnostics.size(), std::size_t(3));
    const ir::Graph& graph = imported->model->graph;
    QVERIFY(graph.value(*graph.findValue("w")).type.dtype == ir::DataType::Undefined);
    QVERIFY(std::holds_alternative<ir::OpaqueAttribute>(*graph.node(NodeId(0)).find("odd")));
}

void ImportDataFaultsTest::duplicateInitializer() {
    CraftedModel crafted;
    crafted.small();
    crafted.weights("w", {1}, std::string(4, '\0'));
    crafted.weights("w", {1}, std::string("\0\0\x80\x3f", 4)); // counts, as in ONNX Runtime
    const auto imported = crafted.import();
    QVERIFY(imported);
    QCOMPARE(count(imported->diagnostics, "duplicate-initializer"), std::size_t(1));
    const ir::Graph& graph = imported->model->graph;
    QCOMPARE(graph.value(*graph.findValue("w")).constant->as<float>()[0], 1.0f);
}

void ImportDataFaultsTest::missingExternalData() {
    CraftedModel crafted;
    crafted.small();
    external(crafted.weights("absent", {1}, ""), "absent.bin");
    external(crafted.weights("short", {100}, ""), "short.bin");
    auto& odd = crafted.weights("odd", {1}, "");
    external(odd, "short.bin");
    auto& offset = *odd.add_external_data();
    offset.set_key("offset");
    offset.set_value("-8");
    auto& far = crafted.weights("far", {1}, "");
    external(far, "short.bin");
    auto& end = *far.add_external_data();
    end.set_key("offset");
    end.set_value("9223372036854775807");
    std::ofstream(crafted.folder() / "short.bin") << "abcd";
    const auto imported = crafted.import();
    QVERIFY(imported);
    QVERIFY2(count(imported->diagnostics, "missing-data") == 4 && imported->diagnostics.size() == 4,
             textOf(imported->diagnostics).c_str());
}

void ImportDataFaultsTest::externalDataOutside_data() {
    QTest::addColumn<QString>("location");
    QTest::newRow("parent") << "../x";
    QTest::newRow("parent inside") << "sub/../../x";
    QTest::newRow("absolute") << "/etc/passwd";
}

void ImportDataFaultsTest::externalDataOutside() {
    QFETCH(QString, location);
    CraftedModel crafted;
    crafted.small();
    external(crafted.weights("w", {1}, ""), location.toStdString());
    const auto imported = crafted.import();
    QVERIFY(!imported);
    const std::string& message = imported.error().message;
    QVERIFY2(contains(message, location.toStdString()) && contains(message, "initializer 'w'") &&
                 contains(message, "inside"),
             message.c_str());
}

void ImportDataFaultsTest::externalDataThroughLink() {
    CraftedModel crafted;
    crafted.small();
    QTemporaryDir elsewhere;
    std::ofstream(std::filesystem::path(elsewhere.path().toStdString()) / "secret") << "abcd";
    std::filesystem::create_directory_symlink(elsewhere.path().toStdString(), crafted.folder() / "link");
    external(crafted.weights("w", {1}, ""), "link/secret");
    const auto imported = crafted.import();
    QVERIFY(!imported);
    QVERIFY2(contains(imported.error().message, "is a link that leaves"), imported.error().message.c_str());
}

// As huggingface_hub writes it: model and data in a snapshot are links into one folder of blobs. A link to
// anywhere else stays refused, the folder above the blobs among it.
void ImportDataFaultsTest::cacheOfLinks() {
    namespace fs = std::filesystem;
    CraftedModel crafted;
    crafted.small();
    external(crafted.weights("w", {1}, ""), "model.onnx_data");
    const fs::path blobs = crafted.folder() / "blobs", snapshot = crafted.folder() / "snapshots/abc/onnx";
    fs::create_directories(blobs);
    fs::create_directories(snapshot);
    fs::rename(crafted.save(), blobs / "aa11");
    fs::create_symlink("../../../blobs/aa11", snapshot / "model.onnx");
    const auto importWith = [&](const fs::path& data) {
        std::ofstream(data, std::ios::binary) << std::string("\0\0\x80\x3f", 4);
        fs::remove(snapshot / "model.onnx_data");
        fs::create_symlink(fs::relative(data, snapshot), snapshot / "model.onnx_data");
        return edgewright::onnx::importModel(snapshot / "model.onnx");
    };

    const auto inside = importWith(blobs / "bb22");
    QVERIFY2(inside, inside ? "" : inside.error().message.c_str());
    const ir::Graph& graph = inside->model->graph;
    QCOMPARE(graph.value(*graph.findValue("w")).constant->as<float>()[0], 1.0f);

    fs::create_directory(crafted.folder() / "blobs-of-others");
    for (const fs::path& outside : {crafted.folder() / "bb22", crafted.folder() / "blobs-of-others/bb22"}) {
        const auto imported = importWith(outside);
        QVERIFY(!imported);
        QVERIFY2(contains(imported.error().message, "is a link that leaves"), imported.error().message.c_str());
    }
}

void ImportDataFaultsTest::sparseOutside() {
    CraftedModel crafted;
    crafted.small();
    auto& sparse = *crafted.graph().add_sparse_initializer();
    sparse.add_dims(2);
    sparse.mutable_values()->set_name("w");
    sparse.mutable_values()->set_data_type(1);
    sparse.mutable_values()->add_dims(1);
    sparse.mutable_values()->add_float_data(1);
    sparse.mutable_indices()->set_data_type(7);
    sparse.mutable_indices()->add_dims(1);
    sparse.mutable_indices()->add_int64_data(2);
    const auto imported = crafted.import();
    QVERIFY(imported);
    QVERIFY2(count(imported->diagnostics, "sparse-indices") == 1 && imported->diagnostics.size() == 1,
             textOf(imported->diagnostics).c_str());
}

void ImportDataFaultsTest::hugeSparse() {
    CraftedModel crafted;
    crafted.small();
    auto& sparse = *crafted.graph().add_sparse_initializer();
    sparse.add_dims(std::int64_t(1) << 31);
    sparse.mutable_values()->set_name("w");
    sparse.mutable_values()->set_data_type(1);
    sparse.mutable_values()->add_dims(0);
    sparse.mutable_indices()->set_data_type(7);
    sparse.mutable_indices()->add_dims(0);
    const auto imported = crafted.import();
    QVERIFY(imported);
    QCOMPARE(count(imported->diagnostics, "tensor-limit"), std::size_t(1));
}

void ImportDataFaultsTest::boolsAreNormal() {
    CraftedModel crafted;
    crafted.small();
    crafted.weights("w", {4}, std::string("\x00\x01\x02\xff", 4)).set_data_type(pb::TensorProto::BOOL);
    const auto imported = crafted.import();
    QVERIFY(imported);
    const ir::Graph& graph = imported->model->graph;
    const auto bytes = graph.value(*graph.findValue("w")).constant->as<std::uint8_t>();
    QVERIFY((std::vector<int>(bytes.begin(), bytes.end()) == std::vector<int>{0, 1, 1, 1}));
}

EDGEWRIGHT_TEST(ImportDataFaultsTest)

} // namespace edgewright::import_data_faults_test

#include "import_data_faults_test.moc"
