// SPDX-License-Identifier: GPL-3.0-or-later
// Cross-layer equalization: the function stays, ranges meet, and what stands in the way is said.
#include "core/exec/executor.h"
#include "core/ir/builder.h"
#include "core/ops/infer.h"
#include "core/quant/improve/equalize.h"
#include "core/quant/improve/product_weights.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <cmath>
#include <random>

namespace edgewright::equalize_test {

using namespace edgewright::quant;

namespace {

const ir::Opsets Opsets{{"", 17}};

// Weights of which each output channel is `spread` times as wide as the one before.
ir::Tensor weights(const ir::Dims& dims, double spread, std::uint32_t seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<float> uniform(-1, 1);
    std::int64_t count = 1;
    for (const std::int64_t each : dims)
        count *= each;
    std::vector<float> values;
    for (std::int64_t i = 0; i < count; ++i)
        values.push_back(uniform(random) *
                         static_cast<float>(std::pow(spread, static_cast<double>(i / (count / dims[0])))));
    return ir::Tensor::of<float>(dims, values);
}

struct Network {
    ir::GraphBuilder builder;
    ValueId last;

    explicit Network(ir::Dims input) { last = builder.input("x", {ir::DataType::Float32, std::move(input)}); }
    void conv(const ir::Dims& dims, double spread, std::int64_t groups = 1) {
        const auto seed = static_cast<std::uint32_t>(builder.graph().nodeCount() + 1);
        const std::string name = "w" + std::to_string(seed);
        last = builder.node("Conv",
                            {last, builder.constant(name, weights(dims, spread, seed)),
                             builder.constant(name + "_bias", weights({dims[0]}, 1.1, seed + 100))},
                            {{"group", groups}, {"pads", std::vector<std::int64_t>{1, 1, 1, 1}}});
    }
    void then(const std::string& op) { last = builder.node(op, {last}); }
    void clip(float low, float high) {
        const std::string name = "limit" + std::to_string(builder.graph().nodeCount());
        last = builder.node("Clip", {last, builder.constant(name + "a", ir::Tensor::scalar<float>(low)),
                                     builder.constant(name + "b", ir::Tensor::scalar<float>(high))});
    }
    ir::Graph take() {
        builder.output(last);
        return ops::inferTypes(builder.take(), Opsets).graph;
    }
};

double largestDifference(const ir::Graph& a, const ir::Graph& b) {
    double largest = 0, magnitude = 0;
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
        const auto feeds = ir::seededFeeds(a, seed);
        const auto one = exec::run(a, Opsets, *feeds, {}), other = exec::run(b, Opsets, *feeds, {});
        if (!one || !other) return 1e9;
        const auto x = one->outputs.front().as<float>(), y = other->outputs.front().as<float>();
        for (std::size_t i = 0; i < x.size(); ++i) {
            largest = std::max(largest, std::abs(static_cast<double>(x[i]) - static_cast<double>(y[i])));
            magnitude = std::max(magnitude, std::abs(static_cast<double>(x[i])));
        }
    }
    return largest / magnitude;
}

} // namespace

class EqualizeTest : public QObject {
    Q_OBJECT

private slots:
    // conv - Relu - depthwise conv - Relu - conv, channels up to 1000 times as wide as others.
    void chainOfConvolutions() {
        Network network({1, 3, 8, 8});
        network.conv({8, 3, 3, 3}, 2.5);
        network.then("Relu");
        network.conv({8, 1, 3, 3}, 0.5, 8);
        network.then("Relu");
        network.conv({4, 8, 3, 3}, 1.5);
        const ir::Graph graph = network.take();
        const auto equalized = equalize(graph);
        QVERIFY(equalized);
        QCOMPARE(equalized->pairs.size(), std::size_t(2));
        QCOMPARE(equalized->left.size(), std::size_t(1)); // the last one writes the output
        for (const EqualizedPair& pair : equalized->pairs) {
            QVERIFY2(pair.spreadBefore > 5, qPrintable(QString::number(pair.spreadBefore)));
            QVERIFY2(pair.spreadAfter < pair.spreadBefore / 2, qPrintable(QString::number(pair.spreadAfter)));
            // Both sides of every channel have one range.
            const auto first = ProductWeights::of(equalized->graph, equalized->graph.node(pair.first));
            const auto second = ProductWeights::of(equalized->graph, equalized->graph.node(pair.second));
            QVERIFY(first && second);
            const auto r1 = first->outputRanges(), r2 = second->inputRanges();
            for (std::size_t i = 0; i < r1.size(); ++i)
                QVERIFY2(std::abs(std::log(r1[i] / r2[i])) < 0.02, qPrintable(QString::number(r1[i] / r2[i])));
        }
        const double difference = largestDifference(graph, equalized->graph);
        QVERIFY2(difference < 1e-5, qPrintable(QString::number(difference)));
    }

