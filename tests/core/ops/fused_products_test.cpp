// SPDX-License-Identifier: GPL-3.0-or-later
// Products of com.microsoft that are several in one node, or whose weights are floats of four or eight bits, by
// the standard operators that they come down to.
#include "tests/core/ops/code_tensors.h"
#include "tests/core/ops/expect_same.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <array>
#include <cmath>
#include <vector>

namespace edgewright::fused_products_test {

using namespace edgewright::test;

namespace {

Probe asked(const char* name) { return {name, 1, "com.microsoft"}; }

double logistic(double x) { return 1 / (1 + std::exp(-x)); }

} // namespace

class FusedProductsTest : public QObject {
    Q_OBJECT

    std::mt19937 m_engine{23};
    Tensor random(ir::Dims dims) { return randomTensor(m_engine, std::move(dims)); }

    // Products with weights of four bits, K = 32 in two blocks.
    struct Packed {
        std::int64_t columns;
        Tensor codes, scales, bias;
    };
    Packed packed(std::int64_t columns, std::uint32_t seed) {
        return {columns, noise<std::uint8_t>({columns, 2, 8}, seed), random({columns, 2}), random({columns})};
    }
    static Probe& inBlocks(Probe& probe) {
        return probe.attribute("K", std::int64_t(32))
            .attribute("bits", std::int64_t(4))
            .attribute("block_size", std::int64_t(16));
    }
    static Tensor product(const Tensor& a, const Packed& weight, bool hasBias) {
        Probe probe = asked("MatMulNBits").attribute("N", weight.columns);
        inBlocks(probe).input(a).input(weight.codes).input(weight.scales);
        if (hasBias) probe.omitted().omitted().input(weight.bias);
        return probe.run()[0];
    }

    // A product with these weights, [columns, rows], and a bias.
    static Tensor weighted(const Tensor& a, const Tensor& weights, const Tensor& bias) {
        const auto turned =
            Probe("Transpose", 13).attribute("perm", std::vector<std::int64_t>{1, 0}).input(weights).run();
        const auto out = Probe("MatMul", 13).input(a).input(turned[0]).run();
        return Probe("Add", 14).input(out[0]).input(bias).run()[0];
    }

private slots:
    void productsOfOneInput() {
        const auto x = random({2, 3, 32}), skip = random({2, 3, 32}), scale = random({32});
        const std::vector<Packed> weights{packed(6, 1), packed(4, 2), packed(4, 3)};
        const auto check = [&](bool adds, bool biased) {
            Probe probe =
                asked("MatMulNBitsQkv").attribute("Nq", std::int64_t(6)).attribute("Nkv", std::int64_t(4));
            Probe norm =
                adds ? asked("SkipSimplifiedLayerNormalization") : Probe("SimplifiedLayerNormalization", 1);
            inBlocks(probe).attribute("epsilon", 0.01f).input(x);
            norm.attribute("epsilon", 0.01f).input(x);
            if (adds) {
                probe.input(skip);
                norm.input(skip);
            } else {
                probe.omitted();
            }
            probe.input(scale);
            for (const Packed& weight : weights) {
                probe.input(weight.codes).input(weight.scales);
                if (biased)
                    probe.input(weight.bias);
                else
                    probe.omitted();
            }
            const auto out = probe.outputs(adds ? 4 : 3).run();
            const auto a = norm.input(scale).outputs(adds ? 4 : 1).run();
            QVERIFY2(out && a, out ? a.text() : out.text());
            for (std::size_t i = 0; i < weights.size(); ++i)
                EXPECT_SAME(out[i], product(a[0], weights[i], biased));
            if (adds) EXPECT_SAME(out[3], a[3]);
        };
        check(false, false);
        check(false, true);
        check(true, true);
    }

    void gatedProducts() {
        const auto x = random({2, 32}), skip = random({2, 32}), scale = random({32});
        const auto gate = packed(5, 4), up = packed(5, 5);
        const auto probe = [&](const char* activation) {
            Probe made = asked("MatMulNBitsMlp")
                             .attribute("N", std::int64_t(5))
                             .attribute("activation", std::string(activation));
            inBlocks(made).input(x);
            return made;
        };
        const auto weighted = [&](Probe made, std::size_t outputs) {
            for (const Packed* weight : {&gate, &up})
                made.input(weight->codes).input(weight->scales).input(weight->bias);
            return made.outputs(outputs).run();
        };
        const auto check = [&](const Outcome& out, const Tensor& a) {
            QVERIFY2(out, out.text());
            const auto gates = product(a, gate, true), factors = product(a, up, true);
            QCOMPARE(out[0].dims(), (ir::Dims{2, 5}));
            for (std::int64_t i = 0; i < 10; ++i) {
                const double g = ir::elementAsDouble(gates, i);
                QVERIFY(
                    close(ir::elementAsDouble(out[0], i), g * logistic(g) * ir::elementAsDouble(factors, i)));
            }
        };
        check(weighted(probe("silu").omitted().omitted(), 1), x);
        const auto norm = Probe("SimplifiedLayerNormalization", 1).input(x).input(scale).run();
        QVERIFY2(norm, norm.text());
        check(weighted(probe("silu").omitted().input(scale), 1), norm[0]);
        const auto added = asked("SkipSimplifiedLayerNormalization")
                               .attribute("epsilon", 1e-5f)
                               .input(x)
                               .input(skip)
                               .input(scale)
                               .outputs(4)
                               .run();
        QVERIFY2(added, added.text());
        const auto summed = weighted(probe("silu").input(skip).input(scale), 2);
        check(summed, added[0]);
        EXPECT_SAME(summed[1], added[3]);
        QVERIFY(weighted(probe("silu").omitted().input(scale), 2).error); // nothing is added
        QVERIFY(weighted(probe("silu").input(skip).omitted(), 1).error);
        const auto other = weighted(probe("mish").omitted().omitted(), 1);
        QVERIFY(other.error && other.error->code == ErrorCode::Unsupported);
        // Two weights share a byte.
        const ops::Operator* op = ops::find("com.microsoft", "MatMulNBitsMlp");
        const Probe node = probe("silu");
        for (const std::size_t index : {std::size_t(3), std::size_t(6)})
            QCOMPARE(op->packedElements(node.node(), index, gate.codes.type()),
                     std::optional<std::int64_t>(160));
        QVERIFY(!op->packedElements(node.node(), 4, gate.scales.type()));
    }

