// SPDX-License-Identifier: GPL-3.0-or-later
// Attention and its family against sums written out in double.
#include "tests/core/ops/kernel_probe.h"

#include <QTest>

#include <array>
#include <cmath>
#include <limits>
#include <optional>

using namespace edgewright;
using namespace edgewright::test;
using ir::Tensor;

namespace {

constexpr const char* Microsoft = "com.microsoft";

// Queries [b, h, s, d], keys [b, g, t, d], values [b, g, t, v]; masked(b, h, i, j) -> what is added to a score.
struct Plain {
    std::int64_t batch, heads, keyHeads, rows, columns, size, valueSize;
    double scale;
};

template <typename Query, typename Key, typename Value, typename Mask, typename Check>
void forEachResult(const Plain& p, Query query, Key key, Value value, Mask mask, Check check) {
    for (std::int64_t b = 0; b < p.batch; ++b)
        for (std::int64_t h = 0; h < p.heads; ++h)
            for (std::int64_t i = 0; i < p.rows; ++i) {
                const std::int64_t g = h / (p.heads / p.keyHeads);
                std::vector<double> weights;
                double sum = 0;
                for (std::int64_t j = 0; j < p.columns; ++j) {
                    double score = 0;
                    for (std::int64_t d = 0; d < p.size; ++d)
                        score += query(b, h, i, d) * key(b, g, j, d);
                    weights.push_back(std::exp(score * p.scale + mask(b, h, i, j)));
                    sum += weights.back();
                }
                for (std::int64_t v = 0; v < p.valueSize; ++v) {
                    double expected = 0;
                    for (std::int64_t j = 0; j < p.columns; ++j)
                        expected += weights[static_cast<std::size_t>(j)] / sum * value(b, g, j, v);
                    check(b, h, i, v, expected);
                }
            }
}

double at(const Tensor& tensor, std::initializer_list<std::int64_t> index) {
    std::int64_t offset = 0;
    std::size_t axis = 0;
    for (const std::int64_t i : index)
        offset = offset * tensor.dims()[axis++] + i;
    return ir::elementAsDouble(tensor, offset);
}

bool close(double a, double b) { return std::abs(a - b) <= 2e-5 * std::max(1.0, std::abs(b)); }

constexpr double Infinity = std::numeric_limits<double>::infinity();

} // namespace

class AttentionTest : public QObject {
    Q_OBJECT

    std::mt19937 m_engine{7};
    Tensor random(ir::Dims dims) { return randomTensor(m_engine, std::move(dims)); }

private slots:
    void fourAxes_data() {
        QTest::addColumn<int>("keyHeads");
        QTest::addColumn<bool>("causal");
        QTest::addColumn<int>("past");
        QTest::addColumn<int>("threads");
        QTest::newRow("plain") << 4 << false << 0 << 1;
        QTest::newRow("shared keys") << 2 << false << 0 << 2;
        QTest::newRow("one key head, causal") << 1 << true << 0 << 1;
        QTest::newRow("cache") << 4 << false << 3 << 1;
        QTest::newRow("cache, causal") << 2 << true << 5 << 2;
    }
    // More rows than one block takes.
    void fourAxes() {
        QFETCH(int, keyHeads);
        QFETCH(bool, causal);
        QFETCH(int, past);
        QFETCH(int, threads);
        const std::int64_t rows = 101;
        const std::int64_t fresh = 103;
        const auto q = random({2, 4, rows, 8});
        const auto k = random({2, keyHeads, fresh, 8});
        const auto v = random({2, keyHeads, fresh, 6});
        const auto pastK = random({2, keyHeads, past, 8});
        const auto pastV = random({2, keyHeads, past, 6});
        Probe probe("Attention", 23);
        probe.attribute("is_causal", std::int64_t(causal)).threads(threads).input(q).input(k).input(v);
        if (past > 0) probe.omitted().input(pastK).input(pastV).outputs(3);
        const auto out = probe.run();
        QVERIFY2(out, out.text());
        QCOMPARE(out[0].dims(), (ir::Dims{2, 4, rows, 6}));
        const auto cached = [&](const Tensor& before, const Tensor& after, auto b, auto g, auto j, auto d) {
            return j < past ? at(before, {b, g, j, d}) : at(after, {b, g, j - past, d});
        };
        bool good = true;
        forEachResult(
            {2, 4, keyHeads, rows, past + fresh, 8, 6, 1 / std::sqrt(8.0)},
            [&](auto b, auto h, auto i, auto d) {
                return at(q, {b, h, i, d});
            },
            [&](auto b, auto g, auto j, auto d) { return cached(pastK, k, b, g, j, d); },
            [&](auto b, auto g, auto j, auto d) { return cached(pastV, v, b, g, j, d); },
            [&](auto, auto, auto i, auto j) { return causal && j > i + past ? -Infinity : 0.0; },
            [&](auto b, auto h, auto i, auto d, double expected) {
                good = good && close(at(out[0], {b, h, i, d}), expected);
            });
        QVERIFY(good);
        if (past > 0) {
            QCOMPARE(out[1].dims(), (ir::Dims{2, keyHeads, past + fresh, 8}));
            QCOMPARE(at(out[1], {1, 0, past, 3}), at(k, {1, 0, 0, 3}));
            QCOMPARE(at(out[2], {1, 0, 2, 5}), at(pastV, {1, 0, 2, 5}));
        }
    }

