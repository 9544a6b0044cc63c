// SPDX-License-Identifier: GPL-3.0-or-later
// What a file says beyond what we read goes through unchanged: fields of newer versions, notes, overloads,
// operator sets of single functions, weights in files of their own.
#include "core/exec/executor.h"
#include "core/ir/builder.h"
#include "core/ops/infer.h"
#include "tests/core/onnx/written_model.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <cmath>

namespace edgewright::export_kept_test {

using namespace edgewright::test;

namespace {

// A field that the generated classes do not know, as they would keep it.
void addUnknown(google::protobuf::Message& message, int field, const std::string& text) {
    message.GetReflection()->MutableUnknownFields(&message)->AddLengthDelimited(field, text);
}

std::string unknown(const google::protobuf::Message& message, int field) {
    const auto& fields = message.GetReflection()->GetUnknownFields(message);
    for (int i = 0; i < fields.field_count(); ++i)
        if (fields.field(i).number() == field) return fields.field(i).length_delimited();
    return {};
}

constexpr int NodeOverload = 8, NodeMetadata = 9, FunctionOverload = 13, FunctionMetadata = 14,
              GraphMetadata = 16, ValueMetadata = 4, TensorMetadata = 16, ModelConfiguration = 26;

// A function of one operator.
pb::FunctionProto& simple(CraftedModel& crafted, const std::string& name, const std::string& op,
                          const std::string& overload) {
    auto& function = crafted.function("our", name, {"a"}, {"b"});
    CraftedModel::fill(*function.add_node(), op, {"a"}, {"b"});
    if (!overload.empty()) addUnknown(function, FunctionOverload, overload);
    return function;
}

pb::NodeProto& call(CraftedModel& crafted, const std::string& name, const std::string& from,
                    const std::string& to, const std::string& overload) {
    auto& node = crafted.node(name, {from}, {to});
    node.set_domain("our");
    if (!overload.empty()) addUnknown(node, NodeOverload, overload);
    return node;
}

float runOnce(const ir::Model& model, float x) {
    const auto inferred = ops::inferTypes(model.graph, model.opsets);
    const auto result = exec::run(inferred.graph, model.opsets,
                                  {{inferred.graph.inputs.front(), ir::Tensor::of<float>({2}, {x, x})}}, {});
    if (!result) qWarning("%s", result.error().message.c_str());
    return result ? std::as_const(result->outputs.front()).as<float>()[0] : std::nanf("");
}

} // namespace

class ExportKeptTest : public QObject, private WrittenModel {
    Q_OBJECT

private slots:
    void unknownFieldsAndNotes() {
        CraftedModel crafted;
        crafted.model.mutable_graph()->set_doc_string("of the graph");
        addUnknown(crafted.model, ModelConfiguration, "configuration");
        addUnknown(crafted.graph(), GraphMetadata, "graph metadata");
        crafted.input("x");
        crafted.graph().mutable_input(0)->set_doc_string("an input");
        addUnknown(*crafted.graph().mutable_input(0), ValueMetadata, "input metadata");
        crafted.output("y");
        addUnknown(*crafted.graph().mutable_output(0), ValueMetadata, "output metadata");
        auto& weights = crafted.weights("w", {2}, std::string(8, '\1'));
        weights.set_doc_string("weights");
        addUnknown(weights, TensorMetadata, "tensor metadata");
        auto& node = crafted.node("Add", {"x", "w"}, {"z"});
        node.set_doc_string("a node");
        addUnknown(node, NodeMetadata, "node metadata");
        crafted.node("Relu", {"z"}, {"y"});
        auto& info = *crafted.graph().add_value_info();
        CraftedModel::typed(info, "z", {2});
        info.set_doc_string("between");
        auto& annotation = *crafted.graph().add_quantization_annotation();
        annotation.set_tensor_name("z");
        auto& entry = *crafted.model.add_metadata_props();
        entry.set_key("author");
        entry.set_value("we");

        const auto first = crafted.import();
        QVERIFY2(first && first->diagnostics.empty(), first ? textOf(first->diagnostics).c_str() : "");
        const pb::ModelProto proto = written(*first->model);
        QCOMPARE(unknown(proto, ModelConfiguration), std::string("configuration"));
        QCOMPARE(proto.metadata_props(0).value(), std::string("we"));
        const pb::GraphProto& graph = proto.graph();
        QCOMPARE(graph.doc_string(), std::string("of the graph"));
        QCOMPARE(unknown(graph, GraphMetadata), std::string("graph metadata"));
        QCOMPARE(graph.quantization_annotation_size(), 1);
        QCOMPARE(graph.quantization_annotation(0).tensor_name(), std::string("z"));
        QCOMPARE(graph.input(0).doc_string(), std::string("an input"));
        QCOMPARE(unknown(graph.input(0), ValueMetadata), std::string("input metadata"));
        QCOMPARE(unknown(graph.output(0), ValueMetadata), std::string("output metadata"));
        QCOMPARE(graph.initializer(0).doc_string(), std::string("weights"));
        QCOMPARE(unknown(graph.initializer(0), TensorMetadata), std::string("tensor metadata"));
        QCOMPARE(graph.node(0).doc_string(), std::string("a node"));
        QCOMPARE(unknown(graph.node(0), NodeMetadata), std::string("node metadata"));
        QCOMPARE(graph.value_info(0).doc_string(), std::string("between"));
        QCOMPARE(unknown(graph.node(1), NodeMetadata), std::string());
    }