    // s = sqrt(r1 r2) / r2, by hand: r1 = (4, 1), r2 = (1, 9): s = (2, 1/3).
    void factorsByHand() {
        ir::GraphBuilder builder;
        const ValueId x = builder.input("x", {ir::DataType::Float32, ir::Dims{1, 2}});
        const ValueId first =
            builder.constant("w1", ir::Tensor::of<float>({2, 2}, {4, 1, -3, 0.5f})); // by column
        const ValueId bias = builder.constant("b1", ir::Tensor::of<float>({2}, {8, 3}));
        const ValueId second = builder.constant("w2", ir::Tensor::of<float>({1, 2}, {1, -9})); // by column
        const ValueId middle = builder.node("Relu", {builder.node("Gemm", {x, first, bias})});
        builder.output(builder.node("Gemm", {middle, second}, {{"transB", std::int64_t(1)}}));
        const ir::Graph graph = ops::inferTypes(builder.take(), Opsets).graph;
        const auto equalized = equalize(graph);
        QVERIFY(equalized);
        QCOMPARE(equalized->pairs.size(), std::size_t(1));
        const std::vector<float>& factors = equalized->pairs.front().factors;
        QCOMPARE(factors[0], 2.0f);
        QCOMPARE(factors[1], 1.0f / 3);
        const ir::Node& node = equalized->graph.node(equalized->pairs.front().first);
        const auto made = equalized->graph.value(node.input(1)).known()->as<float>();
        const std::vector<float> wanted{2, 3, -1.5f, 1.5f};
        for (std::size_t i = 0; i < wanted.size(); ++i)
            QCOMPARE(made[i], wanted[i]);
        QCOMPARE(equalized->graph.value(node.input(2)).known()->as<float>()[0], 4.0f);
        QCOMPARE(equalized->graph.value(node.input(2)).known()->as<float>()[1], 9.0f);
        QVERIFY(largestDifference(graph, equalized->graph) < 1e-6);
    }

    void throughPoolingAndFlatten() {
        Network network({1, 3, 8, 8});
        network.conv({6, 3, 3, 3}, 2);
        network.then("GlobalAveragePool");
        network.then("Flatten");
        network.last =
            network.builder.node("Gemm", {network.last, network.builder.constant("w", weights({5, 6}, 1.2, 9))},
                                 {{"transB", std::int64_t(1)}});
        const ir::Graph graph = network.take();
        const auto equalized = equalize(graph);
        QVERIFY(equalized);
        QCOMPARE(equalized->pairs.size(), std::size_t(1));
        QVERIFY(largestDifference(graph, equalized->graph) < 1e-5);
    }

    void aLimitDoesNotScale() {
        Network network({1, 3, 8, 8});
        network.conv({8, 3, 3, 3}, 1.5);
        network.clip(0, 6);
        network.conv({4, 8, 3, 3}, 1.5);
        const ir::Graph graph = network.take();
        const auto refused = equalize(graph);
        QVERIFY(refused && refused->pairs.empty());
        QCOMPARE(refused->left.front().reason,
                 std::string("Clip_1 limits it at 6, and a limit does not scale"));
        QCOMPARE(largestDifference(graph, refused->graph), 0.0);

        EqualizeOptions options;
        options.replaceClips = true;
        const auto replaced = equalize(graph, options);
        QVERIFY(replaced);
        QCOMPARE(replaced->pairs.size(), std::size_t(1));
        QCOMPARE(replaced->replacedClips, std::vector<std::string>{"Clip_1"});
        // As the same network with a Relu in that place.
        Network other({1, 3, 8, 8});
        other.conv({8, 3, 3, 3}, 1.5);
        other.then("Relu");
        other.conv({4, 8, 3, 3}, 1.5);
        QVERIFY(largestDifference(other.take(), replaced->graph) < 1e-5);
    }

    void otherLimitsStay() {
        for (const auto& [low, high] : {std::pair(-1.0f, 1.0f), std::pair(0.5f, 6.0f)}) {
            Network network({1, 3, 8, 8});
            network.conv({8, 3, 3, 3}, 1.5);
            network.clip(low, high);
            network.conv({4, 8, 3, 3}, 1.5);
            EqualizeOptions options;
            options.replaceClips = true;
            const auto refused = equalize(network.take(), options);
            QVERIFY(refused && refused->pairs.empty() && refused->replacedClips.empty());
        }
    }

    void refusals() {
        Network sum({1, 4, 8, 8}); // read twice
        sum.conv({4, 4, 3, 3}, 2);
        const ValueId first = sum.last;
        sum.conv({4, 4, 3, 3}, 2);
        sum.last = sum.builder.node("Add", {sum.last, first});
        const auto shared = equalize(sum.take());
        QVERIFY(shared && shared->pairs.empty());
        QCOMPARE(shared->left.front().reason, std::string("2 operators read what Conv_0 writes"));

        Network curve({1, 3, 8, 8});
        curve.conv({8, 3, 3, 3}, 2);
        curve.then("Sigmoid");
        curve.conv({4, 8, 3, 3}, 2);
        const auto bent = equalize(curve.take());
        QVERIFY(bent && bent->pairs.empty());
        QCOMPARE(bent->left.front().reason, std::string("Sigmoid_1 is no product with constant weights"));
    }

    // A channel that is all zeros has no range to meet.
    void deadChannels() {
        ir::GraphBuilder builder;
        const ValueId x = builder.input("x", {ir::DataType::Float32, ir::Dims{1, 2}});
        const ValueId first = builder.constant("w1", ir::Tensor::of<float>({2, 2}, {0, 1, 0, 0.5f}));
        const ValueId second = builder.constant("w2", ir::Tensor::of<float>({2, 1}, {3, 5}));
        builder.output(builder.node("MatMul", {builder.node("MatMul", {x, first}), second}));
        const auto equalized = equalize(ops::inferTypes(builder.take(), Opsets).graph);
        QVERIFY(equalized);
        QCOMPARE(equalized->pairs.front().factors[0], 1.0f);
        QVERIFY(std::isfinite(equalized->pairs.front().factors[1]));
    }

    void cancelling() {
        Network network({1, 3, 8, 8});
        network.conv({8, 3, 3, 3}, 2);
        network.conv({4, 8, 3, 3}, 2);
        std::stop_source stop;
        stop.request_stop();
        const auto stopped = equalize(network.take(), {}, {stop.get_token(), nullptr});
        QVERIFY(!stopped && stopped.error().code == ErrorCode::Cancelled);
    }
};

EDGEWRIGHT_TEST(EqualizeTest)

} // namespace edgewright::equalize_test

#include "equalize_test.moc"
