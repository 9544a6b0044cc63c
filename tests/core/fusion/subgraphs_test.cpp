// SPDX-License-Identifier: GPL-3.0-or-later
// Rules inside the branches of If and the bodies of Loop and Scan.
#include "tests/core/fusion/net.h"
#include "tests/core/fusion/same_graph.h"

#include "core/fusion/traffic.h"
#include "core/ir/verify.h"
#include "core/onnx/reading/import.h"
#include "core/ops/infer.h"
#include "tests/support/shared_files.h"
#include "tests/support/test_class.h"
#include "tests/support/unsupported.h"

#include <QTest>

#include <algorithm>
#include <functional>

namespace edgewright::subgraphs_test {

using namespace edgewright::fusion;
using namespace edgewright::fusion::test;

namespace {

using Sub = std::shared_ptr<const ir::Graph>;

// A graph whose values may be those of `outer`.
Sub inside(const ir::Graph& outer,
           const std::function<ValueId(Net&, const std::function<ValueId(ValueId)>&)>& make) {
    Net net;
    const auto capture = [&](ValueId id) {
        ir::Value value;
        value.name = outer.value(id).name;
        value.outer = id;
        return net.graph().addValue(value);
    };
    net.output(make(net, capture));
    return std::make_shared<const ir::Graph>(net.take());
}

// If(c) { Relu(BN(Conv(x))) } else { Tanh(Exp(x)) }, behind Conv -> Relu
Net branches() {
    Net net(14);
    const ValueId c = net.input("c", ir::TensorType(ir::DataType::Bool, ir::Dims{}));
    const ValueId x = net.node("Relu", {net.conv(net.floats("x", {1, 3, 8, 8}), {3, 3, 3, 3})});
    const Sub then = inside(net.graph(), [&](Net& in, const auto& capture) {
        return in.node("Relu", {in.batchNorm(in.conv(capture(x), {3, 3, 3, 3}), 3)});
    });
    const Sub other = inside(net.graph(), [&](Net& in, const auto& capture) {
        return in.node("Tanh", {in.node("Exp", {capture(x)})});
    });
    net.output(net.node("If", {c}, {{"then_branch", then}, {"else_branch", other}}));
    return net;
}

QStringList innerOps(const History& history, const char* attribute) {
    for (const NodeId id : history.graph.order())
        if (const auto graph = history.graph.node(id).graph(attribute)) return opsOf(*graph);
    return {};
}

} // namespace

class SubgraphsTest : public QObject {
    Q_OBJECT

private slots:
    // Both branches come out of their If at one look; what the nested Ifs capture moves with them.
    void nestedCapturesOfInlinedBranches() {
        Net net(14);
        const ValueId c = net.input("c", ir::TensorType(ir::DataType::Bool, ir::Dims{}));
        const ValueId always = net.constant("always", ir::Tensor::scalar<bool>(true));
        const auto step = [&](ValueId x, std::int64_t width) {
            const Sub taken = inside(net.graph(), [&](Net& in, const auto& capture) {
                const ValueId wide = in.node(
                    "MatMul", {capture(x), in.weights("w" + std::to_string(width), {width, width + 1})});
                const Sub one = inside(in.graph(), [&](Net& inner, const auto& captureInner) {
                    return inner.node("Exp", {captureInner(wide)});
                });
                const Sub two = inside(in.graph(), [&](Net& inner, const auto& captureInner) {
                    return inner.node("Neg", {captureInner(wide)});
                });
                return in.node("If", {capture(c)}, {{"then_branch", one}, {"else_branch", two}});
            });
            return net.node("If", {always}, {{"then_branch", taken}, {"else_branch", taken}});
        };
        net.output(step(net.floats("x", {2, 3}), 3));
        net.output(step(net.floats("y", {2, 7}), 7));
        const History history = fused(net, only({"inline_if"}));
        QCOMPARE(history.steps.size(), std::size_t(2));
        QVERIFY(history.faults.empty());
        QCOMPARE(opsOf(history.graph).join(u' '), QStringLiteral("MatMul If MatMul If"));
        QCOMPARE(difference(history, net), QString());
        QCOMPARE(replayDifference(history), QString());
    }

