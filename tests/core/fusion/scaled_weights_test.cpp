// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fusion/matching.h"
#include "core/fusion/patterns/scaled_weights.h"
#include "tests/core/fusion/expect_rule.h"
#include "tests/support/test_class.h"

#include <cmath>
#include <limits>

namespace edgewright::scaled_weights_test {

using namespace edgewright::fusion;
using namespace edgewright::fusion::test;

namespace {

struct Case {
    const char* name;
    ir::Dims dims;
    WeightAxis axis;
};

const std::vector<Case>& cases() {
    static const std::vector<Case> all{
        {"rows", {6, 2, 3, 3}, {}},
        {"columns", {5, 7}, {false, 1}},
        {"grouped", {6, 2, 3, 3}, {false, 3}},
        {"one column", {4, 1, 5}, {false, 2}},
        {"empty", {0, 3, 3}, {false, 1}},
    };
    return all;
}

// The channel as the header says it.
std::size_t channelOf(const WeightAxis& axis, const ir::Dims& dims, std::int64_t index) {
    std::int64_t inner = 1;
    for (std::size_t i = 2; i < dims.size(); ++i)
        inner *= dims[i];
    const std::int64_t i = index / inner / dims[1], j = index / inner % dims[1];
    return static_cast<std::size_t>(axis.first ? i : i / (dims[0] / axis.group) * dims[1] + j);
}

std::vector<double> factorsFor(std::int64_t count) {
    std::vector<double> factors;
    for (std::int64_t i = 0; i < count; ++i)
        factors.push_back(0.3 + 1.7 * std::sin(static_cast<double>(i) + 1));
    return factors;
}

ir::Tensor as(ir::DataType type, const ir::Tensor& floats) {
    return *roundedTensor(type, floats.dims(), [&](std::int64_t i) { return ir::elementAsDouble(floats, i); });
}

ir::Tensor halves(const ir::Dims& dims, const std::vector<float>& values) {
    auto tensor = ir::Tensor::allocate(ir::DataType::Float16, dims);
    for (std::size_t i = 0; i < values.size(); ++i)
        tensor->as<std::uint16_t>()[i] = ir::floatToHalf(values[i]);
    return std::move(tensor).value();
}

} // namespace

class ScaledWeightsTest : public QObject {
    Q_OBJECT

private slots:
    void isTheProductBitForBit_data() {
        QTest::addColumn<std::size_t>("which");
        QTest::addColumn<int>("type");
        for (std::size_t i = 0; i < cases().size(); ++i)
            for (const auto type :
                 {ir::DataType::Float32, ir::DataType::Float64, ir::DataType::Float16, ir::DataType::BFloat16})
                QTest::addRow("%s %d", cases()[i].name, static_cast<int>(type)) << i << static_cast<int>(type);
    }
    void isTheProductBitForBit() {
        QFETCH(std::size_t, which);
        QFETCH(int, type);
        const Case& each = cases()[which];
        const ir::Tensor weights = as(static_cast<ir::DataType>(type), randomTensor(each.dims, 7));
        const auto factors = factorsFor(each.axis.channels(each.dims));
        const auto scaled = scaledWeights(weights, each.axis, factors);
        QVERIFY(scaled);
        const auto expected = roundedTensor(weights.dtype(), each.dims, [&](std::int64_t i) {
            return factors[channelOf(each.axis, each.dims, i)] * ir::elementAsDouble(weights, i);
        });
        QCOMPARE(scaled->dims(), expected->dims());
        QVERIFY(std::ranges::equal(scaled->bytes(), expected->bytes()));
    }

    void sumsAreThose() {
        for (const Case& each : cases()) {
            const WeightAxis outputs = each.axis.first ? WeightAxis{false, 1} : WeightAxis{};
            const ir::Tensor weights = randomTensor(each.dims, 9);
            const auto factors = factorsFor(each.axis.channels(each.dims));
            std::vector<double> sums(static_cast<std::size_t>(outputs.channels(each.dims)), 0.25),
                wanted = sums;
            addWeighted(weights, each.axis, factors, outputs, sums);
            for (std::int64_t i = 0; i < weights.elements(); ++i)
                wanted[channelOf(outputs, each.dims, i)] +=
                    factors[channelOf(each.axis, each.dims, i)] * ir::elementAsDouble(weights, i);
            QVERIFY2(sums == wanted, each.name);
        }
    }

