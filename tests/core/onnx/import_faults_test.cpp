// SPDX-License-Identifier: GPL-3.0-or-later
// What broken files lead to: one clear error, or a model with findings.
#include "tests/core/onnx/crafted_model.h"
#include "tests/support/shared_files.h"

#include <QtTest>

using namespace edgewright;
using namespace edgewright::test;

namespace {

std::string textOf(const Diagnostics& found) {
    std::string text;
    for (const Diagnostic& each : found)
        text += each.code + " [" + each.place + "] " + each.message + "\n";
    return text;
}

void external(pb::TensorProto& tensor, const std::string& location) {
    tensor.clear_raw_data();
    tensor.set_data_location(pb::TensorProto::EXTERNAL);
    auto& entry = *tensor.add_external_data();
    entry.set_key("location");
    entry.set_value(location);
}

} // namespace

class ImportFaultsTest : public QObject {
    Q_OBJECT

private slots:
    void badFiles_data();
    void badFiles();
    void noModel_data();
    void noModel();
    void missingFile();
    void cycle();
    void missingInput();
    void twoProducers();
    void writtenInput();
    void wrongBytes();
    void badShapes();
    void unknownNumbers();
    void duplicateInitializer();
    void missingExternalData();
    void externalDataOutside_data();
    void externalDataOutside();
    void externalDataThroughLink();
    void unsorted();
    void newerVersions();
    void missingOpset();
    void recursiveFunctions();
    void wrongCall();
    void multiplyingFunctions();
    void functionsAlongAChain();
    void deepNesting();
    void findingsInSubgraphs();
    void sparseOutside();
    void hugeSparse();
    void boolsAreNormal();
};

void ImportFaultsTest::badFiles_data() {
    QTest::addColumn<QString>("error"); // part of the error; empty: the file opens
    QTest::addColumn<QString>("code");  // of a finding
    QTest::addColumn<int>("nodes");
    QTest::newRow("git-lfs-pointer") << "git lfs pull"
                                     << "" << 0;
    QTest::newRow("truncated-at-400000-bytes") << "the file ends after"
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
    QTest::newRow("no graph") << QByteArray("\x08\x08", 2) << "no graph";
    QTest::newRow("empty graph") << QByteArray("\x08\x08\x3a\x00", 4) << "empty graph";
    QTest::newRow("no version") << QByteArray("\x3a\x04\x0a\x02\x22\x00", 6) << "neither an IR version";
    QTest::newRow("wild version") << QByteArray("\x08\xff\xff\xff\x7f\x3a\x04\x0a\x02\x22\x00", 11)
                                  << "IR version 268435455";
    QTest::newRow("endless length") << QByteArray("\x3a\xff\xff\xff\xff\x0f", 6) << "file ends after";
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
    QCOMPARE(find(imported->diagnostics, "two-producers")->node, NodeId(1));
    const ir::Graph& graph = imported->model->graph;
    QVERIFY(graph.outputs.front() == graph.node(NodeId(0)).outputs.front());
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
}

