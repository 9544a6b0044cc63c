// SPDX-License-Identifier: GPL-3.0-or-later
// Functions and subgraphs that call themselves, multiply, nest too deeply or do not fit.
#include "tests/core/onnx/crafted_model.h"
#include "tests/support/test_class.h"

#include <QTest>

namespace edgewright::import_function_faults_test {

using namespace edgewright::test;

class ImportFunctionFaultsTest : public QObject {
    Q_OBJECT

private slots:
    void recursiveFunctions();
    void wrongCall();
    void multiplyingFunctions();
    void functionsAlongAChain();
    void deepNesting();
    void findingsInSubgraphs();
};

void ImportFunctionFaultsTest::recursiveFunctions() {
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

void ImportFunctionFaultsTest::wrongCall() {
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
void ImportFunctionFaultsTest::multiplyingFunctions() {
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
void ImportFunctionFaultsTest::functionsAlongAChain() {
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

void ImportFunctionFaultsTest::deepNesting() {
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
    const auto whole = nested(32);
    QVERIFY(whole);
    QCOMPARE(count(whole->diagnostics, "too-deep"), std::size_t(0));
    for (const int levels : {33, 400}) {
        const auto imported = nested(levels);
        QVERIFY2(imported, imported ? "" : imported.error().message.c_str());
        QCOMPARE(count(imported->diagnostics, "too-deep"), std::size_t(1));
        QCOMPARE(imported->model->graph.nodeCount(), std::size_t(1));
    }
    const auto endless = nested(5000); // more than protobuf reads at once
    QVERIFY2(endless, endless ? "" : endless.error().message.c_str());
    QVERIFY(count(endless->diagnostics, "damaged") > 0);
    QCOMPARE(endless->model->graph.nodeCount(), std::size_t(1));
}

void ImportFunctionFaultsTest::findingsInSubgraphs() {
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

EDGEWRIGHT_TEST(ImportFunctionFaultsTest)

} // namespace edgewright::import_function_faults_test

#include "import_function_faults_test.moc"
