// SPDX-License-Identifier: GPL-3.0-or-later
// Tasks of networks, their spaces, and a search of them with an agent of this machine.
#include "core/tuner/tuner.h"

#include "core/exec/compare.h"
#include "core/exec/kernel_key.h"
#include "core/exec/program.h"
#include "core/ir/builder.h"
#include "core/kernels/isa.h"
#include "core/ops/infer.h"
#include "core/pipeline/study.h"
#include "core/tuner/kernel_space.h"
#include "core/tuner/tuned_log.h"
#include "tests/support/shared_files.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <cmath>
#include <csignal>

#include <unistd.h>

namespace edgewright::tuner_test {

using namespace edgewright::tuner;
namespace search = cost::search;
using Ints = std::vector<std::int64_t>;

namespace {

const ir::Opsets Standard{{"", 17}};

ir::Tensor randomTensor(const ir::Dims& dims, std::uint32_t seed) {
    std::int64_t count = 1;
    for (const std::int64_t extent : dims)
        count *= extent;
    std::vector<float> elements(static_cast<std::size_t>(count));
    for (float& each : elements) {
        seed = seed * 1664525u + 1013904223u;
        each = static_cast<float>(seed >> 8) / 8388608.0f - 1;
    }
    return ir::Tensor::of(dims, std::move(elements));
}

// Two alike convolutions, a strided one, a depthwise one, one of 1 x 1, and a product of matrices.
ir::Graph network() {
    ir::GraphBuilder b;
    const auto conv = [&](ValueId x, const ir::Dims& weights, std::int64_t stride, std::int64_t group,
                          std::uint32_t seed) {
        const std::int64_t pad = weights[2] / 2;
        return b.node(
            "Conv",
            {x, b.constant("w" + std::to_string(seed), randomTensor(weights, seed)),
             b.constant("b" + std::to_string(seed), randomTensor({weights[0]}, seed + 100))},
            {{"pads", Ints{pad, pad, pad, pad}}, {"strides", Ints{stride, stride}}, {"group", group}});
    };
    ValueId x = b.input("x", {ir::DataType::Float32, ir::Dims{1, 16, 20, 22}});
    x = conv(x, {16, 16, 3, 3}, 1, 1, 1);
    x = conv(x, {16, 16, 3, 3}, 1, 1, 2);
    x = conv(x, {24, 16, 3, 3}, 2, 1, 3);
    x = conv(x, {24, 1, 3, 3}, 1, 24, 4);
    x = conv(x, {40, 24, 1, 1}, 1, 1, 5);
    x = b.node("Reshape", {x, b.constant("shape", ir::Tensor::of({2}, Ints{40, 110}))});
    x = b.node("MatMul", {x, b.constant("m", randomTensor({110, 70}, 6))});
    b.output(x);
    return ops::inferTypes(b.take(), Standard).graph;
}

ir::Tensor randomCodes(const ir::Dims& dims, std::uint32_t seed) {
    const ir::Tensor numbers = randomTensor(dims, seed);
    std::vector<std::int8_t> codes;
    for (const float each : numbers.as<float>())
        codes.push_back(static_cast<std::int8_t>(each * 127));
    return ir::Tensor::of(dims, std::move(codes));
}

// Convolutions of codes by shifts, by rows, by panels, of each channel by itself, and of 1 x 1;
// products of codes with one that is kept and with one that is not; an attention.
ir::Graph integerNetwork() {
    ir::GraphBuilder b;
    const ValueId scale = b.constant("scale", ir::Tensor::of({}, std::vector<float>{0.02f})),
                  codeZero = b.constant("zero", ir::Tensor::of({}, std::vector<std::uint8_t>{120})),
                  weightZero = b.constant("wz", ir::Tensor::of({}, std::vector<std::int8_t>{0}));
    const auto conv = [&](ValueId x, const ir::Dims& weights, std::int64_t stride, std::int64_t group,
                          std::uint32_t seed) {
        const std::int64_t pad = weights[2] / 2;
        return b.node(
            "QLinearConv",
            {x, scale, codeZero, b.constant("w" + std::to_string(seed), randomCodes(weights, seed)), scale,
             weightZero, scale, codeZero},
            {{"pads", Ints{pad, pad, pad, pad}}, {"strides", Ints{stride, stride}}, {"group", group}});
    };
    b.output(conv(b.input("one", {ir::DataType::UInt8, ir::Dims{1, 1, 18, 40}}), {8, 1, 5, 5}, 2, 1, 7));
    ValueId x = b.input("x", {ir::DataType::UInt8, ir::Dims{1, 16, 20, 64}});
    x = conv(x, {16, 16, 3, 3}, 1, 1, 1);
    x = conv(x, {24, 16, 3, 3}, 2, 1, 2);
    x = conv(x, {24, 1, 3, 3}, 1, 24, 3);
    x = conv(x, {40, 24, 1, 1}, 1, 1, 4);
    x = b.node("Reshape", {x, b.constant("shape", ir::Tensor::of({2}, Ints{40, 320}))});
    const auto product = [&](ValueId left, ValueId right) {
        return b.node("QLinearMatMul", {left, scale, codeZero, right, scale, weightZero, scale, codeZero});
    };
    b.output(product(x, b.constant("m", randomCodes({320, 70}, 5))));
    b.output(product(x, b.input("right", {ir::DataType::Int8, ir::Dims{320, 90}})));
    const auto heads = [&](const char* name, std::int64_t rows) {
        return b.input(name, {ir::DataType::Float32, ir::Dims{1, 2, rows, 16}});
    };
    b.output(b.node("Attention", {heads("q", 50), heads("k", 30), heads("v", 30)}));
    return ops::inferTypes(b.take(), {{"", 23}}).graph;
}

search::Point pointOf(const search::Space& space, std::uint64_t seed) {
    search::Random random(seed);
    search::Point point;
    return search::draw(space, random, point) ? point : search::Point(space.axes.size(), 0);
}

// So many blocks of what takes `seconds`, as machines disturb it: a hundredth of jitter, a tenth of all takes
// three times as long.
std::vector<double> disturbedSamples(double seconds, std::size_t blocks, search::Random& random) {
    std::vector<double> samples;
    for (std::size_t i = 0; i < blocks; ++i)
        samples.push_back(seconds * (random.chance(0.1) ? 3 : 1) * (1 + 0.01 * random.unit()));
    return samples;
}

// An agent that cannot be reached.
Connect nobody(int& asked) {
    return [&asked](const RunContext&) -> Result<remote::Session*> {
        ++asked;
        return badInput("nobody is there");
    };
}

} // namespace

class TunerTest : public QObject {
    Q_OBJECT
private slots:
    void tasksAreDistinct() {
        const ir::Graph graph = network();
        const std::vector<Task> tasks = tasksOf(graph, Standard);
        std::vector<std::size_t> times;
        for (const Task& each : tasks) {
            times.push_back(each.nodes.size());
            QVERIFY(each.macs > 0 && each.bytes > 0 && !each.space.axes.empty());
            QCOMPARE(each.graph->nodeCount(), std::size_t(1));
            // A kernel alone has the key that it has in the network.
            QCOMPARE(exec::kernelKey(*each.graph, each.graph->node(each.graph->order().front())), each.key);
        }
        QCOMPARE(times, (std::vector<std::size_t>{2, 1, 1, 1, 1}));
        QCOMPARE(tasks[0].macs, 16.0 * 16 * 9 * 20 * 22);
        QVERIFY(tasks[0].canSaveProducts && !tasks[1].canSaveProducts);
        QVERIFY(tasks[0].key.starts_with("Conv{group=1,pads=1 1 1 1,strides=1 1}(float32 1x16x20x22,"));
    }

