// SPDX-License-Identifier: GPL-3.0-or-later
// Plans of whole networks, and that they run as planned: every planner, every scheduler.
#include "core/exec/program.h"
#include "core/ir/builder.h"
#include "core/ir/subgraphs.h"
#include "core/pipeline/memory/memory_study.h"
#include "core/pipeline/study.h"
#include "core/table/format.h"
#include "tests/support/shared_files.h"
#include "tests/support/test_class.h"

#define QT_NO_KEYWORDS // ArenaPlan has slots of its own
#include <QTest>

#include <algorithm>
#include <filesystem>

namespace edgewright::memory_plan_test {

using pipeline::PlanOptions;

namespace {

struct Opened {
    std::shared_ptr<const pipeline::Typed> typed;
    std::shared_ptr<const fusion::History> history;
    ir::Feeds feeds;

    const ir::Opsets& opsets() const { return typed->opened->model->opsets; }
};

std::optional<Opened> open(const std::filesystem::path& file) {
    auto opened = pipeline::open(file);
    if (!opened) return std::nullopt;
    Opened result;
    result.typed = pipeline::type(*opened, {}, true);
    auto history = pipeline::fuse(*result.typed, {});
    auto feeds = ir::seededFeeds(*result.typed->graph, 1);
    if (!history || !feeds) return std::nullopt;
    result.history = std::move(*history);
    result.feeds = std::move(*feeds);
    return result;
}

bool sameBits(const ir::Tensor& a, const ir::Tensor& b) {
    if (a.container() != b.container() || a.dtype() != b.dtype() || a.dims() != b.dims()) return false;
    if (!a.isTensor()) return std::ranges::equal(a.items(), b.items(), sameBits);
    if (a.dtype() == ir::DataType::String) return a.strings() == b.strings();
    return std::ranges::equal(a.bytes(), b.bytes());
}

QString text(const Error& error) { return QString::fromStdString(error.message); }

// x -> A -> a (large) -> B -> b (small), x -> C -> c (large) -> D -> d (small), Concat(b, d): one after the
// other needs one large value at a time, side by side two.
struct Branches {
    ir::GraphBuilder builder;
    ValueId x, a, b, c, d, y;

    Branches() {
        const ir::TensorType small(ir::DataType::Float32, ir::Dims{1, 16});
        const ir::TensorType large(ir::DataType::Float32, ir::Dims{64, 16});
        x = builder.input("x", small);
        a = node("Tile", {x}, large);
        c = node("Tile", {x}, large);
        b = node("ReduceMax", {a}, small);
        d = node("ReduceMax", {c}, small);
        y = node("Concat", {b, d}, ir::TensorType(ir::DataType::Float32, ir::Dims{2, 16}));
        builder.output(y);
    }
    ValueId node(const char* op, std::vector<ValueId> inputs, ir::TensorType type) {
        const ValueId out = builder.node(op, std::move(inputs));
        builder.graph().value(out).type = std::move(type);
        return out;
    }
};

} // namespace

class MemoryPlanTest : public QObject {
    Q_OBJECT

