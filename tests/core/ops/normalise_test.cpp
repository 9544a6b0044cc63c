// SPDX-License-Identifier: GPL-3.0-or-later
// Normalisations and softmax against their formulas in double.
#include "tests/core/ops/kernel_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <cmath>
#include <functional>

namespace edgewright::normalise_test {

using namespace edgewright::test;

namespace {

double at(const ir::Tensor& t, std::int64_t index) { return double(t.as<float>()[std::size_t(index)]); }

bool near(double actual, double expected) {
    return std::abs(actual - expected) <= 2e-5 * (1 + std::abs(expected));
}

struct Statistics {
    double mean = 0, variance = 0;
};

// Over the elements whose flat index is accepted.
Statistics statistics(const ir::Tensor& x, const std::function<bool(std::int64_t)>& accept) {
    double sum = 0, squares = 0, count = 0;
    for (std::int64_t i = 0; i < x.elements(); ++i) {
        if (!accept(i)) continue;
        sum += at(x, i);
        squares += at(x, i) * at(x, i);
        count += 1;
    }
    return {sum / count, squares / count - sum / count * sum / count};
}

} // namespace

class NormaliseTest : public QObject {
    Q_OBJECT
private slots:
    void batchNormalization() {
        std::mt19937 engine(1);
        const auto x = randomTensor(engine, {2, 3, 4, 5});
        const auto scale = randomTensor(engine, {3}), shift = randomTensor(engine, {3}),
                   mean = randomTensor(engine, {3});
        auto variance = randomTensor(engine, {3});
        for (float& each : variance.as<float>())
            each = std::abs(each) + 0.1f;
        for (const int opset : {7, 9, 14, 15}) {
            const auto result = Probe("BatchNormalization", opset)
                                    .input(x)
                                    .input(scale)
                                    .input(shift)
                                    .input(mean)
                                    .input(variance)
                                    .attribute("epsilon", 0.01f)
                                    .run();
            QVERIFY2(result, result.text());
            for (std::int64_t i = 0; i < x.elements(); ++i) {
                const std::int64_t c = i / 20 % 3;
                QVERIFY(near(at(result[0], i),
                             (at(x, i) - at(mean, c)) / std::sqrt(at(variance, c) + 0.01) * at(scale, c) +
                                 at(shift, c)));
            }
        }
        const auto trained = Probe("BatchNormalization", 15)
                                 .input(x)
                                 .input(scale)
                                 .input(shift)
                                 .input(mean)
                                 .input(variance)
                                 .attribute("training_mode", std::int64_t(1))
                                 .attribute("momentum", 0.75f)
                                 .outputs(3)
                                 .run();
        QVERIFY2(trained, trained.text());
        for (std::int64_t i = 0; i < x.elements(); ++i) {
            const std::int64_t c = i / 20 % 3;
            const Statistics s = statistics(x, [&](std::int64_t j) { return j / 20 % 3 == c; });
            QVERIFY(near(at(trained[0], i),
                         (at(x, i) - s.mean) / std::sqrt(s.variance + 1e-5) * at(scale, c) + at(shift, c)));
            QVERIFY(near(at(trained[1], c), 0.75 * at(mean, c) + 0.25 * s.mean));
            QVERIFY(near(at(trained[2], c), 0.75 * at(variance, c) + 0.25 * s.variance));
        }
        QVERIFY(!Probe("BatchNormalization", 15).input(x).input(scale).input(shift).input(mean).input(x).run());
    }
    void batchNormalizationPerElement() {
        // Before opset 9, spatial = 0 has one scale for every element behind the batch axis.
        const auto ones = ir::Tensor::of<float>({2, 2}, {1, 1, 1, 1});
        const auto result = Probe("BatchNormalization", 7)
                                .input(ir::Tensor::of<float>({1, 2, 2}, {1, 2, 3, 4}))
                                .input(ir::Tensor::of<float>({2, 2}, {1, 10, 100, 1000}))
                                .input(ones)
                                .input(ones)
                                .input(ones)
                                .attribute("spatial", std::int64_t(0))
                                .attribute("epsilon", 0.0f)
                                .run();
        QVERIFY2(result, result.text());
        QCOMPARE(Floats(result[0].as<float>().begin(), result[0].as<float>().end()),
                 (Floats{1, 11, 201, 3001}));
    }
    void instanceAndGroup() {
        std::mt19937 engine(2);
        const auto x = randomTensor(engine, {2, 4, 3, 2});
        const auto perChannel = randomTensor(engine, {4}), shifts = randomTensor(engine, {4});
        const auto instance = Probe("InstanceNormalization", 6).input(x).input(perChannel).input(shifts).run();
        const auto group = Probe("GroupNormalization", 21)
                               .input(x)
                               .input(perChannel)
                               .input(shifts)
                               .attribute("num_groups", std::int64_t(2))
                               .run();
        const auto two = randomTensor(engine, {2}), twoShifts = randomTensor(engine, {2});
        const auto old = Probe("GroupNormalization", 18)
                             .input(x)
                             .input(two)
                             .input(twoShifts)
                             .attribute("num_groups", std::int64_t(2))
                             .run();
        QVERIFY2(instance, instance.text());
        QVERIFY2(group, group.text());
        QVERIFY2(old, old.text());
        for (std::int64_t i = 0; i < x.elements(); ++i) {
            const std::int64_t c = i / 6 % 4;
            const Statistics plane = statistics(x, [&](std::int64_t j) { return j / 6 == i / 6; });
            const Statistics pair = statistics(x, [&](std::int64_t j) { return j / 12 == i / 12; });
            const double normal = (at(x, i) - pair.mean) / std::sqrt(pair.variance + 1e-5);
            QVERIFY(near(at(instance[0], i),
                         (at(x, i) - plane.mean) / std::sqrt(plane.variance + 1e-5) * at(perChannel, c) +
                             at(shifts, c)));
            QVERIFY(near(at(group[0], i), normal * at(perChannel, c) + at(shifts, c)));
            QVERIFY(near(at(old[0], i), normal * at(two, c / 2) + at(twoShifts, c / 2)));
        }
        QVERIFY(!Probe("GroupNormalization", 21)
                     .input(x)
                     .input(perChannel)
                     .input(shifts)
                     .attribute("num_groups", std::int64_t(3))
                     .run());
    }
    void layerAndRms() {
        std::mt19937 engine(3);
        const auto x = randomTensor(engine, {2, 3, 4});
        for (const std::int64_t axis : {std::int64_t(-1), std::int64_t(1), std::int64_t(-3)}) {
            const std::size_t first = std::size_t(axis < 0 ? axis + 3 : axis);
            const ir::Dims tail(x.dims().begin() + std::ptrdiff_t(first), x.dims().end());
            const auto scale = randomTensor(engine, tail), shift = randomTensor(engine, {tail.back()});
            const auto layer = Probe("LayerNormalization", 17)
                                   .input(x)
                                   .input(scale)
                                   .input(shift)
                                   .attribute("axis", axis)
                                   .outputs(3)
                                   .run();
            const auto rms = Probe("RMSNormalization", 23).input(x).input(scale).attribute("axis", axis).run();
            QVERIFY2(layer, layer.text());
            QVERIFY2(rms, rms.text());
            const std::int64_t extent = scale.elements();
            for (std::int64_t i = 0; i < x.elements(); ++i) {
                const Statistics s = statistics(x, [&](std::int64_t j) { return j / extent == i / extent; });
                const double inverse = 1 / std::sqrt(s.variance + 1e-5);
                QVERIFY(near(at(layer[0], i),
                             (at(x, i) - s.mean) * inverse * at(scale, i % extent) + at(shift, i % 4)));
                QVERIFY(near(at(layer[1], i / extent), s.mean));
                QVERIFY(near(at(layer[2], i / extent), inverse));
                const double square = s.variance + s.mean * s.mean;
                QVERIFY(near(at(rms[0], i), at(x, i) / std::sqrt(square + 1e-5) * at(scale, i % extent)));
            }
        }
        QVERIFY(!Probe("LayerNormalization", 17).input(x).input(x).attribute("axis", std::int64_t(-1)).run());
        QVERIFY(!Probe("LayerNormalization", 17).input(x).input(x).attribute("axis", std::int64_t(3)).run());
    }
    void lpLrnAndMeanVariance() {
        std::mt19937 engine(4);
        const auto x = randomTensor(engine, {2, 5, 3, 2});
        for (const std::int64_t p : {std::int64_t(1), std::int64_t(2)}) {
            const auto result =
                Probe("LpNormalization", 1).input(x).attribute("axis", std::int64_t(1)).attribute("p", p).run();
            QVERIFY2(result, result.text());
            for (std::int64_t i = 0; i < x.elements(); ++i) {
                double norm = 0;
                for (std::int64_t c = 0; c < 5; ++c) {
                    const double each = at(x, i / 30 * 30 + c * 6 + i % 6);
                    norm += p == 1 ? std::abs(each) : each * each;
                }
                QVERIFY(near(at(result[0], i), at(x, i) / (p == 1 ? norm : std::sqrt(norm))));
            }
        }
        for (const std::int64_t size : {std::int64_t(1), std::int64_t(3), std::int64_t(4)}) {
            const auto result = Probe("LRN", 13)
                                    .input(x)
                                    .attribute("size", size)
                                    .attribute("alpha", 0.5f)
                                    .attribute("beta", 0.6f)
                                    .attribute("bias", 2.0f)
                                    .run();
            QVERIFY2(result, result.text());
            for (std::int64_t i = 0; i < x.elements(); ++i) {
                const std::int64_t c = i / 6 % 5;
                double squares = 0;
                for (std::int64_t k = std::max<std::int64_t>(0, c - (size - 1) / 2);
                     k <= std::min<std::int64_t>(4, c + size / 2); ++k)
                    squares += std::pow(at(x, i / 30 * 30 + k * 6 + i % 6), 2);
                QVERIFY(near(at(result[0], i), at(x, i) / std::pow(2.0 + 0.5 / double(size) * squares, 0.6)));
            }
        }
        const auto mvn = Probe("MeanVarianceNormalization", 13).input(x).run();
        QVERIFY2(mvn, mvn.text());
        for (std::int64_t i = 0; i < x.elements(); ++i) {
            const Statistics s = statistics(x, [&](std::int64_t j) { return j / 6 % 5 == i / 6 % 5; });
            QVERIFY(near(at(mvn[0], i), (at(x, i) - s.mean) / std::sqrt(s.variance)));
        }
    }
    void softmaxFamily() {
        std::mt19937 engine(5);
        const auto x = randomTensor(engine, {2, 3, 4});
        for (const int opset : {11, 13})
            for (std::int64_t axis = -3; axis < 3; ++axis) {
                const std::int64_t split = axis < 0 ? axis + 3 : axis;
                // Before opset 13 everything from the axis on is one row.
                const auto sameFibre = [&](std::int64_t i, std::int64_t j) {
                    const std::int64_t a[3] = {i / 12, i / 4 % 3, i % 4}, b[3] = {j / 12, j / 4 % 3, j % 4};
                    for (std::int64_t k = 0; k < 3; ++k)
                        if (a[k] != b[k] && (opset < 13 ? k < split : k != split)) return false;
                    return true;
                };
                const auto soft = Probe("Softmax", opset).input(x).attribute("axis", axis).run();
                const auto log = Probe("LogSoftmax", opset).input(x).attribute("axis", axis).run();
                const auto hard = Probe("Hardmax", opset).input(x).attribute("axis", axis).run();
                QVERIFY2(soft, soft.text());
                QVERIFY2(log, log.text());
                QVERIFY2(hard, hard.text());
                for (std::int64_t i = 0; i < 24; ++i) {
                    double sum = 0;
                    bool highest = true;
                    for (std::int64_t j = 0; j < 24; ++j) {
                        if (!sameFibre(i, j)) continue;
                        sum += std::exp(at(x, j));
                        highest = highest && at(x, j) <= at(x, i);
                    }
                    QVERIFY(near(at(soft[0], i), std::exp(at(x, i)) / sum));
                    QVERIFY(near(at(log[0], i), at(x, i) - std::log(sum)));
                    QCOMPARE(at(hard[0], i), highest ? 1.0 : 0.0);
                }
            }
        const auto large = Probe("Softmax", 13).input(ir::Tensor::of<float>({2}, {1000, 1000})).run();
        QCOMPARE(large[0].as<float>()[0], 0.5f);
        QVERIFY(!Probe("Softmax", 13).input(x).attribute("axis", std::int64_t(3)).run());
    }
};

EDGEWRIGHT_TEST(NormaliseTest)

} // namespace edgewright::normalise_test

#include "normalise_test.moc"
