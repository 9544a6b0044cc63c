// SPDX-License-Identifier: GPL-3.0-or-later
// What becomes of groups and functions in a file, and of the names inside them.
#include "core/ir/builder.h"
#include "core/ir/verify.h"
#include "tests/core/onnx/graph_difference.h"
#include "tests/core/onnx/written_model.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <set>

namespace edgewright::export_functions_test {

using namespace edgewright::test;

namespace {

ir::TensorType floats(ir::Dims dims) { return {ir::DataType::Float32, std::move(dims)}; }

// x * w + c as a group with a body of MatMul and Add.
ir::Node group(ir::Graph& graph, ValueId x, ValueId w, ValueId c, const std::string& prefix,
               const std::string& second) {
    ir::GraphBuilder inner("MatMulAdd");
    const ValueId a = inner.input(prefix + "_a", floats({2, 2}));
    const ValueId b = inner.input(prefix + "_b", floats({2, 2}));
    const ValueId bias = inner.input(prefix + "_bias", floats({2}));
    const ValueId product = inner.node("MatMul", {a, b});
    inner.output(inner.node(second, {product, bias}));
    ir::Node node;
    node.name = prefix;
    node.op = "MatMulAdd";
    node.domain = ir::FusedDomain;
    node.inputs = {x, w, c};
    ir::Value value;
    value.name = prefix + "_out";
    node.outputs = {graph.addValue(std::move(value))};
    node.body = std::make_shared<const ir::Graph>(inner.take());
    return node;
}

} // namespace

class ExportFunctionsTest : public QObject, private WrittenModel {
    Q_OBJECT

private slots:
    void fusedGroup();
    void identicalBodiesAreShared();
    void bodyConstantsBecomeNodes();
    void functionsSurvive();
    void namesBecomeUnique();
    void subgraphNamesDoNotShadow();
};

void ExportFunctionsTest::fusedGroup() {
    ir::GraphBuilder builder;
    const ValueId x = builder.input("x", floats({2, 2}));
    const ValueId w = builder.constant("w", ir::Tensor::of<float>({2, 2}, {1, 2, 3, 4}));
    const ValueId c = builder.constant("c", ir::Tensor::of<float>({2}, {5, 6}));
    ir::Node node = group(builder.graph(), x, w, c, "fc", "Add");
    builder.output(node.outputs.front());
    builder.graph().addNode(node);
    const ir::Model model = modelOf(builder.take());
    const pb::ModelProto proto = written(model);
    QCOMPARE(proto.ir_version(), 8); // the first one with functions
    QCOMPARE(proto.functions_size(), 1);
    const pb::FunctionProto& function = proto.functions(0);
    QCOMPARE(function.domain(), std::string(ir::FusedDomain));
    QCOMPARE(function.name(), std::string("MatMulAdd"));
    QCOMPARE(function.input_size(), 3);
    QCOMPARE(function.node_size(), 2);
    QCOMPARE(function.opset_import(0).version(), 13);
    std::map<std::string, std::int64_t> opsets;
    for (const auto& each : proto.opset_import())
        opsets[each.domain()] = each.version();
    QVERIFY((opsets == std::map<std::string, std::int64_t>{{"", 13}, {"edgewright.fused", 1}}));

    const auto again = edgewright::onnx::importModel(file());
    QVERIFY(again && again->diagnostics.empty());
    const std::string found = difference(model.graph, again->model->graph);
    QVERIFY2(found.empty(), found.c_str());
    const ir::Node& read = again->model->graph.node(again->model->graph.order().front());
    QVERIFY(read.body);
    QCOMPARE(read.body->nodeCount(), std::size_t(2));
    QVERIFY(read.body->node(read.body->order().front()).is("MatMul"));
    QVERIFY(ir::verify(again->model->graph).empty());
}

void ExportFunctionsTest::identicalBodiesAreShared() {
    ir::GraphBuilder builder;
    const ValueId x = builder.input("x", floats({2, 2}));
    const ValueId w = builder.constant("w", ir::Tensor::of<float>({2, 2}, {1, 2, 3, 4}));
    const ValueId c = builder.constant("c", ir::Tensor::of<float>({2}, {5, 6}));
    ValueId last = x;
    for (const char* prefix : {"one", "two", "three"}) { // "three" has another body under the same name
        ir::Node node = group(builder.graph(), last, w, c, prefix, prefix[1] == 'h' ? "Sub" : "Add");
        last = node.outputs.front();
        builder.graph().addNode(std::move(node));
    }
    builder.output(last);
    const pb::ModelProto proto = written(modelOf(builder.take()));
    QCOMPARE(proto.functions_size(), 2);
    QCOMPARE(proto.graph().node(0).op_type(), std::string("MatMulAdd"));
    QCOMPARE(proto.graph().node(1).op_type(), std::string("MatMulAdd"));
    QCOMPARE(proto.graph().node(2).op_type(), std::string("MatMulAdd_1"));
    const auto again = edgewright::onnx::importModel(file());
    QVERIFY(again && again->diagnostics.empty());
    const ir::Graph& graph = again->model->graph;
    const auto secondOp = [&](std::uint32_t id) {
        const ir::Graph& body = *graph.node(NodeId(id)).body;
        return body.node(body.order().back()).op;
    };
    QCOMPARE(secondOp(1), std::string("Add"));
    QCOMPARE(secondOp(2), std::string("Sub"));
}

void ExportFunctionsTest::bodyConstantsBecomeNodes() {
    ir::GraphBuilder inner("Scale");
    const ValueId a = inner.input("a", floats({2}));
    const ValueId k = inner.constant("k", ir::Tensor::of<float>({1}, {3}));
    inner.output(inner.node("Mul", {a, k}));
    ir::GraphBuilder builder;
    const ValueId x = builder.input("x", floats({2}));
    const ValueId y = builder.value("y");
    ir::Node node;
    node.op = "Scale";
    node.domain = ir::FusedDomain;
    node.inputs = {x};
    node.outputs = {y};
    node.body = std::make_shared<const ir::Graph>(inner.take());
    builder.graph().addNode(std::move(node));
    builder.output(y);
    written(modelOf(builder.take()));
    const auto again = edgewright::onnx::importModel(file());
    QVERIFY(again && again->diagnostics.empty());
    const ir::Graph& body = *again->model->graph.node(NodeId(0)).body;
    const ir::Node& constant = body.node(body.order().front());
    QVERIFY(constant.is("Constant"));
    QCOMPARE(constant.tensor("value")->as<float>()[0], 3.0f);
    QVERIFY(body.node(body.order().back()).inputs[1] == constant.outputs[0]);
}

// A file's own functions with attributes: bodies differ by argument, so each gets a function of its own.
void ExportFunctionsTest::functionsSurvive() {
    CraftedModel crafted;
    crafted.opset("our", 4);
    crafted.input("x");
    crafted.output("z");
    for (const auto& [from, to] : {std::pair("x", "y"), std::pair("y", "z")}) {
        auto& call = crafted.node("Leak", {from}, {to});
        call.set_domain("our");
        auto& argument = *call.add_attribute();
        argument.set_name("slope");
        argument.set_type(pb::AttributeProto::FLOAT);
        argument.set_f(*from == 'x' ? 0.5f : 0.25f);
    }
    auto& node = *crafted.function("our", "Leak", {"a"}, {"b"}).add_node();
    CraftedModel::fill(node, "LeakyRelu", {"a"}, {"b"});
    auto& attribute = *node.add_attribute();
    attribute.set_name("alpha");
    attribute.set_ref_attr_name("slope");
    attribute.set_type(pb::AttributeProto::FLOAT);
    const auto first = crafted.import();
    QVERIFY(first);
    const pb::ModelProto proto = written(*first->model);
    QCOMPARE(proto.functions_size(), 2);
    QCOMPARE(proto.functions(0).attribute(0), std::string("slope"));
    const auto again = edgewright::onnx::importModel(file());
    QVERIFY(again && again->diagnostics.empty());
    const ir::Graph& graph = again->model->graph;
    for (const std::uint32_t id : {0u, 1u}) {
        const ir::Node& call = graph.node(NodeId(id));
        QCOMPARE(call.domain, std::string("our"));
        QCOMPARE(call.body->node(NodeId(0)).floatOr("alpha", 0), id == 0 ? 0.5f : 0.25f);
    }
    QCOMPARE(again->model->opsets.at("our"), std::int64_t(4));
}

void ExportFunctionsTest::namesBecomeUnique() {
    ir::GraphBuilder builder;
    const ValueId x = builder.input("x", floats({1}));
    const ValueId a = builder.value("y"), b = builder.value(""), c = builder.value("y"), d = builder.value("");
    builder.nodeInto("Neg", {x}, {a});
    builder.nodeInto("Neg", {a}, {b});
    builder.nodeInto("Neg", {b}, {d});
    builder.nodeInto("Neg", {d}, {c});
    builder.output(c); // an output keeps its name, also when it comes last
    const pb::ModelProto proto = written(modelOf(builder.take()));
    QCOMPARE(proto.graph().output(0).name(), std::string("y"));
    std::set<std::string> names;
    for (const auto& node : proto.graph().node())
        QVERIFY(!node.output(0).empty() && names.insert(node.output(0)).second);
    QCOMPARE(proto.graph().node(1).input(0), proto.graph().node(0).output(0));
    QVERIFY(edgewright::onnx::importModel(file())->diagnostics.empty());
}

void ExportFunctionsTest::subgraphNamesDoNotShadow() {
    ir::GraphBuilder inner("branch");
    ir::Value captured;
    captured.name = "renamed"; // is the outer x, whatever it is called in here
    captured.outer = ValueId(0);
    const ValueId in = inner.graph().addValue(captured);
    const ValueId own = inner.value("x");
    inner.nodeInto("Neg", {in}, {own});
    inner.output(own);
    ir::GraphBuilder builder;
    const ValueId x = builder.input("x", floats({1}));
    QCOMPARE(x, ValueId(0));
    builder.output(builder.node("If", {x}, {{"then_branch", std::make_shared<const ir::Graph>(inner.take())}}));
    const pb::ModelProto proto = written(modelOf(builder.take()));
    const auto& node = proto.graph().node(0).attribute(0).g().node(0);
    QCOMPARE(node.input(0), std::string("x"));
    QVERIFY(node.output(0) != "x");
    QCOMPARE(proto.graph().node(0).attribute(0).g().output(0).name(), node.output(0));
}

EDGEWRIGHT_TEST(ExportFunctionsTest)

} // namespace edgewright::export_functions_test

#include "export_functions_test.moc"
