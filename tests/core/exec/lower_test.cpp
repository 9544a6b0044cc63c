// SPDX-License-Identifier: GPL-3.0-or-later
// Groups that no kernel computes and calls of functions become their members, at the places that the model gave
// them.
#include "core/exec/lower.h"

#include "core/exec/executor.h"
#include "core/exec/program.h"
#include "core/ir/builder.h"
#include "core/ops/infer.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <algorithm>

namespace edgewright::lower_test {

namespace {

const ir::Opsets Opsets{{"", 13}};

ir::TensorType floats(const ir::Dims& dims) { return {ir::DataType::Float32, dims}; }

ir::Graph typed(ir::GraphBuilder& builder) { return ops::inferTypes(builder.take(), Opsets).graph; }

QString operatorsOf(const ir::Graph& graph) {
    QStringList result;
    for (const NodeId id : graph.order())
        result.append(QString::fromStdString(graph.node(id).op));
    return result.join(QLatin1Char(' '));
}

// A call of `body` on the graph's own inputs, all of whose results are outputs.
NodeId call(ir::GraphBuilder& outer, const ir::Graph& body, std::string_view domain,
            const std::vector<ValueId>& inputs) {
    ir::Node node;
    node.op = "Group";
    node.domain = domain;
    node.inputs = inputs;
    node.body = std::make_shared<const ir::Graph>(body);
    for (const ValueId id : body.outputs) {
        node.outputs.push_back(outer.value("of " + body.value(id).name, body.value(id).type));
        outer.output(node.outputs.back());
    }
    return outer.graph().addNode(std::move(node));
}

ir::Graph called(const ir::Graph& body, std::string_view domain = ir::FusedDomain) {
    ir::GraphBuilder outer;
    std::vector<ValueId> inputs;
    for (const ValueId id : body.inputs)
        inputs.push_back(outer.input(body.value(id).name, body.value(id).type));
    call(outer, body, domain, inputs);
    return outer.take();
}

void computesTheSame(const ir::Graph& graph, const ir::Graph& reference) {
    const auto feeds = ir::seededFeeds(graph, 5);
    QVERIFY(feeds.has_value());
    ir::Feeds theirs;
    for (std::size_t i = 0; i < graph.inputs.size(); ++i)
        theirs.emplace(reference.inputs[i], feeds->at(graph.inputs[i]));
    const auto a = exec::run(graph, Opsets, *feeds, {});
    const auto b = exec::run(reference, Opsets, theirs, {});
    QVERIFY2(a && b, a ? (b ? "" : b.error().message.c_str()) : a.error().message.c_str());
    QCOMPARE(a->outputs.size(), b->outputs.size());
    for (std::size_t i = 0; i < a->outputs.size(); ++i)
        QVERIFY(std::ranges::equal(a->outputs[i].bytes(), b->outputs[i].bytes()));
}

// Sin -> Softmax -> Transpose: no kernel goes over all of it.
ir::Graph ofSeveralKernels() {
    ir::GraphBuilder net;
    net.output(net.node("Transpose",
                        {net.node("Softmax", {net.node("Transpose", {net.input("x", floats({2, 6}))})})}));
    return typed(net);
}

} // namespace

class LowerTest : public QObject {
    Q_OBJECT

private slots:
    void wholeWhereOneKernelComputesIt() {
        ir::GraphBuilder net;
        net.output(net.node("Relu", {net.node("Neg", {net.input("x", floats({2, 6}))})}));
        const ir::Graph graph = called(typed(net));
        const exec::Lowered lowered = exec::lower(graph, Opsets);
        QCOMPARE(lowered.graph->order(), graph.order());
        QVERIFY(lowered.memberOf.empty());
        QVERIFY(exec::isOneKernel(graph, graph.node(graph.order()[0]), Opsets));
    }

    void membersTakeItsPlace() {
        const ir::Graph body = ofSeveralKernels();
        const ir::Graph graph = called(body);
        const exec::Lowered lowered = exec::lower(graph, Opsets);
        QCOMPARE(operatorsOf(*lowered.graph), operatorsOf(body));
        QCOMPARE(lowered.graph->outputs, graph.outputs);
        for (const NodeId id : lowered.graph->order()) {
            QCOMPARE(lowered.given(id), graph.order()[0]);
            for (const ValueId output : lowered.graph->node(id).outputs) // a tensor like others
                QVERIFY(lowered.graph->value(output).type.bytes().has_value());
        }
        computesTheSame(*lowered.graph, body);
        computesTheSame(graph, body);
        QCOMPARE(exec::lower(*lowered.graph, Opsets).graph->order(), lowered.graph->order());
    }

