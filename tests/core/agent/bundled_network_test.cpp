// SPDX-License-Identifier: GPL-3.0-or-later
// A bundle runs as the network that it was written from.
#include "core/bundle/bundle.h"
#include "core/exec/executor.h"
#include "core/pipeline/memory/memory_plan.h"
#include "core/pipeline/study.h"

#include "tests/support/shared_files.h"
#include "tests/support/test_class.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

namespace edgewright::bundled_network_test {

namespace {

namespace fs = std::filesystem;

// A network with its inputs: as it is, fused, and fused in an arena.
struct Network {
    std::shared_ptr<const pipeline::Typed> typed;
    std::shared_ptr<const fusion::History> history;
    std::shared_ptr<const pipeline::MemoryPlan> plan;
    ir::Feeds feeds;
    bundle::Bundle bundle;

    explicit Network(const fs::path& file) {
        const auto opened = pipeline::open(file);
        if (!opened) qFatal("%s", opened.error().message.c_str());
        typed = pipeline::type(*opened, {}, true);
        history = *pipeline::fuse(*typed, {});
        feeds = *ir::seededFeeds(*typed->graph, 1);
        pipeline::PlanOptions options;
        options.seconds = 1;
        const auto planned = pipeline::plan(history->graph, history->opsets, options);
        if (!planned) qFatal("%s", planned.error().message.c_str());
        plan = *planned;
        for (const ValueId id : typed->graph->inputs)
            bundle.inputs.push_back(feeds.at(id));
        const auto arena =
            std::make_shared<const ir::ArenaPlan>(memory::arenaPlan(plan->liveness, plan->solution));
        bundle.programs = {{"baseline", typed->graph, opened->get()->model->opsets, nullptr},
                           {"fusion", {history, &history->graph}, history->opsets, nullptr},
                           {"both", {plan, &plan->graph()}, history->opsets, arena}};
    }
};

Result<exec::RunResult> runOf(const bundle::Program& program, const std::vector<ir::Tensor>& inputs) {
    ir::Feeds feeds;
    for (std::size_t i = 0; i < inputs.size(); ++i)
        feeds[program.graph->inputs[i]] = inputs[i];
    exec::RunOptions options;
    options.arena = program.arena.get();
    options.guardArena = program.arena != nullptr;
    return exec::run(*program.graph, program.opsets, feeds, options);
}

bool isSame(const ir::Tensor& a, const ir::Tensor& b) {
    if (a.type() != b.type() || a.items().size() != b.items().size()) return false;
    for (std::size_t i = 0; i < a.items().size(); ++i)
        if (!isSame(a.items()[i], b.items()[i])) return false;
    return std::ranges::equal(a.bytes(), b.bytes()) &&
           (a.dtype() != ir::DataType::String || !a.isTensor() || a.strings() == b.strings());
}

} // namespace

class BundledNetworkTest : public QObject {
    Q_OBJECT
    QTemporaryDir m_folder;
    fs::path file(const char* name) const { return fs::path(m_folder.path().toStdString()) / name; }

private slots:
    void runsAsBefore_data() {
        QTest::addColumn<QString>("file");
        for (const std::string& name : test::samples())
            QTest::newRow(name.c_str()) << QString::fromStdString(test::sample(name + ".onnx").string());
        for (const char* name :
             {"models/silero-vad-v4-if-lstm", "models/nuphar-lstm-loop", "models/shufflenet-v2-int8-qlinear",
              "models/squeezenet-fp16-caffe2-op7", "models/gtcrn-simplified", "exports/gpt_small"})
            if (const auto folder = test::shared(name); !folder.empty())
                QTest::newRow(name) << QString::fromStdString((folder / "model.onnx").string());
    }
    void runsAsBefore() {
        QFETCH(QString, file);
        Network network(file.toStdString());
        const fs::path to = this->file("network.bundle");
        const auto written = bundle::write(network.bundle, to);
        QVERIFY2(written, written ? "" : written.error().message.c_str());
        QCOMPARE(fs::file_size(to), written->bytes);
        const auto again = bundle::write(network.bundle, this->file("again.bundle"));
        QVERIFY(again && again->digest == written->digest);
        const auto checked = bundle::check(to);
        QVERIFY(checked && checked->digest == written->digest && checked->bytes == written->bytes);
        const auto read = bundle::open(to);
        QVERIFY2(read, read ? "" : read.error().message.c_str());
        QCOMPARE(read->programs.size(), network.bundle.programs.size());
        for (std::size_t i = 0; i < read->programs.size(); ++i) {
            const bundle::Program &here = network.bundle.programs[i], &there = read->programs[i];
            QCOMPARE(there.name, here.name);
            QCOMPARE(there.graph->nodeCount(), here.graph->nodeCount());
            QCOMPARE(there.arena != nullptr, here.arena != nullptr);
            if (here.arena) {
                QCOMPARE(there.arena->arenaBytes, here.arena->arenaBytes);
                QCOMPARE(there.arena->places.size(), here.arena->places.size());
                QCOMPARE(there.arena->bodies.size(), here.arena->bodies.size());
            }
            const auto expected = runOf(here, network.bundle.inputs), actual = runOf(there, read->inputs);
            QVERIFY2(expected, expected ? "" : expected.error().message.c_str());
            QVERIFY2(actual, actual ? "" : actual.error().message.c_str());
            QCOMPARE(actual->outputs.size(), expected->outputs.size());
            for (std::size_t k = 0; k < actual->outputs.size(); ++k)
                QVERIFY(isSame(actual->outputs[k], expected->outputs[k]));
            QCOMPARE(actual->operatorCalls, expected->operatorCalls);
            QCOMPARE(actual->allocations, expected->allocations);
            QVERIFY(std::abs(actual->valueBytes - expected->valueBytes) <= 64);
        }
        // A bundle is made of its content, wherever it came from.
        const auto copied = bundle::write(*read, this->file("copy.bundle"));
        QVERIFY(copied && copied->digest == written->digest);
    }

    void weightsAreThereOnce() {
        const auto folder = test::shared("exports/squeezenet1_1");
        if (folder.empty()) QSKIP(test::sharedMissing());
        const Network network(folder / "model.onnx");
        const auto written = bundle::write(network.bundle, file("network.bundle"));
        QVERIFY(written);
        QVERIFY(network.typed->parameterBytes > 4'000'000); // for three programs
        QVERIFY(written->bytes < static_cast<std::uint64_t>(network.typed->parameterBytes) * 5 / 4);
    }

    void expectedOutputs() {
        Network network(test::sample("tiny_cnn_2d.onnx"));
        network.bundle.programs[0].expected = runOf(network.bundle.programs[0], network.bundle.inputs)->outputs;
        QVERIFY(bundle::write(network.bundle, file("expected.bundle")));
        const auto read = bundle::open(file("expected.bundle"));
        QVERIFY(read && read->programs[0].expected.size() == 1 && read->programs[1].expected.empty());
        QVERIFY(isSame(read->programs[0].expected[0], network.bundle.programs[0].expected[0]));
    }
};

EDGEWRIGHT_TEST(BundledNetworkTest)

} // namespace edgewright::bundled_network_test

#include "bundled_network_test.moc"
