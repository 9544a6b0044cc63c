// SPDX-License-Identifier: GPL-3.0-or-later
// Attention as com.microsoft has it, with projections, masks and packed operands.
#include "tests/core/ops/attention_reference.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <array>
#include <optional>

namespace edgewright::microsoft_attention_test {

using namespace edgewright::test;
using ir::Tensor;

namespace {

constexpr const char* Microsoft = "com.microsoft";

} // namespace

class MicrosoftAttentionTest : public QObject {
    Q_OBJECT

    std::mt19937 m_engine{7};
    Tensor random(ir::Dims dims) { return randomTensor(m_engine, std::move(dims)); }

private slots:
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

    // Against the standard's attention, which repeats the heads of keys by itself.
    void sharedHeadsWithACache() {
        const auto q = random({1, 2, 16});
        const auto k = random({1, 2, 8});
        const auto v = random({1, 2, 8});
        const auto pastKey = random({1, 2, 3, 4});
        const auto pastValue = random({1, 2, 3, 4});
        const auto standard = Probe("Attention", 23)
                                  .attribute("q_num_heads", std::int64_t(4))
                                  .attribute("kv_num_heads", std::int64_t(2))
                                  .attribute("is_causal", std::int64_t(1))
                                  .input(q)
                                  .input(k)
                                  .input(v)
                                  .omitted()
                                  .input(pastKey)
                                  .input(pastValue)
                                  .outputs(3)
                                  .run();
        QVERIFY2(standard, standard.text());
        const auto out = sharedHeads(q, k, v, pastKey, pastValue, {4}, 5).run();
        QVERIFY2(out, out.text());
        for (std::size_t i = 0; i < 3; ++i)
            QVERIFY(alike(out[i], standard[i]));

        // The same in a cache with room for more: what lies behind is not looked at, and becomes zero.
        const auto roomy = [&](const Tensor& past) {
            auto buffer = random({1, 2, 8, 4});
            for (std::int64_t h = 0; h < 2; ++h)
                std::copy_n(past.as<float>().data() + h * 12, 12, buffer.as<float>().data() + h * 32);
            return buffer;
        };
        const auto buffered = sharedHeads(q, k, v, roomy(pastKey), roomy(pastValue), {4}, 5).run();
        QVERIFY2(buffered, buffered.text());
        QVERIFY(alike(buffered[0], standard[0]));
        QCOMPARE(buffered[1].dims(), (ir::Dims{1, 2, 8, 4}));
        for (std::int64_t i = 0; i < 8; ++i)
            QCOMPARE(at(buffered[2], {0, 1, i, 2}), i < 5 ? at(standard[2], {0, 1, i, 2}) : 0.0);

        // And with queries, keys and values in one.
        auto packed = Tensor::allocate(ir::DataType::Float32, {1, 2, 32});
        for (std::int64_t i = 0; i < 2; ++i) {
            float* row = packed->as<float>().data() + i * 32;
            std::copy_n(q.as<float>().data() + i * 16, 16, row);
            std::copy_n(k.as<float>().data() + i * 8, 8, row + 16);
            std::copy_n(v.as<float>().data() + i * 8, 8, row + 24);
        }
        const auto together = sharedHeads(*packed, {}, {}, pastKey, pastValue, {4}, 5).run();
        QVERIFY2(together, together.text());
        for (std::size_t i = 0; i < 3; ++i)
            QVERIFY(alike(together[i], standard[i]));
    }

    // Each sequence of a batch has a cache of its own length.
    void sharedHeadsOfDifferentLengths() {
        const auto q = random({2, 1, 16});
        const auto k = random({2, 1, 8});
        const auto v = random({2, 1, 8});
        const auto pastKey = random({2, 2, 3, 4});
        const auto pastValue = random({2, 2, 3, 4});
        const auto entry = [](const Tensor& whole, std::int64_t b) {
            ir::Dims dims = whole.dims();
            const std::int64_t part = whole.elements() / 2;
            dims[0] = 1;
            auto result = Tensor::allocate(ir::DataType::Float32, dims);
            std::copy_n(whole.as<float>().data() + b * part, part, result->as<float>().data());
            return *result;
        };
        const auto out = sharedHeads(q, k, v, pastKey, pastValue, {1, 3}, 4).run();
        QVERIFY2(out, out.text());
        for (std::int64_t b = 0; b < 2; ++b) {
            const auto alone = sharedHeads(entry(q, b), entry(k, b), entry(v, b), entry(pastKey, b),
                                           entry(pastValue, b), {b == 0 ? 1 : 3}, 4)
                                   .run();
            QVERIFY2(alone, alone.text());
            QVERIFY(alike(alone[0], entry(out[0], b)));
            QVERIFY(alike(alone[1], entry(out[1], b)));
        }
    }