    void branchesOfIf() {
        const Net net = branches();
        const History history = fused(net);
        QVERIFY(history.faults.empty());
        QCOMPARE(innerOps(history, "then_branch"), QStringList{QStringLiteral("ConvRelu")});
        QCOMPARE(innerOps(history, "else_branch"), QStringList{QStringLiteral("ExpTanh")});
        QCOMPARE(computeNodes(history.base), std::size_t(2 + 1 + 3 + 2));
        QCOMPARE(computeNodes(history.graph), std::size_t(1 + 1 + 1 + 1));
        QVERIFY(history.graph.contains(NodeId(2))); // the If keeps its id
        QCOMPARE(history.originsOf(NodeId(2)), std::vector{NodeId(2)});
        QCOMPARE(difference(history, net), QString());
        QVERIFY(ir::verify(history.graph).empty());
        QCOMPARE(replayDifference(history), QString());

        const auto bn = std::ranges::find(history.steps, "fold_batch_norm", &Step::rule);
        QVERIFY(bn != history.steps.end());
        QCOMPARE(bn->site, (Site{"fold_batch_norm", {NodeId(0), NodeId(1)}, "2/then_branch"}));
        QCOMPARE(bn->nodes, std::vector{NodeId(2)});
        QVERIFY(bn->made.empty());
        QVERIFY(std::ranges::find(bn->names, "then_branch/Conv_0") != bn->names.end());
        QCOMPARE(bn->benefit.launches, std::int64_t(1));
        std::int64_t launches = 0, traffic = 0;
        for (const Step& step : history.steps) {
            launches += step.benefit.launches;
            traffic += step.benefit.trafficBytes;
        }
        QCOMPARE(launches, std::int64_t(8 - 4));
        QCOMPARE(traffic, trafficBytes(history.base) - trafficBytes(history.graph));
    }

    void steppingAndSkipping() {
        const Net net = branches();
        const History history = fused(net);
        for (std::size_t n = 0; n <= history.steps.size(); ++n) {
            Options options;
            options.patchLimit = n;
            const History cut = fused(net, options);
            QCOMPARE(cut.steps.size(), n);
            const auto at = graphAt(history, n);
            QVERIFY(at);
            QCOMPARE(graphDifference(*at, cut.graph), QString());
            QCOMPARE(difference(cut, net), QString());
        }
        for (const Step& step : history.steps) {
            Options options;
            options.skipped = {step.site};
            const History without = fused(net, options);
            QVERIFY(std::ranges::find(without.steps, step.site, &Step::site) == without.steps.end());
            QCOMPARE(difference(without, net), QString());
        }
        Options options = only({"fold_batch_norm"});
        options.skipped = {{"fold_batch_norm", {NodeId(0), NodeId(1)}, "2/then_branch"}};
        const History without = fused(net, options);
        QVERIFY(without.steps.empty());
        const auto it = std::ranges::find(without.possible, *options.skipped.begin(), &Step::site);
        QVERIFY(it != without.possible.end());
        const auto applied = ir::apply(without.graph, it->patch);
        QVERIFY(applied);
        QCOMPARE(computeNodes(*applied) + 1, computeNodes(without.graph));
    }

    void refusalsSayWhere() {
        Net net(14);
        const ValueId c = net.input("c", ir::TensorType(ir::DataType::Bool, ir::Dims{}));
        const ValueId x = net.floats("x", {1, 3, 8, 8});
        const Sub then = inside(net.graph(), [&](Net& in, const auto& capture) {
            const ValueId y = in.conv(capture(x), {3, 3, 3, 3});
            return in.node("Add", {in.node("Relu", {y}), in.node("Softmax", {y})});
        });
        const Sub other =
            inside(net.graph(), [&](Net& in, const auto& capture) { return in.node("Softmax", {capture(x)}); });
        net.output(net.node("If", {c}, {{"then_branch", then}, {"else_branch", other}}));
        const History history = fused(net, only({"fuse_activation"}));
        const auto it = std::ranges::find(history.refusals, "fuse_activation", &Refusal::rule);
        QVERIFY(it != history.refusals.end());
        QCOMPARE(it->inside, std::string("0/then_branch"));
        QCOMPARE(it->nodes, std::vector{NodeId(0)});
        QVERIFY(std::ranges::find(it->names, "then_branch/Relu_1") != it->names.end());
    }

    void nested() {
        Net net(14);
        const ValueId c = net.input("c", ir::TensorType(ir::DataType::Bool, ir::Dims{}));
        const ValueId x = net.floats("x", {2, 8});
        const auto leaf = [&](const char* first, const char* second, ValueId of) {
            return
                [=](Net& in, const auto& capture) { return in.node(second, {in.node(first, {capture(of)})}); };
        };
        const Sub then = inside(net.graph(), [&](Net& in, const auto& capture) {
            const ValueId y = in.node("Abs", {in.node("Neg", {capture(x)})});
            const Sub deep = inside(in.graph(), leaf("Exp", "Tanh", y));
            const Sub deepElse = inside(in.graph(), leaf("Sin", "Cos", y));
            return in.node("If", {capture(c)}, {{"then_branch", deep}, {"else_branch", deepElse}});
        });
        net.output(net.node(
            "If", {c}, {{"then_branch", then}, {"else_branch", inside(net.graph(), leaf("Exp", "Abs", x))}}));
        const History history = fused(net, only({"fuse_elementwise"}));
        QCOMPARE(history.steps.size(), std::size_t(4));
        QVERIFY(std::ranges::any_of(history.steps, [](const Step& step) {
            return step.site.inside == "0/then_branch/2/else_branch" &&
                   step.names.front() == "then_branch/else_branch/Sin_0";
        }));
        QCOMPARE(computeNodes(history.graph), std::size_t(6));
        QCOMPARE(difference(history, net), QString());
        QCOMPARE(replayDifference(history), QString());
        for (std::size_t n = 0; n <= 4; ++n) {
            Options options = only({"fuse_elementwise"});
            options.patchLimit = n;
            QCOMPARE(graphDifference(*graphAt(history, n), fused(net, options).graph), QString());
        }
    }