    void weightsOfFourBits() {
        constexpr std::array<float, 8> Magnitudes{0, 0.5f, 1, 1.5f, 2, 3, 4, 6};
        // 1, 2, 0.5 and 1.5 in E4M3; 20 columns of weights are a block and a part of one.
        const std::vector<std::uint8_t> scaleCodes{0x38, 0x40, 0x30, 0x3c, 0x38, 0x38};
        const std::vector<float> scales{1, 2, 0.5f, 1.5f, 1, 1};
        const auto codes = noise<std::uint8_t>({3, 10}, 7);
        std::vector<float> weights;
        for (std::size_t row = 0; row < 3; ++row)
            for (std::size_t column = 0; column < 20; ++column) {
                const int byte = codes.as<std::uint8_t>()[(row * 20 + column) / 2];
                const auto code = static_cast<std::size_t>(column % 2 == 0 ? byte & 15 : byte >> 4);
                weights.push_back((code < 8 ? 0.25f : -0.25f) * Magnitudes[code % 8] *
                                  scales[row * 2 + column / 16]);
            }
        const auto a = random({2, 4, 20}), bias = random({3});
        Probe probe = asked("MatMulBlockQuantizedFp4Weight");
        probe.input(a).input(codes).input(bytes({3, 2}, scaleCodes)).input(Tensor::scalar(0.25f)).omitted();
        const auto out = probe.input(bias).run();
        QVERIFY2(out, out.text());
        EXPECT_SAME(out[0], weighted(a, floats({3, 20}, weights), bias));
        const ops::Operator* op = ops::find("com.microsoft", "MatMulBlockQuantizedFp4Weight");
        QCOMPARE(op->packedElements(probe.node(), 1, codes.type()), std::optional<std::int64_t>(60));
        QVERIFY(Probe(probe).attribute("block_size", std::int64_t(8)).run().error); // three scales a row
        QVERIFY(Probe(probe).attribute("block_size", std::int64_t(0)).run().error);
        QVERIFY(asked("MatMulBlockQuantizedFp4Weight")
                    .input(random({2, 10}))
                    .input(codes)
                    .input(codes)
                    .run()
                    .error);
    }

    void weightsOfEightBits() {
        auto codes = Tensor::allocate(ir::DataType::Float8E4M3FN, {2, 3});
        // 1, -2, 0.5; 448, the largest, 1.5, 2^-9, the smallest.
        const std::vector<std::uint8_t> given{0x38, 0xc0, 0x30, 0x7e, 0x3c, 0x01};
        std::ranges::transform(given, codes->mutableBytes().begin(),
                               [](std::uint8_t code) { return std::byte(code); });
        const auto weights = floats({2, 3}, {3, -6, 0.75f, 448, 1.5f, 0x1p-8f}); // blocks of two: 3, 1.5, 1, 2
        const auto a = floats({1, 2, 3}, {1, 0.5f, 2, -1, 3, 4}), bias = floats({2}, {10, 20});
        const auto probe = [&](const Tensor& input) {
            return asked("MatMulBlockQuantizedFp8Weight")
                .attribute("block_size", std::int64_t(2))
                .input(input)
                .input(*codes)
                .input(floats({2, 2}, {3, 1.5f, 1, 2}));
        };
        const auto out = probe(a).omitted().input(bias).run();
        QVERIFY2(out, out.text());
        EXPECT_SAME(out[0], weighted(a, weights, bias));
        // In steps of 0.5 * E4M3: 1.03 / 0.5 lies between 2 and 2.25, 300 beyond 448 times 0.5.
        const auto coded =
            probe(floats({1, 3}, {1.03f, 300, -0.26f})).input(Tensor::scalar(0.5f)).input(bias).run();
        QVERIFY2(coded, coded.text());
        EXPECT_SAME(coded[0], weighted(floats({1, 3}, {1, 224, -0.25f}), weights, bias));
        QVERIFY(probe(random({2, 4})).run().error);
    }
};

EDGEWRIGHT_TEST(FusedProductsTest)

} // namespace edgewright::fused_products_test

#include "fused_products_test.moc"
