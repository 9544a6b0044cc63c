// SPDX-License-Identifier: GPL-3.0-or-later
// Operators of com.microsoft that models of language and speech consist of, by what they come down to: standard
// operators, or sums that are written out in double.
#include "tests/core/ops/code_tensors.h"
#include "tests/core/ops/expect_same.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

namespace edgewright::microsoft_decoders_test {

using namespace edgewright::test;

namespace {

Probe asked(const char* name) { return {name, 1, "com.microsoft"}; }

double logistic(double x) { return 1 / (1 + std::exp(-x)); }

} // namespace

class MicrosoftDecodersTest : public QObject {
    Q_OBJECT

    std::mt19937 m_engine{23};
    Tensor random(ir::Dims dims) { return randomTensor(m_engine, std::move(dims)); }

private slots:
    void bucketsOfDistances() {
        // Two heads, one behind the other: bucket b is worth b, and 10 b.
        std::vector<float> table;
        for (const int head : {1, 10})
            for (int bucket = 0; bucket < 8; ++bucket)
                table.push_back(static_cast<float>(head * bucket));
        const auto biases = [&](bool bothWays, std::int64_t furthest, std::int64_t rows, std::int64_t columns) {
            return asked("RelativePositionBias")
                .attribute("is_bidirectional", std::int64_t(bothWays))
                .attribute("max_distance", furthest)
                .input(floats({8, 2}, table))
                .input(Tensor::of<std::int64_t>({1}, {rows}))
                .input(Tensor::scalar(columns))
                .run();
        };
        const auto check = [](const Outcome& out, ir::Dims dims, const std::vector<int>& buckets) {
            QVERIFY2(out, out.text());
            QCOMPARE(out[0].dims(), dims);
            for (std::size_t i = 0; i < 2 * buckets.size(); ++i)
                QCOMPARE(out[0].as<float>()[i],
                         static_cast<float>((i < buckets.size() ? 1 : 10) * buckets[i % buckets.size()]));
        };
        // Up to 3 exact, then by logarithm up to 16: the first key as the later rows see it.
        check(biases(false, 16, 21, 1), {1, 2, 21, 1},
              {0, 1, 2, 3, 4, 4, 5, 5, 6, 6, 6, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7});
        // Keys to come are all as near as the own one, or have buckets of their own.
        check(biases(false, 16, 1, 4), {1, 2, 1, 4}, {0, 0, 0, 0});
        check(biases(true, 8, 6, 1), {1, 2, 6, 1}, {0, 1, 2, 2, 3, 3});
        check(biases(true, 8, 1, 6), {1, 2, 1, 6}, {0, 5, 6, 6, 7, 7});
        check(biases(true, 8, 2, 3), {1, 2, 2, 3}, {0, 5, 6, 1, 0, 5});
        QVERIFY(biases(false, 4, 2, 2).error); // no further than the exact ones
        QVERIFY(biases(false, 16, -1, 2).error);
    }

    void gatedPositions() {
        const std::int64_t batch = 2, length = 3, heads = 2, size = 3, half = 2;
        const auto query = random({batch, length, heads * size}), queryBias = random({heads * size});
        const auto places = random({1, heads, length, length}), weight = random({size, 2 * half});
        const auto bias = random({2 * half}), factor = random({1, heads, 1, 1});
        const auto probe = [&](const Tensor& matrix) {
            return asked("GatedRelativePositionBias")
                .attribute("num_heads", heads)
                .input(query)
                .input(queryBias)
                .input(places)
                .input(matrix)
                .input(bias)
                .input(factor);
        };
        const auto out = probe(weight).run();
        QVERIFY2(out, out.text());
        QCOMPARE(out[0].dims(), (ir::Dims{batch, heads, length, length}));
        for (std::int64_t b = 0; b < batch; ++b)
            for (std::int64_t h = 0; h < heads; ++h)
                for (std::int64_t i = 0; i < length; ++i) {
                    std::array<double, 2> gates{};
                    for (std::int64_t column = 0; column < 2 * half; ++column) {
                        double sum = at(bias, {column});
                        for (std::int64_t d = 0; d < size; ++d)
                            sum += (at(query, {b, i, h * size + d}) + at(queryBias, {h * size + d})) *
                                   at(weight, {d, column});
                        gates[static_cast<std::size_t>(column / half)] += sum;
                    }
                    const double by =
                        logistic(gates[0]) * (logistic(gates[1]) * at(factor, {0, h, 0, 0}) - 1) + 2;
                    for (std::int64_t j = 0; j < length; ++j)
                        QVERIFY(close(at(out[0], {b, h, i, j}), by * at(places, {0, h, i, j})));
                }
        QVERIFY(probe(random({size, 2 * half - 1})).run().error);
        // Tokens without padding have their shapes.
        const auto packed = asked("GatedRelativePositionBias")
                                .attribute("num_heads", heads)
                                .typed({ir::DataType::Float32, ir::Dims{5, heads * size}})
                                .input(queryBias)
                                .input(places)
                                .input(weight)
                                .input(bias)
                                .input(factor)
                                .typed({ir::DataType::Int32, ir::Dims{batch, length}})
                                .infer();
        QVERIFY2(packed, packed.text());
        QCOMPARE(packed.types[0].text(), std::string("float32[2,2,3,3]"));
    }

