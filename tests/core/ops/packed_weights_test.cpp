// SPDX-License-Identifier: GPL-3.0-or-later
// Operators on weights of few bits, against sums that are written out in double.
#include "core/kernels/isa.h"
#include "tests/core/ops/attention_reference.h"
#include "tests/core/ops/code_tensors.h"
#include "tests/support/test_class.h"

#include <QTest>

namespace edgewright::packed_weights_test {

using namespace edgewright::test;

namespace {

constexpr const char* Microsoft = "com.microsoft";

// Code `index` of a row that begins at byte `row`.
int codeAt(const Tensor& codes, std::int64_t row, std::int64_t index, int bits) {
    const std::int64_t perByte = 8 / bits;
    const int byte = codes.as<std::uint8_t>()[static_cast<std::size_t>(row + index / perByte)];
    return byte >> (index % perByte * bits) & ((1 << bits) - 1);
}

enum class Zeros { Middle, Packed, Floats };

} // namespace

class PackedWeightsTest : public QObject {
    Q_OBJECT

    std::mt19937 m_engine{7};
    Tensor random(ir::Dims dims) { return randomTensor(m_engine, std::move(dims)); }

    // 5 rows of 37 weights, in blocks of 16, of which the last is not full.
    static constexpr std::int64_t N = 5, K = 37, Block = 16, Blocks = 3;
    Probe product(int bits, const Tensor& a, const Tensor& b, const Tensor& scales) const {
        return Probe("MatMulNBits", 1, Microsoft)
            .attribute("N", N)
            .attribute("K", K)
            .attribute("bits", std::int64_t(bits))
            .attribute("block_size", Block)
            .input(a)
            .input(b)
            .input(scales);
    }

private slots:
    void products_data() {
        QTest::addColumn<int>("bits");
        QTest::addColumn<Zeros>("zeros");
        QTest::addColumn<bool>("grouped");
        for (const int bits : {2, 4, 8})
            for (const Zeros zeros : {Zeros::Middle, Zeros::Packed, Zeros::Floats})
                for (const bool grouped : {false, true})
                    QTest::addRow("%d bits, zeros %d%s", bits, int(zeros), grouped ? ", grouped" : "")
                        << bits << zeros << grouped;
    }
    void products() {
        QFETCH(int, bits);
        QFETCH(Zeros, zeros);
        QFETCH(bool, grouped);
        const std::int64_t rowBytes = Blocks * Block * bits / 8, zeroBytes = (Blocks * bits + 7) / 8;
        const auto a = random({2, 3, K}), scales = random({N, Blocks}), bias = random({N}),
                   floats = random({N, Blocks});
        const auto b = noise<std::uint8_t>({N, Blocks, Block * bits / 8}, 3),
                   packed = noise<std::uint8_t>({N, zeroBytes}, 5);
        std::vector<std::int32_t> groups(K);
        for (std::size_t i = 0; i < groups.size(); ++i)
            groups[i] = static_cast<std::int32_t>(i * 7 % Blocks);
        Probe probe = product(bits, a, b, scales);
        if (zeros == Zeros::Middle)
            probe.omitted();
        else
            probe.input(zeros == Zeros::Packed ? packed : floats);
        if (grouped)
            probe.input(Tensor::of<std::int32_t>({K}, groups));
        else
            probe.omitted();
        const auto out = probe.input(bias).threads(2).run();
        QVERIFY2(out, out.text());
        QCOMPARE(out[0].dims(), (ir::Dims{2, 3, N}));
        for (std::int64_t row = 0; row < 6; ++row)
            for (std::int64_t n = 0; n < N; ++n) {
                double sum = at(bias, {n});
                for (std::int64_t k = 0; k < K; ++k) {
                    const std::int64_t block = grouped ? groups[static_cast<std::size_t>(k)] : k / Block;
                    const double zero = zeros == Zeros::Middle   ? 1 << (bits - 1)
                                        : zeros == Zeros::Packed ? codeAt(packed, n * zeroBytes, block, bits)
                                                                 : at(floats, {n, block});
                    sum += ir::elementAsDouble(a, row * K + k) * (codeAt(b, n * rowBytes, k, bits) - zero) *
                           at(scales, {n, block});
                }
                QVERIFY(std::abs(ir::elementAsDouble(out[0], row * N + n) - sum) <=
                        1e-4 * std::max(1.0, std::abs(sum)));
            }
    }