    // Runs inside the arena, with guards; what is planned is what is used.
    static void runs(const Opened& net, const ir::Graph& given, const PlanOptions& options) {
        const auto plan = pipeline::plan(given, net.opsets(), options);
        QVERIFY2(plan.has_value(), plan ? "" : qPrintable(text(plan.error())));
        const ir::Graph& graph = (*plan)->graph();
        const ir::ArenaPlan arena = memory::arenaPlan((*plan)->liveness, (*plan)->solution);
        exec::RunOptions plain;
        plain.roundHalves = true;
        const auto expected = exec::run(given, net.opsets(), net.feeds, plain);
        QVERIFY2(expected.has_value(), expected ? "" : qPrintable(text(expected.error())));
        exec::RunOptions inside = plain;
        inside.arena = &arena;
        inside.guardArena = true;
        const auto result = exec::run(graph, net.opsets(), net.feeds, inside);
        QVERIFY2(result.has_value(), result ? "" : qPrintable(text(result.error())));
        QVERIFY(std::ranges::equal(result->outputs, expected->outputs, sameBits));
        // Of an If, the branch that needs less may be the one that runs.
        if (std::ranges::none_of(graph.order(), [&](NodeId id) { return ir::hasSubgraph(graph.node(id)); }))
            QCOMPARE(result->arenaReach, (*plan)->solution.peak);
        if ((*plan)->liveness.skipped.empty()) QCOMPARE(result->valueBytes, (*plan)->solution.peak);
    }

private Q_SLOTS:
    void ordersAreChosen() {
        Branches net;
        const ir::Graph& graph = net.builder.graph();
        PlanOptions options;
        options.planner = "exact";
        const auto given = pipeline::plan(graph, {{"", 17}}, options);
        QVERIFY2(given.has_value(), given ? "" : qPrintable(text(given.error())));
        QVERIFY((*given)->ordering.graph->order() == graph.order());
        QCOMPARE((*given)->ordering.schedule.peak, (*given)->ordering.givenPeak);
        QCOMPARE((*given)->solution.peak, std::int64_t(2 * 4096 + 64));
        for (const char* scheduler : {"exact", "memory_greedy", "depth_first"}) {
            options.scheduler = scheduler;
            const auto better = pipeline::plan(graph, {{"", 17}}, options);
            QVERIFY2(better.has_value(), better ? "" : qPrintable(text(better.error())));
            QCOMPARE((*better)->solution.peak, std::int64_t(4096 + 2 * 64));
            QVERIFY((*better)->ordering.graph->order() != graph.order());
            QCOMPARE((*better)->ordering.givenPeak, (*given)->solution.peak);
            QCOMPARE((*better)->ordering.schedule.peak, (*better)->lowerBound);
            // The plan's steps are those of the graph that it is for.
            const auto& steps = (*better)->liveness.steps;
            QVERIFY((*better)->graph().order() == steps);
            QVERIFY(steps != (*given)->liveness.steps);
            QVERIFY((*better)->verdict.legal);
        }
    }

    void unknownNamesAreSaid() {
        Branches net;
        PlanOptions options;
        options.planner = "nobody";
        const auto noPlanner = pipeline::plan(net.builder.graph(), {{"", 17}}, options);
        QVERIFY(!noPlanner &&
                text(noPlanner.error()).contains(QStringLiteral("no planner is called 'nobody'")));
        options = {};
        options.scheduler = "nowhere";
        const auto noScheduler = pipeline::plan(net.builder.graph(), {{"", 17}}, options);
        QVERIFY(!noScheduler &&
                text(noScheduler.error()).contains(QStringLiteral("no scheduler is called 'nowhere'")));
    }

    void capacityAndImprovements() {
        Branches net;
        PlanOptions options;
        options.planner = "exact";
        std::vector<std::int64_t> seen;
        options.improved = [&](const memory::Solution& better) { seen.push_back(better.peak); };
        options.capacity = 4096;
        const auto plan = pipeline::plan(net.builder.graph(), {{"", 17}}, options);
        QVERIFY(plan.has_value());
        QVERIFY((*plan)->solution.outcome == memory::Outcome::Infeasible);
        QVERIFY((*plan)->solution.lowerBound > 4096);
        QCOMPARE((*plan)->improvements.size(), std::max<std::size_t>(1, seen.size()));
        QCOMPARE((*plan)->improvements.back().peak, (*plan)->solution.peak);
    }

    void cancelledBeforeItBegan() {
        Branches net;
        std::stop_source stop;
        stop.request_stop();
        const auto plan = pipeline::plan(net.builder.graph(), {{"", 17}}, {}, RunContext{stop.get_token()});
        QVERIFY(!plan.has_value());
        QCOMPARE(plan.error().code, ErrorCode::Cancelled);
    }

    void sharingsAreSwitchedOff() {
        const auto net = open(test::sample("residual_cnn_2d.onnx"));
        QVERIFY(net.has_value());
        const ir::Graph& graph = *net->typed->graph;
        PlanOptions options;
        const auto shared = pipeline::plan(graph, net->opsets(), options);
        QVERIFY(shared.has_value() && !(*shared)->liveness.sharings.empty());
        const ValueId value = (*shared)->liveness.sharings.front().value;
        options.liveness.unshared = {value};
        const auto unshared = pipeline::plan(graph, net->opsets(), options);
        QVERIFY(unshared.has_value());
        QVERIFY(std::ranges::none_of((*unshared)->liveness.sharings,
                                     [&](const memory::Sharing& s) { return s.value == value; }));
        QCOMPARE((*unshared)->liveness.problem.buffers.size(), (*shared)->liveness.problem.buffers.size() + 1);
        runs(*net, graph, options);
    }

