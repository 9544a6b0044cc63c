// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/liveness.h"

#include "core/ir/builder.h"
#include "core/memory/packing/planner.h"
#include "core/memory/plan_verify.h"
#include "core/ops/infer.h"
#include "tests/support/test_class.h"

#define QT_NO_KEYWORDS // ArenaPlan has slots of its own
#include <QTest>

#include <algorithm>
#include <random>

namespace edgewright::liveness_test {

using namespace edgewright::memory;

namespace {

const ir::TensorType Vector(ir::DataType::Float32, ir::Dims{16}); // 64 bytes

// A builder whose values all get one type.
class Net {
public:
    ir::GraphBuilder builder;

    ValueId input(const char* name, ir::TensorType type = Vector) {
        return builder.input(name, std::move(type));
    }
    ValueId node(const char* op, std::vector<ValueId> inputs, ir::TensorType type = Vector) {
        const ValueId out = builder.node(op, std::move(inputs));
        builder.graph().value(out).type = std::move(type);
        return out;
    }
    Liveness live(bool inPlace = true) {
        LivenessOptions options;
        options.inPlace = inPlace;
        return liveness(builder.graph(), options);
    }
};

const Buffer* bufferOf(const Liveness& live, ValueId value) {
    for (std::size_t i = 0; i < live.values.size(); ++i)
        if (std::ranges::find(live.values[i], value) != live.values[i].end()) return &live.problem.buffers[i];
    return nullptr;
}

// "[0,2)", "" for a value that takes no space.
QString lifetime(const Liveness& live, ValueId value) {
    const Buffer* buffer = bufferOf(live, value);
    return buffer ? QString("[%1,%2)").arg(buffer->lower).arg(buffer->upper) : QString();
}

// Writes a value number into its slot; a view passes on what it finds. What a reader finds must be its operand,
// or what its operand is a view of.
void play(const ir::Graph& graph, const Liveness& live, const ir::ArenaPlan& plan) {
    std::map<std::int64_t, std::uint32_t> arena;    // offset -> content
    std::map<std::uint32_t, std::uint32_t> content; // value -> what its slot must hold
    for (const ValueId id : graph.inputs)
        arena[plan.places.at(id).offset] = content[id.index()] = id.index();
    for (const NodeId step : live.steps) {
        const ir::Node& node = graph.node(step);
        for (const ValueId id : node.inputs)
            QCOMPARE(arena[plan.places.at(id).offset], content[id.index()]);
        const ValueId out = node.output(0);
        const bool view = node.op == "Reshape" || node.op == "Identity";
        content[out.index()] = view ? content[node.input(0).index()] : out.index();
        const auto slot = plan.places.at(out);
        QVERIFY(slot.size == 64 && slot.offset % 64 == 0 && slot.offset + 64 <= plan.arenaBytes);
        arena[slot.offset] = content[out.index()];
    }
    for (const ValueId id : graph.outputs)
        QCOMPARE(arena[plan.places.at(id).offset], content[id.index()]);
    for (const ValueId id : graph.inputs) {
        const Buffer* buffer = bufferOf(live, id);
        if (buffer->upper == live.problem.steps) QCOMPARE(arena[plan.places.at(id).offset], id.index());
    }
}

} // namespace

class LivenessTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void chainWithoutSharing() {
        Net net;
        const ValueId x = net.input("x");
        const ValueId a = net.node("MatMul", {x});
        const ValueId b = net.node("MatMul", {a});
        const ValueId c = net.node("MatMul", {b, x});
        const ValueId unread = net.node("MatMul", {b});
        net.builder.output(c);
        const Liveness live = net.live();
        QCOMPARE(live.problem.steps, 4);
        QCOMPARE(live.steps.size(), std::size_t(4));
        QCOMPARE(lifetime(live, x), "[0,3)");
        QCOMPARE(lifetime(live, a), "[0,2)");
        QCOMPARE(lifetime(live, b), "[1,4)");
        QCOMPARE(lifetime(live, c), "[2,4)");
        QCOMPARE(lifetime(live, unread), "[3,4)");
        QVERIFY(live.sharings.empty() && live.skipped.empty());
        QCOMPARE(bufferOf(live, x)->kind, BufferKind::Input);
        QCOMPARE(bufferOf(live, c)->kind, BufferKind::Output);
        QCOMPARE(bufferOf(live, a)->kind, BufferKind::Activation);
        QCOMPARE(bufferOf(live, a)->name, std::string("MatMul_0_out"));
        QCOMPARE(bufferOf(live, a)->size, 64);
        QCOMPARE(bufferOf(live, a)->alignment, 64);
        QVERIFY(!live.producer[0].valid());
        QCOMPARE(live.producer[1], NodeId(0));
    }