    // More rows than are decoded at a time.
    // Few rows are multiplied by the codes where they lie, others by weights that were decoded.
    void productsOfFewRows_data() {
        QTest::addColumn<std::int64_t>("block");
        QTest::addColumn<std::int64_t>("depth");
        for (const std::int64_t block : {16, 32, 64})
            for (const std::int64_t depth : {block, 2 * block + 5, 3 * block - 1})
                QTest::addRow("%d of %d", int(depth), int(block)) << block << depth;
    }
    void productsOfFewRows() {
        QFETCH(std::int64_t, block);
        QFETCH(std::int64_t, depth);
        constexpr std::int64_t columns = 7;
        const std::int64_t blocks = (depth + block - 1) / block;
        const auto b = noise<std::uint8_t>({columns, blocks, block / 2}, 3);
        const auto scales = random({columns, blocks}), zeros = random({columns, blocks});
        const kernels::Isa before = kernels::isaInUse();
        for (const kernels::Isa isa : kernels::available())
            for (const std::int64_t rows : {1, 2, 3, 4, 6, 16, 17})
                for (const bool hasZeros : {false, true}) {
                    const auto a = random({rows, depth});
                    Probe probe("MatMulNBits", 1, Microsoft);
                    probe.attribute("N", columns)
                        .attribute("K", depth)
                        .attribute("bits", std::int64_t(4))
                        .attribute("block_size", block)
                        .input(a)
                        .input(b)
                        .input(scales);
                    if (hasZeros) probe.input(zeros);
                    kernels::useIsa(isa);
                    const auto out = probe.threads(2).run();
                    kernels::useIsa(before);
                    QVERIFY2(out, out.text());
                    for (std::int64_t row = 0; row < rows; ++row)
                        for (std::int64_t n = 0; n < columns; ++n) {
                            double sum = 0;
                            for (std::int64_t k = 0; k < depth; ++k) {
                                const std::int64_t of = k / block;
                                sum += ir::elementAsDouble(a, row * depth + k) *
                                       (codeAt(b, n * blocks * block / 2, k, 4) -
                                        (hasZeros ? at(zeros, {n, of}) : 8)) *
                                       at(scales, {n, of});
                            }
                            QVERIFY(std::abs(at(out[0], {row, n}) - sum) <= 1e-3);
                        }
                }
    }

    void productsInStrips() {
        constexpr std::int64_t rows = 300, columns = 1024;
        const auto codes = noise<std::uint8_t>({rows, columns / 32, 16}, 9);
        const auto a = random({1, columns}), scales = random({rows * columns / 32});
        const auto out = Probe("MatMulNBits", 1, Microsoft)
                             .attribute("N", rows)
                             .attribute("K", columns)
                             .attribute("block_size", std::int64_t(32))
                             .input(a)
                             .input(codes)
                             .input(scales)
                             .threads(2)
                             .run();
        QVERIFY2(out, out.text());
        for (const std::int64_t n : {std::int64_t(0), std::int64_t(127), std::int64_t(128), rows - 1}) {
            double sum = 0;
            for (std::int64_t k = 0; k < columns; ++k)
                sum += at(a, {0, k}) * (codeAt(codes, n * columns / 2, k, 4) - 8) *
                       at(scales, {n * columns / 32 + k / 32});
            QVERIFY(std::abs(at(out[0], {0, n}) - sum) <= 1e-2);
        }
    }

