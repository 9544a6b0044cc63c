// SPDX-License-Identifier: GPL-3.0-or-later
// What the rules that make groups refuse, the one to integers, and fusing by hand: each condition violated
// once, and the reason names what stands in the way.
#include "tests/core/fusion/refusal_case.h"
#include "tests/support/test_class.h"

#include "core/fusion/user_group.h"

namespace edgewright::refusals_groups_test {

using namespace edgewright::fusion;
using namespace edgewright::fusion::test;

namespace {

using ir::DataType;

constexpr int LongChain = 300; // more than a group holds

ValueId conv(Net& n) { return n.conv(n.floats("x", {1, 3, 6, 6}), {3, 3, 3, 3}); }
ir::Attribute axis(std::int64_t value) { return {"axis", value}; }

ValueId recurrent(Net& n) {
    const ValueId y = n.value("y"), last = n.value("last");
    n.nodeInto("LSTM", {n.floats("x", {5, 1, 3}), n.weights("w", {1, 16, 3}), n.weights("r", {1, 16, 4})},
               {y, last}, {{"hidden_size", std::int64_t(4)}});
    n.output(last);
    return y;
}
ValueId scale(Net& n, const std::string& name, const ir::Dims& dims) {
    return n.weights(name, dims, 0.01F, 0.02F);
}
ValueId dequantized(Net& n, const std::string& name, const ir::Dims& dims, const ir::Dims& scales,
                    DataType type) {
    return n.node("DequantizeLinear",
                  {n.input(name, ir::TensorType(type, dims)), scale(n, name + "_scale", scales)}, {axis(1)});
}
ValueId weights8(Net& n, const ir::Dims& dims) {
    std::int64_t count = 1;
    for (const std::int64_t extent : dims)
        count *= extent;
    const std::vector<std::int8_t> codes(static_cast<std::size_t>(count), 3);
    return n.node("DequantizeLinear", {n.constant("w", ir::Tensor::of(dims, codes)), scale(n, "w_scale", {})});
}
ValueId quantized(Net& n, ValueId y) {
    return n.node("QuantizeLinear",
                  {y, scale(n, "y_scale", {}), n.constant("y_zero", ir::Tensor::scalar<std::uint8_t>(128))});
}

const std::vector<RefusalCase> groups{
    {"fuse_attention", "weights on the right",
     "the output of Softmax_1 is the right operand of MatMul_2, and attention has the weights on the left",
     [](Net& n) {
         const ValueId scores = n.node("MatMul", {n.floats("q", {6, 4}), n.floats("k", {4, 6})});
         n.output(n.node("MatMul", {n.floats("v", {3, 6}), n.node("Softmax", {scores})}));
     }},
    {"fuse_concat", "graph output", "the output of Conv_0, 'Conv_0_out', is a graph output",
     [](Net& n) {
         const ValueId y = conv(n);
         n.output(y);
         n.output(n.node("Concat", {n.floats("z", {1, 3, 6, 6}), y}, {axis(1)}));
     }},
    {"fuse_reduction", "graph output", "the output of Abs_0, 'Abs_0_out', is a graph output",
     [](Net& n) {
         const ValueId y = n.node("Abs", {n.floats("x", {2, 8})});
         n.output(y);
         n.output(n.node("ReduceMean", {y}, {{"axes", Ints{1}}}));
     }},
    {"fuse_residual_add", "graph output", "the output of Conv_0, 'Conv_0_out', is a graph output",
     [](Net& n) {
         const ValueId y = conv(n);
         n.output(y);
         n.output(n.node("Add", {y, n.floats("skip", {1, 3, 6, 6})}));
     }},
    {"fuse_residual_add", "two outputs", "MaxPool_0 has more than one output",
     [](Net& n) {
         const ValueId y = n.value("y"), indices = n.value("indices");
         n.nodeInto("MaxPool", {n.floats("x", {1, 3, 6, 6})}, {y, indices}, {{"kernel_shape", Ints{2, 2}}});
         n.output(indices);
         n.output(n.node("Add", {y, n.floats("skip", {1, 3, 5, 5})}));
     }},
    {"fuse_quantized_weights", "graph output",
     "the output of DequantizeLinear_0, 'DequantizeLinear_0_out', is a graph output",
     [](Net& n) {
         const ValueId w = weights8(n, {3, 3, 1, 1});
         n.output(w);
         n.output(n.node("Conv", {n.floats("x", {1, 3, 6, 6}), w}));
     }},
    {"fuse_recurrent_shape", "axes at run time", "the list of axes of Squeeze_1 is the graph input 'axes'",
     [](Net& n) {
         const ValueId y = recurrent(n);
         n.output(n.node("Squeeze", {y, n.input("axes", int64s(1))}));
     }},
    {"fuse_recurrent_shape", "graph output", "the output of LSTM_0, 'y', is a graph output",
     [](Net& n) {
         const ValueId y = recurrent(n);
         n.output(y);
         n.output(n.node("Squeeze", {y, n.ints("axes", {1})}));
     }},
    {"fuse_squeeze_excite", "graph output", "the output of Sigmoid_2, 'Sigmoid_2_out', is a graph output",
     [](Net& n) {
         const ValueId x = n.floats("x", {1, 4, 6, 6});
         const ValueId gate = n.node("Sigmoid", {n.conv(n.node("GlobalAveragePool", {x}), {4, 4, 1, 1})});
         n.output(gate);
         n.output(n.node("Mul", {x, gate}));
     }},
    {"qdq_to_integer", "a scale for each channel of the input",
     "DequantizeLinear_0 has 3 scales, and a sum over its channels has one only if they share it",
     [](Net& n) {
         const ValueId x = dequantized(n, "x", {1, 3, 6, 6}, {3}, DataType::UInt8);
         n.output(quantized(n, n.node("Conv", {x, weights8(n, {3, 3, 1, 1})})));
     },
     21},
    {"qdq_to_integer", "codes of the bias at run time",
     "the bias of Conv_3 is computed at run time by DequantizeLinear_2",
     [](Net& n) {
         const ValueId x =
             n.node("DequantizeLinear", {n.input("x", ir::TensorType(DataType::UInt8, ir::Dims{1, 3, 6, 6})),
                                         n.scalar("x_scale", 0.5F)});
         const std::vector<std::int8_t> codes(9, 3);
         const ValueId w =
             n.node("DequantizeLinear",
                    {n.constant("w", ir::Tensor::of(ir::Dims{3, 3, 1, 1}, codes)), n.scalar("w_scale", 0.25F)});
         const ValueId b =
             n.node("DequantizeLinear",
                    {n.input("b", ir::TensorType(DataType::Int32, ir::Dims{3})), n.scalar("b_scale", 0.125F)});
         n.output(quantized(n, n.node("Conv", {x, w, b})));
     },
     21},
};

// A group that grows until it is full.
struct Growing {
    const char* rule;
    const char* before; // a rule that makes groups for it; itself: none
    void (*build)(Net&);
};
const std::vector<Growing> growing{
    {"fuse_activation", "fuse_activation",
     [](Net& n) {
         ValueId y = conv(n);
         for (int i = 0; i < LongChain; ++i)
             y = n.node("Tanh", {y});
         n.output(y);
     }},
    {"fuse_residual_add", "fuse_residual_add",
     [](Net& n) {
         ValueId y = conv(n);
         const ValueId skip = n.floats("skip", {1, 3, 6, 6});
         for (int i = 0; i < LongChain; ++i)
             y = n.node("Add", {y, skip});
         n.output(y);
     }},
    {"fuse_elementwise", "fuse_elementwise",
     [](Net& n) {
         ValueId y = n.floats("x", {4});
         for (int i = 0; i < LongChain; ++i)
             y = n.node(i % 2 == 0 ? "Neg" : "Tanh", {y});
         n.output(y);
     }},
    {"fuse_reduction", "fuse_elementwise",
     [](Net& n) {
         ValueId y = n.floats("x", {2, 4});
         for (int i = 0; i < 256; ++i)
             y = n.node("Tanh", {y});
         n.output(n.node("ReduceMean", {y}, {{"axes", Ints{1}}}));
     }},
};

struct ByHand {
    const char* text;
    std::vector<NodeId> nodes;
    void (*build)(Net&);
};
const std::vector<ByHand> userGroups{
    {"If_1 runs a subgraph, and a group holds none",
     {NodeId(0), NodeId(1)},
     [](Net& n) { readInside(n, n.node("Abs", {n.floats("x", {4})})); }},
    {"Twice_1 calls a function, and a group holds single operators",
     {NodeId(0), NodeId(1)},
     [](Net& n) {
         ir::GraphBuilder inner;
         const ValueId in = inner.input("in", ir::TensorType(DataType::Float32, ir::Dims{4}));
         inner.output(inner.node("Add", {in, in}));
         const ValueId y = n.value("y");
         const NodeId call = n.nodeInto("Twice", {n.node("Abs", {n.floats("x", {4})})}, {y});
         n.graph().node(call).domain = "functions";
         n.graph().node(call).body = std::make_shared<const ir::Graph>(inner.take());
         n.output(y);
     }},
    {"If_1 (If) decides what runs, and a group always runs as a whole",
     {NodeId(0), NodeId(1)},
     [](Net& n) {
         const ValueId x = n.node("Not", {n.input("c", ir::TensorType(DataType::Bool, ir::Dims{}))});
         n.output(n.node("If", {x}));
     }},
    {"'sequence' is no dense tensor and cannot cross the border of a group",
     {NodeId(0), NodeId(1)},
     [](Net& n) {
         const ValueId sequence = n.input("sequence", {});
         n.graph().value(sequence).otherType = "sequence(float32)";
         const ValueId at = n.constant("at", ir::Tensor::scalar<std::int64_t>(0));
         n.output(n.node("Abs", {n.node("SequenceAt", {sequence, at})}));
     }},
    {"Dropout_1 draws random numbers",
     {NodeId(0), NodeId(1)},
     [](Net& n) {
         auto yes = ir::Tensor::allocate(DataType::Bool, {});
         yes->as<std::uint8_t>()[0] = 1;
         const ValueId x = n.node("Abs", {n.floats("x", {4})});
         n.output(n.node("Dropout", {x, n.scalar("ratio", 0.5F), n.constant("yes", std::move(yes).value())}));
     }},
};

} // namespace

class RefusalsGroupsTest : public QObject {
    Q_OBJECT

private slots:
    void grouping_data() { addRows(groups); }
    void grouping() {
        QFETCH(int, index);
        checkRow(groups, index);
    }