    void gatedSums() {
        const auto x = floats({2, 1, 2}, {1, 2, 3, 4}), y = floats({2, 1, 2}, {10, 20, 30, 40});
        const auto out = asked("GatedAdd").input(x).input(y).input(floats({2, 1, 1}, {0.5f, -1})).run();
        QVERIFY2(out, out.text());
        EXPECT_SAME(out[0], floats({2, 1, 2}, {6, 12, -27, -36}));
        QVERIFY(asked("GatedAdd").input(x).input(y).input(floats({1, 1, 1}, {1})).run().error);
        // 1.5 (1 + 2^-10) is half way between two halves, and becomes the upper one.
        const auto half = [](float value) {
            auto tensor = Tensor::allocate(ir::DataType::Float16, {1, 1});
            tensor->as<std::uint16_t>()[0] = ir::floatToHalf(value);
            return std::move(tensor).value();
        };
        const auto rounded =
            asked("GatedAdd").input(half(-1.5f)).input(half(1 + 0x1p-10f)).input(half(1.5f)).run();
        QVERIFY2(rounded, rounded.text());
        QCOMPARE(ir::elementAsDouble(rounded[0], 0), 0x1p-9);
    }

    void gatedNorms() {
        // Two heads, each normalised by itself.
        const auto x = random({2, 3, 8}), scale = random({4}), gate = random({2, 3, 8});
        const auto out =
            asked("GatedRMSNorm").attribute("epsilon", 0.01f).input(x).input(scale).input(gate).run();
        QVERIFY2(out, out.text());
        const auto heads = Probe("Reshape", 21).input(x).input(Tensor::of<std::int64_t>({3}, {6, 2, 4})).run();
        const auto norm =
            Probe("RMSNormalization", 23).attribute("epsilon", 0.01f).input(heads[0]).input(scale).run();
        QVERIFY2(heads && norm, norm.text());
        QCOMPARE(out[0].dims(), x.dims());
        for (std::int64_t i = 0; i < x.elements(); ++i) {
            const double z = ir::elementAsDouble(gate, i);
            QVERIFY(close(ir::elementAsDouble(out[0], i), ir::elementAsDouble(norm[0], i) * z * logistic(z)));
        }
        // ONNX Runtime 1.30 says so.
        const auto usual = asked("GatedRMSNorm")
                               .input(floats({1, 2}, {1, 2}))
                               .input(floats({2}, {1, 2}))
                               .input(floats({1, 2}, {3, 1}))
                               .run();
        QVERIFY2(usual, usual.text());
        EXPECT_SAME(usual[0], floats({1, 2}, {1.8073786f, 1.8494445f}));
        QVERIFY(asked("GatedRMSNorm").input(x).input(random({3})).input(gate).run().error);
        QVERIFY(asked("GatedRMSNorm").input(x).input(scale).input(random({2, 3, 4})).run().error);
    }

