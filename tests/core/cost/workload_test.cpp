// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/workload.h"

#include "core/ir/builder.h"
#include "core/ops/infer.h"
#include "tests/support/test_class.h"

#include <QTest>

namespace edgewright::workload_test {

using namespace edgewright::cost;

namespace {

using Ints = std::vector<std::int64_t>;

ir::TensorType floats(ir::Dims dims) { return {ir::DataType::Float32, std::move(dims)}; }

// A node of one output with the shapes given; weights are inputs too, which makes no difference here.
ir::Graph single(const char* op, std::vector<ir::Dims> inputs, ir::Dims output,
                 std::vector<ir::Attribute> attributes = {}) {
    ir::GraphBuilder builder;
    std::vector<ValueId> ids;
    for (std::size_t i = 0; i < inputs.size(); ++i)
        ids.push_back(builder.input("in" + std::to_string(i), floats(inputs[i])));
    const ValueId out = builder.node(op, ids, std::move(attributes));
    builder.graph().value(out).type = floats(std::move(output));
    builder.output(out);
    return builder.take();
}

} // namespace

class WorkloadTest : public QObject {
    Q_OBJECT

    // The only layer on this unit.
    static Layer only(const ir::Graph& graph, cost::Unit unit = cost::Unit::Array) {
        Workload workload = workloadOf(graph);
        std::erase_if(workload.layers, [&](const Layer& layer) { return layer.unit != unit; });
        if (workload.layers.size() != 1 || !workload.skipped.empty()) {
            QTest::qFail("expected one layer", __FILE__, __LINE__);
            return {};
        }
        return workload.layers[0];
    }
    static void compare(const Layer& layer, std::int64_t m, std::int64_t n, std::int64_t k,
                        std::int64_t repeat) {
        QCOMPARE(layer.m, m);
        QCOMPARE(layer.n, n);
        QCOMPARE(layer.k, k);
        QCOMPARE(layer.repeat, repeat);
        QCOMPARE(layer.outH * layer.outW, m);
        QCOMPARE(layer.filterH * layer.filterW * layer.channels, k);
        QCOMPARE(layer.filters, n);
    }

private slots:
    void conv() {
        const Layer layer = only(single("Conv", {{2, 3, 224, 220}, {64, 3, 7, 5}}, {2, 64, 112, 109},
                                        {{"strides", Ints{2, 2}}, {"pads", Ints{3, 2, 3, 0}}}));
        compare(layer, 112 * 109, 64, 3 * 7 * 5, 2);
        QCOMPARE(layer.ifmapH, 230);
        QCOMPARE(layer.ifmapW, 222);
        QCOMPARE(layer.filterW, 5);
        QCOMPARE(layer.strideH, 2);
        QCOMPARE(layer.name, std::string("Conv_0"));
        QCOMPARE(layer.op, std::string("Conv"));
        QCOMPARE(layer.node, NodeId(0));
        QCOMPARE(layer.macs(), std::int64_t(2) * 112 * 109 * 64 * 105);
    }

    void depthwiseAndGrouped() {
        compare(only(single("Conv", {{1, 32, 16, 16}, {32, 1, 3, 3}}, {1, 32, 14, 14},
                            {{"group", std::int64_t(32)}})),
                196, 1, 9, 32);
        compare(only(single("Conv", {{3, 32, 16, 16}, {8, 16, 3, 3}}, {3, 8, 14, 14},
                            {{"group", std::int64_t(2)}})),
                196, 4, 144, 6);
    }

    void samePaddingAndDilation() {
        const Layer layer = only(single(
            "Conv", {{1, 4, 10, 10}, {8, 4, 3, 3}}, {1, 8, 5, 10},
            {{"auto_pad", std::string("SAME_UPPER")}, {"strides", Ints{2, 1}}, {"dilations", Ints{1, 2}}}));
        QCOMPARE(layer.ifmapH, 11); // 4 * 2 + 3
        QCOMPARE(layer.ifmapW, 14); // 9 * 1 + 2 * 2 + 1
        QCOMPARE(layer.dilationW, 2);
        compare(layer, 50, 8, 36, 1);
    }

