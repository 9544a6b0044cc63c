// SPDX-License-Identifier: GPL-3.0-or-later
// What surrounds attention: positions, linear attention, convolutions with a state, caches, running products.
#include "tests/core/ops/attention_reference.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <array>
#include <cmath>

namespace edgewright::sequence_models_test {

using namespace edgewright::test;
using ir::Tensor;

namespace {

constexpr const char* Microsoft = "com.microsoft";

} // namespace

class SequenceModelsTest : public QObject {
    Q_OBJECT

    std::mt19937 m_engine{7};
    Tensor random(ir::Dims dims) { return randomTensor(m_engine, std::move(dims)); }

private slots:
    void rotary() {
        // One head of four, turned by (angle 0, 1) tables written by hand: cos (0.6, 0), sin (0.8, 1).
        const auto x = Tensor::of<float>({1, 1, 1, 4}, {1, 2, 3, 4});
        const auto cosine = Tensor::of<float>({2, 2}, {1, 1, 0.6f, 0});
        const auto sine = Tensor::of<float>({2, 2}, {0, 0, 0.8f, 1});
        const auto place = Tensor::of<std::int64_t>({1, 1}, {1});
        const auto turned = [&](std::int64_t interleaved) {
            return Probe("RotaryEmbedding", 23)
                .attribute("interleaved", interleaved)
                .input(x)
                .input(cosine)
                .input(sine)
                .input(place)
                .run();
        };
        const auto expect = [](const Outcome& out, const std::array<double, 4>& expected) {
            QVERIFY2(out, out.text());
            for (std::int64_t i = 0; i < 4; ++i)
                QVERIFY(close(ir::elementAsDouble(out[0], i), expected[static_cast<std::size_t>(i)]));
        };
        expect(turned(0), {0.6 - 2.4, -4, 0.8 + 1.8, 2});
        expect(turned(1), {0.6 - 1.6, 0.8 + 1.2, -4, 3});
        // The other domain has the positions first, and one of them stands for a sequence.
        expect(Probe("RotaryEmbedding", 1, Microsoft)
                   .input(x.reshaped({1, 1, 4}))
                   .input(Tensor::of<std::int64_t>({1}, {1}))
                   .input(cosine)
                   .input(sine)
                   .run(),
               {0.6 - 2.4, -4, 0.8 + 1.8, 2});
        QVERIFY(!Probe("RotaryEmbedding", 23)
                     .input(x)
                     .input(cosine)
                     .input(sine)
                     .input(Tensor::of<std::int64_t>({1, 1}, {2}))
                     .run());
    }

    void linearAttentionStepByStep() {
        // One head of size 1: S and everything else are numbers.
        const auto numbers = [](const std::vector<float>& values) {
            return Tensor::of<float>({1, 2, 1}, values);
        };
        const auto out = Probe("LinearAttention", 27)
                             .attribute("q_num_heads", std::int64_t(1))
                             .attribute("kv_num_heads", std::int64_t(1))
                             .attribute("scale", 0.5f)
                             .input(numbers({2, 3}))
                             .input(numbers({1, 2}))
                             .input(numbers({4, 5}))
                             .input(Tensor::of<float>({1, 1, 1, 1}, {10}))
                             .input(numbers({0, std::log(0.5f)}))
                             .input(numbers({0.5f, 0.25f}))
                             .outputs(2)
                             .run();
        QVERIFY2(out, out.text());
        // S = 10 + 0.5 (4 - 10) = 7; then 3.5 + 2 * 0.25 (5 - 7) = 2.5.
        QVERIFY(close(ir::elementAsDouble(out[0], 0), 7));
        QVERIFY(close(ir::elementAsDouble(out[0], 1), 3.75));
        QVERIFY(close(ir::elementAsDouble(out[1], 0), 2.5));
        QVERIFY(!Probe("LinearAttention", 27)
                     .attribute("q_num_heads", std::int64_t(1))
                     .attribute("kv_num_heads", std::int64_t(1))
                     .input(numbers({2, 3}))
                     .input(numbers({1, 2}))
                     .input(numbers({4, 5}))
                     .run());
    }

    void causalConvolutionKeepsItsState() {
        const auto x = Tensor::of<float>({1, 1, 3}, {1, 2, 3});
        const auto weight = Tensor::of<float>({1, 1, 3}, {1, 10, 100});
        const auto out = Probe("CausalConvWithState", 27)
                             .input(x)
                             .input(weight)
                             .input(Tensor::of<float>({1}, {0.5f}))
                             .input(Tensor::of<float>({1, 1, 2}, {7, 8}))
                             .outputs(2)
                             .run();
        QVERIFY2(out, out.text());
        QCOMPARE(ir::elementAsDouble(out[0], 0), 187.5);
        QCOMPARE(ir::elementAsDouble(out[0], 1), 218.5);
        QCOMPARE(ir::elementAsDouble(out[0], 2), 321.5);
        QCOMPARE(ir::elementAsDouble(out[1], 0), 2.0);
        QCOMPARE(ir::elementAsDouble(out[1], 1), 3.0);
    }

    void tensorScatter() {
        const auto cache = Tensor::of<std::int32_t>({2, 3, 1}, {1, 2, 3, 4, 5, 6});
        const auto update = Tensor::of<std::int32_t>({2, 2, 1}, {10, 20, 30, 40});
        const auto put = [&](const char* mode, std::int64_t first, std::int64_t second) {
            return Probe("TensorScatter", 24)
                .attribute("mode", std::string(mode))
                .input(cache)
                .input(update)
                .input(Tensor::of<std::int64_t>({2}, {first, second}))
                .run();
        };
        const auto linear = put("linear", 0, 1);
        QVERIFY2(linear, linear.text());
        QCOMPARE(ir::toInt64s(linear[0]), (Ints{10, 20, 3, 4, 30, 40}));
        const auto circular = put("circular", 2, 1);
        QVERIFY2(circular, circular.text());
        QCOMPARE(ir::toInt64s(circular[0]), (Ints{20, 2, 10, 4, 30, 40}));
        QVERIFY(!put("linear", 2, 0));
        QVERIFY(!put("linear", -1, 0));
        QVERIFY(!put("round", 0, 0));
    }

    void cumulativeProduct() {
        const auto x = Tensor::of<std::int32_t>({3}, {2, 3, 4});
        const auto product = [&](std::int64_t exclusive, std::int64_t reverse) {
            return Probe("CumProd", 26)
                .attribute("exclusive", exclusive)
                .attribute("reverse", reverse)
                .input(x)
                .input(Tensor::scalar<std::int64_t>(0))
                .run();
        };
        QCOMPARE(ir::toInt64s(product(0, 0)[0]), (Ints{2, 6, 24}));
        QCOMPARE(ir::toInt64s(product(1, 0)[0]), (Ints{1, 2, 6}));
        QCOMPARE(ir::toInt64s(product(0, 1)[0]), (Ints{24, 12, 4}));
        QCOMPARE(ir::toInt64s(product(1, 1)[0]), (Ints{12, 4, 1}));
    }
};

EDGEWRIGHT_TEST(SequenceModelsTest)

} // namespace edgewright::sequence_models_test

#include "sequence_models_test.moc"
