// SPDX-License-Identifier: GPL-3.0-or-later
// The modules around nodes, read from their metadata: as exporters write them, and such as contradict
// themselves.
#include "core/onnx/reading/hierarchy_reader.h"
#include "tests/core/onnx/written_model.h"
#include "tests/support/test_class.h"

#include <QTest>

namespace edgewright::node_hierarchy_test {

using namespace edgewright::test;

namespace {

constexpr int NodeMetadata = 9;
const char* const Scopes = "pkg.torch.onnx.name_scopes";
const char* const Classes = "pkg.torch.onnx.class_hierarchy";

void tell(pb::NodeProto& node, const std::string& key, const std::string& value) {
    pb::StringStringEntryProto entry;
    entry.set_key(key);
    entry.set_value(value);
    node.GetReflection()->MutableUnknownFields(&node)->AddLengthDelimited(NodeMetadata,
                                                                          entry.SerializeAsString());
}

// "a:A b:B"; "-" of none.
std::string textOf(const ir::HierarchyPtr& hierarchy) {
    if (!hierarchy) return "-";
    std::string text;
    for (const ir::HierarchyLevel& level : *hierarchy)
        text += (text.empty() ? "" : " ") + level.name + ':' + level.type;
    return text;
}

struct Read {
    std::string hierarchy;
    Diagnostics found;
};

Read readOne(const std::vector<std::pair<std::string, std::string>>& metadata) {
    pb::NodeProto node;
    for (const auto& [key, value] : metadata)
        tell(node, key, value);
    onnx::HierarchyReader reader;
    MemoryBudget memory(1 << 20);
    const auto hierarchy = reader.read(node, NodeId(0), "n", memory);
    return {textOf(hierarchy), reader.findings()};
}

} // namespace

class NodeHierarchyTest : public QObject, private WrittenModel {
    Q_OBJECT

private slots:
    void asExportersWriteIt_data() {
        QTest::addColumn<QStringList>("metadata"); // key, value, key, value
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* name, const QStringList& metadata, const char* expected) {
            QTest::newRow(name) << metadata << QString(expected);
        };
        const QString names = "['', 'm', 'm.layers.3', 'm.layers.3.mlp', 'linear_8']",
                      types = "['a.Out', 'b.c.Model', 'b.c.Layer', 'MLP', 'aten.linear.default']";
        row("PyTorch", {Scopes, names, Classes, types}, "m:Model layers.3:Layer mlp:MLP");
        row("with the namespace",
            {"namespace",
             ": a.Out/m: b.c.Model/m.layers.3: b.c.Layer/m.layers.3.mlp: MLP/linear_8: aten.linear.default",
             Scopes, names, Classes, types},
            "m:Model layers.3:Layer mlp:MLP");
        row("namespace alone", {"namespace", ": a.Out/m: b.c.Model/m.layers.3: b.c.Layer/add: aten.add.Tensor"},
            "m:Model layers.3:Layer");
        row("onnxscript",
            {"pkg.onnxscript.name_scopes", "['', 'model', 'layers.0']", "pkg.onnxscript.class_hierarchy",
             "['L', 'TextModel', 'DecoderLayer']", "namespace", ": L/model: TextModel/layers.0: DecoderLayer"},
            "model:TextModel layers.0:DecoderLayer");
        row("no classes", {Scopes, names}, "m: layers.3: mlp:");
        row("quotes", {Scopes, "['', \"it's\", 'a\\'b', 'add']"}, "it's: a'b:");
        row("right in the model", {Scopes, "['', 'add']"}, "");
        row("in no module", {Scopes, "['add']"}, "-");
        row("made up by PyTorch", {Scopes, "['_empty_nn_module_stack_from_metadata_hook', 'sym_size_int']"},
            "-");
        row("something else", {"author", "we"}, "-");
    }
    void asExportersWriteIt() {
        QFETCH(QStringList, metadata);
        QFETCH(QString, expected);
        std::vector<std::pair<std::string, std::string>> pairs;
        for (qsizetype i = 0; i + 1 < metadata.size(); i += 2)
            pairs.emplace_back(metadata[i].toStdString(), metadata[i + 1].toStdString());
        const Read read = readOne(pairs);
        QCOMPARE(QString::fromStdString(read.hierarchy), expected);
        QVERIFY2(read.found.empty(), read.found.empty() ? "" : read.found.front().message.c_str());
    }

