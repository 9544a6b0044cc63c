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

    // A region of TensorRT is all from its first node to its last; a weight stands for what reads it.
    void regions_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("first");
        QTest::addColumn<int>("count");
        QTest::newRow("all") << "{ForeignNode[Conv_0...Conv_2]}" << 0 << 3;
        QTest::newRow("some") << "{ForeignNode[Relu_1...Conv_2]}" << 1 << 2;
        QTest::newRow("one") << "{ForeignNode[Relu_1]}" << 1 << 1;
        QTest::newRow("backwards") << "{ForeignNode[Conv_2...Relu_1]}" << 1 << 2;
        QTest::newRow("tensors") << "{ForeignNode[b...c]}" << 1 << 2;
        QTest::newRow("weight") << "{ForeignNode[w + (Unnamed Layer* 7) [Shuffle]...Relu_1]}" << 0 << 2;
        QTest::newRow("what was put in")
            << "{ForeignNode[(Unnamed Layer* 7) [Shuffle] + Relu_1...Conv_2 + cast]}" << 1 << 2;
        QTest::newRow("numbered") << "{ForeignNode[Conv_0...Relu_1]}_myl0_3" << 0 << 2;
        QTest::newRow("a kernel") << "Conv_2_myl0_5" << 2 << 1;
        QTest::newRow("kernel of several") << "Conv_0 + Relu_1_myl12_345" << 0 << 2;
        QTest::newRow("dots in names") << "{ForeignNode[odd...name...Conv_2]}" << 1 << 2;
        QTest::newRow("no such end") << "{ForeignNode[Conv_0...Conv_9]}" << 0 << 0;
        QTest::newRow("nothing") << "{ForeignNode[]}" << 0 << 0;
        QTest::newRow("no range") << "{ForeignNode[...]}" << 0 << 0;
        QTest::newRow("short") << "{ForeignNode[}" << 0 << 0;
        QTest::newRow("no number") << "Conv_2_myl0_x" << 0 << 0;
        QTest::newRow("half a number") << "Conv_2_myl0" << 0 << 0;
        QTest::newRow("a kernel without a node") << "__myl_ReplMeanCast_myl0_3" << 0 << 0;
    }
    void regions() {
        QFETCH(QString, name);
        QFETCH(int, first);
        QFETCH(int, count);
        ir::Graph graph = chain();
        if (name.contains("odd")) graph.node(graph.order()[1]).name = "odd...name";
        const std::string text = name.toStdString();
        const Matches matches = matchTo(made(Tool::TensorRt, {text.c_str()}), graph);
        const auto begin = graph.order().begin() + first;
        QCOMPARE(matches.spans[0].nodes, std::vector<NodeId>(begin, begin + count));
        QCOMPARE(matches.unmatched.empty(), count > 0);
    }

    // A node whose own name ends like that of a kernel.
    void nameBeforeNumber() {
        ir::Graph graph = chain();
        graph.node(graph.order()[1]).name = "Conv_2_myl0_5";
        const Matches matches = matchTo(made(Tool::TensorRt, {"Conv_2_myl0_5"}), graph);
        QCOMPARE(matches.spans[0].nodes, std::vector<NodeId>{graph.order()[1]});
    }

    void currentTensorRt() {
        const auto folder = test::shared("wild/trt-myelin");
        if (folder.empty()) QSKIP(test::sharedMissing());
        const auto imported = onnx::importModel(folder / "net.onnx");
        const auto region = readTrace(folder / "foreign.json"),
                   kernels = readTrace(folder / "myelin-names.json");
        QVERIFY(imported && region && kernels);
        QCOMPARE(region->runs, std::size_t(500));
        const ir::Graph& graph = imported->model->graph;
        const auto named = [&](NodeId id) { return graph.node(id).name; };
        const auto of = [&](const Matches& matches, std::size_t span) {
            std::vector<std::string> names;
            for (const NodeId id : matches.spans[span].nodes)
                names.push_back(named(id));
            return names;
        };
        const Matches one = matchTo(*region, graph), four = matchTo(*kernels, graph);
        QCOMPARE(of(one, 1).front(), std::string("/relu1/Relu"));
        QCOMPARE(of(one, 1).back(), std::string("/fc/MatMul"));
        QCOMPARE(one.spans[1].nodes.size(), graph.nodeCount() - 1); // all but /conv1/Conv
        QCOMPARE(of(four, 3), std::vector<std::string>{"/fc/MatMul"});
        QCOMPARE(four.unmatched, std::vector<std::string>{"__myl_ReplMeanCast_myl0_3"});
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