    void stepsFollowExecutionOrder() {
        Net net;
        const ValueId x = net.input("x");
        const ValueId middle = net.builder.value("middle", Vector);
        const ValueId late = net.node("MatMul", {middle}); // first in the file, second to run
        net.builder.nodeInto("MatMul", {x}, {middle});
        net.builder.output(late);
        const Liveness live = net.live();
        QCOMPARE(live.steps, (std::vector<NodeId>{NodeId(1), NodeId(0)}));
        QCOMPARE(lifetime(live, x), "[0,1)");
        QCOMPARE(lifetime(live, middle), "[0,2)");
        QCOMPARE(lifetime(live, late), "[1,2)");
    }

    void constantsAndFoldedValuesTakeNoSpace() {
        Net net;
        const ValueId x = net.input("x");
        const ValueId w = net.builder.constant("w", *ir::Tensor::allocate(ir::DataType::Float32, {16}));
        const ValueId shape = net.node("Shape", {x}, {ir::DataType::Int64, ir::Dims{1}});
        net.builder.graph().value(shape).folded = ir::Tensor::of<std::int64_t>({1}, {16});
        const ValueId y = net.node("MatMul", {x, w});
        const ValueId z = net.node("MatMul", {y, shape});
        net.builder.output(z);
        net.builder.output(w);
        const Liveness live = net.live();
        QCOMPARE(lifetime(live, w), QString());
        QCOMPARE(lifetime(live, shape), QString());
        QCOMPARE(live.problem.steps, 2); // Shape does not run
        QCOMPARE(lifetime(live, x), "[0,1)");
        QCOMPARE(lifetime(live, y), "[0,2)");
        QVERIFY(live.skipped.empty());
    }

    void viewsShareForTheUnionOfTheirLives() {
        Net net;
        const ValueId x = net.input("x");
        const ValueId a = net.node("MatMul", {x});
        const ValueId view = net.node("Reshape", {a}, {ir::DataType::Float32, ir::Dims{4, 4}});
        const ValueId b = net.node("MatMul", {a});
        const ValueId c = net.node("MatMul", {view, b});
        net.builder.output(c);
        const Liveness live = net.live();
        QCOMPARE(bufferOf(live, a), bufferOf(live, view));
        QCOMPARE(lifetime(live, a), "[0,4)");
        QCOMPARE(live.sharings.size(), std::size_t(1));
        QCOMPARE(live.sharings[0].value, view);
        QCOMPARE(live.sharings[0].source, a);
        QCOMPARE(live.sharings[0].node, NodeId(1));
        QCOMPARE(live.sharings[0].reason,
                 std::string("Reshape changes no bytes: 'Reshape_1_out' is a view of 'MatMul_0_out'"));
        QVERIFY(bufferOf(net.live(false), a) != bufferOf(net.live(false), view));
    }

    void everyViewOperator() {
        for (const char* op : {"Reshape", "Flatten", "Squeeze", "Unsqueeze", "Identity", "Dropout"}) {
            Net net;
            const ValueId a = net.node("MatMul", {net.input("x")});
            const ValueId view = net.node(op, {a});
            net.builder.output(net.node("MatMul", {view, a}));
            QVERIFY2(net.live().sharings.size() == 1, op);
        }
        Net training;
        const ValueId a = training.node("MatMul", {training.input("x")});
        const ValueId dropped = training.node("Dropout", {a, a, a});
        training.builder.output(training.node("MatMul", {dropped, a}));
        QVERIFY(training.live().sharings.empty());
    }