    void sharedHeadsWithPositionsAndWindow() {
        const auto q = random({1, 3, 16});
        const auto k = random({1, 3, 8});
        const auto v = random({1, 3, 8});
        const auto cosine = random({9, 2});
        const auto sine = random({9, 2});
        const auto turned = [&](const Tensor& x, std::int64_t heads, bool interleaved) {
            const auto out = Probe("RotaryEmbedding", 1, Microsoft)
                                 .attribute("num_heads", heads)
                                 .attribute("interleaved", std::int64_t(interleaved))
                                 .input(x)
                                 .input(Tensor::of<std::int64_t>({1, 3}, {0, 1, 2}))
                                 .input(cosine)
                                 .input(sine)
                                 .run();
            return out ? out[0] : Tensor();
        };
        for (const bool interleaved : {false, true}) {
            const auto inside = sharedHeads(q, k, v, {}, {}, {2}, 3)
                                    .attribute("do_rotary", std::int64_t(1))
                                    .attribute("rotary_interleaved", std::int64_t(interleaved))
                                    .input(cosine)
                                    .input(sine)
                                    .run();
            const auto before =
                sharedHeads(turned(q, 4, interleaved), turned(k, 2, interleaved), v, {}, {}, {2}, 3).run();
            QVERIFY2(inside, inside.text());
            QVERIFY2(before, before.text());
            QVERIFY(alike(inside[0], before[0]));
            QVERIFY(alike(inside[1], before[1]));
        }
        // A row that sees itself alone is its own value.
        const auto narrow =
            sharedHeads(q, k, v, {}, {}, {2}, 3).attribute("local_window_size", std::int64_t(1)).run();
        QVERIFY2(narrow, narrow.text());
        for (std::int64_t i = 0; i < 3; ++i)
            for (std::int64_t h = 0; h < 4; ++h)
                QVERIFY(close(at(narrow[0], {0, i, h * 4 + 1}), at(v, {0, i, h / 2 * 4 + 1})));
        QVERIFY(!sharedHeads(q, k, v, {}, {}, {2}, 3)
                     .attribute("do_rotary", std::int64_t(1))
                     .input(random({2, 2}))
                     .input(random({2, 2}))
                     .run()); // a position behind the tables
    }

    // A bias per head and key, a sink per head (or the number 0 as one) and a window of two rows, behind a
    // cache of three that has room for six.
    void sharedHeadsWithBiasSinksAndWindow_data() {
        QTest::addColumn<bool>("sinks");
        QTest::newRow("sinks") << true;
        QTest::newRow("smooth softmax") << false;
    }
    void sharedHeadsWithBiasSinksAndWindow() {
        QFETCH(bool, sinks);
        const auto q = random({1, 2, 16}), k = random({1, 2, 8}), v = random({1, 2, 8});
        const auto pastKey = random({1, 2, 6, 4}), pastValue = random({1, 2, 6, 4});
        const auto bias = random({1, 4, 2, 5}), sink = random({4});
        Probe probe = sharedHeads(q, k, v, pastKey, pastValue, {4}, 5);
        probe.attribute("local_window_size", std::int64_t(2)).omitted().omitted().omitted().input(bias);
        if (sinks)
            probe.input(sink);
        else
            probe.attribute("smooth_softmax", std::int64_t(1));
        const auto out = probe.run();
        QVERIFY2(out, out.text());
        const auto row = [](const Tensor& fresh, const Tensor& past, auto g, auto j, auto d) {
            return j < 3 ? at(past, {0, g, j, d}) : at(fresh, {0, j - 3, g * 4 + d});
        };
        for (std::int64_t h = 0; h < 4; ++h)
            for (std::int64_t i = 0; i < 2; ++i) {
                double sum = std::exp(sinks ? at(sink, {h}) : 0.0);
                std::array<double, 4> weighted{};
                for (const std::int64_t j : {i + 2, i + 3}) {
                    double score = 0;
                    for (std::int64_t d = 0; d < 4; ++d)
                        score += at(q, {0, i, h * 4 + d}) * row(k, pastKey, h / 2, j, d) / 2;
                    const double power = std::exp(score + at(bias, {0, h, i, j}));
                    sum += power;
                    for (std::int64_t d = 0; d < 4; ++d)
                        weighted[std::size_t(d)] += power * row(v, pastValue, h / 2, j, d);
                }
                for (std::int64_t d = 0; d < 4; ++d)
                    QVERIFY(close(at(out[0], {0, i, h * 4 + d}), weighted[std::size_t(d)] / sum));
            }
    }

