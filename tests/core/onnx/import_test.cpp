// SPDX-License-Identifier: GPL-3.0-or-later
// What sound models become in the IR: names, types, attributes, constants.
#include "tests/core/onnx/crafted_model.h"
#include "tests/support/shared_files.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <cstring>
#include <regex>

namespace edgewright::import_test {

using namespace edgewright::test;

namespace {

std::size_t nodesWithSubgraphs(const ir::Graph& graph) {
    std::size_t total = graph.nodeCount();
    for (const NodeId id : graph.order())
        for (const ir::Attribute& attribute : graph.node(id).attributes)
            if (const auto* inner = std::get_if<std::shared_ptr<const ir::Graph>>(&attribute.value))
                total += nodesWithSubgraphs(**inner);
    return total;
}

} // namespace

class ImportTest : public QObject {
    Q_OBJECT

private slots:
    void realModels_data();
    void realModels();
    void nodeCountsOfTheCollection();
    void header();
    void constantsListedAsInputs();
    void typesAndSymbols();
    void attributes();
    void untypedAttributesOfEarlyFiles();
    void typedFields();
    void externalData();
    void sparseInitializer();
    void sparseConstant();
    void cancelled();
};

void ImportTest::realModels_data() {
    QTest::addColumn<QString>("file");
    for (const char* folder : {"models", "exports"})
        for (const auto& path : sharedCases(folder))
            QTest::newRow(path.filename().c_str()) << QString::fromStdString((path / "model.onnx").string());
}

void ImportTest::realModels() {
    if (shared("models").empty()) QSKIP(sharedMissing());
    QFETCH(QString, file);
    const auto imported = edgewright::onnx::importModel(file.toStdString());
    QVERIFY2(imported, imported ? "" : imported.error().message.c_str());
    const ir::Model& model = *imported->model;
    QVERIFY(nodesWithSubgraphs(model.graph) >= 8);
    QVERIFY(!model.graph.inputs.empty() && !model.graph.outputs.empty());
    QVERIFY(model.opset() >= 7);
    for (const Diagnostic& found : imported->diagnostics)
        QVERIFY2(found.severity != Severity::Error, (found.code + ": " + found.message).c_str());
    for (const ValueId input : model.graph.inputs)
        QVERIFY(model.graph.value(input).type.dtype != ir::DataType::Undefined);
}

// The collection's own table counts nodes, those in subgraphs included, with another library.
void ImportTest::nodeCountsOfTheCollection() {
    const auto readme = shared("models/README.md");
    if (readme.empty()) QSKIP(sharedMissing());
    std::ifstream stream(readme);
    std::string line;
    int checked = 0;
    while (std::getline(stream, line)) {
        std::vector<std::string> cells;
        for (std::size_t at = 0, next; (next = line.find('|', at)) != std::string::npos; at = next + 1)
            cells.push_back(line.substr(at, next - at));
        std::smatch name, nodes;
        if (cells.size() < 9 || !std::regex_match(cells[1], name, std::regex(" ([a-z0-9-]+) ")) ||
            !std::regex_match(cells[8], nodes, std::regex(" (\\d+)( .*)?")))
            continue;
        const auto file = sharedIfAny("models/" + name[1].str() + "/model.onnx");
        if (file.empty()) continue;
        const auto imported = edgewright::onnx::importModel(file);
        QVERIFY2(imported, name[1].str().c_str());
        QVERIFY2(nodesWithSubgraphs(imported->model->graph) == std::stoul(nodes[1].str()),
                 name[1].str().c_str());
        ++checked;
    }
    QVERIFY2(checked >= 40, std::to_string(checked).c_str());
}

void ImportTest::header() {
    CraftedModel crafted;
    crafted.small();
    crafted.model.set_producer_name("us");
    crafted.model.set_producer_version("1.2");
    crafted.model.set_domain("org.example");
    crafted.model.set_model_version(7);
    crafted.model.set_doc_string("about");
    auto& entry = *crafted.model.add_metadata_props();
    entry.set_key("k");
    entry.set_value("v");
    crafted.opset("ai.onnx.ml", 2);
    crafted.graph().mutable_node(0)->set_domain("ai.onnx");
    const auto imported = crafted.import();
    QVERIFY(imported);
    QVERIFY(imported->diagnostics.empty());
    const ir::Model& model = *imported->model;
    QCOMPARE(model.irVersion, std::int64_t(8));
    QCOMPARE(model.producerName, std::string("us"));
    QCOMPARE(model.producerVersion, std::string("1.2"));
    QCOMPARE(model.domain, std::string("org.example"));
    QCOMPARE(model.modelVersion, std::int64_t(7));
    QCOMPARE(model.doc, std::string("about"));
    QVERIFY((model.metadata == std::vector<std::pair<std::string, std::string>>{{"k", "v"}}));
    QCOMPARE(model.opset(), std::int64_t(13));
    QCOMPARE(model.opsets.at("ai.onnx.ml"), std::int64_t(2));
    const ir::Node& node = model.graph.node(model.graph.order().front());
    QVERIFY(node.is("Relu"));
    QCOMPARE(model.graph.value(node.inputs.front()).name, std::string("x"));
    QVERIFY(model.graph.inputs.front() == node.inputs.front());
    QVERIFY(model.graph.outputs.front() == node.outputs.front());
}

void ImportTest::constantsListedAsInputs() {
    CraftedModel crafted;
    crafted.model.set_ir_version(3);
    crafted.input("x");
    crafted.input("w");
    crafted.weights("w", {2}, std::string(8, '\0'));
    crafted.node("Add", {"x", "w"}, {"y"});
    crafted.output("y");
    const auto imported = crafted.import();
    QVERIFY(imported && imported->diagnostics.empty());
    const ir::Graph& graph = imported->model->graph;
    QCOMPARE(graph.inputs.size(), std::size_t(1));
    QCOMPARE(graph.value(graph.inputs.front()).name, std::string("x"));
    QVERIFY(graph.value(*graph.findValue("w")).constant->hasData());
}

void ImportTest::typesAndSymbols() {
    CraftedModel crafted;
    crafted.input("x", {});
    auto& shape = *crafted.graph().mutable_input(0)->mutable_type()->mutable_tensor_type()->mutable_shape();
    shape.add_dim()->set_dim_param("batch");
    shape.add_dim()->set_dim_value(3);
    shape.add_dim();
    shape.add_dim()->set_dim_value(-1);
    crafted.node("Relu", {"x"}, {"t"});
    crafted.node("Relu", {"t"}, {"y"});
    crafted.graph().add_output()->set_name("y");
    CraftedModel::typed(*crafted.graph().add_value_info(), "t", {4, 5});
    auto& sequence = *crafted.graph().add_input();
    sequence.set_name("s");
    sequence.mutable_type()->mutable_sequence_type()->mutable_elem_type()->mutable_tensor_type()->set_elem_type(
        1);
    auto& map = *crafted.graph().add_input();
    map.set_name("m");
    map.mutable_type()->mutable_map_type()->set_key_type(pb::TensorProto::INT64);
    const auto imported = crafted.import();
    QVERIFY(imported);
    const ir::Graph& graph = imported->model->graph;
    QCOMPARE(graph.value(*graph.findValue("x")).type.text(), std::string("float32[batch,3,?,?]"));
    QCOMPARE(graph.value(*graph.findValue("t")).type.text(), std::string("float32[4,5]"));
    QCOMPARE(graph.value(*graph.findValue("y")).type.text(), std::string("undefined[...]"));
    QCOMPARE(graph.value(*graph.findValue("s")).type.text(), std::string("sequence(float32[...])"));
    QVERIFY(graph.value(*graph.findValue("s")).otherType.empty());
    QVERIFY(graph.value(*graph.findValue("m")).type.container == ir::Container::Other);
    QVERIFY(!graph.value(*graph.findValue("m")).otherType.empty());
}

void ImportTest::attributes() {
    CraftedModel crafted;
    crafted.small();
    auto& node = *crafted.graph().mutable_node(0);
    const auto add = [&](const char* name, pb::AttributeProto::AttributeType type) -> pb::AttributeProto& {
        auto& attribute = *node.add_attribute();
        attribute.set_name(name);
        attribute.set_type(type);
        return attribute;
    };
    add("i", pb::AttributeProto::INT).set_i(-5);
    add("f", pb::AttributeProto::FLOAT).set_f(0.25f);
    add("s", pb::AttributeProto::STRING).set_s("text");
    auto& ints = add("ints", pb::AttributeProto::INTS);
    for (const int each : {1, 2, 3})
        ints.add_ints(each);
    add("floats", pb::AttributeProto::FLOATS).add_floats(1.5f);
    add("strings", pb::AttributeProto::STRINGS).add_strings("a");
    add("none", pb::AttributeProto::INTS);
    auto& tensor = *add("t", pb::AttributeProto::TENSOR).mutable_t();
    tensor.set_data_type(pb::TensorProto::INT64);
    tensor.add_dims(1);
    tensor.add_int64_data(42);
    add("type", pb::AttributeProto::TYPE_PROTO).mutable_tp()->mutable_tensor_type()->set_elem_type(1);
    const auto imported = crafted.import();
    QVERIFY(imported && imported->diagnostics.empty());
    const ir::Graph& graph = imported->model->graph;
    const ir::Node& read = graph.node(graph.order().front());
    QCOMPARE(read.intOr("i", 0), std::int64_t(-5));
    QCOMPARE(read.floatOr("f", 0), 0.25f);
    QCOMPARE(read.stringOr("s", ""), std::string("text"));
    QVERIFY((read.ints("ints") == std::vector<std::int64_t>{1, 2, 3}));
    QVERIFY((read.floats("floats") == std::vector<float>{1.5f}));
    QVERIFY(std::get<std::vector<std::string>>(*read.find("strings")) == std::vector<std::string>{"a"});
    QVERIFY(std::get<std::vector<std::int64_t>>(*read.find("none")).empty());
    QVERIFY(ir::toInt64s(*read.tensor("t")) == std::vector<std::int64_t>{42});
    QVERIFY(std::holds_alternative<ir::OpaqueAttribute>(*read.find("type")));
}

void ImportTest::untypedAttributesOfEarlyFiles() {
    CraftedModel crafted;
    crafted.small();
    auto& attribute = *crafted.graph().mutable_node(0)->add_attribute();
    attribute.set_name("pads");
    attribute.add_ints(4);
    const auto imported = crafted.import();
    QVERIFY(imported && imported->diagnostics.empty());
    const ir::Graph& graph = imported->model->graph;
    QVERIFY(graph.node(graph.order().front()).ints("pads") == std::vector<std::int64_t>{4});
}

// Every element type in the field that onnx.proto prescribes for it, with values that only the right cast
// keeps.
void ImportTest::typedFields() {
    using Type = pb::TensorProto;
    CraftedModel crafted;
    crafted.small();
    const auto add = [&](const char* name, int type, int elements) -> pb::TensorProto& {
        auto& tensor = *crafted.graph().add_initializer();
        tensor.set_name(name);
        tensor.set_data_type(type);
        tensor.add_dims(elements);
        return tensor;
    };
    add("f32", Type::FLOAT, 1).add_float_data(-1.5f);
    add("f64", Type::DOUBLE, 1).add_double_data(0.1);
    add("f16", Type::FLOAT16, 1).add_int32_data(0x3c00);
    add("bf16", Type::BFLOAT16, 1).add_int32_data(0x4000);
    add("i8", Type::INT8, 1).add_int32_data(-128);
    add("u8", Type::UINT8, 1).add_int32_data(255);
    add("i16", Type::INT16, 1).add_int32_data(-32768);
    add("u16", Type::UINT16, 1).add_int32_data(65535);
    add("i32", Type::INT32, 1).add_int32_data(-2147483647);
    add("u32", Type::UINT32, 1).add_uint64_data(4294967295u);
    add("i64", Type::INT64, 1).add_int64_data(-(std::int64_t(1) << 60));
    add("u64", Type::UINT64, 1).add_uint64_data(std::uint64_t(1) << 63);
    add("bool", Type::BOOL, 1).add_int32_data(1);
    auto& nibbles = add("i4", 22, 3);
    nibbles.add_int32_data(0x7f); // -1, 7
    nibbles.add_int32_data(0x08); // -8
    add("text", Type::STRING, 1).add_string_data("abc");
    add("empty", Type::FLOAT, 0);
    const auto imported = crafted.import();
    QVERIFY(imported);
    QVERIFY2(imported->diagnostics.empty(),
             imported->diagnostics.empty() ? "" : imported->diagnostics[0].message.c_str());
    const ir::Graph& graph = imported->model->graph;
    const auto tensor = [&](const char* name) -> const ir::Tensor& {
        return *graph.value(*graph.findValue(name)).constant;
    };
    QCOMPARE(ir::elementAsDouble(tensor("f32"), 0), -1.5);
    QCOMPARE(ir::elementAsDouble(tensor("f64"), 0), 0.1);
    QCOMPARE(ir::elementAsDouble(tensor("f16"), 0), 1.0);
    QCOMPARE(ir::elementAsDouble(tensor("bf16"), 0), 2.0);
    QCOMPARE(ir::elementAsInt64(tensor("i8"), 0), std::int64_t(-128));
    QCOMPARE(ir::elementAsInt64(tensor("u8"), 0), std::int64_t(255));
    QCOMPARE(ir::elementAsInt64(tensor("i16"), 0), std::int64_t(-32768));
    QCOMPARE(ir::elementAsInt64(tensor("u16"), 0), std::int64_t(65535));
    QCOMPARE(ir::elementAsInt64(tensor("i32"), 0), std::int64_t(-2147483647));
    QCOMPARE(ir::elementAsInt64(tensor("u32"), 0), std::int64_t(4294967295));
    QCOMPARE(ir::elementAsInt64(tensor("i64"), 0), -(std::int64_t(1) << 60));
    QCOMPARE(tensor("u64").as<std::uint64_t>()[0], std::uint64_t(1) << 63);
    QCOMPARE(ir::elementAsInt64(tensor("bool"), 0), std::int64_t(1));
    QVERIFY((ir::toInt64s(tensor("i4")) == std::vector<std::int64_t>{-1, 7, -8}));
    QVERIFY(tensor("text").strings() == std::vector<std::string>{"abc"});
    QVERIFY(tensor("empty").hasData());
}

void ImportTest::externalData() {
    CraftedModel crafted;
    crafted.small();
    std::ofstream(crafted.folder() / "w.bin", std::ios::binary)
        << std::string(6, 'x') << std::string("\0\0\x80\x3f", 4);
    auto& tensor = crafted.weights("w", {1}, "");
    tensor.clear_raw_data();
    tensor.set_data_location(pb::TensorProto::EXTERNAL);
    const auto entry = [&](const char* key, const char* value) {
        auto& each = *tensor.add_external_data();
        each.set_key(key);
        each.set_value(value);
    };
    entry("location", "w.bin");
    entry("offset", "6"); // not aligned for float32: copied
    entry("length", "4");
    const auto imported = crafted.import();
    QVERIFY(imported && imported->diagnostics.empty());
    const ir::Graph& graph = imported->model->graph;
    QCOMPARE(graph.value(*graph.findValue("w")).constant->as<float>()[0], 1.0f);
}

void ImportTest::sparseInitializer() {
    for (const bool linear : {true, false}) {
        CraftedModel crafted;
        crafted.small();
        auto& sparse = *crafted.graph().add_sparse_initializer();
        sparse.add_dims(2);
        sparse.add_dims(3);
        auto& values = *sparse.mutable_values();
        values.set_name("w");
        values.set_data_type(pb::TensorProto::FLOAT);
        values.add_dims(2);
        values.add_float_data(5);
        values.add_float_data(6);
        auto& indices = *sparse.mutable_indices();
        indices.set_data_type(pb::TensorProto::INT64);
        indices.add_dims(2);
        if (!linear) indices.add_dims(2);
        for (const int index : linear ? std::vector<int>{1, 5} : std::vector<int>{0, 1, 1, 2})
            indices.add_int64_data(index);
        const auto imported = crafted.import();
        QVERIFY(imported && imported->diagnostics.empty());
        const ir::Graph& graph = imported->model->graph;
        const auto elements = graph.value(*graph.findValue("w")).constant->as<float>();
        QVERIFY((std::vector<float>(elements.begin(), elements.end()) == std::vector<float>{0, 5, 0, 0, 0, 6}));
    }
}

// Written out again it is a dense constant.
void ImportTest::sparseConstant() {
    CraftedModel crafted;
    auto& attribute = *crafted.node("Constant", {}, {"y"}).add_attribute();
    attribute.set_name("sparse_value");
    attribute.set_type(pb::AttributeProto::SPARSE_TENSOR);
    auto& sparse = *attribute.mutable_sparse_tensor();
    sparse.add_dims(3);
    sparse.mutable_values()->set_data_type(pb::TensorProto::FLOAT);
    sparse.mutable_values()->add_dims(1);
    sparse.mutable_values()->add_float_data(7);
    sparse.mutable_indices()->set_data_type(pb::TensorProto::INT64);
    sparse.mutable_indices()->add_dims(1);
    sparse.mutable_indices()->add_int64_data(1);
    crafted.output("y", {3});
    const auto imported = crafted.import();
    QVERIFY(imported && imported->diagnostics.empty());
    const ir::Graph& graph = imported->model->graph;
    const ir::Tensor* value = graph.node(graph.order().front()).tensor("value");
    QVERIFY(value);
    const auto elements = value->as<float>();
    QVERIFY((std::vector<float>(elements.begin(), elements.end()) == std::vector<float>{0, 7, 0}));
    QVERIFY(!graph.node(graph.order().front()).find("sparse_value"));

    sparse.mutable_indices()->set_int64_data(0, 3);
    const auto outside = crafted.import();
    QVERIFY(outside && count(outside->diagnostics, "sparse-indices") == 1);
}

void ImportTest::cancelled() {
    CraftedModel crafted;
    crafted.small();
    std::stop_source source;
    source.request_stop();
    RunContext run;
    run.stop = source.get_token();
    const auto imported = edgewright::onnx::importModel(crafted.save(), run);
    QVERIFY(!imported);
    QVERIFY(imported.error().code == ErrorCode::Cancelled);
}

EDGEWRIGHT_TEST(ImportTest)

} // namespace edgewright::import_test

#include "import_test.moc"