    void gatesOfNGrams() {
        const std::int64_t length = 3, copies = 2, width = 4;
        const auto key = random({1, length, copies, width}), query = random({1, length, copies, width});
        const auto value = random({1, length, width});
        const auto keyScale = random({copies, width}), queryScale = random({copies, width});
        const auto normScale = random({copies, width});
        Probe probe = asked("EngramGate").attribute("epsilon", 0.01f);
        probe.input(key).input(query).input(value).input(keyScale).input(queryScale);
        QVERIFY(Probe(probe).outputs(2).run().error); // the second output takes a scale of its own
        const auto out = probe.input(normScale).outputs(2).run();
        QVERIFY2(out, out.text());
        const auto norm = [&](auto element) {
            double squares = 0;
            for (std::int64_t i = 0; i < width; ++i)
                squares += element(i) * element(i);
            return std::sqrt(squares / static_cast<double>(width) + 0.01);
        };
        for (std::int64_t s = 0; s < length; ++s)
            for (std::int64_t c = 0; c < copies; ++c) {
                const double keys = norm([&](std::int64_t i) { return at(key, {0, s, c, i}); });
                const double queries = norm([&](std::int64_t i) { return at(query, {0, s, c, i}); });
                double fit = 0;
                for (std::int64_t i = 0; i < width; ++i)
                    fit += at(key, {0, s, c, i}) / keys * at(keyScale, {c, i}) * at(query, {0, s, c, i}) /
                           queries * at(queryScale, {c, i});
                fit /= 2; // the root of the width
                const double gate = logistic((fit < 0 ? -1 : 1) * std::sqrt(std::abs(fit)));
                const double values = norm([&](std::int64_t i) { return gate * at(value, {0, s, i}); });
                for (std::int64_t i = 0; i < width; ++i) {
                    const double expected = gate * at(value, {0, s, i});
                    QVERIFY(close(at(out[0], {0, s, c, i}), expected));
                    QVERIFY(close(at(out[1], {0, s, c, i}), expected / values * at(normScale, {c, i})));
                }
            }
        // ONNX Runtime 1.30 says so.
        const auto one = floats({1, 1, 1, 2}, {1, 2}), ones = floats({1, 2}, {1, 1});
        const auto usual = asked("EngramGate")
                               .input(one)
                               .input(one)
                               .input(floats({1, 1, 2}, {3, 4}))
                               .input(ones)
                               .input(ones)
                               .run();
        QVERIFY2(usual, usual.text());
        EXPECT_SAME(usual[0], floats({1, 1, 1, 2}, {2.2997966f, 3.0663953f}));
    }

