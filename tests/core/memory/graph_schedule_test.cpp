// SPDX-License-Identifier: GPL-3.0-or-later
// The scheduler's problem and liveness count the same bytes, whatever the order and the options.
#include "core/memory/graph_schedule.h"

#include "core/ir/builder.h"
#include "core/ir/order.h"
#include "core/memory/body_plan.h"
#include "core/pipeline/study.h"
#include "tests/support/shared_files.h"
#include "tests/support/test_class.h"

#define QT_NO_KEYWORDS // ArenaPlan has slots of its own
#include <QTest>

#include <algorithm>
#include <random>

namespace edgewright::graph_schedule_test {

using namespace edgewright::memory;

namespace {

// Random operators over values of a few sizes, some of them unread, some read by a subgraph, some known.
ir::Graph randomGraph(unsigned seed) {
    std::mt19937 random(seed);
    const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
    ir::GraphBuilder builder;
    const auto type = [](std::size_t extent) {
        return ir::TensorType(ir::DataType::Float32, ir::Dims{static_cast<std::int64_t>(extent)});
    };
    std::vector<ValueId> values = {builder.input("x", type(16)), builder.input("y", type(32))};
    values.push_back(builder.constant("w", *ir::Tensor::allocate(ir::DataType::Float32, {16})));
    const char* const ops[] = {"MatMul",  "Relu", "Reshape", "Add",  "Identity",
                               "Sigmoid", "Sum",  "Dropout", "Split"};
    for (int i = 0; i < 24; ++i) {
        const std::string op = ops[below(std::size(ops))];
        std::vector<ValueId> inputs;
        for (std::size_t k = op == "Add" || op == "Sum" || op == "MatMul" ? 2 : 1; k-- > 0;)
            inputs.push_back(values[values.size() - 1 - below(std::min<std::size_t>(values.size(), 6))]);
        const auto& from = builder.graph().value(inputs[0]).type;
        std::vector<ValueId> outputs;
        for (std::size_t k = op == "Split" ? 2 : 1; k-- > 0;)
            outputs.push_back(builder.value(op + std::to_string(i) + "_" + std::to_string(k),
                                            op == "MatMul" || op == "Split" ? type(8 << below(3)) : from));
        const NodeId node = builder.nodeInto(op, inputs, outputs);
        if (below(8) == 0) {
            ir::Graph branch;
            ir::Value captured;
            captured.outer = values[below(values.size())];
            branch.addValue(captured);
            builder.graph().node(node).set("body", std::make_shared<const ir::Graph>(branch));
        }
        if (below(10) == 0)
            for (const ValueId each : outputs)
                builder.graph().value(each).folded = *ir::Tensor::allocate(ir::DataType::Float32, {8});
        values.insert(values.end(), outputs.begin(), outputs.end());
    }
    builder.output(values.back());
    builder.output(values[below(values.size())]);
    return builder.take();
}

LivenessOptions randomOptions(const ir::Graph& graph, unsigned seed) {
    std::mt19937 random(seed);
    LivenessOptions options;
    options.inPlace = random() % 4 != 0;
    options.inputs = static_cast<Placement>(random() % 3);
    options.outputs = static_cast<Placement>(random() % 3);
    options.weights = random() % 2 == 0;
    for (std::size_t i = 0; i < graph.valueCount(); ++i)
        if (random() % 8 == 0) options.unshared.insert(ValueId(i));
    for (const NodeId id : graph.order())
        if (random() % 4 == 0) options.scratch[id] = static_cast<std::int64_t>(random() % 128);
    return options;
}

// Empty, or what is wrong.
std::string disagreement(const ir::Graph& graph, LivenessOptions options) {
    options.bodies = planBodies(graph, options); // the same with parts and without
    const GraphSchedule schedule = scheduleProblem(graph, options);
    LivenessOptions noParts = options; // orders know of no value that is a part of another
    noParts.parts = false;
    const std::int64_t given = lowerBound(liveness(graph, noParts).problem);
    for (const Scheduler* scheduler : schedulers()) {
        SchedulerOptions few;
        few.stateLimit = 5'000;
        const auto solved = scheduler->solve(schedule.problem, few, {});
        if (!solved) return solved.error().message;
        if (const auto verdict = verifySchedule(schedule.problem, *solved); !verdict.legal)
            return verdict.reason;
        const ir::Graph after = reordered(graph, schedule, solved->order);
        if (ir::executionOrder(after).nodes.size() != ir::executionOrder(graph).nodes.size() ||
            !std::ranges::equal(ir::executionOrder(after).nodes,
                                std::span(after.order()).first(ir::executionOrder(graph).nodes.size())))
            return "the new order is not the order of execution";
        const Liveness live = liveness(after, noParts);
        for (std::size_t i = 0; i < live.steps.size(); ++i)
            if (live.steps[i] != schedule.nodes[solved->order[i]]) return "the steps are others";
        const std::int64_t peak = lowerBound(live.problem);
        const std::string name(scheduler->name);
        if (peak != solved->peak)
            return name + ": " + std::to_string(solved->peak) + ", but liveness has " + std::to_string(peak);
        if (lowerBound(liveness(after, options).problem) > peak) return name + ": parts raised the peak";
        if (peak > given) return name + " raised the peak";
        if (scheduler->name == "as_given" && peak != given) return "as given is another order";
    }
    return {};
}

} // namespace

class GraphScheduleTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void randomGraphs() {
        for (unsigned seed = 0; seed < 300; ++seed) {
            const ir::Graph graph = randomGraph(seed);
            const std::string wrong = disagreement(graph, randomOptions(graph, seed));
            QVERIFY2(wrong.empty(), (std::to_string(seed) + ": " + wrong).c_str());
        }
    }