    void captureThatGoes() { // the weight moves into the branch, and the graph around can let it go
        Net net(14);
        const ValueId c = net.input("c", ir::TensorType(ir::DataType::Bool, ir::Dims{}));
        const ValueId x = net.floats("x", {2, 3});
        const ValueId w =
            net.node("Constant", {}, {{"value", ir::Tensor::of<float>({3, 2}, {1, 2, 3, 4, 5, 6})}});
        const Sub then = inside(net.graph(), [&](Net& in, const auto& capture) {
            return in.node("Mul", {capture(x), in.node("Transpose", {capture(w)})});
        });
        const Sub other =
            inside(net.graph(), [&](Net& in, const auto& capture) { return in.node("Abs", {capture(x)}); });
        net.output(net.node("If", {c}, {{"then_branch", then}, {"else_branch", other}}));
        const History history = fused(net);
        QCOMPARE(innerOps(history, "then_branch"), QStringList{QStringLiteral("Mul")});
        QCOMPARE(opsOf(history.graph), QStringList{QStringLiteral("If")});
        QCOMPARE(difference(history, net), QString());
        QCOMPARE(replayDifference(history), QString());
    }

    void bodyOfLoop() {
        Net net(14);
        const ValueId trips = net.constant("trips", ir::Tensor::scalar<std::int64_t>(3));
        const ValueId x = net.floats("x", {2, 4});
        Net in(14);
        in.input("i", ir::TensorType(ir::DataType::Int64, ir::Dims{}));
        const ValueId go = in.input("go", ir::TensorType(ir::DataType::Bool, ir::Dims{}));
        const ValueId state = in.input("state", ir::TensorType(ir::DataType::Float32, ir::Dims{2, 4}));
        in.output(in.node("Identity", {go}));
        in.output(in.node("Tanh", {in.node("Abs", {in.node("Neg", {state})})}));
        const auto body = std::make_shared<const ir::Graph>(in.take());
        net.output(net.node("Loop", {trips, {}, x}, {{"body", body}}));
        const History history = fused(net);
        QCOMPARE(innerOps(history, "body").size(), qsizetype(2)); // the condition, and the rest as one
        QCOMPARE(difference(history, net), QString());
        QCOMPARE(replayDifference(history), QString());
        QVERIFY(history.faults.empty());
    }

    // Anchors of facts/fusion.md, Constants left out and subgraphs counted.
    void shared_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("before");
        QTest::addColumn<int>("anchor");
        QTest::newRow("silero-vad-v4-if-lstm") << QStringLiteral("silero-vad-v4-if-lstm") << 250 << 220;
        QTest::newRow("silero-vad-v5-if") << QStringLiteral("silero-vad-v5-if") << 348 << 212;
        QTest::newRow("nuphar-lstm-loop") << QStringLiteral("nuphar-lstm-loop") << 114 << 105;
    }
    void shared() {
        if (edgewright::test::shared("models").empty()) QSKIP(edgewright::test::sharedMissing());
        QFETCH(QString, name);
        QFETCH(int, before);
        QFETCH(int, anchor);
        const auto imported =
            onnx::importModel(edgewright::test::shared("models") / name.toStdString() / "model.onnx");
        QVERIFY(imported);
        const ir::Opsets opsets = imported->model->opsets;
        auto types = ops::inferTypes(imported->model->graph, opsets);
        QCOMPARE(computeNodes(types.graph), static_cast<std::size_t>(before));
        const auto history = fuse(types.graph, opsets);
        QVERIFY(history && history->faults.empty());
        qInfo("%s: %zu -> %zu (anchor %d), %zu steps", qPrintable(name), computeNodes(types.graph),
              computeNodes(history->graph), anchor, history->steps.size());
        QVERIFY(computeNodes(history->graph) <= static_cast<std::size_t>(anchor));
        QVERIFY(ir::verify(history->graph).size() <= ir::verify(types.graph).size());
        const auto at = graphAt(*history, SIZE_MAX);
        QVERIFY(at);
        QCOMPARE(graphDifference(*at, history->graph), QString());
        types = ops::inferTypes(types.graph, opsets, ops::defaultBindings(types.graph));
        const auto bound = fuse(types.graph, opsets);
        QVERIFY(bound);
        const QString found = difference(bound->base, bound->graph, opsets);
        const bool ran = !found.startsWith(QStringLiteral("before"));
        const std::string wrong =
            edgewright::test::unlisted(edgewright::test::shared("models") / name.toStdString() / "model.onnx",
                                       ran ? "" : found.toStdString());
        QVERIFY2(wrong.empty(), wrong.c_str());
        if (ran) QCOMPARE(found, QString());
    }
};

EDGEWRIGHT_TEST(SubgraphsTest)

} // namespace edgewright::subgraphs_test

#include "subgraphs_test.moc"
