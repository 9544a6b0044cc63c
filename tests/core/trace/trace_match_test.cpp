// SPDX-License-Identifier: GPL-3.0-or-later
// Profiles matched to graphs: by name, by tensor, by kind; and what fits none, or two.
#include "core/trace/match.h"
#include "core/trace/trace_file.h"

#include "core/ir/builder.h"
#include "core/onnx/reading/import.h"
#include "tests/support/shared_files.h"
#include "tests/support/test_class.h"

#include <QTest>

namespace edgewright::trace_match_test {

using namespace edgewright::trace;

namespace {

// Conv "Conv_0" -> Relu "Relu_1" -> Conv "Conv_2", whose tensors are a, b and c.
ir::Graph chain() {
    ir::GraphBuilder builder;
    const ir::TensorType type(ir::DataType::Float32);
    const ValueId x = builder.input("x", type), w = builder.input("w", type);
    ValueId at = x;
    const auto add = [&](const char* op, const char* name, const char* tensor, std::vector<ValueId> inputs) {
        const ValueId out = builder.value(tensor, type);
        builder.graph().node(builder.nodeInto(op, std::move(inputs), {out})).name = name;
        at = out;
    };
    add("Conv", "Conv_0", "a", {at, w});
    add("Relu", "Relu_1", "b", {at});
    add("Conv", "Conv_2", "c", {at, w});
    builder.output(at);
    return builder.take();
}

Trace made(Tool tool, std::initializer_list<const char*> names) {
    Trace trace;
    trace.tool = tool;
    trace.names = {""};
    trace.tracks = {{"1", "1"}};
    for (const char* name : names) {
        trace.names.emplace_back(name);
        trace.spans.push_back({static_cast<std::uint32_t>(trace.names.size() - 1), 0, 0, 0,
                               static_cast<double>(trace.spans.size()), 1});
    }
    return trace;
}

} // namespace

class TraceMatchTest : public QObject {
    Q_OBJECT
private slots:
    void namesAndTensors() {
        const ir::Graph graph = chain();
        const auto& order = graph.order();
        const Matches matches = matchTo(made(Tool::OnnxRuntime, {"model_run", "b_nchwc_kernel_time",
                                                                 "Conv_2_kernel_time", "Reorder_kernel_time"}),
                                        graph);
        QCOMPARE(matches.operators, std::size_t(3));
        QCOMPARE(matches.matched, std::size_t(2));
        QCOMPARE(matches.spans[0].by, By::Nothing);
        QCOMPARE(matches.spans[1].by, By::Tensor);
        QCOMPARE(matches.spans[1].nodes, std::vector<NodeId>{order[1]});
        QCOMPARE(matches.spans[2].by, By::Name);
        QCOMPARE(matches.unmatched, std::vector<std::string>{"Reorder_kernel_time"});
    }

    // Named after the tensor of the last operator in it, with the first one's kind.
    void kernelsThatHoldSeveral() {
        const ir::Graph graph = chain();
        Trace trace = made(Tool::OnnxRuntime, {"b_nchwc_kernel_time"});
        trace.names.emplace_back("Conv");
        trace.spans[0].op = static_cast<std::uint32_t>(trace.names.size() - 1);
        const Matches matches = matchTo(trace, graph);
        QCOMPARE(matches.spans[0].nodes, (std::vector<NodeId>{graph.order()[0], graph.order()[1]}));
    }

    void severalInOne() {
        const ir::Graph graph = chain();
        const Matches matches =
            matchTo(made(Tool::TensorRt, {"Reformatting CopyNode for Input Tensor 0 to Conv_0",
                                          "Conv_0 + Relu_1", "Conv_2 + Relu_9"}),
                    graph);
        QCOMPARE(matches.operators, std::size_t(2));
        QCOMPARE(matches.spans[1].nodes, (std::vector<NodeId>{graph.order()[0], graph.order()[1]}));
        QVERIFY(matches.spans[2].nodes.empty()); // a part of a name is no match
        QCOMPARE(matches.unmatched, std::vector<std::string>{"Conv_2 + Relu_9"});
    }

    void byKindInOrder() {
        const ir::Graph graph = chain();
        const Matches matches = matchTo(
            made(Tool::PyTorch, {"aten::conv2d", "aten::empty", "aten::relu", "aten::conv2d", "aten::conv2d"}),
            graph);
        QCOMPARE(matches.spans[0].nodes, std::vector<NodeId>{graph.order()[0]});
        QVERIFY(matches.spans[1].nodes.empty());
        QCOMPARE(matches.spans[3].nodes, std::vector<NodeId>{graph.order()[2]});
        QCOMPARE(matches.spans[4].nodes, std::vector<NodeId>{graph.order()[0]}); // the next run
        QCOMPARE(matches.operators, std::size_t(4));
    }

    void whatFitsTwoFitsNone() {
        ir::Graph graph = chain();
        graph.node(graph.order()[2]).name = "Conv_0";
        const Matches matches = matchTo(made(Tool::Edgewright, {"Conv_0"}), graph);
        QVERIFY(matches.spans[0].nodes.empty());
        QCOMPARE(matches.ambiguous, std::vector<std::string>{"Conv_0"});
    }

    // 95 of 100 operators of a real profile.
    void aRealOne() {
        const auto profile = test::shared("traces/ort_mobilenet_v2_1t.json"),
                   model = test::sharedIfAny("exports/mobilenet_v2/model.onnx");
        if (profile.empty() || model.empty()) QSKIP(test::sharedMissing());
        const auto trace = readTrace(profile);
        const auto imported = onnx::importModel(model);
        QVERIFY(trace && imported);
        const Matches matches = matchTo(*trace, imported->model->graph);
        QVERIFY2(matches.matched * 100 >= matches.operators * 95,
                 matches.unmatched.empty() ? "" : matches.unmatched.front().c_str());
        QVERIFY(matches.ambiguous.empty());
    }
};

EDGEWRIGHT_TEST(TraceMatchTest)

} // namespace edgewright::trace_match_test

#include "trace_match_test.moc"