    // Only where the file itself declares other shapes than its operators make.
    void contradictingShapes() {
        Net net;
        const ValueId y = net.conv(net.floats("x", {1, 3, 4, 4}), {3, 3, 3, 3});
        const ValueId z = net.node("Relu", {y});
        net.output(z);
        ir::Graph graph = inferred(net);
        graph.value(z).type = ir::TensorType(DataType::Float32, ir::Dims{1, 3, 8, 8});
        const auto history = fuse(graph, net.opsets, only({"fuse_activation"}));
        QVERIFY(history && history->steps.empty());
        expectRefusal(*history, "fuse_activation", "Relu_1 changes the shape of the output of Conv_0");
    }

    void fullGroups_data() {
        QTest::addColumn<int>("index");
        for (std::size_t i = 0; i < growing.size(); ++i)
            QTest::newRow(growing[i].rule) << static_cast<int>(i);
    }
    void fullGroups() {
        QFETCH(int, index);
        const Growing& each = growing[static_cast<std::size_t>(index)];
        Net net;
        each.build(net);
        const Options options = only({each.rule, each.before});
        const History history = fused(net, options);
        QVERIFY(!history.steps.empty());
        expectRefusal(history, each.rule, "the group would hold more than 256 operators");
        const auto again = fuse(history.graph, net.opsets, options);
        QVERIFY(again && again->steps.empty());
    }

    void pickedByHand_data() {
        QTest::addColumn<int>("index");
        for (std::size_t i = 0; i < userGroups.size(); ++i)
            QTest::newRow(userGroups[i].text) << static_cast<int>(i);
    }
    void pickedByHand() {
        QFETCH(int, index);
        const ByHand& each = userGroups[static_cast<std::size_t>(index)];
        Net net;
        each.build(net);
        Options options = only({});
        options.userGroups = {each.nodes};
        const History history = fused(net, options);
        QVERIFY(history.steps.empty());
        expectRefusal(history, "", each.text);
    }
};

EDGEWRIGHT_TEST(RefusalsGroupsTest)

} // namespace edgewright::refusals_groups_test

#include "refusals_groups_test.moc"