    void viewOfAnotherSizeIsNotShared() {
        Net net;
        const ValueId a = net.node("MatMul", {net.input("x")});
        net.builder.output(net.node("Reshape", {a}, {ir::DataType::Float32, ir::Dims{8}}));
        QVERIFY(net.live().sharings.empty());
    }

    void elementWiseOverwritesADyingInput() {
        Net net;
        const ValueId a = net.node("MatMul", {net.input("x")});
        const ValueId b = net.node("Relu", {a});
        const ValueId c = net.node("Sigmoid", {b});
        net.builder.output(net.node("MatMul", {c}));
        const Liveness live = net.live();
        QCOMPARE(live.sharings.size(), std::size_t(2));
        QCOMPARE(bufferOf(live, a), bufferOf(live, c));
        QCOMPARE(lifetime(live, c), "[0,4)");
        QCOMPARE(live.sharings[0].reason,
                 std::string(
                     "Relu is element-wise and the last to read 'MatMul_0_out': 'Relu_1_out' overwrites it"));
        QCOMPARE(net.live(false).sharings.size(), std::size_t(0));
    }

    void notWhileSomebodyStillReads() {
        Net net;
        const ValueId a = net.node("MatMul", {net.input("x")});
        const ValueId b = net.node("Relu", {a});
        net.builder.output(net.node("MatMul", {a, b}));
        QVERIFY(net.live().sharings.empty());
    }

    // The tensor itself dies, but a view of it lives on: overwriting would destroy the view.
    void notWhileAViewLives() {
        Net net;
        const ValueId a = net.node("MatMul", {net.input("x")});
        const ValueId view = net.node("Reshape", {a}, {ir::DataType::Float32, ir::Dims{4, 4}});
        const ValueId b = net.node("Relu", {a});
        net.builder.output(net.node("MatMul", {view, b}));
        const Liveness live = net.live();
        QCOMPARE(live.sharings.size(), std::size_t(1));
        QVERIFY(bufferOf(live, b) != bufferOf(live, a));
    }

    void graphInputsAndOutputsAreNotOverwritten() {
        Net net;
        const ValueId x = net.input("x");
        const ValueId a = net.node("Relu", {x}); // must not overwrite the caller's tensor
        const ValueId view = net.node("Identity", {x});
        const ValueId b = net.node("Relu", {view}); // nor through a view
        const ValueId c = net.node("MatMul", {a, b});
        const ValueId d = net.node("Relu", {c}); // c is an output
        net.builder.output(c);
        net.builder.output(d);
        const Liveness live = net.live();
        QCOMPARE(live.sharings.size(), std::size_t(1));
        QCOMPARE(live.sharings[0].value, view);
        QCOMPARE(lifetime(live, c), "[3,5)");
    }

    void anOutputMayOverwrite() {
        Net net;
        const ValueId a = net.node("MatMul", {net.input("x")});
        const ValueId b = net.node("Relu", {a});
        net.builder.output(b);
        const Liveness live = net.live();
        QCOMPARE(bufferOf(live, a), bufferOf(live, b));
        QCOMPARE(bufferOf(live, b)->kind, BufferKind::Output);
        QCOMPARE(bufferOf(live, b)->upper, live.problem.steps);
    }

    void broadcastOverwritesOnlyTheFullOperand() {
        const ir::TensorType small(ir::DataType::Float32, ir::Dims{1});
        Net net;
        const ValueId x = net.input("x");
        const ValueId bias = net.node("MatMul", {x}, small);
        const ValueId full = net.node("MatMul", {x});
        const ValueId sum = net.node("Add", {bias, full});
        net.builder.output(net.node("MatMul", {sum}));
        const Liveness live = net.live();
        QCOMPARE(live.sharings.size(), std::size_t(1));
        QCOMPARE(live.sharings[0].source, full);
    }

    void otherTypesAreNotOverwritten() {
        Net net;
        const ValueId a = net.node("MatMul", {net.input("x")});
        net.builder.output(net.node("Cast", {a}, {ir::DataType::Int32, ir::Dims{16}}));
        QVERIFY(net.live().sharings.empty());
    }

