// SPDX-License-Identifier: GPL-3.0-or-later
// Random numbers: the generator against published numbers, distributions by their moments.
#include "core/ops/random/random.h"
#include "tests/core/ops/kernel_probe.h"
#include "tests/core/ops/near.h"
#include "tests/support/test_class.h"

#include <algorithm>

namespace edgewright::random_test {

using ir::Tensor;
using test::Ints;
using test::near;
using test::Probe;

namespace {

struct Moments {
    double mean = 0, deviation = 0, least = 0, most = 0;
};

Moments momentsOf(const Tensor& tensor) {
    Moments m{0, 0, INFINITY, -INFINITY};
    const auto n = static_cast<double>(tensor.elements());
    for (std::int64_t i = 0; i < tensor.elements(); ++i) {
        const double x = ir::elementAsDouble(tensor, i);
        m.mean += x / n;
        m.deviation += x * x / n;
        m.least = std::min(m.least, x);
        m.most = std::max(m.most, x);
    }
    m.deviation = std::sqrt(m.deviation - m.mean * m.mean);
    return m;
}

bool same(const Tensor& a, const Tensor& b) { return std::ranges::equal(a.bytes(), b.bytes()); }

} // namespace

class RandomTest : public QObject {
    Q_OBJECT

private slots:
    // The reference implementation's 10000th output for seed 5489, and NumPy's first numbers for seed 0.
    void generator() {
        ops::Random standard(5489);
        std::uint32_t last = 0;
        for (int i = 0; i < 10000; ++i)
            last = standard.integer();
        QCOMPARE(last, 4123659995u);
        ops::Random zero(0);
        for (const double expected : {0.5488135039273248, 0.7151893663724195, 0.6027633760716439})
            QCOMPARE(zero.uniform(), expected);
    }

    void uniform() {
        const auto draw = [](float seed) {
            return Probe("RandomUniform", 1)
                .attribute("shape", Ints{100, 100})
                .attribute("low", -1.0f)
                .attribute("high", 3.0f)
                .attribute("seed", seed)
                .run();
        };
        const auto out = draw(1), again = draw(1), other = draw(1.5f);
        QVERIFY2(out, out.text());
        const Moments m = momentsOf(out[0]);
        QVERIFY(std::abs(m.mean - 1) < 0.05 && std::abs(m.deviation - 4 / std::sqrt(12.0)) < 0.05);
        QVERIFY(m.least >= -1 && m.least < -0.99 && m.most <= 3 && m.most > 2.99);
        QVERIFY(same(out[0], again[0]));
        QVERIFY(!same(out[0], other[0]));
    }

    void normal() {
        const auto out = Probe("RandomNormal", 22)
                             .attribute("shape", Ints{20000})
                             .attribute("mean", 2.0f)
                             .attribute("scale", 0.5f)
                             .attribute("dtype", std::int64_t(11))
                             .run();
        QVERIFY2(out, out.text());
        QCOMPARE(out[0].dtype(), ir::DataType::Float64);
        const Moments m = momentsOf(out[0]);
        QVERIFY(std::abs(m.mean - 2) < 0.02 && std::abs(m.deviation - 0.5) < 0.02);
    }

    void like() {
        const Tensor half = *Tensor::allocate(ir::DataType::Float16, {3, 4});
        for (const char* op : {"RandomUniformLike", "RandomNormalLike"}) {
            const auto out = Probe(op, 22).input(half).run();
            QVERIFY2(out, out.text());
            QCOMPARE(out[0].type(), half.type());
            const auto other = Probe(op, 22).attribute("dtype", std::int64_t(1)).input(half).run();
            QVERIFY2(other, other.text());
            QCOMPARE(other[0].dtype(), ir::DataType::Float32);
        }
        QVERIFY(!Probe("RandomNormal", 1).attribute("shape", Ints{-1}).run());
        QVERIFY(!Probe("RandomNormal", 1).run());
        QVERIFY(
            !Probe("RandomNormal", 1).attribute("shape", Ints{1}).attribute("dtype", std::int64_t(7)).run());
    }