    // What can be chosen for codes and attentions; with more than one thread, their number as well.
    void tasksOfCodes() {
        QStringList axes;
        for (const Task& task : tasksOf(integerNetwork(), {{"", 23}}, 2)) {
            std::string all = task.kind + (task.isInteger ? ":" : " float:");
            for (const ops::ParameterAxis& axis : task.space.axes)
                all += " " + std::string(axis.key);
            axes += QString::fromStdString(all);
            QVERIFY(!task.products.empty() && task.macs > 0);
        }
        QCOMPARE(axes.join(u'\n'), QStringLiteral("QLinearConv: n threads\n"
                                                  "QLinearConv: algorithm n strip threads\n"
                                                  "QLinearConv: n threads\n"
                                                  "QLinearConv: strip threads\n"
                                                  "QLinearConv: n threads\n"
                                                  "QLinearMatMul: n m threads\n"
                                                  "QLinearMatMul: n m threads\n"
                                                  "Attention float: strip threads"));
    }

    // The point of all first choices is the default, and any point of a space has the default's results.
    void everyPointIsRight_data() {
        QTest::addColumn<int>("isa");
        QTest::addColumn<bool>("isInteger");
        for (const kernels::Isa isa : kernels::available())
            for (const bool isInteger : {false, true})
                QTest::addRow("%s%s", kernels::nameOf(isa).data(), isInteger ? ", codes" : "")
                    << int(isa) << isInteger;
    }
    void everyPointIsRight() {
        QFETCH(int, isa);
        QFETCH(bool, isInteger);
        kernels::useIsa(static_cast<kernels::Isa>(isa));
        const ir::Opsets opsets{{"", 23}};
        for (const Task& task : tasksOf(isInteger ? integerNetwork() : network(), opsets, 2)) {
            const search::Space space = kernelSpace(task.space);
            QCOMPARE(parametersAt(task.space, search::Point(space.axes.size(), 0)), task.space.usual);
            const ir::Feeds feeds = *ir::seededFeeds(*task.graph, 1);
            const auto usual = exec::run(*task.graph, opsets, feeds, {});
            QVERIFY(usual);
            exec::Program program(*task.graph, opsets); // what it has prepared is replaced
            for (std::uint64_t seed = 1; seed <= 60; ++seed) {
                const search::Point point = pointOf(space, seed);
                exec::RunOptions options;
                options.threads = 1 + static_cast<int>(seed % 2);
                options.parameters = parametersAt(task.space, point);
                const auto ran = program.run(feeds, options);
                QVERIFY2(ran, ran ? "" : ran.error().message.c_str());
                const exec::Difference difference = exec::compare(ran->outputs[0], usual->outputs[0]);
                QVERIFY2(difference.relNorm < (task.isInteger ? 1e-30 : 2e-6),
                         qPrintable(QString::fromStdString(task.label + ": " +
                                                           parametersText(task.space, options.parameters))));
            }
        }
    }
    void cleanup() { kernels::useIsa(kernels::available().back()); }