    void hostileProducts() {
        const auto a = random({2, K}), scales = random({N, Blocks});
        const auto b = noise<std::uint8_t>({N, Blocks, Block / 2}, 3);
        QVERIFY(product(4, a, b, scales).run());
        QVERIFY(!product(4, random({2, K + 1}), b, scales).infer());
        QVERIFY(!product(4, random({}), b, scales).infer());
        QVERIFY(!product(8, a, b, scales).run());
        QVERIFY(product(3, a, b, scales).infer()); // a shape, but no result
        QVERIFY(!product(3, a, b, scales).run());
        QVERIFY(!product(4, a, b, random({N})).run());
        QVERIFY(!product(4, a, b, scales).input(bytes({N}, {1, 2, 3, 4, 5})).run());
        QVERIFY(!product(4, a, b, scales)
                     .omitted()
                     .input(Tensor::of<std::int32_t>({K}, std::vector<std::int32_t>(K, 3)))
                     .run());
        QVERIFY(!product(4, a, b, scales).omitted().omitted().input(random({N + 1})).run());
        for (const char* name : {"N", "K", "block_size"})
            for (const std::int64_t value : {INT64_MIN, std::int64_t(-1), std::int64_t(0), INT64_MAX})
                QVERIFY(!product(4, a, b, scales).attribute(name, value).infer());
        for (const char* name : {"N", "K", "block_size", "bits"})
            for (const std::int64_t value : {std::int64_t(1), std::int64_t(INT32_MAX)})
                static_cast<void>(product(4, a, b, scales).attribute(name, value).run());
    }

    // Rows of 24 codes, of which 16 share a scale.
    void gather_data() {
        QTest::addColumn<int>("bits"); // of codes in bytes; 0: int4
        QTest::addColumn<bool>("zeros");
        for (const int bits : {0, 2, 4, 8})
            for (const bool zeros : {false, true})
                QTest::addRow("%d bits%s", bits, zeros ? ", zero points" : "") << bits << zeros;
    }
    void gather() {
        QFETCH(int, bits);
        QFETCH(bool, zeros);
        constexpr std::int64_t rows = 5, columns = 24;
        const auto tensor = [&](std::int64_t width, std::uint32_t seed) {
            const std::int64_t line = bits > 0 ? (width * bits + 7) / 8 : width / 2;
            auto made = noise<std::uint8_t>({rows, line}, seed);
            if (bits > 0) return made;
            auto nibbles = Tensor::allocate(ir::DataType::Int4, {rows, width});
            std::ranges::copy(made.bytes(), nibbles->mutableBytes().begin());
            return *nibbles;
        };
        const auto codes = tensor(columns, 3), zeroPoints = tensor(2, 5), scales = random({rows, 2});
        Probe probe("GatherBlockQuantized", 1, Microsoft);
        probe.attribute("block_size", std::int64_t(16)).input(codes);
        if (bits > 0) probe.attribute("bits", std::int64_t(bits));
        probe.input(Tensor::of<std::int64_t>({2, 1}, {3, -5})).input(scales);
        if (zeros) probe.input(zeroPoints);
        const auto out = probe.run();
        QVERIFY2(out, out.text());
        QCOMPARE(out[0].dims(), (ir::Dims{2, 1, columns}));
        const auto code = [&](const Tensor& of, std::int64_t row, std::int64_t i, std::int64_t width) {
            if (bits > 0) return codeAt(of, row * ((width * bits + 7) / 8), i, bits);
            return static_cast<int>(ir::elementAsInt64(of, row * width + i));
        };
        for (std::int64_t k = 0; k < 2; ++k)
            for (std::int64_t i = 0; i < columns; ++i) {
                const std::int64_t row = k == 0 ? 3 : 0;
                const int zero = zeros ? code(zeroPoints, row, i / 16, 2) : bits > 0 ? 1 << (bits - 1) : 0;
                const double expected = (code(codes, row, i, columns) - zero) * at(scales, {row, i / 16});
                QVERIFY(close(at(out[0], {k, 0, i}), expected));
            }
    }