    void overloads() {
        CraftedModel crafted;
        crafted.model.set_ir_version(10);
        crafted.opset("our", 1);
        crafted.input("x");
        crafted.output("z");
        addUnknown(simple(crafted, "F", "Neg", "one"), FunctionMetadata, "metadata");
        simple(crafted, "F", "Exp", "two");
        call(crafted, "F", "x", "y", "one");
        call(crafted, "F", "y", "z", "two");
        const auto first = crafted.import();
        QVERIFY2(first && first->diagnostics.empty(), first ? textOf(first->diagnostics).c_str() : "");
        QCOMPARE(first->model->graph.node(NodeId(0)).overload, std::string("one"));
        const float expected = std::exp(-2.0f);
        QCOMPARE(runOnce(*first->model, 2), expected);

        const pb::ModelProto proto = written(*first->model);
        QCOMPARE(proto.ir_version(), 10);
        QCOMPARE(proto.functions_size(), 2);
        QCOMPARE(proto.functions(0).name(), std::string("F"));
        QCOMPARE(proto.functions(1).name(), std::string("F"));
        QCOMPARE(unknown(proto.functions(0), FunctionOverload), std::string("one"));
        QCOMPARE(unknown(proto.functions(1), FunctionOverload), std::string("two"));
        QCOMPARE(unknown(proto.functions(0), FunctionMetadata), std::string("metadata"));
        QCOMPARE(proto.graph().node(0).op_type(), std::string("F"));
        QCOMPARE(unknown(proto.graph().node(0), NodeOverload), std::string("one"));
        QCOMPARE(unknown(proto.graph().node(1), NodeOverload), std::string("two"));
        const auto again = edgewright::onnx::importModel(file());
        QVERIFY(again && again->diagnostics.empty());
        QCOMPARE(runOnce(*again->model, 2), expected);
    }

    // Softmax without an axis is over all following axes until opset 12 and over the last one from 13 on.
    void operatorSetsOfFunctions() {
        CraftedModel crafted; // opset 13
        crafted.opset("our", 1);
        crafted.input("x", {2, 2});
        crafted.output("y", {2, 2});
        auto& function = simple(crafted, "F", "Softmax", "");
        function.mutable_opset_import(0)->set_version(11);
        call(crafted, "F", "x", "flat", "");
        crafted.node("Identity", {"flat"}, {"y"});
        auto& inner = crafted.function("our", "G", {"a"}, {"b"}); // as the model has it
        CraftedModel::fill(*inner.add_node(), "Softmax", {"a"}, {"b"});
        crafted.output("z", {1, 2, 2});
        auto& axes = crafted.weights("axes", {1}, std::string(8, '\0'));
        axes.set_data_type(pb::TensorProto::INT64);
        crafted.node("Unsqueeze", {"x", "axes"}, {"deep"});
        call(crafted, "F", "deep", "z", "");
        const auto first = crafted.import();
        QVERIFY2(first && first->diagnostics.empty(), first ? textOf(first->diagnostics).c_str() : "");
        const auto opsetOf = [](const ir::Graph& graph, std::size_t node) {
            const auto& opsets = graph.node(graph.order()[node]).body->opsets;
            const auto it = opsets.find("");
            return it == opsets.end() ? 0 : it->second;
        };
        QCOMPARE(opsetOf(first->model->graph, 0), 11);
        const auto sums = [](const ir::Model& model) { // of the elements of z: one softmax over all, or two
            const auto inferred = ops::inferTypes(model.graph, model.opsets);
            const auto ran =
                exec::run(inferred.graph, model.opsets,
                          {{inferred.graph.inputs.front(), ir::Tensor::of<float>({2, 2}, {1, 2, 3, 4})}}, {});
            if (!ran) qWarning("%s", ran.error().message.c_str());
            float sum = 0;
            if (ran)
                for (const float each : std::as_const(ran->outputs[1]).as<float>())
                    sum += each;
            return sum;
        };
        QVERIFY(std::abs(sums(*first->model) - 1) < 1e-6);
        const pb::ModelProto proto = written(*first->model);
        QCOMPARE(proto.functions_size(), 1); // nobody calls G
        QCOMPARE(proto.functions(0).opset_import(0).version(), 11);
        std::map<std::string, std::int64_t> opsets;
        for (const auto& each : proto.opset_import())
            opsets[each.domain()] = each.version();
        QCOMPARE(opsets[""], 13);
        const auto again = edgewright::onnx::importModel(file());
        QVERIFY(again && again->diagnostics.empty());
        QCOMPARE(opsetOf(again->model->graph, 0), 11);
        QVERIFY(std::abs(sums(*again->model) - 1) < 1e-6);
    }