void ImportFaultsTest::wrongBytes() {
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

void ImportFaultsTest::badShapes() {
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

void ImportFaultsTest::unknownNumbers() {
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

void ImportFaultsTest::duplicateInitializer() {
    CraftedModel crafted;
    crafted.small();
    crafted.weights("w", {1}, std::string("\0\0\x80\x3f", 4));
    crafted.weights("w", {1}, std::string(4, '\0'));
    const auto imported = crafted.import();
    QVERIFY(imported);
    QCOMPARE(count(imported->diagnostics, "duplicate-initializer"), std::size_t(1));
    const ir::Graph& graph = imported->model->graph;
    QCOMPARE(graph.value(*graph.findValue("w")).constant->as<float>()[0], 1.0f);
}

void ImportFaultsTest::missingExternalData() {
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

void ImportFaultsTest::externalDataOutside_data() {
    QTest::addColumn<QString>("location");
    QTest::newRow("parent") << "../x";
    QTest::newRow("parent inside") << "sub/../../x";
    QTest::newRow("absolute") << "/etc/passwd";
}

void ImportFaultsTest::externalDataOutside() {
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

void ImportFaultsTest::externalDataThroughLink() {
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

void ImportFaultsTest::recursiveFunctions() {
    CraftedModel crafted;
    crafted.opset("our", 1);
    crafted.input("x");
    crafted.node("Helper", {"x"}, {"h"}).set_domain("our");
    crafted.node("Ping", {"h"}, {"y"}).set_domain("our");
    crafted.output("y");
    const auto calls = [&](const char* name, const char* callee) {
        auto& node = *crafted.function("our", name, {"a"}, {"b"}).add_node();
        CraftedModel::fill(node, callee, {"a"}, {"b"});
        node.set_domain("our");
    };
    calls("Ping", "Pong");
    calls("Pong", "Ping");
    calls("Helper", "Ping"); // calls a recursion, but is none
    const auto imported = crafted.import();
    QVERIFY(imported);
    QVERIFY2(count(imported->diagnostics, "recursive-function") == 2 && imported->diagnostics.size() == 2,
             textOf(imported->diagnostics).c_str());
    const ir::Graph& graph = imported->model->graph;
    QVERIFY(graph.node(NodeId(0)).body);
    QVERIFY(!graph.node(NodeId(1)).body);
}

void ImportFaultsTest::wrongCall() {
    CraftedModel crafted;
    crafted.opset("our", 1);
    crafted.input("x");
    crafted.node("F", {"x", "x"}, {"y"}).set_domain("our");
    crafted.output("y");
    CraftedModel::fill(*crafted.function("our", "F", {"a"}, {"b"}).add_node(), "Neg", {"a"}, {"b"});
    const auto imported = crafted.import();
    QVERIFY(imported);
    QCOMPARE(count(imported->diagnostics, "function-signature"), std::size_t(1));
    QVERIFY(!imported->model->graph.node(NodeId(0)).body);
}

// Each function calls the next one twice: written out, 2^30 nodes.
void ImportFaultsTest::multiplyingFunctions() {
    for (const bool distinct : {false, true}) {
        CraftedModel crafted;
        crafted.opset("our", 1);
        crafted.input("x");
        crafted.node("F0", {"x"}, {"y"}).set_domain("our");
        crafted.output("y");
        constexpr int Levels = 30;
        for (int level = 0; level < Levels; ++level) {
            auto& function = crafted.function("our", "F" + std::to_string(level), {"a"}, {"c"});
            for (int half = 0; half < 2; ++half) {
                auto& node = *function.add_node();
                CraftedModel::fill(node, level + 1 < Levels ? "F" + std::to_string(level + 1) : "Neg",
                                   {half == 0 ? "a" : "b"}, {half == 0 ? "b" : "c"});
                node.set_domain(level + 1 < Levels ? "our" : "");
                if (!distinct) continue;
                // Arguments that differ in every call defeat the sharing of bodies.
                for (int each = 0; each <= level; ++each) {
                    auto& argument = *node.add_attribute();
                    argument.set_name("n" + std::to_string(each));
                    argument.set_type(pb::AttributeProto::INT);
                    if (each < level)
                        argument.set_ref_attr_name("n" + std::to_string(each));
                    else
                        argument.set_i(half);
                }
            }
        }
        edgewright::onnx::ImportLimits limits;
        limits.subgraphDepth = 40;
        const auto imported = crafted.import(limits);
        QVERIFY(imported);
        QVERIFY(count(imported->diagnostics, "function-limit") > 0);
    }
}

// Functions that call each other in a row, called from the innermost on: each body by itself is shallow when it
// is made.
void ImportFaultsTest::functionsAlongAChain() {
    CraftedModel crafted;
    crafted.opset("our", 1);
    crafted.input("x0");
    constexpr int Length = 200;
    for (int i = 0; i < Length; ++i) {
        crafted.node("F" + std::to_string(i), {"x" + std::to_string(i)}, {"x" + std::to_string(i + 1)})
            .set_domain("our");
        auto& node = *crafted.function("our", "F" + std::to_string(i), {"a"}, {"b"}).add_node();
        CraftedModel::fill(node, i == 0 ? "Neg" : "F" + std::to_string(i - 1), {"a"}, {"b"});
        if (i > 0) node.set_domain("our");
    }
    crafted.output("x" + std::to_string(Length));
    const auto imported = crafted.import();
    QVERIFY(imported);
    QVERIFY(count(imported->diagnostics, "function-limit") > 0);
    const auto height = [](const auto& self, const ir::Graph& graph) -> int {
        int result = 0;
        for (const NodeId id : graph.order())
            if (const auto& body = graph.node(id).body) result = std::max(result, 1 + self(self, *body));
        return result;
    };
    QVERIFY(height(height, imported->model->graph) <= 33);
}

void ImportFaultsTest::deepNesting() {
    const auto nested = [](int levels) {
        CraftedModel crafted;
        pb::GraphProto* graph = &crafted.graph();
        for (int level = 0; level < levels; ++level) {
            auto& attribute = *CraftedModel::node(*graph, "If", {}, {"y"}).add_attribute();
            attribute.set_name("then_branch");
            attribute.set_type(pb::AttributeProto::GRAPH);
            graph = attribute.mutable_g();
        }
        CraftedModel::node(*graph, "Neg", {}, {"y"});
        return crafted.import();
    };
    QVERIFY(nested(32));
    for (const int levels : {33, 400, 5000}) {
        const auto imported = nested(levels);
        QVERIFY(!imported);
        QVERIFY2(contains(imported.error().message, "deeper than"), imported.error().message.c_str());
    }
}

void ImportFaultsTest::findingsInSubgraphs() {
    CraftedModel crafted;
    crafted.small();
    auto& node = crafted.node("If", {"x"}, {"z"});
    auto& attribute = *node.add_attribute();
    attribute.set_name("then_branch");
    attribute.set_type(pb::AttributeProto::GRAPH);
    auto& tensor = *attribute.mutable_g()->add_initializer();
    tensor.set_name("w");
    tensor.set_data_type(1);
    tensor.add_dims(3);
    CraftedModel::node(*attribute.mutable_g(), "Neg", {"nowhere"}, {"v"});
    const auto imported = crafted.import();
    QVERIFY(imported);
    QCOMPARE(imported->diagnostics.size(), std::size_t(2));
    for (const Diagnostic& found : imported->diagnostics) {
        QCOMPARE(found.node, NodeId(1));
        QVERIFY2(contains(found.place, "in 'then_branch' of node 'If_z'"), found.place.c_str());
    }
}

void ImportFaultsTest::sparseOutside() {
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

void ImportFaultsTest::hugeSparse() {
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

void ImportFaultsTest::boolsAreNormal() {
    CraftedModel crafted;
    crafted.small();
    crafted.weights("w", {4}, std::string("\x00\x01\x02\xff", 4)).set_data_type(pb::TensorProto::BOOL);
    const auto imported = crafted.import();
    QVERIFY(imported);
    const ir::Graph& graph = imported->model->graph;
    const auto bytes = graph.value(*graph.findValue("w")).constant->as<std::uint8_t>();
    QVERIFY((std::vector<int>(bytes.begin(), bytes.end()) == std::vector<int>{0, 1, 1, 1}));
}

QTEST_GUILESS_MAIN(ImportFaultsTest)
#include "import_faults_test.moc"