    void samplesRunAsPlanned_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("planner");
        QTest::addColumn<QString>("scheduler");
        for (const std::string& name : test::samples()) {
            const auto row = [&](std::string_view planner, std::string_view scheduler) {
                const std::string label = name + " " + std::string(planner) + " " + std::string(scheduler);
                QTest::newRow(label.c_str())
                    << QString::fromStdString(name) << QString::fromStdString(std::string(planner))
                    << QString::fromStdString(std::string(scheduler));
            };
            for (const memory::Planner* planner : memory::planners())
                row(planner->name, "as_given");
            for (const memory::Scheduler* scheduler : memory::schedulers())
                row("greedy_by_size", scheduler->name);
        }
    }
    void samplesRunAsPlanned() {
        QFETCH(QString, name);
        QFETCH(QString, planner);
        QFETCH(QString, scheduler);
        const auto net = open(test::sample(name.toStdString() + ".onnx"));
        QVERIFY(net.has_value());
        PlanOptions options;
        options.planner = planner.toStdString();
        options.scheduler = scheduler.toStdString();
        options.seconds = 0.2;
        runs(*net, *net->typed->graph, options);
        runs(*net, net->history->graph, options);
    }

    // Irregular wiring, views, quantized and recurrent operators, several inputs and outputs.
    void modelsRunAsPlanned_data() {
        QTest::addColumn<QString>("name");
        for (const char* name :
             {"models/blazeface-front-128", "models/resnet8-cifar10-tf2onnx",
              "models/shufflenet-v2-int8-qlinear", "models/magika-v1", "models/fsanet-headpose",
              "models/tiny-decoder-op24", "models/gtcrn-simplified", "models/dtln-1-lstm",
              "models/squeezenet-fp16-caffe2-op7", "models/nuphar-lstm-loop"})
            QTest::newRow(name) << QString::fromLatin1(name);
    }
    void modelsRunAsPlanned() {
        QFETCH(QString, name);
        const auto model = test::shared(name.toStdString() + "/model.onnx");
        if (model.empty()) QSKIP(test::sharedMissing());
        const auto net = open(model);
        QVERIFY(net.has_value());
        for (const auto& [planner, scheduler] :
             {std::pair("greedy_by_size", "as_given"), std::pair("greedy_by_conflicts", "memory_greedy"),
              std::pair("exact", "exact")}) {
            PlanOptions options;
            options.planner = planner;
            options.scheduler = scheduler;
            options.seconds = 0.5;
            runs(*net, *net->typed->graph, options);
            runs(*net, net->history->graph, options);
        }
        PlanOptions options;
        options.measureScratch = true;
        runs(*net, *net->typed->graph, options);
        runs(*net, net->history->graph, options);
    }

    // A fused graph never needs more than the original one. (Of two problems with one optimum, the greedy
    // planners may do worse on the smaller one.)
    void fusedNeedsNoMore() {
        std::vector<std::filesystem::path> models;
        for (const std::string& name : test::samples())
            models.push_back(test::sample(name + ".onnx"));
        for (const char* kind : {"models", "exports", "modern"})
            for (const auto& folder : test::sampled(test::sharedCases(kind)))
                models.push_back(folder / "model.onnx");
        for (const std::filesystem::path& model : models) {
            const auto opened = pipeline::open(model);
            QVERIFY2(opened, opened ? "" : qPrintable(text(opened.error())));
            const auto typed = pipeline::type(*opened, {}, true);
            const auto history = pipeline::fuse(*typed, {});
            QVERIFY2(history, history ? "" : qPrintable(text(history.error())));
            PlanOptions options;
            options.planner = "exact";
            options.seconds = 0.5;
            const auto before = pipeline::plan(*typed->graph, (*opened)->model->opsets, options);
            const auto after = pipeline::plan((*history)->graph, (*history)->opsets, options);
            QVERIFY2(before && after, model.c_str());
            QVERIFY2((*after)->solution.peak <= (*before)->solution.peak,
                     qPrintable(QStringLiteral("%1: %2 bytes, fused %3")
                                    .arg(QString::fromStdString(model.string()))
                                    .arg((*before)->solution.peak)
                                    .arg((*after)->solution.peak)));
        }
    }

