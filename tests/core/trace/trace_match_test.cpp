// SPDX-License-Identifier: GPL-3.0-or-later
// Profiles matched to graphs: by name, by tensor, by kind; and what fits none, or two.
#include "core/trace/match.h"
#include "core/trace/trace_file.h"

#include "core/ir/builder.h"
#include "core/onnx/reading/import.h"
#include "tests/core/trace/recorded_networks.h"
#include "tests/support/shared_files.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <algorithm>
#include <set>

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
    trace.tracks = {{"1", {{}, Label::Kind::Thread, 1}}};
    for (const char* name : names) {
        trace.names.emplace_back(name);
        trace.spans.push_back({static_cast<std::uint32_t>(trace.names.size() - 1), 0, 0, 0,
                               static_cast<double>(trace.spans.size()), 1});
    }
    return trace;
}

// A thread of the host and a stream; roles by what is added.
class Launches {
public:
    Launches() {
        m_trace.names = {""};
        m_trace.tracks = {{"1", {{}, Label::Kind::Thread, 1}},
                          {"GPU 0", {{}, Label::Kind::Stream, 7}, 0, true}};
    }
    void range(const char* name, double start, double seconds) {
        m_trace.spans.push_back({nameOf(name), 0, 0, 0, start, seconds});
    }
    // A call at `start` for half a second, with a kernel of a second ten seconds later.
    void launch(const char* kernel, double start, std::uint32_t number) {
        m_trace.spans.push_back({nameOf("cudaLaunchKernel"), 0, 0, 0, start, 0.5, number, 0, Role::Launch});
        m_trace.spans.push_back({nameOf(kernel), 0, 1, 0, start + 10, 1, number, 0, Role::Kernel});
    }
    Trace take() {
        arrange(m_trace);
        return std::move(m_trace);
    }

private:
    std::uint32_t nameOf(const char* name) {
        const auto at = std::ranges::find(m_trace.names, name);
        if (at != m_trace.names.end()) return static_cast<std::uint32_t>(at - m_trace.names.begin());
        m_trace.names.emplace_back(name);
        return static_cast<std::uint32_t>(m_trace.names.size() - 1);
    }

    Trace m_trace;
};