    void oneAndThreeAxes() {
        const Layer audio = only(single("Conv", {{1, 40, 100}, {64, 40, 3}}, {1, 64, 98}));
        compare(audio, 98, 64, 120, 1);
        QCOMPARE(audio.ifmapH, 1);
        QCOMPARE(audio.ifmapW, 100);
        compare(only(single("Conv", {{1, 2, 8, 8, 8}, {4, 2, 3, 3, 3}}, {1, 4, 6, 6, 6})), 216, 4, 54, 1);
    }

    void gemm() {
        compare(only(single("Gemm", {{1, 512}, {1000, 512}}, {1, 1000}, {{"transB", std::int64_t(1)}})), 1,
                1000, 512, 1);
        compare(only(single("Gemm", {{512, 7}, {512, 10}}, {7, 10}, {{"transA", std::int64_t(1)}})), 7, 10, 512,
                1);
    }

    void matMul() {
        compare(only(single("MatMul", {{8, 16}, {16, 4}}, {8, 4})), 8, 4, 16, 1);
        // Shared weights: the batch joins the rows. Attention: a product per batch and head.
        compare(only(single("MatMul", {{2, 128, 64}, {64, 256}}, {2, 128, 256})), 256, 256, 64, 1);
        compare(only(single("MatMul", {{2, 12, 128, 64}, {2, 12, 64, 128}}, {2, 12, 128, 128})), 128, 128, 64,
                24);
        compare(only(single("MatMul", {{12, 128, 64}, {2, 1, 64, 32}}, {2, 12, 128, 32})), 128, 32, 64, 24);
        compare(only(single("MatMul", {{16}, {16, 4}}, {4})), 1, 4, 16, 1);
        compare(only(single("MatMul", {{5, 16}, {16}}, {5})), 5, 1, 16, 1);
    }

    void quantizedProducts() {
        const Layer layer =
            only(single("QLinearConv", {{1, 3, 8, 8}, {}, {}, {4, 3, 3, 3}, {}, {}, {}, {}}, {1, 4, 6, 6}));
        compare(layer, 36, 4, 27, 1);
        compare(only(single("MatMulInteger", {{8, 16}, {16, 4}}, {8, 4})), 8, 4, 16, 1);
    }

    void insideAGroup() {
        ir::GraphBuilder body; // its inputs and its output carry no types of their own
        const ValueId x = body.input("x", {});
        const ValueId w = body.input("w", {});
        const ValueId y = body.node("Conv", {x, w});
        body.graph().value(y).type = floats({1, 4, 6, 6});
        const ValueId z = body.node("Relu", {y});
        body.output(z);
        ir::Graph graph = single("ConvRelu", {{1, 3, 8, 8}, {4, 3, 3, 3}}, {1, 4, 6, 6});
        ir::Node& group = graph.node(NodeId(0));
        group.domain = std::string(ir::FusedDomain);
        group.body = std::make_shared<const ir::Graph>(body.take());
        const Layer layer = only(graph);
        compare(layer, 36, 4, 27, 1);
        QCOMPARE(layer.node, NodeId(0));
        QCOMPARE(layer.op, std::string("Conv"));
    }

    void outputOfAGroupTakesItsTypeFromOutside() {
        ir::GraphBuilder body;
        const ValueId a = body.node("Relu", {body.input("x", {})});
        body.graph().value(a).type = floats({1, 3, 8, 8});
        body.output(body.node("Conv", {a, body.input("w", {})}));
        ir::Graph graph = single("ReluConv", {{1, 3, 8, 8}, {4, 3, 3, 3}}, {1, 4, 6, 6});
        graph.node(NodeId(0)).domain = std::string(ir::FusedDomain);
        graph.node(NodeId(0)).body = std::make_shared<const ir::Graph>(body.take());
        compare(only(graph), 36, 4, 27, 1);
    }

