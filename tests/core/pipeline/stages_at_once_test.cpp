// SPDX-License-Identifier: GPL-3.0-or-later
// The stages share one model and read it at the same time, as the workbench lets them: each gives what it gives
// alone.
#include "core/exec/executor.h"
#include "core/memory/packing/planner.h"
#include "core/pipeline/costs/exploration.h"
#include "core/pipeline/quantization/layer_on_sample.h"
#include "core/pipeline/stage.h"
#include "tests/support/shared_files.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <chrono>
#include <functional>
#include <latch>
#include <string>
#include <thread>

namespace edgewright::stages_at_once_test {

namespace {

struct Net {
    std::shared_ptr<const pipeline::Typed> typed;
    std::shared_ptr<const fusion::History> history;
    const ir::Opsets& opsets() const { return typed->opened->model->opsets; }
};

Net open(const std::string& name) {
    const auto opened = pipeline::open(test::sample(name + ".onnx"));
    if (!opened) return {};
    const auto typed = pipeline::type(*opened, {}, true);
    const auto history = pipeline::fuse(*typed, {});
    return {typed, history ? *history : nullptr};
}

std::string textOf(const ir::Tensor& tensor) {
    const std::span<const std::byte> bytes = tensor.bytes();
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

using Work = std::function<std::string()>; // what came out, as text

// By the name of what each does.
std::vector<std::pair<std::string, Work>> allOf(const Net& net) {
    std::vector<std::pair<std::string, Work>> works;
    works.emplace_back("type", [&net] {
        const auto typed = pipeline::type(net.typed->opened, {}, true);
        return std::to_string(typed->macs) + ' ' + std::to_string(typed->parameterBytes);
    });
    works.emplace_back("fuse", [&net] {
        const auto history = pipeline::fuse(*net.typed, {});
        if (!history) return history.error().message;
        std::string names;
        for (const NodeId id : (*history)->graph.order())
            names += (*history)->graph.node(id).label() + '\n';
        return names;
    });
    works.emplace_back("check", [&net] {
        const auto check = pipeline::check(*net.typed, *net.history, std::uint64_t(1));
        return check ? std::to_string((*check)->maxAbs) + ' ' + std::to_string((*check)->boundaries.size())
                     : check.error().message;
    });
    for (const memory::Planner* planner : memory::planners())
        works.emplace_back("plan with " + std::string(planner->name), [&net, planner] {
            pipeline::PlanOptions options;
            options.planner = planner->name;
            options.seconds = 0.2;
            const auto plan = pipeline::plan(*net.typed->graph, net.opsets(), options);
            if (!plan) return plan.error().message;
            // A search may get less far here than alone: of one only the bound is sure.
            const memory::Solution& solution = (*plan)->solution;
            return std::to_string((*plan)->lowerBound) +
                   (solution.nodes > 0 ? "" : ' ' + std::to_string(solution.peak));
        });
    works.emplace_back("costs", [&net] {
        const auto costs = pipeline::costs(net.history->graph, {});
        return costs ? std::to_string((*costs)->report.cycles) : costs.error().message;
    });
    works.emplace_back("explore", [&net] {
        pipeline::Analysis analysis;
        analysis.fusion = net.history;
        const auto made = pipeline::evaluate(analysis, {}, "explore");
        if (!made) return made.error().message;
        std::string cycles;
        for (const cost::DesignPoint& point : analysis.explored->points)
            cycles += std::to_string(point.cycles) + ' ';
        return cycles;
    });
    works.emplace_back("int8", [&net]() -> std::string {
        for (const NodeId id : net.typed->graph->order()) {
            if (!quant::canStudy(*net.typed->graph, net.typed->graph->node(id))) continue;
            pipeline::Settings settings;
            settings.quantization.samples = settings.quantization.evaluationSamples = 2;
            const auto calibrated = pipeline::calibratedModel(net.typed, settings.int8, settings.quantization);
            if (!calibrated) return calibrated.error().message;
            const auto layer = pipeline::layerOnSample(*calibrated, id, 0);
            if (!layer) return layer.error().message;
            const auto study = pipeline::studyLayer(**layer, settings.int8, settings.quantization);
            return study ? textOf((*study)->dequantized) : study.error().message;
        }
        return {};
    });
    for (const int threads : {1, 3})
        for (const bool fused : {false, true})
            works.emplace_back("run", [&net, threads, fused] {
                const ir::Graph& graph = fused ? net.history->graph : *net.typed->graph;
                exec::RunOptions options;
                options.threads = threads;
                const auto feeds = ir::seededFeeds(graph, 1);
                if (!feeds) return feeds.error().message;
                const auto run = exec::run(graph, fused ? net.history->opsets : net.opsets(), *feeds, options);
                return run ? textOf(run->outputs.front()) : run.error().message;
            });
    return works;
}

} // namespace

class StagesAtOnceTest : public QObject {
    Q_OBJECT
private slots:
    void sameAsAlone_data() {
        QTest::addColumn<QString>("name");
        for (const std::string& name : test::samples())
            QTest::newRow(name.c_str()) << QString::fromStdString(name);
    }
    void sameAsAlone() {
        QFETCH(QString, name);
        const Net net = open(name.toStdString());
        QVERIFY(net.typed && net.history);
        const auto works = allOf(net);
        std::vector<std::string> together(works.size());
        {
            std::latch start(static_cast<std::ptrdiff_t>(works.size()));
            std::vector<std::jthread> threads;
            for (std::size_t i = 0; i < works.size(); ++i)
                threads.emplace_back([&, i] {
                    start.arrive_and_wait();
                    together[i] = works[i].second();
                });
        }
        for (std::size_t i = 0; i < works.size(); ++i)
            QVERIFY2(together[i] == works[i].second(), works[i].first.c_str());
    }

    // A stage that is told to stop from another thread says so, or was done before.
    void stoppedFromOutside() {
        const Net net = open("residual_cnn_2d");
        QVERIFY(net.typed && net.history);
        for (int round = 0; round < 10; ++round) {
            std::stop_source source;
            const RunContext run{source.get_token()};
            Result<std::shared_ptr<const pipeline::Check>> outcome = cancelled();
            std::jthread worker(
                [&] { outcome = pipeline::check(*net.typed, *net.history, std::uint64_t(1), run); });
            std::this_thread::sleep_for(round * std::chrono::milliseconds(1));
            source.request_stop();
            worker.join();
            QVERIFY(outcome || outcome.error().code == ErrorCode::Cancelled);
        }
    }
};

EDGEWRIGHT_TEST(StagesAtOnceTest)

} // namespace edgewright::stages_at_once_test

#include "stages_at_once_test.moc"