    void headsInTheLastAxis() {
        const auto q = random({1, 3, 8});
        const auto k = random({1, 5, 4});
        const auto v = random({1, 5, 4});
        const auto out = Probe("Attention", 24)
                             .attribute("q_num_heads", std::int64_t(4))
                             .attribute("kv_num_heads", std::int64_t(2))
                             .attribute("scale", 0.3f)
                             .input(q)
                             .input(k)
                             .input(v)
                             .run();
        QVERIFY2(out, out.text());
        QCOMPARE(out[0].dims(), (ir::Dims{1, 3, 8}));
        forEachResult(
            {1, 4, 2, 3, 5, 2, 2, static_cast<double>(0.3f)},
            [&](auto b, auto h, auto i, auto d) {
                return at(q, {b, i, h * 2 + d});
            },
            [&](auto b, auto g, auto j, auto d) {
                return at(k, {b, j, g * 2 + d});
            },
            [&](auto b, auto g, auto j, auto d) {
                return at(v, {b, j, g * 2 + d});
            },
            [](auto...) { return 0.0; },
            [&](auto b, auto h, auto i, auto d, double expected) {
                QVERIFY(close(at(out[0], {b, i, h * 2 + d}), expected));
            });
    }

    void masks_data() {
        QTest::addColumn<bool>("boolean");
        QTest::newRow("bool") << true;
        QTest::newRow("float") << false;
    }
    void masks() {
        QFETCH(bool, boolean);
        const auto q = random({2, 2, 3, 4});
        const auto k = random({2, 2, 5, 4});
        const auto v = random({2, 2, 5, 4});
        const float none = -std::numeric_limits<float>::infinity();
        const Tensor mask = boolean ? Tensor::of<bool>({2, 1, 1, 3}, {true, false, true, false, true, true})
                                    : Tensor::of<float>({2, 1, 1, 3}, {0, none, 0, none, 0, 0});
        const auto out = Probe("Attention", 24).input(q).input(k).input(v).input(mask).run();
        QVERIFY2(out, out.text());
        const auto seen = [](auto b, auto j) { return j < 3 && (b == 0 ? j != 1 : j != 0); };
        forEachResult(
            {2, 2, 2, 3, 5, 4, 4, 0.5},
            [&](auto b, auto h, auto i, auto d) {
                return at(q, {b, h, i, d});
            },
            [&](auto b, auto g, auto j, auto d) {
                return at(k, {b, g, j, d});
            },
            [&](auto b, auto g, auto j, auto d) {
                return at(v, {b, g, j, d});
            },
            [&](auto b, auto, auto, auto j) { return seen(b, j) ? 0.0 : -Infinity; },
            [&](auto b, auto h, auto i, auto d, double expected) {
                QVERIFY(close(at(out[0], {b, h, i, d}), expected));
            });
    }