    void operatorsThatMixElementsDoNotOverwrite() {
        for (const char* op : {"Softmax", "Transpose", "Conv", "MaxPool", "NobodyKnows"}) {
            Net net;
            const ValueId a = net.node("MatMul", {net.input("x")});
            net.builder.output(net.node(op, {a}));
            QVERIFY2(net.live().sharings.empty(), op);
        }
    }

    // Sum may write its output after the first input and before it has read the second.
    void variadicOverwritesTheFirstOnly() {
        Net net;
        const ValueId x = net.input("x");
        const ValueId a = net.node("MatMul", {x});
        const ValueId b = net.node("MatMul", {x});
        const ValueId sum = net.node("Sum", {a, b});
        net.builder.output(net.node("MatMul", {sum, a}));
        QVERIFY(net.live().sharings.empty());
    }

    void groupsCountAsOneStep() {
        const auto groupOf = [](Net& net, std::vector<const char*> ops, ValueId input) {
            Net body;
            ValueId value = body.input("in");
            for (const char* op : ops)
                value = body.node(op, {value});
            body.builder.output(value);
            const ValueId out = net.node("Fused", {input});
            ir::Node& node = net.builder.graph().node(NodeId(net.builder.graph().nodeCount() - 1));
            node.domain = std::string(ir::FusedDomain);
            node.body = std::make_shared<const ir::Graph>(body.builder.take());
            return out;
        };
        Net net;
        const ValueId conv = groupOf(net, {"MatMul", "Relu"}, net.input("x"));
        const ValueId loop = groupOf(net, {"Sigmoid", "Relu"}, conv);
        const ValueId mixed = groupOf(net, {"Relu", "MatMul"}, loop);
        net.builder.output(mixed);
        const Liveness live = net.live();
        QCOMPARE(live.problem.steps, 3);
        QCOMPARE(live.values.size(), std::size_t(3)); // x, conv + loop, mixed
        QCOMPARE(bufferOf(live, conv), bufferOf(live, loop));
        QVERIFY(bufferOf(live, loop) != bufferOf(live, mixed));
    }

    void capturedValuesLiveUntilTheLoop() {
        Net net;
        const ValueId x = net.input("x");
        const ValueId a = net.node("MatMul", {x});
        net.node("MatMul", {x});
        ir::Graph branch;
        ir::Value captured;
        captured.name = "a";
        captured.outer = a;
        branch.addValue(captured);
        const ValueId chosen = net.builder.value("chosen", Vector);
        net.builder.nodeInto("If", {x}, {chosen}, {{"then_branch", std::make_shared<const ir::Graph>(branch)}});
        net.builder.output(chosen);
        QCOMPARE(lifetime(net.live(), a), "[0,3)");
    }

    void unknownShapesAreSkippedAloud() {
        Net net;
        const ValueId x = net.input("x");
        const ValueId open = net.node("NonZero", {x}, {ir::DataType::Int64, std::vector<ir::Dim>{1, {}}});
        net.builder.output(net.node("Gather", {x, open}));
        const Liveness live = net.live();
        QCOMPARE(live.skipped.size(), std::size_t(1));
        QCOMPARE(live.skipped[0].value, open);
        QCOMPARE(lifetime(live, open), QString());
    }

    void whereInputsAndOutputsLive() {
        Net net;
        const ValueId x = net.input("x");
        const ValueId a = net.node("MatMul", {x});
        const ValueId b = net.node("MatMul", {a});
        const ValueId c = net.node("Relu", {b});
        net.builder.output(a);
        net.builder.output(c);
        const auto live = [&](Placement inputs, Placement outputs) {
            LivenessOptions options;
            options.inputs = inputs;
            options.outputs = outputs;
            return liveness(net.builder.graph(), options);
        };
        const Liveness needed = live(Placement::WhileNeeded, Placement::WhileNeeded);
        QCOMPARE(lifetime(needed, x), "[0,1)");
        QCOMPARE(lifetime(needed, a), "[0,3)");
        QCOMPARE(lifetime(needed, c), "[1,3)"); // over b
        const Liveness whole = live(Placement::WholeRun, Placement::WholeRun);
        QCOMPARE(lifetime(whole, x), "[0,3)");
        QCOMPARE(lifetime(whole, b), "[1,3)");
        QCOMPARE(lifetime(whole, c), "[0,3)"); // at its place from the beginning: not over b
        QCOMPARE(bufferOf(whole, c)->kind, BufferKind::Output);
        QVERIFY(whole.sharings.empty());
        const Liveness outside = live(Placement::Outside, Placement::Outside);
        QCOMPARE(lifetime(outside, x), QString());
        QCOMPARE(lifetime(outside, a), QString());
        QCOMPARE(lifetime(outside, b), "[1,3)");
        QCOMPARE(lifetime(outside, c), QString());
        QVERIFY(outside.sharings.empty() && outside.skipped.empty());
    }