    void otherOperatorsGoOnTheVectorUnit() {
        const Layer relu = only(single("Relu", {{1, 3}}, {1, 3}), cost::Unit::Vector);
        QCOMPARE(relu.macs(), 0);
        QCOMPARE(relu.elements, 3);
        QCOMPARE(relu.readWords, 3);
        QCOMPARE(relu.writtenWords, 3);
        const Layer add = only(single("Add", {{4, 1, 8}, {5, 8}}, {4, 5, 8}), cost::Unit::Vector);
        QCOMPARE(add.elements, 160);
        QCOMPARE(add.readWords, 32 + 40);
        const Layer mean = only(single("ReduceMean", {{4, 50}}, {4, 1}), cost::Unit::Vector);
        QCOMPARE(mean.elements, 200);
        // Each element under a window counts; a lookup reads the rows that it copies.
        const Layer pool = only(single("MaxPool", {{1, 2, 8, 8}}, {1, 2, 6, 6}, {{"kernel_shape", Ints{3, 3}}}),
                                cost::Unit::Vector);
        QCOMPARE(pool.elements, 2 * 36 * 9);
        QCOMPARE(pool.readWords, 128);
        const Layer lookup = only(single("Gather", {{30000, 8}, {5}}, {5, 8}), cost::Unit::Vector);
        QCOMPARE(lookup.readWords, 40 + 5);
        QVERIFY(workloadOf(single("Reshape", {{4, 8}, {1}}, {32})).layers.empty());
    }

    void whatIsNotModelledIsNamedWithItsShare() {
        ir::Graph graph = single("Relu", {{10}}, {10});
        const ValueId out = graph.outputs[0];
        for (const auto& [op, domain] : {std::pair("DFT", ""), std::pair("Wonder", "org.example")}) {
            ir::Node node;
            node.op = op;
            node.domain = domain;
            node.inputs = {out};
            ir::Value written;
            written.type = floats({30});
            node.outputs = {graph.addValue(std::move(written))};
            graph.addNode(std::move(node));
        }
        const Workload workload = workloadOf(graph);
        QCOMPARE(workload.layers.size(), std::size_t(1));
        QCOMPARE(workload.unmodelled.size(), std::size_t(2));
        QCOMPARE(workload.unmodelled[0].op, std::string("DFT"));
        QCOMPARE(workload.unmodelled[1].op, std::string("org.example.Wonder"));
        QCOMPARE(workload.uncounted, (ops::Uncounted{{"org.example.Wonder", 1}}));
        for (const Unmodelled& each : workload.unmodelled) {
            QCOMPARE(each.nodes, 1);
            QCOMPARE(each.share.value_or(0), 0.4); // 40 of 20 + 40 + 40 words
            QVERIFY(!each.isAtMost);
        }
    }

    // A size that nobody knows is no share of 0; one that the data decide has a bound.
    void sharesOfUnknownSizes() {
        ir::GraphBuilder builder;
        const ValueId x = builder.input("x", floats({4, 25}));
        const ValueId found = builder.node("NonZero", {builder.node("Relu", {x})});
        builder.output(builder.node("Transpose", {found}));
        const ir::Graph bounded = ops::inferTypes(builder.graph(), {{"", 17}}).graph;
        const Workload most = workloadOf(bounded);
        QCOMPARE(most.unmodelled.size(), std::size_t(2));
        for (const Unmodelled& each : most.unmodelled) {
            QVERIFY(each.isAtMost);
            // Beside the 200 of the Relu 100 words in and 200 out, and 200 in and 200 out.
            QCOMPARE(each.share.value_or(0), each.op == "NonZero" ? 300.0 / 500 : 400.0 / 600);
        }

        ir::Graph open = single("Relu", {{10}}, {10});
        ir::Node node;
        node.op = "Wonder";
        node.domain = "org.example";
        node.inputs = {open.outputs[0]};
        ir::Value written;
        written.type = ir::TensorType(ir::DataType::Float32, std::vector<ir::Dim>(1));
        node.outputs = {open.addValue(std::move(written))};
        open.addNode(std::move(node));
        const Workload unknown = workloadOf(open);
        QCOMPARE(unknown.unmodelled.size(), std::size_t(1));
        QVERIFY(!unknown.unmodelled[0].share && !unknown.unmodelled[0].isAtMost);
    }