    void hostileGathers() {
        const auto codes = noise<std::uint8_t>({5, 12}, 3);
        const auto probe = [&](const Tensor& scales, std::int64_t index = 0) {
            return Probe("GatherBlockQuantized", 1, Microsoft)
                .attribute("block_size", std::int64_t(16))
                .input(codes)
                .input(Tensor::of<std::int64_t>({1}, {index}))
                .input(scales);
        };
        QVERIFY(probe(random({5, 2})).run());
        QVERIFY(!probe(random({5, 2}), 5).run());
        QVERIFY(!probe(random({5, 1})).run());
        QVERIFY(!probe(random({5, 2})).input(noise<std::uint8_t>({5, 2}, 1)).run());
        QVERIFY(!probe(random({5, 2})).attribute("bits", std::int64_t(3)).infer());
        QVERIFY(!probe(random({5, 2})).attribute("gather_axis", std::int64_t(1)).infer());
        for (const std::int64_t block : {INT64_MIN, std::int64_t(0), INT64_MAX})
            QVERIFY(!probe(random({5, 2})).attribute("block_size", block).run());
    }

    // Three tokens, two of four experts each, which of coded ones have all of the weight (as in ONNX Runtime's
    // QMoE).
    void experts_data() {
        QTest::addColumn<bool>("coded");
        QTest::addColumn<QString>("activation");
        QTest::addColumn<int>("fusion");
        QTest::addColumn<bool>("third");
        for (const bool coded : {false, true}) {
            for (const char* activation : {"relu", "gelu", "silu", "identity"})
                QTest::addRow("%s %s", activation, coded ? "codes" : "floats")
                    << coded << QString::fromLatin1(activation) << 0 << false;
            QTest::addRow("silu, three products %d", int(coded))
                << coded << QStringLiteral("silu") << 0 << true;
            QTest::addRow("swiglu, three products %d", int(coded))
                << coded << QStringLiteral("swiglu") << 0 << true;
            for (const int fusion : {1, 2})
                QTest::addRow("swiglu %d %d", fusion, int(coded))
                    << coded << QStringLiteral("swiglu") << fusion << false;
        }
    }
    void experts() {
        QFETCH(bool, coded);
        QFETCH(QString, activation);
        QFETCH(int, fusion);
        QFETCH(bool, third);
        constexpr std::int64_t tokens = 3, hidden = 6, inner = 8, all = 4, chosen = 2;
        const std::int64_t first = fusion > 0 ? 2 * inner : inner;
        const bool normalises = third;
        const auto x = random({1, tokens, hidden}), logits = random({tokens, all});
        struct Weights {
            Tensor values, scales, bias;
            double operator()(std::int64_t e, std::int64_t n, std::int64_t k) const {
                if (!scales.hasData()) return at(values, {e, n, k});
                const std::int64_t row = e * values.dims()[1] + n;
                return (codeAt(values, row * values.dims()[2], k, 4) - 8) * at(scales, {e, n});
            }
        };
        const auto weights = [&](std::int64_t n, std::int64_t k, std::uint32_t seed) {
            if (!coded) return Weights{random({all, n, k}), {}, random({all, n})};
            return Weights{noise<std::uint8_t>({all, n, k / 2}, seed), random({all, n}), random({all, n})};
        };
        const auto fc1 = weights(first, hidden, 1), fc2 = weights(hidden, inner, 2),
                   fc3 = weights(inner, hidden, 3);
        Probe probe(coded ? "QMoE" : "MoE", 1, Microsoft);
        probe.attribute("k", chosen)
            .attribute("activation_type", activation.toStdString())
            .attribute("swiglu_fusion", std::int64_t(fusion))
            .attribute("swiglu_limit", 0.75f)
            .attribute("activation_alpha", 1.5f)
            .attribute("activation_beta", 0.5f)
            .attribute("normalize_routing_weights", std::int64_t(normalises))
            .input(x)
            .input(logits);
        for (const Weights* each : {&fc1, &fc2, &fc3}) {
            if (each == &fc3 && !third) continue;
            probe.input(each->values);
            if (coded) probe.input(each->scales);
            probe.input(each->bias);
        }
        const auto out = probe.threads(2).run();
        QVERIFY2(out, out.text());

        const auto gated = [](double gate, double factor) {
            gate = std::min(gate, 0.75);
            return gate / (1 + std::exp(-1.5 * gate)) * (std::clamp(factor, -0.75, 0.75) + 0.5);
        };
        const auto plain = [&](double v) {
            if (activation == QStringLiteral("relu")) return std::max(v, 0.0);
            if (activation == QStringLiteral("gelu"))
                return v / 2 * (1 + std::tanh(0.7978845608028654 * (v + 0.044715 * v * v * v)));
            return activation == QStringLiteral("silu") ? v / (1 + std::exp(-v)) : v;
        };
        for (std::int64_t t = 0; t < tokens; ++t) {
            std::vector<std::int64_t> order{0, 1, 2, 3};
            std::ranges::sort(order, [&](auto a, auto b) { return at(logits, {t, a}) > at(logits, {t, b}); });
            double sum = 0;
            for (std::int64_t i = 0; i < (normalises || coded ? chosen : all); ++i)
                sum += std::exp(at(logits, {t, order[std::size_t(i)]}));
            std::vector<double> expected(hidden, 0.0);
            for (std::int64_t i = 0; i < chosen; ++i) {
                const std::int64_t e = order[std::size_t(i)];
                const auto line = [&](const Weights& w, std::int64_t n) {
                    double value = at(w.bias, {e, n});
                    for (std::int64_t k = 0; k < hidden; ++k)
                        value += at(x, {0, t, k}) * w(e, n, k);
                    return value;
                };
                for (std::int64_t n = 0; n < hidden; ++n) {
                    double value = at(fc2.bias, {e, n});
                    for (std::int64_t j = 0; j < inner; ++j) {
                        const double active = fusion == 1   ? gated(line(fc1, 2 * j), line(fc1, 2 * j + 1))
                                              : fusion == 2 ? gated(line(fc1, j), line(fc1, inner + j))
                                              : !third      ? plain(line(fc1, j))
                                              : activation == QStringLiteral("swiglu")
                                                  ? gated(line(fc1, j), line(fc3, j))
                                                  : plain(line(fc1, j)) * line(fc3, j);
                        value += active * fc2(e, n, j);
                    }
                    expected[std::size_t(n)] += std::exp(at(logits, {t, e})) / sum * value;
                }
            }
            for (std::int64_t n = 0; n < hidden; ++n) {
                const double wanted = expected[std::size_t(n)];
                QVERIFY(std::abs(at(out[0], {0, t, n}) - wanted) <= 1e-4 * std::max(1.0, std::abs(wanted)));
            }
        }
    }

