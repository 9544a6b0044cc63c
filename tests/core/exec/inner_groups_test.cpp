// SPDX-License-Identifier: GPL-3.0-or-later
// Groups within groups: what of a body runs as one kernel, and that it computes the same.
#include "core/exec/executor.h"
#include "core/exec/fused/inner_groups.h"

#include "core/exec/compare.h"
#include "core/exec/concat_slices.h"
#include "core/ir/builder.h"
#include "core/ops/infer.h"
#include "tests/support/one_group.h"
#include "tests/support/test_class.h"

#include <QTest>

namespace edgewright::inner_groups_test {

namespace {

using Ints = std::vector<std::int64_t>;
const ir::Opsets Opsets{{"", 13}};

ir::TensorType floats(const ir::Dims& dims) { return {ir::DataType::Float32, dims}; }

ir::Tensor ramp(const ir::Dims& dims) {
    auto tensor = ir::Tensor::allocate(ir::DataType::Float32, dims);
    float next = -1;
    for (float& each : tensor->as<float>()) {
        each = next;
        next = next > 1 ? -1.1F : next + 0.17F;
    }
    return std::move(tensor).value();
}

ir::Graph typed(ir::GraphBuilder& builder) { return ops::inferTypes(builder.take(), Opsets).graph; }

QString operatorsOf(const ir::Graph& graph) {
    QStringList result;
    for (const NodeId id : graph.order())
        result.append(QString::fromStdString(graph.node(id).op));
    return result.join(QLatin1Char(' '));
}

QString split(const ir::Graph& body) {
    return operatorsOf(*exec::withInnerGroups(std::make_shared<const ir::Graph>(body), Opsets));
}

void computesTheSame(const ir::Graph& body) {
    const ir::Graph graph = test::asOneGroup(body);
    const auto feeds = ir::seededFeeds(graph, 3);
    QVERIFY(feeds);
    ir::Feeds inner;
    for (std::size_t i = 0; i < body.inputs.size(); ++i)
        inner.emplace(body.inputs[i], feeds->at(graph.inputs[i]));
    const auto plain = exec::run(body, Opsets, inner, {});
    const auto grouped = exec::run(graph, Opsets, *feeds, {});
    QVERIFY2(plain, plain ? "" : plain.error().message.c_str());
    QVERIFY2(grouped, grouped ? "" : grouped.error().message.c_str());
    QCOMPARE(grouped->operatorCalls, std::int64_t(1));
    for (std::size_t i = 0; i < plain->outputs.size(); ++i)
        QVERIFY(exec::compare(grouped->outputs[i], plain->outputs[i]).relNorm < 1e-6);
}

} // namespace

class InnerGroupsTest : public QObject {
    Q_OBJECT

private slots:
    void convolutionBehindAnotherOperator() {
        ir::GraphBuilder net;
        const ValueId x = net.input("x", floats({1, 2, 5, 5}));
        const ValueId skip =
            net.node("Transpose", {net.input("s", floats({1, 2, 5, 5}))}, {{"perm", Ints{0, 1, 3, 2}}});
        const ValueId y = net.node("Conv", {x, net.input("w", floats({2, 2, 1, 1}))});
        net.output(net.node("Relu", {net.node("Add", {y, skip})}));
        const ir::Graph body = typed(net);
        QCOMPARE(split(body), QStringLiteral("Transpose ConvAddRelu"));
        computesTheSame(body);
    }
    void chainsOfOneShape() { // numbers per row and per element cannot share a pass
        ir::GraphBuilder net;
        const ValueId x = net.input("x", floats({2, 6}));
        const ValueId least = net.node("ReduceMin", {x}, {{"axes", Ints{1}}});
        const ValueId root = net.node("Sqrt", {net.node("Abs", {least})});
        net.output(net.node("Tanh", {net.node("Sub", {x, root})}));
        const ir::Graph body = typed(net);
        QCOMPARE(split(body), QStringLiteral("ReduceMinAbsSqrt SubTanh"));
        computesTheSame(body);
    }
    void movements() {
        ir::GraphBuilder net;
        const ValueId x = net.input("x", floats({1, 4, 4, 4}));
        const ValueId split1 =
            net.node("Reshape", {x, net.constant("s", ir::Tensor::of<std::int64_t>({5}, {1, 2, 2, 4, 4}))});
        const ValueId swapped = net.node("Transpose", {split1}, {{"perm", Ints{0, 2, 1, 3, 4}}});
        const ValueId y =
            net.node("Reshape", {swapped, net.constant("t", ir::Tensor::of<std::int64_t>({4}, {1, 4, 4, 4}))});
        net.output(net.node("Softmax", {y}));
        const ir::Graph body = typed(net);
        QCOMPARE(split(body), QStringLiteral("ReshapeTransposeReshape Softmax"));
        computesTheSame(body);
    }
    void valuesThatOthersRead() { // stay on their own
        ir::GraphBuilder net;
        const ValueId y =
            net.node("Conv", {net.input("x", floats({1, 2, 5, 5})), net.input("w", floats({2, 2, 1, 1}))});
        const ValueId z = net.node("Relu", {y});
        net.output(net.node("Softmax", {y}));
        net.output(z);
        const ir::Graph body = typed(net);
        QCOMPARE(split(body), QStringLiteral("Conv Relu Softmax"));
        computesTheSame(body);
    }
    void outputsInTheMiddle() {
        ir::GraphBuilder net;
        const ValueId y = net.node("Exp", {net.input("x", floats({3, 4}))});
        net.output(y);
        net.output(net.node("Neg", {net.node("Tanh", {y})}));
        const ir::Graph body = typed(net);
        QCOMPARE(split(body), QStringLiteral("Exp TanhNeg"));
        computesTheSame(body);
    }
    void nothingToDo() {
        ir::GraphBuilder net;
        net.output(net.node("Softmax", {net.input("x", floats({2, 3}))}));
        const auto body = std::make_shared<const ir::Graph>(typed(net));
        QCOMPARE(exec::withInnerGroups(body, Opsets), body);
        ir::GraphBuilder open; // without extents there is no kernel to ask for
        open.output(open.node("Relu", {open.node("Abs", {open.input("x", {})})}));
        const auto unknown = std::make_shared<const ir::Graph>(typed(open));
        QCOMPARE(exec::withInnerGroups(unknown, Opsets), unknown);
    }
    void partsOfAConcat() { // each is written where it belongs, or copied there
        ir::GraphBuilder net;
        const ValueId x = net.input("x", floats({1, 2, 5, 5}));
        const ValueId a = net.node("Relu", {net.node("Conv", {x, net.input("w", floats({3, 2, 1, 1}))})});
        const ValueId b = net.node("Softmax", {x});
        const ValueId c =
            net.node("Reshape", {net.input("r", floats({5, 10})),
                                 net.constant("s", ir::Tensor::of<std::int64_t>({4}, {1, 2, 5, 5}))});
        net.output(net.node("Concat", {a, x, b, c}, {{"axis", std::int64_t(1)}}));
        const ir::Graph body = typed(net);
        const auto slices = exec::concatSlices(body, Opsets);
        QCOMPARE(slices.size(), std::size_t(3)); // x comes from outside
        QCOMPARE(slices.at(a).offset, std::int64_t(0));
        QCOMPARE(slices.at(b).offset, std::int64_t((3 + 2) * 25 * 4));
        QCOMPARE(slices.at(c).offset, std::int64_t((3 + 2 + 2) * 25 * 4));
        computesTheSame(body);
        ir::GraphBuilder rows; // parts that alternate, and one that stands twice
        const ValueId y = rows.node("Softmax", {rows.input("x", floats({3, 4}))});
        const ValueId z = rows.node("Tanh", {y});
        rows.output(rows.node("Concat", {z, z}, {{"axis", std::int64_t(0)}}));
        rows.output(rows.node("Concat", {rows.node("Exp", {y}), y}, {{"axis", std::int64_t(1)}}));
        const ir::Graph apart = typed(rows);
        QVERIFY(exec::concatSlices(apart, Opsets).empty());
        computesTheSame(apart);
    }
    void longChains() { // that no kernel takes are looked through once, not over and over
        const auto chain = [](ir::DataType type, int length) {
            ir::GraphBuilder net;
            ValueId y = net.input("x", {type, ir::Dims{4}});
            for (int i = 0; i < length; ++i)
                y = net.node("Abs", {y});
            net.output(y);
            return typed(net);
        };
        const auto integers = std::make_shared<const ir::Graph>(chain(ir::DataType::Int64, 5000));
        QCOMPARE(exec::withInnerGroups(integers, Opsets), integers);
        const auto floating = std::make_shared<const ir::Graph>(chain(ir::DataType::Float32, 1000));
        const auto parts = exec::withInnerGroups(floating, Opsets);
        QVERIFY(parts->nodeCount() < 20);
        computesTheSame(*floating);
        computesTheSame(*parts);
    }
    void stopped() {
        std::stop_source stop;
        RunContext run;
        run.stop = stop.get_token();
        stop.request_stop();
        ir::GraphBuilder net;
        const ValueId y = net.node("Transpose", {net.input("x", floats({3, 4}))});
        net.output(net.node("Softmax", {net.node("Abs", {y})}));
        const auto body = std::make_shared<const ir::Graph>(typed(net));
        QVERIFY(exec::withInnerGroups(body, Opsets) != body);
        QCOMPARE(exec::withInnerGroups(body, Opsets, run), body);
    }
    void concatsWithoutAnAxis() { // have axis 1 up to opset 3, and none from 4 on
        ir::GraphBuilder net;
        const ValueId x = net.input("x", floats({1, 3}));
        const ValueId a = net.node("Exp", {x}), b = net.node("Neg", {x});
        const ValueId y = net.node("Concat", {a, b});
        net.graph().value(a).type = net.graph().value(b).type = floats({1, 3});
        net.graph().value(y).type = floats({1, 6});
        net.output(y);
        const ir::Graph body = net.take();
        QCOMPARE(exec::concatSlices(body, {{"", 3}}).size(), std::size_t(2));
        QVERIFY(exec::concatSlices(body, Opsets).empty());
    }
    void everythingInOneKernel() { // is what the group was offered as before
        ir::GraphBuilder net;
        net.output(net.node("Tanh", {net.node("Abs", {net.input("x", floats({3, 4}))})}));
        const auto body = std::make_shared<const ir::Graph>(typed(net));
        QCOMPARE(exec::withInnerGroups(body, Opsets), body);
    }
    void constantsInside() {
        ir::GraphBuilder net;
        const ValueId y = net.node("Transpose", {net.input("x", floats({3, 4}))});
        const ValueId z = net.node("Mul", {y, net.constant("two", ir::Tensor::scalar<float>(2))});
        net.output(net.node("Softmax", {net.node("Sub", {z, net.constant("c", ramp({3}))})}));
        const ir::Graph body = typed(net);
        QCOMPARE(split(body), QStringLiteral("Transpose MulSubSoftmax"));
        computesTheSame(body);
    }
};

EDGEWRIGHT_TEST(InnerGroupsTest)

} // namespace edgewright::inner_groups_test

#include "inner_groups_test.moc"