    // Shapes do not depend on what the scores are made of, nor on whether it can run.
    void shapesOfSharedHeadsAreKnown() {
        const auto q = random({1, 2, 16}), k = random({1, 2, 8});
        const auto codes = Tensor::of<std::int8_t>({1, 2, 3, 4}, std::vector<std::int8_t>(24));
        const auto coded = [&] {
            return sharedHeads(q, k, k, codes, codes, {4}, 5).omitted().omitted().omitted().omitted().omitted();
        };
        const auto out = coded().input(Tensor::scalar(1.0f)).input(Tensor::scalar(1.0f)).infer();
        QVERIFY2(!out.error, out.text());
        QCOMPARE(out.types[0].text(), std::string("float32[1,2,16]"));
        QCOMPARE(out.types[1].text(), std::string("int8[1,2,5,4]"));
        const auto ran = coded().input(Tensor::scalar(1.0f)).input(Tensor::scalar(1.0f)).run();
        QVERIFY(ran.error && ran.error->code == ErrorCode::Unsupported);
    }

    void hostileSharedHeads() {
        const auto q = random({1, 2, 16});
        const auto k = random({1, 2, 8});
        const auto past = random({1, 2, 3, 4});
        QVERIFY(sharedHeads(q, k, k, past, past, {4}, 5).run());
        for (const std::int32_t length : {-1, 0, 5, INT32_MIN, INT32_MAX})
            QVERIFY(!sharedHeads(q, k, k, past, past, {length}, 5).run());
        for (const std::int32_t total : {0, -1, INT32_MIN, INT32_MAX})
            static_cast<void>(sharedHeads(q, k, k, past, past, {4}, total).infer());
        QVERIFY(!sharedHeads(q, k, k, past, past, {4}, -1).run());
        QVERIFY(!sharedHeads(q, k, k, past, {}, {4}, 5).run());
        QVERIFY(!sharedHeads(q, k, k, random({1, 1, 3, 4}), past, {4}, 5).run());
        QVERIFY(!sharedHeads(q, k, random({1, 1, 8}), past, past, {4}, 5).run());
        QVERIFY(!sharedHeads(q, k, k, past, past, {4, 4}, 5).run());
        QVERIFY(!sharedHeads(q, k, k, past, past, {4}, 5).attribute("kv_num_heads", std::int64_t(3)).run());
        QVERIFY(!sharedHeads(q, k, k, past, past, {4}, 5).attribute("num_heads", std::int64_t(0)).run());
        QVERIFY(!sharedHeads(random({1, 2, 15}), {}, {}, past, past, {4}, 5).run());
        const auto withTerms = [&](const Tensor& bias, const Tensor& sinks) {
            return sharedHeads(q, k, k, past, past, {4}, 5)
                .omitted()
                .omitted()
                .omitted()
                .input(bias)
                .input(sinks)
                .run();
        };
        QVERIFY(withTerms(random({1, 1, 2, 5}), random({4})));
        QVERIFY(!withTerms(random({1, 1, 2, 4}), random({4})));
        QVERIFY(!withTerms(random({2, 2, 2, 2, 5}), random({4})));
        QVERIFY(!withTerms(random({1, 1, 2, 5}), random({3})));
    }

    void macsCountBothProducts() {
        const auto macs = [](const Probe& probe, const std::vector<ir::TensorType>& in,
                             const std::vector<ir::TensorType>& out) {
            const auto products =
                ops::find(probe.node().domain, probe.node().op)->products(probe.node(), in, out);
            return products ? ops::macsOf(*products) : -1;
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
    static Probe sharedHeads(const Tensor& q, const Tensor& k, const Tensor& v, const Tensor& pastKey,
                             const Tensor& pastValue, const std::vector<std::int32_t>& lengths,
                             std::int32_t total) {
        Probe probe("GroupQueryAttention", 1, Microsoft);
        probe.attribute("num_heads", std::int64_t(4)).attribute("kv_num_heads", std::int64_t(2)).outputs(3);
        for (const Tensor* each : {&q, &k, &v, &pastKey, &pastValue})
            if (each->hasData())
                probe.input(*each);
            else
                probe.omitted();
        return probe.input(Tensor::of<std::int32_t>({std::int64_t(lengths.size())}, lengths))
            .input(Tensor::scalar(total));
    }
    static bool alike(const Tensor& a, const Tensor& b) {
        if (a.dims() != b.dims()) return false;
        for (std::int64_t i = 0; i < a.elements(); ++i)
            if (!close(ir::elementAsDouble(a, i), ir::elementAsDouble(b, i))) return false;
        return true;
    }
    using Int32s = std::vector<std::int32_t>;
};

EDGEWRIGHT_TEST(MicrosoftAttentionTest)

} // namespace edgewright::microsoft_attention_test

#include "microsoft_attention_test.moc"