    void functionsToo() {
        const ir::Graph body = ofSeveralKernels();
        const ir::Graph graph = called(called(body, "local"), "local");
        const exec::Lowered lowered = exec::lower(graph, Opsets);
        QCOMPARE(operatorsOf(*lowered.graph), operatorsOf(body));
        computesTheSame(graph, body);
        ir::Graph other = body; // means something else by its operators
        other.opsets = {{"", 9}};
        QCOMPARE(operatorsOf(*exec::lower(called(other, "local"), Opsets).graph), QStringLiteral("Group"));
    }

    void splitsOnDemand() {
        ir::GraphBuilder net;
        net.output(net.node("Relu", {net.node("Neg", {net.input("x", floats({2, 6}))})}));
        const ir::Graph body = typed(net);
        const ir::Graph graph = called(body);
        const exec::Lowered lowered = exec::lower(graph, Opsets, {graph.order()[0]});
        QCOMPARE(operatorsOf(*lowered.graph), QStringLiteral("Neg Relu"));
        computesTheSame(*lowered.graph, body);
    }

    // The same value out twice, an input out, a constant out, and an argument that is left out.
    void outputsThatNoMemberMakes() {
        ir::GraphBuilder net;
        const ValueId x = net.input("x", floats({2, 6}));
        const ValueId soft = net.node("Softmax", {net.node("Transpose", {x})});
        for (const ValueId id : {soft, soft, x, net.constant("c", ir::Tensor::of<float>({2}, {1, 2}))})
            net.output(id);
        const ir::Graph body = typed(net);
        const ir::Graph graph = called(body);
        const exec::Lowered lowered = exec::lower(graph, Opsets);
        QCOMPARE(operatorsOf(*lowered.graph), QStringLiteral("Transpose Softmax Identity Identity Identity"));
        computesTheSame(*lowered.graph, body);

        ir::GraphBuilder clip;
        const ValueId y = clip.input("y", floats({2, 6}));
        const ValueId low = clip.input("low", floats({}));
        const ValueId high = clip.input("high", floats({}));
        clip.output(clip.node("Clip", {clip.node("Softmax", {y}), low, high}));
        ir::GraphBuilder outer;
        call(outer, typed(clip), "local",
             {outer.input("y", floats({2, 6})), outer.constant("l", ir::Tensor::scalar(0.2f))});
        const ir::Graph without = outer.take();
        const exec::Lowered lower = exec::lower(without, Opsets);
        QCOMPARE(operatorsOf(*lower.graph), QStringLiteral("Softmax Clip"));
        QVERIFY(!lower.graph->node(lower.graph->order()[1]).hasInput(2));
        QVERIFY(exec::run(without, Opsets, *ir::seededFeeds(without, 1), {}).has_value());
    }

    // A branch that a function has captured goes on reading it.
    void capturesOfSubgraphs() {
        ir::GraphBuilder net;
        const ValueId x = net.input("x", floats({2, 6}));
        const ValueId soft = net.node("Softmax", {x});
        const auto branch = [&](const char* op) {
            ir::GraphBuilder inner;
            const ValueId seen = inner.value("seen", floats({2, 6}));
            inner.graph().value(seen).outer = soft;
            inner.output(inner.node(op, {seen}));
            return std::make_shared<const ir::Graph>(inner.take());
        };
        const ValueId yes = net.constant("yes", ir::Tensor::of<bool>({}, {true}));
        const std::shared_ptr<const ir::Graph> negated = branch("Neg"), same = branch("Abs");
        net.output(net.node("If", {yes}, {{"then_branch", negated}, {"else_branch", same}}));
        const ir::Graph body = typed(net);
        const ir::Graph graph = called(body, "local");
        QCOMPARE(operatorsOf(*exec::lower(graph, Opsets).graph), QStringLiteral("Softmax If"));
        computesTheSame(graph, body);
    }

