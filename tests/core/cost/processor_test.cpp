// SPDX-License-Identifier: GPL-3.0-or-later
// What operators count as, and that a fit finds the times that made the measurements.
#include "core/cost/processor/processor.h"

#include "core/ir/builder.h"
#include "core/ops/infer.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <cmath>
#include <random>

namespace edgewright::processor_test {

using namespace edgewright::cost;
using enum Feature;

namespace {

ir::TensorType floats(std::initializer_list<std::int64_t> dims) {
    return ir::TensorType(ir::DataType::Float32, ir::Dims(dims));
}

// y = op(inputs), with the types as given.
struct One {
    ir::GraphBuilder builder;
    std::vector<ValueId> inputs;
    NodeId node;

    One(const char* op, std::initializer_list<ir::TensorType> types, const ir::TensorType& result,
        std::vector<ir::Attribute> attributes = {}) {
        for (const ir::TensorType& type : types)
            inputs.push_back(builder.input("x" + std::to_string(inputs.size()), type));
        const ValueId y = builder.value("y", result);
        builder.nodeInto(op, inputs, {y}, std::move(attributes));
        builder.output(y);
        node = builder.graph().order().front();
    }
    Features features(const Blocking& blocking = {}) {
        return featuresOf(builder.graph(), builder.graph().node(node), blocking);
    }
};

} // namespace

class ProcessorTest : public QObject {
    Q_OBJECT
private slots:
    void products() {
        One product("MatMul", {floats({20, 64}), floats({64, 40})}, floats({20, 40}));
        const Features exact = product.features({.rows = 1, .columns = 1});
        QCOMPARE(exact[Product], 20.0 * 64 * 40);
        QCOMPARE(exact[Pack], 40.0 * 64);
        QCOMPARE(exact[Call], 1.0);
        QCOMPARE(exact[Operand], 3.0);
        const Features tiles = product.features({.rows = 14, .columns = 32});
        QCOMPARE(tiles[Product], 28.0 * 64 * 64); // 2 tiles of rows, 2 of columns
        One vector("MatMul", {floats({1, 64}), floats({64, 40})}, floats({1, 40}));
        QCOMPARE(vector.features()[Vector], 64.0 * 40);
        QCOMPARE(vector.features()[Product], 0.0);
    }

    // No time is made up for what nobody knows.
    void unknownOperators() {
        One unknown("Mystery", {floats({20, 64})}, floats({20, 64}));
        QCOMPARE(unknown.features().counts, Features().counts);
    }

    // What is gathered or transformed follows the algorithm that computes the convolution.
    void convolutions() {
        const auto conv = [](bool constant, std::int64_t filter) {
            ir::GraphBuilder builder;
            const std::int64_t out = 56 - filter + 1;
            const ir::TensorType weight = floats({64, 64, filter, filter});
            const ValueId x = builder.input("x", floats({2, 64, 56, 56}));
            const ValueId w = constant
                                  ? builder.constant("w", *ir::Tensor::allocate(weight.dtype, *weight.dims()))
                                  : builder.input("w", weight);
            const ValueId y = builder.value("y", floats({2, 64, out, out}));
            builder.nodeInto("Conv", {x, w}, {y});
            builder.output(y);
            return featuresOf(builder.graph(), builder.graph().node(builder.graph().order().front()),
                              {.rows = 1, .columns = 1});
        };
        const Features winograd = conv(true, 3);
        QCOMPARE(winograd[Transform], 2.0 * 14 * 14 * (64 + 64)); // tiles of 4 x 4 outputs
        QCOMPARE(winograd[Product], 2.0 * 14 * 14 * 36 * 64 * 64);
        QCOMPARE(winograd[Window], 0.0);
        const Features gathered = conv(false, 5);
        QCOMPARE(gathered[Transform], 0.0);
        QCOMPARE(gathered[Product], 2.0 * 52 * 52 * 64 * 64 * 25);
        const Features few = conv(false, 3); // weights that may change are not transformed
        QCOMPARE(few[Transform], 0.0);
        QCOMPARE(few[Product], 2.0 * 54 * 54 * 64 * 64 * 9);
    }

    void elements() {
        One sum("Add", {floats({8, 100}), floats({100})}, floats({8, 100}));
        QCOMPARE(sum.features()[Simple], 800.0);
        QCOMPARE(sum.features()[NearBytes], 4.0 * (800 + 100 + 800));
        One far("Relu", {floats({1, 1 << 20})}, floats({1, 1 << 20}));
        QCOMPARE(far.features()[FarBytes], 8.0 * (1 << 20));
        QCOMPARE(far.features()[NearBytes], 0.0);
        One softmax("Softmax", {floats({4, 6, 10})}, floats({4, 6, 10}));
        QCOMPARE(softmax.features()[Softmax], 240.0);
        QCOMPARE(softmax.features()[Row], 24.0);
        One exponential("Exp", {floats({7})}, floats({7}));
        QCOMPARE(exponential.features()[Function], 7.0);
        One transpose("Transpose", {floats({3, 5})}, floats({5, 3}));
        QCOMPARE(transpose.features()[Scatter], 15.0);
        One rows("Transpose", {floats({3, 5, 8})}, floats({5, 3, 8}),
                 {{"perm", std::vector<std::int64_t>{1, 0, 2}}});
        QCOMPARE(rows.features()[Copy], 120.0);
        QCOMPARE(rows.features()[Scatter], 0.0);
    }