    void sharesWhatDoesNotChange() {
        const ir::Tensor weights = randomTensor({3, 2}, 1);
        const auto same = scaledWeights(weights, {}, {1, 1, 1});
        QVERIFY(same && same->bytes().data() == weights.bytes().data());
    }

    void refusesWhatDoesNotFit() {
        const ir::Tensor weights = randomTensor({3, 2}, 1);
        QVERIFY(!scaledWeights(weights, {}, {1, 2}));
        QVERIFY(!scaledWeights(weights, {}, {1, 2, 1e39}));
        QVERIFY(!scaledWeights(weights, {}, {1, 2, std::numeric_limits<double>::quiet_NaN()}));
        QVERIFY(!scaledWeights(as(ir::DataType::Float16, weights), {}, {1, 1e6, 1}));
        QVERIFY(scaledWeights(as(ir::DataType::BFloat16, weights), {}, {1, 1e6, 1}));
    }

    // Beside a normal weight the errors of small ones do not count; a channel of small ones is another matter.
    void losesPrecisionByChannel() {
        const ir::Tensor weights = halves({2, 2}, {0.5F, 1e-4F, 0.25F, 0.125F});
        const auto loses = [&](const std::vector<double>& factors) {
            return losesPrecision(weights, *scaledWeights(weights, {}, factors), {}, factors);
        };
        QVERIFY(!loses({0.25, 1.5}));
        QVERIFY(!loses({0, 1.5}));
        QVERIFY(loses({1e-4, 1.5}));
        QVERIFY(loses({0.25, 1e-9}));
        QVERIFY(losesPrecision(weights, *scaledWeights(weights, {}, {0.25, 1.5})));
        const ir::Tensor floats = randomTensor({2, 2}, 1);
        QVERIFY(!losesPrecision(floats, *scaledWeights(floats, {}, {1e-9, 1}), {}, {1e-9, 1}));
    }

    void rulesKeepHalves() {
        for (const float scale : {0.5F, 1e-4F}) {
            Net net;
            const ValueId x = net.input("x", ir::TensorType(ir::DataType::Float16, ir::Dims{1, 1, 4, 4}));
            const ValueId w = net.constant("w", halves({2, 1, 1, 1}, {0.5F, -0.25F}));
            const ValueId y = net.node("Conv", {x, w}, {{"kernel_shape", std::vector<std::int64_t>{1, 1}}});
            net.output(net.node("Mul", {y, net.constant("s", halves({1}, {scale}))}));
            Net norm;
            const ValueId z =
                norm.node("Conv",
                          {norm.input("x", ir::TensorType(ir::DataType::Float16, ir::Dims{1, 1, 4, 4})),
                           norm.constant("w", halves({2, 1, 1, 1}, {0.5F, -0.25F}))},
                          {{"kernel_shape", std::vector<std::int64_t>{1, 1}}});
            norm.output(norm.node("BatchNormalization", {z, norm.constant("g", halves({2}, {1, scale})),
                                                         norm.constant("b", halves({2}, {0, 0})),
                                                         norm.constant("m", halves({2}, {0, 0})),
                                                         norm.constant("v", halves({2}, {1, 1}))}));
            if (scale == 0.5F) {
                QCOMPARE(fused(net, only({"fold_scale"})).steps.size(), std::size_t(1));
                QCOMPARE(fused(norm, only({"fold_batch_norm"})).steps.size(), std::size_t(1));
            } else {
                EXPECT_REFUSED(net, "fold_scale", "too small for float16");
                EXPECT_REFUSED(norm, "fold_batch_norm", "too small for float16");
            }
        }
    }
};

EDGEWRIGHT_TEST(ScaledWeightsTest)

} // namespace edgewright::scaled_weights_test

#include "scaled_weights_test.moc"
