// SPDX-License-Identifier: GPL-3.0-or-later
// A record beside the profile of another runtime that fuses in another way.
#include "core/device/against.h"
#include "core/device/roof/operator_export.h"

#include "core/ir/builder.h"
#include "core/trace/trace_file.h"
#include "tests/core/trace/recorded_networks.h"
#include "tests/support/shared_files.h"
#include "tests/support/test_class.h"

#include <QTest>

namespace edgewright::device_against_test {

using namespace edgewright::device;

class DeviceAgainstTest : public QObject {
    Q_OBJECT
    ir::Graph m_graph; // Conv_0 -> Relu_1 -> Conv_2, whose tensors are a, b and c
    VariantRecord m_ours;

    // Seconds by name, each in every run.
    static trace::Trace profile(std::initializer_list<std::tuple<const char*, const char*, double>> spans) {
        trace::Trace trace;
        trace.tool = trace::Tool::OnnxRuntime;
        trace.names = {""};
        trace.tracks = {{"1", {{}, trace::Label::Kind::Thread, 1}}};
        const auto indexOf = [&](const std::string& name) {
            const auto at = std::ranges::find(trace.names, name);
            if (at != trace.names.end()) return static_cast<std::uint32_t>(at - trace.names.begin());
            trace.names.push_back(name);
            return static_cast<std::uint32_t>(trace.names.size() - 1);
        };
        for (const auto& [name, op, seconds] : spans)
            trace.spans.push_back(
                {indexOf(name), indexOf(op), 0, 0, static_cast<double>(trace.spans.size()), seconds});
        return trace;
    }

    Result<Against> againstTrace(const trace::Trace& trace) const {
        return against(m_ours, m_graph, trace, trace::matchTo(trace, m_graph));
    }

private slots:
    void init() {
        ir::GraphBuilder builder;
        const ir::TensorType type(ir::DataType::Float32);
        const ValueId x = builder.input("x", type), w = builder.input("w", type);
        const ValueId a = builder.value("a", type), b = builder.value("b", type), c = builder.value("c", type);
        builder.nodeInto("Conv", {x, w}, {a});
        builder.nodeInto("Relu", {a}, {b});
        builder.nodeInto("Conv", {b, w}, {c});
        builder.output(c);
        m_graph = builder.take();
        m_ours = {};
        double seconds = 1;
        for (const NodeId id : m_graph.order()) {
            m_ours.operators.push_back(
                {id, m_graph.node(id).label(), m_graph.node(id).op, seconds, 0, 0, 0, {id}});
            seconds *= 2;
        }
    }

    // They run Conv and Relu as one kernel, in two runs.
    void partsThatBothHave() {
        const auto compared = againstTrace(profile({{"b_nchwc_kernel_time", "Conv", 6},
                                                    {"Conv_2_kernel_time", "Conv", 2},
                                                    {"Reorder_kernel_time", "Reorder", 9},
                                                    {"b_nchwc_kernel_time", "Conv", 8},
                                                    {"Conv_2_kernel_time", "Conv", 2}}));
        QVERIFY2(compared, compared ? "" : compared.error().message.c_str());
        QCOMPARE(compared->runs, std::size_t(2));
        QCOMPARE(compared->rows.size(), std::size_t(2));
        const AgainstRow &fused = compared->rows[0], &single = compared->rows[1];
        QCOMPARE(fused.nodes, (std::vector<NodeId>{m_graph.order()[0], m_graph.order()[1]}));
        QCOMPARE(fused.ours, 3.0);
        QCOMPARE(fused.theirs, 7.0);                 // the median
        QCOMPARE(fused.name, std::string("Relu_1")); // of ours the longest
        QCOMPARE(single.ours, 4.0);
        QCOMPARE(single.theirs, 2.0);
        QCOMPARE(compared->ours, 7.0);
        QCOMPARE(compared->theirs, 9.0);
        QCOMPARE(compared->unmatched, std::vector<std::string>{"Reorder_kernel_time"});
        QCOMPARE(compared->theirsAlone, 4.5); // of that, in a run
    }

    // Where a profile says what it is the median of, names that come again are of one run.
    void medianOfRuns() {
        trace::Trace trace = profile({{"Conv_2", "", 3}, {"Conv_2_myl0_5", "", 1}, {"Conv_2_myl0_5", "", 1}});
        trace.tool = trace::Tool::TensorRt;
        trace.runs = 500;
        const auto compared = againstTrace(trace);
        QVERIFY2(compared, compared ? "" : compared.error().message.c_str());
        QCOMPARE(compared->runs, std::size_t(500));
        QCOMPARE(compared->theirs, 5.0);
    }