    void models_data() {
        QTest::addColumn<QString>("file");
        for (const std::string& name : test::samples())
            QTest::newRow(name.c_str()) << QString::fromStdString(test::sample(name + ".onnx").string());
        for (const auto& folder : test::sampled(test::sharedCases("models")))
            QTest::newRow(folder.filename().c_str())
                << QString::fromStdString((folder / "model.onnx").string());
    }
    void models() {
        QFETCH(QString, file);
        const auto opened = pipeline::open(file.toStdString());
        QVERIFY(opened.has_value());
        const auto typed = pipeline::type(*opened, {}, true);
        const ir::Graph& graph = *typed->graph;
        const std::string wrong = disagreement(graph, {});
        QVERIFY2(wrong.empty(), wrong.c_str());
        const auto history = pipeline::fuse(*typed, {});
        QVERIFY(history.has_value());
        const std::string fused = disagreement((*history)->graph, {});
        QVERIFY2(fused.empty(), fused.c_str());
    }

    // Two branches that each begin with a large tensor and end with a small one: one after the other.
    void branchesOneAfterTheOther() {
        ir::GraphBuilder builder;
        const auto type = [](std::int64_t extent) {
            return ir::TensorType(ir::DataType::Float32, ir::Dims{extent});
        };
        const ValueId x = builder.input("x", type(1));
        std::vector<ValueId> large, small;
        for (const char* name : {"a", "b", "c"}) {
            large.push_back(builder.value(name, type(100)));
            builder.nodeInto("MatMul", {x}, {large.back()});
        }
        for (const ValueId each : large) {
            small.push_back(builder.value("small", type(1)));
            builder.nodeInto("MatMul", {each}, {small.back()});
        }
        const ValueId sum = builder.value("sum", type(1));
        builder.nodeInto("Concat", small, {sum});
        builder.output(sum);
        const ir::Graph graph = builder.take();
        const GraphSchedule schedule = scheduleProblem(graph);
        const auto best = findScheduler("exact")->solve(schedule.problem, {}, {});
        QVERIFY(best.has_value());
        QCOMPARE(best->outcome, ScheduleOutcome::Optimal);
        // While the last large tensor lives: two small ones, its own small one; x is still needed before that.
        QCOMPARE(best->peak, std::int64_t(4 * (100 + 3)));
        QCOMPARE(lowerBound(liveness(graph).problem), std::int64_t(4 * (300 + 1)));
    }

    // Nodes on a cycle stay in the graph, behind all others.
    void cyclesComeLast() {
        ir::GraphBuilder builder;
        const ir::TensorType type(ir::DataType::Float32, ir::Dims{4});
        const ValueId a = builder.value("a", type), b = builder.value("b", type);
        const NodeId first = builder.nodeInto("Relu", {a}, {b});
        const NodeId second = builder.nodeInto("Relu", {b}, {a});
        const ValueId c = builder.value("c", type);
        const NodeId free = builder.nodeInto("Relu", {builder.input("x", type)}, {c});
        builder.output(c);
        const ir::Graph graph = builder.take();
        const GraphSchedule schedule = scheduleProblem(graph);
        QCOMPARE(schedule.nodes, std::vector<NodeId>{free});
        const std::vector<std::uint32_t> order = {0};
        QCOMPARE(reordered(graph, schedule, order).order(), (std::vector<NodeId>{free, first, second}));
    }
};

EDGEWRIGHT_TEST(GraphScheduleTest)

} // namespace edgewright::graph_schedule_test

#include "graph_schedule_test.moc"
