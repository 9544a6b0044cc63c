// SPDX-License-Identifier: GPL-3.0-or-later
// A model with an operator that nobody knows: all that does not depend on it runs, is quantized, and is written
// with the rest as it was.
#include "core/exec/executor.h"
#include "core/ir/builder.h"
#include "core/ops/operator.h"
#include "core/pipeline/quantization/computable_part.h"
#include "core/pipeline/quantization/quantize.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <algorithm>
#include <cmath>

namespace edgewright::computable_part_test {

using namespace edgewright::pipeline;

namespace {

std::shared_ptr<const Typed> typedModel(ir::Graph graph, std::int64_t opset = 17) {
    auto model = std::make_shared<ir::Model>();
    model->opsets[""] = opset;
    model->irVersion = 8;
    model->graph = std::move(graph);
    auto opened = std::make_shared<Opened>();
    opened->model = std::move(model);
    return type(opened, {}, true);
}

ValueId weights(ir::GraphBuilder& builder, const char* name) {
    std::vector<float> values;
    for (int i = 0; i < 16; ++i)
        values.push_back(std::sin(static_cast<float>(i + 1)));
    return builder.constant(name, ir::Tensor::of<float>({4, 4, 1, 1}, values));
}

// One output, of an operator of com.example.
ValueId mystery(ir::GraphBuilder& builder, ValueId input) {
    ir::Node node;
    node.name = "mystery";
    node.domain = "com.example";
    node.op = "Mystery";
    node.inputs = {input};
    node.outputs = {builder.value("unknown")};
    const ValueId output = node.outputs[0];
    builder.graph().addNode(std::move(node));
    return output;
}

const ir::TensorType Image(ir::DataType::Float32, ir::Dims{1, 4, 2, 2});

// x -> Conv -> Relu, which is read by Mystery -> Add a constant -> Conv -> y, and by Abs -> z.
ir::Graph network() {
    ir::GraphBuilder builder;
    const ValueId x = builder.input("x", Image);
    const ValueId first = builder.node("Relu", {builder.node("Conv", {x, weights(builder, "w1")})});
    const ValueId unknown = mystery(builder, first);
    const ValueId shifted =
        builder.node("Add", {unknown, builder.constant("shift", ir::Tensor::of<float>({1}, {0.5f}))});
    const ValueId y = builder.node("Conv", {shifted, weights(builder, "w2")});
    const ValueId z = builder.node("Abs", {first});
    builder.output(y);
    builder.output(z);
    return builder.take();
}

NextFeeds inputs(const Typed& typed) {
    return [&typed, next = std::uint64_t(0)]() mutable -> Result<std::optional<ir::Feeds>> {
        if (next == 2) return std::optional<ir::Feeds>();
        auto feeds = ir::seededFeeds(*typed.graph, ++next);
        if (!feeds) return feeds.error();
        return std::optional(*std::move(feeds));
    };
}

std::vector<std::string> operators(const ir::Graph& graph) {
    std::vector<std::string> names;
    for (const NodeId id : graph.order())
        names.push_back(graph.node(id).op);
    std::ranges::sort(names);
    return names;
}

} // namespace

class ComputablePartTest : public QObject {
    Q_OBJECT

private slots:
    void withoutWhatFollows() {
        const auto typed = typedModel(network());
        const auto part = computablePart(typed);
        QVERIFY2(part, part ? "" : part.error().message.c_str());
        QVERIFY(!part->isWhole());
        QCOMPARE(part->obstacles.size(), std::size_t(1));
        QCOMPARE(part->behind.size(), std::size_t(2));
        QCOMPARE(part->outputs, std::vector<ValueId>{typed->graph->outputs[0]});
        const ir::Graph& graph = *part->typed->graph;
        QCOMPARE(operators(graph), (std::vector<std::string>{"Abs", "Conv", "Relu"}));
        // z of the model, then what Mystery reads.
        QCOMPARE(graph.outputs.size(), std::size_t(2));
        QCOMPARE(graph.outputs[0], typed->graph->outputs[1]);
        QCOMPARE(graph.value(graph.outputs[1]).name, std::string("Relu_1_out"));
        const auto feeds = ir::seededFeeds(graph, 1);
        QVERIFY(feeds && exec::run(graph, part->typed->opened->model->opsets, *feeds, {}));
        const std::string text = part->text(*typed);
        for (const char* said :
             {"'mystery' cannot run here", "com.example", "left out with it: 'Add_3', 'Conv_4'"})
            QVERIFY2(text.find(said) != std::string::npos, text.c_str());
        const std::string obstacles = obstaclesText(*typed->graph);
        QVERIFY2(!obstacles.empty() && text.starts_with(obstacles), obstacles.c_str());
        QVERIFY(obstaclesText(graph).empty());
    }