    void contradictions_data() {
        QTest::addColumn<QString>("scopes");
        QTest::addColumn<QString>("namespaceText");
        QTest::addColumn<QString>("expected");
        QTest::addColumn<QString>("says");
        const QString longName(4096, 'x'), cut(128, 'x');
        QStringList many;
        for (int i = 0; i < 10'000; ++i)
            many << QStringLiteral("'l%1'").arg(i);
        QStringList kept;
        for (int i = 0; i < 24; ++i)
            kept << QStringLiteral("l%1:").arg(i);
        QTest::newRow("two modules") << "['', 'a', 'add']"
                                     << ": M/b: B"
                                     << "a:"
                                     << "two modules";
        QTest::newRow("within itself") << "['', 'a', 'a.b', 'a', 'add']"
                                       << ""
                                       << "a: b:"
                                       << "within itself";
        QTest::newRow("no name") << "['', 'a', '', 'a.b', 'add']"
                                 << ""
                                 << "a: b:"
                                 << "without a name";
        QTest::newRow("long") << "['', '" + longName + "', 'add']"
                              << "" << cut + ":"
                              << "4096 bytes";
        QTest::newRow("deep") << "['', " + many.join(", ") + "]"
                              << "" << kept.join(' ') << "more than 24";
        QTest::newRow("no list") << "['', 'a"
                                 << ""
                                 << "-"
                                 << "no list";
        QTest::newRow("no list, but a namespace") << "(a)"
                                                  << ": M/b: B"
                                                  << "b:B"
                                                  << "";
        QTest::newRow("empty segments") << ""
                                        << ": M//b: B"
                                        << "b:B"
                                        << "without a name";
    }
    void contradictions() {
        QFETCH(QString, scopes);
        QFETCH(QString, namespaceText);
        QFETCH(QString, expected);
        QFETCH(QString, says);
        std::vector<std::pair<std::string, std::string>> pairs;
        if (!scopes.isEmpty()) pairs.emplace_back(Scopes, scopes.toStdString());
        if (!namespaceText.isEmpty()) pairs.emplace_back("namespace", namespaceText.toStdString());
        const Read read = readOne(pairs);
        QCOMPARE(QString::fromStdString(read.hierarchy), expected);
        QCOMPARE(read.found.size(), std::size_t(says.isEmpty() ? 0 : 1));
        if (!says.isEmpty())
            QVERIFY2(QString::fromStdString(read.found.front().message).contains(says),
                     read.found.front().message.c_str());
    }

    // One sentence, however many nodes have it.
    void manyNodes() {
        onnx::HierarchyReader reader;
        MemoryBudget memory(std::int64_t(1) << 30);
        for (std::uint32_t i = 0; i < 10'000; ++i) {
            pb::NodeProto node;
            tell(node, Scopes, "['', 'm" + std::to_string(i) + "', '', 'add']");
            QVERIFY(reader.read(node, NodeId(i), "n", memory));
        }
        const Diagnostics found = reader.findings();
        QCOMPARE(found.size(), std::size_t(2));
        QVERIFY(found[0].message.ends_with("and so it is with 9999 more nodes"));
        QVERIFY(found[1].message.find("10000 modules") != std::string::npos);
        QCOMPARE(found[1].severity, Severity::Note);
        QVERIFY(memory.used() > 0);
    }

    void goesThroughExport() {
        CraftedModel crafted;
        crafted.input("x");
        crafted.output("y");
        auto& first = crafted.node("Relu", {"x"}, {"z"});
        tell(first, Scopes, "['', 'm', 'm.act', 'relu']");
        tell(first, "pkg.torch.onnx.fx_node", "%relu");
        crafted.node("Neg", {"z"}, {"y"});
        const auto imported = crafted.import();
        QVERIFY(imported && imported->diagnostics.empty());
        QCOMPARE(textOf(imported->model->graph.node(NodeId(0)).hierarchy), std::string("m: act:"));
        QCOMPARE(textOf(imported->model->graph.node(NodeId(1)).hierarchy), std::string("-"));
        const pb::ModelProto proto = written(*imported->model);
        QCOMPARE(proto.graph().node(0).SerializeAsString(), crafted.graph().node(0).SerializeAsString());
        const auto again = edgewright::onnx::importModel(file());
        QVERIFY(again);
        QCOMPARE(textOf(again->model->graph.node(NodeId(0)).hierarchy), std::string("m: act:"));
    }
};

EDGEWRIGHT_TEST(NodeHierarchyTest)

} // namespace edgewright::node_hierarchy_test

#include "node_hierarchy_test.moc"