    void oneSharingIsSwitchedOff() {
        Net net;
        const ValueId a = net.node("MatMul", {net.input("x")});
        const ValueId b = net.node("Relu", {a});
        const ValueId c = net.node("Identity", {b});
        const ValueId d = net.node("Sigmoid", {c});
        net.builder.output(net.node("MatMul", {d}));
        QCOMPARE(net.live().sharings.size(), std::size_t(3));
        for (const ValueId off : {b, c, d}) {
            LivenessOptions options;
            options.unshared = {off};
            const Liveness live = liveness(net.builder.graph(), options);
            QCOMPARE(live.sharings.size(), std::size_t(2));
            for (const Sharing& sharing : live.sharings)
                QVERIFY(sharing.value != off);
            QCOMPARE(bufferOf(live, off)->name, net.builder.graph().value(off).name);
        }
    }

    // The sum of all tensors is the same whatever they share; that of the buffers falls with what they share.
    void bytesSideBySide() {
        Net net;
        const ValueId a = net.node("MatMul", {net.input("x")});
        net.builder.output(net.node("MatMul", {net.node("Sigmoid", {net.node("Relu", {a})})}));
        const SideBySide shared = sideBySide(net.live()), apart = sideBySide(net.live(false));
        QCOMPARE(shared.tensors, apart.tensors);
        QCOMPARE(apart.buffers, apart.tensors);
        QVERIFY(shared.buffers < apart.buffers);
        QCOMPARE(net.live().sharings.size(), std::size_t(2));
    }

    void weightsAndScratchAreClassesOfTheirOwn() {
        Net net;
        const ValueId w = net.builder.constant("w", *ir::Tensor::allocate(ir::DataType::Float32, {8}));
        net.builder.constant("unread", *ir::Tensor::allocate(ir::DataType::Float32, {8}));
        const ValueId a = net.node("MatMul", {net.input("x"), w});
        const ValueId b = net.node("MatMul", {a, w});
        net.builder.output(b);
        LivenessOptions options;
        options.weights = true;
        options.scratch = {{NodeId(1), 40}, {NodeId(0), 0}, {NodeId(7), 9}};
        const Liveness live = liveness(net.builder.graph(), options);
        QCOMPARE(live.problem.buffers.size(), std::size_t(5)); // x, a, b, scratch, w
        QCOMPARE(lifetime(live, w), "[0,2)");
        QCOMPARE(bufferOf(live, w)->kind, BufferKind::Weight);
        QCOMPARE(bufferOf(live, w)->size, 32);
        const auto scratch = std::ranges::find(live.problem.buffers, BufferKind::Scratch, &Buffer::kind);
        QVERIFY(scratch != live.problem.buffers.end());
        QCOMPARE(scratch->size, 40);
        QVERIFY(scratch->lower == 1 && scratch->upper == 2 && scratch->alignment == 64);
        const auto at = static_cast<std::size_t>(scratch - live.problem.buffers.begin());
        QVERIFY(live.values[at].empty() && live.producer[at] == NodeId(1));
        Solution solution;
        solution.offsets.assign(5, 0);
        QCOMPARE(arenaPlan(live, solution).places.size(), std::size_t(4));
        for (const Planner* planner : planners()) {
            const auto planned = planner->solve(live.problem, {}, {});
            QVERIFY(planned && verify(live.problem, *planned).legal);
        }
    }