    void aModelThatRunsIsItsOwnPart() {
        ir::GraphBuilder builder;
        builder.output(builder.node("Relu", {builder.input("x", Image)}));
        const auto typed = typedModel(builder.take());
        const auto part = computablePart(typed);
        QVERIFY(part && part->isWhole() && part->typed == typed && part->text(*typed).empty());
    }

    void nothingIsLeft() {
        ir::GraphBuilder builder;
        builder.output(builder.node("Relu", {mystery(builder, builder.input("x", Image))}));
        const auto part = computablePart(typedModel(builder.take()));
        QVERIFY(!part);
        QCOMPARE(part.error().code, ErrorCode::Unsupported);
        QVERIFY(part.error().message.find("'mystery' (Mystery)") != std::string::npos);
    }

    // The body of a function has to run; of an If one branch is enough.
    void obstaclesInside_data() {
        QTest::addColumn<bool>("firstKnown");
        QTest::addColumn<bool>("secondKnown");
        QTest::newRow("one branch") << false << true;
        QTest::newRow("no branch") << false << false;
        QTest::newRow("both") << true << true;
    }
    void obstaclesInside() {
        QFETCH(bool, firstKnown);
        QFETCH(bool, secondKnown);
        const auto branch = [](bool known) {
            ir::GraphBuilder inner;
            const ValueId one = inner.constant("one", ir::Tensor::of<float>({1}, {1}));
            inner.output(known ? inner.node("Neg", {one}) : mystery(inner, one));
            return std::make_shared<const ir::Graph>(inner.take());
        };
        ir::Node node;
        node.op = "If";
        node.set("then_branch", branch(firstKnown));
        node.set("else_branch", branch(secondKnown));
        QCOMPARE(ops::obstacleOf(node).empty(), firstKnown || secondKnown);
        ir::Node call;
        call.op = "Function";
        call.domain = "local";
        call.body = branch(firstKnown);
        QCOMPARE(ops::obstacleOf(call).empty(), firstKnown);
    }

    void thePartIsQuantizedAndTheRestIsThere() {
        const auto typed = typedModel(network());
        const auto part = computablePart(typed);
        QVERIFY(part);
        const auto quantized = quantize(*part->typed, inputs(*part->typed));
        QVERIFY2(quantized, quantized ? "" : quantized.error().message.c_str());
        QCOMPARE(quantized->details.products.size(), std::size_t(1));
        const auto whole =
            withRest(*typed, *part, *quantized->typed->graph, quantized->typed->opened->model->opsets);
        QVERIFY2(whole, whole ? "" : whole.error().message.c_str());
        QCOMPARE(whole->outputs, typed->graph->outputs);
        const auto names = operators(*whole);
        for (const char* op : {"Mystery", "Add", "QuantizeLinear", "DequantizeLinear"})
            QVERIFY2(std::ranges::find(names, op) != names.end(), op);
        QCOMPARE(std::ranges::count(names, "Conv"), std::ptrdiff_t(2));
        const ir::Connections connections(*whole);
        for (const NodeId id : whole->order()) {
            const ir::Node& node = whole->node(id);
            for (const ValueId input : node.inputs) // everything that is read is there
                QVERIFY2(!input.valid() || whole->value(input).known() || whole->isInput(input) ||
                             connections.producer(input),
                         node.op.c_str());
            if (node.op == "Mystery")
                QVERIFY(whole->node(*connections.producer(node.input(0))).is("DequantizeLinear"));
        }
    }

    // Operators that stay as they were mean something else at another opset.
    void theOpsetIsNotRaisedOverTheRest() {
        const auto typed = typedModel(network(), 11);
        const auto part = computablePart(typed);
        QVERIFY(part);
        const auto whole = withRest(*typed, *part, *part->typed->graph, {{"", 13}});
        QVERIFY(!whole);
        QCOMPARE(whole.error().code, ErrorCode::Unsupported);
        QVERIFY(withRest(*typed, *part, *part->typed->graph, {{"", 11}}));
    }
};

EDGEWRIGHT_TEST(ComputablePartTest)

} // namespace edgewright::computable_part_test

#include "computable_part_test.moc"
