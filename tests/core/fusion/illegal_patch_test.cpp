// SPDX-License-Identifier: GPL-3.0-or-later
// Rules that were registered at run time and do what no rule may do: reported by name, rolled back, switched
// off. They stay until the program ends: it is one of its own.
#include "tests/core/fusion/net.h"
#include "tests/core/fusion/same_graph.h"

#include "core/fusion/group.h"
#include "core/ir/verify.h"

#include <QTest>

#include <algorithm>
#include <stdexcept>

namespace edgewright::illegal_patch_test {

using namespace edgewright::fusion;
using namespace edgewright::fusion::test;

namespace {

// Each takes a Tanh for its occasion.
bool isTanh(const GraphView& view, NodeId id) { return view.graph.node(id).is("Tanh"); }

Match applied(ir::Patch patch, NodeId id) { return Applied{std::move(patch), {id}, "for the test"}; }

ir::Node copyOf(const ir::Node& node, std::string op) {
    ir::Node copy;
    copy.op = std::move(op);
    copy.inputs = node.inputs;
    copy.outputs = node.outputs;
    return copy;
}

Match closesCycle(const GraphView& view, NodeId id) { // the Tanh reads what is computed from its output
    if (!isTanh(view, id)) return NoMatch{};
    const ir::Node& tanh = view.graph.node(id);
    const auto readers = view.connections.consumers(tanh.output(0));
    if (readers.empty()) return NoMatch{};
    ir::PatchBuilder patch(view.graph);
    patch.remove(id);
    ir::Node node = copyOf(tanh, "Tanh");
    node.inputs = {view.graph.node(readers.front()).output(0)};
    patch.add(std::move(node));
    return applied(patch.take(), id);
}

Match leavesNoProducer(const GraphView& view, NodeId id) {
    if (!isTanh(view, id)) return NoMatch{};
    ir::PatchBuilder patch(view.graph);
    patch.remove(id);
    return applied(patch.take(), id);
}

Match readsNothing(const GraphView& view, NodeId id) { // a new value that nobody writes
    if (!isTanh(view, id)) return NoMatch{};
    const ir::Node& tanh = view.graph.node(id);
    ir::PatchBuilder patch(view.graph);
    patch.remove(id);
    ir::Node node = copyOf(tanh, "Tanh");
    node.inputs = {patch.value("nowhere", view.graph.value(tanh.input(0)).type)};
    patch.add(std::move(node));
    return applied(patch.take(), id);
}

Match unknownNode(const GraphView& view, NodeId id) {
    if (!isTanh(view, id)) return NoMatch{};
    ir::PatchBuilder patch(view.graph);
    patch.remove(NodeId(100000));
    return applied(patch.take(), id);
}

Match unknownValue(const GraphView& view, NodeId id) {
    if (!isTanh(view, id)) return NoMatch{};
    ir::PatchBuilder patch(view.graph);
    patch.remove(id);
    ir::Node node = copyOf(view.graph.node(id), "Tanh");
    node.inputs = {ValueId(100000)};
    patch.add(std::move(node));
    return applied(patch.take(), id);
}

Match unknownNames(const GraphView& view, NodeId id) {
    if (!isTanh(view, id)) return NoMatch{};
    ir::PatchBuilder patch(view.graph);
    patch.remove(id);
    patch.add(copyOf(view.graph.node(id), "Tanh"));
    return Applied{patch.take(), {id, NodeId(100000)}, "for the test"};
}

Match wrongIds(const GraphView& view, NodeId id) {
    if (!isTanh(view, id)) return NoMatch{};
    ir::Patch patch;
    patch.removed = {id};
    patch.added = {copyOf(view.graph.node(id), "Tanh")};
    patch.added[0].id = id;
    return applied(std::move(patch), id);
}

Match redirectCircle(const GraphView& view, NodeId id) {
    if (!isTanh(view, id)) return NoMatch{};
    const ir::Node& tanh = view.graph.node(id);
    ir::PatchBuilder patch(view.graph);
    patch.redirect(tanh.input(0), tanh.output(0));
    patch.redirect(tanh.output(0), tanh.input(0));
    return applied(patch.take(), id);
}

Match otherType(const GraphView& view, NodeId id) { // writes integers where floats were
    if (!isTanh(view, id)) return NoMatch{};
    ir::PatchBuilder patch(view.graph);
    patch.remove(id);
    ir::Node node = copyOf(view.graph.node(id), "Cast");
    node.set("to", std::int64_t(7));
    patch.add(std::move(node));
    return applied(patch.take(), id);
}

Match otherShape(const GraphView& view, NodeId id) { // redirects to a constant of another shape
    if (!isTanh(view, id)) return NoMatch{};
    ir::PatchBuilder patch(view.graph);
    patch.remove(id);
    patch.redirect(view.graph.node(id).output(0),
                   patch.constant("five", ir::Tensor::of<float>({5}, {1, 2, 3, 4, 5})));
    return applied(patch.take(), id);
}

Match secondProducer(const GraphView& view, NodeId id) {
    if (!isTanh(view, id)) return NoMatch{};
    ir::PatchBuilder patch(view.graph);
    patch.add(copyOf(view.graph.node(id), "Sigmoid"));
    return applied(patch.take(), id);
}

Match badConstant(const GraphView& view, NodeId id) { // only the judge of whole graphs sees it
    if (!isTanh(view, id)) return NoMatch{};
    const ir::Node& tanh = view.graph.node(id);
    ir::PatchBuilder patch(view.graph);
    patch.remove(id);
    ir::Node node = copyOf(tanh, "Add");
    node.inputs.push_back(patch.constant("weights", ir::Tensor::withoutData(ir::DataType::Float32, {1})));
    patch.add(std::move(node));
    return applied(patch.take(), id);
}

Match changesNothing(const GraphView& view, NodeId id) {
    if (!isTanh(view, id)) return NoMatch{};
    return applied({}, id);
}

Match neverEnds(const GraphView& view, NodeId id) {
    if (!isTanh(view, id)) return NoMatch{};
    ir::PatchBuilder patch(view.graph);
    patch.remove(id);
    patch.add(copyOf(view.graph.node(id), "Tanh"));
    return applied(patch.take(), id);
}

Match throws(const GraphView& view, NodeId id) {
    if (isTanh(view, id)) throw std::runtime_error("the plugin is broken");
    return NoMatch{};
}

Match badRefusal(const GraphView& view, NodeId id) { // says no, and names what is not there
    if (!isTanh(view, id)) return NoMatch{};
    return Refused{{NodeId(100000), id}, {ValueId(100000)}, "for the test"};
}

Match groupsAll(const GraphView& view, NodeId id) {
    if (!view.graph.node(id).is("Erf")) return NoMatch{};
    return applied(groupPatch(view, view.graph.order()), id);
}

Match groupsBadly(const GraphView& view, NodeId id) { // the same, with an operand without data
    if (!view.graph.node(id).is("Erf")) return NoMatch{};
    ir::Node node = groupPatch(view, view.graph.order()).added.front();
    ir::PatchBuilder patch(view.graph);
    for (const NodeId each : view.graph.order())
        patch.remove(each);
    const ir::Tensor nothing = ir::Tensor::withoutData(ir::DataType::Float32, {1});
    ir::Graph body = *node.body;
    ir::Value more;
    more.name = "more";
    more.type = nothing.type();
    body.inputs.push_back(body.addValue(std::move(more)));
    node.body = std::make_shared<const ir::Graph>(std::move(body));
    node.inputs.push_back(patch.constant("nothing", nothing));
    patch.add(std::move(node));
    return applied(patch.take(), id);
}

Match fine(const GraphView& view, NodeId id) { // Tanh(x) = 2 Sigmoid(2x) - 1, but here simply two of them
    if (!isTanh(view, id)) return NoMatch{};
    const ir::Node& tanh = view.graph.node(id);
    ir::PatchBuilder patch(view.graph);
    patch.remove(id);
    ir::Node first = copyOf(tanh, "Identity");
    first.outputs = {patch.value("between", view.graph.value(tanh.output(0)).type)};
    ir::Node second = copyOf(tanh, "Atan");
    second.inputs = first.outputs;
    patch.add(std::move(first));
    patch.add(std::move(second));
    return applied(patch.take(), id);
}

// Conv -> Relu -> Tanh -> Abs -> (out), with another Tanh behind
Net occasion() {
    Net net;
    const ValueId a = net.node("Relu", {net.conv(net.floats("x", {1, 3, 8, 8}), {3, 3, 3, 3})});
    net.output(net.node("Abs", {net.node("Tanh", {net.node("Abs", {net.node("Tanh", {a})})})}));
    return net;
}

} // namespace

class IllegalPatchTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        const std::vector<std::pair<const char*, Match (*)(const GraphView&, NodeId)>> all{
            {"test_cycle", closesCycle},
            {"test_no_producer", leavesNoProducer},
            {"test_reads_nothing", readsNothing},
            {"test_unknown_node", unknownNode},
            {"test_unknown_value", unknownValue},
            {"test_unknown_names", unknownNames},
            {"test_wrong_ids", wrongIds},
            {"test_redirect_circle", redirectCircle},
            {"test_other_type", otherType},
            {"test_other_shape", otherShape},
            {"test_second_producer", secondProducer},
            {"test_bad_constant", badConstant},
            {"test_changes_nothing", changesNothing},
            {"test_never_ends", neverEnds},
            {"test_throws", throws},
            {"test_bad_refusal", badRefusal},
            {"test_bad_group", groupsBadly},
            {"test_group", groupsAll},
            {"test_fine", fine}};
        for (const auto& [name, match] : all) {
            const std::string text = name; // goes before the rule does
            const auto added = registerRule({text, "a rule for a test", match, "Tanh", "?"});
            QVERIFY2(added, added ? "" : added.error().message.c_str());
            QCOMPARE((*added)->name, std::string_view(name));
            QCOMPARE(findRule(name), *added);
            QVERIFY(!isBuiltIn(**added));
        }
        QVERIFY(isBuiltIn(*rules().front()));
        QCOMPARE(rules().back()->name, std::string_view("test_fine"));
    }
    void registration() {
        const auto twice = registerRule({"test_fine", "", fine, "", ""});
        QVERIFY(!twice && twice.error().code == ErrorCode::BadInput);
        QVERIFY(twice.error().message.find("test_fine") != std::string::npos);
        QVERIFY(!registerRule({"fuse_activation", "", fine, "", ""}));
        QVERIFY(!registerRule({"", "", fine, "", ""}));
        QVERIFY(!registerRule({"test_null", "", nullptr, "", ""}));
    }

    void illegal_data() {
        QTest::addColumn<QString>("rule");
        QTest::addColumn<QString>("code");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* rule, const char* message, const char* code = "illegal-patch") {
            QTest::newRow(rule) << QString::fromLatin1(rule) << QString::fromLatin1(code)
                                << QString::fromLatin1(message);
        };
        row("test_cycle", "closes a cycle through Abs_");
        row("test_no_producer", "_out' without a producer");
        row("test_reads_nothing", "reads 'nowhere', which nothing provides");
        row("test_unknown_node", "removes a node that is not in the graph");
        row("test_unknown_value", "reads a value that does not exist");
        row("test_unknown_names", "names nodes that are not in the graph");
        row("test_wrong_ids", "under an id that is not the next one");
        row("test_redirect_circle", "redirects values in a circle");
        row("test_other_type", "int64");
        row("test_other_shape", "from float32[1,3,8,8] to float32[5]");
        row("test_second_producer", "writes too");
        row("test_bad_constant", "data is missing");
        row("test_changes_nothing", "changes nothing");
        row("test_throws", "the plugin is broken", "threw");
    }
    void illegal() {
        QFETCH(QString, rule);
        QFETCH(QString, code);
        QFETCH(QString, message);
        const Net net = occasion();
        const History history = fused(net, only({rule.toStdString(), "fuse_activation"}));
        QCOMPARE(history.faults.size(), std::size_t(1));
        const Diagnostic& fault = history.faults.front();
        QCOMPARE(QString::fromStdString(fault.code), code);
        QVERIFY2(fault.message.find(rule.toStdString()) != std::string::npos, fault.message.c_str());
        QVERIFY2(QString::fromStdString(fault.message).contains(message), fault.message.c_str());
        QCOMPARE(fault.severity, Severity::Error);
        // Rolled back, and the rest went on.
        QCOMPARE(history.steps.size(), std::size_t(2)); // Conv + Relu, Tanh into Abs
        for (const Step& step : history.steps)
            QCOMPARE(step.rule, std::string("fuse_activation"));
        const History alone = fused(net, only({"fuse_activation"}));
        QCOMPARE(graphDifference(history.graph, alone.graph), QString());
        QVERIFY(ir::verify(history.graph).empty());
        QCOMPARE(difference(history, net), QString());
        for (const Refusal& refusal : history.refusals)
            QVERIFY(refusal.rule != rule.toStdString());
    }

    void endless() {
        const Net net = occasion();
        const History history = fused(net, only({"test_never_ends", "fuse_activation"}));
        QCOMPARE(history.faults.size(), std::size_t(1));
        QCOMPARE(history.faults.front().code, std::string("endless"));
        QVERIFY(ir::verify(history.graph).empty());
        QCOMPARE(difference(history, net), QString());
        QCOMPARE(replayDifference(history), QString());
    }
    void oddRefusals() {
        const History history = fused(occasion(), only({"test_bad_refusal"}));
        QVERIFY(history.faults.empty());
        QCOMPARE(history.refusals.size(), std::size_t(1));
        QCOMPARE(history.refusals.front().names.size(), std::size_t(1));
        QVERIFY(history.refusals.front().tensors.empty());
    }
    void legal() {
        const Net net = occasion();
        const History history = fused(net, only({"test_fine"}));
        QVERIFY(history.faults.empty());
        QCOMPARE(history.steps.size(), std::size_t(2));
        QCOMPARE(std::ranges::count(opsOf(history.graph), QStringLiteral("Atan")), 2);
        QCOMPARE(replayDifference(history), QString());
        QVERIFY(ir::verify(history.graph).empty());
    }
    void severalBadOnes() {
        const Net net = occasion();
        const History history = fused(
            net, only({"test_cycle", "test_throws", "test_bad_constant", "test_fine", "fuse_activation"}));
        QCOMPARE(history.faults.size(), std::size_t(3));
        QVERIFY(ir::verify(history.graph).empty());
        QCOMPARE(replayDifference(history), QString());
    }
    // A group that is taken back has swallowed nothing.
    void refusalsComeBack() {
        Net net(13); // Gelu is a standard operator from opset 20 on
        const ValueId x = net.floats("x", {2, 8});
        const ValueId erf = net.node("Erf", {net.node("Div", {x, net.scalar("root", 1.41421356F)})});
        const ValueId wide = net.node("Mul", {x, net.node("Add", {erf, net.scalar("one", 1)})});
        net.output(net.node("Mul", {wide, net.scalar("half", 0.5F)}));
        for (const char* group : {"test_group", "test_fine"}) {
            const History history = fused(net, only({"compose_gelu", "test_bad_group", group}));
            QCOMPARE(history.faults.size(), std::size_t(1));
            const std::string& fault = history.faults.front().message;
            QVERIFY2(fault.find("not sound") != std::string::npos, fault.c_str());
            QVERIFY(ir::verify(history.graph).empty());
            QCOMPARE(std::ranges::count(history.refusals, "compose_gelu", &Refusal::rule), 1);
        }
    }
    void switchedOffIsNotBlamed() { // `possible` asks rules that are switched off, too
        const History history = fused(occasion(), only({"fuse_activation"}));
        QVERIFY(history.faults.empty());
        for (const Step& step : history.possible) {
            QVERIFY2(ir::apply(history.graph, step.patch), step.rule.c_str());
        }
        for (const char* rule : {"test_cycle", "test_no_producer", "test_unknown_node", "test_throws"})
            QVERIFY(std::ranges::find(history.possible, rule, &Step::rule) == history.possible.end());
    }
    // A rule of this repository that applies elsewhere is not affected by where a patch is wrong: ir::apply
    // agrees.
    void applyRefusesToo() {
        const ir::Graph graph = inferred(occasion());
        ir::Patch patch;
        patch.removed = {NodeId(2)};
        QVERIFY(!ir::apply(graph, patch));
        patch.removed = {NodeId(100000)};
        QVERIFY(!ir::apply(graph, patch));
        ir::Patch circle;
        circle.redirected = {{ValueId(0), ValueId(1)}, {ValueId(1), ValueId(0)}};
        (void)ir::apply(graph, circle); // ends
        ir::Patch ids;
        ids.added.emplace_back();
        QVERIFY(!ir::apply(graph, ids));
    }
};

} // namespace edgewright::illegal_patch_test

QTEST_GUILESS_MAIN(edgewright::illegal_patch_test::IllegalPatchTest)

#include "illegal_patch_test.moc"