    // Two members of one group stood far apart in the model: what was made, used and dropped between them still
    // is.
    void orderOfTheModel() {
        ir::GraphBuilder base;
        const ValueId x = base.input("x", floats({2, 6}));
        const ValueId a = base.node("Softmax", {x});    // node 0
        const ValueId b = base.node("Transpose", {a});  // node 1
        const ValueId c = base.node("Transpose", {b});  // node 2
        const ValueId d = base.node("LogSoftmax", {c}); // node 3
        base.output(d);
        ir::GraphBuilder member;
        const ValueId one = member.input("one", floats({2, 6}));
        const ValueId two = member.input("two", floats({2, 6}));
        member.output(member.node("Softmax", {one}));
        member.output(member.node("LogSoftmax", {two}));
        ir::Graph body = typed(member);
        body.node(body.order()[0]).origins = {NodeId(0)};
        body.node(body.order()[1]).origins = {NodeId(3)};
        ir::Graph graph = base.take();
        ir::Node group;
        group.op = "Group";
        group.domain = ir::FusedDomain;
        group.inputs = {x, c};
        group.outputs = {a, d};
        group.body = std::make_shared<const ir::Graph>(body);
        const std::vector<NodeId> order = graph.order();
        graph.removeNode(order[0]);
        graph.removeNode(order[3]);
        graph.addNode(group); // on a cycle, as a group; its members are on none
        QCOMPARE(operatorsOf(*exec::lower(graph, Opsets).graph),
                 QStringLiteral("Softmax Transpose Transpose LogSoftmax"));
    }

    // A group within a group runs where the last of its own members did, not where the last one around it does.
    void innerGroupsInTheOrderOfTheModel() {
        ir::GraphBuilder base;
        const ValueId x = base.input("x", floats({2, 6}));
        const ValueId positive = base.node("Relu", {base.node("Neg", {x})}); // nodes 0 and 1
        base.output(base.node("Transpose", {base.node("Softmax", {x})}));    // nodes 2 and 3
        base.output(base.node("Transpose", {positive}));                     // node 4
        ir::GraphBuilder member;
        member.output(member.node(
            "Transpose", {member.node("Relu", {member.node("Neg", {member.input("x", floats({2, 6}))})})}));
        ir::Graph body = typed(member);
        const std::vector<NodeId> members = body.order();
        body.node(members[0]).origins = {NodeId(0)};
        body.node(members[1]).origins = {NodeId(1)};
        body.node(members[2]).origins = {NodeId(4)};
        ir::Graph graph = base.take();
        ir::Node group;
        group.op = "Group";
        group.domain = ir::FusedDomain;
        group.inputs = {x};
        group.outputs = {graph.outputs[1]};
        group.origins = {NodeId(0), NodeId(1), NodeId(4)};
        group.body = std::make_shared<const ir::Graph>(body);
        for (const NodeId id : group.origins)
            graph.removeNode(id);
        graph.addNode(group);
        QCOMPARE(operatorsOf(*exec::lower(graph, Opsets).graph),
                 QStringLiteral("NegRelu Softmax Transpose Transpose"));
    }

    // Each function calls the next one twice: 2^40 members are not made.
    void bombs() {
        ir::GraphBuilder last;
        last.output(last.node("Softmax", {last.input("x", floats({2}))}));
        ir::Graph body = typed(last);
        for (int depth = 0; depth < 40; ++depth) {
            ir::GraphBuilder outer;
            ValueId value = outer.input("x", floats({2}));
            for (int i = 0; i < 2; ++i) {
                const NodeId id = call(outer, body, "local", {value});
                value = outer.graph().node(id).outputs[0];
            }
            outer.graph().outputs = {value};
            body = outer.take();
        }
        QVERIFY(exec::lower(body, Opsets).graph->nodeCount() <= 400'000);
    }

    void stopped() {
        std::stop_source stop;
        stop.request_stop();
        const ir::Graph graph = called(ofSeveralKernels());
        const RunContext run{stop.get_token()};
        QCOMPARE(exec::lower(graph, Opsets, {}, run).graph->order(), graph.order());
        const auto result = exec::Program(graph, Opsets).run(*ir::seededFeeds(graph, 1), {}, run);
        QVERIFY(!result && result.error().code == ErrorCode::Cancelled);
    }
};

EDGEWRIGHT_TEST(LowerTest)

} // namespace edgewright::lower_test

#include "lower_test.moc"