    void emptyAndCyclicGraphs() {
        const Liveness empty = liveness(ir::Graph());
        QVERIFY(empty.problem.buffers.empty() && empty.problem.steps == 1);
        Net through;
        through.builder.output(through.input("x"));
        QCOMPARE(lifetime(through.live(), ValueId(0)), "[0,1)");

        Net net;
        const ValueId a = net.builder.value("a", Vector);
        const ValueId b = net.node("Relu", {a});
        net.builder.nodeInto("Relu", {b}, {a});
        net.builder.output(b);
        const Liveness live = net.live();
        QVERIFY(live.problem.buffers.empty());
        QCOMPARE(live.skipped.size(), std::size_t(2));
        QCOMPARE(live.skipped[0].code, std::string("cycle"));
    }

    // The data decide the size: the most that it can be is planned, and shared with nothing.
    void bounds() {
        ir::GraphBuilder builder;
        const ValueId x = builder.input("x", {ir::DataType::Float32, ir::Dims{4, 250}});
        const ValueId found = builder.node("NonZero", {x});
        builder.output(builder.node("Identity", {builder.node("Transpose", {found})}));
        const ir::Graph graph = ops::inferTypes(builder.graph(), {{"", 17}}).graph;
        const Liveness live = liveness(graph);
        QVERIFY(live.isWhole());
        QCOMPARE(live.bounded.size(), std::size_t(3));
        QCOMPARE(live.bounded[0].largest.text(), std::string("int64[2,1000]"));
        QCOMPARE(live.bounded[2].largest.text(), std::string("int64[1000,2]"));
        QCOMPARE(bufferOf(live, found)->size, 16000);
        QVERIFY(live.sharings.empty());
        const auto solution = findPlanner("greedy_by_size")->solve(live.problem, {}, {});
        QCOMPARE(arenaPlan(live, *solution).atMost.size(), std::size_t(3));
    }

    void aPartIsNotTheWhole() {
        Net net;
        const ValueId x = net.input("x");
        const ValueId known = net.node("MatMul", {x, x});
        const ValueId open = net.node("Mystery", {known}, {ir::DataType::Float32, std::vector<ir::Dim>(1)});
        net.builder.output(net.node("MatMul", {open, open}));
        const Liveness live = net.live();
        QVERIFY(!live.isWhole());
        QCOMPARE(live.unplanned.size(), std::size_t(1));
        QCOMPARE(live.unplanned[0].name, std::string("Mystery_1_out"));
        QVERIFY(live.unplanned[0].reason.find("float32[?]") != std::string::npos);
        QCOMPARE(live.partText(), std::string("3 of 4 tensors"));
        Net whole;
        whole.builder.output(whole.node("Relu", {whole.input("x")}));
        QVERIFY(whole.live().isWhole() && whole.live().partText().empty());
    }

    // Plays the plan: every value's bytes must still be its own whenever it is read.
    void randomGraphsKeepEveryValueUntilItsLastReader() {
        const std::vector<const char*> ops = {"MatMul", "Relu", "Reshape", "Add", "Identity", "Sigmoid", "Sum"};
        for (unsigned seed = 0; seed < 200; ++seed) {
            std::mt19937 random(seed);
            Net net;
            std::vector<ValueId> values = {net.input("x"), net.input("y")};
            for (int i = 0; i < 25; ++i) {
                const char* op = ops[random() % ops.size()];
                const auto pick = [&] {
                    return values[values.size() - 1 - random() % std::min<std::size_t>(values.size(), 4)];
                };
                values.push_back(net.node(op, {pick(), pick()}));
            }
            net.builder.output(values.back());
            net.builder.output(values[random() % values.size()]);
            const Liveness live = net.live(seed % 4 != 0);
            for (const Planner* planner : planners()) {
                PlannerOptions options;
                options.nodeLimit = 20;
                const auto solution = planner->solve(live.problem, options, {});
                QVERIFY(solution && verify(live.problem, *solution).legal);
                play(net.builder.graph(), live, arenaPlan(live, *solution));
            }
        }
    }
};

EDGEWRIGHT_TEST(LivenessTest)

} // namespace edgewright::liveness_test

#include "liveness_test.moc"