    void bernoulli() {
        std::vector<float> probabilities(4000, 0.25f);
        probabilities[0] = 0;
        probabilities[1] = 1;
        const auto out = Probe("Bernoulli", 15)
                             .attribute("dtype", std::int64_t(7))
                             .input(Tensor::of<float>({4000}, probabilities))
                             .run();
        QVERIFY2(out, out.text());
        QCOMPARE(out[0].dtype(), ir::DataType::Int64);
        QCOMPARE(ir::elementAsInt64(out[0], 0), 0);
        QCOMPARE(ir::elementAsInt64(out[0], 1), 1);
        QVERIFY(std::abs(momentsOf(out[0]).mean - 0.25) < 0.03);
        QVERIFY(!Probe("Bernoulli", 15).input(Tensor::of<float>({1}, {1.5f})).run());
        QVERIFY(!Probe("Bernoulli", 15).input(Tensor::of<float>({1}, {NAN})).run());
    }

    void multinomial() {
        const auto out =
            Probe("Multinomial", 7)
                .attribute("sample_size", std::int64_t(4000))
                .input(Tensor::of<float>({2, 3}, {std::log(0.2f), -INFINITY, std::log(0.6f), 50, 0, -50}))
                .run();
        QVERIFY2(out, out.text());
        QCOMPARE(out[0].dims(), (ir::Dims{2, 4000}));
        std::array<int, 3> counts{};
        for (std::int64_t i = 0; i < 4000; ++i) {
            ++counts[static_cast<std::size_t>(ir::elementAsInt64(out[0], i))];
            QCOMPARE(ir::elementAsInt64(out[0], 4000 + i), 0);
        }
        QCOMPARE(counts[1], 0);
        QVERIFY(std::abs(counts[0] - 1000) < 100);
        QVERIFY(!Probe("Multinomial", 7).input(Tensor::of<float>({1, 1}, {NAN})).run());
        QVERIFY(!Probe("Multinomial", 7).input(*Tensor::allocate(ir::DataType::Float32, {1, 0})).run());
    }

    void dropout() {
        const auto drop = [](float ratio, bool training) {
            return Probe("Dropout", 13)
                .attribute("seed", std::int64_t(0))
                .input(Tensor::of<float>({2, 4}, {1, 2, 3, 4, 5, 6, 7, 8}))
                .input(Tensor::scalar(ratio))
                .input(Tensor::scalar(training))
                .outputs(2)
                .run();
        };
        // Seed 0 gives 0.549 0.715 0.603 0.545 0.424 0.646 0.438 0.892.
        const auto out = drop(0.5f, true);
        QVERIFY2(out, out.text());
        QVERIFY(near(out[0], {2, 4, 6, 8, 0, 12, 0, 16}));
        QCOMPARE(out[1].dtype(), ir::DataType::Bool);
        QVERIFY(near(out[1], {1, 1, 1, 1, 0, 1, 0, 1}));
        for (const auto& kept : {drop(0.5f, false), drop(0.0f, true)}) {
            QVERIFY2(kept, kept.text());
            QVERIFY(near(kept[0], {1, 2, 3, 4, 5, 6, 7, 8}));
            QVERIFY(near(kept[1], {1, 1, 1, 1, 1, 1, 1, 1}));
        }
        QVERIFY(!drop(1.0f, true));
        QVERIFY(!drop(-0.1f, true));
        const auto old = Probe("Dropout", 7).input(Tensor::of<float>({2}, {1, 2})).outputs(2).run();
        QVERIFY2(old, old.text());
        QVERIFY(near(old[0], {1, 2}));
        QCOMPARE(old[1].dtype(), ir::DataType::Float32);
    }
};

EDGEWRIGHT_TEST(RandomTest)

} // namespace edgewright::random_test

#include "random_test.moc"