    void positionsInSpace() {
        const auto turned = [](const Tensor& x, const std::vector<std::int64_t>& sections, const Tensor& places,
                               const Tensor& cosine, const Tensor& sine) {
            Probe probe = asked("MRotaryEmbedding").attribute("mrope_section", sections);
            return probe.input(x).input(places).input(cosine).input(sine);
        };
        const auto place = [](std::int64_t time, std::int64_t height, std::int64_t width) {
            return Tensor::of<std::int64_t>({3, 1, 1}, {time, height, width});
        };
        const auto check = [](const Outcome& out, const Tensor& expected) {
            QVERIFY2(out, out.text());
            EXPECT_SAME(out[0], expected);
        };
        // The table says its row and column.
        std::vector<float> entries;
        for (int i = 0; i < 24; ++i)
            entries.push_back(static_cast<float>(i / 8 * 100 + i % 8));
        const auto table = floats({3, 8}, entries), zeros = floats({3, 8}, std::vector<float>(24));
        const auto ones = floats({1, 1, 1, 16}, std::vector<float>(16, 1.0f));
        check(turned(ones, {4, 3, 1}, place(0, 1, 2), table, zeros).run(),
              floats({1, 1, 1, 16}, {0, 1, 2, 3, 104, 105, 106, 207, 0, 1, 2, 3, 104, 105, 106, 207}));
        check(turned(ones, {4, 3, 1}, place(0, 1, 2), table, zeros)
                  .attribute("mrope_layout", std::int64_t(1))
                  .run(),
              floats({1, 1, 1, 16}, {0, 101, 202, 3, 104, 5, 6, 107, 0, 101, 202, 3, 104, 5, 6, 107}));
        // Two of three pairs turn, and alone are scaled: of ONNX Runtime 1.30.
        const auto x = floats({1, 1, 6}, {1, 2, 3, 4, 5, 6});
        const auto cosine = floats({3, 2}, {0.1f, 0.2f, 0.3f, 0.4f, 0.5f, 0.6f});
        const auto sine = floats({3, 2}, {1, 2, 3, 4, 5, 6});
        const auto part = [&] {
            return turned(x, {1, 0, 1}, place(0, 1, 2), cosine, sine)
                .attribute("rotary_embedding_dim", std::int64_t(4))
                .attribute("num_heads", std::int64_t(1));
        };
        check(part().attribute("interleaved", std::int64_t(1)).run(),
              floats({1, 1, 6}, {-1.9f, 1.2f, -22.2f, 20.4f, 5, 6}));
        check(part().attribute("scale", 2.0f).run(), floats({1, 1, 6}, {-5.8f, -45.6f, 2.6f, 28.8f, 5, 6}));
        // Three times the same position is one position.
        const auto heads = random({2, 2, 3, 4}), cosines = random({4, 2}), sines = random({4, 2});
        const std::vector<std::int64_t> once{0, 3, 1, 2, 2, 0};
        std::vector<std::int64_t> thrice;
        for (int i = 0; i < 3; ++i)
            thrice.insert(thrice.end(), once.begin(), once.end());
        const auto plain = asked("RotaryEmbedding")
                               .input(heads)
                               .input(Tensor::of({2, 3}, once))
                               .input(cosines)
                               .input(sines)
                               .run();
        QVERIFY2(plain, plain.text());
        check(turned(heads, {1, 1, 0}, Tensor::of({3, 2, 3}, thrice), cosines, sines).run(), plain[0]);
        QVERIFY(turned(heads, {1, 1, 1}, Tensor::of({3, 2, 3}, thrice), cosines, sines).run().error);
        QVERIFY(turned(heads, {3, -1, 0}, Tensor::of({3, 2, 3}, thrice), cosines, sines).run().error);
        QVERIFY(turned(heads, {2}, Tensor::of({3, 2, 3}, thrice), cosines, sines).run().error);
        QVERIFY(turned(heads, {1, 1, 0}, Tensor::of({2, 3}, once), cosines, sines).run().error);
        thrice.back() = 4;
        QVERIFY(turned(heads, {0, 1, 1}, Tensor::of({3, 2, 3}, thrice), cosines, sines).run().error);
    }

    void anglesOfGemma() {
        const auto half = [](const Tensor& tensor) {
            return Probe("Cast", 13).attribute("to", std::int64_t(10)).input(tensor).run()[0];
        };
        const auto apply = [](const char* op, const Tensor& a, const Tensor& b) {
            return Probe(op, 14).input(a).input(b).run()[0];
        };
        const auto angles = random({2, 3, 4});
        const auto factor = [&](const char* op) {
            return half(Probe(op, 7).input(angles).run()[0]).reshaped({2, 1, 3, 4});
        };
        const Tensor cosine = factor("Cos"), sine = factor("Sin");
        std::vector<Tensor> in;
        for (const std::int64_t heads : {2, 2, 1, 1})
            in.push_back(half(random({2, heads, 3, 4})));
        Probe probe = asked("GemmaRotaryEmbedding").input(angles);
        for (const Tensor& each : in)
            probe.input(each);
        const auto out = probe.outputs(2).run();
        QVERIFY2(out, out.text());
        for (const std::size_t i : {std::size_t(0), std::size_t(1)}) {
            const auto expected =
                apply("Add", apply("Mul", in[2 * i], cosine), apply("Mul", in[2 * i + 1], sine));
            QCOMPARE(out[i].type().text(), expected.type().text());
            QVERIFY(std::ranges::equal(out[i].as<std::uint16_t>(), expected.as<std::uint16_t>()));
        }
        QVERIFY(asked("GemmaRotaryEmbedding")
                    .input(random({2, 3, 3}))
                    .input(in[0])
                    .input(in[1])
                    .input(in[2])
                    .input(in[3])
                    .run()
                    .error);
    }

