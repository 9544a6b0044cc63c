// SPDX-License-Identifier: GPL-3.0-or-later
// Kernels of a profile as a record: medians over passes, what belongs to no node, inputs of another shape.
#include "core/device/profile_record.h"

#include "core/device/operator_rows.h"
#include "core/device/record/record_text.h"
#include "core/device/run_list.h"
#include "core/ir/builder.h"
#include "core/ops/work.h"
#include "core/trace/trace_file.h"
#include "tests/core/trace/recorded_networks.h"
#include "tests/support/shared_files.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <cmath>

namespace edgewright::profile_record_test {

using namespace edgewright::device;

namespace {

// x -> Relu "first" -> MatMul "second" by 8 × 4 weights.
ir::Graph chain() {
    ir::GraphBuilder builder;
    const ValueId x = builder.input("x", {ir::DataType::Float32, ir::Dims{2, 8}});
    const ValueId w = builder.value("w", {ir::DataType::Float32, ir::Dims{8, 4}});
    builder.graph().value(w).constant = ir::Tensor();
    const ValueId a = builder.value("a", {ir::DataType::Float32, ir::Dims{2, 8}}),
                  b = builder.value("b", {ir::DataType::Float32, ir::Dims{2, 4}});
    builder.graph().node(builder.nodeInto("Relu", {x}, {a})).name = "first";
    builder.graph().node(builder.nodeInto("MatMul", {a, w}, {b})).name = "second";
    builder.output(b);
    return builder.take();
}

// Three passes: `first` takes 1, 2 and 9 s, `second` two kernels of 2 s each; 6 s of no node in all.
struct Profiled {
    trace::Trace trace;
    trace::Matches matches;
};
Profiled profiled(const ir::Graph& graph) {
    Profiled made;
    made.trace.tool = trace::Tool::PyTorch;
    made.trace.machine = "H100";
    made.trace.names = {"", "kernel"};
    made.trace.tracks = {{"GPU 0", {{}, trace::Label::Kind::Stream, 7}, 0, true}};
    made.matches.passes = 3;
    const auto add = [&](double start, double seconds, std::vector<NodeId> nodes, std::uint32_t pass) {
        const auto at = static_cast<std::uint32_t>(made.trace.spans.size());
        made.trace.spans.push_back({1, 0, 0, 0, start, seconds, 0, 0, trace::Role::Kernel});
        made.matches.spans.push_back({trace::By::Launch, std::move(nodes), false, pass});
        made.matches.timed.push_back(at);
        made.matches.sum(at, seconds);
    };
    const double firsts[] = {1, 2, 9};
    for (std::uint32_t pass = 0; pass < 3; ++pass) {
        const double start = pass * 100.0;
        add(start, firsts[pass], {graph.order()[0]}, pass);
        add(start + 20, 2, {graph.order()[1]}, pass);
        add(start + 30, 2, {graph.order()[1]}, pass);
        add(start + 50, 2, {}, 0);
    }
    return made;
}

} // namespace

class ProfileRecordTest : public QObject {
    Q_OBJECT

private slots:
    void ofPasses() {
        const ir::Graph graph = chain();
        const Profiled made = profiled(graph);
        const auto record = profileRecord(made.trace, made.matches, graph, "2026-11-23T04:10:00Z");
        QVERIFY2(record, record ? "" : record.error().message.c_str());
        QVERIFY(isOfProfile(*record));
        QCOMPARE(record->device, std::string("H100"));
        QCOMPARE(record->variants.size(), std::size_t(1));
        const VariantRecord& variant = record->variants.front();
        QCOMPARE(variant.variant.name, std::string("PyTorch"));
        QVERIFY(!variant.isPredictable());
        QCOMPARE(variant.operators.size(), std::size_t(3));
        QCOMPARE(variant.operators[0].name, std::string("first"));
        QCOMPARE(variant.operators[0].seconds, 2.0); // the median
        QCOMPARE(variant.operators[0].origins, std::vector<NodeId>{graph.order()[0]});
        QCOMPARE(variant.operators[1].seconds, 4.0); // both kernels
        QCOMPARE(variant.operators[1].start, 20.0);
        QCOMPARE(variant.operators[1].macs, std::int64_t(2 * 8 * 4));
        QVERIFY(variant.operators[1].bytes > 0);
        QCOMPARE(variant.operators[2].seconds, 2.0); // of no node, a pass
        QVERIFY(!variant.operators[2].node.valid() && variant.operators[2].origins.empty());
        QCOMPARE(variant.wall(), (std::vector<double>{32, 32, 32}));
        QCOMPARE(variant.operatorCalls, std::int64_t(4));
        QCOMPARE(unmatchedText(made.matches),
                 std::string("6.00 s of the 30.0 s that kernels take, 20.0 %, belong to no node of the model"));
        QVERIFY(trace::otherModelText(made.trace, made.matches).empty());
        // As tables show it: the rows are all that was profiled.
        const auto rows = operatorRows(variant, nullptr, cost::referenceProcessor());
        double sum = 0;
        for (const OperatorRow& row : rows)
            sum += row.seconds;
        QCOMPARE(sum, variant.operatorSeconds());
        QCOMPARE(sum, 8.0);
        // As a study keeps it, whatever is fused then.
        const auto runs = readRuns(runsJson({{record->device, {}, std::make_shared<const Record>(*record)}}));
        QVERIFY2(runs, runs ? "" : runs.error().message.c_str());
        QCOMPARE(runs->front().record->profiledBy, std::string("PyTorch"));
        QVERIFY(isOfProfile(*runs->front().record) && runs->front().isOf({"fused so", "", ""}));
        QCOMPARE(runs->front().record->variants[0].operators[2].node, NodeId());
        QCOMPARE(runs->front().record->variants[0].operators[1].seconds, 4.0);
    }