    // A run finds what was tuned by the keys that the network had beforehand: Winograd's weights take more
    // room.
    void runsWithWhatWasTuned() {
        const ir::Graph graph = network();
        const ir::Feeds feeds = *ir::seededFeeds(graph, 1);
        const auto preparedWith = [&](kernels::ConvolutionAlgorithm algorithm) {
            exec::RunOptions options;
            for (const Task& task : tasksOf(graph, Standard)) {
                if (!task.canSaveProducts) continue;
                kernels::KernelParameters parameters;
                parameters.algorithm = algorithm;
                options.tuned.push_back({task.key, parameters});
            }
            return exec::run(graph, Standard, feeds, options)->preparedBytes;
        };
        QVERIFY(preparedWith(kernels::ConvolutionAlgorithm::Winograd) >
                preparedWith(kernels::ConvolutionAlgorithm::Direct));
    }

    // In a fused network the kernels are groups.
    void fusedNetworks() {
        const auto opened = pipeline::open(test::sample("residual_cnn_2d.onnx"));
        QVERIFY(opened);
        const auto typed = pipeline::type(*opened, {}, true);
        const auto history = *pipeline::fuse(*typed, {});
        const std::vector<Task> tasks = tasksOf(history->graph, history->opsets);
        QVERIFY(tasks.size() >= 3);
        exec::RunOptions options;
        for (const Task& task : tasks) {
            QVERIFY(std::ranges::all_of(task.nodes, [&](NodeId id) { return history->graph.contains(id); }));
            // One thread of two: the product is not shared out.
            kernels::KernelParameters parameters;
            parameters.threads = 1;
            options.tuned.push_back({task.key, parameters});
        }
        std::ranges::sort(options.tuned, {}, &kernels::TunedKernel::key);
        const ir::Feeds feeds = *ir::seededFeeds(history->graph, 1);
        QVERIFY(exec::run(history->graph, history->opsets, feeds, options));
    }