    void rows() {
        const auto rowsOf = [](const char* op, std::vector<ir::Attribute> attributes = {}) {
            One norm(op, {floats({2, 6, 4, 5})}, floats({2, 6, 4, 5}), std::move(attributes));
            return norm.features()[Row];
        };
        QCOMPARE(rowsOf("Softmax"), 48.0);
        QCOMPARE(rowsOf("Softmax", {{"axis", std::int64_t(1)}}), 40.0);
        QCOMPARE(rowsOf("LayerNormalization", {{"axis", std::int64_t(2)}}), 12.0);
        QCOMPARE(rowsOf("InstanceNormalization"), 12.0);
        QCOMPARE(rowsOf("GroupNormalization", {{"num_groups", std::int64_t(3)}}), 6.0);
        One batch("BatchNormalization", {floats({2, 6, 4, 5})},
                  floats({2, 6, 4, 5})); // goes through all as one
        QCOMPARE(batch.features()[Row], 0.0);
        QCOMPARE(batch.features()[Normalise], 0.0);
        QCOMPARE(batch.features()[Simple], 240.0);
    }

    void names() {
        std::set<std::string_view> seen;
        for (std::size_t i = 0; i < FeatureCount; ++i)
            seen.insert(nameOf(static_cast<Feature>(i)));
        QCOMPARE(seen.size(), FeatureCount);
        QVERIFY(!seen.contains(""));
        QCOMPARE(nameOf(Call), std::string_view("call"));
        QCOMPARE(nameOf(WeightBytes), std::string_view("weight_bytes"));
    }

    void unknownShapesCountNothing() {
        One unknown("Relu", {ir::TensorType(ir::DataType::Float32)}, ir::TensorType(ir::DataType::Float32));
        QCOMPARE(unknown.features()[Simple], 0.0);
        QCOMPARE(unknown.features()[Call], 1.0);
    }

    // Times that are known, with noise of some percent.
    void fitFindsTheTimes() {
        std::mt19937_64 random(11);
        std::normal_distribution<double> noise(0, 0.03);
        const auto truth = [](Feature feature) {
            return feature == Call ? 1e-6 : feature == Product ? 1.3e-11 : feature == NearBytes ? 8e-12 : 0.0;
        };
        std::vector<Observation> observations;
        for (std::size_t network = 0; network < 20; ++network)
            for (int op = 0; op < 30; ++op) {
                Observation each{.features = {}, .network = network};
                each.features[Call] = 1;
                each.features[Product] = static_cast<double>(random() % 100'000);
                each.features[NearBytes] = static_cast<double>(random() % 200'000);
                for (const Feature feature : {Call, Product, NearBytes})
                    each.seconds += each.features[feature] * truth(feature);
                each.seconds *= std::exp(noise(random));
                observations.push_back(each);
            }
        const auto fitted = fit(observations, {});
        QVERIFY(fitted);
        for (const Feature feature : {Call, Product, NearBytes}) {
            const double found = fitted->seconds[static_cast<std::size_t>(feature)];
            QVERIFY2(std::abs(found / truth(feature) - 1) < 0.1, nameOf(feature).data());
        }
        QVERIFY(fitted->medianError < 0.02 && fitted->operatorError < 0.05);
        QCOMPARE(fitted->seconds[static_cast<std::size_t>(Softmax)], 0.0); // never seen, and nothing known
    }

    // One network says little of most features: those stay what they were known to be.
    void thePriorFillsGaps() {
        Processor prior = referenceProcessor();
        Observation only{.features = {}, .seconds = 4e-6, .network = 0};
        only.features[Call] = 2;
        const auto fitted = fit(std::span(&only, 1), prior);
        QVERIFY(fitted);
        QVERIFY(std::abs(fitted->seconds[static_cast<std::size_t>(Call)] / 2e-6 - 1) < 0.02);
        QCOMPARE(fitted->seconds[static_cast<std::size_t>(Product)],
                 prior.seconds[static_cast<std::size_t>(Product)]);
        QVERIFY(!fit({}, prior));
    }

    void theReferenceIsSensible() {
        const Processor& reference = referenceProcessor();
        for (const double seconds : reference.seconds)
            QVERIFY(seconds >= 0 && seconds < 1e-5);
        // A product of 256 x 256 x 256 at 20 to 200 GMAC/s.
        One product("MatMul", {floats({256, 256}), floats({256, 256})}, floats({256, 256}));
        const double rate = 256.0 * 256 * 256 / reference.secondsOf(product.features(reference.blocking));
        QVERIFY2(rate > 2e10 && rate < 2e11, qPrintable(QString::number(rate)));
    }
};

EDGEWRIGHT_TEST(ProcessorTest)

} // namespace edgewright::processor_test

#include "processor_test.moc"
