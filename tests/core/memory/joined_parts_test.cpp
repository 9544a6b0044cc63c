// SPDX-License-Identifier: GPL-3.0-or-later
// Slices that stay where they are and parts that are written where a Concat wants them: what is joined, what
// must not be, and that networks of them compute the same in the arena.
#include "core/memory/liveness.h"

#include "core/exec/executor.h"
#include "core/ir/builder.h"
#include "core/memory/packing/bounds.h"
#include "core/memory/packing/planner.h"
#include "core/memory/plan_verify.h"
#include "core/ops/infer.h"
#include "tests/support/test_class.h"

#define QT_NO_KEYWORDS // ArenaPlan has slots of its own
#include <QTest>

#include <algorithm>
#include <random>

namespace edgewright::joined_parts_test {

using namespace edgewright::memory;
using ir::DataType;
using ir::Dims;

namespace {

const ir::Opsets Opsets{{"", 17}};

ir::Tensor list(const std::vector<std::int64_t>& values) {
    return ir::Tensor::of<std::int64_t>({static_cast<std::int64_t>(values.size())}, values);
}

// Rows of 16 floats: 64 bytes each.
class Net {
public:
    ir::GraphBuilder builder;

    ValueId input(const char* name, std::int64_t rows) {
        return builder.input(name, {DataType::Float32, Dims{rows, 16}});
    }
    ValueId node(const char* op, std::vector<ValueId> inputs) { return builder.node(op, std::move(inputs)); }
    ValueId concat(std::vector<ValueId> inputs) {
        return builder.node("Concat", std::move(inputs), {{"axis", std::int64_t(0)}});
    }
    ValueId slice(ValueId x, std::int64_t from, std::int64_t to) {
        return builder.node("Slice",
                            {x, builder.constant("from", list({from})), builder.constant("to", list({to}))});
    }
    // As many outputs as `rows`.
    std::vector<ValueId> split(ValueId x, const std::vector<std::int64_t>& rows) {
        std::vector<ValueId> outputs;
        for (std::size_t i = 0; i < rows.size(); ++i)
            outputs.push_back(builder.value("part" + std::to_string(builder.graph().valueCount())));
        builder.nodeInto("Split", {x, builder.constant("rows", list(rows))}, outputs);
        return outputs;
    }
    ir::Graph typed() { return ops::inferTypes(builder.graph(), Opsets).graph; }
};

std::size_t bufferOf(const Liveness& live, ValueId value) {
    for (std::size_t i = 0; i < live.values.size(); ++i)
        if (std::ranges::find(live.values[i], value) != live.values[i].end()) return i;
    return live.values.size();
}

// "y+64": in y's buffer from byte 64 on.
QString place(const ir::Graph& graph, const Liveness& live, ValueId value) {
    const std::size_t buffer = bufferOf(live, value);
    const auto part = live.parts.find(value);
    return QString::fromStdString(graph.value(live.values.at(buffer).front()).name) + u'+' +
           QString::number(part == live.parts.end() ? 0 : part->second.offset);
}

QString gapsOf(const Buffer& buffer) {
    QString text;
    for (const Gap& gap : buffer.gaps)
        text += QString("[%1,%2):%3-%4 ").arg(gap.lower).arg(gap.upper).arg(gap.begin).arg(gap.end);
    return text.trimmed();
}

// What Slice, Split and Concat read and write shares nothing.
LivenessOptions apartIn(const ir::Graph& graph, LivenessOptions options = {}) {
    for (const NodeId id : graph.order()) {
        const ir::Node& node = graph.node(id);
        if (!node.is("Slice") && !node.is("Split") && !node.is("Concat")) continue;
        options.unshared.insert(node.inputs.begin(), node.inputs.end());
        options.unshared.insert(node.outputs.begin(), node.outputs.end());
    }
    return options;
}

// Values of 1 to 4 rows, cut, joined, overwritten, used again.
ir::Graph randomNet(std::mt19937& random) {
    const auto any = [&](std::size_t count) {
        return std::uniform_int_distribution<std::size_t>(0, count - 1)(random);
    };
    Net net;
    std::vector<std::pair<ValueId, std::int64_t>> values{{net.input("x", 4), 4}, {net.input("z", 2), 2}};
    const auto pick = [&] { // more often one of the last
        return values[values.size() - 1 - std::min(any(values.size()), any(values.size()))];
    };
    for (std::size_t count = 6 + any(20); count > 0; --count) {
        const auto picked = pick();
        const ValueId value = picked.first;
        const std::int64_t rows = picked.second;
        switch (any(6)) {
        case 0: {
            const auto from = static_cast<std::int64_t>(any(static_cast<std::size_t>(rows)));
            const std::int64_t to =
                from + 1 + static_cast<std::int64_t>(any(static_cast<std::size_t>(rows - from)));
            values.emplace_back(net.slice(value, from, to), to - from);
            break;
        }
        case 1: {
            const auto other = pick();
            if (rows + other.second > 24) break;
            values.emplace_back(net.concat({value, other.first}), rows + other.second);
            break;
        }
        case 2: {
            std::vector<std::int64_t> extents;
            for (std::int64_t left = rows; left > 0; left -= extents.back())
                extents.push_back(1 + static_cast<std::int64_t>(any(static_cast<std::size_t>(left))));
            const auto parts = net.split(value, extents);
            for (std::size_t i = 0; i < parts.size(); ++i)
                values.emplace_back(parts[i], extents[i]);
            break;
        }
        case 3: {
            const auto other = std::ranges::find_if(
                values, [&](const auto& each) { return each.second == rows && each.first != value; });
            if (other == values.end()) break;
            values.emplace_back(net.node("Add", {value, other->first}), rows);
            break;
        }
        default:
            values.emplace_back(net.node(any(2) ? "Sigmoid" : "Neg", {value}), rows);
        }
    }
    for (std::size_t i = 0; i < 1 + any(3); ++i)
        if (const ValueId out = pick().first;
            std::ranges::find(net.builder.graph().outputs, out) == net.builder.graph().outputs.end())
            net.builder.output(out);
    return net.typed();
}

} // namespace

class JoinedPartsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    // Both parts are written into y, which takes their bytes from the first one on.
    void partsOfAConcat() {
        Net net;
        const ValueId x = net.input("x", 1);
        const ValueId a = net.node("Neg", {x}), b = net.node("Sigmoid", {x});
        const ValueId y = net.concat({a, b});
        net.builder.output(net.node("ReduceSum", {y}));
        const ir::Graph graph = net.typed();
        const Liveness live = liveness(graph);
        QCOMPARE(place(graph, live, a), QString("Concat_2_out+0"));
        QCOMPARE(place(graph, live, b), QString("Concat_2_out+64"));
        const Buffer& buffer = live.problem.buffers[bufferOf(live, y)];
        QCOMPARE(buffer.size, std::int64_t(128));
        QCOMPARE(buffer.lower, std::int64_t(0));
        QCOMPARE(buffer.upper, std::int64_t(4));
        QCOMPARE(gapsOf(buffer), QString("[0,1):0-64"));
        QCOMPARE(live.sharings.size(), std::size_t(2));
        QCOMPARE(live.sharings[1].value, b);
        QCOMPARE(live.sharings[1].source, y);
        QVERIFY(live.sharings[1].kind == SharingKind::Part);
        QCOMPARE(
            QString::fromStdString(live.sharings[1].reason),
            QString("'Sigmoid_1_out' is written where the Concat wants it: from byte 64 on of 'Concat_2_out'"));

        LivenessOptions withoutA;
        withoutA.unshared = {a};
        const Liveness second = liveness(graph, withoutA);
        QVERIFY(bufferOf(second, a) != bufferOf(second, y));
        QCOMPARE(place(graph, second, b), QString("Concat_2_out+64"));
        withoutA.inPlace = false;
        QVERIFY(liveness(graph, withoutA).parts.empty());
    }