    // One state for each head of the values is LinearAttention with as many heads of keys.
    void gatedDelta() {
        const std::int64_t batch = 2, length = 3, keyHeads = 2, heads = 4, keySize = 3, size = 2;
        const auto query = random({batch, length, keyHeads, keySize}),
                   key = random({batch, length, keyHeads, keySize});
        const auto value = random({batch, length, heads, size}), decay = random({batch, length, heads}),
                   beta = random({batch, length, heads}), state = random({batch, heads, size, keySize});
        // Each head twice, for the two that share it.
        const auto twice = [&](const Tensor& tensor) {
            const auto parts = Tensor::of<std::int64_t>({4}, {0, 0, 1, 1});
            const auto out =
                Probe("Gather", 13).attribute("axis", std::int64_t(2)).input(tensor).input(parts).run();
            return out[0].reshaped({batch, length, heads * keySize});
        };
        const auto turned = [](const Tensor& tensor) {
            return Probe("Transpose", 13)
                .attribute("perm", std::vector<std::int64_t>{0, 1, 3, 2})
                .input(tensor)
                .run()[0];
        };
        const auto wanted = [&](const char* rule) {
            Probe probe("LinearAttention", 27);
            probe.attribute("q_num_heads", heads).attribute("kv_num_heads", heads);
            probe.attribute("update_rule", std::string(rule)).attribute("scale", 0.5f);
            probe.input(twice(query)).input(twice(key)).input(value.reshaped({batch, length, heads * size}));
            probe.input(turned(state));
            const std::string name = rule;
            if (name.starts_with("gated"))
                probe.input(decay);
            else
                probe.omitted();
            if (name.ends_with("delta")) probe.input(beta);
            return probe.outputs(2).run();
        };
        const auto given = [&](const char* rule, bool inOneRow) {
            const auto shaped = [&](const Tensor& tensor) {
                ir::Dims dims = tensor.dims();
                if (!inOneRow) return tensor;
                dims[1] *= dims[0];
                dims.erase(dims.begin());
                return tensor.reshaped(dims);
            };
            Probe probe = asked("GatedDeltaNet");
            probe.attribute("update_rule", std::string(rule)).attribute("scale", 0.5f);
            probe.input(shaped(query)).input(shaped(key)).input(shaped(value)).omitted();
            probe.input(shaped(decay));
            if (std::string(rule).ends_with("delta"))
                probe.input(shaped(beta));
            else
                probe.omitted();
            return probe.input(state).outputs(2).run();
        };
        for (const char* rule : {"linear", "gated", "delta", "gated_delta"})
            for (const bool inOneRow : {false, true}) {
                const auto a = wanted(rule), b = given(rule, inOneRow);
                QVERIFY2(a && b, a ? b.text() : a.text());
                EXPECT_SAME(b[0].reshaped(a[0].dims()), a[0]);
                EXPECT_SAME(b[1], turned(a[1]));
            }
        // Sequences of one and of two tokens are two nets.
        const auto tokens = [&](std::int64_t first, std::int64_t count) {
            Probe probe = asked("GatedDeltaNet").attribute("qk_l2_norm", std::int64_t(1));
            for (const Tensor* each : {&query, &key, &value, &decay, &beta}) {
                ir::Dims dims(each->dims().begin() + 1, each->dims().end());
                const auto elements = each->elements() / (batch * length);
                dims[0] = count;
                const auto from = each->as<float>().subspan(static_cast<std::size_t>(first * elements),
                                                            static_cast<std::size_t>(count * elements));
                if (each == &decay)
                    probe.input(Tensor::of<std::int32_t>(
                        {count == 3 ? 3 : 2}, count == 3 ? std::vector{0, 1, 3} : std::vector{0, int(count)}));
                probe.input(floats(dims, std::vector<float>(from.begin(), from.end())));
            }
            return probe.outputs(2).run();
        };
        const auto both = tokens(0, 3), one = tokens(0, 1), two = tokens(1, 2);
        QVERIFY2(both && one && two, both ? one ? two.text() : one.text() : both.text());
        for (const std::size_t index : {std::size_t(0), std::size_t(1)})
            for (std::int64_t i = 0; i < both[index].elements(); ++i) {
                const std::int64_t split = one[index].elements();
                const double expected =
                    i < split ? ir::elementAsDouble(one[index], i) : ir::elementAsDouble(two[index], i - split);
                QVERIFY(close(ir::elementAsDouble(both[index], i), expected));
            }
    }