    // One operator has what it would have spelled out and fused: the softmax, and the copy of its cache.
    void attentionHasItsSoftmaxAndItsCache() {
        ir::GraphBuilder builder;
        std::vector<ValueId> inputs;
        for (const ir::Dims& dims : {ir::Dims{1, 4, 1, 8}, {1, 2, 1, 8}, {1, 2, 1, 8}})
            inputs.push_back(builder.input("in" + std::to_string(inputs.size()), floats(dims)));
        inputs.push_back(ValueId()); // no mask
        for (const char* name : {"past_key", "past_value"})
            inputs.push_back(builder.input(name, floats({1, 2, 9, 8})));
        const ValueId y = builder.node("Attention", inputs);
        ir::Graph graph = builder.take();
        graph.value(y).type = floats({1, 4, 1, 8});
        const Workload plain = workloadOf(graph);
        QCOMPARE(plain.layers.size(), std::size_t(3));
        QCOMPARE(plain.layers[1].op, std::string("Softmax"));
        QVERIFY(plain.layers[1].unit == cost::Unit::Vector && plain.layers[1].inputsOnChip);
        QCOMPARE(plain.layers[1].elements, 4 * 10);
        QCOMPARE(plain.layers[1].readWords + plain.layers[1].writtenWords, 0);
        QVERIFY(plain.layers[0].outputsOnChip && plain.layers[2].inputsOnChip);
        QCOMPARE(plain.layers[0].images, 2); // two heads of queries for each of keys
        for (int i = 0; i < 2; ++i) {
            ir::Value present;
            present.type = floats({1, 2, 10, 8});
            graph.node(NodeId(0)).outputs.push_back(graph.addValue(std::move(present)));
        }
        QCOMPARE(workloadOf(graph).layers.size(), std::size_t(3)); // nobody reads them
        for (const std::size_t i : {1u, 2u})
            graph.outputs.push_back(graph.node(NodeId(0)).outputs[i]);
        const Workload cached = workloadOf(graph);
        QCOMPARE(cached.layers.size(), std::size_t(4));
        QCOMPARE(cached.layers[0].op, std::string("Attention:cache"));
        QCOMPARE(cached.layers[0].writtenWords, 2 * 160); // as a Concat of each would have
        QCOMPARE(cached.layers[0].readWords, 2 * 160);
        QCOMPARE(cached.layers[2].op, std::string("Softmax"));
    }

    void eachProductOfAnOperatorIsALayer() {
        const Workload workload =
            workloadOf(single("LSTM", {{10, 2, 8}, {1, 24, 8}, {1, 24, 6}}, {10, 1, 2, 6}));
        QCOMPARE(workload.layers.size(), std::size_t(2));
        compare(workload.layers[0], 20, 24, 8, 1);
        compare(workload.layers[1], 2, 24, 6, 10);
        QCOMPARE(workload.layers[1].name, std::string("LSTM_0:recurrence"));
        QCOMPARE(workload.layers[0].steps, 1); // the input part is one product over all steps
        QCOMPARE(workload.layers[1].steps, 10);
        QCOMPARE(workload.layers[1].stepWords, 24 * 6);
    }

    // The candidate of a GRU is a product of its own, and its weights stand beside the others, of both
    // directions.
    void stepsOfAGru() {
        const Workload workload =
            workloadOf(single("GRU", {{10, 2, 8}, {2, 18, 8}, {2, 18, 6}}, {10, 2, 2, 6}));
        QCOMPARE(workload.layers.size(), std::size_t(3));
        for (const std::size_t i : {1u, 2u}) {
            QCOMPARE(workload.layers[i].steps, 10);
            QCOMPARE(workload.layers[i].repeat, 20);
            QCOMPARE(workload.layers[i].stepWords, 2 * 18 * 6);
        }
    }

    // Weights of a loop's body, or of the graph around it, are the same in each iteration; what it computes is
    // not.
    void stepsOfALoop() {
        ir::GraphBuilder builder;
        const auto weights = [](ir::GraphBuilder& graph, const char* name) {
            return graph.constant(name, ir::Tensor::withoutData(ir::DataType::Float32, {6, 6}));
        };
        const ValueId h = builder.input("h", floats({6, 6})), x = builder.input("x", floats({10, 6, 6}));
        const ValueId around = weights(builder, "around");
        ir::GraphBuilder body("body");
        const auto typed = [&](ValueId value) {
            body.graph().value(value).type = floats({6, 6});
            return value;
        };
        const ValueId state = body.input("state", floats({6, 6})), part = body.input("part", floats({6, 6}));
        ir::Value captured;
        captured.name = "around";
        captured.type = floats({6, 6});
        captured.outer = around;
        const ValueId outer = body.graph().addValue(std::move(captured));
        const ValueId first = typed(body.node("MatMul", {part, outer}));
        const ValueId second = typed(body.node("MatMul", {first, weights(body, "own")}));
        body.output(typed(body.node("MatMul", {second, state})));
        const ValueId out = builder.node(
            "Scan", {h, x},
            {{"num_scan_inputs", std::int64_t(1)}, {"body", std::make_shared<const ir::Graph>(body.take())}});
        builder.graph().value(out).type = floats({6, 6});
        builder.output(out);
        const Workload workload = workloadOf(builder.take());
        QCOMPARE(workload.layers.size(), std::size_t(3));
        for (const std::size_t i : {0u, 1u, 2u}) {
            QCOMPARE(workload.layers[i].repeat, 10);
            QCOMPARE(workload.layers[i].steps, i < 2 ? 10 : 1);
            QCOMPARE(workload.layers[i].stepWords, i < 2 ? 3 * 36 : 0);
        }
    }