    // An agent's measurement that does not tell its instruction set.
    void othersAreOfNoProfile() {
        Record record;
        record.device = "pi";
        QVERIFY(!isOfProfile(record));
        const auto runs = readRuns(runsJson({{record.device, {}, std::make_shared<const Record>(record)}}));
        QVERIFY2(runs, runs ? "" : runs.error().message.c_str());
        QVERIFY(!isOfProfile(*runs->front().record));
    }

    // Times stay; what was computed is not known.
    void ofAnotherInput() {
        const ir::Graph graph = chain();
        Profiled made = profiled(graph);
        made.trace.firstShape = {16, 8};
        QCOMPARE(otherInputText(made.trace, graph), std::string("its input is 16x8, that of this model 2x8"));
        const auto record = profileRecord(made.trace, made.matches, graph, "");
        QVERIFY(record);
        for (const OperatorTime& each : record->variants.front().operators)
            QVERIFY(each.macs == 0 && each.bytes == 0);
        made.trace.firstShape = {2, 8};
        QVERIFY(otherInputText(made.trace, graph).empty());
    }

    void ofNothing() {
        const ir::Graph graph = chain();
        Profiled made = profiled(graph);
        for (trace::Match& match : made.matches.spans)
            match = {};
        made.matches.matched = 0;
        const auto none = profileRecord(made.trace, made.matches, graph, "");
        QVERIFY(!none);
        QVERIFY2(none.error().message.find("PyTorch") != std::string::npos, none.error().message.c_str());
        QVERIFY(unmatchedText({}).empty());
        QVERIFY(!profileRecord({}, {}, graph, ""));
    }

    // A pass that the file claims and that no number of passes reaches is left out.
    void ofPassesThatAreNone() {
        const ir::Graph graph = chain();
        Profiled made = profiled(graph);
        made.matches.spans[0].pass = 4'000'000'000;
        const auto record = profileRecord(made.trace, made.matches, graph, "");
        QVERIFY(record);
        QCOMPARE(record->variants.front().operators[0].seconds, 5.5); // of 2 and 9
    }

    // All of a recorded trace is told: of nodes, and of none.
    void recorded() {
        const auto path = test::shared("traces/cuda/torch_gpu_resnet18.json.gz");
        if (path.empty()) QSKIP(test::sharedMissing());
        const auto trace = trace::readTrace(path);
        QVERIFY(trace);
        const ir::Graph graph = test::resnet18(true);
        const auto record = profileRecord(*trace, trace::matchTo(*trace, graph), graph, "");
        QVERIFY2(record, record ? "" : record.error().message.c_str());
        const VariantRecord& variant = record->variants.front();
        QCOMPARE(variant.blocks.size(), std::size_t(2));
        double kernels = 0;
        for (const trace::Span& span : trace->spans)
            if (span.role == trace::Role::Kernel) kernels += span.seconds;
        QVERIFY(std::abs(variant.operatorSeconds() / (kernels / 2) - 1) < 0.01);
        QVERIFY(variant.operators.size() > 40);
        QCOMPARE(record->device, std::string("NVIDIA H100 80GB HBM3"));
    }
};

EDGEWRIGHT_TEST(ProfileRecordTest)

} // namespace edgewright::profile_record_test

#include "profile_record_test.moc"
