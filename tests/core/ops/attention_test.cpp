// SPDX-License-Identifier: GPL-3.0-or-later
// Attention against sums written out in double.
#include "tests/core/ops/attention_reference.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <array>
#include <cmath>

namespace edgewright::attention_test {

using namespace edgewright::test;
using ir::Tensor;

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
};

EDGEWRIGHT_TEST(AttentionTest)

} // namespace edgewright::attention_test

#include "attention_test.moc"