// Of the kernels in their order.
std::vector<std::vector<NodeId>> nodesOfKernels(const Trace& trace, const Matches& matches) {
    std::vector<std::vector<NodeId>> nodes;
    for (std::size_t i = 0; i < trace.spans.size(); ++i)
        if (trace.spans[i].role == Role::Kernel) nodes.push_back(matches.spans[i].nodes);
    return nodes;
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
        QCOMPARE(matches.operators, std::size_t(3));
        QCOMPARE(matches.spans[0].nodes, std::vector<NodeId>{graph.order()[0]}); // a cost of that layer
        QCOMPARE(matches.spans[1].nodes, (std::vector<NodeId>{graph.order()[0], graph.order()[1]}));
        QVERIFY(matches.spans[2].nodes.empty()); // a part of a name is no match
        QCOMPARE(matches.unmatched, std::vector<std::string>{"Conv_2 + Relu_9"});
    }

    // Weights, wrappers and layers that TensorRT puts in name no node; side by side are several.
    void layers_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QList<int>>("nodes");
        QTest::newRow("weight") << "w + Conv_0 + Relu_1" << QList<int>{0, 1};
        QTest::newRow("wrapped") << "Conv_0 + PWN(Relu_1)" << QList<int>{0, 1};
        QTest::newRow("wrapped twice") << "PWN(PWN(Relu_1), Conv_2)" << QList<int>{1, 2};
        QTest::newRow("beside") << "Conv_0 || Conv_2" << QList<int>{0, 2};
        QTest::newRow("put in") << "Conv_0 + w + (Unnamed Layer* 3) [Shuffle] + unsqueeze_node_after_w + "
                                   "(Unnamed Layer* 3) [ElementWise]"
                                << QList<int>{0};
        QTest::newRow("behind a node") << "reshape_after_Conv_2" << QList<int>{2};
        QTest::newRow("copied for") << "Reformatting CopyNode for Output Tensor 0 to Conv_0 + Relu_1"
                                    << QList<int>{0, 1};
        QTest::newRow("number") << "Conv_2 [myl0_3]" << QList<int>{2};
        QTest::newRow("put in alone") << "(Unnamed Layer* 3) [Shuffle]" << QList<int>{};
        QTest::newRow("unknown beside") << "Conv_0 || Conv_9" << QList<int>{};
    }
    void layers() {
        QFETCH(QString, name);
        QFETCH(QList<int>, nodes);
        const ir::Graph graph = chain();
        const std::string text = name.toStdString();
        const Matches matches = matchTo(made(Tool::TensorRt, {text.c_str()}), graph);
        std::vector<NodeId> expected;
        for (const int node : nodes)
            expected.push_back(graph.order()[static_cast<std::size_t>(node)]);
        QCOMPARE(matches.spans[0].nodes, expected);
        QVERIFY(!matches.spans[0].isRange);
    }

    // Kernels of Myelin without the name of a node share those between their neighbours.
    void gaps() {
        const ir::Graph graph = chain();
        const Matches matches = matchTo(
            made(Tool::TensorRt, {"Conv_0", "__myl_Relu_myl0_1", "__myl_Move_myl0_2", "Conv_2"}), graph);
        for (const std::size_t kernel : {std::size_t(1), std::size_t(2)}) {
            QCOMPARE(matches.spans[kernel].nodes, std::vector<NodeId>{graph.order()[1]});
            QCOMPARE(matches.spans[kernel].by, By::Gap);
        }
        const Matches none = matchTo(made(Tool::TensorRt, {"Conv_0", "__myl_Relu_myl0_1", "Relu_1"}), graph);
        QVERIFY(none.spans[1].nodes.empty()); // there is nothing between
        QCOMPARE(none.unmatched, std::vector<std::string>{"__myl_Relu_myl0_1"});
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
        QVERIFY(four.unmatched.empty());
        QCOMPARE(four.spans[2].by, By::Gap); // __myl_ReplMeanCast_myl0_3
    }

    void byKindInOrder() {
        const ir::Graph graph = chain();
        const Matches matches =
            matchTo(made(Tool::PyTorch, {"aten::conv2d", "aten::empty", "aten::relu", "aten::conv2d",
                                         "aten::conv2d", "aten::relu", "aten::conv2d"}),
                    graph);
        QCOMPARE(matches.spans[0].nodes, std::vector<NodeId>{graph.order()[0]});
        QVERIFY(matches.spans[1].nodes.empty());
        QCOMPARE(matches.spans[3].nodes, std::vector<NodeId>{graph.order()[2]});
        QCOMPARE(matches.spans[4].nodes, std::vector<NodeId>{graph.order()[0]}); // the next run
        QCOMPARE(matches.spans[4].pass, std::uint32_t(1));
        QCOMPARE(matches.passes, std::size_t(2));
        QCOMPARE(matches.operators, std::size_t(6));
    }

    // As many convolutions as no number of passes has: they are those of another network.
    void countsThatDoNotFit() {
        const Trace trace = made(Tool::PyTorch, {"aten::conv2d", "aten::relu", "aten::conv2d", "aten::conv2d"});
        const Matches matches = matchTo(trace, chain());
        QVERIFY(matches.spans[0].nodes.empty());
        QVERIFY(!matches.spans[1].nodes.empty());
        QCOMPARE(otherModelText(trace, matches),
                 std::string("another network: 25 % of its operators are here"));
    }

    // Names alone may fit: of a device the time of its kernels tells, too.
    void timeOfADeviceElsewhere() {
        Trace trace = made(Tool::PyTorch, {"kernel"});
        Matches matches;
        QCOMPARE(otherModelText(trace, matches), std::string());
        matches.operators = 10;
        matches.matched = 6;
        matches.seconds = 10;
        matches.matchedSeconds = 5.7;
        QCOMPARE(otherModelText(trace, matches), std::string());
        trace.spans[0].role = Role::Kernel;
        const std::string doubt = otherModelText(trace, matches);
        QVERIFY2(doubt.starts_with("only 57.0 % of the time of kernels"), doubt.c_str());
        matches.matchedSeconds = 7;
        QCOMPARE(otherModelText(trace, matches), std::string());
        matches.names = 4;
        matches.matchedNames = 1;
        QCOMPARE(otherModelText(trace, matches), std::string("another network: 25 % of its names are here"));
    }

    // Batch norms that the exporter folded run within their convolution; calls within a call are none.
    void foldedAndNested() {
        Trace trace = made(Tool::PyTorch,
                           {"aten::conv2d", "aten::batch_norm", "aten::relu_", "aten::relu", "aten::conv2d"});
        trace.spans[3].start = trace.spans[2].start + 0.25;
        trace.spans[3].seconds = 0.5;
        trace.spans[3].depth = 1;
        const ir::Graph graph = chain();
        const Matches matches = matchTo(trace, graph);
        QCOMPARE(matches.spans[1].nodes, std::vector<NodeId>{graph.order()[0]});
        QCOMPARE(matches.spans[2].nodes, std::vector<NodeId>{graph.order()[1]});
        QVERIFY(matches.spans[3].nodes.empty());
        QCOMPARE(matches.passes, std::size_t(1));
        QCOMPARE(matches.share(), 1.0);
    }

    // A kernel is of the operator that its launch lies in; without a launch, of the one that it names.
    void kernelsByTheirLaunch() {
        Trace trace = made(Tool::PyTorch, {"aten::conv2d", "cudaLaunchKernel", "aten::relu", "aten::conv2d",
                                           "sgemm", "clamp", "stray"});
        trace.tracks.push_back({"GPU 0", {{}, Label::Kind::Stream, 7}, 0, true});
        trace.spans[1] = {2, 0, 0, 1, 0.5, 0.25, 12, 0, Role::Launch};
        for (std::size_t i = 4; i < 7; ++i) {
            trace.spans[i].track = 1;
            trace.spans[i].role = Role::Kernel;
        }
        trace.spans[4].correlation = 12;
        trace.spans[2].external = trace.spans[5].external = 7;
        trace.spans[2].role = Role::Operator;
        const ir::Graph graph = chain();
        const Matches matches = matchTo(trace, graph);
        QCOMPARE(matches.spans[4].nodes, std::vector<NodeId>{graph.order()[0]});
        QCOMPARE(matches.spans[4].by, By::Launch);
        QCOMPARE(matches.spans[5].nodes, std::vector<NodeId>{graph.order()[1]});
        QVERIFY(matches.spans[6].nodes.empty());
        QCOMPARE(matches.timed, (std::vector<std::uint32_t>{4, 5, 6}));
        QCOMPARE(matches.seconds, 3.0); // of kernels alone
        QCOMPARE(matches.matchedSeconds, 2.0);
        QCOMPARE(matches.unmatched, std::vector<std::string>{"stray"});
        QCOMPARE(launchesOf(trace), (std::vector<Launch>{{1, 4}}));
    }

    // Of ranges in each other the innermost with the name of a node; two passes, and kernels of none.
    void kernelsByNamedRanges() {
        Launches launches;
        for (const double pass : {0, 100}) {
            launches.range("forward", pass, 90);
            launches.range("Conv_0", pass + 1, 20);
            launches.range("inside", pass + 2, 10);
            launches.launch("first", pass + 3, pass > 0 ? 11 : 1);
            launches.launch("second", pass + 15, pass > 0 ? 12 : 2);
            launches.range("b", pass + 30, 10); // the tensor that Relu_1 writes
            launches.launch("third", pass + 31, pass > 0 ? 13 : 3);
            launches.launch("stray", pass + 50, pass > 0 ? 14 : 4);
        }
        const Trace trace = launches.take();
        const ir::Graph graph = chain();
        const Matches matches = matchTo(trace, graph);
        const std::vector<NodeId> conv{graph.order()[0]}, relu{graph.order()[1]};
        QCOMPARE(nodesOfKernels(trace, matches),
                 (std::vector<std::vector<NodeId>>{conv, conv, relu, {}, conv, conv, relu, {}}));
        QCOMPARE(matches.passes, std::size_t(2));
        QCOMPARE(matches.operators, std::size_t(8));
        QCOMPARE(matches.matched, std::size_t(6));
        QCOMPARE(matches.seconds, 8.0);
        QCOMPARE(matches.matchedSeconds, 6.0);
        QCOMPARE(matches.unmatched, std::vector<std::string>{"stray"});
        for (std::size_t i = 0; i < trace.spans.size(); ++i) {
            const Match& match = matches.spans[i];
            if (trace.spans[i].role != Role::Kernel || match.nodes.empty()) continue;
            QCOMPARE(match.by, By::Launch);
            QCOMPARE(match.pass, std::uint32_t(trace.spans[i].start >= 100 ? 1 : 0));
        }
    }

    // A module is all of its nodes; one of them by its own name, or by its place, is known better.
    void kernelsByModules() {
        Launches launches;
        launches.range("layer1.0", 0, 50);
        launches.range("layer1.0.conv1", 1, 10);
        launches.launch("first", 2, 1);
        launches.launch("second", 20, 2);
        launches.range("layer2.0.downsample.0", 60, 10);
        launches.launch("third", 61, 3);
        const Trace trace = launches.take();
        const ir::Graph graph = test::resnet18(true);
        const Matches matches = matchTo(trace, graph);
        const auto nodes = nodesOfKernels(trace, matches);
        QCOMPARE(nodes.size(), std::size_t(3));
        QCOMPARE(nodes[0].size(), std::size_t(1));
        QCOMPARE(graph.node(nodes[0][0]).name, std::string("/layer1/layer1.0/conv1/Conv"));
        QCOMPARE(nodes[1].size(), std::size_t(5)); // two convolutions, two activations, the sum
        QCOMPARE(nodes[2].size(), std::size_t(1));
        QCOMPARE(graph.node(nodes[2][0]).name, std::string("/layer2/layer2.0/downsample/downsample.0/Conv"));
    }

    // As emit_nvtx() writes operators: by their place, as those of PyTorch's own profiler.
    void operatorsAsRanges() {
        Launches launches;
        launches.range("aten::conv2d, seq = 1", 0, 10);
        launches.range("aten::convolution, seq = 1", 1, 8);
        launches.launch("first", 2, 1);
        launches.range("aten::relu, seq = 2", 20, 10);
        launches.launch("second", 21, 2);
        launches.range("aten::conv2d, seq = 3", 40, 10);
        launches.launch("third", 41, 3);
        const Trace trace = launches.take();
        const ir::Graph graph = chain();
        const auto& order = graph.order();
        QCOMPARE(nodesOfKernels(trace, matchTo(trace, graph)),
                 (std::vector<std::vector<NodeId>>{{order[0]}, {order[1]}, {order[2]}}));
    }

    // Numbers that were given twice: a kernel is of the last call before it.
    void numbersGivenTwice() {
        Launches launches;
        launches.range("Conv_0", 0, 5);
        launches.launch("first", 1, 7);
        launches.range("Conv_2", 50, 5);
        launches.launch("second", 51, 7);
        const Trace trace = launches.take();
        const ir::Graph graph = chain();
        QCOMPARE(nodesOfKernels(trace, matchTo(trace, graph)),
                 (std::vector<std::vector<NodeId>>{{graph.order()[0]}, {graph.order()[2]}}));
        const auto joined = launchesOf(trace);
        QCOMPARE(joined.size(), std::size_t(2));
        QVERIFY(joined[0].call != joined[1].call);
    }

    // Each call of PyTorch that starts something has it, and nothing ran that was not started.
    void recordedLaunches_data() {
        QTest::addColumn<QString>("file");
        for (const char* name : {"resnet18", "mobilenet_v2", "encoder"})
            QTest::newRow(name) << QStringLiteral("traces/cuda/torch_gpu_%1.json.gz").arg(QLatin1String(name));
    }
    void recordedLaunches() {
        QFETCH(QString, file);
        const auto path = test::shared(file.toStdString());
        if (path.empty()) QSKIP(test::sharedMissing());
        const auto trace = readTrace(path);
        QVERIFY(trace);
        std::set<std::uint32_t> calls;
        for (const Launch& launch : launchesOf(*trace))
            calls.insert(launch.call);
        std::size_t kernels = 0;
        for (std::uint32_t i = 0; i < trace->spans.size(); ++i) {
            const std::string& name = trace->nameOf(trace->spans[i]);
            kernels += trace->spans[i].role == Role::Kernel ? 1 : 0;
            if (name.find("LaunchKernel") != std::string::npos || name.find("Memset") == 4)
                QVERIFY2(calls.contains(i), name.c_str());
        }
        QVERIFY(kernels > 10);
        QCOMPARE(launchesOf(*trace).size(), kernels);
    }

    void whatFitsTwoFitsNone() {
        ir::Graph graph = chain();
        graph.node(graph.order()[2]).name = "Conv_0";
        const Matches matches = matchTo(made(Tool::Edgewright, {"Conv_0"}), graph);
        QVERIFY(matches.spans[0].nodes.empty());
        QCOMPARE(matches.ambiguous, std::vector<std::string>{"Conv_0"});
    }

    // 95 % of the time of every profile that was recorded is matched to nodes of its network; to another
    // network so little that it is told.
    void recorded_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("network");
        QTest::addColumn<int>("passes");
        const auto row = [](const char* file, const char* network, int passes = 0) {
            QTest::newRow(
                qPrintable(QString::fromLatin1(file) + QLatin1Char(' ') + QString::fromLatin1(network)))
                << QString::fromLatin1(file) << QString::fromLatin1(network) << passes;
        };
        row("traces/cuda/torch_gpu_resnet18.json.gz", "resnet18", 2);
        row("traces/cuda/torch_gpu_resnet18.json.gz", "resnet18 folded", 2);
        row("traces/cuda/torch_gpu_mobilenet_v2.json.gz", "exports/mobilenet_v2", 2);
        row("traces/cuda/torch_gpu_encoder.json.gz", "encoder", 2);
        row("traces/torch_mobilenet_v2.json", "exports/mobilenet_v2", 1);
        for (const char* file : {"traces/ort_mobilenet_v2_1t.json", "traces/ort_mobilenet_v2_2t.json"})
            row(file, "exports/mobilenet_v2");
        for (const char* file : {"traces/ort_resnet18_1t.json", "traces/ort_resnet18_2t.json"})
            row(file, "resnet18 folded");
        for (const char* file :
             {"examples_pytorch_resnet_A100_fp16_resnet", "examples_pytorch_resnet_A100_fp32_resnet",
              "examples_pytorch_resnet_A100_qat_resnet-qat", "tests_inputs_mobilenet_v2_residuals.qat"})
            row(("traces/trt/" + std::string(file) + ".onnx.engine.profile.json").c_str(), "named in it");
        for (const char* file : {"wild/trt-myelin/foreign.json", "wild/trt-myelin/myelin-names.json",
                                 "wild/profile-malformed/good.json"})
            row(file, "wild/trt-myelin");
    }
    void recorded() {
        QFETCH(QString, file);
        QFETCH(QString, network);
        QFETCH(int, passes);
        const auto path = test::shared(file.toStdString());
        if (path.empty()) QSKIP(test::sharedMissing());
        const auto trace = readTrace(path);
        QVERIFY2(trace, trace ? "" : trace.error().message.c_str());
        ir::Graph graph;
        if (network.startsWith(u"resnet18")) {
            graph = test::resnet18(network.endsWith(u"folded"));
        } else if (network == u"encoder") {
            graph = test::encoder(2);
        } else if (network == u"named in it") {
            graph = test::namedIn(*trace);
        } else {
            const std::string name = network.startsWith(u"wild") ? "/net.onnx" : "/model.onnx";
            const auto model = test::sharedIfAny(network.toStdString() + name);
            if (model.empty()) QSKIP(test::sharedMissing());
            auto imported = onnx::importModel(model);
            QVERIFY(imported);
            graph = std::move(imported->model->graph);
        }
        const Matches matches = matchTo(*trace, graph);
        QVERIFY2(matches.share() >= 0.95, std::to_string(matches.share()).c_str());
        QVERIFY(matches.ambiguous.empty());
        QCOMPARE(matches.passes, static_cast<std::size_t>(passes));
        QCOMPARE(otherModelText(*trace, matches), std::string());
        const Matches other = matchTo(*trace, chain());
        QVERIFY(!otherModelText(*trace, other).empty());
    }
};

EDGEWRIGHT_TEST(TraceMatchTest)

} // namespace edgewright::trace_match_test

#include "trace_match_test.moc"