    // Two passes of PyTorch on a device: the time of a pass is that of its kernels, and no call of the host is
    // in it.
    void kernelsOfAPass() {
        trace::Trace trace = profile({{"aten::conv2d", "", 100},
                                      {"aten::relu", "", 100},
                                      {"aten::conv2d", "", 100},
                                      {"aten::conv2d", "", 100},
                                      {"aten::relu", "", 100},
                                      {"aten::conv2d", "", 100},
                                      {"memcpy", "", 7}});
        trace.tool = trace::Tool::PyTorch;
        trace.machine = "H100";
        trace.tracks.push_back({"GPU 0", {{}, trace::Label::Kind::Stream, 7}, 0, true});
        for (std::size_t i = 0; i < 7; ++i) {
            trace::Span& call = trace.spans[i];
            call.start = 200 * static_cast<double>(i);
            if (i == 6) {
                call.track = 1;
                call.role = trace::Role::Kernel;
                continue;
            }
            call.role = trace::Role::Operator;
            call.external = static_cast<std::uint32_t>(i + 1);
        }
        for (std::uint32_t i = 0; i < 6; ++i) {
            trace::Span kernel = trace.spans[i];
            kernel.track = 1;
            kernel.role = trace::Role::Kernel;
            kernel.seconds = 1 + i % 3; // 1, 2, 3 in either pass
            trace.spans.push_back(kernel);
        }
        const auto compared = againstTrace(trace);
        QVERIFY2(compared, compared ? "" : compared.error().message.c_str());
        QCOMPARE(compared->runs, std::size_t(2));
        QVERIFY(compared->isDevice);
        QCOMPARE(compared->machine, std::string("H100"));
        QCOMPARE(compared->theirs, 6.0);
        QCOMPARE(compared->theirsAlone, 3.5); // the copy, in a pass
    }

    // The time of a pass is the sum of its kernels, within 1 %.
    void recordedPass() {
        const auto path = test::shared("traces/cuda/torch_gpu_resnet18.json.gz");
        if (path.empty()) QSKIP(test::sharedMissing());
        const auto trace = trace::readTrace(path);
        QVERIFY(trace);
        m_graph = test::resnet18(true);
        m_ours.operators.clear();
        for (const NodeId id : m_graph.order())
            m_ours.operators.push_back({id, m_graph.node(id).label(), m_graph.node(id).op, 1, 0, 0, 0, {id}});
        double kernels = 0;
        for (const trace::Span& span : trace->spans)
            if (span.role == trace::Role::Kernel) kernels += span.seconds;
        const auto compared = againstTrace(*trace);
        QVERIFY2(compared, compared ? "" : compared.error().message.c_str());
        const double pass = compared->theirs + compared->theirsAlone;
        QVERIFY2(std::abs(pass / (kernels / 2) - 1) <= 0.01, std::to_string(pass / kernels).c_str());
        QVERIFY(compared->rows.size() > 40);
    }

    // The time of a region is shared among what is ours of it, and marked; its sum stays.
    void regionsAreShared() {
        trace::Trace trace = profile({{"{ForeignNode[Conv_0...Conv_2]}", "", 9}});
        trace.tool = trace::Tool::TensorRt;
        trace.runs = 500;
        const auto compared = againstTrace(trace);
        QVERIFY(compared);
        QCOMPARE(compared->rows.size(), std::size_t(3));
        double sum = 0;
        for (const AgainstRow& row : compared->rows) {
            QVERIFY(row.isShared);
            sum += row.theirs;
        }
        QVERIFY(std::abs(sum - 9) < 1e-12);
        QVERIFY(std::abs(compared->theirs - 9) < 1e-12);
    }

    // A measurement that was stopped before its operators were timed has no rows: nothing to divide by.
    void stopped() {
        m_ours.operators.clear();
        const auto compared = againstTrace(profile({{"Conv_2_kernel_time", "Conv", 3}}));
        QVERIFY(compared);
        QVERIFY(compared->rows.empty());
        QCOMPARE(compared->theirsAlone, 3.0);
    }

    void anotherNetwork() {
        const auto compared = againstTrace(profile({{"Conv_2_kernel_time", "Conv", 3},
                                                    {"p_kernel_time", "Conv", 3},
                                                    {"q_kernel_time", "Conv", 3},
                                                    {"r_kernel_time", "Conv", 3}}));
        QVERIFY(compared);
        QCOMPARE(compared->notes, std::vector<std::string>{"another network: 25 % of its names are here"});
    }

    // How far a damaged profile was read is told with its times.
    void damaged() {
        trace::Trace trace = profile({{"Conv_2_kernel_time", "Conv", 3}});
        trace.notes = {"the file stops being JSON at byte 7"};
        trace.isWhole = false;
        const auto one = againstTrace(trace);
        QVERIFY(one);
        QCOMPARE(one->notes.size(), std::size_t(2));
        QCOMPARE(one->notes.front(), trace.notes.front());
        QVERIFY(one->notes.back().find("first run") != std::string::npos);
        trace.spans.push_back(trace.spans.front());
        const auto two = againstTrace(trace);
        QVERIFY(two);
        QCOMPARE(two->notes, trace.notes);
    }

    void withoutAPartner() {
        const auto compared = againstTrace(profile({{"Conv_2_kernel_time", "Conv", 3}}));
        QVERIFY(compared);
        QCOMPARE(compared->rows.size(), std::size_t(1));
        QCOMPARE(compared->oursAlone, 3.0);
        QVERIFY(!againstTrace(profile({{"other_kernel_time", "Conv", 3}})));
    }

    void asATrace() {
        Record record;
        m_ours.variant.name = "baseline";
        record.variants = {m_ours, {{}, {{}, "without a profile"}}};
        const trace::Trace trace = traceOf(record);
        QCOMPARE(trace.tracks.size(), std::size_t(1));
        QCOMPARE(trace.spans.size(), std::size_t(3));
        QCOMPARE(trace.nameOf(trace.spans[1]), std::string("Relu_1"));
        QCOMPARE(trace.spans[2].start, 3.0); // behind what runs before it
        QCOMPARE(trace.end(), 7.0);
    }
};

EDGEWRIGHT_TEST(DeviceAgainstTest)

} // namespace edgewright::device_against_test

#include "device_against_test.moc"