    // What operators need for themselves is part of the plan, and costs what it says.
    void scratchIsPlanned() {
        const auto net = open(test::sample("residual_cnn_2d.onnx"));
        QVERIFY(net.has_value());
        const ir::Graph& graph = *net->typed->graph;
        PlanOptions options;
        const auto without = pipeline::plan(graph, net->opsets(), options);
        options.measureScratch = true;
        const auto with = pipeline::plan(graph, net->opsets(), options);
        QVERIFY(without.has_value() && with.has_value());
        QVERIFY((*with)->liveness.skipped.empty());
        std::int64_t scratch = 0;
        for (const memory::Buffer& buffer : (*with)->liveness.problem.buffers)
            if (buffer.kind == memory::BufferKind::Scratch) scratch += buffer.size;
        QVERIFY(scratch > 0);
        QCOMPARE((*with)->sum, (*without)->sum + scratch);
        runs(*net, graph, options);
    }

    // A graph that does not run is planned without, and says so.
    void scratchOfWhatDoesNotRun() {
        Branches net;
        const ValueId unknown = net.node("NobodyKnows", {net.y}, net.builder.graph().value(net.y).type);
        net.builder.graph().outputs = {unknown};
        PlanOptions options;
        options.measureScratch = true;
        const auto plan = pipeline::plan(net.builder.graph(), {{"", 17}}, options);
        QVERIFY2(plan.has_value(), plan ? "" : qPrintable(text(plan.error())));
        QCOMPARE((*plan)->liveness.skipped.size(), std::size_t(1));
        QCOMPARE((*plan)->liveness.skipped[0].code, std::string("scratch"));
    }

    // The four rows, against plans that are made here one by one, and calls that are counted in a run.
    void theStudy() {
        const auto net = open(test::sample("residual_cnn_2d.onnx"));
        QVERIFY(net.has_value());
        PlanOptions options;
        options.planner = "exact";
        const ir::Graph& before = *net->typed->graph;
        const ir::Graph& after = net->history->graph;
        const auto study = pipeline::memoryStudy(before, net->opsets(), after, net->history->opsets, options);
        QVERIFY2(study.has_value(), study ? "" : qPrintable(text(study.error())));
        const auto& rows = study->rows;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const auto& row = rows[i];
            QCOMPARE(row.fusion, i % 2 == 1);
            QCOMPARE(row.reuse, i >= 2);
            const auto run = exec::run(row.fusion ? after : before, net->opsets(), net->feeds, {});
            QVERIFY(run.has_value());
            QCOMPARE(row.operatorCalls, run->operatorCalls);
            QVERIFY(row.lowerBound <= row.peak && row.peak <= row.sum + 64 * row.buffers);
            QCOMPARE(row.fragmentation, row.peak - std::ranges::max(row.plan->liveBytes));
            QVERIFY(row.runtimePeak >= row.lowerBound);
            QVERIFY(row.runtimeAllocations == row.buffers);
        }
        QCOMPARE(rows[0].allocations, rows[0].buffers);
        QCOMPARE(rows[2].allocations, std::int64_t(1));
        QVERIFY(rows[0].peak >= rows[0].sum && rows[1].sum < rows[0].sum);
        QVERIFY(rows[1].peak < rows[0].peak && rows[3].peak <= rows[2].peak && rows[2].peak < rows[1].peak);
        QVERIFY(rows[1].operatorCalls < rows[0].operatorCalls &&
                rows[3].operatorCalls == rows[1].operatorCalls);
        const auto alone = pipeline::plan(after, net->opsets(), options);
        QVERIFY(alone.has_value());
        QCOMPARE(rows[3].peak, (*alone)->solution.peak);
        const QString csv = QString::fromStdString(table::csvText(studyTable(*study)));
        QCOMPARE(csv.count(u'\n'), 5);
        QVERIFY(csv.contains(QStringLiteral("\nfusion and reuse,1,1,%1,").arg(rows[3].peak)));
    }
};

EDGEWRIGHT_TEST(MemoryPlanTest)

} // namespace edgewright::memory_plan_test

#include "memory_plan_test.moc"
