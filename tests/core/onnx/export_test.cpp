// SPDX-License-Identifier: GPL-3.0-or-later
// Written models read back as what they were, and say what a runtime asks of a model.
#include "core/ir/builder.h"
#include "core/ir/order.h"
#include "core/ir/verify.h"
#include "core/onnx/export.h"
#include "tests/core/onnx/crafted_model.h"
#include "tests/support/shared_files.h"

#include <QtTest>

#include <cstring>
#include <map>
#include <set>
#include <sys/stat.h>

using namespace edgewright;
using namespace edgewright::test;

namespace {

// `typed`: the inputs of functions have no types in a file.
std::string difference(const ir::Graph& a, const ir::Graph& b, bool typed = true);

std::string difference(const ir::Tensor& a, const ir::Tensor& b) {
    if (a.type() != b.type()) return a.type().text() + " and " + b.type().text();
    if (a.strings() != b.strings()) return "strings";
    if (a.bytes().size() != b.bytes().size()) return "byte counts";
    if (!a.bytes().empty() && std::memcmp(a.bytes().data(), b.bytes().data(), a.bytes().size()) != 0)
        return "bytes";
    return {};
}

std::string difference(const ir::AttributeValue& a, const ir::AttributeValue& b) {
    if (a.index() != b.index()) return "kinds";
    return std::visit(
        [&](const auto& value) -> std::string {
            using T = std::remove_cvref_t<decltype(value)>;
            const T& other = std::get<T>(b);
            if constexpr (std::is_same_v<T, ir::Tensor> ||
                          std::is_same_v<T, std::shared_ptr<const ir::Graph>>) {
                if constexpr (std::is_same_v<T, ir::Tensor>)
                    return difference(value, other);
                else
                    return difference(*value, *other);
            } else if constexpr (std::is_same_v<T, std::vector<ir::Tensor>> ||
                                 std::is_same_v<T, std::vector<std::shared_ptr<const ir::Graph>>>) {
                return value.size() == other.size() ? "" : "list lengths";
            } else if constexpr (std::is_same_v<T, ir::OpaqueAttribute>) {
                return value.serialized == other.serialized ? "" : "opaque bytes";
            } else {
                return value == other ? "" : "values";
            }
        },
        a);
}

std::vector<std::string> namesOf(const ir::Graph& graph, const std::vector<ValueId>& ids) {
    std::vector<std::string> names;
    for (const ValueId id : ids)
        names.push_back(id.valid() ? graph.value(id).name : "");
    return names;
}

// The constants that something reads: others are not written.
std::map<std::string, ir::Tensor> readConstants(const ir::Graph& graph) {
    std::map<std::string, ir::Tensor> result;
    const ir::Connections connections(graph);
    for (std::size_t i = 0; i < graph.valueCount(); ++i) {
        const ir::Value& value = graph.value(ValueId(i));
        if (value.constant && (!connections.consumers(value.id).empty() || graph.isOutput(value.id)))
            result.emplace(value.name, *value.constant);
    }
    return result;
}

// Empty when both graphs say the same, by names.
std::string difference(const ir::Graph& a, const ir::Graph& b, bool typed) {
    if (a.nodeCount() != b.nodeCount()) return "node counts";
    if (namesOf(a, a.inputs) != namesOf(b, b.inputs)) return "inputs";
    if (namesOf(a, a.outputs) != namesOf(b, b.outputs)) return "outputs";
    for (std::size_t i = 0; i < a.inputs.size() && typed; ++i)
        if (a.value(a.inputs[i]).type != b.value(b.inputs[i]).type) return "input types";
    for (std::size_t i = 0; i < a.nodeCount(); ++i) {
        const ir::Node& x = a.node(a.order()[i]);
        const ir::Node& y = b.node(b.order()[i]);
        const std::string at = "node " + x.label() + ": ";
        if (x.name != y.name || x.op != y.op || x.domain != y.domain || x.doc != y.doc) return at + "labels";
        if (namesOf(a, x.inputs) != namesOf(b, y.inputs)) return at + "inputs";
        if (namesOf(a, x.outputs) != namesOf(b, y.outputs)) return at + "outputs";
        if (x.attributes.size() != y.attributes.size()) return at + "attribute counts";
        for (const ir::Attribute& attribute : x.attributes) {
            const ir::AttributeValue* other = y.find(attribute.name);
            if (!other) return at + attribute.name + " is gone";
            if (const auto found = difference(attribute.value, *other); !found.empty())
                return at + attribute.name + ": " + found;
        }
        for (const ValueId id : x.outputs)
            if (id.valid() && b.findValue(a.value(id).name) &&
                a.value(id).type != b.value(*b.findValue(a.value(id).name)).type)
                return at + "output types";
        if (!x.body != !y.body) return at + "bodies";
        if (x.body)
            if (const auto found = difference(*x.body, *y.body, false); !found.empty())
                return at + "body: " + found;
    }
    const auto before = readConstants(a), after = readConstants(b);
    if (before.size() != after.size()) return "constant counts";
    for (const auto& [name, tensor] : before) {
        if (!after.contains(name)) return "constant " + name + " is gone";
        if (const auto found = difference(tensor, after.at(name)); !found.empty())
            return "constant " + name + ": " + found;
    }
    return {};
}

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

class ExportTest : public QObject {
    Q_OBJECT

private slots:
    void roundTrip_data();
    void roundTrip();
    void header();
    void fusedGroup();
    void identicalBodiesAreShared();
    void bodyConstantsBecomeNodes();
    void functionsSurvive();
    void namesBecomeUnique();
    void subgraphNamesDoNotShadow();
    void executionOrder();
    void earlyFilesListConstants();
    void unreadConstantsAreLeftOut();
    void missingDataIsAnError();
    void failureLeavesNothing();
    void otherTypes();

private:
    pb::ModelProto written(const ir::Model& model) {
        const auto done = edgewright::onnx::exportModel(model, model.graph, file());
        pb::ModelProto proto;
        std::ifstream stream(file(), std::ios::binary);
        if (!done || !proto.ParseFromIstream(&stream)) qWarning("not written");
        return proto;
    }
    std::filesystem::path file() const {
        return std::filesystem::path(m_folder.path().toStdString()) / "out.onnx";
    }
    static ir::Model modelOf(ir::Graph graph) {
        ir::Model model;
        model.irVersion = 7;
        model.opsets[""] = 13;
        model.graph = std::move(graph);
        return model;
    }
    QTemporaryDir m_folder;
};

void ExportTest::roundTrip_data() {
    QTest::addColumn<QString>("path");
    for (const char* name : {"tiny_cnn_2d", "depthwise_cnn_2d", "residual_cnn_2d", "signal_cnn_1d"})
        QTest::newRow(name) << QString::fromStdString(sample(std::string(name) + ".onnx").string());
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

void ExportTest::fusedGroup() {
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

void ExportTest::identicalBodiesAreShared() {
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

void ExportTest::bodyConstantsBecomeNodes() {
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
void ExportTest::functionsSurvive() {
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

void ExportTest::namesBecomeUnique() {
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

void ExportTest::subgraphNamesDoNotShadow() {
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
    auto& inner = *optional.mutable_type()->mutable_optional_type()->mutable_elem_type()->mutable_sequence_type();
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

QTEST_GUILESS_MAIN(ExportTest)
#include "export_test.moc"