    void insideAGroupWhatIsHandedOnStaysOnChip() {
        ir::GraphBuilder body;
        const ValueId a = body.node("Relu", {body.input("x", floats({6}))});
        body.graph().value(a).type = floats({6});
        const ValueId b = body.node("Sigmoid", {a});
        body.output(b);
        ir::Graph graph = single("Both", {{6}}, {6});
        graph.node(NodeId(0)).domain = std::string(ir::FusedDomain);
        graph.node(NodeId(0)).body = std::make_shared<const ir::Graph>(body.take());
        const Workload workload = workloadOf(graph);
        QCOMPARE(workload.layers.size(), std::size_t(2));
        QCOMPARE(workload.layers[0].readWords, 6);
        QCOMPARE(workload.layers[0].writtenWords, 0);
        QCOMPARE(workload.layers[1].readWords, 0);
        QCOMPARE(workload.layers[1].writtenWords, 6);
    }

    // A view at the end of a group is what the member before it computes; one at its beginning, what comes in.
    void viewsAtTheEndsOfAGroup() {
        ir::GraphBuilder body;
        const auto typed = [&](ValueId value, ir::Dims dims) {
            body.graph().value(value).type = floats(std::move(dims));
            return value;
        };
        const ValueId flat = typed(body.node("Flatten", {body.input("x", floats({2, 3, 4}))}), {2, 12});
        const ValueId product = typed(body.node("MatMul", {flat, body.input("w", floats({12, 5}))}), {2, 5});
        const ValueId inner =
            typed(body.node("Relu", {typed(body.node("Identity", {product}), {2, 5})}), {2, 5});
        const ValueId rows = typed(body.node("Identity", {inner}), {2, 5});
        body.output(body.node("Flatten", {rows}, {{"axis", std::int64_t(0)}}));
        ir::GraphBuilder builder;
        const ValueId x = builder.input("x", floats({2, 3, 4}));
        const ValueId w = builder.constant("w", ir::Tensor::withoutData(ir::DataType::Float32, {12, 5}));
        const ValueId made = builder.node("Group", {x, w});
        builder.graph().value(made).type = floats({1, 10});
        const ValueId out = builder.node("Sigmoid", {made});
        builder.graph().value(out).type = floats({1, 10});
        builder.output(out);
        ir::Graph graph = builder.take();
        ir::Node& group = graph.node(NodeId(0));
        group.domain = std::string(ir::FusedDomain);
        group.body = std::make_shared<const ir::Graph>(body.take());
        const Workload workload = workloadOf(graph);
        QCOMPARE(workload.layers.size(), std::size_t(3));
        const Layer &matMul = workload.layers[0], &relu = workload.layers[1], &sigmoid = workload.layers[2];
        QVERIFY(!matMul.inputsOnChip && matMul.outputsOnChip && relu.inputsOnChip);
        compare(matMul, 2, 5, 12, 1);
        QCOMPARE(matMul.besideWritten, 10);
        QCOMPARE(relu.readWords, 0);
        QCOMPARE(relu.writtenWords, 10);
        QCOMPARE(sigmoid.readWords, 10);
        QCOMPARE(workload.activations.size(), std::size_t(1));
        QCOMPARE(workload.activations[0].value, made);
        QCOMPARE(workload.activations[0].words, 10);
        QCOMPARE(workload.activations[0].first, std::size_t(0)); // while the array works
        QCOMPARE(workload.activations[0].last, std::size_t(2));
        QCOMPARE(workload.activations[0].uses.size(), std::size_t(2));
    }