    void hostileExperts() {
        const auto probe = [&](const Tensor& fc1, const Tensor& fc2) {
            return Probe("MoE", 1, Microsoft)
                .input(random({3, 6}))
                .input(random({3, 4}))
                .input(fc1)
                .omitted()
                .input(fc2);
        };
        QVERIFY(probe(random({4, 8, 6}), random({4, 6, 8})).run());
        QVERIFY(!probe(random({4, 8, 5}), random({4, 6, 8})).run());
        QVERIFY(!probe(random({4, 8, 6}), random({3, 6, 8})).run());
        QVERIFY(!probe(random({4, 8, 6}), random({4, 6, 7})).run());
        QVERIFY(!probe(random({5, 8, 6}), random({5, 6, 8})).run()); // the router knows four
        for (const std::int64_t k : {INT64_MIN, std::int64_t(0), std::int64_t(5), INT64_MAX})
            QVERIFY(!probe(random({4, 8, 6}), random({4, 6, 8})).attribute("k", k).run());
        QVERIFY(
            !probe(random({4, 8, 6}), random({4, 6, 8})).attribute("activation_type", std::string("x")).run());
        QVERIFY(!Probe("MoE", 1, Microsoft).input(random({6})).infer());
    }
};

EDGEWRIGHT_TEST(PackedWeightsTest)

} // namespace edgewright::packed_weights_test

#include "packed_weights_test.moc"