    void lengthsAlignTheFrontier() {
        const auto q = random({2, 1, 2, 4});
        const auto k = random({2, 1, 6, 4});
        const auto v = random({2, 1, 6, 4});
        const auto out = Probe("Attention", 24)
                             .attribute("is_causal", std::int64_t(1))
                             .input(q)
                             .input(k)
                             .input(v)
                             .omitted()
                             .omitted()
                             .omitted()
                             .input(Tensor::of<std::int64_t>({2}, {3, 5}))
                             .run();
        QVERIFY2(out, out.text());
        const std::array<std::int64_t, 2> used{3, 5};
        forEachResult(
            {2, 1, 1, 2, 6, 4, 4, 0.5},
            [&](auto b, auto h, auto i, auto d) {
                return at(q, {b, h, i, d});
            },
            [&](auto b, auto g, auto j, auto d) {
                return at(k, {b, g, j, d});
            },
            [&](auto b, auto g, auto j, auto d) {
                return at(v, {b, g, j, d});
            },
            [&](auto b, auto, auto i, auto j) {
                return j <= i + used[static_cast<std::size_t>(b)] - 2 ? 0.0 : -Infinity;
            },
            [&](auto b, auto h, auto i, auto d, double expected) {
                QVERIFY(close(at(out[0], {b, h, i, d}), expected));
            });
    }

    void aRowThatSeesNothingIsZero() {
        const auto x = random({1, 1, 2, 4});
        const auto out = Probe("Attention", 23)
                             .input(x)
                             .input(x)
                             .input(x)
                             .input(Tensor::of<bool>({2, 2}, {false, false, true, true}))
                             .run();
        QVERIFY2(out, out.text());
        for (std::int64_t d = 0; d < 4; ++d)
            QCOMPARE(at(out[0], {0, 0, 0, d}), 0.0);
        QVERIFY(at(out[0], {0, 0, 1, 0}) != 0.0);
    }

    void scoresAreShownInEveryStage() {
        const auto one = [](float x) { return Tensor::of<float>({1, 1, 1, 1}, {x}); };
        const std::array<double, 4> expected{6, 2 * std::tanh(3.0), 2 * std::tanh(3.0) + 0.25, 1};
        for (std::int64_t mode = 0; mode < 4; ++mode) {
            const auto out = Probe("Attention", 24)
                                 .attribute("softcap", 2.0f)
                                 .attribute("qk_matmul_output_mode", mode)
                                 .input(one(2))
                                 .input(one(3))
                                 .input(one(5))
                                 .input(Tensor::of<float>({1, 1}, {0.25f}))
                                 .outputs(4)
                                 .run();
            QVERIFY2(out, out.text());
            QVERIFY(close(at(out[3], {0, 0, 0, 0}), expected[static_cast<std::size_t>(mode)]));
            QCOMPARE(at(out[0], {0, 0, 0, 0}), 5.0);
        }
    }

    void flexWithoutGraphsIsAttention() {
        const auto q = random({2, 4, 3, 4});
        const auto k = random({2, 2, 5, 4});
        const auto v = random({2, 2, 5, 6});
        const auto flex = Probe("FlexAttention", 1, "ai.onnx.preview").input(q).input(k).input(v).run();
        const auto standard = Probe("Attention", 24).input(q).input(k).input(v).run();
        QVERIFY2(flex, flex.text());
        QVERIFY2(standard, standard.text());
        QCOMPARE(flex[0].dims(), (ir::Dims{2, 4, 3, 6}));
        for (std::int64_t i = 0; i < flex[0].elements(); ++i)
            QVERIFY(close(ir::elementAsDouble(flex[0], i), ir::elementAsDouble(standard[0], i)));
        QVERIFY(!Probe("FlexAttention", 1, "ai.onnx.preview").input(q).input(v).input(k).run());
    }

