// SPDX-License-Identifier: GPL-3.0-or-later
// Fused models as files: what other runtimes ask of them, and that they are what was meant.
#include "core/pipeline/written_model.h"

#include "core/ir/builder.h"
#include "core/ir/subgraphs.h"
#include "core/onnx/export.h"
#include "core/ops/operator.h"
#include "core/pipeline/study.h"
#include "tests/core/onnx/graph_difference.h"
#include "tests/support/shared_files.h"
#include "tests/support/test_class.h"

#include <QTemporaryDir>
#include <QTest>

#include <functional>
#include <map>

namespace edgewright::written_model_test {

namespace fs = std::filesystem;

namespace {

using Visit = std::function<void(const ir::Graph&, const ir::Node&)>;

// Every node of the graph and of the subgraphs in it.
void forEachNode(const ir::Graph& graph, const Visit& visit) {
    for (const NodeId id : graph.order()) {
        visit(graph, graph.node(id));
        ir::forEachSubgraph(graph.node(id), [&](const ir::Subgraph& inner) { forEachNode(*inner, visit); });
    }
}

bool isUnknown(const ir::Node& node) { return !node.body && !ops::find(node.domain, node.op); }

// Empty where every function that was made has inputs and holds operators that its opsets define.
std::string faultOfFunctions(const ir::Model& model) {
    std::string fault;
    forEachNode(model.graph, [&](const ir::Graph& graph, const ir::Node& node) {
        if (!node.body || node.domain != ir::FusedDomain) return;
        if (node.body->inputs.empty()) fault = node.label() + " has no inputs";
        const ir::Opsets& opsets = ir::opsetsOf(*node.body, ir::opsetsOf(graph, model.opsets));
        for (const NodeId id : node.body->order()) {
            const ir::Node& member = node.body->node(id);
            if (!member.body && !ops::isDefined(member, ir::opsetOf(opsets, member.domain)))
                fault = node.label() + " holds " + member.op + ", which its opset does not define";
        }
    });
    return fault;
}

// Empty where nodes of unknown operators have the attributes that they had.
std::string faultOfForeign(const ir::Graph& before, const ir::Graph& after) {
    std::map<std::string, const ir::Node*> given; // by the name of what they write
    forEachNode(before, [&](const ir::Graph& graph, const ir::Node& node) {
        if (isUnknown(node) && node.output(0).valid()) given[graph.value(node.output(0)).name] = &node;
    });
    std::string fault;
    forEachNode(after, [&](const ir::Graph& graph, const ir::Node& node) {
        if (!isUnknown(node) || !node.output(0).valid()) return;
        const auto found = given.find(graph.value(node.output(0)).name);
        if (found == given.end()) return;
        if (node.attributes.size() != found->second->attributes.size()) fault = node.label() + ": attributes";
        for (const ir::Attribute& attribute : found->second->attributes) {
            const ir::AttributeValue* written = node.find(attribute.name);
            const std::string difference =
                written ? edgewright::test::difference(attribute.value, *written) : std::string("is gone");
            if (!difference.empty()) fault = node.label() + ", " + attribute.name + ": " + difference;
        }
    });
    return fault;
}

} // namespace

class WrittenModelTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    fs::path file(const char* name) const { return fs::path(m_folder.path().toStdString()) / name; }

    void check(const fs::path& model) {
        const auto opened = pipeline::open(model);
        if (!opened) return; // no model to be written
        const auto typed = pipeline::type(*opened, {}, false);
        const auto history = pipeline::fuse(*typed, {});
        if (!history) return;
        const auto written = pipeline::writeFused(*typed, **history, file("out.onnx"));
        if (!written && written.error().message.find("has no data") != std::string::npos) return;
        QVERIFY2(written, written ? "" : written.error().message.c_str());
        QVERIFY2(written->fault.empty(), written->fault.c_str());
        const ir::Model& after = *written->opened->model;
        const std::string functions = faultOfFunctions(after);
        QVERIFY2(functions.empty(), functions.c_str());
        const std::string foreign = faultOfForeign((*opened)->model->graph, after.graph);
        QVERIFY2(foreign.empty(), foreign.c_str());
    }

    static void rows(const char* folder) {
        QTest::addColumn<QString>("path");
        for (const fs::path& each : edgewright::test::sharedFiles(folder, ".onnx"))
            QTest::newRow(edgewright::test::sharedName(each).c_str()) << QString::fromStdString(each.string());
    }

private slots:
    void fusionCases_data() { rows("fusion-cases"); }
    void fusionCases() {
        if (edgewright::test::shared("fusion-cases").empty()) QSKIP(edgewright::test::sharedMissing());
        QFETCH(QString, path);
        check(path.toStdString());
    }

    void models_data() { rows("models"); }
    void models() {
        if (edgewright::test::shared("models").empty()) QSKIP(edgewright::test::sharedMissing());
        QFETCH(QString, path);
        check(path.toStdString());
    }

    void samples() {
        for (const std::string& name : edgewright::test::samples())
            check(edgewright::test::sample(name + ".onnx"));
    }

    // A file that is not what was meant is no file: what lay there stays.
    void nothingIsSavedWithAFault() {
        const auto opened = pipeline::open(edgewright::test::sample("tiny_cnn_2d.onnx"));
        QVERIFY(opened.has_value());
        const auto typed = pipeline::type(*opened, {}, false);
        const auto history = pipeline::fuse(*typed, {});
        QVERIFY(history.has_value());
        const fs::path target = file("saved") / "kept.onnx";
        fs::create_directories(target.parent_path());
        QVERIFY(pipeline::saveFused(*typed, **history, target).has_value());
        const auto size = fs::file_size(target);
        fusion::History wrong = **history; // of an output that has another rank than it says
        auto& type = wrong.graph.value(wrong.graph.outputs.front()).type;
        type.shape->insert(type.shape->begin(), ir::Dim(1));
        const auto saved = pipeline::saveFused(*typed, wrong, target);
        QVERIFY(!saved);
        QVERIFY2(saved.error().message.find("was not written") != std::string::npos,
                 saved.error().message.c_str());
        QCOMPARE(fs::file_size(target), size);
        QCOMPARE(std::distance(fs::directory_iterator(target.parent_path()), fs::directory_iterator()),
                 std::ptrdiff_t(1));
    }

    void contradictions() {
        const auto says = [](const ir::TensorType& actual, const ir::TensorType& declared) {
            return !pipeline::contradiction("y", actual, declared).empty();
        };
        const ir::TensorType square(ir::DataType::Float32, ir::Dims{2, 2});
        const ir::TensorType open(ir::DataType::Float32, std::vector<ir::Dim>{ir::Dim::named("n"), ir::Dim(2)});
        QVERIFY(!says(square, square) && !says(square, open) && !says(square, {}) && !says({}, square));
        QVERIFY(!says(square, ir::TensorType(ir::DataType::Float32)));
        QVERIFY(says(square, ir::TensorType(ir::DataType::Float32, ir::Dims{1, 2, 2})));
        QVERIFY(says(square, ir::TensorType(ir::DataType::Float32, ir::Dims{2, 3})));
        QVERIFY(says(square, ir::TensorType(ir::DataType::Float16, ir::Dims{2, 2})));
        QVERIFY(says(ir::TensorType::sequenceOf(square), square));
    }
};

EDGEWRIGHT_TEST(WrittenModelTest)

} // namespace edgewright::written_model_test

#include "written_model_test.moc"
