// SPDX-License-Identifier: GPL-3.0-or-later
// Subgraphs and functions: which values their names mean, and what a call becomes.
#include "tests/core/onnx/crafted_model.h"
#include "tests/support/test_class.h"

#include <QTest>

namespace edgewright::import_functions_test {

using namespace edgewright::test;

class ImportFunctionsTest : public QObject {
    Q_OBJECT

private slots:
    void subgraphReadsOuterValues();
    void nestedSubgraphsCaptureLevelByLevel();
    void functionBody();
    void functionArgumentsAndDefaults();
    void nestedFunctions();
    void overloads();
};

void ImportFunctionsTest::subgraphReadsOuterValues() {
    CraftedModel crafted;
    crafted.input("x");
    crafted.input("condition");
    auto& branch = *crafted.node("If", {"condition"}, {"y"}).add_attribute();
    branch.set_name("then_branch");
    branch.set_type(pb::AttributeProto::GRAPH);
    CraftedModel::node(*branch.mutable_g(), "Relu", {"x"}, {"inner"});
    CraftedModel::node(*branch.mutable_g(), "Neg", {"later"}, {"inner2"});
    branch.mutable_g()->add_output()->set_name("inner");
    crafted.node("Abs", {"x"}, {"later"}); // defined behind its reader in the subgraph: still the same value
    crafted.output("y");
    const auto imported = crafted.import();
    QVERIFY(imported);
    QCOMPARE(count(imported->diagnostics, "missing-input"), std::size_t(0));
    const ir::Graph& graph = imported->model->graph;
    const ir::Node& node = graph.node(graph.order().front());
    const auto inner = node.graph("then_branch");
    QVERIFY(inner);
    const ir::Value& captured = inner->value(inner->node(inner->order().front()).inputs.front());
    QVERIFY(captured.outer == graph.findValue("x"));
    QCOMPARE(captured.type.text(), std::string("float32[2]"));
    const auto all = ir::capturedValues(node);
    QCOMPARE(all.size(), std::size_t(2));
    QVERIFY(std::ranges::find(all, *graph.findValue("later")) != all.end());
}

void ImportFunctionsTest::nestedSubgraphsCaptureLevelByLevel() {
    CraftedModel crafted;
    crafted.input("x");
    pb::GraphProto* graph = &crafted.graph();
    for (int level = 0; level < 3; ++level) {
        auto& attribute = *CraftedModel::node(*graph, "If", {"x"}, {"y"}).add_attribute();
        attribute.set_name("then_branch");
        attribute.set_type(pb::AttributeProto::GRAPH);
        graph->add_output()->set_name("y");
        graph = attribute.mutable_g();
        graph->add_node()->set_op_type("Nop");
    }
    CraftedModel::node(*graph, "Relu", {"x"}, {"y"});
    graph->mutable_node()->SwapElements(0, 1);
    // The levels between read x only through their inner graphs.
    const auto imported = crafted.import();
    QVERIFY(imported);
    const ir::Graph* outer = &imported->model->graph;
    for (int level = 0; level < 3; ++level) {
        const ir::Node* holder = nullptr;
        for (const NodeId id : outer->order())
            if (outer->node(id).op == "If") holder = &outer->node(id);
        QVERIFY(holder);
        const auto inner = holder->graph("then_branch");
        const auto id = inner->findValue("x");
        QVERIFY(id);
        QVERIFY(inner->value(*id).outer == outer->findValue("x"));
        outer = inner.get();
    }
}

void ImportFunctionsTest::functionBody() {
    CraftedModel crafted;
    crafted.opset("our", 1);
    crafted.input("x");
    crafted.node("Twice", {"x"}, {"y"}).set_domain("our");
    crafted.node("Twice", {"y"}, {"z"}).set_domain("our");
    crafted.output("z");
    auto& function = crafted.function("our", "Twice", {"a"}, {"b"});
    CraftedModel::fill(*function.add_node(), "Add", {"a", "a"}, {"b"});
    const auto imported = crafted.import();
    QVERIFY(imported && imported->diagnostics.empty());
    const ir::Graph& graph = imported->model->graph;
    const ir::Node& call = graph.node(graph.order().front());
    QVERIFY(call.body);
    QCOMPARE(call.body->name, std::string("Twice"));
    QCOMPARE(call.body->nodeCount(), std::size_t(1));
    QCOMPARE(call.body->value(call.body->inputs.front()).name, std::string("a"));
    QCOMPARE(call.body->value(call.body->outputs.front()).name, std::string("b"));
    // The same arguments: the same body.
    QVERIFY(graph.node(graph.order().back()).body == call.body);
}

void ImportFunctionsTest::functionArgumentsAndDefaults() {
    CraftedModel crafted;
    crafted.opset("our", 1);
    crafted.input("x");
    auto& given = crafted.node("Leak", {"x"}, {"y"});
    given.set_domain("our");
    auto& argument = *given.add_attribute();
    argument.set_name("slope");
    argument.set_type(pb::AttributeProto::FLOAT);
    argument.set_f(0.5f);
    crafted.node("Leak", {"y"}, {"z"}).set_domain("our");
    crafted.output("z");
    auto& function = crafted.function("our", "Leak", {"a"}, {"b"});
    auto& node = *function.add_node();
    CraftedModel::fill(node, "LeakyRelu", {"a"}, {"b"});
    const auto refer = [&](const char* name, const char* to) {
        auto& attribute = *node.add_attribute();
        attribute.set_name(name);
        attribute.set_ref_attr_name(to);
        attribute.set_type(pb::AttributeProto::FLOAT);
    };
    refer("alpha", "slope");
    refer("gone", "nobody gives this");
    pb::AttributeProto preset;
    preset.set_name("slope");
    preset.set_type(pb::AttributeProto::FLOAT);
    preset.set_f(0.125f);
    // Field 11 is younger than the generated classes.
    function.GetReflection()->MutableUnknownFields(&function)->AddLengthDelimited(11,
                                                                                  preset.SerializeAsString());
    const auto imported = crafted.import();
    QVERIFY(imported && imported->diagnostics.empty());
    const ir::Graph& graph = imported->model->graph;
    const auto alpha = [&](NodeId id) {
        const ir::Graph& body = *graph.node(id).body;
        return body.node(body.order().front()).floatOr("alpha", -1);
    };
    QCOMPARE(alpha(graph.order().front()), 0.5f);
    QCOMPARE(alpha(graph.order().back()), 0.125f);
    const ir::Graph& body = *graph.node(graph.order().front()).body;
    QVERIFY(!body.node(body.order().front()).find("gone"));
}

void ImportFunctionsTest::nestedFunctions() {
    CraftedModel crafted;
    crafted.opset("our", 1);
    crafted.input("x");
    auto& call = crafted.node("Outer", {"x"}, {"y"});
    call.set_domain("our");
    auto& argument = *call.add_attribute();
    argument.set_name("n");
    argument.set_type(pb::AttributeProto::INT);
    argument.set_i(7);
    crafted.output("y");
    auto& outer = crafted.function("our", "Outer", {"a"}, {"b"});
    auto& inner = *outer.add_node();
    CraftedModel::fill(inner, "Inner", {"a"}, {"b"});
    inner.set_domain("our");
    auto& passed = *inner.add_attribute();
    passed.set_name("m");
    passed.set_ref_attr_name("n");
    passed.set_type(pb::AttributeProto::INT);
    auto& leaf = *crafted.function("our", "Inner", {"c"}, {"d"}).add_node();
    CraftedModel::fill(leaf, "Flatten", {"c"}, {"d"});
    auto& axis = *leaf.add_attribute();
    axis.set_name("axis");
    axis.set_ref_attr_name("m");
    axis.set_type(pb::AttributeProto::INT);
    const auto imported = crafted.import();
    QVERIFY(imported && imported->diagnostics.empty());
    const ir::Graph& graph = imported->model->graph;
    const ir::Graph& first = *graph.node(graph.order().front()).body;
    const ir::Graph& second = *first.node(first.order().front()).body;
    QCOMPARE(second.node(second.order().front()).intOr("axis", 0), std::int64_t(7));
}

void ImportFunctionsTest::overloads() {
    CraftedModel crafted;
    crafted.opset("our", 1);
    crafted.input("x");
    auto& call = crafted.node("F", {"x"}, {"y"});
    call.set_domain("our");
    call.GetReflection()->MutableUnknownFields(&call)->AddLengthDelimited(8, "second");
    crafted.output("y");
    for (const char* overload : {"first", "second"}) {
        auto& function = crafted.function("our", "F", {"a"}, {"b"});
        CraftedModel::fill(*function.add_node(), overload[0] == 'f' ? "Neg" : "Abs", {"a"}, {"b"});
        function.GetReflection()->MutableUnknownFields(&function)->AddLengthDelimited(13, overload);
    }
    const auto imported = crafted.import();
    QVERIFY(imported && imported->diagnostics.empty());
    const ir::Graph& graph = imported->model->graph;
    const ir::Graph& body = *graph.node(graph.order().front()).body;
    QCOMPARE(body.node(body.order().front()).op, std::string("Abs"));
}

EDGEWRIGHT_TEST(ImportFunctionsTest)

} // namespace edgewright::import_functions_test

#include "import_functions_test.moc"