    // Runtimes refuse two nodes of one name; the nodes of the file keep theirs, whatever fusion calls its own.
    void nodesThatFusionMadeGiveWay() {
        ir::GraphBuilder builder;
        ValueId last = builder.input("x", {ir::DataType::Float32, ir::Dims{2}});
        for (const bool made : {true, true, false}) {
            last = builder.node("Neg", {last});
            ir::Node& node = builder.graph().node(builder.graph().order().back());
            node.name = "same";
            if (made) node.origins = {NodeId(0)};
        }
        builder.output(last);
        const pb::ModelProto proto = written(modelOf(builder.take()));
        QCOMPARE(proto.graph().node(0).name(), std::string("same_1"));
        QCOMPARE(proto.graph().node(1).name(), std::string("same_2"));
        QCOMPARE(proto.graph().node(2).name(), std::string("same"));
    }

    void raisedOpsets() {
        ir::Model model;
        model.irVersion = 7;
        model.opsets[""] = 13;
        ir::GraphBuilder builder;
        const ValueId x = builder.input("x", {ir::DataType::Float32, ir::Dims{2}});
        builder.output(builder.node("Mish", {x}));
        model.graph = builder.take();
        const ir::Opsets raised{{"", 18}};
        QVERIFY(edgewright::onnx::exportModel(model, model.graph, raised, file()).has_value());
        const auto again = edgewright::onnx::importModel(file());
        QVERIFY(again.has_value());
        QCOMPARE(again->model->opset(), 18);
        QCOMPARE(again->model->irVersion, 8);
    }

    void weightsStayInFilesOfTheirOwn() {
        CraftedModel crafted;
        crafted.input("x", {2, 600});
        crafted.output("y", {2, 600});
        std::string bytes(600 * sizeof(float), '\0');
        for (std::size_t i = 0; i < 600; ++i) {
            const float value = static_cast<float>(i) * 0.5f;
            std::memcpy(bytes.data() + i * sizeof value, &value, sizeof value);
        }
        std::ofstream(crafted.folder() / "weights.bin", std::ios::binary) << bytes;
        auto& large = crafted.weights("large", {600}, {});
        large.clear_raw_data();
        large.set_data_location(pb::TensorProto::EXTERNAL);
        auto& location = *large.add_external_data();
        location.set_key("location");
        location.set_value("weights.bin");
        crafted.weights("small", {1}, std::string(4, '\0'));
        crafted.node("Add", {"x", "large"}, {"z"});
        crafted.node("Add", {"z", "small"}, {"y"});
        const auto first = crafted.import();
        QVERIFY2(first && first->diagnostics.empty(), first ? textOf(first->diagnostics).c_str() : "");
        QVERIFY(first->model->externalData);

        const pb::ModelProto proto = written(*first->model);
        QCOMPARE(proto.graph().initializer(0).data_location(), pb::TensorProto::EXTERNAL);
        QCOMPARE(proto.graph().initializer(0).external_data(0).value(), std::string("out.onnx.data"));
        QVERIFY(!proto.graph().initializer(0).has_raw_data());
        QCOMPARE(proto.graph().initializer(1).data_location(), pb::TensorProto::DEFAULT);
        auto beside = file();
        beside += ".data";
        QCOMPARE(std::filesystem::file_size(beside), bytes.size());
        const auto again = edgewright::onnx::importModel(file());
        QVERIFY(again && again->diagnostics.empty());
        const auto value = again->model->graph.findValue("large");
        QVERIFY(value.has_value());
        const auto elements = std::as_const(*again->model->graph.value(*value).constant).as<float>();
        QCOMPARE(elements.size(), std::size_t(600));
        QCOMPARE(elements[599], 299.5f);

        // Over its own source: the tensors come from the files that are replaced.
        const auto& model = *again->model;
        QVERIFY(edgewright::onnx::exportModel(model, model.graph, file()).has_value());
        QVERIFY(edgewright::onnx::importModel(file())->diagnostics.empty());
        QCOMPARE(elements[599], 299.5f);
    }
};

EDGEWRIGHT_TEST(ExportKeptTest)

} // namespace edgewright::export_kept_test

#include "export_kept_test.moc"