    void activationsOfGatedDelta() {
        // A state of one number, so that everything is one.
        const auto number = [](float value) { return floats({1, 1, 1}, {value}); };
        const auto row = [](float value) { return floats({1, 1}, {value}); };
        Probe probe = asked("GatedDeltaNet")
                          .attribute("gate_activation", std::string("qwen"))
                          .attribute("beta_activation", std::string("sigmoid"))
                          .attribute("qk_l2_norm", std::int64_t(1));
        probe.input(number(-3)).input(number(5)).input(number(2)).omitted().input(row(0.3f)).input(row(-0.4f));
        probe.input(floats({1, 1, 1, 1}, {0.7f}));
        QVERIFY(Probe(probe).run().error); // the rate of the gate is missing
        const auto out = probe.input(floats({1}, {0.1f})).input(floats({1}, {0.2f})).outputs(2).run();
        QVERIFY2(out, out.text());
        const double before = 0.7 * std::exp(-std::exp(0.1) * std::log1p(std::exp(0.5)));
        const double after = before + logistic(-0.4) * (2 - before);
        QVERIFY(close(at(out[1], {0, 0, 0, 0}), after) && close(at(out[0], {0, 0, 0}), -after));
        QVERIFY(asked("GatedDeltaNet")
                    .attribute("update_rule", std::string("linear"))
                    .input(number(1))
                    .input(number(1))
                    .input(number(1))
                    .run()
                    .error); // it does not say how many sequences
        QVERIFY(probe.outputs(3).run().error->code == ErrorCode::Unsupported);
    }

    void withoutPadding() {
        const auto x = random({3, 4, 2});
        const auto ints = [](ir::Dims dims, const std::vector<std::int32_t>& values) {
            return Tensor::of(std::move(dims), values);
        };
        const auto removed = asked("RemovePadding").input(x).input(ints({3}, {2, 0, 3})).outputs(4).run();
        QVERIFY2(removed, removed.text());
        QCOMPARE(removed.types[0].text(), std::string("float32[?,2]"));
        QCOMPARE(removed[0].dims(), (ir::Dims{5, 2}));
        EXPECT_SAME(removed[1], ints({3, 4}, {0, 1, 8, 9, 10, 2, 3, 4, 5, 6, 7, 11}));
        EXPECT_SAME(removed[2], ints({4}, {0, 2, 2, 5}));
        EXPECT_SAME(removed[3], ints({1}, {3}));
        const auto restored = asked("RestorePadding").input(removed[0]).input(removed[1]).run();
        QVERIFY2(restored, restored.text());
        QCOMPARE(restored[0].dims(), x.dims());
        for (std::int64_t i = 0; i < x.elements(); ++i) {
            const std::int64_t sequence = i / 8, place = i / 2 % 4;
            const bool isToken = place < (sequence == 0 ? 2 : sequence == 1 ? 0 : 3);
            QCOMPARE(ir::elementAsDouble(restored[0], i), isToken ? ir::elementAsDouble(x, i) : 0.0);
        }
        QVERIFY(asked("RemovePadding").input(x).input(ints({3}, {2, 0, 5})).run().error);
        QVERIFY(asked("RemovePadding").input(x).input(ints({2}, {2, 0})).run().error);
        QVERIFY(asked("RestorePadding").input(random({3, 2})).input(ints({1, 2}, {0, 1})).run().error);
        QVERIFY(asked("RestorePadding").input(random({1, 2})).input(ints({1, 2}, {2, 1})).run().error);
    }
};

EDGEWRIGHT_TEST(MicrosoftDecodersTest)

} // namespace edgewright::microsoft_decoders_test

#include "microsoft_decoders_test.moc"
