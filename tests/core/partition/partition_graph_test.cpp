// SPDX-License-Identifier: GPL-3.0-or-later
// The problem of a graph: a small one counted by hand, and a sample, whose least period is near its bound.
#include "core/exec/executor.h"
#include "core/fusion/fuse.h"
#include "core/ir/builder.h"
#include "core/ir/feeds/feeds.h"
#include "core/ops/work.h"
#include "core/partition/graph_problem.h"
#include "core/partition/orders.h"
#include "core/partition/stage_graphs.h"
#include "tests/support/test_class.h"
#include "tests/support/typed_model.h"

#include <QTest>

#include <algorithm>

namespace edgewright::partition_graph_test {

using namespace edgewright::partition;

namespace {

// x (16 floats) -> Relu -> Add(w, 16 floats) -> y, which is an output; Relu's is one, too.
ir::GraphBuilder small() {
    const ir::TensorType vector(ir::DataType::Float32, ir::Dims{16});
    ir::GraphBuilder builder;
    const ValueId x = builder.input("x", vector);
    const ValueId w = builder.constant("w", *ir::Tensor::allocate(ir::DataType::Float32, {16}));
    const ValueId relu = builder.node("Relu", {x});
    const ValueId sum = builder.node("Add", {relu, w});
    for (const ValueId each : {relu, sum}) {
        builder.graph().value(each).type = vector;
        builder.output(each);
    }
    return builder;
}

class PartitionGraphTest : public QObject {
    Q_OBJECT
private slots:
    void countsASmallGraph() {
        const auto made = problemOf(small().graph());
        QVERIFY2(made, made ? "" : made.error().message.c_str());
        const Problem& problem = made->problem;
        QCOMPARE(problem.steps.size(), std::size_t(2));
        QCOMPARE(problem.tensors.size(), std::size_t(3));
        QVERIFY(problem.tensors[0].made == Tensor::Given && !problem.tensors[0].kept);
        QCOMPARE(problem.tensors[1].bytes, std::int64_t(64));
        QCOMPARE(problem.tensors[1].reads, std::vector<std::size_t>{1});
        QVERIFY(problem.tensors[1].kept && problem.tensors[2].kept);
        QCOMPARE(problem.weights.size(), std::size_t(1));
        QCOMPARE(problem.weights[0].bytes, std::int64_t(64));
        QCOMPARE(problem.weights[0].reads, std::vector<std::size_t>{1});
    }

    void unknownSizesAreToldByName() {
        ir::GraphBuilder builder = small();
        ir::Graph& graph = builder.graph();
        graph.value(graph.outputs.back()).type = ir::TensorType(ir::DataType::Float32, ir::Dims{-1});
        const auto made = problemOf(graph);
        QVERIFY(!made);
        QCOMPARE(made.error().code, ErrorCode::Unsupported);
        QVERIFY(made.error().message.find(graph.value(graph.outputs.back()).name) != std::string::npos);
    }

    // The stages one after the other compute what the whole network does, bit by bit.
    void stagesComputeTheSame() {
        const auto model = test::typedModel(test::sample("residual_cnn_2d.onnx"), true);
        QVERIFY(model);
        const ir::Graph& graph = model->graph;
        const auto made = problemOf(graph);
        QVERIFY(made);
        auto known = ir::seededFeeds(graph, 1); // what the host has
        QVERIFY(known);
        const auto whole = exec::run(graph, model->opsets, *known, {});
        QVERIFY2(whole, whole ? "" : whole.error().message.c_str());
        const std::size_t steps = made->nodes.size();
        const Split split{{0, 3, {0}}, {3, steps / 2, {1}}, {steps / 2, steps, {2}}};
        for (const ir::Graph& stage : stageGraphs(graph, *made, split)) {
            ir::Feeds own;
            for (const ValueId input : stage.inputs)
                own.emplace(input, known->at(input));
            const auto result = exec::run(stage, model->opsets, own, {});
            QVERIFY2(result, result ? "" : result.error().message.c_str());
            for (std::size_t i = 0; i < stage.outputs.size(); ++i)
                known->insert_or_assign(stage.outputs[i], result->outputs[i]);
        }
        for (std::size_t i = 0; i < graph.outputs.size(); ++i)
            QVERIFY(std::ranges::equal(known->at(graph.outputs[i]).bytes(), whole->outputs[i].bytes()));
    }

    // Seconds in proportion to the MACs and the bytes, links that cost little.
    void aSampleIsNearItsBound() {
        const auto model = test::typedModel(test::sample("residual_cnn_2d.onnx"), true);
        QVERIFY(model);
        auto made = problemOf(model->graph);
        QVERIFY2(made, made ? "" : made.error().message.c_str());
        PlannedDevice board{.name = "board", .seconds = {}, .link = {1e-7, 1e10}};
        for (const NodeId id : made->nodes) {
            const ir::Node& node = model->graph.node(id);
            board.seconds.push_back(static_cast<double>(ops::macsOf(model->graph, node)) * 1e-9 +
                                    static_cast<double>(ops::bytesOf(model->graph, node)) * 1e-9);
        }
        made->problem.devices.assign(4, board);
        const auto found = leastPeriodOfOrders(made->problem);
        QVERIFY2(found, found ? "" : found.error().message.c_str());
        QVERIFY(periodBound(made->problem) >= 0.945 * found->found.best.figures.period);
        made->problem.replicas = false;
        const auto stages = leastPeriod(made->problem);
        QVERIFY(stages && stages->split.size() > 1);
        QVERIFY(periodBound(made->problem) <= stages->figures.period);
        QVERIFY(stages->figures.period >= found->found.best.figures.period);
    }

    // ResNet-50, fused, as it is cut, on eight boards, none like another one: all orders, and what each board
    // brings.
    void resNet50OnEightBoards() {
        const auto file = test::shared("onnx-backend/light/light_resnet50.onnx");
        if (file.empty()) QSKIP(test::sharedMissing());
        const auto model = test::typedModel(file, true);
        QVERIFY(model);
        const auto history = fusion::fuse(model->graph, model->opsets);
        QVERIFY(history);
        const ir::Graph& graph = history->graph;
        auto made = problemOf(graph);
        QVERIFY2(made, made ? "" : made.error().message.c_str());
        for (int i = 0; i < 8; ++i) {
            PlannedDevice board{.name = "board " + std::to_string(i), .seconds = {}, .link = {1e-4, 1e8}};
            board.link.latency *= 1 + 0.1 * i;
            for (const NodeId id : made->nodes) {
                const ir::Node& node = graph.node(id);
                board.seconds.push_back(static_cast<double>(ops::macsOf(graph, node)) * 1e-10 * (1 + 0.2 * i) +
                                        static_cast<double>(ops::bytesOf(graph, node)) * 1e-10);
            }
            made->problem.devices.push_back(std::move(board));
        }
        const auto found = leastPeriodOfOrders(made->problem);
        QVERIFY2(found, found ? "" : found.error().message.c_str());
        QVERIFY(found->found.best.split.size() > 1);
        QVERIFY(periodBound(made->problem) <= found->found.best.figures.period);
    }
};

} // namespace

EDGEWRIGHT_TEST(PartitionGraphTest)

} // namespace edgewright::partition_graph_test

#include "partition_graph_test.moc"