    void hostileAttention() {
        const auto x = random({1, 2, 4});
        const auto probe = [&](std::int64_t heads, std::int64_t keyHeads) {
            return Probe("Attention", 24)
                .attribute("q_num_heads", heads)
                .attribute("kv_num_heads", keyHeads)
                .input(x)
                .input(x)
                .input(x);
        };
        QVERIFY(probe(2, 2).run());
        QVERIFY(!probe(3, 2).run());
        QVERIFY(!probe(0, 0).run());
        QVERIFY(!probe(-1, 2).run());
        QVERIFY(!probe(2, 2).attribute("qk_matmul_output_mode", std::int64_t(9)).run());
        QVERIFY(!probe(2, 2).input(random({3, 3})).run());
        QVERIFY(!probe(2, 2).omitted().input(random({1, 2, 3, 2})).run());
        QVERIFY(!probe(2, 2).omitted().omitted().omitted().input(Tensor::of<std::int64_t>({1}, {3})).run());
        const Tensor empty = Tensor::of<float>({1, 2, 0}, {});
        QVERIFY(!Probe("Attention", 24)
                     .attribute("q_num_heads", INT64_MAX)
                     .attribute("kv_num_heads", INT64_MAX)
                     .input(empty)
                     .input(empty)
                     .input(empty)
                     .run());
    }

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

    // The fused operator is its projection and the standard operator.
    void projectionInside() {
        const auto x = random({2, 3, 4});
        const auto weight = random({4, 24});
        const auto bias = random({24});
        const auto past = random({2, 2, 2, 2, 4});
        const auto mask = Tensor::of<std::int32_t>({2, 5}, {0, 1, 1, 1, 1, 1, 1, 1, 1, 1});
        const auto out = Probe("Attention", 1, Microsoft)
                             .attribute("num_heads", std::int64_t(2))
                             .attribute("unidirectional", std::int64_t(1))
                             .input(x)
                             .input(weight)
                             .input(bias)
                             .input(mask)
                             .input(past)
                             .outputs(2)
                             .run();
        QVERIFY2(out, out.text());
        const auto projected = [&](auto b, auto i, auto column) {
            double sum = at(bias, {column});
            for (std::int64_t c = 0; c < 4; ++c)
                sum += at(x, {b, i, c}) * at(weight, {c, column});
            return sum;
        };
        const auto cached = [&](std::int64_t which, auto b, auto h, auto j, auto d) {
            return j < 2 ? at(past, {which, b, h, j, d}) : projected(b, j - 2, (which + 1) * 8 + h * 4 + d);
        };
        forEachResult(
            {2, 2, 2, 3, 5, 4, 4, 0.5},
            [&](auto b, auto h, auto i, auto d) { return projected(b, i, h * 4 + d); },
            [&](auto b, auto h, auto j, auto d) { return cached(0, b, h, j, d); },
            [&](auto b, auto h, auto j, auto d) { return cached(1, b, h, j, d); },
            [](auto b, auto, auto i, auto j) { return (b == 0 && j == 0) || j > i + 2 ? -Infinity : 0.0; },
            [&](auto b, auto h, auto i, auto d, double expected) {
                QVERIFY(close(at(out[0], {b, i, h * 4 + d}), expected));
            });
        QVERIFY(close(at(out[1], {1, 1, 0, 4, 3}), cached(1, 1, 0, 4, 3)));
    }

    // One number for all keys cancels in the softmax; every other mask has a number per key.
    void aMaskOfOneColumnSaysNothing() {
        const auto run = [&, x = random({1, 2, 4}), weight = random({4, 12})](std::optional<Tensor> mask) {
            Probe probe("Attention", 1, Microsoft);
            probe.attribute("num_heads", std::int64_t(2)).input(x).input(weight).omitted();
            if (mask) probe.input(*mask);
            return probe.run();
        };
        const auto plain = run(std::nullopt);
        const auto zero = run(Tensor::of<std::int32_t>({1, 1}, {0}));
        const auto last = run(Tensor::of<std::int32_t>({1}, {1}));
        QVERIFY2(plain, plain.text());
        QVERIFY2(zero, zero.text());
        QVERIFY2(last, last.text());
        for (std::int64_t i = 0; i < 8; ++i)
            QCOMPARE(ir::elementAsDouble(zero[0], i), ir::elementAsDouble(plain[0], i));
        for (std::int64_t i = 0; i < 4; ++i) // only key 0 counts: both rows are its value
            QVERIFY(close(at(last[0], {0, 0, i}), at(last[0], {0, 1, i})));
        QVERIFY(!run(Tensor::of<std::int32_t>({1, 3}, {1, 1, 1})));
    }