    void searchesWithAnAgent() {
        std::vector<Task> tasks = tasksOf(network(), Standard);
        Trials trials(hereConnection(), {});
        std::vector<tune::Trial> logged;
        TuneOptions options;
        options.trials = 60;
        options.seconds = 600; // it is the trials that end it
        options.together = 8;
        options.deciding.maxBlocks = options.deciding.minBlocks = 12;
        options.told = [&](const TrialNews& news) { logged.push_back(loggedTrial(tasks[news.task], 1, news)); };
        const auto result = tuner::tune(tasks, trials, options);
        QVERIFY2(result, result ? "" : result.error().message.c_str());
        QCOMPARE(result->trials, std::int64_t(60));
        QCOMPARE(logged.size(), std::size_t(60));
        QCOMPARE(result->failed, std::int64_t(0));
        QVERIFY(!result->wasStopped && result->searchSeconds > 0);
        QVERIFY(result->bestSeconds() <= result->usualSeconds() * 1.000001 || !result->tuned().empty());
        QVERIFY(std::ranges::is_sorted(result->curve, std::ranges::greater(), &TunePoint::value));
        for (const TunedTask& each : result->tasks) {
            QVERIFY(each.trials > 0 && each.usualSeconds > 0);
            if (!each.isDefault()) QCOMPARE(each.comparison.verdict, measure::Verdict::Faster);
        }
        // What was decided comes back from a log.
        tune::TuneLog log;
        log.sessions.push_back({"a machine", "avx2", "1"});
        log.trials = logged;
        for (const TunedTask& each : result->tasks)
            log.trials.push_back(loggedDecision(each, 1));
        const auto read = tunedFrom(log, "avx2", 1);
        QVERIFY2(read, read ? "" : read.error().message.c_str());
        QCOMPARE(read->parameters, result->tuned());
        const auto other = tunedFrom(log, "avx512", 2);
        QVERIFY(!other);
        QVERIFY2(other.error().message.find("avx2 on 1 thread") != std::string::npos,
                 other.error().message.c_str());
    }

    void newSamplesDecide() {
        const std::vector<double> usual(25, 1.0);
        const auto of = [](double seconds) { return std::vector<double>(25, seconds); };
        // The fastest, wherever it stands.
        const std::vector<std::vector<double>> some{of(0.9), of(0.7), of(0.8), of(1.2)};
        const Decision fastest = decided(usual, some);
        QCOMPARE(fastest.winner, std::optional<std::size_t>(1));
        QCOMPARE(fastest.comparison.verdict, measure::Verdict::Faster);
        QVERIFY(std::abs(fastest.comparison.ratio - 0.7) < 1e-12);
        // Of equals the first one, which the search found faster.
        QCOMPARE(decided(usual, std::vector{of(0.7), of(0.7)}).winner, std::optional<std::size_t>(0));
        // A tie, a difference that may be one of memory's place, and what is slower leave the default.
        QVERIFY(!decided(usual, std::vector{of(1.0), of(0.985), of(1.5)}).winner);
        QVERIFY(!decided(usual, {}).winner);
        // So do few samples, however fast, and a faster half.
        const std::vector<std::vector<double>> few{std::vector<double>(8, 0.5)};
        QVERIFY(!decided(std::vector<double>(8, 1.0), few).winner);
        std::vector<double> half = of(1.0);
        std::fill_n(half.begin(), 12, 0.5);
        QVERIFY(!decided(usual, std::span(&half, 1)).winner);
        // It is blocks that are compared: where all of a block is twice as slow, nothing changes.
        std::vector<double> slow = usual;
        std::vector<std::vector<double>> candidates{of(0.9)};
        for (std::size_t i = 0; i < slow.size(); i += 2)
            slow[i] *= 2, candidates[0][i] *= 2;
        QVERIFY(std::abs(decided(slow, candidates).comparison.ratio - 0.9) < 1e-12);
    }

