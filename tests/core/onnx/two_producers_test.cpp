// SPDX-License-Identifier: GPL-3.0-or-later
// One name with several producers: as in ONNX Runtime the last one counts for every reader, and what is
// inspected, fused, run and written agrees.
#include "core/exec/executor.h"
#include "core/onnx/export.h"
#include "core/pipeline/study.h"
#include "tests/core/onnx/crafted_model.h"
#include "tests/support/test_class.h"

#include <QTest>

namespace edgewright::two_producers_test {

using namespace edgewright::test;

namespace {

void constant(CraftedModel& crafted, const std::string& name, float value) {
    auto& attribute = *crafted.node("Constant", {}, {name}).add_attribute();
    attribute.set_name("value_float");
    attribute.set_type(pb::AttributeProto::FLOAT);
    attribute.set_f(value);
}

std::string bytesOf(float value) {
    std::string bytes(sizeof value, '\0');
    std::memcpy(bytes.data(), &value, sizeof value);
    return bytes;
}

// The first element of every output, for x = 1, 1.
std::vector<float> outputsOf(const ir::Graph& graph, const ir::Opsets& opsets) {
    const ir::Feeds feeds{{graph.inputs.front(), ir::Tensor::of<float>({2}, {1, 1})}};
    const auto ran = exec::run(graph, opsets, feeds, {});
    std::vector<float> result;
    if (ran)
        for (const ir::Tensor& each : ran->outputs)
            result.push_back(each.as<float>()[0]);
    return result;
}

} // namespace

class TwoProducersTest : public QObject {
    Q_OBJECT

private slots:
    void constants();
    void initializers();
    void initializerAndConstant();
    void inSubgraphs();
    void threeNodes();
};

// As a GPT-2 with past is written: a value of 1 and a value of 2 under the same name, one reader between them.
void TwoProducersTest::constants() {
    CraftedModel crafted;
    crafted.input("x");
    for (int i = 0; i < 4; ++i) {
        const std::string name = "c" + std::to_string(i);
        constant(crafted, name, 10);
        crafted.node("Add", {"x", name}, {"between" + std::to_string(i)});
        constant(crafted, name, 20);
        crafted.node("Mul", {"x", name}, {"after" + std::to_string(i)});
        crafted.output("between" + std::to_string(i));
        crafted.output("after" + std::to_string(i));
    }
    const auto opened = pipeline::open(crafted.save());
    QVERIFY(opened.has_value());
    const Diagnostics& found = (*opened)->diagnostics;
    QCOMPARE(count(found, "two-producers"), std::size_t(4));
    QVERIFY(find(found, "two-producers")->severity == Severity::Warning); // ONNX Runtime loads it
    QVERIFY(contains(find(found, "two-producers")->message, "readers get the last one"));
    QVERIFY2(count(found, "duplicate-name") == 0, textOf(found).c_str());

    const std::vector<float> expected{21, 20, 21, 20, 21, 20, 21, 20};
    const auto typed = pipeline::type(*opened, {}, true);
    const ir::Opsets& opsets = (*opened)->model->opsets;
    QVERIFY(outputsOf(*typed->graph, opsets) == expected);
    const auto history = pipeline::fuse(*typed, {});
    QVERIFY2(history.has_value(), history ? "" : history.error().message.c_str());
    QVERIFY(outputsOf((*history)->graph, (*history)->opsets) == expected);
    for (const ir::Graph* graph : {typed->graph.get(), &(*history)->graph}) {
        const auto file = crafted.folder() / "written.onnx";
        QVERIFY(edgewright::onnx::exportModel(*(*opened)->model, *graph, opsets, file).has_value());
        const auto again = pipeline::open(file);
        QVERIFY(again.has_value());
        QCOMPARE(count((*again)->diagnostics, "two-producers"), std::size_t(0));
        QVERIFY(outputsOf(*pipeline::type(*again, {}, true)->graph, opsets) == expected);
    }
}

void TwoProducersTest::initializers() {
    CraftedModel crafted;
    crafted.input("x");
    crafted.weights("w", {1}, bytesOf(10));
    crafted.weights("w", {1}, bytesOf(20));
    crafted.node("Add", {"x", "w"}, {"y"});
    crafted.output("y");
    const auto imported = crafted.import();
    QVERIFY(imported.has_value());
    QVERIFY(find(imported->diagnostics, "duplicate-initializer")->severity == Severity::Warning);
    QCOMPARE(outputsOf(imported->model->graph, imported->model->opsets), std::vector<float>{21});
}

// ONNX Runtime appends Constants to the initializers.
void TwoProducersTest::initializerAndConstant() {
    CraftedModel crafted;
    crafted.input("x");
    crafted.weights("w", {1}, bytesOf(10));
    crafted.node("Add", {"x", "w"}, {"y"});
    constant(crafted, "w", 20);
    crafted.output("y");
    const auto imported = crafted.import();
    QVERIFY(imported.has_value());
    QCOMPARE(count(imported->diagnostics, "two-producers"), std::size_t(1));
    QVERIFY(find(imported->diagnostics, "two-producers")->severity == Severity::Warning);
    QCOMPARE(outputsOf(imported->model->graph, imported->model->opsets), std::vector<float>{21});
}

void TwoProducersTest::inSubgraphs() {
    CraftedModel crafted;
    crafted.input("x");
    auto& condition = crafted.weights("condition", {}, std::string(1, '\1'));
    condition.set_data_type(pb::TensorProto::BOOL);
    constant(crafted, "c", 10);
    auto& node = crafted.node("If", {"condition"}, {"y"});
    for (const char* branch : {"then_branch", "else_branch"}) {
        auto& attribute = *node.add_attribute();
        attribute.set_name(branch);
        attribute.set_type(pb::AttributeProto::GRAPH);
        CraftedModel::node(*attribute.mutable_g(), "Add", {"x", "c"}, {"r"});
        CraftedModel::typed(*attribute.mutable_g()->add_output(), "r", {2});
    }
    constant(crafted, "c", 20);
    crafted.output("y");
    const auto imported = crafted.import();
    QVERIFY(imported.has_value());
    QCOMPARE(outputsOf(imported->model->graph, imported->model->opsets), std::vector<float>{21});
}

void TwoProducersTest::threeNodes() {
    CraftedModel crafted;
    crafted.input("x");
    for (const char* op : {"Relu", "Neg", "Exp"})
        crafted.node(op, {"x"}, {"y"});
    crafted.output("y");
    const auto imported = crafted.import();
    QVERIFY(imported.has_value());
    QCOMPARE(count(imported->diagnostics, "two-producers"), std::size_t(2));
    const auto outputs = outputsOf(imported->model->graph, imported->model->opsets);
    QVERIFY(outputs.size() == 1 && std::abs(outputs[0] - 2.7182817F) < 1e-5F);
}

EDGEWRIGHT_TEST(TwoProducersTest)

} // namespace edgewright::two_producers_test

#include "two_producers_test.moc"