    void packedInputsAreTheSame() {
        const auto q = random({1, 3, 4});
        const auto k = random({1, 3, 4});
        const auto v = random({1, 3, 4});
        auto packed = Tensor::allocate(ir::DataType::Float32, {1, 3, 2, 3, 2});
        auto pair = Tensor::allocate(ir::DataType::Float32, {1, 3, 2, 2, 2});
        QVERIFY(packed && pair);
        for (std::int64_t i = 0; i < 3; ++i)
            for (std::int64_t h = 0; h < 2; ++h)
                for (std::int64_t d = 0; d < 2; ++d) {
                    const std::array parts{at(q, {0, i, h * 2 + d}), at(k, {0, i, h * 2 + d}),
                                           at(v, {0, i, h * 2 + d})};
                    for (std::int64_t part = 0; part < 3; ++part) {
                        const auto value = static_cast<float>(parts[static_cast<std::size_t>(part)]);
                        packed->as<float>()[static_cast<std::size_t>(((i * 2 + h) * 3 + part) * 2 + d)] = value;
                        if (part > 0)
                            pair->as<float>()[static_cast<std::size_t>(((i * 2 + h) * 2 + part - 1) * 2 + d)] =
                                value;
                    }
                }
        const auto probe = [] {
            return Probe("MultiHeadAttention", 1, Microsoft).attribute("num_heads", std::int64_t(2));
        };
        const auto apart = probe().input(q).input(k).input(v).outputs(3).run();
        const auto together = probe().input(*packed).run();
        const auto two = probe().input(q).input(*pair).run();
        const auto standard = Probe("Attention", 23)
                                  .attribute("q_num_heads", std::int64_t(2))
                                  .attribute("kv_num_heads", std::int64_t(2))
                                  .input(q)
                                  .input(k)
                                  .input(v)
                                  .run();
        for (const Outcome* out : {&apart, &together, &two, &standard})
            QVERIFY2(*out, out->text());
        for (std::int64_t i = 0; i < 12; ++i)
            for (const Outcome* out : {&apart, &together, &two})
                QVERIFY(close(ir::elementAsDouble((*out)[0], i), ir::elementAsDouble(standard[0], i)));
        QCOMPARE(at(apart[1], {0, 1, 2, 1}), at(k, {0, 2, 3}));
        QVERIFY(!probe().input(q).run());
        QVERIFY(!probe()
                     .input(q)
                     .input(k)
                     .input(v)
                     .omitted()
                     .input(Tensor::of<std::int32_t>({7}, Int32s(7, 1)))
                     .run());
    }

    void residualNormalisation() {
        const auto x = Tensor::of<float>({1, 2}, {1, 2});
        const auto skip = Tensor::of<float>({1, 2}, {2, 5});
        const auto scale = Tensor::of<float>({2}, {2, 3});
        const auto shift = Tensor::of<float>({2}, {0.5f, -0.5f});
        const auto centred = Probe("SkipLayerNormalization", 1, Microsoft)
                                 .input(x)
                                 .input(skip)
                                 .input(scale)
                                 .input(shift)
                                 .input(Tensor::of<float>({2}, {1, 1}))
                                 .outputs(4)
                                 .run();
        QVERIFY2(centred, centred.text());
        // The sum is (4, 8): mean 6, deviation 2.
        QVERIFY(close(at(centred[0], {0, 0}), -1.5));
        QVERIFY(close(at(centred[0], {0, 1}), 2.5));
        QVERIFY(close(at(centred[1], {0, 0}), 6));
        QVERIFY(close(at(centred[2], {0, 0}), 0.5));
        QCOMPARE(at(centred[3], {0, 1}), 8.0);
        const auto plain = Probe("SkipSimplifiedLayerNormalization", 1, Microsoft)
                               .input(x)
                               .input(skip)
                               .input(scale)
                               .outputs(4)
                               .run();
        QVERIFY2(plain, plain.text());
        const double root = std::sqrt((9.0 + 49.0) / 2);
        QVERIFY(close(at(plain[0], {0, 1}), 7 * 3 / root));
        const auto simplified =
            Probe("SimplifiedLayerNormalization", 1).input(skip).input(scale).outputs(2).run();
        QVERIFY2(simplified, simplified.text());
        QVERIFY(close(at(simplified[0], {0, 0}), 2 * 2 / std::sqrt(14.5 + 1e-5)));
        QVERIFY(close(at(simplified[1], {0, 0}), 1 / std::sqrt(14.5 + 1e-5)));
    }