    // One output of a recurrence goes to another member, and another one to memory: both are written.
    void whatIsAlsoWantedOutsideIsWritten() {
        ir::GraphBuilder body;
        const ValueId all = body.value("all", floats({10, 1, 2, 6})), last = body.value("last");
        body.nodeInto("GRU",
                      {body.input("x", floats({10, 2, 8})), body.input("w", floats({1, 18, 8})),
                       body.input("r", floats({1, 18, 6}))},
                      {all, last}, {{"linear_before_reset", std::int64_t(1)}});
        body.output(body.node("Tanh", {all}));
        body.output(last);
        ir::Graph graph = single("Group", {{10, 2, 8}, {1, 18, 8}, {1, 18, 6}}, {10, 1, 2, 6});
        ir::Value state;
        state.name = "state";
        state.type = floats({1, 2, 6});
        const ValueId second = graph.addValue(std::move(state));
        graph.outputs.push_back(second);
        ir::Node& group = graph.node(NodeId(0));
        group.outputs.push_back(second);
        group.domain = std::string(ir::FusedDomain);
        group.body = std::make_shared<const ir::Graph>(body.take());
        const Workload workload = workloadOf(graph);
        QCOMPARE(workload.layers.size(), std::size_t(3));
        QVERIFY(!workload.layers[1].outputsOnChip);
        QCOMPARE(workload.layers[2].writtenWords, 10 * 2 * 6);
    }

    void skipsAloud_data() {
        QTest::addColumn<QString>("op");
        QTest::addColumn<QList<Ints>>("shapes"); // left, right, output
        QTest::addColumn<QString>("reason");
        QTest::newRow("rank") << "Conv" << QList<Ints>{{1, 3}, {4, 3, 3, 3}, {1, 4, 6, 6}} << "one rank";
        QTest::newRow("groups") << "Conv" << QList<Ints>{{1, 3, 8, 8}, {4, 2, 3, 3}, {1, 4, 6, 6}}
                                << "do not fit 1 groups";
        QTest::newRow("rows") << "MatMul" << QList<Ints>{{8, 16}, {15, 4}, {8, 4}} << "16 columns and 15 rows";
        QTest::newRow("batch") << "MatMul" << QList<Ints>{{2, 8, 16}, {3, 16, 4}, {2, 8, 4}}
                               << "do not broadcast";
        QTest::newRow("axes") << "Gemm" << QList<Ints>{{2, 8, 16}, {16, 4}, {8, 4}} << "two axes";
        QTest::newRow("empty batch") << "Conv" << QList<Ints>{{0, 3, 8, 8}, {4, 3, 3, 3}, {0, 4, 6, 6}}
                                     << "an extent is 0";
        QTest::newRow("huge") << "Conv" << QList<Ints>{{1, 3, 1LL << 40, 8}, {4, 3, 3, 3}, {1, 4, 6, 6}}
                              << "outside [0, 2^31)";
    }
    void skipsAloud() {
        QFETCH(QString, op);
        QFETCH(QList<Ints>, shapes);
        QFETCH(QString, reason);
        const Workload workload = workloadOf(single(op.toLatin1(), {shapes[0], shapes[1]}, shapes[2]));
        QVERIFY(workload.layers.empty());
        QCOMPARE(workload.unmodelled.size(), std::size_t(1));
        QCOMPARE(workload.uncounted.empty(), reason == QStringLiteral("an extent is 0"));
        QCOMPARE(workload.skipped.size(), std::size_t(1));
        QCOMPARE(workload.skipped[0].node, NodeId(0));
        QVERIFY2(QString::fromStdString(workload.skipped[0].message).contains(reason),
                 workload.skipped[0].message.c_str());
    }

    void unknownShapesAreSkipped() {
        ir::Graph graph = single("MatMul", {{8, 16}, {16, 4}}, {8, 4});
        graph.value(graph.inputs[0]).type = ir::DataType::Float32;
        const Workload workload = workloadOf(graph);
        QVERIFY(workload.layers.empty());
        QCOMPARE(workload.skipped.size(), std::size_t(1));
    }
};

EDGEWRIGHT_TEST(WorkloadTest)

} // namespace edgewright::workload_test

#include "workload_test.moc"