    // What is needed of x shrinks to the slice.
    void sliceStays() {
        Net net;
        const ValueId x = net.input("x", 4);
        const ValueId a = net.node("Neg", {x});
        const ValueId s = net.slice(a, 1, 3);
        const ValueId big = net.node("Sigmoid", {x});
        net.builder.output(net.node("ReduceSum", {big}));
        net.builder.output(s);
        const ir::Graph graph = net.typed();
        const Liveness live = liveness(graph);
        QCOMPARE(place(graph, live, s), QString("Neg_0_out+64"));
        const Buffer& buffer = live.problem.buffers[bufferOf(live, s)];
        QCOMPARE(gapsOf(buffer), QString("[2,4):64-192"));
        QVERIFY(buffer.kind == BufferKind::Output);
    }

    // The slice would change with what overwrites the whole, or the whole with what overwrites the slice.
    void overwritten_data() {
        QTest::addColumn<bool>("whole");
        QTest::newRow("the whole") << true;
        QTest::newRow("the slice") << false;
    }
    void overwritten() {
        QFETCH(bool, whole);
        Net net;
        const ValueId a = net.node("Neg", {net.input("x", 2)});
        const ValueId s = net.slice(a, 0, 1);
        const ValueId old = whole ? a : s, other = whole ? s : a;
        const ValueId changed = net.node("Sigmoid", {old});
        net.builder.output(net.node("Add", {changed, other}));
        const Liveness live = liveness(net.typed());
        QCOMPARE(bufferOf(live, changed), bufferOf(live, old));
        QVERIFY(bufferOf(live, s) != bufferOf(live, a));
    }