    void embedding() {
        const auto out = Probe("EmbedLayerNormalization", 1, Microsoft)
                             .input(Tensor::of<std::int32_t>({1, 2}, {1, 0}))
                             .input(Tensor::of<std::int32_t>({1, 2}, {0, 1}))
                             .input(Tensor::of<float>({2, 2}, {1, 2, 3, 4}))
                             .input(Tensor::of<float>({2, 2}, {0, 0, 10, 20}))
                             .input(Tensor::of<float>({2, 2}, {0, 1, 0, 0}))
                             .input(Tensor::of<float>({2}, {1, 1}))
                             .input(Tensor::of<float>({2}, {0, 0}))
                             .input(Tensor::of<std::int32_t>({1, 2}, {1, 0}))
                             .outputs(3)
                             .run();
        QVERIFY2(out, out.text());
        QCOMPARE(at(out[2], {0, 0, 1}), 5.0);
        QCOMPARE(at(out[2], {0, 1, 1}), 22.0);
        QVERIFY(close(at(out[0], {0, 0, 0}), -1));
        QCOMPARE(ir::elementAsInt64(out[1], 0), std::int64_t(1));
    }

    void activations_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<bool>("biased");
        for (const char* name : {"BiasGelu", "FastGelu"})
            QTest::newRow(name) << QString::fromLatin1(name) << true;
        for (const char* name : {"Gelu", "QuickGelu"})
            QTest::newRow(name) << QString::fromLatin1(name) << false;
    }
    void activations() {
        QFETCH(QString, name);
        QFETCH(bool, biased);
        const auto x = random({3, 5});
        const auto bias = random({5});
        Probe probe(name.toStdString(), 1, Microsoft);
        probe.input(x);
        if (biased) probe.input(bias);
        const auto out = probe.run();
        QVERIFY2(out, out.text());
        for (std::int64_t i = 0; i < 15; ++i) {
            const double in = ir::elementAsDouble(x, i) + (biased ? ir::elementAsDouble(bias, i % 5) : 0);
            const double tanh = in / 2 * (1 + std::tanh(0.7978845608028654 * (in + 0.044715 * in * in * in)));
            const double erf = in / 2 * (1 + std::erf(in / std::sqrt(2.0)));
            const double quick = in / (1 + std::exp(-1.702 * in));
            const std::string op = name.toStdString();
            const double expected = op == "FastGelu" ? tanh : op == "QuickGelu" ? quick : erf;
            QVERIFY(close(ir::elementAsDouble(out[0], i), expected));
        }
    }

    void fusedProducts() {
        const auto a = random({3, 2, 4});
        const auto b = random({2, 5, 3});
        // transBatchA: [m, batch, k] is [batch, m, k]; with transA, [k, batch, m].
        const auto out = Probe("FusedMatMul", 1, Microsoft)
                             .attribute("transA", std::int64_t(1))
                             .attribute("transBatchA", std::int64_t(1))
                             .attribute("transB", std::int64_t(1))
                             .attribute("alpha", 2.0f)
                             .input(a)
                             .input(b)
                             .run();
        QVERIFY2(out, out.text());
        QCOMPARE(out[0].dims(), (ir::Dims{2, 4, 5}));
        for (std::int64_t n = 0; n < 2; ++n)
            for (std::int64_t i = 0; i < 4; ++i)
                for (std::int64_t j = 0; j < 5; ++j) {
                    double sum = 0;
                    for (std::int64_t k = 0; k < 3; ++k)
                        sum += at(a, {k, n, i}) * at(b, {n, j, k});
                    QVERIFY(close(at(out[0], {n, i, j}), 2 * sum));
                }
        const auto gemm = Probe("FusedGemm", 1, Microsoft)
                              .attribute("activation", std::string("LeakyRelu"))
                              .attribute("activation_alpha", 0.5f)
                              .input(Tensor::of<float>({1, 1}, {2}))
                              .input(Tensor::of<float>({1, 2}, {3, -3}))
                              .run();
        QVERIFY2(gemm, gemm.text());
        QCOMPARE(at(gemm[0], {0, 0}), 6.0);
        QCOMPARE(at(gemm[0], {0, 1}), -3.0);
        const auto conv = [&](const char* activation) {
            return Probe("FusedConv", 1, Microsoft)
                .attribute("activation", std::string(activation))
                .input(Tensor::of<float>({1, 1, 1, 2}, {1, -5}))
                .input(Tensor::of<float>({1, 1, 1, 1}, {2}))
                .omitted()
                .input(Tensor::of<float>({1, 1, 1, 2}, {3, 4}))
                .run();
        };
        const auto fused = conv("Relu");
        QVERIFY2(fused, fused.text());
        QCOMPARE(at(fused[0], {0, 0, 0, 0}), 5.0);
        QCOMPARE(at(fused[0], {0, 0, 0, 1}), 0.0);
        QVERIFY(!conv("Nonsense"));
    }

    void groupNormChannelsLast() {
        const auto x = random({1, 2, 3, 4});
        const auto scale = random({4});
        const auto shift = random({4});
        const auto out = Probe("GroupNorm", 1, Microsoft)
                             .attribute("groups", std::int64_t(2))
                             .attribute("activation", std::int64_t(1))
                             .input(x)
                             .input(scale)
                             .input(shift)
                             .run();
        QVERIFY2(out, out.text());
        for (std::int64_t group = 0; group < 2; ++group) {
            double sum = 0;
            double squares = 0;
            for (std::int64_t i = 0; i < 12; ++i) {
                const double value = ir::elementAsDouble(x, i / 2 * 4 + group * 2 + i % 2);
                sum += value;
                squares += value * value;
            }
            const double mean = sum / 12;
            const double deviation = std::sqrt(squares / 12 - mean * mean + 1e-5);
            for (std::int64_t i = 0; i < 12; ++i) {
                const std::int64_t place = i / 2 * 4 + group * 2 + i % 2;
                const std::int64_t channel = place % 4;
                const double normal =
                    (ir::elementAsDouble(x, place) - mean) / deviation * ir::elementAsDouble(scale, channel) +
                    ir::elementAsDouble(shift, channel);
                QVERIFY(close(ir::elementAsDouble(out[0], place), normal / (1 + std::exp(-normal))));
            }
        }
    }

    void macsCountBothProducts() {
        const auto macs = [](const Probe& probe, const std::vector<ir::TensorType>& in,
                             const std::vector<ir::TensorType>& out) {
            return ops::find(probe.node().domain, probe.node().op)->macs(probe.node(), in, out);
        };
        const ir::TensorType x(ir::DataType::Float32, ir::Dims{2, 3, 8});
        const ir::TensorType weight(ir::DataType::Float32, ir::Dims{8, 24});
        Probe standard("Attention", 23);
        standard.attribute("q_num_heads", std::int64_t(2)).attribute("kv_num_heads", std::int64_t(2));
        QCOMPARE(macs(standard, {x, x, x}, {x}), std::int64_t(2 * 2 * 3 * 3 * (4 + 4)));
        Probe fused("Attention", 1, Microsoft);
        fused.attribute("num_heads", std::int64_t(2));
        QCOMPARE(macs(fused, {x, weight}, {x}), std::int64_t(2 * 3 * 8 * 24 + 2 * 3 * 3 * 16));
    }

private:
    using Int32s = std::vector<std::int32_t>;
};

QTEST_GUILESS_MAIN(AttentionTest)
#include "attention_test.moc"