    void aSecondLookShortlists() {
        const std::vector<double> usual{1.0, 3.0, 1.0};
        const auto of = [](double seconds) { return std::vector<double>{3 * seconds, seconds, seconds}; };
        // The fastest first, those close behind, and no more than are wanted.
        const std::vector<std::vector<double>> some{of(0.82), of(0.9), of(0.8), of(0.83), of(0.81)};
        QCOMPARE(shortlisted(usual, some, 5), (std::vector<std::size_t>{2, 4, 0}));
        QCOMPARE(shortlisted(usual, some, 2), (std::vector<std::size_t>{2, 4}));
        QCOMPARE(shortlisted(usual, std::vector{of(0.8), of(0.8)}, 5), (std::vector<std::size_t>{0, 1}));
        QVERIFY(shortlisted(usual, {}, 5).empty());
        // A candidate that had no luck with its samples is not among them, however fast it is.
        QCOMPARE(shortlisted(usual, std::vector{std::vector<double>(3, 2.0), of(0.9)}, 5),
                 (std::vector<std::size_t>{1}));
    }

    void newSamplesDecideUnderNoise() {
        search::Random random(1);
        int found = 0, mistaken = 0;
        for (int replay = 0; replay < 200; ++replay) {
            const auto usual = disturbedSamples(1, 60, random);
            std::vector<std::vector<double>> others;
            for (const double seconds : {0.9, 0.8, 1.0, 0.95, 1.1})
                others.push_back(disturbedSamples(seconds, 60, random));
            found += decided(usual, others).winner == std::optional<std::size_t>(1);
            // Of those that are no faster, none.
            const std::vector<std::vector<double>> alike{disturbedSamples(1, 60, random),
                                                         disturbedSamples(1, 60, random)};
            mistaken += decided(usual, alike).winner.has_value();
        }
        QVERIFY2(found >= 198, qPrintable(QString::number(found)));
        QCOMPARE(mistaken, 0);
    }

    // Winograd's takes a quarter of the products.
    void floors() {
        std::vector<Task> tasks = tasksOf(network(), Standard);
        const measure::ThreadRoof slow{
            .threads = 1, .float32 = 1e-9, .int8 = 0, .levels = {}}; // a MAC a second
        QCOMPARE(floorSeconds(tasks[1], slow), tasks[1].macs);
        QCOMPARE(floorSeconds(tasks[0], slow), tasks[0].macs / 4);
    }

    void knobsOfOthers() {
        tune::TuneLog log;
        log.sessions.push_back({"a machine", "avx2", "1"});
        tune::Trial trial;
        trial.task = "Conv(float32 1)";
        trial.quantities = {{"decided", 0.5, ""}};
        trial.seconds = {1};
        trial.knobs = {{"tile_x", std::int64_t(4)}};
        log.trials = {trial};
        auto read = tunedFrom(log, "avx2", 1);
        QVERIFY(!read);
        QVERIFY2(read.error().message.find("tile_x") != std::string::npos, read.error().message.c_str());
        log.trials[0].knobs = {{"k", std::int64_t(-4)}};
        read = tunedFrom(log, "avx2", 1);
        QVERIFY(!read);
        log.trials[0].knobs = {{"algorithm", std::string("fft")}};
        QVERIFY(!tunedFrom(log, "avx2", 1));
        log.trials.clear();
        read = tunedFrom(log, "avx2", 1);
        QVERIFY(!read);
        QVERIFY2(read.error().message.find("no decisions") != std::string::npos, read.error().message.c_str());
    }

    void agentsThatAreLost() {
        const std::vector<Task> tasks = tasksOf(network(), Standard);
        int asked = 0;
        Trials trials(nobody(asked), {});
        const auto outcomes = trials.measure(tasks[0], std::vector{tasks[0].space.usual}, {});
        QVERIFY(!outcomes);
        QVERIFY(asked >= 2 && trials.restarts() >= 1);
    }

    void unknownStrategy() {
        Trials trials(hereConnection(), {});
        TuneOptions options;
        options.strategy = "guess";
        const auto result = tuner::tune(tasksOf(network(), Standard), trials, options);
        QVERIFY(!result);
        QVERIFY(result.error().message.find("guess") != std::string::npos);
    }
};

EDGEWRIGHT_TEST(TunerTest)

} // namespace edgewright::tuner_test

#include "tuner_test.moc"