    void alignmentKeeps() {
        Net net;
        const ValueId x = net.input("x", 1);
        const ValueId a = net.node("Neg", {x}), b = net.node("Sigmoid", {x});
        const ValueId y = net.concat({a, b});
        net.builder.output(net.node("ReduceSum", {y}));
        const ir::Graph graph = net.typed();
        LivenessOptions options;
        options.alignment = 128;
        const Liveness live = liveness(graph, options);
        QCOMPARE(bufferOf(live, a), bufferOf(live, y));  // at 0
        QVERIFY(bufferOf(live, b) != bufferOf(live, y)); // 64 is no multiple of 128
    }

    // More than anybody joins: copied, and decided at once.
    void tooManyParts() {
        Net net;
        const ValueId x = net.input("x", 1);
        std::vector<ValueId> parts;
        for (int i = 0; i < 50'000; ++i)
            parts.push_back(net.node("Neg", {x}));
        const ValueId whole = net.concat(parts);
        net.builder.output(whole);
        for (const ValueId value : parts)
            net.builder.graph().value(value).type = {DataType::Float32, Dims{1, 16}};
        net.builder.graph().value(whole).type = {DataType::Float32, Dims{50'000, 16}};
        const Liveness live = liveness(net.builder.graph());
        QVERIFY(live.parts.empty());
        QCOMPARE(live.problem.buffers.size(), parts.size() + 2);
    }

    // A part that is born long before the others would hold what lies between.
    void peakDoesNotGrow() {
        Net net;
        const ValueId x = net.input("x", 1);
        const ValueId late = net.node("Neg", {x});
        const ValueId early = net.node("Sigmoid", {x});
        const ValueId wide = net.concat({x, x, x, x, x, x, x, x});
        const ValueId sum = net.builder.node("ReduceSum", {wide}, {{"keepdims", std::int64_t(1)}});
        const ValueId middle = net.node("Add", {late, sum});
        net.builder.output(net.concat({middle, wide, early}));
        const ir::Graph graph = net.typed();
        const Liveness live = liveness(graph);
        QVERIFY(alignedBound(live.problem) <= alignedBound(liveness(graph, apartIn(graph)).problem));
    }

    // Random networks, every planner: legal, never more live bytes, and the same results with guards around
    // each operator.
    void networksComputeTheSame() {
        std::mt19937 random(7);
        std::size_t joins = 0, lower = 0;
        for (int round = 0; round < 250; ++round) {
            const ir::Graph graph = randomNet(random);
            const auto feeds = ir::seededFeeds(graph, 3);
            QVERIFY(feeds.has_value());
            const auto expected = exec::run(graph, Opsets, *feeds, {});
            QVERIFY2(expected, expected ? "" : expected.error().message.c_str());
            LivenessOptions options;
            options.alignment = round % 3 == 0 ? 16 : 64;
            const Liveness live = liveness(graph, options);
            const auto valid = validate(live.problem);
            QVERIFY2(valid, valid ? "" : valid.error().message.c_str());
            joins += live.parts.size();
            const std::int64_t bound = alignedBound(live.problem);
            const std::int64_t without = alignedBound(liveness(graph, apartIn(graph, options)).problem);
            QVERIFY(bound <= without);
            lower += bound < without ? 1 : 0;
            for (const Planner* planner : planners()) {
                PlannerOptions search;
                search.timeLimitSeconds = 0.05;
                const auto solution = planner->solve(live.problem, search, {});
                QVERIFY2(solution, solution ? "" : solution.error().message.c_str());
                const Verdict verdict = verify(live.problem, *solution);
                QVERIFY2(verdict.legal, verdict.reason.c_str());
                if (planner->name != "exact" && planner->name != "greedy_by_size" &&
                    planner->name != "no_reuse")
                    continue;
                const ir::ArenaPlan plan = arenaPlan(live, *solution);
                exec::RunOptions inside;
                inside.arena = &plan;
                inside.guardArena = true;
                const auto result = exec::run(graph, Opsets, *feeds, inside);
                QVERIFY2(result, result ? "" : result.error().message.c_str());
                for (std::size_t i = 0; i < expected->outputs.size(); ++i)
                    QVERIFY2(std::ranges::equal(result->outputs[i].bytes(), expected->outputs[i].bytes()),
                             qPrintable(QString("round %1, %2").arg(round).arg(planner->name.data())));
            }
        }
        QVERIFY2(joins > 500 && lower > 50, qPrintable(QString("%1 joins, %2 lower").arg(joins).arg(lower)));
    }
};

EDGEWRIGHT_TEST(JoinedPartsTest)

} // namespace edgewright::joined_parts_test

#include "joined_parts_test.moc"
